"""Which parameters a function may update in place, itself or by the functions that it calls, read off their texts.

Recursion is a cycle: nothing is taken to be updated at first, and the functions are looked at again until that stays.
What a number is bound to anew is no update: ``total += v`` of a parameter is one only where facts say that it is an
array, which the analysis of stores finds out.
"""

from dataclasses import dataclass, field

import gast

from cladpy.ir.expressions import root_of
from cladpy.normalize.argument_stores import MUTATING_METHODS, NEW, VIEWS, Helper
from cladpy.normalize.closures import parameters

MUTATING_FUNCTIONS = frozenset(
    {"heappush", "heappop", "heapify", "heappushpop", "heapreplace", "shuffle", "insort", "insort_left", "insort_right"}
)
Roots = frozenset[str]
_NONE: Roots = frozenset()


@dataclass(slots=True)
class UpdatedParameters:
    r"""Finds the updated parameters of functions.

    Parameters
    ----------
    definition : callable
        Returns the definition of the user's function that a callee is, or None.

    Examples
    --------
    >>> tree = gast.parse("def walk(v, out):\n    out.append(v)\n    walk(v - 1, out)").body[0]
    >>> sorted(UpdatedParameters(lambda node: tree if getattr(node, "id", "") == "walk" else None).of(tree))
    ['out']
    """

    definition: Helper
    found: dict[int, Roots] = field(default_factory=dict)
    trees: dict[int, gast.FunctionDef] = field(default_factory=dict)

    def of(self, tree: gast.FunctionDef) -> Roots:
        """Return the parameters that a function may update."""
        self.note(tree)
        changed = True
        while changed:
            changed, looked_at = False, list(self.trees.values())
            for known in looked_at:
                updated = _Body(known, self).updated()
                changed |= updated != self.found[id(known)]
                self.found[id(known)] = updated
            changed |= len(self.trees) != len(looked_at)
        return self.found[id(tree)]

    def note(self, tree: gast.FunctionDef) -> Roots:
        """Return what is known of a function so far."""
        self.trees.setdefault(id(tree), tree)
        return self.found.setdefault(id(tree), _NONE)


class _Body:
    """One function: of which parameters each name may be, view or hold a part."""

    def __init__(self, tree: gast.FunctionDef, known: UpdatedParameters) -> None:
        self.tree, self.known = tree, known
        self.roots: dict[str, Roots] = {p.id: frozenset({p.id}) for p in parameters(tree.args)}
        names = (node for node in gast.walk(tree) if isinstance(node, gast.Name))
        self.local = {node.id for node in names if not isinstance(node.ctx, gast.Load)}
        self.inner = {node.name: node for node in gast.walk(tree) if isinstance(node, gast.FunctionDef)}
        before: dict[str, Roots] = {}
        while before != self.roots:
            before = dict(self.roots)
            for node in gast.walk(tree):
                self.follow(node)

    def follow(self, node: gast.AST) -> None:
        """Say of the names that a node binds what they may be."""
        if isinstance(node, gast.Assign):
            for target in node.targets:
                self.bind(target, self.of(node.value))
        elif isinstance(node, gast.NamedExpr):
            self.bind(node.target, self.of(node.value))
        elif isinstance(node, gast.For | gast.comprehension):
            self.bind(node.target, self.in_iterable(node.iter))
        elif isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id in self.inner:
            for parameter, value in _given(self.inner[node.func.id], node):
                self.bind(gast.Name(parameter, gast.Store(), None, None), self.of(value))

    def bind(self, target: gast.expr, roots: Roots) -> None:
        for part in gast.walk(target) if roots else ():
            if isinstance(part, gast.Name) and not isinstance(part.ctx, gast.Load):
                self.roots[part.id] = self.roots.get(part.id, _NONE) | roots

    def in_iterable(self, node: gast.expr) -> Roots:
        """Return what the items of an iterable may be parts of: of ``zip(a, b)`` of both."""
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            return self.union([part.value if isinstance(part, gast.Starred) else part for part in node.args])
        return self.of(node)

    def of(self, node: gast.AST) -> Roots:
        """Return the parameters that a value may be, view or hold."""
        if isinstance(node, gast.Name):
            return self.roots.get(node.id, _NONE)
        if isinstance(node, gast.Subscript | gast.Attribute | gast.Starred | gast.NamedExpr):
            return self.of(node.value)
        if isinstance(node, gast.IfExp):
            return self.union([node.body, node.orelse])
        if isinstance(node, gast.BoolOp | gast.Dict):
            return self.union(node.values)
        if isinstance(node, gast.Tuple | gast.List):
            return self.union(node.elts)
        return self.of_call(node) if isinstance(node, gast.Call) else _NONE

    def of_call(self, node: gast.Call) -> Roots:
        if isinstance(node.func, gast.Attribute):
            owner = _NONE if node.func.attr in NEW else self.of(node.func.value)
            return owner | (self.union(node.args[:1]) if node.func.attr in VIEWS else _NONE)
        return self.union(node.args) if self.known.definition(node.func) is not None else _NONE

    def union(self, nodes: list[gast.expr]) -> Roots:
        return _NONE.union(*map(self.of, nodes))

    # ---- updates ----

    def updated(self) -> Roots:
        """Return the parameters that the function may update."""
        return _NONE.union(*map(self.updated_by, gast.walk(self.tree)))

    def updated_by(self, node: gast.AST) -> Roots:
        if isinstance(node, gast.Subscript | gast.Attribute) and not isinstance(node.ctx, gast.Load):
            return self.of(node.value)
        return self.updated_by_call(node) if isinstance(node, gast.Call) else _NONE

    def updated_by_call(self, node: gast.Call) -> Roots:
        name = node.func.attr if isinstance(node.func, gast.Attribute) else getattr(node.func, "id", "")
        out = self.union([keyword.value for keyword in node.keywords if keyword.arg == "out"])
        if isinstance(node.func, gast.Attribute) and name in MUTATING_METHODS:
            is_object = root_of(node.func.value) in self.local or not isinstance(node.func.value, gast.Name)
            return out | (self.of(node.func.value) if is_object else self.union(node.args[:1]))
        if name in MUTATING_FUNCTIONS or name == "setattr":
            return out | self.union(node.args[:1])
        tree = self.known.definition(node.func)
        if tree is None:
            return out
        updated = self.known.note(tree)
        return out.union(*(self.of(value) for parameter, value in _given(tree, node) if parameter in updated))


def _given(tree: gast.FunctionDef, node: gast.Call) -> list[tuple[str, gast.expr]]:
    """Return the arguments of a call by parameter; each with every parameter where a star hides which is which."""
    names = [parameter.id for parameter in parameters(tree.args)]
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    if any(isinstance(part, gast.Starred) for part in node.args) or any(each.arg is None for each in node.keywords):
        return [(name, value) for name in names for value in values]
    return [*zip(names, node.args, strict=False), *((str(each.arg), each.value) for each in node.keywords)]
