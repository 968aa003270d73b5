"""What is done with the items of an iterator: whether it matters that they are all made before the first one is used.

It does where the consumer updates anything that making the next items may read: then Python makes these of the updated.
May say that it matters where it does not, never the other way round.
"""

import builtins
import functools
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import gast
import numpy as np

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.frontend.pure_functions import is_pure
from cladpy.frontend.repeatable_functions import is_repeatable
from cladpy.ir.expressions import dotted, nodes_of
from cladpy.normalize.argument_stores import MUTATING_METHODS, stores_into_arguments
from cladpy.normalize.closures import parameters

WHOLE = (
    sum,
    list,
    tuple,
    sorted,
    max,
    min,
    set,
    frozenset,
    dict,
    len,
    any,
    all,
    math.fsum,
    math.prod,
    functools.reduce,
)
LAZY = (enumerate, zip, map, filter, itertools.chain, itertools.islice, itertools.accumulate, itertools.pairwise)
_PLAIN = (*WHOLE, *LAZY, print, range, reversed, iter)
_ARRAYS = ("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "array")
_OF_KINDS = {each for kind in (np.ndarray, str, list, dict, tuple, float, set) for each in dir(kind) if each[0] != "_"}
_KNOWN_METHODS = _OF_KINDS - MUTATING_METHODS - {
    "add", "discard", "difference_update", "intersection_update", "symmetric_difference_update", "byteswap", "setfield"
}  # fmt: skip
_NEW = (gast.Constant, gast.BinOp, gast.UnaryOp, gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp)


@dataclass(slots=True)
class Consumers:
    """Looks at what consumes iterators in one function.

    Parameters
    ----------
    tree : FunctionDef
    namespace : Namespace
        What its names mean.
    read : set of str
        Variables of the function that the iterators read.
    """

    tree: gast.FunctionDef
    namespace: Namespace
    read: frozenset[str] = frozenset()
    parents: dict[int, gast.AST] = field(init=False)
    inner: dict[str, gast.FunctionDef] = field(init=False)
    looked_at: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        nodes = list(gast.walk(self.tree))
        self.parents = {id(child): node for node in nodes for child in gast.iter_child_nodes(node)}
        self.inner = {node.name: node for node in nodes if isinstance(node, gast.FunctionDef) and node is not self.tree}

    def consume(self, node: gast.expr) -> bool:
        """Tell whether an iterator is consumed where it stands, by what updates nothing that its items are made of."""
        parent = self.parents[id(node)]
        if isinstance(parent, gast.YieldFrom | gast.Starred):
            return True
        if isinstance(parent, gast.Assign):
            return all(isinstance(target, gast.Tuple | gast.List) for target in parent.targets)
        if isinstance(parent, gast.For):
            return parent.iter is node and self.are_harmless([parent.target, *parent.body, *parent.orelse])
        if isinstance(parent, gast.comprehension):
            whole = self.parents[id(parent)]
            if parent.iter is not node or not self.are_harmless(gast.iter_child_nodes(whole)):
                return False
            return not isinstance(whole, gast.GeneratorExp) or self.consume(whole)
        return isinstance(parent, gast.Call) and node in parent.args and self.takes(parent, node)

    def takes(self, call: gast.Call, node: gast.expr) -> bool:
        """Tell whether a function consumes the iterator that it is given."""
        path = dotted(call.func) or ""
        meant = self.namespace.resolve(path)
        meant = meant if callable(meant) else getattr(builtins, path, None)
        others = [each for each in (*call.args, *(k.value for k in call.keywords)) if each is not node]
        functions = [k.value for k in call.keywords if k.arg in ("key", "func")]
        functions += call.args[:1] if meant in (map, filter, functools.reduce) else []
        functions += call.args[1:2] if meant is itertools.accumulate else []
        if not self.are_harmless(others) or not all(map(self.is_harmless_function, functions)):
            return False
        is_whole = any(meant is each for each in WHOLE) or getattr(meant, "__module__", "") == "statistics"
        return is_whole or (any(meant is each for each in LAZY) and self.consume(call))

    # ---- what updates nothing ----

    def are_harmless(self, parts: Iterator[gast.AST] | list[gast.AST]) -> bool:
        """Tell whether statements or expressions update nothing but what is new in the function."""
        return all(map(self.is_harmless, (node for part in parts for node in nodes_of(part))))

    def is_harmless(self, node: gast.AST) -> bool:
        """Tell whether a node by itself updates nothing that the iterators may read."""
        if isinstance(node, gast.Name):
            return isinstance(node.ctx, gast.Load | gast.Param) or node.id not in self.read
        if isinstance(node, gast.Subscript | gast.Attribute) and not isinstance(node.ctx, gast.Load):
            return isinstance(node, gast.Subscript) and self.is_new(node.value)
        if isinstance(node, gast.AugAssign):
            return isinstance(node.target, gast.Subscript) or self.is_new(node.target)
        if isinstance(node, gast.Call):
            return not any(each.arg == "out" for each in node.keywords) and self.is_harmless_call(node)
        return not isinstance(node, gast.Nonlocal | gast.Global)

    def is_harmless_call(self, node: gast.Call) -> bool:
        """Tell whether a call updates nothing but what is new."""
        value = self.namespace.resolve(dotted(node.func) or "")
        if isinstance(node.func, gast.Attribute) and not callable(value):
            if node.func.attr in MUTATING_METHODS:
                return self.is_new(node.func.value)
            return node.func.attr in _KNOWN_METHODS
        if isinstance(node.func, gast.Name | gast.Attribute | gast.Lambda):
            return self.is_harmless_function(node.func)
        return False

    def is_harmless_function(self, node: gast.expr) -> bool:
        """Tell whether a function that is called or handed on updates nothing."""
        if isinstance(node, gast.Lambda):
            return self.are_harmless([node.body])
        if isinstance(node, gast.Constant):
            return node.value is None
        if isinstance(node, gast.Name) and self.is_local(node.id):
            return self.is_harmless_variable(node.id)
        value = self.namespace.resolve(dotted(node) or "")
        if hasattr(value, "__code__"):
            return self.is_harmless_python(value)
        of_plain = getattr(value, "__module__", "") in ("itertools", "statistics", "operator")
        return callable(value) and (is_pure(value) or of_plain or any(value is each for each in _PLAIN))

    def is_local(self, identifier: str) -> bool:
        """Tell whether a name is a variable or a function of the function that is looked at."""
        return identifier in self.inner or any(True for _ in self.bound_to(identifier))

    def is_harmless_variable(self, identifier: str) -> bool:
        """Tell whether each function that a variable may be updates nothing."""
        if identifier in self.looked_at:
            return True
        self.looked_at.add(identifier)
        bodies = list(self.inner[identifier].body) if identifier in self.inner else []
        values = list(self.bound_to(identifier))
        return self.are_harmless(bodies) and all(
            isinstance(value, gast.Lambda) and self.is_harmless_function(value) for value in values
        )

    def is_harmless_python(self, value: Any) -> bool:
        """Tell whether a function of the user's updates nothing that it is given."""
        try:
            tree = find_source(value).tree
        except CladpyError:
            return False
        theirs = Namespace(value)

        def definition(callee: gast.expr) -> gast.FunctionDef | None:
            found = theirs.resolve(dotted(callee) or "")
            try:
                inner = find_source(found).tree if isinstance(found, FunctionType) else None
            except CladpyError:
                return None
            return inner if isinstance(inner, gast.FunctionDef) else None

        return not stores_into_arguments(tree, definition) and is_repeatable(value)

    # ---- what is new ----

    def is_new(self, node: gast.expr) -> bool:
        """Tell whether a variable holds numbers, or a container that is made in the function, whatever binds it."""
        if not isinstance(node, gast.Name) or node.id in {each.id for each in parameters(self.tree.args)} | self.read:
            return False
        values = list(self.bound_to(node.id))
        return bool(values) and all(map(self.makes_new, values))

    def bound_to(self, identifier: str) -> Iterator[gast.expr | None]:
        """Yield what a variable is bound to, None for what is not told."""
        for node in gast.walk(self.tree):
            if not isinstance(node, gast.Name) or node.id != identifier or isinstance(node.ctx, gast.Load):
                continue
            parent = self.parents[id(node)]
            if isinstance(parent, gast.Assign):
                yield parent.value
            elif isinstance(parent, gast.Tuple):
                yield self.paired(parent, node)
            elif not isinstance(parent, gast.AugAssign):
                yield None

    def paired(self, targets: gast.Tuple, node: gast.Name) -> gast.expr | None:
        """Return what a variable is bound to in ``a, b = 0.0, []``."""
        assigned = self.parents[id(targets)]
        value = assigned.value if isinstance(assigned, gast.Assign) else None
        if not isinstance(value, gast.Tuple) or any(isinstance(e, gast.Starred) for e in (*targets.elts, *value.elts)):
            return None
        found: gast.expr = value.elts[targets.elts.index(node)]
        return found

    def makes_new(self, node: gast.expr | None) -> bool:
        """Tell whether an expression makes a number, an array or a container."""
        if isinstance(node, gast.Call):
            path = dotted(node.func) or ""
            made_by = str(getattr(self.namespace.resolve(path), "__module__", ""))
            return made_by.partition(".")[0] == "numpy" and path.rpartition(".")[2] in _ARRAYS
        return isinstance(node, _NEW)
