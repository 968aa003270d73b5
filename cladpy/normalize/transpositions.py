"""``zip(*rows)`` as a list of the columns.

before: ``for a, b in zip(*rows): ...``
after:  ``for a, b in [tuple([row[k] for row in rows]) for k in range(n)]: ...``, ``n`` the length of the shortest row

Rows are sequences: what can only be iterated over once is refused, for it has no length.
"""

from collections.abc import Callable

import gast

from cladpy.ir.expressions import call, constant, name, nodes_of, rebuild, store_name, subscript


def with_transpositions(tree: gast.FunctionDef, is_builtin: Callable[[str], bool]) -> gast.FunctionDef:
    """Return a function in which each ``zip(*rows)`` is the list of the columns; itself if there is none.

    Parameters
    ----------
    tree : FunctionDef
    is_builtin : callable
        Tells whether a name means the builtin of that name.
    """
    if not any(map(_is_transposition, nodes_of(tree))) or not is_builtin("zip"):
        return tree

    def change(part: gast.AST) -> gast.AST | None:
        if not _is_transposition(part):
            return None
        rows = rebuild(part.args[0].value, change)
        return gast.copy_location(_columns(rows), part)

    body = [rebuild(statement, change) for statement in tree.body]
    return gast.copy_location(gast.FunctionDef(**(dict(gast.iter_fields(tree)) | {"body": body})), tree)


def _is_transposition(node: gast.AST) -> bool:
    """Tell whether a node is ``zip(*rows)``."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Name) or node.func.id != "zip":
        return False
    return len(node.args) == 1 and isinstance(node.args[0], gast.Starred) and not node.keywords


def _columns(rows: gast.expr) -> gast.ListComp:
    outer = []
    if not isinstance(rows, gast.Name):
        outer = [gast.comprehension(store_name("rows"), gast.List([rows], gast.Load()), [], 0)]
        rows = name("rows")

    def each_row(value: gast.expr) -> gast.ListComp:
        return gast.ListComp(value, [gast.comprehension(store_name("row"), rows, [], 0)])

    shortest = call("min", each_row(call("len", name("row"))), default=constant(0))
    column = call("tuple", each_row(subscript(name("row"), name("k"))))
    return gast.ListComp(column, [*outer, gast.comprehension(store_name("k"), call("range", shortest), [], 0)])
