"""Methods of arrays that update them in place, written as the stores that they are.

before: ``a.sort(axis=0)``    after: ``a[...] = np.sort(a, axis=0)``
before: ``a.partition(k)``    after: ``a[...] = np.partition(a, k)``
before: ``a.put(i, v)``       after: what is written for ``np.put(a, i, v)``

They apply once facts tell that the owner is an array: a list has a ``sort`` of its own.
"""

from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.ir.expressions import attribute, constant, name
from cladpy.normalize.element_updates import ElementUpdates

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

ARRAY_METHODS = frozenset({"sort", "partition", "put"})
MODULE_NAMES = ("np", "numpy")


def written(flattener: "ExpressionFlattener", node: gast.Call) -> gast.expr | None:
    """Write the stores that a call of a method stands for and return its value, None.

    The Python None if the call stays as it is: of another method, or where the user's module has no name for NumPy.
    """
    module = numpy_module(flattener)
    if module is None or node.func.attr not in ARRAY_METHODS:
        return None
    array = flattener.atom(node.func.value)
    # Without the place of the method's call, which would be taken for it again.
    call = gast.Call(attribute(module, node.func.attr), [array, *node.args], node.keywords)
    if node.func.attr == "put":
        return ElementUpdates(flattener).written(call)
    flattener.updates().store(array, call)
    return constant(None)


def numpy_module(flattener: "ExpressionFlattener") -> gast.Name | None:
    """Return NumPy as the user's module names it."""
    found = (each for each in MODULE_NAMES if each not in flattener.local and flattener.resolve(each) is np)
    identifier = next(found, None)
    return None if identifier is None else name(identifier)
