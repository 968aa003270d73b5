"""The conditions of a rule's variants, decided over facts and literals only.

A condition is a Python expression over these functions of a parameter:

=================  ===============================================================
``literal(y)``     a number written in the source
``value(y)``       the value, where facts know it; else an unknown
``absent(axis)``   not passed, or literally ``None``
``ndim(x)``        number of dimensions, where facts know it; else an unknown
``is_scalar(x)``   known to be a float, an int or zero-dimensional
``python_float(x)``  known to be a Python float, int or bool: division by zero raises
``is_real(x)``     known to be real
=================  ===============================================================

Every comparison with an unknown is false, ``!=`` too, and so is an unknown itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING, Final

import gast

if TYPE_CHECKING:
    from cladpy.rules.declaration import Rule
    from cladpy.rules.signature import Parameter
    from cladpy.rules.writing import Variant


class Unknown:
    """Stand for a value that facts do not know: it equals nothing and orders with nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "unknown"

    def __bool__(self) -> bool:
        return False

    def __hash__(self) -> int:
        return id(self)

    def _never(self, _other: object) -> bool:
        return False

    def _stays(self, _other: object = None) -> "Unknown":
        return self

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _stays
    __neg__ = __abs__ = _stays


unknown: Final = Unknown()
"""The one value that nothing is known about."""


@dataclass(frozen=True, slots=True)
class ArgumentFacts:
    """Say what is known of one argument, before the program runs.

    Parameters
    ----------
    literal : bool
        The argument is a number written in the source (§11 of the design: a named constant of a module counts).
    value : object
        Its value where known (literals, and arguments used as structure), else :data:`unknown`.
    absent : bool
        It was not passed, or is literally ``None``.
    ndim : int or None
        Its number of dimensions, None where unknown.
    is_scalar, python_float, is_real, is_floating : bool
        What is *known*; False where in doubt.
    """

    literal: bool = False
    value: object = unknown
    absent: bool = False
    ndim: int | None = None
    is_scalar: bool = False
    python_float: bool = False
    is_real: bool = False
    is_floating: bool = False


_FUNCTIONS: Mapping[str, object] = {
    "literal": lambda facts: facts.literal,
    "value": lambda facts: facts.value,
    "absent": lambda facts: facts.absent,
    "ndim": lambda facts: unknown if facts.ndim is None else facts.ndim,
    "is_scalar": lambda facts: facts.is_scalar,
    "python_float": lambda facts: facts.python_float,
    "is_real": lambda facts: facts.is_real,
    "is_int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "isinstance": isinstance,
    "int": int,
    "float": float,
    "bool": bool,
    "tuple": tuple,
    "list": list,
    "str": str,
}


def holds(when: str | None, arguments: Mapping[str, ArgumentFacts]) -> bool:
    """Say whether the condition of a variant holds of these facts; no condition always holds.

    Examples
    --------
    >>> holds("value(y) == 2", {"y": ArgumentFacts(literal=True, value=2)})
    True
    >>> holds("ndim(x) != 2", {"x": ArgumentFacts()})
    False
    """
    if when is None:
        return True
    try:
        return bool(eval(_compiled(when), {"__builtins__": {}}, {**_FUNCTIONS, **arguments}))  # noqa: S307  our own text
    except TypeError:  # a condition on a number, of a tuple: it does not hold
        return False


def choose(rule: "Rule", arguments: Mapping[str, ArgumentFacts]) -> "Variant":
    """Return the first variant of the rule whose condition holds; the last one always does.

    A parameter that `arguments` leave out counts as absent; its default is its value.
    """
    facts = _with_defaults(rule, arguments)
    return next(variant for variant in rule.variants if holds(variant.when, facts))


def gives_copy(rule: "Rule", arguments: Mapping[str, ArgumentFacts]) -> bool:
    """Say whether a function that may give its argument gives new storage, for what these arguments ask for."""
    return bool(rule.copies) and holds(rule.copies, _with_defaults(rule, arguments))


def _with_defaults(rule: "Rule", arguments: Mapping[str, ArgumentFacts]) -> Mapping[str, ArgumentFacts]:
    return {parameter.name: _defaulted(parameter) for parameter in rule.parameters} | dict(arguments)


def _defaulted(parameter: "Parameter") -> ArgumentFacts:
    """Return the facts of a parameter that is not passed."""
    return ArgumentFacts(absent=True, value=default_value(parameter.default))


def default_value(default: gast.expr | None) -> object:
    """Return the value of a default: a literal, a negative number or a tuple of such; else an unknown."""
    if isinstance(default, gast.Constant):
        return default.value
    if isinstance(default, gast.UnaryOp) and isinstance(default.op, gast.USub):
        number = default_value(default.operand)
        return -number if isinstance(number, int | float) else unknown
    if isinstance(default, gast.Tuple):
        items = tuple(map(default_value, default.elts))
        return unknown if any(item is unknown for item in items) else items
    return unknown


@cache
def _compiled(when: str) -> CodeType:
    return compile(when, "<when>", "eval")
