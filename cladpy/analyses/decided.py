"""Conditions that hold, or fail, in every call with the same signature.

``isinstance(x, Leaf)``, ``bias is None``, ``len(layers) == 2``, ``kind == "sine"`` are decided by what is known of
their operands. Lattice: True, False, None for not known. Soundness: a condition that is decided has this value
whenever it is evaluated; one that may raise is not decided.
"""

import dataclasses
import enum
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from cladpy.analyses.infer import Inference
from cladpy.ir.expressions import dotted, root_of
from cladpy.ir.fact import Fact, class_of_value
from cladpy.runtime import matches_mapping, matches_sequence

_COMPARISONS: Mapping[type, Callable[[Any, Any], object]] = {
    gast.Eq: operator.eq, gast.NotEq: operator.ne, gast.Lt: operator.lt, gast.LtE: operator.le, gast.Gt: operator.gt,
    gast.GtE: operator.ge,
}  # fmt: skip
_PLAIN = (bool, int, float, complex, str, type(None))
_UNKNOWN_KINDS = ("unknown", "bottom", "iterator", "optional")


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is known."""

    value: object


@dataclass(frozen=True, slots=True)
class Decided:
    """Decides conditions over versions, or over variables, of which facts are known."""

    inference: Inference

    def truth(self, node: gast.expr) -> bool | None:
        """Return whether a condition holds; None if that is not known.

        Examples
        --------
        >>> from cladpy.ir.expressions import parse
        >>> from cladpy.ir.fact import FLOAT, NONE
        >>> decided = Decided(Inference({"x": FLOAT, "b": NONE}, {"isinstance": isinstance, "float": float}.get))
        >>> [decided.truth(parse(text)) for text in ("b is None", "isinstance(x, float) and b", "x > 0", "not b")]
        [True, False, None, True]
        """
        if isinstance(node, gast.BoolOp):
            return self.joined(node)
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        if isinstance(node, gast.Compare):
            return self.comparison(node)
        if isinstance(node, gast.Call):
            return self.predicate(node)
        return self.truth_of_value(node)

    def joined(self, node: gast.BoolOp) -> bool | None:
        """Decide ``and``, ``or``: an operand that is not known hides those after it, which may rely on it."""
        stops_at = isinstance(node.op, gast.Or)
        for value in node.values:
            found = self.truth(value)
            if found is None or found is stops_at:
                return found
        return not stops_at

    def truth_of_value(self, node: gast.expr) -> bool | None:
        """Decide a value by itself: literals, containers, what is true by its kind."""
        known = self.value(node)
        if known is not None and isinstance(known.value, _PLAIN):
            return bool(known.value)
        fact = self.inference.infer(node)
        if fact.kind in ("tuple", "list", "dict") and fact.has_sure_keys:
            return None if _defines(fact.cls, "__bool__", "__len__") else bool(fact.items)
        if fact.kind in ("function", "class", "module"):
            return True
        if fact.kind == "object" and fact.cls is not None:
            return None if _defines(fact.cls, "__bool__", "__len__") else True
        return None

    # ---- comparisons ----

    def comparison(self, node: gast.Compare) -> bool | None:
        """Decide a chain of comparisons."""
        operands = [node.left, *node.comparators]
        for left, kind, right in zip(operands, node.ops, operands[1:], strict=False):
            found = self.pair(left, type(kind), right)
            if found is not True:
                return found
        return True

    def pair(self, left: gast.expr, kind: type, right: gast.expr) -> bool | None:
        """Decide one comparison."""
        if kind in (gast.Is, gast.IsNot):
            same = self.identity(left, right)
            return None if same is None else same is (kind is gast.Is)
        if kind in (gast.In, gast.NotIn):
            found = self.membership(left, right)
            return None if found is None else found is (kind is gast.In)
        known = [self.value(operand) for operand in (left, right)]
        if any(each is None for each in known):
            return None
        values = [each.value for each in known if each is not None]
        if kind in (gast.Eq, gast.NotEq) and all(isinstance(value, type) for value in values):
            return (values[0] is values[1]) is (kind is gast.Eq)
        if kind in (gast.Eq, gast.NotEq) and all(type(value).__eq__ is object.__eq__ for value in values):
            return (values[0] is values[1]) is (kind is gast.Eq)
        if not all(type(value) in _PLAIN for value in values):
            return None
        try:
            return bool(_COMPARISONS[kind](*values))
        except TypeError:
            return None

    def identity(self, left: gast.expr, right: gast.expr) -> bool | None:
        """Decide ``is``: of None, True, False and classes."""
        known = [self.value(operand) for operand in (left, right)]
        for one, other in ((0, 1), (1, 0)):
            mine, theirs = known[one], known[other]
            if mine is None or not (mine.value is None or isinstance(mine.value, bool | type | enum.Enum)):
                continue
            if theirs is not None:
                return mine.value is theirs.value
            fact = self.inference.infer((left, right)[other])
            is_open = fact.kind in _UNKNOWN_KINDS or isinstance(mine.value, enum.Enum)
            if is_open or (isinstance(mine.value, bool) and fact.is_number):
                return None
            return False if fact.kind != "none" and not isinstance(mine.value, type) else None
        return None

    def membership(self, item: gast.expr, owner: gast.expr) -> bool | None:
        """Decide ``in``: a plain value among the keys of a dict or the plain items of a tuple or list."""
        known, fact = self.value(item), self.inference.infer(owner)
        if known is None or type(known.value) not in _PLAIN or not fact.has_sure_keys:
            return None
        if fact.kind == "dict" and fact.keys is not None:
            return known.value in fact.keys
        items = fact.items or ()
        if fact.kind in ("tuple", "list") and all(each.known and type(each.value) in _PLAIN for each in items):
            return known.value in [each.value for each in items]
        return None

    # ---- values ----

    def value(self, node: gast.expr) -> Known | None:
        """Return the value of an expression, if it is known."""
        if isinstance(node, gast.Call) and len(node.args) == 1 and not node.keywords:
            function = self.function(node.func)
            fact = self.inference.infer(node.args[0])
            if function is len and fact.has_sure_keys and fact.kind in ("tuple", "list", "dict"):
                return Known(len(fact.items or ()))
            if function is len and fact.is_array and fact.dims and fact.dims[0].size is not None:
                return Known(fact.dims[0].size)
            if function is type:
                cls = class_of_value(fact)
                return None if cls is None else Known(cls)
        if isinstance(node, gast.Attribute) and isinstance(node.value, gast.Call) and node.attr == "__name__":
            owner = self.value(node.value)
            return None if owner is None or not isinstance(owner.value, type) else Known(owner.value.__name__)
        fact = self.inference.infer(node)
        return Known(fact.value) if fact.known else None

    def function(self, node: gast.expr) -> object:
        """Return the live builtin or class that a name means, or None."""
        path = dotted(node)
        if path is None or root_of(node) in self.inference.facts:
            return None
        return self.inference.resolve(path)

    # ---- predicates ----

    def predicate(self, node: gast.Call) -> bool | None:
        """Decide ``isinstance``, ``hasattr``, ``callable`` and what patterns ask."""
        function = self.function(node.func)
        facts = [self.inference.infer(argument) for argument in node.args]
        if node.keywords or not facts:
            return None
        if function is isinstance and len(facts) == 2:
            return _is_instance(facts[0], self.classes(node.args[1]))
        if function is issubclass and len(facts) == 2 and facts[0].known and isinstance(facts[0].value, type):
            classes = self.classes(node.args[1])
            return None if classes is None else issubclass(facts[0].value, classes)
        if function is hasattr and len(facts) == 2 and isinstance(facts[1].value, str):
            return _has_attribute(facts[0], facts[1].value)
        if function is callable:
            return True if facts[0].kind in ("function", "class") else _is_callable(facts[0])
        if function in (matches_sequence, matches_mapping):
            cls = class_of_value(facts[0])
            return None if cls is None else issubclass(cls, (tuple, list) if function is matches_sequence else dict)
        if function is bool:
            return self.truth(node.args[0])
        return None

    def classes(self, node: gast.expr) -> tuple[type, ...] | None:
        """Return the classes of the second argument of ``isinstance``, if they are known."""
        if isinstance(node, gast.Tuple):
            found = [self.classes(item) for item in node.elts]
            return None if None in found else tuple(cls for classes in found if classes for cls in classes)
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.BitOr):
            return self.classes(gast.Tuple([node.left, node.right], gast.Load()))
        fact = self.inference.infer(node)
        if fact.known and isinstance(fact.value, type):
            return (fact.value,)
        if fact.kind == "tuple" and fact.items is not None and all(isinstance(i.value, type) for i in fact.items):
            return tuple(item.value for item in fact.items)
        return None


def _is_instance(fact: Fact, classes: tuple[type, ...] | None) -> bool | None:
    cls = class_of_value(fact)
    if cls is None or classes is None:
        return None
    if any("__instancecheck__" in vars(type(each)) and type(each) is not type for each in classes):
        try:  # an abstract class: its answer for instances is that for their class
            return any(issubclass(cls, each) for each in classes)
        except TypeError:
            return None
    return issubclass(cls, classes)


def _has_attribute(fact: Fact, name: str) -> bool | None:
    cls = class_of_value(fact)
    if cls is None:
        return None
    if _defines(cls, name, everywhere=True):
        return None if isinstance(getattr(cls, name, None), property) else True
    if fact.kind != "object":
        return False
    if _defines(cls, "__getattr__", "__getattribute__") or fact.keys is None:
        return None
    if name in fact.keys:
        return True if fact.has_sure_keys else None
    return None if dataclasses.is_dataclass(cls) else False  # facts know the fields of a dataclass alone


def _is_callable(fact: Fact) -> bool | None:
    cls = class_of_value(fact)
    return None if cls is None else _defines(cls, "__call__", everywhere=True)


def _defines(cls: type | None, *names: str, everywhere: bool = False) -> bool:
    """Tell whether a class defines one of some members: itself, or a base of the user's, or any base."""
    bases = () if cls is None else cls.__mro__
    mine = [base for base in bases if everywhere or base.__module__ != "builtins"]
    return any(name in vars(base) for base in mine for name in names)
