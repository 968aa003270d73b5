"""Take dicts apart whose keys no literal stands for, and that hold functions: members of enumerations, classes.

before: ``table = {Kind.A: f, Kind.B: g}``, ``h = table[kind]``
after:  ``places@1 = {Kind.A: 0, Kind.B: 1}``, ``table = (f, g)``, ``v@1 = places@1[kind]``, ``h = table[v@1]``

Where the key is known, so is its place: ``h = table[0]``. Done for dicts that have one name, and of which items are
read alone. Guarantees: the same item is read, and an error is raised where there is none.
"""

from dataclasses import dataclass

import gast

from cladpy.analyses.liveness import own_expressions
from cladpy.ir.expressions import LOAD, constant, name, names_in, rebuild, store_name, subscript
from cladpy.ir.fact import Fact, holds_local_function, is_literal_key
from cladpy.ir.statements import Assign, Block, For, Statement, Update, walk
from cladpy.planning.specialization.rewrite import rewritten
from cladpy.planning.specialization.scene import Scene


@dataclass(frozen=True, slots=True)
class _Table:
    """The places of the items by key, and the name of the dict of them."""

    places: dict[object, int]
    name: str


def keyed_tables(scene: Scene) -> Block:
    """Return the body without such dicts; itself if there is none."""
    found = {
        statement.target.id: [scene.fact(key).value for key in twin.value.keys]  # type: ignore[union-attr]
        for statement, twin in zip(walk(scene.body), walk(scene.numbered), strict=True)
        if _is_table(scene, statement, twin)
    }
    chosen = {each: keys for each, keys in found.items() if _is_only_read(scene.body, each)}
    if not chosen:
        return scene.body
    tables = {
        each: _Table({key: place for place, key in enumerate(keys)}, scene.recorder.fresh("places"))
        for each, keys in chosen.items()
    }
    scene.local |= {table.name for table in tables.values()}

    def change(statement: Statement, twin: Statement) -> Block | None:
        if not isinstance(statement, Assign) or not isinstance(twin, Assign):
            return None
        if isinstance(statement.target, gast.Name) and statement.target.id in tables:
            return _made(statement, tables[statement.target.id])
        if isinstance(statement.value, gast.Subscript) and names_in_value(statement.value) in tables:
            return _read(scene, statement, twin, tables[names_in_value(statement.value)])
        return None

    return rewritten(scene.body, scene.numbered, change)


def _is_table(scene: Scene, statement: Statement, twin: Statement) -> bool:
    """Tell whether a statement makes a dict of functions whose keys are known, and not all of them literals."""
    if not isinstance(statement, Assign) or not isinstance(twin, Assign) or not isinstance(twin.value, gast.Dict):
        return False
    if not isinstance(statement.target, gast.Name) or None in twin.value.keys:
        return False
    keys = [scene.fact(key) for key in twin.value.keys]
    if not all(key.known and key.kind in ("enum", "class", "function", "str", "python", "none") for key in keys):
        return False
    return not all(map(is_literal_key, keys)) and any(_is_function(scene.fact(item)) for item in twin.value.values)


def _is_function(fact: Fact) -> bool:
    return fact.kind in ("function", "class") or holds_local_function(fact)


def _is_only_read(body: Block, identifier: str) -> bool:
    """Tell whether a name is bound once, and otherwise items of what it holds are read."""
    bound = [s for s in walk(body) if isinstance(s, Assign | Update | For) and identifier in names_in(s.target)]
    expressions = [part for statement in walk(body) for part in own_expressions(statement)]
    used = sum(each == identifier for part in expressions for each in names_in(part))
    values = (s.value for s in walk(body) if isinstance(s, Assign) and isinstance(s.value, gast.Subscript))
    read = sum(names_in_value(value) == identifier and not isinstance(value.slice, gast.Slice) for value in values)
    return len(bound) == 1 and used == 1 + read  # the binding mentions it as well


def names_in_value(node: gast.Subscript) -> str:
    """Return the name of what an item is read of."""
    return node.value.id if isinstance(node.value, gast.Name) else ""


def _made(statement: Assign, table: _Table) -> Block:
    display = statement.value
    places = gast.Dict(display.keys, [constant(place) for place in range(len(display.keys))])
    return (
        Assign(store_name(table.name), places, statement.source),
        Assign(statement.target, gast.Tuple(display.values, LOAD), statement.source),
    )


def _read(scene: Scene, statement: Assign, twin: Assign, table: _Table) -> Block:
    key = scene.fact(twin.value.slice)
    with scene.writing(statement) as out:
        if key.known and key.value in table.places:
            place: gast.expr = constant(table.places[key.value])
        else:
            place = scene.bind(subscript(name(table.name), statement.value.slice))
        value = rebuild(statement.value, lambda part: place if part is statement.value.slice else None)
        scene.recorder.emit(Assign(statement.target, value, statement.source))
    return tuple(out)
