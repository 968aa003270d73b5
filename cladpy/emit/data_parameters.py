"""Hand a module's functions the data that they would read as globals.

before: ``def loss_grad_x(x): ... RATE ...``            ``d_1 = step_pullback_x(state, 1.0)``
after:  ``def loss_grad_x(x, RATE): ... RATE ...``      ``d_1 = step_pullback_x(state, 1.0, RATE)``

A compiled function takes the globals that it reads for constants: it would go on with values that have changed since.
"""

from collections.abc import Callable, Mapping, Sequence

import gast

from cladpy.ir.expressions import name, nodes_of, rebuild


def with_data_parameters(
    trees: Sequence[gast.FunctionDef], is_data: Callable[[str], bool]
) -> tuple[tuple[gast.FunctionDef, ...], Mapping[str, tuple[str, ...]]]:
    """Return the functions with their data as further parameters, and by function the names of these.

    Parameters
    ----------
    trees : sequence of FunctionDef
        They call one another by their names.
    is_data : callable
        Tells whether a free name is one of the user's that means data.
    """
    needed = {tree.name: {each for each in free_names(tree) if is_data(each)} for tree in trees}
    calls = {tree.name: free_names(tree) & set(needed) for tree in trees}
    while True:
        wider = {own: names.union(*(needed[other] for other in calls[own])) for own, names in needed.items()}
        if wider == needed:
            break
        needed = wider
    ordered = {own: tuple(sorted(names)) for own, names in needed.items()}
    return tuple(_extended(tree, ordered) for tree in trees), ordered


def _extended(tree: gast.FunctionDef, needed: Mapping[str, tuple[str, ...]]) -> gast.FunctionDef:
    """Return a function that takes its data, and hands to the others theirs."""
    if not needed[tree.name]:  # nor does any function that it calls
        return tree

    def handing(node: gast.AST) -> gast.AST | None:
        more = needed.get(getattr(node.func, "id", ""), ()) if isinstance(node, gast.Call) else ()
        if not more:
            return None
        arguments = [rebuild(argument, handing) for argument in node.args]
        return gast.Call(node.func, [*arguments, *map(name, more)], node.keywords)

    body = [rebuild(statement, handing) for statement in tree.body]
    own = [gast.Name(each, gast.Param(), None, None) for each in needed[tree.name]]
    arguments = gast.arguments([*tree.args.args, *own], [], None, [], [], None, [])
    return gast.FunctionDef(tree.name, arguments, body, [], None, None, [])


def free_names(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function reads and does not bind."""
    bound = {argument.id for argument in tree.args.args}
    read = set()
    for part in nodes_of(tree):
        if isinstance(part, gast.Name):
            if isinstance(part.ctx, gast.Store | gast.Param | gast.Del):
                bound.add(part.id)
            else:
                read.add(part.id)
    return read - bound
