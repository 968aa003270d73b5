"""What objects of the user's classes do: which function a method, operator, property or constructor stands for.

before: ``w = 2 * v``   after: ``CallUser(Vec3.__rmul__, {self: v, k: 2})``
before: ``Vec3(a, b)``  after: a display of the fields ``{x: a, y: b}`` (dataclass, named tuple, plain ``__init__``)

The class is known from facts. What a class does beyond its own text (``__getattr__``, ``__post_init__``, slots with
descriptors) is left alone, and refused where it matters.
"""

import abc
import dataclasses
import enum
import inspect
import types
from collections.abc import Mapping, Sequence

import gast

from cladpy.analyses.constructors import bound_arguments, plain_fields
from cladpy.ir.fact import Fact
from cladpy.ir.operator_methods import OPERATOR_METHODS

BUILTINS: Mapping[object, str] = {abs: "__abs__", float: "__float__", round: "__round__"}


def class_of(fact: Fact) -> type | None:
    """Return the user's class of an object, named tuple or member of an enumeration, if facts know it."""
    return fact.cls if fact.kind in ("object", "tuple", "enum") else None


def method_of(fact: Fact, name: str) -> types.FunctionType | None:
    """Return the plain function behind a method, or None."""
    cls = class_of(fact)
    found = inspect.getattr_static(cls, name, None) if cls is not None else None
    return found if isinstance(found, types.FunctionType) and not _is_library(found) else None


def property_of(fact: Fact, name: str) -> types.FunctionType | None:
    """Return the getter of a property, or None."""
    cls = class_of(fact)
    found = inspect.getattr_static(cls, name, None) if cls is not None else None
    return found.fget if isinstance(found, property) and isinstance(found.fget, types.FunctionType) else None


def setter_of(fact: Fact, name: str) -> types.FunctionType | None:
    """Return the setter of a property, or None."""
    cls = class_of(fact)
    found = inspect.getattr_static(cls, name, None) if cls is not None else None
    return found.fset if isinstance(found, property) and isinstance(found.fset, types.FunctionType) else None


def storing_method(fact: Fact, target: gast.expr) -> types.FunctionType | None:
    """Return what a store into an attribute or item of an object calls, or None: a setter, or ``__setitem__``."""
    if isinstance(target, gast.Attribute):
        return setter_of(fact, target.attr)
    return method_of(fact, "__setitem__") if isinstance(target, gast.Subscript) else None


def in_place_method(fact: Fact, operator: type) -> types.FunctionType | None:
    """Return what ``o += v`` and its like call, if the class of an object has a method for it."""
    word = OPERATOR_METHODS.get(operator)
    return None if word is None or fact.kind != "object" else method_of(fact, f"__i{word}__")


def stores_plainly(fact: Fact, name: str) -> bool:
    """Tell whether setting an attribute of an object just sets it: no property, descriptor or ``__setattr__``."""
    cls = class_of(fact)
    if cls is None:
        return True
    setattrs = {id(inspect.getattr_static(each, "__setattr__", None)) for each in (cls, object)}
    if len(setattrs) > 1 and not dataclasses.is_dataclass(cls):  # a frozen one raises
        return False
    member = inspect.getattr_static(cls, name, None)
    return isinstance(member, types.MemberDescriptorType) or not hasattr(member, "__set__")


def reads_plainly(fact: Fact) -> bool:
    """Tell whether reading an attribute of an object just reads it, but for properties."""
    cls = class_of(fact)
    return cls is None or inspect.getattr_static(cls, "__getattribute__", None) in (
        object.__getattribute__, tuple.__getattribute__
    )  # fmt: skip


def lacks(fact: Fact, name: str) -> bool:
    """Tell whether an object certainly has no attribute of a name, given the facts of those that it has.

    Facts of an argument know the fields of a dataclass alone, so of those nothing is certain.
    """
    cls = class_of(fact)
    if cls is None or fact.keys is None or name in fact.keys or dataclasses.is_dataclass(cls):
        return False
    members = (name, "__getattr__")
    return reads_plainly(fact) and all(inspect.getattr_static(cls, each, None) is None for each in members)


COPYING = ("__copy__", "__deepcopy__", "__getstate__", "__setstate__", "__reduce__", "__reduce_ex__",
           "__getnewargs__", "__getnewargs_ex__")  # fmt: skip
"""The methods by which a class says how its objects are copied."""


def copies_plainly(fact: Fact) -> bool:
    """Tell whether a copy of an object has its attributes, and no more is done."""
    cls = class_of(fact)
    if cls is None or "__slots__" in {name for base in cls.__mro__[:-1] for name in vars(base)}:
        return False
    return all(
        inspect.getattr_static(cls, name, None) is inspect.getattr_static(object, name, None) for name in COPYING
    )


def _is_library(function: types.FunctionType) -> bool:
    """Tell whether a method is that of a library's class, whose text is not the user's: ``np.r_.__getitem__``."""
    module = function.__globals__.get("__name__") or ""  # of ``t._replace`` the class claims another
    return module.split(".")[0] in ("numpy", "scipy", "collections", "enum")


def operator_method(
    operator: type, operands: Sequence[gast.expr], facts: Sequence[Fact]
) -> tuple[types.FunctionType, list[gast.expr]] | None:
    """Return the method that an operator on objects calls, with its arguments in order."""
    word = OPERATOR_METHODS.get(operator)
    if word is None:
        return None
    direct = method_of(facts[0], f"__{word}__")
    reflected = method_of(facts[1], f"__r{word}__") if len(operands) == 2 else None
    goes_first = reflected is not None and _goes_first(facts[0], facts[1], f"__r{word}__")
    if direct is not None and not goes_first:
        return None if _may_decline(direct) else (direct, list(operands))
    if reflected is None or _may_decline(reflected) or (not goes_first and _numpy_goes_first(facts[0], facts[1])):
        return None
    return reflected, [operands[1], operands[0]]


def _goes_first(left: Fact, right: Fact, reflected: str) -> bool:
    """Tell whether Python asks the right operand first: one of a subclass, which has a method of its own."""
    mine, other = class_of(left), class_of(right)
    if mine is None or other is None or mine is other or not issubclass(other, mine):
        return False
    return inspect.getattr_static(other, reflected, None) is not inspect.getattr_static(mine, reflected, None)


def _numpy_goes_first(left: Fact, right: Fact) -> bool:
    """Tell whether NumPy may take the operator: item by item of an array, or as an array that is made of both."""
    cls = class_of(right)
    if not left.is_number or left.kind == "python" or inspect.getattr_static(cls, "__array_ufunc__", 0) is None:
        return False
    return left.kind != "scalar" or any(hasattr(cls, each) for each in ("__len__", "__array__", "__array_ufunc__"))


def builtin_method(function: object, facts: Sequence[Fact]) -> types.FunctionType | None:
    """Return the method that a builtin calls on its first argument: that of ``abs(v)`` is ``__abs__``."""
    if not facts or function not in BUILTINS or class_of(facts[0]) is None:
        return None
    return method_of(facts[0], BUILTINS[function])


def _may_decline(function: types.FunctionType) -> bool:
    """Tell whether an operator's method may return NotImplemented, so that another one is tried."""
    return "NotImplemented" in function.__code__.co_names


def constructed_fields(
    cls: type, arguments: Sequence[gast.expr], keywords: Mapping[str, gast.expr]
) -> dict[str, gast.expr] | None:
    """Return the fields that a constructor fills, by name, with the expressions that fill them; None if not known."""
    if hasattr(cls, "_fields") and issubclass(cls, tuple):
        return bound_arguments(inspect.signature(cls), arguments, keywords)
    init = inspect.getattr_static(cls, "__init__", None)
    if init is object.__init__ and cls is not object and _is_made_plainly(cls):
        return None if arguments or keywords else {}
    if not isinstance(init, types.FunctionType) or "__new__" in vars(cls):
        return None
    if dataclasses.is_dataclass(cls) and not hasattr(cls, "__post_init__") and init.__qualname__.endswith("__init__"):
        fields = list(dataclasses.fields(cls))
        generated = init.__code__.co_filename.startswith("<")
        if generated and all(field.init for field in fields):
            return bound_arguments(inspect.signature(cls), arguments, keywords)
    return plain_fields(cls, init, inspect.signature(cls), arguments, keywords)


def class_defaults(cls: type) -> dict[str, gast.expr]:
    """Return the literals that a class has for its objects' attributes: what these are until something is stored.

    Those of a dataclass are defaults of its fields, and what a class computes is read off the class.
    """
    if dataclasses.is_dataclass(cls) or issubclass(cls, tuple | enum.Enum):
        return {}
    owners = [each for each in reversed(cls.__mro__) if each.__module__.partition(".")[0] not in OF_PYTHON]
    members = {key: value for owner in owners for key, value in vars(owner).items() if not key.startswith("__")}
    return {key: gast.Constant(value, None) for key, value in members.items() if type(value) in _PLAIN}


_PLAIN = (int, float, complex, bool, str, type(None))
OF_PYTHON = ("builtins", "numpy", "functools", "typing", "abc", "enum", "collections")
"""Where classes are defined whose members are not the user's."""


def plain_constructor(cls: type) -> types.FunctionType | None:
    """Return the ``__init__`` of a class that does no more to make an object than to call it, or None."""
    if not _is_made_plainly(cls):
        return None
    init = inspect.getattr_static(cls, "__init__", None)
    return init if isinstance(init, types.FunctionType) else None


def _is_made_plainly(cls: type) -> bool:
    """Tell whether an object of a class is made by Python's own ``__new__``, and nothing else is done for it."""
    return type(cls) in (type, abc.ABCMeta) and "__new__" not in {n for base in cls.__mro__[:-1] for n in vars(base)}
