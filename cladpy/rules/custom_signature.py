"""What a custom pullback reads, found by matching its parameters with those of its primal.

A rule names any of the primal's parameters, ``result`` (what the primal returned), the cotangent (``d_out``, or ``d_``
and a name) and, with a forward function, ``state``. Only what it names is recorded.
"""

import difflib
import inspect
import linecache
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.errors import CladpyError, Location
from cladpy.request import Wrt, parse_wrt

RESULT, STATE, COTANGENT = "result", "state", "d_out"
_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Read:
    """One parameter of a rule: what it stands for, and whether it is passed by keyword.

    Parameters
    ----------
    name : str
        As the rule spells it.
    kind : str
        "parameter", "result", "state" or "cotangent".
    parameter : str
        The primal's parameter, where it is one.
    by_keyword : bool
    """

    name: str
    kind: str
    parameter: str = ""
    by_keyword: bool = False


@dataclass(frozen=True, slots=True)
class CustomPullback:
    """A pullback that a user wrote.

    Parameters
    ----------
    function, primal : callable
    parameters : tuple of str
        Those of the primal: the rule gives one slot for each.
    covers : frozenset of str
        Those of which it gives the adjoint.
    reads : tuple of Read
    forward : callable or None
        Gives ``(value, state)`` for the primal's arguments, and runs in place of the primal.
    """

    function: Callable[..., Any]
    primal: Callable[..., Any]
    parameters: tuple[str, ...]
    covers: frozenset[str]
    reads: tuple[Read, ...]
    forward: Callable[..., Any] | None = None

    @property
    def name(self) -> str:
        """The rule's own name."""
        return name_of(self.function)

    def __str__(self) -> str:
        covered = ", ".join(p for p in self.parameters if p in self.covers)
        return f"{self.name} for {name_of(self.primal)}, wrt: {covered}"


def read_signature(
    function: Callable[..., Any], primal: Callable[..., Any], wrt: Wrt, forward: Callable[..., Any] | None
) -> CustomPullback:
    """Return a rule with what it reads.

    Raises
    ------
    CladpyError
        C204 if its signature does not fit the primal's.

    Examples
    --------
    >>> def product(data, weight): ...
    >>> def product_pullback(data, d_out): ...
    >>> rule = read_signature(product_pullback, product, "weight", None)
    >>> [(read.name, read.kind) for read in rule.reads], sorted(rule.covers)
    ([('data', 'parameter'), ('d_out', 'cotangent')], ['weight'])
    """
    return SignatureReader(function, primal, forward).read(wrt)


def primal_parameters(primal: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Return the parameters of a function that a rule is written for; those of ufuncs as NumPy names them.

    Raises
    ------
    CladpyError
        C204 if it tells no signature, or takes ``*args`` or ``**kwargs``: a slot belongs to a parameter.
    """
    if isinstance(primal, np.ufunc):
        names = ["x"] if primal.nin == 1 else [f"x{number}" for number in range(1, primal.nin + 1)]
        return tuple(inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in names)
    name = name_of(primal)
    hint = f"write a function that calls {name} with parameters of its own, and register the rule for that"
    if not callable(primal):
        raise CladpyError("C204", f"a rule is registered for {primal!r}, which is no function")
    if inspect.ismethod(primal):
        raise CladpyError(
            "C204",
            f"{name} is a method of one object",
            hint=f"register the rule for the function of the class: {primal.__func__.__qualname__}",
        )
    try:
        parameters = tuple(inspect.signature(primal).parameters.values())
    except (TypeError, ValueError):
        raise CladpyError(
            "C204", f"{name} tells no signature that a rule could be checked against", hint=hint
        ) from None
    if any(parameter.kind in _STARRED for parameter in parameters):
        raise CladpyError(
            "C204", f"{name} takes any number of arguments, and a slot belongs to one parameter", hint=hint
        )
    return parameters


def name_of(function: object) -> str:
    """Return the name by which messages call a function."""
    return str(getattr(function, "__name__", None) or type(function).__name__)


@dataclass(frozen=True, slots=True)
class SignatureReader:
    """Reads the signature of a pullback that a user wrote."""

    function: Callable[..., Any]
    primal: Callable[..., Any]
    forward: Callable[..., Any] | None

    def read(self, wrt: Wrt) -> CustomPullback:
        """Return the rule; raise C204 if its signature does not fit."""
        parameters = tuple(parameter.name for parameter in primal_parameters(self.primal))
        own = self.own_parameters()
        known = self.spelt(own, parameters)
        reads = tuple(read for each in own if (read := self.what(each, known)) is not None)
        self.check(reads)
        covers = parameters if wrt is None else tuple(known[name] for name in self.asked(wrt, tuple(known)))
        return CustomPullback(self.function, self.primal, parameters, frozenset(covers), reads, self.forward)

    def own_parameters(self) -> tuple[inspect.Parameter, ...]:
        """Return the parameters of the rule."""
        try:
            own = tuple(inspect.signature(self.function).parameters.values())
        except (TypeError, ValueError):
            raise self.error("is no function that tells what it reads", "write it with def") from None
        if any(each.kind in _STARRED for each in own):
            raise self.error("takes any number of arguments", f"name what it reads: {self.offered()}")
        return own

    def spelt(self, own: Sequence[inspect.Parameter], parameters: tuple[str, ...]) -> dict[str, str]:
        """Return the primal's parameters by the names that the rule gives them: those of a ufunc are the rule's choice."""
        if isinstance(self.primal, np.ufunc):
            free = [each.name for each in own if each.name not in (RESULT, STATE) and not each.name.startswith("d_")]
            if not set(free) & set(parameters) and len(free) == len(parameters):
                return dict(zip(free, parameters, strict=True))
        return {name: name for name in parameters}

    def what(self, own: inspect.Parameter, known: dict[str, str]) -> Read | None:
        """Return what a parameter of the rule stands for; None for one of its own that has a default."""
        by_keyword = own.kind is inspect.Parameter.KEYWORD_ONLY
        if self.forward is not None and own.name == STATE and STATE in known:
            raise self.error(
                "reads 'state', which is a parameter of the primal and what forward= hands over", "rename one"
            )
        if own.name in known:
            return Read(own.name, "parameter", known[own.name], by_keyword)
        if own.name in (RESULT, STATE):
            return Read(own.name, own.name, by_keyword=by_keyword)
        if own.name.startswith("d_"):
            return Read(own.name, "cotangent", by_keyword=by_keyword)
        if own.default is not inspect.Parameter.empty:
            return None
        raise self.unknown(own.name, [*known, RESULT], self.offered())

    def unknown(self, name: str, choices: Sequence[str], offered: str) -> CladpyError:
        """Return the error for a parameter of the rule that stands for nothing."""
        close = difflib.get_close_matches(name, choices, n=1)
        suggestion = f"; did you mean '{close[0]}'?" if close else ""
        return self.error(f"reads '{name}', which {name_of(self.primal)} does not have{suggestion}",
                          f"a rule may read: {offered}")  # fmt: skip

    def check(self, reads: tuple[Read, ...]) -> None:
        """Refuse a rule that lacks what it must read."""
        kinds = [read.kind for read in reads]
        if kinds.count("cotangent") != 1:
            count = "no cotangent" if "cotangent" not in kinds else "several cotangents"
            raise self.error(f"takes {count}", "name one parameter d_out: the cotangent of what the primal returns")
        if ("state" in kinds) != (self.forward is not None):
            if self.forward is None:
                raise self.error(
                    "reads 'state', and there is no forward function that hands one over", "add forward=..."
                )
            raise self.error("does not read 'state', which forward= hands over", "name a parameter state")
        if self.forward is not None:
            self.check_forward()

    def check_forward(self) -> None:
        """Refuse a forward function that does not take the primal's arguments."""
        count = len(primal_parameters(self.primal))
        try:
            inspect.signature(self.forward).bind(*range(count))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            names = ", ".join(parameter.name for parameter in primal_parameters(self.primal))
            text = f"has the forward function {name_of(self.forward)}, which does not take {name_of(self.primal)}'s arguments"
            raise self.error(text, f"def {name_of(self.forward)}({names}): ... return value, state") from None

    def asked(self, wrt: Wrt, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parameters that the rule gives adjoints of."""
        try:
            return parse_wrt(wrt, names, name_of(self.primal))[0] or ()
        except CladpyError as error:
            raise CladpyError(
                "C204", f"{name_of(self.function)}: {error.message}", location=self.place(), hint=error.hint
            ) from None

    def offered(self) -> str:
        """Return what a rule may read, for a hint."""
        names = [parameter.name for parameter in primal_parameters(self.primal)]
        return ", ".join([*names, RESULT, COTANGENT, *([STATE] if self.forward is not None else [])])

    def error(self, text: str, hint: str) -> CladpyError:
        """Return an error at the rule's definition."""
        message = f"{name_of(self.function)}, a rule of {name_of(self.primal)}, {text}"
        return CladpyError("C204", message, location=self.place(), hint=hint)

    def place(self) -> Location | None:
        """Return the line of the rule's definition."""
        code = getattr(self.function, "__code__", None)
        if code is None:
            return None
        lines = tuple(line.rstrip("\n") for line in linecache.getlines(code.co_filename))
        first = code.co_firstlineno  # of the decorators, where there are any
        number = next((at for at in range(first, len(lines) + 1) if lines[at - 1].lstrip().startswith("def ")), first)
        number = first if code.co_name == "<lambda>" else number
        text = lines[number - 1] if number <= len(lines) else ""
        indent = len(text) - len(text.lstrip())
        return Location(code.co_filename, number, indent + 1, number, len(text) + 1, lines)
