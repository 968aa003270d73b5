"""Say what is asked for: the function, the mode, the parameters and the options, as one small frozen key."""

from __future__ import annotations

import difflib
import inspect
import numbers
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from types import CodeType
from typing import Any, Self

from cladpy.errors import CladpyError, Location

MODES = (
    "gradient",
    "value_and_gradient",
    "pullback",
    "pushforward",
    "pushforwards",
    "tangent",
    "differentiate",
    "jacobian",
    "hessian",
    "hessian_diagonal",
    "hessian_vector_product",
)

Wrt = str | int | tuple[str | int, ...] | list[str | int] | None

_ELEMENT = re.compile(r"(\w+)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Options:
    """Hold the switches of a request; none but ``fastmath`` changes a number.

    Parameters
    ----------
    assume_unselected_inactive : bool
        The caller's promise that inputs which were not asked for stay inactive.
    varied, useful, tbr, early_release : bool
        The analyses and the release of arrays after their last use; each can be switched off.
    jit : str or None
        Backend that compiles the generated code at the first call, ``"numba"`` or None for plain Python.
    on_gradient : bool
        Adjoints are handed to a function of the caller's as they become final, not returned. The function itself is
        the derivative's: requests for the same code are equal.
    fastmath : bool
        Sums may be taken in any order, those of the primal too: ``np.einsum`` of two operands becomes a product of
        matrices. Handed to the backend where there is one, which expects no NaN and no infinity then.
    parallel : bool
        Handed to the backend: array statements on several threads.
    cache : bool
        Compiled code is kept on disk, by its text, options and versions: see `cladpy.execute.kept_text`.

    Examples
    --------
    >>> str(Options(tbr=False))
    'tbr=False'
    """

    assume_unselected_inactive: bool = False
    varied: bool = True
    useful: bool = True
    tbr: bool = True
    early_release: bool = True
    jit: str | None = None
    on_gradient: bool = False
    parallel: bool = False
    fastmath: bool = False
    cache: bool = False

    def __str__(self) -> str:
        changed = ((item.name, getattr(self, item.name)) for item in fields(self) if _differs(self, item.name))
        return ", ".join(f"{name}={value!r}" for name, value in changed)


def _differs(options: Options, name: str) -> bool:
    return bool(getattr(options, name) != getattr(_DEFAULTS, name))


_DEFAULTS = Options()
COMPILING = ("parallel", "fastmath", "cache")
"""Options that a backend takes."""
ALONE = ("fastmath",)
"""Those of them that say something of plain Python too."""


@dataclass(frozen=True, slots=True)
class FunctionReference:
    """Name a Python function by where it is defined, without holding on to it.

    Parameters
    ----------
    module, qualname : str
        As the function itself reports them.
    file : str
        The file name in its code object.
    line : int
        First line of the definition, 1-based, decorators included.
    column : int
        First column of a lambda's body, 0-based; tells apart lambdas that share a line. 0 for a ``def``.
    """

    module: str
    qualname: str
    file: str
    line: int
    column: int = 0

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Self:
        """Refer to a function, or to the function behind a bound method.

        Raises
        ------
        CladpyError
            C304 if it is not a function written in Python.
        """
        plain = getattr(function, "__func__", function)
        code = getattr(plain, "__code__", None)
        if not isinstance(code, CodeType):
            name = getattr(function, "__name__", None) or type(function).__name__
            raise CladpyError(
                "C304",
                f"{name} has no Python source to differentiate",
                hint="pass a function written with def or lambda; call this one from inside it",
            )
        column = _first_column(code) if code.co_name == "<lambda>" else 0
        return cls(plain.__module__ or "", plain.__qualname__, code.co_filename, code.co_firstlineno, column)

    @property
    def name(self) -> str:
        """Give the name as a reader of the file would say it, without ``<locals>``."""
        return self.qualname.rpartition("<locals>.")[2]

    def __str__(self) -> str:
        return self.name


def _first_column(code: CodeType) -> int:
    # The first instruction (RESUME) sits at the line of the definition and has column 0 everywhere.
    places = [(line, column) for line, _, column, _ in code.co_positions() if line and column and column > 0]
    return min(places)[1] if places else 0


@dataclass(frozen=True, slots=True)
class DiffRequest:
    """Ask for one derivative of one function; equal requests are one derivative.

    Parameters
    ----------
    function : FunctionReference
    mode : str
        One of `MODES`.
    wrt : tuple of str, or None
        Parameters asked for, in the order asked; None asks for every parameter. An element of ``*args`` is
        written ``"args[0]"``.
    bare : bool
        One parameter without a tuple: the result is the bare adjoint.
    order : int
        How often to differentiate.
    slots : tuple of str
        Parameters whose slots a dependent request wants; empty for a root.
    options : Options
    aux : bool
        The primal returns ``(value, anything)`` and the second part is handed on.

    Examples
    --------
    >>> loss = FunctionReference("model", "loss", "model.py", 3)
    >>> str(DiffRequest(loss, "gradient", ("w", "b"), bare=False))
    'gradient(loss, "w, b")'
    >>> str(DiffRequest(loss, "pullback", None, bare=False, options=Options(useful=False)))
    'pullback(loss, useful=False)'
    """

    function: FunctionReference
    mode: str
    wrt: tuple[str, ...] | None
    bare: bool
    order: int = 1
    slots: tuple[str, ...] = ()
    options: Options = _DEFAULTS
    aux: bool = False

    def __str__(self) -> str:
        return f"{self.mode}({', '.join(self._parts())})"

    def _parts(self) -> Iterator[str]:
        yield str(self.function)
        if self.wrt is not None:
            yield wrt_text(self.wrt, bare=self.bare)
        if self.order != 1:
            yield f"order={self.order}"
        if self.slots:
            yield f'slots="{", ".join(self.slots)}"'
        if self.aux:
            yield "aux=True"
        if self.options != _DEFAULTS:
            yield str(self.options)


def parameter_of(name: str) -> str:
    """Return the parameter in which something is asked for.

    Examples
    --------
    >>> parameter_of("w"), parameter_of("args[1]"), parameter_of("p.x[0]")
    ('w', 'args', 'p')
    """
    return re.split(r"[\[.]", name, maxsplit=1)[0]


def wrt_text(wrt: tuple[str, ...], *, bare: bool) -> str:
    """Spell a parsed selection as the argument that asks for it.

    Examples
    --------
    >>> wrt_text(("w",), bare=True), wrt_text(("w",), bare=False), wrt_text(("w", "b"), bare=False)
    ('"w"', '("w",)', '"w, b"')
    """
    names = ", ".join(wrt)
    return f'("{names}",)' if len(wrt) == 1 and not bare else f'"{names}"'


def signature_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """List a function's parameters as they stand in its signature, stars included.

    Examples
    --------
    >>> def f(w, *rest, scale=1.0, **options): ...
    >>> signature_names(f)
    ('w', '*rest', 'scale', '**options')
    """
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    parameters = inspect.signature(function).parameters.values()
    return tuple(stars.get(parameter.kind, "") + parameter.name for parameter in parameters)


def parse_wrt(
    wrt: Wrt,
    parameter_names: Sequence[str],
    function_name: str,
    location: Location | None = None,
) -> tuple[tuple[str, ...] | None, bool]:
    """Read what was asked for: names in the order asked, and whether the result is bare.

    Parameters
    ----------
    wrt : str, int, tuple, list or None
        ``"w"`` and an int ask for a bare adjoint, ``"w, b"`` and tuples for a tuple, None for every parameter. A
        negative int counts from the last parameter.
    parameter_names : sequence of str
        As `signature_names` lists them: ``"*args"`` and ``"**options"`` keep their stars.
    function_name : str
        Named in errors.
    location : Location, optional
        Where it was asked, for errors.

    Returns
    -------
    tuple
        ``(names, bare)``; the names are None for every parameter. An int that falls into ``*args`` becomes
        ``"args[0]"`` and so on.

    Raises
    ------
    CladpyError
        C301 if there is no such parameter; C305 if nothing or the same parameter twice is asked for, or the
        request is of another type.

    Examples
    --------
    >>> parse_wrt("w, b", ("w", "b", "x"), "loss")
    (('w', 'b'), False)
    >>> parse_wrt(-1, ("w", "b", "x"), "loss")
    (('x',), True)
    >>> parse_wrt((0, 2), ("w", "*rest"), "loss")
    (('w', 'rest[1]'), False)
    """
    if wrt is None:
        return None, False
    reader = _WrtReader(tuple(parameter_names), function_name, location)
    asked = _items(wrt)
    if not asked or "" in asked:
        raise reader.error("C305", "an empty name is asked for" if asked else "no parameter is asked for")
    names = tuple(reader.name_of(item) for item in asked)
    reader.check_distinct(names)
    return names, len(names) == 1 and not isinstance(wrt, tuple | list)


def _items(wrt: object) -> list[object]:
    if isinstance(wrt, str):
        return [part.strip() for part in wrt.split(",")] if wrt.strip() else []
    if isinstance(wrt, tuple | list):
        return [item.strip() if isinstance(item, str) else item for item in wrt]
    return [wrt]


@dataclass(frozen=True, slots=True)
class _WrtReader:
    parameters: tuple[str, ...]
    function_name: str
    location: Location | None

    def name_of(self, item: object) -> str:
        if isinstance(item, str):
            return self._known(item)
        if isinstance(item, numbers.Integral) and not isinstance(item, bool):
            return self._at(int(item))
        raise self.error("C305", f"a parameter is asked for by {type(item).__name__}, not by name or position")

    def check_distinct(self, names: tuple[str, ...]) -> None:
        for position, name in enumerate(names):
            earlier = names[:position]
            if name in earlier or name.partition("[")[0] in earlier:
                raise self.error("C305", f"parameter '{name}' is asked for twice")
            if any(other.startswith(f"{name}[") for other in earlier):
                raise self.error("C305", f"'{name}' is asked for as a whole and by element")

    def _known(self, name: str) -> str:
        element = _ELEMENT.fullmatch(name)
        if element and f"*{element[1]}" in self.parameters:
            return f"{element[1]}[{int(element[2])}]"
        known = [parameter.lstrip("*") for parameter in self.parameters]
        if name in known:
            return name
        close = difflib.get_close_matches(name, known, n=1)
        suggestion = f"; did you mean '{close[0]}'?" if close else ""
        raise self.error("C301", f"{self.function_name} has no parameter '{name}'{suggestion}")

    def _at(self, position: int) -> str:
        rest = next((index for index, name in enumerate(self.parameters) if name[:1] == "*" != name[1:2]), None)
        if rest is not None and position < 0:
            raise self.error("C305", f"position {position} depends on how many arguments a call passes")
        if rest is not None and position >= rest:
            return f"{self.parameters[rest][1:]}[{position - rest}]"
        named = [name for name in self.parameters if not name.startswith("*")]
        if -len(named) <= position < len(named):
            return named[position]
        count = f"{len(named)} parameter" + ("" if len(named) == 1 else "s")
        raise self.error("C301", f"{self.function_name} has {count}, none at position {position}")

    def error(self, code: str, message: str) -> CladpyError:
        known = ", ".join(self.parameters)
        hint = f"the parameters of {self.function_name} are: {known}" if known else None
        return CladpyError(code, message, location=self.location, hint=hint)
