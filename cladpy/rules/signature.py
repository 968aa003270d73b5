"""The signature of a rule: ``y = sum(x, axis=None, *, keepdims=False)``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import gast

from cladpy.errors import CladpyError


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """Describe one parameter.

    Parameters
    ----------
    name : str
        The name that formulas use.
    default : gast.expr or None
        What stands for it where it is not passed; None: it must be passed.
    kind : str
        ``"positional"`` (by position or keyword), ``"keyword"`` (keyword only) or ``"star"`` (``*arrays``: a tuple).
    """

    name: str
    default: gast.expr | None
    kind: Literal["positional", "keyword", "star"]

    @property
    def is_required(self) -> bool:
        """Whether a call has to pass it."""
        return self.default is None and self.kind != "star"


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """Hold the results and the parameters that a rule declares."""

    results: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    def call_text(self, replaced: Mapping[str, str]) -> str:
        """Return the arguments of a call that passes each parameter on, some under other names."""
        return ", ".join(
            _passed(parameter, replaced.get(parameter.name, parameter.name)) for parameter in self.parameters
        )


def parse_signature(declared: str) -> Signature:
    """Parse the declaration of results and parameters.

    Raises
    ------
    CladpyError
        C901 if the text is not of the form ``results = function(parameters)``.

    Examples
    --------
    >>> signature = parse_signature("w, v = eig(a, *, uplo='L')")
    >>> signature.results, [(item.name, item.kind) for item in signature.parameters]
    (('w', 'v'), [('a', 'positional'), ('uplo', 'keyword')])
    """
    results, _, function = (part.strip() for part in declared.partition("="))
    try:
        arguments = gast.parse(f"def {function}: pass").body[0].args
    except SyntaxError as error:
        raise CladpyError("C901", f"a rule's signature does not parse: {declared!r}") from error
    return Signature(tuple(name.strip() for name in results.split(",")), _parameters(arguments))


def _parameters(arguments: gast.arguments) -> tuple[Parameter, ...]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    found = [
        Parameter(item.id, default, "positional")
        for item, default in zip(positional, [*missing, *arguments.defaults], strict=True)
    ]
    if arguments.vararg is not None:
        found.append(Parameter(arguments.vararg.id, None, "star"))
    found += [
        Parameter(item.id, default, "keyword")
        for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return tuple(found)


def _passed(parameter: Parameter, value: str) -> str:
    """Return how a parameter is passed on: by keyword where the function allows no doubt about its position."""
    if parameter.kind == "star":
        return f"*{value}"
    return value if parameter.default is None else f"{parameter.name}={value}"
