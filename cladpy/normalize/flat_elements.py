"""The elements of an array through ``.flat``, written as reads and stores at their places in the array.

before: ``a.flat[i]``                       after: ``place = flat_index(i, a.shape)``, ``a[place]``
before: ``a.flat[1:5] = v``                 after: ``a[place] = np.resize(v, np.shape(place[0]))``
before: ``a.flat = v``, ``a.flat[:] = v``   after: ``a[...] = np.resize(v, a.shape)``
before: ``np.sum(a.flat)``                  after: ``np.sum(np.ravel(a))``
before: ``for v in a.flat: A``              after: ``for v in np.ravel(a): A``; by place, where A updates an array
before: ``for i, v in np.ndenumerate(a)``  after: ``for k in range(a.size)``, ``i = flat_index(k, a.shape)``, ``a[i]``

They apply once facts tell that the owner is an array. A read gives copies, and values that are too few are repeated.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import LOAD, attribute, call, constant, dotted, name, store_name, subscript
from cladpy.normalize.array_methods import numpy_module
from cladpy.normalize.owned_calls import position_of

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

CONSUMERS = frozenset({"all", "any", "len", "list", "max", "min", "set", "sorted", "sum", "tuple"})
"""Builtins that have taken all elements when they return."""

WHOLE = constant(Ellipsis)


@dataclass(slots=True)
class FlatElements:
    """Writes what is done with ``a.flat``.

    Parameters
    ----------
    flattener : ExpressionFlattener
        Takes expressions apart.
    """

    flattener: "ExpressionFlattener"

    def is_flat(self, node: gast.AST) -> bool:
        """Tell whether an expression is ``a.flat`` of what is known to be an array."""
        if not isinstance(node, gast.Attribute) or node.attr != "flat":
            return False
        owner = self.flattener.owners.get(position_of(node))
        return owner is not None and owner.kind == "array" and numpy_module(self.flattener) is not None

    def read(self, node: gast.Subscript) -> gast.expr:
        """Write ``a.flat[index]``, new storage in any case."""
        array = self.flattener.atom(node.value.value)
        if _is_whole(node.slice):
            return call(attribute(array, "flatten"))
        return subscript(array, self.index(array, node.slice))

    def place(self, target: gast.Subscript) -> gast.Subscript:
        """Return the place that ``a.flat[index]`` stands for as a target."""
        array = self.flattener.atom(target.value.value)
        index = WHOLE if _is_whole(target.slice) else self.index(array, target.slice)
        return gast.Subscript(array, index, gast.Store())

    def index(self, array: gast.expr, index: gast.expr) -> gast.expr:
        """Give the place of an element, or of several, a name."""
        if isinstance(index, gast.Slice):
            bounds = [constant(None) if p is None else p for p in (index.lower, index.upper, index.step)]
            index = call("slice", *bounds)
        shape = self.flattener.recorder.bind(gast.Attribute(array, "shape", LOAD))
        return self.flattener.recorder.bind(call("flat_index", self.flattener.atom(index), shape), "place")

    def repeated(self, value: gast.expr, target: gast.expr, place: gast.Subscript) -> gast.expr:
        """Return a value that is stored, repeated to the number of places; of single ones it is a number."""
        if isinstance(target, gast.Subscript) and not isinstance(target.slice, gast.Slice):
            return value
        bind, module = self.flattener.recorder.bind, numpy_module(self.flattener)
        whole = place.slice is WHOLE
        shaped = place.value if whole else bind(subscript(place.slice, constant(0)))
        shape = bind(gast.Attribute(shaped, "shape", LOAD))
        return bind(call(attribute(module, "resize"), value, shape))

    def whole(self, target: gast.Attribute) -> gast.Subscript:
        """Return the place of ``a.flat = v``."""
        return gast.Subscript(self.flattener.atom(target.value), WHOLE, gast.Store())

    def raveled(self, node: gast.expr) -> gast.expr:
        """Return an expression with the elements in their order in place of ``a.flat``, where that is an operand."""
        if self.is_flat(node):
            return call(attribute(numpy_module(self.flattener), "ravel"), node.value)
        if isinstance(node, gast.Call) and any(map(self.is_flat, node.args)):
            made = gast.Call(node.func, [self.raveled(argument) for argument in node.args], node.keywords)
            return gast.copy_location(made, node)
        return node

    def consumed(self, node: gast.Call) -> gast.Call:
        """Return a call that takes all elements of ``a.flat``, and keeps nothing of it, with an array in its place."""
        if not any(map(self.is_flat, node.args)):
            return node
        builtin = isinstance(node.func, gast.Name) and node.func.id in CONSUMERS
        takes_all = self.flattener.is_builtin(node.func.id) if builtin else self.flattener.library(node.func)
        return self.raveled(node) if takes_all else node

    # ---- loops ----

    def loop(self, node: gast.For, *, updates: bool) -> gast.For:
        """Return a loop over elements as one over an array, or over places where its body updates an array."""
        pairs = self.enumerated(node.iter)
        if pairs is not None:
            return self.by_place(node, pairs.args[0], with_places=True)
        if not updates:
            return _with_iter(node, self.raveled(node.iter))
        return self.by_place(node, node.iter.value) if self.is_flat(node.iter) else node

    def enumerated(self, node: gast.expr) -> gast.Call | None:
        """Return a call of ``np.ndenumerate``, None for anything else."""
        is_call = isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and len(node.args) == 1
        path = dotted(node.func) if is_call else None
        if path is None or not self.flattener.is_global(node.func):
            return None
        return node if self.flattener.resolve(path) is np.ndenumerate else None

    def by_place(self, node: gast.For, owner: gast.expr, *, with_places: bool = False) -> gast.For:
        """Return a loop over the numbers of elements that reads each as it is then."""
        recorder = self.flattener.recorder
        array = recorder.bind(self.flattener.value(owner))
        number, place = recorder.fresh("k"), recorder.fresh("place")
        found = call("flat_index", name(number), gast.Attribute(array, "shape", LOAD))
        element: gast.expr = subscript(array, name(place))
        item = gast.Tuple([name(place), element], LOAD) if with_places else element
        taken = [
            gast.copy_location(gast.Assign([target], value, None), node)
            for target, value in ((store_name(place), found), (node.target, item))
        ]
        numbers = call("range", gast.Attribute(array, "size", LOAD))
        made = gast.For(store_name(number), numbers, [*taken, *node.body], node.orelse, node.type_comment)
        return gast.copy_location(made, node)


def _with_iter(node: gast.For, iterable: gast.expr) -> gast.For:
    if iterable is node.iter:
        return node
    return gast.copy_location(gast.For(node.target, iterable, node.body, node.orelse, node.type_comment), node)


def _is_whole(index: gast.expr) -> bool:
    """Tell whether an index is ``:`` or ``...``."""
    if isinstance(index, gast.Slice):
        return index.lower is None and index.upper is None and index.step is None
    return isinstance(index, gast.Constant) and index.value is Ellipsis
