"""Whether a function updates its arguments in place, or hands out views of them, read off its text.

Such helpers are written out in place of their calls: what they store into belongs to the caller's storage, whose
adjoint is at hand there. May say yes too often, which costs length; a store that it does not see is found by the
analysis of stores and refused.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import gast

from cladpy.ir.expressions import nodes_of
from cladpy.normalize.closures import parameters

MUTATING_METHODS = frozenset(
    {"append", "extend", "insert", "pop", "remove", "reverse", "clear", "sort", "fill", "put", "partition", "update",
     "setdefault", "popitem", "resize", "itemset", "setflags", "at", "copyto", "place", "putmask", "fill_diagonal",
     "put_along_axis", "shuffle"}
)  # fmt: skip
NEW = frozenset(
    {"copy", "sum", "mean", "min", "max", "prod", "dot", "astype", "item", "tolist", "argmax", "argmin", "std"}
)
"""Methods of arrays whose result is new: all others may give a view."""

VIEWS = frozenset(
    {"reshape", "ravel", "transpose", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "flip", "flipud",
     "fliplr", "asarray", "asanyarray", "ascontiguousarray", "diagonal", "split", "array_split", "atleast_1d",
     "atleast_2d", "broadcast_to", "matrix_transpose", "real", "imag"}
)  # fmt: skip
"""Functions of NumPy whose result may be a view of their first argument."""

Helper = Callable[[gast.expr], gast.FunctionDef | None]
"""Returns the definition of the user's function that a callee is, or None."""


def stores_into_arguments(tree: gast.FunctionDef, helper: Helper = lambda _node: None) -> bool:
    """Tell whether a function may store into an argument, or into what it reaches from one.

    Examples
    --------
    >>> stores_into_arguments(gast.parse("def f(a, i): a[i] *= 2").body[0])
    True
    """
    return _Uses(tree, helper).stores()


def hands_out_arguments(tree: gast.FunctionDef, helper: Helper = lambda _node: None) -> bool:
    """Tell whether a function's result may be an argument, a view of one, or hold one.

    Examples
    --------
    >>> hands_out_arguments(gast.parse("def f(a): return a[1:].T").body[0])
    True
    >>> hands_out_arguments(gast.parse("def f(a): return a * 2").body[0])
    False
    """
    return _Uses(tree, helper).hands_out()


def stores(tree: gast.FunctionDef, helper: Helper = lambda _node: None) -> bool:
    """Tell whether a function may update anything in place but names of numbers: itself, or by a helper."""
    uses = _Uses(tree, helper)
    for node in nodes_of(tree):
        if uses.is_store(node, everything=True):
            return True
        called = helper(node.func) if isinstance(node, gast.Call) else None
        if called is not None and stores_into_arguments(called, helper):
            return True
    return False


def updates(body: list[gast.stmt]) -> bool:
    """Tell whether statements may update a list, dict or array in place, as far as their own text shows.

    Examples
    --------
    >>> updates(gast.parse("s += v").body), updates(gast.parse("x[0] = v").body)
    (False, True)
    """
    for node in (part for statement in body for part in nodes_of(statement)):
        if isinstance(node, gast.Subscript | gast.Attribute) and not isinstance(node.ctx, gast.Load):
            return True
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and node.func.attr in MUTATING_METHODS:
            return True
        if isinstance(node, gast.keyword) and node.arg == "out":
            return True
    return False


@dataclass(slots=True)
class _Uses:
    """What a function does with its arguments.

    Parameters
    ----------
    tree : FunctionDef
    helper : callable
    open : tuple of FunctionDef
        The functions being looked at, against recursion.
    reached : set of str
        The names that may reach an argument; at first the parameters asked about, all if there are none.
    """

    tree: gast.FunctionDef
    helper: Helper = lambda _node: None
    open: tuple[gast.FunctionDef, ...] = ()
    reached: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.reached = self.reached or {parameter.id for parameter in parameters(self.tree.args)}
        before = -1
        while len(self.reached) != before:
            before = len(self.reached)
            for node in nodes_of(self.tree):
                self.follow(node)

    def follow(self, node: gast.AST) -> None:
        """Add the names that an assignment or a loop binds to what is reached from an argument."""
        if isinstance(node, gast.Assign) and self.is_reached(node.value):
            self.reached.update(name for target in node.targets for name in _names(target))
        elif isinstance(node, gast.NamedExpr) and self.is_reached(node.value):
            self.reached.add(node.target.id)
        elif isinstance(node, gast.For | gast.comprehension) and any(
            self.is_reached(part) for part in nodes_of(node.iter)
        ):
            self.reached.update(_names(node.target))

    def is_reached(self, node: gast.AST) -> bool:
        """Tell whether a value may be, view or hold an argument."""
        if isinstance(node, gast.Name):
            return node.id in self.reached
        if isinstance(node, gast.Subscript | gast.Attribute | gast.Starred):
            return self.is_reached(node.value)
        if isinstance(node, gast.IfExp):
            return self.is_reached(node.body) or self.is_reached(node.orelse)
        if isinstance(node, gast.BoolOp):
            return any(self.is_reached(value) for value in node.values)
        if isinstance(node, gast.Tuple | gast.List):
            return any(self.is_reached(item) for item in node.elts)
        if isinstance(node, gast.Dict):
            return any(self.is_reached(item) for item in node.values)
        if isinstance(node, gast.ListComp | gast.SetComp | gast.GeneratorExp):
            return self.is_reached(node.elt)
        if isinstance(node, gast.DictComp):
            return self.is_reached(node.value)
        return isinstance(node, gast.Call) and self.call_hands_out(node)

    def call_hands_out(self, node: gast.Call) -> bool:
        if isinstance(node.func, gast.Attribute):
            if self.is_reached(node.func.value):
                return node.func.attr not in NEW
            return node.func.attr in VIEWS and any(self.is_reached(argument) for argument in node.args[:1])
        inner = self.inner(node)
        return inner is not None and inner.hands_out()

    def inner(self, node: gast.Call) -> "_Uses | None":
        """Return what a helper does with those of the arguments that it gets."""
        tree = self.helper(node.func)
        if tree is None or any(tree is other for other in (*self.open, self.tree)):
            return None
        names = [parameter.id for parameter in parameters(tree.args)]
        given = dict(zip(names, node.args, strict=False)) | {keyword.arg: keyword.value for keyword in node.keywords}
        if len(node.args) > len(names) or any(isinstance(part, gast.Starred) for part in node.args) or None in given:
            return _Uses(tree, self.helper, (*self.open, self.tree))
        reached = {name for name, value in given.items() if self.is_reached(value)}
        return _Uses(tree, self.helper, (*self.open, self.tree), reached) if reached else None

    # ---- questions ----

    def stores(self) -> bool:
        return any(self.is_store(node) for node in nodes_of(self.tree))

    def hands_out(self) -> bool:
        returns = [node for node in nodes_of(self.tree) if isinstance(node, gast.Return)]
        return any(node.value is not None and self.is_reached(node.value) for node in returns)

    def is_store(self, node: gast.AST, *, everything: bool = False) -> bool:
        """Tell whether a statement or call stores into what is reached; ``everything``: into anything."""
        if isinstance(node, gast.Assign | gast.Delete):
            return any(self.is_place(target, everything=everything) for target in node.targets)
        if isinstance(node, gast.AugAssign):
            return everything or self.is_reached(node.target)
        if not isinstance(node, gast.Call):
            return False
        method = isinstance(node.func, gast.Attribute) and node.func.attr in MUTATING_METHODS
        if method and (everything or any(self.is_reached(part) for part in (node.func.value, *node.args[:1]))):
            return True
        by_name = isinstance(node.func, gast.Name) and node.func.id == "setattr" and bool(node.args)
        if by_name and (everything or self.is_reached(node.args[0])):
            return True
        if any(keyword.arg == "out" and (everything or self.is_reached(keyword.value)) for keyword in node.keywords):
            return True
        inner = None if everything else self.inner(node)
        return inner is not None and inner.stores()

    def is_place(self, target: gast.expr, *, everything: bool) -> bool:
        if isinstance(target, gast.Tuple | gast.List):
            return any(self.is_place(item, everything=everything) for item in target.elts)
        return isinstance(target, gast.Subscript | gast.Attribute) and (everything or self.is_reached(target))


def _names(target: gast.AST) -> list[str]:
    return [part.id for part in nodes_of(target) if isinstance(part, gast.Name)]
