"""Say which function or value an attribute stands for, where the class of its owner is known.

before: ``layer.halved(x)``, a static method       after: ``Scale_halved(x)``
before: ``layer.scaled(x)``, a class method        after: ``v@1 = type(layer)``, ``Scale_scaled(v@1, x)``
before: ``super().area(x)``                        after: ``v@1 = s[2]``, ``Shape_area(v@1, x)``
before: ``layer.factor``, an attribute of a class  after: ``Scale.factor``
before: ``f = layer.area``, a method               after: ``f = (<method area>, layer)``
before: ``d.keys()``, a dict of known keys         after: ``("a", "b")``
before: ``self.norm(x)``, an object in a field     after: ``v@1 = self.norm``, ``v@1(x)``
"""

import functools
import inspect
import types
from dataclasses import dataclass

import gast

from cladpy.analyses.objects import OF_PYTHON
from cladpy.frontend.repeatable_functions import is_repeatable
from cladpy.ir.callables import SUPER, Method
from cladpy.ir.expressions import LOAD, attribute, call, constant, dotted, root_of, subscript
from cladpy.ir.fact import Fact, present
from cladpy.ir.statements import Block
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene


@dataclass(frozen=True, slots=True)
class Found:
    """A member of a class: what it is, and the class whose body it stands in."""

    value: object
    cls: type


def settled_members(scene: Scene) -> Block:
    """Return the body with such members named."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute):
            return _Members(scene, value.func, twin.func).called(value)
        if isinstance(value, gast.Attribute):
            return _Members(scene, value, twin).read()
        return None

    return values_rewritten(scene, change)


@dataclass(frozen=True, slots=True)
class _Members:
    scene: Scene
    node: gast.Attribute
    twin: gast.Attribute

    @property
    def owner(self) -> Fact:
        return present(self.scene.fact(self.twin.value))

    def found(self) -> Found | None:
        """Return the member of the owner's class, or of the owner that is a class."""
        fact = self.owner
        if _is_super(fact):
            return _behind(fact, self.node.attr)
        if fact.kind == "class" and isinstance(fact.value, type):
            return _of_class(fact.value, self.node.attr)
        if fact.cls is None or fact.kind not in ("object", "tuple") or self.node.attr in (fact.keys or ()):
            return None
        return _of_class(fact.cls, self.node.attr)

    def is_callable_field(self) -> bool:
        """Tell whether the attribute is a field of the owner that holds an object of the user's: ``self.norm(x)``."""
        fact = self.owner
        if fact.kind not in ("object", "tuple") or fact.items is None or self.node.attr not in (fact.keys or ()):
            return False
        return present(fact.items[(fact.keys or ()).index(self.node.attr)]).kind == "object"

    def instance(self) -> gast.expr:
        """Return the object of which a member is taken."""
        if _is_super(self.owner):
            return self.scene.bind(subscript(self.node.value, constant(2)))
        return self.node.value

    def cls(self) -> gast.expr:
        """Return the class that a class method is given."""
        if self.owner.kind == "class":
            return self.node.value
        return self.scene.bind(call("type", self.instance()))

    # ---- calls ----

    def called(self, node: gast.Call) -> gast.expr | None:
        """Return a call of a member as that of the function behind it."""
        keys = self.keys(node)
        if keys is not None:
            return keys
        if self.node.attr == "__class__" and self.owner.kind in ("object", "tuple"):
            return gast.Call(self.scene.bind(call("type", self.node.value)), node.args, node.keywords)
        if self.is_callable_field():  # the object that is called gets an adjoint: it needs a name
            held = self.scene.bind(attribute(self.node.value, self.node.attr))
            return gast.Call(held, node.args, node.keywords)
        found = self.found()
        if found is None:
            return None
        first: list[gast.expr]
        if isinstance(found.value, staticmethod) and isinstance(found.value.__func__, types.FunctionType):
            function, first = found.value.__func__, []
        elif isinstance(found.value, classmethod) and isinstance(found.value.__func__, types.FunctionType):
            function, first = found.value.__func__, [self.cls()]
        elif isinstance(found.value, types.FunctionType) and _is_super(self.owner):
            function, first = found.value, [self.instance()]
        elif isinstance(found.value, types.FunctionType) and self.owner.kind == "class" and not self.is_global():
            function, first = found.value, []
        else:
            return None
        return gast.Call(self.function(found, function), [*first, *node.args], node.keywords)

    def is_global(self) -> bool:
        """Tell whether the attribute is that of a global, which has a name already."""
        return dotted(self.twin) is not None and root_of(self.twin) not in self.scene.table.facts

    def function(self, found: Found, function: types.FunctionType) -> gast.expr:
        """Return a name for a function that stands in a class."""
        return self.scene.name_of_value(f"{found.cls.__name__}_{self.node.attr.strip('_')}", function)

    def keys(self, node: gast.Call) -> gast.expr | None:
        """Return what ``d.keys()`` gives, as a tuple, or as a list where items may be missing at times."""
        fact = self.owner
        if fact.kind != "dict" or fact.keys is None or self.node.attr != "keys" or node.args or node.keywords:
            return None
        if not fact.has_sure_keys:
            return call("list", self.node.value)
        return gast.Tuple([constant(key) for key in fact.keys], LOAD)

    # ---- reading ----

    def read(self) -> gast.expr | None:
        """Return what an attribute of a class stands for."""
        if self.is_global():
            return None
        if self.node.attr == "__class__" and self.owner.kind in ("object", "tuple"):
            return call("type", self.node.value)
        found = self.found()
        if found is None:
            return None
        member = found.value
        if isinstance(member, functools.cached_property) and isinstance(member.func, types.FunctionType):
            if not is_repeatable(member.func):
                return None
            return gast.Call(self.function(found, member.func), [self.instance()], [])
        if isinstance(member, property) and isinstance(member.fget, types.FunctionType) and _is_super(self.owner):
            return gast.Call(self.function(found, member.fget), [self.instance()], [])
        if isinstance(member, staticmethod) and isinstance(member.__func__, types.FunctionType):
            return self.function(found, member.__func__)
        if isinstance(member, classmethod) or (isinstance(member, types.FunctionType) and self.owner.kind != "class"):
            bound = self.cls() if isinstance(member, classmethod) else self.instance()
            return gast.Tuple([constant(Method(self.node.attr)), bound], LOAD)
        if isinstance(member, property) or inspect.isdatadescriptor(member) or hasattr(type(member), "__get__"):
            return None
        return attribute(self.scene.name_of_value(found.cls.__name__, found.cls), self.node.attr)


def _is_super(fact: Fact) -> bool:
    return fact.kind == "tuple" and bool(fact.items) and fact.items[0].value is SUPER  # type: ignore[index]


def _behind(fact: Fact, name: str) -> Found | None:
    """Return the member that ``super()`` gives: the first behind a class in the order of the object's class."""
    _, start, instance = fact.items or ()
    cls = instance.value if instance.kind == "class" else instance.cls
    if not isinstance(start.value, type) or not isinstance(cls, type) or start.value not in cls.__mro__:
        return None
    return _first(cls.__mro__[cls.__mro__.index(start.value) + 1 :], name)


def _of_class(cls: type, name: str) -> Found | None:
    return _first(cls.__mro__, name)


def _first(classes: tuple[type, ...], name: str) -> Found | None:
    for cls in classes:
        if name in vars(cls):
            return None if cls.__module__.partition(".")[0] in OF_PYTHON else Found(vars(cls)[name], cls)
    return None
