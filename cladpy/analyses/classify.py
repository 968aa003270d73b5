"""Find what each assignment of the normal form does, from its text and the facts of its operands.

An argument that a rule does not model makes an operation ``Opaque``: an error (C203) only where it matters.
"""

import copy
import enum
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import gast
import numpy as np

from cladpy.analyses.derivative_calls import whole_call
from cladpy.analyses.facts_of_values import is_derivative
from cladpy.analyses.infer import Inference, repeats
from cladpy.analyses.mutating_calls import mutation_of, taken_index, updates
from cladpy.analyses.objects import (
    builtin_method,
    class_defaults,
    constructed_fields,
    copies_plainly,
    method_of,
    operator_method,
    property_of,
    reads_plainly,
)
from cladpy.analyses.operations import (
    Apply,
    CallCustom,
    CallUser,
    Chain,
    Copy,
    Display,
    Item,
    Member,
    Opaque,
    Operation,
    Repeat,
    Shallow,
    Taken,
)
from cladpy.analyses.sparse_matrices import SPARSE, is_product
from cladpy.errors import CladpyError
from cladpy.frontend.find_source import primal_function
from cladpy.frontend.namespace import unmarked
from cladpy.ir.call_arguments import Parameters, UnknownStarError
from cladpy.ir.callables import Unspelled
from cladpy.ir.expressions import dotted, name, names_in, root_of
from cladpy.ir.fact import CONTAINERS, UNKNOWN, Fact, as_key, as_number, is_literal_key, present
from cladpy.normalize.closures import has_star
from cladpy.rules import OPERATORS, ArgumentFacts, CustomRules, choose, custom_registry, default_registry, unknown
from cladpy.rules.custom_signature import primal_parameters
from cladpy.rules.declaration import Rule
from cladpy.rules.variants import default_value
from cladpy.runtime import check_slots, check_tangent, plain_collections

FOLLOWED = (
    # classes that programs have as their own
    "cladpy.runtime.scipy.ode",
    plain_collections.__name__,
    # adjoints in plain NumPy, which have derivatives as the user's functions do
    "cladpy.runtime.hermitian",
    "cladpy.runtime.matrix_powers",
    "cladpy.runtime.norms",
    "cladpy.runtime.least_squares",
    "cladpy.runtime.qr",
    "cladpy.runtime.svd",
    "cladpy.runtime.linalg",
)
UFUNC_KEYWORDS = frozenset({"dtype", "casting", "order", "subok"})
Expand = Callable[[object, Sequence[Fact]], types.FunctionType | None]
"""Returns the generated function behind a derivative that is called with these facts; None for anything else."""


def operation_of(
    value: gast.expr, inference: Inference, literal: Callable[[gast.expr], bool], expand: Expand | None = None
) -> Operation:
    """Return what an assignment's value does.

    Parameters
    ----------
    value : expression
        An operation on atoms over versions.
    inference : Inference
        Gives the facts of the atoms.
    literal : callable
        Tells whether an atom is a number written in the source.

    Raises
    ------
    CladpyError
        C203 for an argument that the function's rule does not model.
    """
    return _Classifier(inference, literal, expand).classify(value)


@dataclass(frozen=True, slots=True)
class _Classifier:
    inference: Inference
    literal: Callable[[gast.expr], bool]
    expand: Expand | None = None

    def classify(self, value: gast.expr) -> Operation:
        if isinstance(value, gast.Name | gast.Constant):
            return Copy(value)
        if isinstance(value, gast.Tuple | gast.List):
            return self.display(value)
        if isinstance(value, gast.Dict):
            return self.dictionary(value)
        if isinstance(value, gast.BinOp):
            return self.operator(OPERATORS[type(value.op)], [value.left, value.right], value)
        if isinstance(value, gast.UnaryOp) and not isinstance(value.op, gast.Not):
            return self.operator(OPERATORS[type(value.op)], [value.operand], value)
        if isinstance(value, gast.Subscript):
            return self.subscript(value)
        if isinstance(value, gast.Attribute):
            return self.attribute(value)
        if isinstance(value, gast.Call):
            return self.call(value)
        inactive = isinstance(value, gast.Compare | gast.BoolOp | gast.UnaryOp | gast.JoinedStr)
        return Opaque(value, inactive, f"a {type(value).__name__} of active values")

    def display(self, value: gast.Tuple | gast.List) -> Operation:
        if any(isinstance(item, gast.Starred) for item in value.elts):
            return Opaque(value, inactive=False, why="a * inside a display of active values")
        kind = "tuple" if isinstance(value, gast.Tuple) else "list"
        return Display(kind, tuple(value.elts), tuple(range(len(value.elts))))

    def dictionary(self, value: gast.Dict) -> Operation:
        keys = [UNKNOWN if key is None else as_key(self.inference.infer(key)) for key in value.keys]
        if not all(map(is_literal_key, keys)):
            return Opaque(value, inactive=False, why="a dict whose keys are not literals")
        items = {key.value: item for key, item in zip(keys, value.values, strict=True)}  # the last of each key
        return Display("dict", tuple(items.values()), tuple(items))

    def operator(self, function: Callable[..., object], operands: list[gast.expr], value: gast.expr) -> Operation:
        facts = [as_number(self.present(operand)) for operand in operands]
        if any(fact.kind == "str" for fact in facts):
            return Opaque(value, inactive=True)
        called = operator_method(type(value.op), operands, facts)
        if called is not None:
            return self.user(called[0], gast.Call(value, called[1], []), {})
        if any(fact.kind in ("list", "tuple") for fact in facts):
            return self.sequence(value, facts)
        rule = default_registry.lookup(function)
        is_sparse = isinstance(value, gast.BinOp) and isinstance(value.op, gast.MatMult) and is_product(*facts)
        if rule is None or not (is_sparse or all(fact.is_number for fact in facts)):
            return Opaque(value, inactive=False, why=f"this operator on {' and '.join(f.kind for f in facts)}")
        return self.bound(rule, operands, {}, value)

    def sequence(self, value: gast.BinOp | gast.UnaryOp, facts: list[Fact]) -> Operation:
        """Return ``+`` and ``*`` of lists and tuples, or any operator between one and an array."""
        if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult):
            position = 0 if facts[0].kind in ("list", "tuple") else 1
            operands = (value.left, value.right)
            if facts[1 - position].is_number and not repeats(facts[1 - position]):
                return self.with_array(value)
            return Repeat(operands[position], operands[1 - position])
        if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Add) and facts[0].kind == facts[1].kind:
            return Chain((value.left, value.right))
        if isinstance(value, gast.BinOp) and any(fact.is_number and not fact.is_python for fact in facts):
            return self.with_array(value)
        return Opaque(value, inactive=False, why=f"this operator on {' and '.join(f.kind for f in facts)}")

    def with_array(self, value: gast.BinOp) -> Operation:
        """Return an operator between an array and a list, of which NumPy makes an array."""
        rule = default_registry.lookup(OPERATORS[type(value.op)])
        if rule is None:
            return Opaque(value, inactive=False, why="this operator on an array and a list")
        return self.bound(rule, [value.left, value.right], {}, value)

    def subscript(self, value: gast.Subscript) -> Operation:
        """Return an item; what an unknown object makes of active values in an index (``np.r_[a, b]``) is not known."""
        owner = self.present(value.value)
        if owner.is_number and owner.dtype is not None and owner.dtype.kind in "OV":
            return Opaque(value, inactive=False, why="an item of an array of objects or records")
        if owner.is_number or owner.kind in ("list", "tuple", "dict", "str", "range"):
            return Item(value.value, value.slice)
        rule = default_registry.lookup(self.inference.indexed(value.value))
        if rule is not None and not any(isinstance(part, gast.Slice) for part in gast.walk(value.slice)):
            whole = isinstance(value.slice, gast.Tuple) or self.inference.infer(value.slice).kind == "tuple"
            key = value.slice if whole else gast.Tuple([value.slice], gast.Load())
            return self.bound(rule, [key], {}, value)
        called = method_of(owner, "__getitem__")
        if called is not None and not any(isinstance(part, gast.Slice) for part in gast.walk(value.slice)):
            return self.user(called, gast.Call(value, [value.value, value.slice], []), {})
        if any(self.inference.infer(name(part)).may_hold_derivative for part in names_in(value.slice)):
            return Opaque(
                value, inactive=False, why=f"indexing {dotted(value.value) or 'an object'} with active values"
            )
        return Item(value.value, value.slice)

    def attribute(self, value: gast.Attribute) -> Operation:
        if dotted(value) is not None and root_of(value) not in self.inference.facts:
            return Opaque(value, inactive=True)  # a global
        owner = self.present(value.value)
        if owner.is_number:
            rule = default_registry.lookup_method("array", value.attr)
            if rule is None:
                return Opaque(value, inactive=False, why=f"the attribute {value.attr!r}")
            return self.bound(rule, [value.value], {}, value)
        getter = property_of(owner, value.attr)
        if getter is not None:
            return self.user(getter, gast.Call(value, [value.value], []), {})
        if not reads_plainly(owner):
            return Opaque(value, inactive=False, why=f"the attribute {value.attr!r} of a class with __getattribute__")
        return Member(value.value, value.attr)

    # ---- calls ----

    def call(self, value: gast.Call) -> Operation:
        keywords = {keyword.arg: keyword.value for keyword in value.keywords if keyword.arg is not None}
        function = self.inference.function(value.func)
        if has_star(value) and not self.is_of_the_users(function, value):
            return Opaque(value, inactive=False, why="a call with * or **")
        plain = self.without_custom_rules(function, value, keywords)
        return self.with_custom_rules(function, value, keywords, plain)

    def is_of_the_users(self, function: object, value: gast.Call) -> bool:
        """Tell whether a callee is a function of the user's, which may have star parameters."""
        if function is None and isinstance(value.func, gast.Attribute):
            return method_of(self.present(value.func.value), value.func.attr) is not None
        if function is None:
            return method_of(self.present(value.func), "__call__") is not None
        return isinstance(function, types.FunctionType) and not _is_library(function)

    def without_custom_rules(
        self, function: Callable[..., object] | None, value: gast.Call, keywords: Mapping[str, gast.expr]
    ) -> Operation:
        if is_derivative(function) and self.expand is not None:
            arguments = whole_call(function, value)
            facts = None if arguments is None else [self.inference.infer(argument) for argument in arguments]
            expanded = None if facts is None else self.expand(function, facts)
            if expanded is None:
                return Opaque(value, inactive=False, why=str(function.request))  # type: ignore[union-attr]
            function, value, keywords = expanded, gast.Call(value.func, arguments, []), {}
        if isinstance(function, types.FunctionType) and not _is_library(function):
            return self.user(function, value, keywords)
        if isinstance(function, type) and not _is_library(function):
            fields = constructed_fields(function, value.args, keywords)
            if fields is not None:
                named = issubclass(function, tuple)
                fields = class_defaults(function) | fields
                keys = tuple(range(len(fields))) if named else tuple(fields)
                return Display("tuple" if named else "object", tuple(fields.values()), keys, function)
        made = self.present(value.func).cls if function is None else None
        if made is np.vectorize:
            return Opaque(value, inactive=False, why="what np.vectorize makes of a function")
        called = method_of(self.present(value.func), "__call__") if function is None else None
        if called is not None:
            return self.user(called, gast.Call(value.func, [value.func, *value.args], value.keywords), keywords)
        if function is None and isinstance(value.func, gast.Attribute):
            return self.of_container(value, keywords) or self.method(value, keywords)
        converted = builtin_method(function, [self.present(argument) for argument in value.args])
        if converted is not None:
            return self.user(converted, value, keywords)
        if function is object.__new__ and len(value.args) == 1:
            cls = self.inference.infer(value.args[0]).value
            fields = class_defaults(cls) if isinstance(cls, type) else {}
            return Display("object", tuple(fields.values()), tuple(fields), cls if isinstance(cls, type) else None)
        if function in (check_slots, check_tangent):  # of generated code that is differentiated again
            return Copy(value.args[0])
        if function in (list, tuple, dict, copy.copy) and len(value.args) == 1 and not keywords:
            source = self.present(value.args[0])
            if function is tuple and source.kind == "tuple":
                return Copy(value.args[0])
            if source.kind in _SHALLOW[function] and (source.kind != "object" or copies_plainly(source)):
                return Shallow(value.args[0])
            if source.kind in ("dict", "class"):
                return Opaque(value, inactive=True)  # its keys, or its members
        if isinstance(function, enum.EnumType):  # looks a member up
            return Opaque(value, not any(self.may_be_active(each) for each in value.args), why=_name_of(value.func))
        rule = default_registry.lookup(function)
        if rule is None:
            return Opaque(value, inactive=False, why=_name_of(value.func))
        if function in (max, min) and len(value.args) > 1 and any(self.is_container(each) for each in value.args):
            return Opaque(value, inactive=False, why=f"{_name_of(value.func)} of tuples or lists, item by item,")
        return self.bound(rule, list(value.args), keywords, value)

    def present(self, value: gast.expr) -> Fact:
        """Return the facts of the operand of something that raises where it is None."""
        return present(self.inference.infer(value))

    def may_be_active(self, value: gast.expr) -> bool:
        """Tell whether a value may have a derivative."""
        return self.inference.infer(value).may_hold_derivative

    def is_container(self, value: gast.expr) -> bool:
        """Tell whether a value is a tuple, list, dict or object."""
        return self.present(value).kind in CONTAINERS

    def with_custom_rules(
        self, function: object, value: gast.Call, keywords: Mapping[str, gast.expr], plain: Operation
    ) -> Operation:
        """Return the call of a function that has rules of the user's, else the plain operation."""
        if isinstance(plain, CallCustom):
            return plain
        path = dotted(value.func)
        if function is None and path is not None and root_of(value.func) not in self.inference.facts:
            function = self.inference.resolve(path)  # of a kind that is not known to be a function
        function, rules = function_with_rules(function)
        if rules is None or not callable(function):
            return plain
        arguments: dict[str, gast.expr] = {}
        if isinstance(plain, CallUser):
            return CallCustom(function, plain.arguments, value, rules, plain)
        if rules.is_inactive:
            arguments = {f"argument {position}": part for position, part in enumerate(value.args)} | dict(keywords)
            return CallCustom(function, arguments, value, rules, plain)
        try:
            parameters = primal_parameters(function)
            arguments = dict(inspect.Signature(parameters).bind(*value.args, **keywords).arguments)
        except TypeError:
            return Opaque(value, inactive=False, why=f"{_name_of(value.func)} with these arguments")
        for parameter in parameters:
            if parameter.name not in arguments and type(parameter.default) in (int, float, bool, str, type(None)):
                arguments[parameter.name] = gast.Constant(parameter.default, None)
        return CallCustom(function, arguments, value, rules, plain)

    def user(self, function: types.FunctionType, value: gast.Call, keywords: Mapping[str, gast.expr]) -> Operation:
        """Return the call of a function, or of a method with the object as first argument."""
        return self.with_custom_rules(function, value, keywords, self.from_source(function, value, keywords))

    def from_source(
        self, function: types.FunctionType, value: gast.Call, keywords: Mapping[str, gast.expr]
    ) -> Operation:
        rule = default_registry.lookup(function)
        if rule is not None:
            return self.bound(rule, list(value.args), keywords, value)
        signature = own_signature(function)
        try:
            arguments = Parameters.of_signature(signature).bind(value)
        except TypeError as error:
            raise CladpyError("C115", f"{function.__name__}: {error}") from None
        except UnknownStarError:
            return Opaque(value, inactive=False, why=f"a call of {function.__name__} with * or **")
        for parameter in signature.parameters.values():
            if parameter.name not in arguments and parameter.default is inspect.Parameter.empty:
                raise CladpyError("C115", f"{function.__name__}: the argument {parameter.name!r} is missing")
            if parameter.name not in arguments:
                literal = type(parameter.default) in (int, float, bool, str, type(None))
                default = parameter.default if literal else Unspelled(parameter.default)
                arguments[parameter.name] = gast.Constant(default, None)
        return CallUser(function, {name: arguments[name] for name in signature.parameters}, value)

    def of_container(self, value: gast.Call, keywords: Mapping[str, gast.expr]) -> Operation | None:
        """Return the call of a method of a list or dict that gives a derivative, or None."""
        owner, mutation = self.present(value.func.value), mutation_of(value)
        if root_of(value.func) not in self.inference.facts:
            return None  # of a global
        if mutation is not None and updates(owner, mutation) and mutation.method == "pop":
            return Taken(mutation.owner, taken_index(mutation))
        if owner.kind in ("list", "dict") and value.func.attr == "copy" and not value.args and not keywords:
            return Shallow(value.func.value)
        if owner.kind in ("list", "dict", "tuple", "str") and value.func.attr in ("index", "count", "keys"):
            return Opaque(value, inactive=True)
        return None

    def method(self, value: gast.Call, keywords: Mapping[str, gast.expr]) -> Operation:
        owner = self.present(value.func.value)
        plain = method_of(owner, value.func.attr)
        if plain is not None:
            return self.user(plain, gast.Call(value.func, [value.func.value, *value.args], value.keywords), keywords)
        if owner.kind == SPARSE and value.func.attr == "dot" and len(value.args) == 1 and not keywords:
            return self.classify(gast.BinOp(value.func.value, gast.MatMult(), value.args[0]))
        if owner.kind == SPARSE:
            return Opaque(value, inactive=True)  # no method but dot takes what is active
        rule = default_registry.lookup_method("array", value.func.attr) if owner.is_number else None
        if rule is None:
            return Opaque(value, inactive=False, why=f"the method {value.func.attr!r}")
        return self.bound(rule, [value.func.value, *value.args], keywords, value)

    def bound(
        self, rule: Rule, positional: list[gast.expr], keywords: Mapping[str, gast.expr], value: gast.expr
    ) -> Operation:
        """Return the rule applied to its arguments by name, defaults filled in."""
        arguments: dict[str, gast.expr] = {}
        rest = list(positional)
        for parameter in rule.parameters:
            if parameter.kind == "star":
                arguments[parameter.name] = gast.Tuple(rest, gast.Load())
                rest = []
            elif parameter.kind == "positional" and rest:
                arguments[parameter.name] = rest.pop(0)
        known = {parameter.name for parameter in rule.parameters}
        if isinstance(rule.function, np.ufunc) and rule.elementwise:  # they choose a dtype and a layout of the result
            keywords = {key: part for key, part in keywords.items() if key not in UFUNC_KEYWORDS}
        extra = [key for key in keywords if key not in known or key in arguments]
        if rest or extra:
            return Opaque(value, inactive=rule.every is not None, why=_unmodelled(rule, extra))
        arguments |= keywords
        required = {parameter.name for parameter in rule.parameters if parameter.is_required}
        facts = {n: self.argument_facts(each, required=n in required) for n, each in arguments.items()}
        if rule.every is None and "dtype" in facts and _is_of_objects(facts["dtype"].value):
            return Opaque(value, inactive=False, why=f"{rule.name} with dtype=object")
        for parameter in rule.parameters:
            if parameter.name not in arguments and parameter.default is not None:
                arguments[parameter.name] = parameter.default
                facts[parameter.name] = _default_facts(parameter.default)
        return Apply(rule, choose(rule, facts), arguments, facts)

    def argument_facts(self, argument: gast.expr, *, required: bool) -> ArgumentFacts:
        fact = self.present(argument) if required else self.inference.infer(argument)
        literal = self.literal(argument)
        value: object = unknown
        if fact.known:
            value = fact.value
        elif fact.kind == "tuple" and fact.items is not None and all(item.known for item in fact.items):
            value = tuple(item.value for item in fact.items)
        is_real = fact.is_number and fact.dtype is not None and fact.dtype.kind in "fiub"
        ndim = 2 if fact.kind == SPARSE else fact.ndim if fact.is_number else None
        return ArgumentFacts(
            literal, value, fact.kind == "none", ndim, fact.is_scalar, fact.is_python and is_real, is_real,
            fact.is_floating,
        )  # fmt: skip


_SHALLOW = {
    list: ("list", "tuple", "array"), tuple: ("list", "array"), dict: ("dict",), copy.copy: ("list", "dict", "object")
}  # fmt: skip
"""What the functions that make a new container of the items of another take."""


def _is_of_objects(dtype: object) -> bool:
    """Tell whether a dtype is that of Python objects, of which arrays hold any."""
    return dtype is object or (isinstance(dtype, str) and dtype in ("O", "object"))


def _default_facts(default: gast.expr) -> ArgumentFacts:
    """Return what holds of a parameter that is not passed: absent, with the value of its default."""
    return ArgumentFacts(value=default_value(default), absent=True)


def own_signature(function: types.FunctionType) -> inspect.Signature:
    """Return the signature of the function whose source is read for a callee."""
    try:
        return inspect.signature(primal_function(function), follow_wrapped=False)
    except CladpyError:
        return inspect.signature(function)


def function_with_rules(function: object) -> tuple[object, CustomRules | None]:
    """Return a function with the user's rules for it, or for the function that a decorator hands through to."""
    rules = custom_registry.lookup(function)
    if rules is not None or not hasattr(function, "__wrapped__"):
        return function, rules
    try:
        inner = primal_function(function)
    except CladpyError:
        return function, None
    return inner, custom_registry.lookup(inner)


_LIBRARIES = frozenset(
    {"numpy", "scipy", "math", "functools", "cladpy", "copy", "dataclasses", "contextlib", "itertools", "operator",
     "collections", "typing", "enum", "abc", "types", "inspect", "random", "warnings", "re", "json", "pickle"}
)  # fmt: skip
"""Packages whose functions are not followed into their text, Python though it may be."""


def _is_library(function: types.FunctionType | type) -> bool:
    module = function.__module__ or ""
    if isinstance(function, types.FunctionType):  # not the module that a decorator claims
        module = function.__globals__.get("__name__") or module
    return module.partition(".")[0] in _LIBRARIES and module not in FOLLOWED


def _name_of(node: gast.expr) -> str:
    path = dotted(node)
    return "this call" if path is None or "@" in path else unmarked(path)


def _unmodelled(rule: Rule, extra: list[str]) -> str:
    words = ", ".join(repr(key) for key in extra) or "these arguments"
    return f"{rule.name} with {words}"
