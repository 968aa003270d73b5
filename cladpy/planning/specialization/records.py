"""Write out what Python's own functions make of a container or object whose structure is known.

before: ``replace(o, b=v)``, a dataclass       after: ``v@1 = o.a``, ``Point(a=v@1, b=v)``
before: ``t._replace(b=v)``, a named tuple     after: ``v@1 = t.a``, ``Pair(v@1, v)``
before: ``asdict(o)``, ``t._asdict()``         after: ``v@1 = o.a``, ``v@2 = o.b``, ``{"a": v@1, "b": v@2}``
before: ``deepcopy(l)``, a list of two arrays  after: ``v@1 = l[0]``, ``v@2 = v@1.copy()``, ..., ``[v@2, v@4]``
"""

import copy
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import gast

from cladpy.analyses.objects import class_of, copies_plainly
from cladpy.ir.expressions import LOAD, attribute, call, constant, subscript
from cladpy.ir.fact import Fact, element_of, present
from cladpy.ir.statements import Assign, Block, Effect
from cladpy.normalize.dataclass_calls import POST_INIT, is_generated
from cladpy.planning.specialization.rewrite import values_rewritten
from cladpy.planning.specialization.scene import Scene

IMMUTABLE = ("python", "scalar", "str", "none", "function", "class", "module", "range")


def settled_records(scene: Scene) -> Block:
    """Return the body with such calls written out."""

    def change(value: gast.expr, twin: gast.expr, _target: str | None) -> gast.expr | None:
        if not isinstance(value, gast.Call) or not isinstance(twin, gast.Call):
            return None
        records = _Records(scene, value, twin)
        if isinstance(twin.func, gast.Attribute) and twin.func.attr in ("_replace", "_asdict"):
            return records.of_named_tuple(twin.func.attr)
        write = _FUNCTIONS.get(_hashable(scene.inference.function(twin.func)))
        return write(records) if write is not None and twin.args else None

    return values_rewritten(scene, change)


def _hashable(function: Callable[..., object] | None) -> object:
    return function if getattr(type(function), "__hash__", None) is not None else None


@dataclass(frozen=True, slots=True)
class _Records:
    """Writes one call."""

    scene: Scene
    node: gast.Call
    twin: gast.Call

    @property
    def fact(self) -> Fact:
        """The facts of the first argument."""
        return self.scene.fact(self.twin.args[0])

    @property
    def changes(self) -> dict[str, gast.expr] | None:
        """The keywords of the call; None if there are others than those written."""
        found = {each.arg: each.value for each in self.node.keywords}
        return None if None in found else found

    # ---- records with some fields replaced ----

    def of_named_tuple(self, method: str) -> gast.expr | None:
        """Write ``t._replace(...)`` or ``t._asdict()``."""
        fact, owner, changes = present(self.scene.fact(self.twin.func.value)), self.node.func.value, self.changes
        fields = getattr(fact.cls, "_fields", None)
        if fact.kind != "tuple" or fields is None or changes is None or self.node.args or not set(changes) <= {*fields}:
            return None
        items = [changes[key] if key in changes else self.scene.bind(attribute(owner, key)) for key in fields]
        if method == "_asdict":
            return gast.Dict([constant(key) for key in fields], items)
        return gast.Call(self.scene.name_of_value(fact.cls.__name__, fact.cls), items, [])  # type: ignore[union-attr]

    def replaced(self) -> gast.expr | None:
        """Write ``replace(o, ...)`` of a dataclass."""
        fact, changes = present(self.fact), self.changes
        if len(self.node.args) != 1 or changes is None or not is_generated(class_of(fact)) or fact.kind != "object":
            return None
        cls = fact.cls
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        names = [field.name for field in fields]
        if hasattr(cls, POST_INIT) or not all(field.init for field in fields) or not set(changes) <= {*names}:
            return None
        if not set(names) <= {*(fact.keys or ())}:
            return None
        owner = self.node.args[0]
        values = {key: changes[key] if key in changes else self.scene.bind(attribute(owner, key)) for key in names}
        made = self.scene.name_of_value(cls.__name__, cls)  # type: ignore[union-attr]
        return gast.Call(made, [], [gast.keyword(key, value) for key, value in values.items()])

    # ---- copies ----

    def copied(self) -> gast.expr | None:
        """Write ``copy(x)`` of an array or of what is immutable; containers are copied by a rule of their own."""
        if len(self.node.args) != 1 or self.node.keywords:
            return None
        if self.fact.is_array:
            return call(attribute(self.node.args[0], "copy"))
        return self.node.args[0] if self.fact.kind in (*IMMUTABLE, "tuple") else None

    def copied_deeply(self) -> gast.expr | None:
        """Write ``deepcopy(x)``."""
        fact = self.fact
        if len(self.node.args) != 1 or self.node.keywords or not _is_known(fact):
            return None
        self.check_unshared(fact)
        return self.deep(self.node.args[0], fact)

    def check_unshared(self, fact: Fact) -> None:
        """Write the check that nothing is held twice: the copy here would hold two of it."""
        if _mutable_parts(fact) > 1:
            checked = call("check_unshared", self.node.args[0])
            self.scene.recorder.emit(Effect(checked, self.scene.recorder.current))

    def as_dict(self) -> gast.expr | None:
        """Write ``asdict(o)``."""
        return self.as_container("dict")

    def as_tuple(self) -> gast.expr | None:
        """Write ``astuple(o)``."""
        return self.as_container("tuple")

    def as_container(self, kind: str) -> gast.expr | None:
        """Write the fields of a dataclass as a container."""
        fact = self.fact
        is_record = fact.kind == "object" and dataclasses.is_dataclass(fact.cls)
        if len(self.node.args) != 1 or self.node.keywords or not is_record or not _is_known(fact, kind):
            return None
        self.check_unshared(fact)
        return self.deep(self.node.args[0], fact, kind)

    def deep(self, value: gast.expr, fact: Fact, records: str = "object") -> gast.expr:
        """Return a deep copy, records in it as objects, dicts or tuples."""
        if fact.kind in IMMUTABLE:
            return value
        if fact.is_array or (fact.kind == "dict" and fact.items is None):
            return call(attribute(value, "copy"))
        if fact.kind == "object" and (records == "object" or not dataclasses.is_dataclass(fact.cls)):
            return self.deep_object(value, fact, records)
        if fact.items is None:
            return subscript(value, gast.Slice(None, None, None))
        keys = _fields(fact) if fact.kind == "object" else _keys(fact)
        items = []
        for key in keys:
            held = attribute(value, str(key)) if fact.kind == "object" else subscript(value, constant(key))
            copied = self.deep(self.scene.bind(held), _item(fact, key), records)
            items.append(copied if isinstance(copied, gast.Name | gast.Constant) else self.scene.bind(copied))
        return self.display(fact, list(keys), items, records)

    def display(self, fact: Fact, keys: list[object], items: list[gast.expr], records: str) -> gast.expr:
        """Return a display of the kind that a container is copied to."""
        kind = records if fact.kind == "object" else fact.kind
        if kind == "dict":
            return gast.Dict([constant(key) for key in keys], items)
        if fact.cls is not None and fact.kind == "tuple":
            return gast.Call(self.scene.name_of_value(fact.cls.__name__, fact.cls), items, [])
        return gast.Tuple(items, LOAD) if kind == "tuple" else gast.List(items, LOAD)

    def deep_object(self, value: gast.expr, fact: Fact, records: str) -> gast.expr:
        """Return a shallow copy of an object whose attributes are copied deeply."""
        made = self.scene.bind(call(self.scene.name_of_value("copy", copy.copy).id, value))
        for key, item in zip(fact.keys or (), fact.items or (), strict=True):
            if item.kind in IMMUTABLE:
                continue
            copied = self.scene.bind(self.deep(self.scene.bind(attribute(made, str(key))), item, records))
            place = gast.Attribute(made, str(key), gast.Store())
            self.scene.recorder.emit(Assign(place, copied, self.scene.recorder.current))
        return made


_FUNCTIONS: dict[object, Callable[[_Records], gast.expr | None]] = {
    dataclasses.replace: _Records.replaced,
    dataclasses.asdict: _Records.as_dict,
    dataclasses.astuple: _Records.as_tuple,
    copy.copy: _Records.copied,
    copy.deepcopy: _Records.copied_deeply,
}


def _keys(fact: Fact) -> tuple[object, ...]:
    """Return the keys of a container with known items: positions, but for dicts and objects."""
    if fact.kind in ("dict", "object") and fact.keys is not None:
        return fact.keys
    return tuple(range(len(fact.items or ())))


def _fields(fact: Fact) -> list[str]:
    return [field.name for field in dataclasses.fields(fact.cls)]  # type: ignore[arg-type]


def _item(fact: Fact, key: object) -> Fact:
    return (fact.items or ())[_keys(fact).index(key)]


def _is_known(fact: Fact, records: str = "object") -> bool:
    """Tell whether the structure of a value is known as far as a deep copy looks into it."""
    if fact.kind in IMMUTABLE or fact.is_array:
        return True
    if fact.kind == "object" and fact.items is not None and fact.cls is not None:
        is_record = records != "object" and dataclasses.is_dataclass(fact.cls)
        if is_record and not set(_fields(fact)) <= {*(fact.keys or ())}:
            return False
        return copies_plainly(fact) and all(_is_known(item, records) for item in fact.items)
    if fact.kind not in ("list", "tuple", "dict"):
        return False
    if fact.has_sure_keys:
        return all(_is_known(item, records) for item in fact.items or ())
    return fact.kind != "tuple" and element_of(fact).kind in IMMUTABLE


def _mutable_parts(fact: Fact) -> int:
    """Return how many of the parts of a value can be updated in place."""
    if fact.kind in IMMUTABLE or fact.items is None:
        return 0 if fact.kind in IMMUTABLE else 1
    return sum(map(_mutable_parts, fact.items)) + (fact.kind != "tuple")
