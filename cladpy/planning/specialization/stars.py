"""Take stars apart where the length of what they stand for is part of the signature.

before: ``f(x, *pair, **options)``  after: ``v@1 = pair[0]``, ``v@2 = options["k"]``, ``f(x, v@1, k=v@2)``
before: ``[*a, b]``                 after: ``[a[0], a[1], b]``; for a list of unknown length: ``list(a) + [b]``
before: ``{**d, "b": y}``           after: ``{"a": d["a"], "b": y}``
"""

import inspect
import math
import types
from collections.abc import Iterator

import gast

from cladpy.ir.call_arguments import Parameters
from cladpy.ir.callables import LocalFunction
from cladpy.ir.expressions import LOAD, binary, call, constant, store_name, subscript
from cladpy.ir.statements import Assert, Assign, Block, If
from cladpy.normalize.closures import Closure
from cladpy.normalize.owned_calls import OwnedCalls
from cladpy.planning.specialization.elements import Elements
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene, literal_of
from cladpy.rules import default_registry
from cladpy.rules.declaration import Rule
from cladpy.rules.formula import Formula


def without_stars(scene: Scene) -> Block:
    """Return the body without stars of known length."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if isinstance(value, gast.Call):
            return _call(scene, value, twin)
        if isinstance(value, gast.Tuple | gast.List) and any(isinstance(item, gast.Starred) for item in value.elts):
            return _display(scene, value, twin)
        if isinstance(value, gast.Dict) and None in value.keys:
            return _dict(scene, value, twin)
        return _union(scene, value, twin) if isinstance(value, gast.BinOp) else None

    return values_rewritten(scene, change)


def without_stars_in_lists(scene: Scene) -> Block:
    """Return the body without stars of unknown length in list displays."""

    def change(value: gast.expr, _twin: gast.expr, _target: str | None) -> gast.expr | None:
        if isinstance(value, gast.List | gast.Tuple) and any(isinstance(item, gast.Starred) for item in value.elts):
            chained = _chained(scene, gast.List(value.elts, LOAD))
            return chained if isinstance(value, gast.List) else call("tuple", scene.bind(chained))
        return None

    return values_rewritten(scene, change)


def _call(scene: Scene, node: gast.Call, twin: gast.Call) -> gast.expr | None:
    if not any(isinstance(part, gast.Starred) for part in node.args) and all(k.arg for k in node.keywords):
        return None
    if is_settled(node):
        return None
    counts, is_open = _missing(scene, node, twin)
    if is_open and not _is_known(scene, node, twin):
        return _with_rest(scene, node, counts)
    if len(counts) > 1 and not _is_known(scene, node, twin):
        return _by_length(scene, node, counts)
    arguments: list[gast.expr] = []
    changed = False
    for part, other in zip(node.args, twin.args, strict=True):
        items = _items(scene, part.value, other.value) if isinstance(part, gast.Starred) else None
        if items is None and isinstance(part, gast.Starred):
            items = _taken(scene, part.value, counts)
        changed |= items is not None
        arguments += [part] if items is None else items
    keywords: list[gast.keyword] = []
    for keyword, other in zip(node.keywords, twin.keywords, strict=True):
        pairs = _pairs(scene, keyword.value, other.value) if keyword.arg is None else None
        changed |= pairs is not None
        keywords += [keyword] if pairs is None else [gast.keyword(key, value) for key, value in pairs]
    return gast.Call(node.func, arguments, keywords) if changed else _length_of_vector(scene, node, twin)


def _length_of_vector(scene: Scene, node: gast.Call, twin: gast.Call) -> gast.expr | None:
    """Return ``math.hypot(*v)`` of a sequence of unknown length as the distance of it from zero."""
    if scene.inference.function(twin.func) is not math.hypot or len(node.args) != 1 or node.keywords:
        return None
    vector = node.args[0].value
    zeros = scene.bind(binary(gast.List([constant(0.0)], LOAD), gast.Mult(), scene.bind(call("len", vector))))
    return call(scene.name_of_value("dist", math.dist).id, vector, zeros)


def _missing(scene: Scene, node: gast.Call, twin: gast.Call) -> tuple[range, bool]:
    """Return how many arguments the one star of a call may stand for, and whether there may be more of them.

    Several where some have defaults; none where that cannot be told.
    """
    stars = [part for part in node.args if isinstance(part, gast.Starred)]
    if len(stars) != 1 or any(each.arg is None for each in node.keywords):
        return range(0), False
    marker, function = literal_of(scene.fact(twin.func)), scene.inference.function(twin.func)
    if isinstance(marker, LocalFunction) and isinstance(marker.closure, Closure):
        parameters, optional = Parameters.of_arguments(marker.closure.arguments), len(marker.closure.arguments.defaults)
    elif isinstance(function, types.FunctionType):
        parameters = Parameters.of_signature(inspect.signature(function))
        optional = len(function.__defaults__ or ())
    else:
        return _counted_by_rule(default_registry.lookup(function), node), False
    names, given = parameters.by_position, {keyword.arg for keyword in node.keywords}
    most = sum(each not in given for each in names) - (len(node.args) - 1)
    left_out = sum(each not in given for each in names[len(names) - optional :])
    counts = range(max(0, most - left_out), most + 1)
    if parameters.star is None:
        return counts, False
    return counts, most >= 0 and isinstance(node.args[-1], gast.Starred) and not given & {*names}


def _counted_by_rule(rule: Rule | None, node: gast.Call) -> range:
    """Return how many arguments the star may stand for in the call of a function of a library: operands, no options."""
    if rule is None or node.keywords or any(each.kind == "star" for each in rule.parameters):
        return range(0)
    positional = [each for each in rule.parameters if each.kind == "positional"]
    operands = {name for each in rule.variants for name, entry in each.pullbacks.items() if isinstance(entry, Formula)}
    least = sum(each.is_required for each in positional)
    most = max((number for number, each in enumerate(positional, 1) if each.name in operands), default=least)
    others = len(node.args) - 1
    return range(max(0, least - others), max(least, most) - others + 1)


def _is_known(scene: Scene, node: gast.Call, twin: gast.Call) -> bool:
    """Tell whether it is known how many arguments the one star of a call stands for."""
    star = next(position for position, part in enumerate(node.args) if isinstance(part, gast.Starred))
    value, other = node.args[star].value, twin.args[star].value
    return not isinstance(value, gast.Name) or Elements(scene.inference).of(value, other) is not None


def _by_length(scene: Scene, node: gast.Call, counts: range) -> gast.expr:
    """Return a call whose star stands for one of several numbers of arguments, as a branch for each of them."""
    star = next(part.value for part in node.args if isinstance(part, gast.Starred))
    length, result = scene.bind(call("len", star)), scene.held(constant(None), "v")
    _check_length(scene, gast.Compare(length, [gast.In()], [_numbers(counts)]), f"{counts[0]} to {counts[-1]}")
    whole: Block = ()
    for count in reversed(counts):
        with scene.recorder.nested() as block:
            items = [scene.bind(subscript(star, constant(position))) for position in range(count)]
            given = [one for part in node.args for one in (items if isinstance(part, gast.Starred) else [part])]
            made = gast.Call(node.func, given, node.keywords)
            scene.recorder.emit(Assign(store_name(result.id), made, scene.recorder.current))
        test = gast.Compare(length, [gast.Eq()], [constant(count)])
        whole = (If(test, tuple(block), whole, scene.recorder.current),) if whole else tuple(block)
    for statement in whole:
        scene.recorder.emit(statement)
    return result


def _with_rest(scene: Scene, node: gast.Call, counts: range) -> gast.expr | None:
    """Return a call whose last argument, a star, stands for any number of arguments: a star parameter takes the rest.

    Fewer are given than there are other parameters where these have defaults: a branch for each such number.
    """
    *before, starred = node.args
    star = starred.value
    length, result = scene.bind(call("len", star)), scene.held(constant(None), "v")
    fits = gast.Compare(length, [gast.GtE()], [constant(counts[0])])
    _check_length(scene, fits, f"at least {counts[0]}")

    def made(count: int, rest: list[gast.expr]) -> Block:
        items = [scene.bind(subscript(star, constant(position))) for position in range(count)]
        value = gast.Call(node.func, [*before, *items, *rest], node.keywords)
        return (Assign(store_name(result.id), value, scene.recorder.current),)

    with scene.recorder.nested() as block:
        rest = scene.bind(subscript(star, gast.Slice(constant(counts[-1]), None, None)))
        whole: Block = made(counts[-1], [gast.Starred(scene.held(call("tuple", rest), "rest"), LOAD)])
    whole = (*block, *whole)
    for count in counts[:-1]:
        with scene.recorder.nested() as block:
            few = made(count, [])
        test = gast.Compare(length, [gast.Eq()], [constant(count)])
        whole = (If(test, (*block, *few), whole, scene.recorder.current),)
    for statement in whole:
        scene.recorder.emit(statement)
    return result


def _numbers(counts: range) -> gast.expr:
    return gast.Tuple([constant(count) for count in counts], LOAD)


def _check_length(scene: Scene, fits: gast.expr, counts: str) -> None:
    """Write that what stands behind a star has a length that fits."""
    message = constant(f"a call takes {counts} arguments from what stands behind its *")
    scene.recorder.emit(Assert(fits, message, scene.recorder.current))


def _taken(scene: Scene, node: gast.expr, counts: range) -> list[gast.expr] | None:
    """Return names for the items of a list or array of unknown length, which must be so many."""
    if len(counts) != 1 or not isinstance(node, gast.Name):
        return None
    length = scene.bind(call("len", node))
    _check_length(scene, gast.Compare(length, [gast.Eq()], [constant(counts[0])]), str(counts[0]))
    return [scene.bind(subscript(node, constant(position))) for position in range(counts[0])]


def is_settled(node: gast.Call) -> bool:
    """Tell whether the stars of a call are those that its star parameters take: written by specialisation itself."""
    stars = [part.value for part in node.args if isinstance(part, gast.Starred)]
    stars += [keyword.value for keyword in node.keywords if keyword.arg is None]
    return all(isinstance(star, gast.Name) and star.id.startswith(("rest@", "named@")) for star in stars)


def _items(scene: Scene, node: gast.expr, twin: gast.expr) -> list[gast.expr] | None:
    """Return names for what a star stands for."""
    elements = Elements(scene.inference).of(node, twin)
    if elements is None:
        return None
    return [scene.flattener().expressions.atom(element.expression) for element in elements]


def _pairs(scene: Scene, node: gast.expr, twin: gast.expr) -> list[tuple[str, gast.expr]] | None:
    """Return the keys and names for the values of what a double star stands for."""
    fact = scene.fact(twin)
    if fact.kind != "dict" or not fact.has_sure_keys or not all(isinstance(key, str) for key in fact.keys or ()):
        return None
    return [(str(key), scene.bind(subscript(node, constant(key)))) for key in fact.keys or ()]


def _display(scene: Scene, node: gast.Tuple | gast.List, twin: gast.expr) -> gast.expr | None:
    items: list[gast.expr] = []
    for part, other in zip(node.elts, twin.elts, strict=True):
        if not isinstance(part, gast.Starred):
            items.append(part)
            continue
        found = _items(scene, part.value, other.value)
        if found is None:
            return None
        items += found
    return type(node)(items, LOAD)


def _chained(scene: Scene, node: gast.List) -> gast.expr:
    """Return a list display with stars as lists one behind the other."""
    first, *others = _runs(node)
    if not others:
        return first
    chained: gast.expr = scene.bind(first)
    for position, part in enumerate(others, 1):
        chained = gast.BinOp(chained, gast.Add(), scene.bind(part))
        if position < len(others):
            chained = scene.bind(chained)
    return chained


def _runs(node: gast.List) -> Iterator[gast.expr]:
    run: list[gast.expr] = []
    for part in node.elts:
        if not isinstance(part, gast.Starred):
            run.append(part)
            continue
        if run:
            yield gast.List(run, LOAD)
        run = []
        yield call("list", part.value)
    if run:
        yield gast.List(run, LOAD)


def _dict(scene: Scene, node: gast.Dict, twin: gast.Dict) -> gast.expr | None:
    merged: dict[object, tuple[gast.expr, gast.expr]] = {}
    for key, value, other_key, other in zip(node.keys, node.values, twin.keys, twin.values, strict=True):
        if key is not None:
            known = scene.fact(other_key)
            if not known.known:
                return None
            merged[known.value] = (key, value)
            continue
        fact = scene.fact(other)
        if fact.kind != "dict":
            return None
        if not fact.has_sure_keys:
            return _filled(scene, node)
        for inner in fact.keys or ():
            merged[inner] = (constant(inner), scene.bind(subscript(value, constant(inner))))
    return gast.Dict([key for key, _ in merged.values()], [value for _, value in merged.values()])


def _filled(scene: Scene, node: gast.Dict) -> gast.expr:
    """Return a dict that is filled with what a display lists, of which some dicts have keys that are not known."""
    made = scene.bind(gast.Dict([], []))
    calls = OwnedCalls(scene.recorder, scene.flattener().expressions)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            calls.merged(made, value)
        else:
            calls.store(made, key, value)
    return made


def _union(scene: Scene, node: gast.BinOp, twin: gast.BinOp) -> gast.expr | None:
    """Return ``a | b`` of dicts as a display."""
    if not isinstance(node.op, gast.BitOr) or any(scene.fact(part).kind != "dict" for part in (twin.left, twin.right)):
        return None
    merged = gast.Dict([None, None], [node.left, node.right])
    return _dict(scene, merged, gast.Dict([None, None], [twin.left, twin.right]))
