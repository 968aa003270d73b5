"""The facts of an expression, from the facts of the names in it.

Used for the primal and for generated code alike: shapes, dtypes and kinds of every adjoint come from here.
Soundness: may know less than the truth, never more.
"""

import cmath
import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count

import gast
import numpy as np

from cladpy import runtime
from cladpy.analyses import infer_indexing, transfer
from cladpy.analyses.facts_of_values import fact_of, member_of_enum
from cladpy.analyses.infer_builtins import BUILTINS, OF_ANY_ARGUMENTS, replaced
from cladpy.analyses.objects import lacks
from cladpy.analyses.random_draws import draws_of
from cladpy.analyses.sizes import size_of
from cladpy.analyses.sparse_matrices import SPARSE, method_fact, product_fact
from cladpy.analyses.transfer_shapes import SHAPE_TRANSFERS
from cladpy.analyses.trials import by_trial, safe_trial, without_dtype
from cladpy.frontend.namespace import MISSING
from cladpy.ir.by_class import MethodByClass
from cladpy.ir.callables import Unspelled
from cladpy.ir.expressions import dotted, root_of
from cladpy.ir.fact import (
    BOOL,
    BOTTOM,
    COMPLEX,
    FLOAT,
    INT,
    STR,
    UNKNOWN,
    Dim,
    Fact,
    array,
    as_key,
    as_number,
    element_of,
    is_literal_key,
    join,
    of_constant,
    present,
    read_from,
    same_dtype,
)
from cladpy.rules import OPERATORS, default_registry, indexed

ANYWHERE = "e"
"""The label of an expression that makes no version."""
_readers = count()
REDUCTIONS = frozenset(
    {
        np.sum, np.mean, np.prod, np.max, np.min, np.var, np.std, np.ptp, np.median,
        np.all, np.any, np.argmax, np.argmin,
        np.nansum, np.nanmean, np.nanprod, np.nanmax, np.nanmin, np.nanvar, np.nanstd, np.nanmedian,
    }
)  # fmt: skip
SAME_SHAPE = frozenset({np.sort, np.flip, np.roll, np.zeros_like, np.ones_like, np.empty_like, np.copy})
CREATORS: frozenset[object] = frozenset(
    {np.eye, np.identity, np.zeros, np.ones, np.empty, np.zeros_like, np.ones_like, np.empty_like}
)  # that always give an array
OF_SEQUENCES: frozenset[object] = frozenset({np.array, np.asarray, np.asanyarray, np.ascontiguousarray})
"""Functions that make a new array of a list or tuple."""
SAME_RANK = frozenset({np.moveaxis, np.swapaxes, np.rollaxis, np.flip, np.roll})  # along axes that are not known
ELEMENTWISE_HELPERS = frozenset(
    {
        runtime.divide_guarded, runtime.multiply_guarded, runtime.strong_product,
        runtime.power_adjoint, runtime.power_exponent_adjoint,
        runtime.masked, runtime.larger_share, runtime.smaller_share, runtime.ratio_or_zero, np.where,
    }
)  # fmt: skip
REAL_OR_COMPLEX = frozenset(
    {"eig", "eigvals", "roots", "real_if_close", "sqrtm", "logm", "funm", "fractional_matrix_power", "schur"}
)
"""Names of library functions whose results are real or complex as the values of their arguments have it."""
STRICT = frozenset({len, int, float, list, tuple, max, min, abs, sorted, sum, pow, round})
"""Builtins that raise where an argument is None."""
_NUMPY_ATTRIBUTES = {"size": INT, "ndim": INT}
_UNARY = {gast.USub: np.negative, gast.UAdd: np.positive, gast.Invert: np.invert}

# Methods of texts that give a text, whatever they are given.
TEXT_METHODS = frozenset(
    {"capitalize", "casefold", "center", "expandtabs", "format", "join", "ljust", "lower", "lstrip", "removeprefix",
     "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title", "upper", "zfill"}
)  # fmt: skip


@dataclass(slots=True)
class Inference:
    """Infers facts of expressions.

    Parameters
    ----------
    facts : mapping of str to Fact
        Facts of versions and variables; a name that is missing is a global.
    resolve : callable
        Gives the live value of a dotted global name, or MISSING.
    label : str
        Names the dimensions that the expression makes.
    """

    facts: Mapping[str, Fact]
    resolve: Callable[[str], object]
    label: str = ANYWHERE

    @MethodByClass
    def infer(self, node: gast.AST) -> Fact:
        """Return the facts of an expression."""
        return UNKNOWN

    def reader(self) -> str:
        """Return what names the dimensions that one reader of a container meets: two are never the same."""
        return self.label if self.label != ANYWHERE else f"{ANYWHERE}{next(_readers)}"

    def named(self, label: str) -> "Inference":
        """Return the same inference with another label for new dimensions."""
        return Inference(self.facts, self.resolve, label)

    @infer.register
    def _(self, node: gast.Constant) -> Fact:
        if isinstance(node.value, Unspelled):
            return fact_of(node.value.value, self.label)
        return of_constant(node.value)

    @infer.register
    def _(self, node: gast.Name) -> Fact:
        found = self.facts.get(node.id)
        return self.global_fact(node.id) if found is None else found

    def global_fact(self, path: str) -> Fact:
        """Return the facts of a global, by its dotted name."""
        value = self.resolve(path)
        return UNKNOWN if value is MISSING else fact_of(value, path)

    @infer.register
    def _(self, node: gast.Attribute) -> Fact:
        path = dotted(node)
        if path is not None and root_of(node) not in self.facts:
            value = self.resolve(path)
            if value is not MISSING:
                return fact_of(value, path)
        return self.member(present(self.infer(node.value)), node.attr)

    def member(self, owner: Fact, name: str) -> Fact:
        """Return the facts of an attribute."""
        if owner.kind == "bottom":
            return BOTTOM
        if (
            owner.kind in ("object", "tuple")
            and owner.keys is not None
            and owner.items is not None
            and name in owner.keys
        ):
            return read_from(owner, owner.items[owner.keys.index(name)], self.reader())
        if owner.kind == "object" and owner.items is not None and lacks(owner, name):
            return BOTTOM  # an AttributeError; one that is set is told of by the object's node, once that is known
        if owner.kind == "enum" and name in ("name", "value"):
            return member_of_enum(owner, name)
        if not owner.is_number:
            return owner if owner.kind == SPARSE and name == "T" else UNKNOWN
        if name in _NUMPY_ATTRIBUTES:
            return of_constant(owner.ndim) if name == "ndim" and owner.ndim is not None else _NUMPY_ATTRIBUTES[name]
        if name == "shape" and owner.dims is not None:
            sizes = tuple(INT if size_of(dim) is None else of_constant(size_of(dim)) for dim in owner.dims)
            return Fact("tuple", dims=owner.dims, items=sizes)
        if name == "dtype" and owner.dtype is not None and not owner.is_python:
            return Fact("class", value=owner.dtype, known=True)
        if name == "T":
            return Fact(owner.kind, owner.dtype, None if owner.dims is None else owner.dims[::-1])
        if name == "mT":
            dims = owner.dims if owner.dims is not None and len(owner.dims) >= 2 else None
            return Fact("array", owner.dtype, None if dims is None else (*dims[:-2], dims[-1], dims[-2]))
        if name in ("real", "imag"):
            real = (
                owner.dtype if owner.dtype is None or owner.dtype.kind != "c" else np.empty(0, owner.dtype).real.dtype
            )
            return Fact(owner.kind, real, owner.dims)
        return UNKNOWN

    @infer.register
    def _(self, node: gast.BinOp) -> Fact:
        operands = [present(self.infer(node.left)), present(self.infer(node.right))]
        return self.operator(type(node.op), operands)

    def operator(self, kind: type, operands: list[Fact]) -> Fact:
        """Return the facts of ``left op right``."""
        left, right = operands = [as_number(operand) for operand in operands]
        if "bottom" in (left.kind, right.kind):
            return BOTTOM
        if left.kind in ("tuple", "list", "str") or right.kind in ("tuple", "list", "str"):
            return self.sequence_operator(kind, left, right)
        if not (left.is_number and right.is_number):
            return (product_fact(left, right, self.label) if kind is gast.MatMult else None) or UNKNOWN
        python = transfer.python_operator(OPERATORS[kind], operands, kind.__name__)
        if python is not None:
            return python
        if kind is gast.MatMult:
            return transfer.matmul(left, right, self.label) or Fact("number", None, None)
        return transfer.of_operator(OPERATORS[kind], operands, self.label)

    def sequence_operator(self, kind: type, left: Fact, right: Fact) -> Fact:
        """Return the facts of ``+`` and ``*`` of sequences."""
        if kind is gast.Add and left.kind == right.kind and left.kind in ("tuple", "list"):
            if left.items is not None and right.items is not None:
                return Fact(left.kind, items=left.items + right.items)
            return Fact(left.kind, element=join(element_of(left), element_of(right), self.label))
        if kind is gast.Mult:
            sequence, times = (left, right) if left.kind in ("tuple", "list") else (right, left)
            if not repeats(times):
                return self.array_with_sequence(kind, left, right)
            if sequence.items is not None and times.known:
                return Fact(sequence.kind, items=sequence.items * int(times.value))  # type: ignore[call-overload]
            if sequence.kind in ("tuple", "list"):
                return Fact(sequence.kind, element=element_of(sequence))
        if "str" in (left.kind, right.kind):
            is_known = kind is gast.Add and left.kind == right.kind and left.known and right.known
            return of_constant(left.value + right.value) if is_known else STR  # type: ignore[operator]
        return self.array_with_sequence(kind, left, right)

    def array_with_sequence(self, kind: type, left: Fact, right: Fact) -> Fact:
        """Return the facts of an operator between an array and a list, which NumPy turns into an array."""
        operands = [
            self.called(np.asarray, [operand], {}) if operand.kind in ("tuple", "list") else operand
            for operand in (left, right)
        ]
        if all(operand.is_number for operand in operands):
            return self.operator(kind, operands)
        return UNKNOWN

    @infer.register
    def _(self, node: gast.UnaryOp) -> Fact:
        if isinstance(node.op, gast.Not):
            return BOOL
        operand = present(self.infer(node.operand))
        if operand.kind == "bottom":
            return BOTTOM
        if operand.is_python and operand.known and isinstance(node.op, gast.USub):
            return of_constant(-operand.value)  # type: ignore[operator]
        if operand.is_python:
            return operand.without_value() if not same_dtype(operand.dtype, BOOL.dtype) else INT
        if not operand.is_number:
            return UNKNOWN
        return transfer.of_operator(_UNARY[type(node.op)], [operand], self.label)

    @infer.register
    def _(self, node: gast.Compare) -> Fact:
        operands = [self.infer(part) for part in (node.left, *node.comparators)]
        if len(node.ops) > 1 or isinstance(node.ops[0], gast.Is | gast.IsNot | gast.In | gast.NotIn):
            return BOOL
        if all(operand.is_python for operand in operands) or all(operand.kind == "str" for operand in operands):
            return BOOL
        is_of_texts = all(operand.is_python or operand.kind in ("str", "none") for operand in operands)
        if is_of_texts and isinstance(node.ops[0], gast.Eq | gast.NotEq):
            return BOOL
        if not all(operand.is_number for operand in operands):
            return UNKNOWN
        return transfer.of_operator(np.less, operands, self.label)

    @infer.register
    def _(self, node: gast.BoolOp) -> Fact:
        facts = [self.infer(value) for value in node.values]
        out = facts[0]
        for fact in facts[1:]:
            out = join(out, fact, self.label)
        return out

    @infer.register
    def _(self, node: gast.IfExp) -> Fact:
        return join(self.infer(node.body), self.infer(node.orelse), self.label)

    @infer.register(gast.Tuple)
    @infer.register(gast.List)
    def _(self, node: gast.Tuple | gast.List) -> Fact:
        kind = "tuple" if isinstance(node, gast.Tuple) else "list"
        items: list[Fact] = []
        for item in node.elts:
            fact = self.infer(item.value if isinstance(item, gast.Starred) else item)
            if not isinstance(item, gast.Starred):
                items.append(fact)
            elif fact.kind in ("list", "tuple") and fact.has_sure_keys:
                items += fact.items or ()
            else:
                return Fact(kind, element=UNKNOWN)
        return Fact(kind, items=tuple(items))

    @infer.register
    def _(self, node: gast.Dict) -> Fact:
        keys = [UNKNOWN if key is None else as_key(self.infer(key)) for key in node.keys]  # None: **other
        if all(map(is_literal_key, keys)):
            items = {key.value: self.infer(value) for key, value in zip(keys, node.values, strict=True)}
            return Fact("dict", items=tuple(items.values()), keys=tuple(items))
        values = [self.infer(value) for value in node.values]
        if not all(fact.is_python and not fact.may_hold_derivative for fact in values):
            return UNKNOWN
        element, key = BOTTOM, BOTTOM
        for fact, each in zip(values, keys, strict=True):
            element, key = join(element, fact.without_value()), join(key, each.without_value())
        return Fact("dict", element=element, key=key)

    @infer.register
    def _(self, node: gast.Set) -> Fact:
        return self.set_of(node.elts)

    def set_of(self, items: list[gast.expr]) -> Fact:
        """Return the facts of a set of some items: none, where one of them may have a derivative."""
        return UNKNOWN if any(self.infer(item).may_hold_derivative for item in items) else Fact("set", cls=set)

    @infer.register
    def _(self, node: gast.JoinedStr) -> Fact:
        parts = [self.text_of(part) for part in node.values]
        return STR if None in parts else of_constant("".join(map(str, parts)))

    def text_of(self, part: gast.expr) -> str | None:
        """Return the text that a part of an f-string gives, where it is known: of a text, or a whole number."""
        if isinstance(part, gast.Constant):
            return str(part.value)
        if not isinstance(part, gast.FormattedValue) or part.conversion != -1 or part.format_spec is not None:
            return None
        fact = self.infer(part.value)
        return str(fact.value) if fact.known and type(fact.value) in (str, int) else None

    # ---- indexing ----

    @infer.register
    def _(self, node: gast.Subscript) -> Fact:
        owner = present(self.infer(node.value))
        if owner.kind == "bottom":
            return BOTTOM
        if owner.kind in ("tuple", "list", "dict"):
            return infer_indexing.item(self, owner, node.slice)
        if owner.is_number and owner.dims is not None:
            return infer_indexing.indexed(self, owner, node.slice)
        if owner.is_number:
            return Fact("number", owner.dtype, None)
        joins = self.indexed(node.value)
        if joins is not None:
            return self.called(joins, [self.infer(node.slice)], {})
        if owner.kind == "str":
            return STR
        if owner.kind == "range":
            return owner if isinstance(node.slice, gast.Slice) else INT
        if owner.kind == "class" and isinstance(owner.value, enum.EnumType):
            return Fact("enum", cls=owner.value)
        return UNKNOWN

    def indexed(self, owner: gast.expr) -> Callable[..., object] | None:
        """Return the library's function that indexing a global calls, or None."""
        path = dotted(owner)
        is_global = path is not None and root_of(owner) not in self.facts
        return indexed(self.resolve(path)) if is_global and path is not None else None

    # ---- calls ----

    @infer.register
    def _(self, node: gast.Call) -> Fact:
        if any(isinstance(argument, gast.Starred) for argument in node.args):
            return UNKNOWN
        arguments = [self.infer(argument) for argument in node.args]
        keywords = {keyword.arg: self.infer(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        function = self.function(node.func)
        if function is None and self.infer(node.func).kind == "bottom":
            return BOTTOM
        if function is None and isinstance(node.func, gast.Attribute):
            owner = present(self.infer(node.func.value))
            return self.method(owner, node.func.attr, arguments, keywords)
        return UNKNOWN if function is None else self.called(function, arguments, keywords)

    def function(self, node: gast.expr) -> Callable[..., object] | None:
        """Return the live function that a callee denotes, or None."""
        fact = self.infer(node)
        is_function = fact.known and callable(fact.value) and fact.kind != "enum"  # a member of one is an object
        return fact.value if is_function else None

    def method(self, owner: Fact, name: str, arguments: list[Fact], keywords: Mapping[str, Fact]) -> Fact:
        """Return the facts of a method's result."""
        if owner.kind == "bottom":
            return BOTTOM
        if owner.kind in ("list", "tuple", "str") and name in ("index", "count"):
            return INT
        if owner.kind == "str" and name in TEXT_METHODS:
            return STR
        if owner.kind == "str" and name == "split":
            return words_of(owner, arguments, keywords)
        if owner.kind in ("list", "dict") and name == "copy":
            return owner
        if owner.kind == "tuple" and name == "_replace" and not arguments:
            return replaced(owner, keywords)
        draw = draws_of(owner, name)
        if draw is not None:
            return by_trial(draw, arguments, keywords, self.label)
        if not owner.is_number:
            return method_fact(owner, name, arguments, self.label) or UNKNOWN
        if name == "copy":
            return owner
        if name in ("item", "tolist"):
            return transfer.as_python(owner, owner.dims if name == "tolist" else ())
        if name == "conjugate" and owner.is_python:
            return owner.without_value()
        rule = default_registry.lookup_method("array", name)
        if rule is None or owner.is_python:
            return UNKNOWN
        return self.called(rule.function, [owner, *arguments], keywords)

    def called(self, function: Callable[..., object], arguments: list[Fact], keywords: Mapping[str, Fact]) -> Fact:
        """Return the facts of a library call's result."""
        is_request = getattr(function, "__module__", None) in ("cladpy.api", "cladpy.forward_api")
        if is_request and arguments and all(fact.known for fact in (*arguments, *keywords.values())):
            made = function(*(a.value for a in arguments), **{key: fact.value for key, fact in keywords.items()})
            return Fact("function", value=made, known=True)  # a request made inside the primal
        if any(argument.kind == "bottom" for argument in arguments):
            return BOTTOM
        if any(argument.kind == "optional" for argument in arguments):
            raises = raising(function, len(arguments))
            arguments = [present(fact) if each else fact for fact, each in zip(arguments, raises, strict=True)]
        special = BUILTINS.get(function) if _hashable(function) else None
        if special is not None:
            return special(self, arguments, keywords)
        if isinstance(function, enum.EnumType) and len(arguments) == 1 and not keywords:
            return Fact("enum", cls=function)
        plain = not keywords and all(argument.is_number for argument in arguments)
        if (
            isinstance(function, np.ufunc)
            and function.nout == 1
            and set(keywords) == {"dtype"}
            and keywords["dtype"].known
        ):
            plainly = self.called(function, arguments, {})
            dtype = np.dtype(keywords["dtype"].value)  # type: ignore[call-overload]
            return replace(plainly, dtype=dtype) if plainly.is_number else plainly
        if isinstance(function, np.ufunc) and function.signature is None and plain:
            followed = transfer.elementwise if function.nout == 1 else transfer.elementwise_results
            return followed(function, arguments[: function.nin], self.label)
        if function in ELEMENTWISE_HELPERS and plain and (function is not np.where or len(arguments) == 3):
            trial = by_trial(function, arguments, keywords, self.label)
            dims = transfer.broadcast_dims([argument.dims for argument in arguments], self.label)
            kind = trial.kind if trial.is_number else ("array" if dims else "number")
            return Fact(kind, trial.dtype if trial.is_number else None, dims)
        if function in (np.matmul, np.dot) and len(arguments) == 2:
            found = self.product(function, arguments)
            if found is not None:
                return found
        if function in REDUCTIONS and arguments:
            axis = arguments[1] if len(arguments) > 1 else keywords.get("axis")
            if len(arguments) <= 2 and set(keywords) <= {"axis", "keepdims", "ddof", "where", "dtype"}:
                found = transfer.reduction(function, arguments[0], axis, keywords.get("keepdims"))
                if found is not None:
                    return _of_dtype(found, keywords.get("dtype"))
        is_kept = function in SAME_SHAPE and arguments and arguments[0].is_array and not set(keywords) - {"shift"}
        is_kept = is_kept and arguments[0].dims != ()
        if is_kept and (len(arguments) == 1 or function is np.roll):
            return arguments[0]
        if function is np.cumsum and len(arguments) == 1 and not keywords and arguments[0].ndim == 1:
            return arguments[0]
        shaped = SHAPE_TRANSFERS.get(function) if _hashable(function) else None
        found = None if shaped is None else shaped(arguments, keywords, self.label)
        if found is None:
            found = safe_trial(function, arguments, keywords, self.label)
            if found is not None and is_real_or_complex(function):
                found = without_dtype(found)
        return self.fallback(function, arguments) if found is None or found.kind == "unknown" else found

    def fallback(self, function: Callable[..., object], arguments: list[Fact]) -> Fact:
        """Return what is known of the result of a function of numbers whose facts cannot be followed."""
        if function in SAME_RANK and arguments and arguments[0].is_array and arguments[0].dims is not None:
            return array(arguments[0].dtype, tuple(Dim(f"{self.label}:{k}") for k in range(len(arguments[0].dims))))
        if function in CREATORS or (function in OF_SEQUENCES and _takes_sequence(arguments)):
            return array(None, None)
        is_plain = not any(argument.kind in ("unknown", "object") for argument in arguments)
        if is_plain and _hashable(function) and function in OF_ANY_ARGUMENTS:
            return OF_ANY_ARGUMENTS[function]
        rule = default_registry.lookup(function)
        if rule is None or rule.every is not None:
            return STR if rule is not None and rule.gives == "str" else UNKNOWN
        if rule.elementwise and getattr(function, "__module__", None) == "math":
            return FLOAT  # whatever kind of number it was given
        if rule.elementwise and getattr(function, "__module__", None) == "cmath" and len(rule.results) == 1:
            return FLOAT if function is cmath.phase else COMPLEX
        if len(rule.results) > 1:
            return Fact("tuple", items=(transfer.NUMBER,) * len(rule.results))
        is_flat = rule.name.startswith("numpy.")  # what the runtime gives may be nested as the operands are
        item = transfer.NUMBER if is_flat else UNKNOWN
        return {"number": transfer.NUMBER, "unknown": UNKNOWN}.get(rule.gives, Fact(rule.gives, element=item))

    def product(self, function: Callable[..., object], arguments: list[Fact]) -> Fact | None:
        """Return the facts of a matrix product."""
        left, right = arguments
        if function is np.dot and (left.dims is None or right.dims is None or max(len(left.dims), len(right.dims)) > 2):
            return None
        if function is np.dot and () in (left.dims, right.dims):
            strong = [transfer.as_array_scalar(argument) for argument in arguments]
            return transfer.elementwise(np.multiply, strong, self.label)
        return transfer.matmul(left, right, self.label)


def _takes_sequence(arguments: list[Fact]) -> bool:
    """Tell whether the first argument of a call is a list or tuple."""
    return bool(arguments) and arguments[0].kind in ("list", "tuple")


def raising(function: Callable[..., object], count: int) -> list[bool]:
    """Tell of each argument by place whether a function raises, or makes nothing of use, where it is None."""
    strict = isinstance(function, np.ufunc) or getattr(function, "__module__", None) == "math"
    if strict or (_hashable(function) and function in STRICT):
        return [True] * count
    rule = default_registry.lookup(function)
    required = [] if rule is None else [each.is_required for each in rule.parameters if each.kind == "positional"]
    return [*required, *[False] * count][:count]


def is_library(function: object) -> bool:
    """Tell whether a function belongs to Python, NumPy, SciPy or the runtime: calling it on made-up values is safe."""
    module = str(getattr(function, "__module__", None) or type(function).__module__)
    return module.split(".", maxsplit=1)[0].lstrip("_") in ("numpy", "math", "builtins", "operator", "scipy", "cladpy")


def is_real_or_complex(function: object) -> bool:
    """Tell whether the dtype of a library function's result depends on values."""
    from_emath = str(getattr(function, "__module__", "")).endswith("scimath")
    return from_emath or getattr(function, "__name__", "") in REAL_OR_COMPLEX


def repeats(times: Fact) -> bool:
    """Tell whether multiplying a sequence by a value repeats it: a whole number does, an array makes an array of it."""
    return times.is_scalar and times.kind != "array" and times.dtype is not None and times.dtype.kind in "iub"


def _of_dtype(found: Fact, asked: Fact | None) -> Fact:
    """Return the facts of a number or array that was made with a dtype of its own."""
    if asked is None or asked.kind == "none":
        return found
    return replace(found, dtype=np.dtype(asked.value) if asked.known else None)  # type: ignore[call-overload]


def _hashable(function: object) -> bool:
    try:
        hash(function)
    except TypeError:
        return False
    return True


def words_of(owner: Fact, arguments: list[Fact], keywords: Mapping[str, Fact]) -> Fact:
    """Return the facts of ``text.split()`` or ``text.split(separator)``: the words, where these are known."""
    text, separator = owner.value, arguments[0].value if arguments else None
    is_known = isinstance(text, str) and (not arguments or (isinstance(separator, str) and separator != ""))
    if keywords or len(arguments) > 1 or not is_known:
        return Fact("list", element=STR)
    return Fact("list", items=tuple(map(of_constant, str(text).split(None if separator is None else str(separator)))))
