"""Calls of NumPy that stand for several others, or that call a function of the user's: written out.

before: ``np.add.outer(a, b)``       after: ``v@1 = np.reshape(a, np.shape(a) + (1,) * np.ndim(b))``, ``np.add(v@1, b)``
before: ``np.atleast_1d(a, b)``       after: ``(np.atleast_1d(a), np.atleast_1d(b))``
before: ``np.einsum(a, [0, 1], b, [1])``  after: ``np.einsum("AB,B", a, b)``
before: ``np.fromfunction(f, (m, n))``  after: ``v@1 = np.indices((m, n), float)``, ``f(v@1[0], v@1[1])``
before: ``np.piecewise(x, [c], [f, g])``  after: ``y = np.zeros_like(x)``, ``y[c] = f(x[c])``, ``y[~c] = g(x[~c])``
before: ``np.apply_along_axis(f, 0, x)``  after: a loop over the rows of ``x``, which fills an array
before: ``np.vectorize(f)(x, y)``         after: a loop over the elements of both, which fills an array
before: ``np.apply_over_axes(f, x, [0])``  after: ``y = f(x, 0)``, with the axis kept
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from types import BuiltinFunctionType
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import LOAD, attribute, binary, call, constant, dotted, name, store_name, subscript, tuple_of
from cladpy.ir.statements import Assign, For, If

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

SEVERAL = (np.atleast_1d, np.atleast_2d, np.atleast_3d)


@dataclass(slots=True)
class LibraryCalls:
    """Writes such calls out.

    Parameters
    ----------
    flattener : ExpressionFlattener
    """

    flattener: "ExpressionFlattener"

    def written(self, node: gast.Call) -> gast.expr | None:
        """Return what a call stands for, not yet flattened; None if it stands for itself."""
        vectorized = self.vectorized(node)
        if vectorized is not None:
            return vectorized
        function = self.flattener.library(node.func)
        if function is None or any(isinstance(argument, gast.Starred) for argument in node.args):
            return None
        if any(keyword.arg is None for keyword in node.keywords) or not isinstance(node.func, gast.Attribute):
            return None
        if function in SEVERAL and len(node.args) > 1 and not node.keywords:
            return tuple_of([gast.Call(node.func, [argument], []) for argument in node.args])
        if isinstance(function, BuiltinFunctionType):
            return self.outer(node, function)
        write: dict[object, Callable[[gast.Call, gast.expr], gast.expr | None]] = {
            np.fromfunction: self.from_function,
            np.piecewise: self.piecewise,
            np.apply_along_axis: self.along_axis,
            np.apply_over_axes: self.over_axes,
            np.einsum: self.by_numbers,
        }
        chosen = write.get(function)
        return None if chosen is None else chosen(node, node.func.value)

    def by_numbers(self, node: gast.Call, _module: gast.expr) -> gast.expr | None:
        """Return einsum with its labels as letters, where they are numbers that are written in the call."""
        given = [_letters(part) for part in node.args]
        if not given or given[0] is not None or any(label is None for label in given[1::2]):
            return None
        operands = node.args[: 2 * (len(given) // 2) : 2]
        output = f"->{given[-1]}" if len(given) % 2 else ""
        if output == "->None":
            return None
        subscripts = ",".join(str(label) for label in given[1::2]) + output
        return gast.Call(node.func, [constant(subscripts), *operands], node.keywords)

    def bind(self, value: gast.expr) -> gast.expr:
        """Give the value of an expression a name."""
        return self.flattener.recorder.bind(self.flattener.value(value))

    # ---- outer ----

    def outer(self, node: gast.Call, function: BuiltinFunctionType) -> gast.expr | None:
        """Write ``np.f.outer(a, b)`` as the call of ``np.f`` that broadcasts."""
        is_outer = isinstance(function.__self__, np.ufunc) and function.__name__ == "outer"
        if not is_outer or len(node.args) != 2 or not isinstance(node.func.value, gast.Attribute):
            return None
        module = node.func.value.value
        left, right = self.flattener.atoms(node.args)
        ones = binary(tuple_of([constant(1)]), gast.Mult(), call(attribute(module, "ndim"), right))
        shape = binary(call(attribute(module, "shape"), left), gast.Add(), ones)
        return gast.Call(node.func.value, [call(attribute(module, "reshape"), left, shape), right], node.keywords)

    # ---- functions of the user's ----

    def from_function(self, node: gast.Call, module: gast.expr) -> gast.expr | None:
        """Write ``np.fromfunction(f, shape)`` for a shape of known length."""
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        dtype = keywords.pop("dtype", attribute(module, "float64"))
        if len(node.args) != 2 or not isinstance(node.args[1], gast.Tuple | gast.List) or "like" in keywords:
            return None
        grid = self.bind(call(attribute(module, "indices"), node.args[1], dtype=dtype))
        places = [subscript(grid, constant(axis)) for axis in range(len(node.args[1].elts))]
        return gast.Call(node.args[0], places, [gast.keyword(key, value) for key, value in keywords.items()])

    def piecewise(self, node: gast.Call, module: gast.expr) -> gast.expr | None:
        """Write ``np.piecewise(x, conditions, functions)`` for displays of conditions and functions."""
        if len(node.args) < 3 or not all(isinstance(part, gast.List | gast.Tuple) for part in node.args[1:3]):
            return None
        x = self.bind(call(attribute(module, "asarray"), node.args[0]))
        conditions = [self.bind(condition) for condition in node.args[1].elts]
        functions = node.args[2].elts
        if len(functions) == len(conditions) + 1:
            chosen = conditions[0]
            for condition in conditions[1:]:
                chosen = self.bind(call(attribute(module, "logical_or"), chosen, condition))
            conditions.append(self.bind(call(attribute(module, "logical_not"), chosen)))
        if len(functions) != len(conditions):
            return None
        result = self.bind(call(attribute(module, "zeros_like"), x))
        for condition, function in zip(conditions, functions, strict=True):
            self.piece(result, condition, function, subscript(x, condition), node)
        return result

    def piece(
        self, result: gast.expr, condition: gast.expr, function: gast.expr, part: gast.expr, node: gast.Call
    ) -> None:
        """Write one piece: a function of the elements, called if there are any, or a value."""
        recorder = self.flattener.recorder
        if not self.is_function(function):
            recorder.emit(Assign(_place(result, condition), self.flattener.atom(function), recorder.current))
            return
        chosen = self.bind(part)
        size = self.bind(gast.Attribute(chosen, "size", LOAD))
        with recorder.nested() as block:
            value = self.flattener.atom(gast.Call(function, [chosen, *node.args[3:]], node.keywords))
            recorder.emit(Assign(_place(result, condition), value, recorder.current))
        recorder.emit(If(gast.Compare(size, [gast.Gt()], [constant(0)]), tuple(block), (), recorder.current))

    def is_function(self, node: gast.expr) -> bool:
        """Tell whether an expression is a function: a lambda, a local one or a global one."""
        if isinstance(node, gast.Lambda) or (isinstance(node, gast.Name) and node.id in self.flattener.closures):
            return True
        return self.flattener.is_global(node) and callable(self.flattener.resolve(dotted(node) or ""))

    def along_axis(self, node: gast.Call, module: gast.expr) -> gast.expr | None:
        """Write ``np.apply_along_axis(f, axis, x)``: a row of the result for each row of ``x``, as NumPy makes them."""
        if len(node.args) < 3 or not self.is_function(node.args[0]):
            return None
        recorder, function = self.flattener.recorder, node.args[0]
        axis, x = self.flattener.atoms(node.args[1:3])
        more = self.flattener.atoms([*node.args[3:], *(keyword.value for keyword in node.keywords)])
        rest = more[: len(node.args) - 3]
        keywords = [gast.keyword(k.arg, value) for k, value in zip(node.keywords, more[len(rest) :], strict=True)]
        moved = self.bind(call(attribute(module, "moveaxis"), x, axis, constant(-1)))
        shape = self.bind(gast.Attribute(moved, "shape", LOAD))
        length = self.bind(subscript(shape, constant(-1)))
        rows = self.bind(call(attribute(module, "reshape"), moved, tuple_of([constant(-1), length])))
        count = self.bind(call("len", rows))
        first = self.bind(gast.Call(function, [subscript(rows, constant(0)), *rest], keywords))
        own = self.bind(call(attribute(module, "shape"), first))
        whole = binary(tuple_of([count]), gast.Add(), own)
        filled = self.bind(call(attribute(module, "zeros"), whole, call(attribute(module, "result_type"), first)))
        recorder.emit(Assign(_place(filled, constant(0)), first, recorder.current))
        number = recorder.fresh("row")
        with recorder.nested() as block:
            value = self.flattener.atom(gast.Call(function, [subscript(rows, name(number)), *rest], keywords))
            recorder.emit(Assign(_place(filled, name(number)), value, recorder.current))
        numbers = call("range", constant(1), count)
        recorder.emit(For(store_name(number), numbers, tuple(block), recorder.current))
        outer = self.bind(subscript(shape, gast.Slice(None, constant(-1), None)))
        placed = self.bind(call(attribute(module, "reshape"), filled, binary(outer, gast.Add(), own)))
        return self.into_place(module, placed, call("len", own), axis, call("len", shape))

    def over_axes(self, node: gast.Call, module: gast.expr) -> gast.expr | None:
        """Write ``np.apply_over_axes(f, x, axes)`` for axes that are written in the call."""
        if len(node.args) != 3 or node.keywords or not self.is_function(node.args[0]):
            return None
        axes = getattr(node.args[2], "elts", [node.args[2]])
        if not all(isinstance(axis, gast.Constant | gast.UnaryOp) for axis in axes):
            return None
        value = self.bind(call(attribute(module, "asarray"), node.args[1]))
        for axis in self.flattener.atoms(axes):
            ndim = self.bind(call(attribute(module, "ndim"), value))
            made = self.bind(gast.Call(node.args[0], [value, axis], []))
            is_kept = gast.Compare(call(attribute(module, "ndim"), made), [gast.Eq()], [ndim])
            value = self.bind(gast.IfExp(is_kept, made, call(attribute(module, "expand_dims"), made, axis)))
        return value

    def vectorized(self, node: gast.Call) -> gast.expr | None:
        """Write the call of what ``np.vectorize`` makes of a function: one call for each element."""
        found = self.behind_vectorize(node.func)
        if found is None or node.keywords or not node.args:
            return None
        if any(isinstance(argument, gast.Starred) for argument in node.args):
            return None
        function, module = found
        recorder = self.flattener.recorder
        operands = self.flattener.atoms(node.args)
        spread = self.bind(call(attribute(module, "broadcast_arrays"), *operands))
        parts = [
            self.bind(call(attribute(module, "ravel"), subscript(spread, constant(place))))
            for place in range(len(operands))
        ]
        shape = self.bind(call(attribute(module, "shape"), subscript(spread, constant(0))))
        count = self.bind(call("len", parts[0]))
        first = self.bind(gast.Call(function, [subscript(part, constant(0)) for part in parts], []))
        filled = self.bind(call(attribute(module, "zeros"), count, call(attribute(module, "result_type"), first)))
        recorder.emit(Assign(_place(filled, constant(0)), first, recorder.current))
        number = recorder.fresh("k")
        with recorder.nested() as block:
            value = self.flattener.atom(gast.Call(function, [subscript(part, name(number)) for part in parts], []))
            recorder.emit(Assign(_place(filled, name(number)), value, recorder.current))
        numbers = call("range", constant(1), count)
        recorder.emit(For(store_name(number), numbers, tuple(block), recorder.current))
        return call(attribute(module, "reshape"), filled, shape)

    def behind_vectorize(self, callee: gast.expr) -> tuple[gast.expr, gast.expr] | None:
        """Return the function behind what np.vectorize makes of it, and NumPy as a name; None for anything else."""
        if isinstance(callee, gast.Call):
            is_plain = len(callee.args) == 1 and not callee.keywords and isinstance(callee.func, gast.Attribute)
            if not is_plain or self.flattener.class_meant(callee.func) is not np.vectorize:
                return None
            return (callee.args[0], callee.func.value) if self.is_function(callee.args[0]) else None
        made = self.flattener.resolve(dotted(callee) or "") if self.flattener.is_global(callee) else None
        if not isinstance(made, np.vectorize) or made.excluded or made.signature is not None or made.otypes is not None:
            return None
        return attribute(callee, "pyfunc"), name("np")

    def into_place(
        self, module: gast.expr, placed: gast.expr, count: gast.expr, axis: gast.expr, ndim: gast.expr
    ) -> gast.expr:
        """Move the last axes, so many as the function's result has, to where the axis was."""
        own = self.bind(count)
        place = self.bind(binary(axis, gast.Mod(), ndim))
        last = call("tuple", call("range", gast.UnaryOp(gast.USub(), own), constant(0)))
        target = call("tuple", call("range", place, binary(place, gast.Add(), own)))
        return call(attribute(module, "moveaxis"), placed, self.bind(last), self.bind(target))


def _place(array: gast.expr, index: gast.expr) -> gast.expr:
    return gast.Subscript(array, index, gast.Store())


def _letters(node: gast.expr) -> str | None:
    """Return a list of numbers and ellipses as NumPy's letters for them; None for anything else."""
    if not isinstance(node, gast.List | gast.Tuple) or not all(isinstance(item, gast.Constant) for item in node.elts):
        return None
    values = [item.value for item in node.elts]
    known = all(value is Ellipsis or (type(value) is int and 0 <= value < len(ascii_letters)) for value in values)
    letters = ascii_uppercase + ascii_lowercase  # in this order NumPy sorts the labels of a result that is not given
    return "".join("..." if value is Ellipsis else letters[value] for value in values) if known else None
