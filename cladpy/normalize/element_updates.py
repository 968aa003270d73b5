"""Functions of NumPy that update elements of an array, written as the stores that they are.

before: ``np.put(a, i, v)``               after: ``a[np.unravel_index(np.arange(a.size)[i], a.shape)] = v``, repeated
before: ``np.putmask(a, m, v)``           after: ``a[m] = np.resize(v, a.shape)[m]``
before: ``np.place(a, m, v)``             after: ``a[m] = np.resize(v, np.count_nonzero(m))``
before: ``np.fill_diagonal(a, v)``        after: ``a[i, i] = np.resize(v, ...)`` for ``i = np.arange(min(a.shape))``
before: ``np.put_along_axis(a, i, v, 0)``  after: the store at the places that ``np.take_along_axis`` reads
before: ``np.multiply.at(a, i, v)``       after: a loop over ``i`` that multiplies one element after the other; with a
                                        mask, slices or several indices over the elements that they name
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from types import BuiltinFunctionType
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import LOAD, attribute, binary, call, constant, name, store_name, subscript, tuple_of
from cladpy.ir.statements import Assign, For

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener


_PARAMETERS: dict[object, tuple[str, ...]] = {
    np.put: ("a", "ind", "v", "mode"),
    np.putmask: ("a", "mask", "values"),
    np.place: ("arr", "mask", "vals"),
    np.fill_diagonal: ("a", "val", "wrap"),
    np.put_along_axis: ("arr", "indices", "values", "axis"),
}
_OPTIONAL = frozenset({"mode", "wrap"})


@dataclass(slots=True)
class ElementUpdates:
    """Writes such calls as stores.

    Parameters
    ----------
    flattener : ExpressionFlattener
    """

    flattener: "ExpressionFlattener"

    def written(self, node: gast.Call) -> gast.expr | None:
        """Write the stores that a call stands for and return its value, None; else the Python None."""
        function = self.flattener.library(node.func)
        plain = not any(isinstance(argument, gast.Starred) for argument in node.args)
        if function is None or not plain or not isinstance(node.func, gast.Attribute):
            return None
        if isinstance(function, BuiltinFunctionType) and function.__name__ == "at":
            return self.one_by_one(node)
        names = _PARAMETERS.get(function) if isinstance(function, Hashable) else None
        given = None if names is None else self.arguments(node, names)
        if given is None:
            return None
        module = node.func.value
        writers: dict[object, Callable[[gast.expr, dict[str, gast.expr]], None]] = {
            np.put: self.put,
            np.putmask: self.putmask,
            np.place: self.place,
            np.fill_diagonal: self.fill_diagonal,
            np.put_along_axis: self.put_along_axis,
        }
        writers[function](module, given)
        return constant(None)

    def arguments(self, node: gast.Call, names: tuple[str, ...]) -> dict[str, gast.expr] | None:
        """Return the arguments of a call by name, evaluated in its order; None if they are not known.

        Those behind the first ones that are needed choose what is done, and must be literals.
        """
        keys = [*names[: len(node.args)], *(str(keyword.arg) for keyword in node.keywords)]
        nodes = [*node.args, *(keyword.value for keyword in node.keywords)]
        is_known = len(node.args) <= len(names) and set(keys) <= set(names) and len(set(keys)) == len(keys)
        needed = [each for each in names if each not in _OPTIONAL]
        if not is_known or not set(needed) <= set(keys):
            return None
        pairs = dict(zip(keys, nodes, strict=True))
        if any(not isinstance(pairs[each], gast.Constant) for each in keys if each in _OPTIONAL):
            return None
        values = [self.array(value) if key == names[0] else self.flattener.atom(value) for key, value in pairs.items()]
        return dict(zip(keys, values, strict=True))

    def array(self, node: gast.expr) -> gast.expr:
        """Return the name of the array that is stored into."""
        base = self.flattener.atom(node)
        if not isinstance(base, gast.Name):
            raise self.flattener.recorder.refuse(node, "C101", "a store into a global")
        return base

    def bind(self, value: gast.expr) -> gast.expr:
        """Give the value of an expression a name."""
        return self.flattener.recorder.bind(self.flattener.value(value))

    def store(self, array: gast.expr, index: gast.expr, value: gast.expr) -> None:
        """Write ``array[index] = value``."""
        recorder = self.flattener.recorder
        recorder.emit(Assign(gast.Subscript(array, index, gast.Store()), self.flattener.atom(value), recorder.current))

    # ---- each function ----

    def put(self, module: gast.expr, given: dict[str, gast.expr]) -> None:
        """Write a store at places of the flattened array; values are repeated."""
        array, places = given["a"], self.as_array(module, given["ind"])
        shape, size = gast.Attribute(array, "shape", LOAD), gast.Attribute(array, "size", LOAD)
        mode = given.get("mode", constant("raise")).value
        if mode == "wrap":
            places = self.bind(call(attribute(module, "remainder"), places, size))
        elif mode == "clip":
            last = binary(size, gast.Sub(), constant(1))
            places = self.bind(call(attribute(module, "clip"), places, constant(0), last))
        chosen = self.bind(subscript(call(attribute(module, "arange"), size), places))
        index = self.bind(call(attribute(module, "unravel_index"), chosen, shape))
        self.store(
            array, index, call(attribute(module, "resize"), given["v"], call(attribute(module, "shape"), chosen))
        )

    def as_array(self, module: gast.expr, value: gast.expr, dtype: str = "intp") -> gast.expr:
        """Return a value as an index array."""
        return self.bind(call(attribute(module, "asarray"), value, attribute(module, dtype)))

    def putmask(self, module: gast.expr, given: dict[str, gast.expr]) -> None:
        """Write a store where a mask holds, of values that are laid over the array."""
        array, mask = given["a"], self.as_array(module, given["mask"], "bool_")
        whole = call(attribute(module, "resize"), given["values"], gast.Attribute(array, "shape", LOAD))
        self.store(array, mask, subscript(whole, mask))

    def place(self, module: gast.expr, given: dict[str, gast.expr]) -> None:
        """Write a store where a mask holds, of one value after the other."""
        mask = self.as_array(module, given["mask"], "bool_")
        count = call(attribute(module, "count_nonzero"), mask)
        self.store(given["arr"], mask, call(attribute(module, "resize"), given["vals"], count))

    def fill_diagonal(self, module: gast.expr, given: dict[str, gast.expr]) -> None:
        """Write a store on the diagonal, which ``wrap`` begins anew behind a square; values are repeated."""
        array = given["a"]
        shape = gast.Attribute(array, "shape", LOAD)
        if given.get("wrap", constant(False)).value:
            rest = subscript(shape, gast.Slice(constant(1), None, None))
            total = call(attribute(module, "sum"), call(attribute(module, "cumprod"), rest))
            size = gast.Attribute(array, "size", LOAD)
            numbers = call(attribute(module, "arange"), constant(0), size, binary(total, gast.Add(), constant(1)))
            steps = self.bind(numbers)
            index = self.bind(call(attribute(module, "unravel_index"), steps, shape))
        else:
            steps = self.bind(call(attribute(module, "arange"), call("min", shape)))
            index = self.bind(binary(tuple_of([steps]), gast.Mult(), call("len", shape)))
        spread = call(attribute(module, "resize"), given["val"], call(attribute(module, "shape"), steps))
        self.store(array, index, spread)

    def put_along_axis(self, module: gast.expr, given: dict[str, gast.expr]) -> None:
        """Write a store at the places, numbered through the array, that take_along_axis finds."""
        array, axis = given["arr"], given["axis"]
        shape = gast.Attribute(array, "shape", LOAD)
        numbers = call(attribute(module, "arange"), gast.Attribute(array, "size", LOAD))
        if not (isinstance(axis, gast.Constant) and axis.value is None):
            numbers = call(attribute(module, "reshape"), numbers, shape)
        chosen = call(attribute(module, "take_along_axis"), numbers, given["indices"], axis)
        index = self.bind(call(attribute(module, "unravel_index"), chosen, shape))
        self.store(array, index, given["values"])

    def one_by_one(self, node: gast.Call) -> gast.expr | None:
        """Write ``np.f.at(a, i, v)`` as a loop: an index that names an element twice meets it twice."""
        function = node.func.value
        if node.keywords or not isinstance(function, gast.Attribute) or len(node.args) not in (2, 3):
            return None
        module, recorder = function.value, self.flattener.recorder
        array = self.array(node.args[0])
        shape = gast.Attribute(array, "shape", LOAD)
        index = self.flattener.index(node.args[1])
        numbers = call(attribute(module, "arange"), gast.Attribute(array, "size", LOAD))
        chosen = self.bind(subscript(call(attribute(module, "reshape"), numbers, shape), index))
        places = self.bind(call(attribute(module, "ravel"), chosen))
        operands = [self.spread(module, value, chosen) for value in node.args[2:]]
        number = recorder.fresh("k")
        with recorder.nested() as block:
            place = self.bind(call("flat_index", call("int", subscript(places, name(number))), shape))
            mine = [subscript(operand, name(number)) for operand in operands]
            self.store(array, place, gast.Call(function, [subscript(array, place), *mine], []))
        count = self.bind(call("len", places))
        recorder.emit(For(store_name(number), call("range", count), tuple(block), recorder.current))
        return constant(None)

    def spread(self, module: gast.expr, value: gast.expr, chosen: gast.expr) -> gast.expr:
        """Return a value for each of the places that were chosen, in one dimension: copies, as it may be the array."""
        wide = call(attribute(module, "broadcast_to"), value, call(attribute(module, "shape"), chosen))
        return self.bind(call(attribute(wide, "flatten")))
