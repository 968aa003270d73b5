"""What the reverse sweep makes again rather than records: scalars, views, shapes, slices and small indices.

Making it costs about as much as a push and a pop would, and takes no memory; that what it is made of is at hand is
asked elsewhere (``needs``). Of arrays, which cost more, what a tape would hold for each iteration of a loop, and the
negative of what the caller holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast
import numpy as np

from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.operations import Apply, Copy, Display, Item, Opaque
from cladpy.analyses.origins import origin_of
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign

if TYPE_CHECKING:
    from cladpy.transform.needs import NeedAnalysis

BUILTINS = frozenset({"len", "abs", "int", "float", "bool", "max", "min", "isinstance"})
OPERATORS = frozenset(
    {"add", "subtract", "multiply", "divide", "negative", "positive", "remainder", "floor_divide", "power"}
)
ELEMENTWISE = (gast.Add, gast.Sub, gast.Mult, gast.Div)
MATHEMATICAL = frozenset({"sin", "cos", "exp", "sqrt"})  # of Python's numbers: as fast as a push and a pop
SHAPE_READS = ("shape", "ndim", "dtype", "size")
LONGEST_INDEX = 4  # numbers of a list or tuple that is written out again


def is_cheap(needs: NeedAnalysis, version: str) -> bool:
    """Tell whether making a version again costs about as much as recording it."""
    operation, fact = needs.analysis.operations.get(version), needs.analysis.fact(version)
    if isinstance(operation, Item):
        return _is_cheap_item(needs, version, operation)
    if shape_owner(needs, version) is not None or _is_slice(operation) or _is_index(needs, version, operation):
        return True
    if not (fact.is_scalar and fact.is_number):
        return False
    if isinstance(operation, Opaque):
        return operation.inactive and isinstance(operation.value, gast.Compare) and not _asks_object(needs, operation)
    if isinstance(operation, Apply) and not _asks_object(needs, operation):
        root, _, function = operation.rule.name.partition(".")
        if root == "math" and function in MATHEMATICAL:
            return True
        return (root == "builtins" and function in BUILTINS) or (root == "numpy" and function in OPERATORS)
    return isinstance(operation, Copy)


def is_cheap_array(needs: NeedAnalysis, version: str) -> bool:
    """Tell whether a version is a sum, product, quotient or root of arrays that each iteration of a loop makes anew.

    A tape would hold those of all iterations; to make one again takes a step where its adjoint takes two or three.
    """
    operation, fact, stores = (
        needs.analysis.operations.get(version),
        needs.analysis.fact(version),
        needs.analysis.stores,
    )
    if not needs.info(version).loops or not (fact.is_array and fact.is_floating) or not isinstance(operation, Apply):
        return False
    recipe = needs.made_of(version)
    is_step = isinstance(recipe, gast.BinOp) and isinstance(recipe.op, ELEMENTWISE)
    if not (is_step or operation.rule.function is np.sqrt) or stores.is_stored(version):
        return False
    operands = [each for each in names_in(recipe) if each in needs.analysis.versions.table]
    if not any(needs.info(each).loops for each in operands):
        return False  # it is the same in each iteration, and computed once before the loop
    return not any(stores.is_stored(each) for each in operands)


def is_negated_parameter(needs: NeedAnalysis, version: str) -> bool:
    """Tell whether a version is ``-x`` of an array that the caller holds: its sign goes to the front of a product."""
    operation, fact = needs.analysis.operations.get(version), needs.analysis.fact(version)
    if not (fact.is_array and fact.is_floating and isinstance(operation, Apply)) or needs.info(version).loops:
        return False  # of a loop it is taken out as a whole
    operands = list(names_in(needs.made_of(version)))
    return (
        operation.rule.name == "numpy.negative"
        and all(needs.info(operand).kind == "parameter" and needs.is_kept(operand) for operand in operands)
        and needs.analysis.variables[version].startswith("v@")
    )


def _asks_object(needs: NeedAnalysis, operation: Opaque | Apply) -> bool:
    """Tell whether a method of the user's may answer: ``len(o)``, ``o < p``, as what the object holds has it then."""
    values = [operation.value] if isinstance(operation, Opaque) else list(operation.arguments.values())
    facts = [needs.analysis.fact(version) for value in values for version in names_in(value)]
    return any(fact.kind in ("object", "unknown", "set", "tuple") and not _is_plain(fact) for fact in facts)


def _is_plain(fact: Fact) -> bool:
    """Tell whether a value is a tuple of numbers and texts, which nothing changes."""
    return (
        fact.kind == "tuple"
        and fact.items is not None
        and all(item.is_storageless or item.kind in ("str", "none") for item in fact.items)
    )


def _is_cheap_item(needs: NeedAnalysis, version: str, operation: Item) -> bool:
    """Tell whether an item is a scalar or a view, of an array or container that holds it to the end."""
    if not isinstance(operation.owner, gast.Name):
        return False
    owner, fact, stores = operation.owner.id, needs.analysis.fact(version), needs.analysis.stores
    if stores.is_stored(owner) and (
        stores.is_mirrored(owner) or not (needs.is_kept(owner) or needs.is_settled(version))
    ):
        return False
    is_view = fact.is_array and needs.analysis.fact(owner).is_array
    return fact.is_scalar or (is_view and is_view_index(operation.index, needs.sweep.infer))


def _is_index(needs: NeedAnalysis, version: str, operation: object) -> bool:
    """Tell whether a version is a list or tuple of a few numbers that nothing changes: ``[k, p]``."""
    facts = [needs.sweep.infer(item) for item in operation.items] if isinstance(operation, Display) else []
    small = 0 < len(facts) <= LONGEST_INDEX and all(fact.is_scalar for fact in facts)
    return small and not needs.analysis.stores.is_stored(version) and version not in needs.analysis.active


def _is_slice(operation: object) -> bool:
    """Tell whether an operation is ``slice(...)``."""
    value = operation.value if isinstance(operation, Opaque) else None
    return isinstance(value, gast.Call) and isinstance(value.func, gast.Name) and value.func.id == "slice"


def shape_owner(needs: NeedAnalysis, version: str) -> str | None:
    """Return what made the array whose shape or length a version is, if that was not inside a loop."""
    statement = needs.definitions.get(version)
    value = statement.value if isinstance(statement, Assign) else None
    owner = needs.shape_read(value) if isinstance(value, gast.Attribute) and value.attr == "shape" else None
    if isinstance(value, gast.Call) and is_length(needs, value):
        owner = value.args[0].id
    origin = None if owner is None else origin_of(needs.analysis.versions.table, owner)
    if origin is None or origin not in needs.analysis.versions.table or needs.info(origin).loops:
        return None
    return origin


def is_length(needs: NeedAnalysis, value: gast.Call) -> bool:
    """Tell whether a call is ``len(x)`` of an array, the first part of its shape."""
    if not isinstance(value.func, gast.Name) or value.func.id != "len":
        return False
    owner = value.args[0] if len(value.args) == 1 else None
    return (
        isinstance(owner, gast.Name)
        and owner.id in needs.analysis.versions.table
        and needs.analysis.fact(owner.id).is_array
    )


def shape_read(node: gast.AST) -> str | None:
    """Return x for ``x.shape``, ``x.dtype``, ``len(x)`` and their like, else None."""
    if isinstance(node, gast.Attribute) and node.attr in SHAPE_READS and isinstance(node.value, gast.Name):
        return node.value.id
    if is_shape_call(node):
        return node.args[0].id
    return None


def is_shape_call(node: gast.AST) -> bool:
    """Tell whether an expression is ``np.shape(x)``."""
    if not (isinstance(node, gast.Call) and len(node.args) == 1 and isinstance(node.args[0], gast.Name)):
        return False
    return isinstance(node.func, gast.Attribute) and node.func.attr == "shape"
