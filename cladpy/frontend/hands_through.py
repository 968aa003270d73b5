"""Whether a decorator's wrapper hands its arguments and its result through unchanged.

Only then is the derivative of the wrapper the derivative of the function under
it; ``functools.wraps`` alone proves nothing.  Timers, loggers and counters pass;
a wrapper that scales the result is the function to differentiate, and stays it.
"""

from collections.abc import Iterator

import gast


def hands_through(tree: gast.FunctionDef) -> str | None:
    r"""Return the name of the one function that a wrapper calls with exactly its own arguments.

    The wrapper takes ``*args, **kwargs`` and uses them in such calls alone; each
    of its returns gives the result of such a call, directly or by a name that is
    bound to nothing else and read nowhere else.

    Returns
    -------
    str or None
        None if the wrapper does anything else with arguments or result.

    Examples
    --------
    >>> text = "def timed(*a, **k):\n    start = clock()\n    y = f(*a, **k)\n    print(clock() - start)\n    return y"
    >>> hands_through(gast.parse(text).body[0])
    'f'
    >>> hands_through(gast.parse("def doubled(*a, **k): return 2 * f(*a, **k)").body[0]) is None
    True
    """
    if not isinstance(tree, gast.FunctionDef) or not _takes_stars_alone(tree.args):
        return None
    nodes = [node for statement in tree.body for node in gast.walk(statement)]
    calls = [node for node in nodes if _is_handed(node, tree.args)]
    callees = {call.func.id for call in calls}
    stars = [tree.args.vararg.id, tree.args.kwarg.id]
    uses = [node for node in nodes if isinstance(node, gast.Name)]
    if len(callees) != 1 or any(sum(use.id == star for use in uses) != len(calls) for star in stars):
        return None
    [callee] = callees
    if any(use.id == callee and not isinstance(use.ctx, gast.Load) for use in uses):
        return None
    return callee if _ends_in_return(tree.body) and _returns_only(nodes, uses, calls) else None


def _takes_stars_alone(arguments: gast.arguments) -> bool:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return not named and arguments.vararg is not None and arguments.kwarg is not None


def _is_handed(node: gast.AST, arguments: gast.arguments) -> bool:
    """Tell a call ``f(*args, **kwargs)``."""
    if not (isinstance(node, gast.Call) and isinstance(node.func, gast.Name)):
        return False
    if len(node.args) != 1 or len(node.keywords) != 1 or not isinstance(node.args[0], gast.Starred):
        return False
    positional, keyword = node.args[0].value, node.keywords[0]
    return (
        keyword.arg is None
        and getattr(positional, "id", None) == arguments.vararg.id
        and getattr(keyword.value, "id", None) == arguments.kwarg.id
    )


def _returns_only(nodes: list[gast.AST], uses: list[gast.Name], calls: list[gast.Call]) -> bool:
    """Tell whether every return gives the result of one of the calls, which is used for nothing else."""
    if any(isinstance(node, gast.Yield | gast.YieldFrom | gast.FunctionDef | gast.Lambda) for node in nodes):
        return False
    returned = [node.value for node in nodes if isinstance(node, gast.Return)]
    names = {value.id for value in returned if isinstance(value, gast.Name)}
    bound = [
        node
        for node in nodes
        if isinstance(node, gast.Assign) and len(node.targets) == 1 and getattr(node.targets[0], "id", None) in names
    ]
    direct = [value for value in returned if not isinstance(value, gast.Name)]
    results = [*direct, *(node.value for node in bound)]
    stores = sum(use.id in names and not isinstance(use.ctx, gast.Load) for use in uses)
    loads = sum(use.id in names and isinstance(use.ctx, gast.Load) for use in uses)
    return (
        all(any(result is call for call in calls) for result in results)
        and len(results) == len(calls)
        and (stores, loads) == (len(bound), len(returned) - len(direct))
    )


def _ends_in_return(body: list[gast.stmt]) -> bool:
    """Tell whether a block cannot be left at its end."""
    return any(isinstance(last, gast.Return) for last in _lasts(body))


def _lasts(body: list[gast.stmt]) -> Iterator[gast.stmt]:
    last = body[-1]
    yield last
    if isinstance(last, gast.With) or (isinstance(last, gast.Try) and not last.handlers):
        yield from _lasts(last.body)
