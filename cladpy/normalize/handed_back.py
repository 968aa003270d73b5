"""Functions that call themselves and update their arguments: what they update is handed back to the caller.

before: ``def walk(v, out): out.append(v); ...``     after: the same, that returns ``(<result>, out)``
before: ``y = walk(x, out)``                         after: ``v@1 = walk(x, out)``, ``out = v@1[1]``, ``y = v@1[0]``

A function that does not call itself is written out in place of its calls instead. What it updates is copied where it is
entered, so that the caller's recorded values stay; no other name may see the update, which the planning checks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.rewritten import RUN, LiveGlobals, Rewriter, made_function
from cladpy.ir.call_arguments import Parameters, UnknownStarError
from cladpy.ir.expressions import LOAD, constant, name, rebuild, store_name, subscript
from cladpy.ir.statements import Assign, If
from cladpy.normalize.cached_functions import KEYS, keys_of
from cladpy.normalize.closures import has_star, parameters

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

HANDED = "__cladpy_handed_back__"  # of a function that was made here: the parameters that it hands back
REBOUND = "__cladpy_rebound__"  # of a local function made a global one: the captured names that it rebinds
_FRESH = (gast.List, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp, gast.Constant)


@dataclass(frozen=True, slots=True)
class HandedBack:
    """A function that hands back what it updates: its name in the normal form, and the parameters.

    ``rebound``: those that it binds to other values. ``returned``: the one that it returns wherever it ends, if so.
    """

    function: FunctionType
    tree: gast.FunctionDef
    names: tuple[str, ...]
    rebound: frozenset[str]
    returned: str | None = None
    called: str = ""

    def given(self, node: gast.Call) -> dict[str, gast.expr]:
        """Return the arguments of a call by parameter; nothing if they do not fit."""
        try:
            return Parameters.of_arguments(self.tree.args).bind(node)
        except (TypeError, UnknownStarError):
            return {}


def handed_by(function: object) -> tuple[str, ...]:
    """Return the parameters that a function hands back behind its result."""
    return tuple(getattr(function, "__dict__", {}).get(HANDED, ()))


def rebound_by(function: object) -> frozenset[str]:
    """Return the parameters of a function whose rebinding its caller is to see."""
    return frozenset(getattr(function, "__dict__", {}).get(REBOUND, ()))


@dataclass(frozen=True, slots=True)
class MadeFunctions:
    """The functions that were made of others while one derivative is planned, each once."""

    importing: dict[FunctionType, FunctionType] = field(default_factory=dict)
    lifted: dict[FunctionType, FunctionType] = field(default_factory=dict)
    handing: dict[tuple[FunctionType, frozenset[str]], HandedBack | None] = field(default_factory=dict)
    of_methods: dict[tuple[FunctionType, type], dict[str, FunctionType]] = field(default_factory=dict)


def handing_back(function: FunctionType, updated: frozenset[str], made: MadeFunctions) -> HandedBack | None:
    """Return a function as one that hands back what it updates; None if that is no variable of its callers'."""
    key = (function, updated)
    if key not in made.handing:
        made.handing[key] = _handing_back(function, updated)
    return made.handing[key]


def _handing_back(function: FunctionType, updated: frozenset[str]) -> HandedBack | None:
    source = find_source(function)
    if not _is_followed(source.tree, updated - rebound_by(function)):
        return None
    names = tuple(each.id for each in parameters(source.tree.args) if each.id in updated)
    returned = _returned(source.tree, names)
    made = _made(function, source, names, returned)
    return HandedBack(made, source.tree, names, rebound_by(function), returned)


def _returned(tree: gast.FunctionDef, names: tuple[str, ...]) -> str | None:
    """Return the parameter that a function returns wherever it ends, itself or by a call of itself; None if none."""
    returns: list[gast.Return] = []

    def note(part: gast.AST) -> gast.AST | None:
        returns.extend([part] if isinstance(part, gast.Return) else [])
        return part if isinstance(part, gast.FunctionDef | gast.Lambda | gast.ClassDef) else None

    for statement in tree.body:
        rebuild(statement, note)
        note(statement)
    if not isinstance(tree.body[-1], gast.Return):
        return None
    return next((p for p in names if all(_is_returned(tree, p, each.value) for each in returns)), None)


def _is_returned(tree: gast.FunctionDef, parameter: str, value: gast.expr | None) -> bool:
    if isinstance(value, gast.Call) and getattr(value.func, "id", None) == tree.name and not has_star(value):
        with contextlib.suppress(TypeError, UnknownStarError):
            value = Parameters.of_arguments(tree.args).bind(value).get(parameter)
    return isinstance(value, gast.Name) and value.id == parameter


def _is_followed(tree: gast.FunctionDef, updated: frozenset[str]) -> bool:
    """Tell whether the parameters that are updated stay the caller's objects to the end, or are new ones from None."""
    stars = {each.id for each in (tree.args.vararg, tree.args.kwarg) if each is not None}
    if updated & stars or any(isinstance(node, gast.Yield | gast.YieldFrom) for node in gast.walk(tree)):
        return False
    allowed = {id(node) for node in gast.walk(tree) for node in _from_none(node)}
    grown = {id(node.target) for node in gast.walk(tree) if isinstance(node, gast.AugAssign)}
    stores = (n for n in gast.walk(tree) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store | gast.Del))
    return not any(node.id in updated and id(node) not in allowed | grown for node in stores)


def _from_none(node: gast.AST) -> Iterator[gast.AST]:
    """Yield the target of ``p = {}`` in ``if p is None: p = {}``."""
    if not isinstance(node, gast.If) or node.orelse or not isinstance(node.test, gast.Compare):
        return
    test = node.test
    is_none = isinstance(test.left, gast.Name) and len(test.ops) == 1 and isinstance(test.ops[0], gast.Is)
    if not is_none or getattr(test.comparators[0], "value", ...) is not None:
        return
    for statement in node.body:
        if isinstance(statement, gast.Assign) and isinstance(statement.value, _FRESH):
            yield from (t for t in statement.targets if isinstance(t, gast.Name) and t.id == test.left.id)


def _made(function: FunctionType, source: FunctionSource, names: tuple[str, ...], returned: str | None) -> FunctionType:
    given, run = function.__globals__, function.__dict__.get(RUN)
    seen = given if isinstance(given, LiveGlobals) else Rewriter(function, source).globals
    marks: dict[str, object] = {HANDED: names, KEYS: keys_of(function)}
    if run is not None:
        marks[RUN] = _handing(run, names, None)
    made = made_function(function, _handing(source.tree, names, returned), seen, marks)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _handing(tree: gast.FunctionDef, names: tuple[str, ...], returned: str | None) -> gast.FunctionDef:
    body = [_with_names(statement, names, returned) for statement in tree.body]
    last = tree.body[-1]
    end = gast.copy_location(gast.Constant(None, None), last)
    body.append(gast.copy_location(gast.Return(_handed(end, names)), last))
    return gast.copy_location(gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, []), tree)


def _with_names(node: gast.AST, names: tuple[str, ...], returned: str | None) -> gast.AST:
    """Return a statement whose returns hand names back."""

    def change(part: gast.AST) -> gast.AST | None:
        if isinstance(part, gast.Return):
            nothing = gast.copy_location(gast.Constant(None, None), part)
            value = nothing if part.value is None or _is_name(part.value, returned) else part.value
            if returned is not None and isinstance(value, gast.Call):  # the function itself, which returns that too
                value = gast.copy_location(subscript(gast.Tuple([value, nothing], LOAD), constant(1)), part)
            return gast.copy_location(gast.Return(_handed(value, names)), part)
        return part if isinstance(part, gast.FunctionDef | gast.Lambda | gast.ClassDef) else None

    return rebuild(node, change)


def _is_name(node: gast.expr, identifier: str | None) -> bool:
    return isinstance(node, gast.Name) and node.id == identifier


def _handed(value: gast.expr, names: tuple[str, ...]) -> gast.expr:
    return gast.copy_location(gast.Tuple([value, *map(name, names)], LOAD), value)


# ---- calls ----


def write_handing_back(flattener: ExpressionFlattener, node: gast.Call, handed: HandedBack) -> gast.expr:
    """Write a call, bind anew what it hands back, and return its result."""
    targets = targets_of(flattener, node, handed)
    called = gast.copy_location(gast.Call(name(handed.called), node.args, node.keywords), node)
    result = flattener.recorder.bind(flattener.as_it_stands(called, called.func), "handed")
    for position, parameter in enumerate(handed.names, 1):
        target = targets.get(parameter)
        if target is None:
            continue
        if parameter in handed.rebound:
            flattener.rebindable.add(target)
        bound = Assign(store_name(target), subscript(result, constant(position)), flattener.recorder.current)
        flattener.recorder.emit(_unless_none(target, bound) if _may_be_none(handed.tree, parameter) else bound)
    if handed.returned in targets:
        return name(targets[handed.returned])
    return subscript(result, constant(0 if handed.returned is None else 1 + handed.names.index(handed.returned)))


def _unless_none(target: str, bound: Assign) -> If:
    """Return a binding that leaves None as it is: what the function made in place of it is its own."""
    test = gast.Compare(name(target), [gast.IsNot()], [constant(None)])
    return If(test, (bound,), (), bound.source)


def _may_be_none(tree: gast.FunctionDef, parameter: str) -> bool:
    return any(getattr(target, "id", None) == parameter for node in gast.walk(tree) for target in _from_none(node))


def targets_of(flattener: ExpressionFlattener, node: gast.Call, handed: HandedBack) -> dict[str, str]:
    """Return the variables that a call updates, by parameter.

    Raises
    ------
    CladpyError
        C118 where what is updated is no variable.
    """
    if has_star(node):
        raise _refuse(flattener, node, "a function that calls itself and updates its arguments is called with a *")
    try:
        given = Parameters.of_arguments(handed.tree.args).bind(node)
    except (TypeError, UnknownStarError) as error:
        raise flattener.recorder.refuse(node, "C115", str(error)) from None
    targets: dict[str, str] = {}
    for parameter in handed.names:
        value = given.get(parameter, constant(None))
        if isinstance(value, gast.Name) and value.id in flattener.local:
            targets[parameter] = value.id
        elif not isinstance(value, _FRESH):
            raise _refuse(flattener, value, f"a function that calls itself updates its argument {parameter!r}")
        elif parameter not in given and not _is_made_anew(handed.tree, parameter):
            raise _refuse(flattener, node, f"a function that calls itself updates the default of {parameter!r}")
    plain = [value.id for value in given.values() if isinstance(value, gast.Name)]
    twice = [target for target in targets.values() if plain.count(target) > 1]
    if twice:
        raise _refuse(flattener, node, f"{twice[0]!r}, which is updated, is given as two arguments")
    return targets


def _is_made_anew(tree: gast.FunctionDef, parameter: str) -> bool:
    positional = [each.id for each in (*tree.args.posonlyargs, *tree.args.args)]
    defaults = dict(zip(reversed(positional), reversed(tree.args.defaults), strict=False))
    defaults |= dict(zip((each.id for each in tree.args.kwonlyargs), tree.args.kw_defaults, strict=True))
    return isinstance(defaults.get(parameter), gast.Constant)


def _refuse(flattener: ExpressionFlattener, node: gast.AST, message: str) -> CladpyError:
    return flattener.recorder.refuse(
        node, "C118", message, hint="give it a variable that is bound to a new list, dict or array, as in out = []"
    )
