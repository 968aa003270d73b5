"""Iterators that are kept under a name and consumed once: put where they are consumed.

before: ``squares = (v * v for v in x)``, ``for s in squares: A``   after: ``for s in (v * v for v in x): A``
before: ``pairs = zip(x, y)``, ``return sum(a * b for a, b in pairs)``
after:  ``return sum(a * b for a, b in zip(x, y))``

Requires that the name is bound once and read once, behind its binding in the same block and outside of loops. What the
iterator evaluates when it is made is evaluated later then, so nothing in between may change it.
"""

from collections import Counter
from collections.abc import Callable

import gast

from cladpy.ir.expressions import names_in, nodes_of, rebuild
from cladpy.normalize.argument_stores import updates
from cladpy.normalize.closures import bound_names

IsIterator = Callable[[gast.expr], bool]

_SIMPLE = (gast.Assign, gast.AnnAssign, gast.AugAssign, gast.Return, gast.Expr, gast.Assert)
_COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


def with_iterators_in_place(tree: gast.FunctionDef, is_iterator: IsIterator) -> gast.FunctionDef:
    """Return a function whose iterators stand where they are consumed.

    Parameters
    ----------
    tree : FunctionDef
    is_iterator : callable
        Tells whether an expression makes an iterator whose items are written as loops.
    """
    counts = Counter(
        (part.id, isinstance(part.ctx, gast.Load)) for part in nodes_of(tree) if isinstance(part, gast.Name)
    )
    kept = [name for (name, is_read), count in counts.items() if not is_read and count == 1 and counts[name, True] == 1]
    if not kept:
        return tree

    def moved(node: gast.AST) -> gast.AST | None:
        fields = {field: getattr(node, field) for field in ("body", "orelse", "finalbody") if _is_block(node, field)}
        new = {field: _moved(block, set(kept), is_iterator) for field, block in fields.items()}
        if all(new[field] is block for field, block in fields.items()):
            return None
        whole = gast.copy_location(type(node)(**(dict(gast.iter_fields(node)) | new)), node)
        return rebuild(whole, moved)

    made = rebuild(tree, moved)
    return made if isinstance(made, gast.FunctionDef) else tree


def _is_block(node: gast.AST, field: str) -> bool:
    block = getattr(node, field, None)
    return isinstance(block, list) and bool(block) and isinstance(block[0], gast.stmt)


def _moved(block: list[gast.stmt], kept: set[str], is_iterator: IsIterator) -> list[gast.stmt]:
    """Return a block with its first such iterator put in its place, and then the next ones."""
    for position, statement in enumerate(block):
        name = _bound(statement)
        if name not in kept or not isinstance(statement, gast.Assign) or not is_iterator(statement.value):
            continue
        for place in range(position + 1, len(block)):
            if name in set(names_in(block[place])):
                new = _consumed(block[place], str(name), statement.value)
                if new is None or not _stays(statement.value, block[position + 1 : place]):
                    break
                return _moved(
                    [*block[:position], *block[position + 1 : place], new, *block[place + 1 :]], kept, is_iterator
                )
    return block


def _bound(statement: gast.stmt) -> str | None:
    single = isinstance(statement, gast.Assign) and len(statement.targets) == 1
    target = statement.targets[0] if single else None
    return target.id if isinstance(target, gast.Name) else None


def _consumed(statement: gast.stmt, name: str, value: gast.expr) -> gast.stmt | None:
    """Return a statement with the iterator in place of its name; None if it may be evaluated elsewhere than once."""
    if isinstance(statement, gast.For):
        if name not in set(names_in(statement.iter)):
            return None
        whole = dict(gast.iter_fields(statement)) | {"iter": _put(statement.iter, name, value)}
        return gast.copy_location(gast.For(**whole), statement) if whole["iter"] is not None else None
    if not isinstance(statement, _SIMPLE) or any(isinstance(part, gast.NamedExpr) for part in nodes_of(statement)):
        return None
    return _put(statement, name, value)


def _put(node: gast.AST, name: str, value: gast.expr) -> gast.AST | None:
    """Return a tree with a value in place of a name; None where a text stands around it that runs more than once."""
    found = []

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Name) and part.id == name:
            found.append(part)
            return value
        if isinstance(part, gast.Lambda | gast.FunctionDef | gast.IfExp | gast.BoolOp):
            return part
        if isinstance(part, _COMPREHENSIONS):
            first, *rest = part.generators
            inner = gast.comprehension(first.target, rebuild(first.iter, change), first.ifs, first.is_async)
            whole = dict(gast.iter_fields(part)) | {"generators": [inner, *rest]}
            return gast.copy_location(type(part)(**whole), part)
        return None

    made = rebuild(node, change)
    return made if found else None


def _stays(value: gast.expr, between: list[gast.stmt]) -> bool:
    """Tell whether an iterator that is made behind some statements is the one that is made before them."""
    if set(names_in(value)) & bound_names(between):
        return False
    made = [value.generators[0].iter] if isinstance(value, gast.GeneratorExp) else getattr(value, "args", [])
    if all(isinstance(part, gast.Name | gast.Constant | gast.Lambda) for part in made):
        return True
    return not updates(between) and not any(isinstance(part, gast.Call) for each in between for part in nodes_of(each))
