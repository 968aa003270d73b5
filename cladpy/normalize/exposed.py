"""Which local names the statements of a function read before they assign them, and which they surely assign.

It may over-report what is read; a name that is read is never missed.
"""

from collections.abc import Iterable

import gast

from cladpy.ir.expressions import nodes_of
from cladpy.normalize.closures import bound_names

TAKEN_OUT_BY = frozenset({"pop", "popitem", "popleft", "setdefault"})
"""Methods whose result is wanted, and that update their owner."""


def exposed(statements: Iterable[gast.stmt]) -> tuple[frozenset[str], frozenset[str]]:
    r"""Return the names that statements may read as they were before, and those that they surely assign.

    Examples
    --------
    >>> read, assigned = exposed(gast.parse("a = b\nif a:\n    c = d\nc += 1\n").body)
    >>> sorted(read), sorted(assigned)
    (['b', 'c', 'd'], ['a', 'c'])
    """
    read: set[str] = set()
    assigned: set[str] = set()
    for statement in statements:
        mine, sure = _statement(statement)
        read |= mine - assigned
        assigned |= sure
    return frozenset(read), frozenset(assigned)


def _statement(node: gast.stmt) -> tuple[frozenset[str], frozenset[str]]:
    if isinstance(node, gast.If):
        body, orelse = exposed(node.body), exposed(node.orelse)
        return names_read(node.test) | body[0] | orelse[0], body[1] & orelse[1]
    if isinstance(node, gast.For):
        body, orelse = exposed(node.body), exposed(node.orelse)
        return names_read(node.iter) | names_read(node.target) | (body[0] - _plain(node.target)) | orelse[
            0
        ], frozenset()
    if isinstance(node, gast.While):
        return names_read(node.test) | exposed(node.body)[0] | exposed(node.orelse)[0], frozenset()
    if isinstance(node, gast.With):
        targets = frozenset().union(*(_plain(item.optional_vars) for item in node.items if item.optional_vars))
        body = exposed(node.body)
        return frozenset().union(*map(names_read, node.items)) | (body[0] - targets), targets | body[1]
    if isinstance(node, gast.Assign):
        return names_read(node), frozenset().union(*map(_plain, node.targets))
    if isinstance(node, gast.AnnAssign):
        value = frozenset() if node.value is None else names_read(node.value)  # no annotation of a local is read
        return names_read(node.target) | value, _plain(node.target) if node.value is not None else frozenset()
    if isinstance(node, gast.AugAssign):
        return names_read(node) | _plain(node.target), _plain(node.target)
    if isinstance(node, gast.FunctionDef):
        return names_read(node), frozenset({node.name})
    return names_read(node), frozenset()


def names_read(node: gast.AST) -> frozenset[str]:
    """Return the names that a node reads anywhere in it, those of nested functions included."""
    return frozenset(part.id for part in nodes_of(node) if isinstance(part, gast.Name) and _is_read(part))


def _is_read(part: gast.Name) -> bool:
    return isinstance(part.ctx, gast.Load)


def _plain(target: gast.expr) -> frozenset[str]:
    """Return the names that a target binds."""
    return frozenset(part.id for part in nodes_of(target) if isinstance(part, gast.Name) and not _is_read(part))


def changed_names(statements: list[gast.stmt]) -> frozenset[str]:
    r"""Return the names that statements bind, store into, or hand to a call whose result they drop.

    Examples
    --------
    >>> sorted(changed_names(gast.parse("u[0] = v\nw.append(x)\nnp.add.at(y, 0, z)\n").body))
    ['np', 'u', 'w', 'x', 'y', 'z']
    """
    found = set(bound_names(statements))
    for node in (part for statement in statements for part in nodes_of(statement)):
        if isinstance(node, gast.Subscript | gast.Attribute) and not isinstance(node.ctx, gast.Load):
            found.add(_root(node))
        elif isinstance(node, gast.Expr) and isinstance(node.value, gast.Call):
            call = node.value
            found |= {_root(part) for part in (call.func, *call.args, *(each.value for each in call.keywords))}
        elif isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and node.func.attr in TAKEN_OUT_BY:
            found.add(_root(node.func))
        elif isinstance(node, gast.keyword) and node.arg == "out":
            found |= names_read(node.value)
    return frozenset(found - {""})


def _root(node: gast.AST) -> str:
    """Return the name that a place is reached from, "" if there is none."""
    while isinstance(node, gast.Subscript | gast.Attribute | gast.Starred):
        node = node.value
    return node.id if isinstance(node, gast.Name) else ""
