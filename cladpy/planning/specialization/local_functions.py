"""Write functions that are values out where they are called.

before: ``f = <local function>`` ... ``y = f(x)``        after: the body of ``f``
before: ``p = (<partial>, g, args, named)``, ``p(x)``    after: ``v@1 = p[1]`` ..., ``v@1(*v@2, x, **v@3)``
before: ``m = (<method area>, shape)``, ``m()``          after: ``v@1 = m[1]``, ``v@1.area()``
before: ``y = solve(f, x)``, ``f`` a local function      after: the body of ``solve``

A function of the user's that is given a local function, or gives one back, is written out as well: what such a function
captures is read by name, and the names are the primal's.
"""

import functools
import types
from dataclasses import replace

import gast

from cladpy.analyses.objects import method_of
from cladpy.errors import CladpyError
from cladpy.frontend.find_source import primal_function
from cladpy.ir.callables import LocalFunction, Method, Partial
from cladpy.ir.expressions import LOAD, attribute, call, constant, name, subscript
from cladpy.ir.fact import Fact, holds_local_function, present
from cladpy.ir.statements import Block, If, Raise
from cladpy.normalize.closures import Closure, has_star
from cladpy.normalize.inline_closures import inline
from cladpy.planning.specialization.foreign import foreign_closure
from cladpy.planning.specialization.given_functions import made_over
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene, literal_of, local_functions
from cladpy.planning.specialization.stars import is_settled

MOST_CALLS = 64  # that are written out in one function: beyond that, one of them calls itself


def written_out(scene: Scene) -> Block:
    """Return the body with calls of local functions written out."""
    mine = local_functions(scene.body)  # that of a callee is one of the primal's when the callee is written out

    def change(value: gast.expr, twin: gast.expr, target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call):
            return None
        marker = literal_of(scene.fact(twin.func))
        if isinstance(marker, LocalFunction):
            return _local(scene, value, marker) if marker in mine and not is_open(value) else None
        if isinstance(marker, Partial):
            return _partial(scene, value, scene.fact(twin.func))
        if isinstance(marker, Method):
            owner = scene.bind(subscript(value.func, constant(1)))
            return gast.Call(gast.Attribute(owner, marker.name, LOAD), value.args, value.keywords)
        if scene.fact(twin.func).cls is functools.partial:
            return _live_partial(scene, value, scene.fact(twin.func))
        return _with_functions(scene, value, twin, target)

    return values_rewritten(scene, change)


def written_in_hope(scene: Scene) -> Block:
    """Return the body with methods written out that are given local functions, as far as facts in hope tell them.

    Such facts take for granted that what these calls give changes nothing about their objects: that the state that a
    loop carries stays of its class. That is asked for, and where facts tell it in the end, nothing is left of it.
    """

    def change(value: gast.expr, twin: gast.expr, target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or not isinstance(twin.func, gast.Attribute):
            return None
        cls = present(scene.fact(twin.func.value)).cls
        if cls is None or method_of(present(scene.fact(twin.func.value)), twin.func.attr) is None:
            return None
        owner = scene.recorder.bind(value.func.value)
        other = gast.Compare(call("type", owner), [gast.IsNot()], [scene.name_of_value(cls.__name__, cls)])
        message = f"[C402] what {value.func.attr!r} is called of becomes an object of another class than {cls.__name__}"
        fails = Raise(gast.Call(name("ValueError"), [constant(message)], []), None, scene.recorder.current)
        scene.recorder.emit(If(other, (fails,), (), scene.recorder.current))
        return _with_functions(scene, value, twin, target)

    return values_rewritten(scene, change)


def _local(scene: Scene, node: gast.Call, function: LocalFunction) -> gast.expr:
    closure = function.closure
    assert isinstance(closure, Closure)  # noqa: S101 -- the only thing that makes one
    computed = {
        parameter: scene.bind(subscript(node.func, constant(position)))
        for position, parameter in enumerate(function.defaults, 1)
    }
    return _inlined(scene, replace(closure, defaults={**closure.defaults, **computed}), node)


def _inlined(scene: Scene, closure: Closure, node: gast.Call) -> gast.expr:
    if len(set(scene.recorder.scopes.values())) > MOST_CALLS:
        raise scene.recorder.refuse(
            closure.body[0],
            "C118",
            "a function that is defined inside of another, or takes such a function, calls itself",
            hint="define the functions that it needs at the top of the file, and pass what they capture",
        )
    flattener = scene.flattener()
    value = inline(flattener, closure, node)
    scene.user_names |= {
        part.id for statement in closure.body for part in gast.walk(statement) if isinstance(part, gast.Name)
    }
    return value


def _partial(scene: Scene, node: gast.Call, fact: Fact) -> gast.expr | None:
    parts = [scene.bind(subscript(node.func, constant(k))) for k in (1, 2, 3)]
    return _applied(scene, node, parts, (fact.items or ())[3])


def _live_partial(scene: Scene, node: gast.Call, fact: Fact) -> gast.expr | None:
    parts = [scene.bind(attribute(node.func, part)) for part in ("func", "args", "keywords")]
    return _applied(scene, node, parts, (fact.items or ())[2])


def _applied(scene: Scene, node: gast.Call, parts: list[gast.Name], named: Fact) -> gast.expr | None:
    """Return the call of what a partial application is about; keywords of the call come before its own."""
    if named.kind != "dict" or named.keys is None:
        return None
    function, arguments, keywords = parts
    given = {keyword.arg for keyword in node.keywords}
    own = [
        gast.keyword(str(key), scene.bind(subscript(keywords, constant(key)))) for key in named.keys if key not in given
    ]
    return gast.Call(function, [gast.Starred(arguments, LOAD), *node.args], [*own, *node.keywords])


def _with_functions(scene: Scene, node: gast.Call, twin: gast.Call, target: str | None) -> gast.expr | None:
    """Write out a function of the user's that is given local functions, gives them back, or whose object holds them."""
    given = [twin.func.value if isinstance(twin.func, gast.Attribute) else twin.func]
    given += [part.value if isinstance(part, gast.Starred) else part for part in twin.args]
    given += [keyword.value for keyword in twin.keywords]
    facts = [scene.fact(part) for part in given]
    if target is not None and target in scene.table.facts:
        facts.append(scene.table.facts[target])
    if not any(map(holds_local_function, facts)):
        return None
    function, first = _callee(scene, node, twin)
    if function is None or is_open(node) or _is_of_a_library(function):
        return None
    made = _recursive(scene, node, twin, primal_function(function), first)
    if made is not None:
        return made
    try:
        closure = foreign_closure(scene, primal_function(function))
    except CladpyError:
        return None
    whole = gast.copy_location(gast.Call(node.func, [*first, *node.args], node.keywords), node)
    return _inlined(scene, closure, whole)


def _is_of_a_library(function: types.FunctionType) -> bool:
    """Tell whether a function is NumPy's or SciPy's, whose texts are long, and no programs of the language."""
    return str(primal_function(function).__globals__.get("__name__")).partition(".")[0] in ("numpy", "scipy")


def _recursive(
    scene: Scene, node: gast.Call, twin: gast.Call, function: types.FunctionType, first: list[gast.expr]
) -> gast.expr | None:
    """Return the call of a function that calls itself as that of one that has the local functions inside."""
    pairs = zip(
        (*node.args, *(k.value for k in node.keywords)), (*twin.args, *(k.value for k in twin.keywords)), strict=True
    )
    made = made_over(scene, function, first, node, {id(value): scene.fact(other) for value, other in pairs})
    return None if made is None else scene.flattener().expressions.value(made)


def _callee(scene: Scene, node: gast.Call, twin: gast.Call) -> tuple[types.FunctionType | None, list[gast.expr]]:
    """Return the function of the user's behind a call, and what it is given first: the object of a method."""
    function = scene.inference.function(twin.func)
    if isinstance(function, types.FunctionType):
        return function, []
    if isinstance(twin.func, gast.Attribute):
        return method_of(present(scene.fact(twin.func.value)), twin.func.attr), [node.func.value]
    return method_of(present(scene.fact(twin.func)), "__call__"), [node.func]


def is_open(node: gast.Call) -> bool:
    """Tell whether a call has stars that are still to be taken apart."""
    return has_star(node) and not is_settled(node)
