"""What each assignment of the normal form does, said in the words of derivatives.

before: ``v.1 = np.sum(a.0, axis=1)``   after: ``Apply(rule of np.sum, {x: a.0, axis: 1, keepdims: False})``
before: ``v.2 = layer(h.1, w.0)``       after: ``CallUser(layer, {x: h.1, w: w.0})``

They are made by ``classify``.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import names_in
from cladpy.rules import ArgumentFacts, CustomRules
from cladpy.rules.absences import NotImplementedRule, Zero
from cladpy.rules.declaration import Rule, Variant
from cladpy.runtime import NoAdjoint


@dataclass(frozen=True, slots=True)
class Copy:
    """The target is another name of an atom."""

    atom: gast.expr


VIEW_OR_COPY = frozenset({"reshape", "ravel", "asarray", "asanyarray", "ascontiguousarray"})


@dataclass(frozen=True, slots=True)
class Apply:
    """A function with a rule; ``arguments`` holds an expression (for a star parameter a display) per parameter."""

    rule: Rule
    variant: Variant
    arguments: Mapping[str, gast.expr]
    facts: Mapping[str, ArgumentFacts]


@dataclass(frozen=True, slots=True)
class CallUser:
    """A Python function of the user's; ``arguments`` by parameter, those left to their defaults missing."""

    function: Callable[..., object]
    arguments: Mapping[str, gast.expr]
    call: gast.Call


@dataclass(frozen=True, slots=True)
class CallCustom(CallUser):
    """A function with rules of the user's; ``otherwise`` is what the call is without them."""

    rules: CustomRules
    otherwise: "Operation"


@dataclass(frozen=True, slots=True)
class Item:
    """An item, slice or gather of an array or container."""

    owner: gast.expr
    index: gast.expr


@dataclass(frozen=True, slots=True)
class Taken(Item):
    """An item that is taken out of a list or dict: ``l.pop(i)``."""


@dataclass(frozen=True, slots=True)
class Shallow:
    """A new container of the items of another, or of the rows of an array: ``list(l)``, ``l.copy()``."""

    source: gast.expr


@dataclass(frozen=True, slots=True)
class Member:
    """An attribute of an object."""

    owner: gast.expr
    name: str


@dataclass(frozen=True, slots=True)
class Display:
    """A tuple, list, dict or object made of atoms; ``keys``: literal keys of a dict, names of fields or positions."""

    kind: str
    items: tuple[gast.expr, ...]
    keys: tuple[object, ...]
    cls: type | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A list or tuple several times over."""

    sequence: gast.expr
    times: gast.expr


@dataclass(frozen=True, slots=True)
class Chain:
    """Lists or tuples one behind the other."""

    parts: tuple[gast.expr, ...]


@dataclass(frozen=True, slots=True)
class Opaque:
    """Anything else: it carries no derivative, or it is refused when it must."""

    value: gast.expr
    inactive: bool
    why: str = ""


Operation = Copy | Apply | CallUser | CallCustom | Item | Shallow | Member | Display | Repeat | Chain | Opaque


def links(operation: Operation) -> list[str]:
    """Return the versions through which a derivative may flow into the result, the shape of a formula apart."""
    if isinstance(operation, Copy):
        return list(names_in(operation.atom))
    if isinstance(operation, Apply):
        parts = operation.arguments.items()
        return [n for p, value in parts if _flows(operation, p) for n in names_in(value)]
    if isinstance(operation, CallCustom) and operation.rules.is_inactive:
        return []
    if isinstance(operation, CallUser):
        return [n for argument in operation.arguments.values() for n in names_in(argument)]
    if isinstance(operation, Item | Member):
        return list(names_in(operation.owner))
    if isinstance(operation, Display):
        return [n for item in operation.items for n in names_in(item)]
    if isinstance(operation, Repeat):
        return list(names_in(operation.sequence))
    if isinstance(operation, Shallow):
        return list(names_in(operation.source))
    if isinstance(operation, Chain):
        return [n for part in operation.parts for n in names_in(part)]
    return [] if operation.inactive else list(names_in(operation.value))


def array_operands(operation: Apply) -> Iterator[tuple[str, gast.Name]]:
    """Yield the parameters that formulas take for arrays, with the names given: NumPy makes arrays of lists there."""
    for parameter, entry in operation.variant.pullbacks.items():
        argument = operation.arguments.get(parameter)
        if not isinstance(argument, gast.Name) or isinstance(entry, NoAdjoint | NotImplementedRule):
            continue
        if not operation.rule.takes_sequence(parameter):
            yield parameter, argument


def _flows(operation: Apply, parameter: str) -> bool:
    """Tell whether a derivative may flow through a parameter.

    Of one that its rule leaves out, an axis or a shape, where it is certainly floating: the transformers refuse it.
    """
    entry = operation.variant.pullbacks.get(parameter)
    if entry is None:
        return parameter in operation.facts and operation.facts[parameter].is_floating
    return not isinstance(entry, NoAdjoint | Zero)


def is_singular(operation: Apply, parameter: str) -> bool:
    """Tell whether the slope in a parameter may be infinite where the value is finite."""
    variant = operation.variant
    declared = parameter in operation.rule.branch_point
    return declared and (parameter in variant.guarded or (variant.when is None and parameter in variant.pullbacks))


def is_view_or_copy(operation: Operation) -> bool:
    """Tell whether an operation gives a view or a copy as its operand is laid out in memory."""
    return isinstance(operation, Apply) and operation.rule.name.rpartition(".")[2] in VIEW_OR_COPY
