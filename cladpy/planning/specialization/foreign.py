"""The text of another function, in terms of the names of the function that it is written into.

before: ``def scaled(x): return x * RATE`` of a module in which ``RATE`` is another number than here
after:  ``return x * RATE_2``
"""

from collections.abc import Callable

import gast

from cladpy.frontend.namespace import MISSING, Namespace, RenamedGlobal
from cladpy.normalize.closures import Closure, renamed
from cladpy.normalize.known_calls import with_super
from cladpy.planning.specialization.scene import Scene


def foreign_closure(scene: Scene, function: Callable[..., object]) -> Closure:
    """Return a live function as a closure of the function that it is written into.

    Raises
    ------
    CladpyError
        C1xx, C304 if its source is not supported, or cannot be had.
    """
    prepared = scene.prepare(function)
    source = prepared.form.source
    tree = with_super(source.tree)
    closure = Closure.of_function(tree)
    mine, theirs = scene.namespace, Namespace(function)
    names = {}
    for free in sorted(_free_names(tree) - closure.bound):
        meant = theirs.lookup(free)
        if meant is MISSING:
            continue
        if free in scene.local or not (mine.shares(theirs, free) and mine.lookup(free) is meant):
            names[free] = scene.name_for(free, RenamedGlobal(theirs, free)).id
    body = tuple(renamed(statement, names) for statement in closure.body)
    return Closure(closure.arguments, body, closure.bound, closure.nonlocals, default_values(scene, function), source)


def default_values(scene: Scene, function: Callable[..., object]) -> dict[str, gast.expr]:
    """Return expressions for the defaults of a live function: literals, or names for what they are."""
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    found = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    found |= function.__kwdefaults__ or {}
    return {parameter: default_value(scene, function, parameter, value) for parameter, value in found.items()}


def default_value(scene: Scene, function: Callable[..., object], parameter: str, value: object) -> gast.expr:
    """Return an expression for one default."""
    if type(value) in (int, float, bool, str, type(None)):
        return gast.Constant(value, None)
    return scene.name_of_value(f"{function.__name__.strip('<>')}_{parameter}", value)


def _free_names(tree: gast.FunctionDef) -> set[str]:
    return {part.id for statement in tree.body for part in gast.walk(statement) if isinstance(part, gast.Name)}
