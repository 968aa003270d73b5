"""Rewrites that depend on what an owner is: methods of dicts and lists, updates of items, methods that update objects.

before: ``y = d.get(k, 0.0)``       after: ``if k in d: y = d[k]``, ``else: y = 0.0``
before: ``d[k] *= e``               after: ``v@1 = d[k]``, ``v@1 *= e``, ``d[k] = v@1``
before: ``o.scale(3)``              after: the body of the method, for it stores into ``o``

The first normal form is made without knowing what values are; when facts tell what the owner of a method or of a place
is, the function is brought into the normal form again, and these rewrites apply.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, store_name, subscript
from cladpy.ir.statements import Assign, Effect, For, If
from cladpy.normalize.array_methods import ARRAY_METHODS
from cladpy.normalize.recorder import Recorder

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

Position = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Owner:
    """What an owner is.

    "list", "dict", "array", "object"; of a constructor's call "class", of active values "comprehension", of a call that
    takes items one by one "iteration".

    ``function``: behind the method that is called, ``__init__``, or the setter of the property that
    is set. ``keys``: of a dict that is not updated; of a call that takes items the kinds of its arguments. ``cls``: of
    an object, or the class that is called. ``is_updated``: of a dict of which a view is taken, or that
    is iterated over.
    """

    kind: str
    function: Any = None
    keys: tuple[object, ...] | None = None
    cls: type | None = None
    is_updated: bool = False


Owners = Mapping[Position, Owner]
ITERATED = "iterated over"
"""In the place of a node's type: an object of the user's that is iterated over there, its ``function`` ``__iter__``."""
READ = "read"
"""In the place of a node's type: an object of the user's of which an item is read, its ``function`` ``__getitem__``."""
KEYS = "keys"
"""In the place of a node's type: a dict whose keys were written out, for as long as they are what was written."""

PARTS = ("real", "imag")
"""The parts of complex numbers; also names that an object may have."""

DICT_METHODS = frozenset({"get", "setdefault", "update", "pop", "values", "items"})
VIEWS = frozenset({"values", "items", "keys"})
"""Methods of dicts that give views of them."""
LIST_METHODS = frozenset({"remove", "extend", "sort"})
METHODS: Mapping[str, frozenset[str]] = {"dict": DICT_METHODS, "list": LIST_METHODS, "array": ARRAY_METHODS}


def position_of(node: gast.AST) -> Position:
    """Return where a call, or the target of a store, stands in its file, with the name of the method or attribute."""
    place = node.func if isinstance(node, gast.Call) else node
    called = place.attr if isinstance(place, gast.Attribute) else ""
    ends = (getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None))
    return (getattr(node, "lineno", None), getattr(node, "col_offset", None), *ends, type(node).__name__, called)


def position_of_iterated(node: gast.AST) -> Position:
    """Return where something stands that is iterated over."""
    return (*position_of(node)[:4], ITERATED, "")


def position_of_read(node: gast.AST) -> Position:
    """Return where an item of something is read."""
    return (*position_of(node)[:4], READ, "")


def is_part(node: gast.AST) -> bool:
    """Tell whether an expression is ``x.real`` or ``x.imag``."""
    return isinstance(node, gast.Attribute) and node.attr in PARTS


def is_stored_part(node: gast.AST) -> bool:
    """Tell whether it is one of which a region is stored into."""
    return is_part(node) and isinstance(node.ctx, gast.Store)


def position_of_keys(node: gast.AST) -> Position:
    """Return where the keys of a dict were written out: the place of the call in each item that is read for it."""
    return (*position_of(node)[:4], KEYS, "")


def is_rewritten(owner: Owner, position: Position) -> bool:
    """Tell whether knowing an owner changes the normal form."""
    if position[-2] == KEYS:
        return False
    if owner.kind in ("comprehension", "iteration"):
        return True
    if position[-2] in (ITERATED, READ):
        return owner.function is not None
    if position[-2] == "Attribute" and position[-1] in ("flat", *PARTS) and owner.kind == "array":
        return True
    if position[-2] != "Call":
        return owner.kind in ("list", "dict", "object")
    if owner.kind in ("object", "class"):
        return owner.function is not None
    if owner.kind == "dict" and position[-1] == "keys":
        return owner.is_updated
    return position[-1] in METHODS[owner.kind]


@dataclass(slots=True)
class OwnedCalls:
    """Writes calls of methods of dicts and lists.

    Parameters
    ----------
    recorder : Recorder
    flattener : ExpressionFlattener
        Takes expressions apart.
    """

    recorder: Recorder
    flattener: "ExpressionFlattener"

    def atom(self, node: gast.expr) -> gast.expr:
        """Return an atom that holds an expression's value."""
        return self.flattener.atom(node)

    def written(self, node: gast.Call, owner: Owner) -> gast.expr | None:
        """Write a call and return its value; None if it stays as it is."""
        place = self.atom(node.func.value)
        if not isinstance(place, gast.Name):
            return None
        method = node.func.attr
        if owner.kind == "dict" and method == "keys":
            return None if node.args else call("list", place)
        if owner.kind == "dict" and method in ("items", "values"):
            return None if node.args else self.contents(place, owner.keys, node, pairs=method == "items")
        if owner.kind == "dict" and method in DICT_METHODS:
            return getattr(self, f"dict_{method}")(place, node)
        if owner.kind == "list" and method in LIST_METHODS and not node.keywords and len(node.args) == 1:
            return getattr(self, f"list_{method}")(place, node.args[0])
        return None

    # ---- dicts ----

    def contents(self, place: gast.Name, keys: tuple[object, ...] | None, node: gast.Call, *, pairs: bool) -> gast.expr:
        """Return the values of a dict, or its pairs of key and value, as a tuple or list.

        The keys are those that the dict has for all that is known; what is written out later may add some. So the items
        bear the place of the call, by which it is seen whether the dict still has those keys; without keys there is no
        such item, and a loop is written.
        """
        if keys and all(isinstance(key, str | int) for key in keys):
            items = [self.item(place, constant(key), node, pairs=pairs) for key in keys]
            return gast.Tuple([self.atom(item) for item in items], LOAD)
        found = self.recorder.bind(gast.List([], LOAD))
        listed = self.recorder.bind(call("list", place))
        key, source = self.recorder.fresh("key"), self.recorder.current
        with self.recorder.nested() as body:
            item = self.recorder.bind(self.item(place, name(key), node, pairs=pairs))
            self.recorder.emit(Effect(gast.Call(gast.Attribute(found, "append", LOAD), [item], []), source))
        self.recorder.emit(For(store_name(key), listed, tuple(body), source))
        return found

    def item(self, place: gast.Name, key: gast.expr, node: gast.Call, *, pairs: bool) -> gast.expr:
        """Return the item of a dict at a key, or the pair of both."""
        value = gast.copy_location(subscript(place, key), node)
        return gast.Tuple([key, self.recorder.bind(value)], LOAD) if pairs else value

    def dict_get(self, place: gast.Name, node: gast.Call) -> gast.expr | None:
        """Write ``d.get(key, default)``."""
        if node.keywords or not 1 <= len(node.args) <= 2:
            return None
        key = self.atom(node.args[0])
        default = self.atom(node.args[1]) if len(node.args) == 2 else constant(None)
        return self.chosen(place, key, subscript(place, key), default)

    def dict_pop(self, place: gast.Name, node: gast.Call) -> gast.expr | None:
        """Write ``d.pop(key, default)``."""
        if node.keywords or len(node.args) != 2:
            return None
        key, default = self.atom(node.args[0]), self.atom(node.args[1])
        return self.chosen(place, key, gast.Call(gast.Attribute(place, "pop", LOAD), [key], []), default)

    def chosen(self, place: gast.Name, key: gast.expr, found: gast.expr, default: gast.expr) -> gast.expr:
        """Return what a dict has at a key, or the default."""
        result, source = self.recorder.fresh(), self.recorder.current
        test = gast.Compare(key, [gast.In()], [place])
        body, orelse = Assign(store_name(result), found, source), Assign(store_name(result), default, source)
        self.recorder.emit(If(test, (body,), (orelse,), source))
        return name(result)

    def dict_setdefault(self, place: gast.Name, node: gast.Call) -> gast.expr | None:
        """Write ``d.setdefault(key, default)``."""
        if node.keywords or len(node.args) != 2:
            return None
        key, default = self.atom(node.args[0]), self.atom(node.args[1])
        source = self.recorder.current
        stored = Assign(gast.Subscript(place, key, gast.Store()), default, source)
        self.recorder.emit(If(gast.Compare(key, [gast.NotIn()], [place]), (stored,), (), source))
        return subscript(place, key)

    def dict_update(self, place: gast.Name, node: gast.Call) -> gast.expr | None:
        """Write ``d.update(other, key=value)``."""
        if len(node.args) > 1 or any(keyword.arg is None for keyword in node.keywords):
            return None
        source = self.recorder.current
        if node.args:
            other = node.args[0]
            if isinstance(other, gast.Dict):
                for key, value in zip(other.keys, other.values, strict=True):
                    if key is None:
                        return None
                    self.store(place, self.atom(key), self.atom(value))
            else:
                spread = self.flattener.spread(other)
                is_of_pairs = spread is not other or isinstance(other, gast.List | gast.Tuple | gast.ListComp)
                (self.paired if is_of_pairs else self.merged)(place, self.atom(spread))
        values = self.flattener.atoms([keyword.value for keyword in node.keywords])
        for keyword, value in zip(node.keywords, values, strict=True):
            self.recorder.emit(Assign(gast.Subscript(place, constant(keyword.arg), gast.Store()), value, source))
        return constant(None)

    def store(self, place: gast.Name, key: gast.expr, value: gast.expr) -> None:
        """Write ``d[key] = value``."""
        self.recorder.emit(Assign(gast.Subscript(place, key, gast.Store()), value, self.recorder.current))

    def merged(self, place: gast.Name, other: gast.expr) -> None:
        """Write ``for key in other: d[key] = other[key]``."""
        keys = self.recorder.bind(call("list", other))
        key, item = self.recorder.fresh("key"), self.recorder.fresh()
        source = self.recorder.current
        body = (
            Assign(store_name(item), subscript(other, name(key)), source),
            Assign(gast.Subscript(place, name(key), gast.Store()), name(item), source),
        )
        self.recorder.emit(For(store_name(key), keys, body, source))

    def paired(self, place: gast.Name, pairs: gast.expr) -> None:
        """Write ``for pair in pairs: d[pair[0]] = pair[1]``."""
        pair, key, item = (self.recorder.fresh(word) for word in ("pair", "key", "v"))
        source = self.recorder.current
        body = (
            Assign(store_name(key), subscript(name(pair), constant(0)), source),
            Assign(store_name(item), subscript(name(pair), constant(1)), source),
            Assign(gast.Subscript(place, name(key), gast.Store()), name(item), source),
        )
        self.recorder.emit(For(store_name(pair), pairs, body, source))

    # ---- lists ----

    def list_remove(self, place: gast.Name, item: gast.expr) -> gast.expr:
        """Write ``l.remove(x)``."""
        index = self.recorder.bind(gast.Call(gast.Attribute(place, "index", LOAD), [self.atom(item)], []))
        removed = gast.Call(gast.Attribute(place, "__delitem__", LOAD), [index], [])
        self.recorder.emit(Effect(removed, self.recorder.current))
        return constant(None)

    def list_extend(self, place: gast.Name, items: gast.expr) -> gast.expr:
        """Write ``l.extend(items)``: of what is no list or array yet a list first."""
        atom = self.atom(self.flattener.spread(items))
        if not isinstance(atom, gast.Name):
            atom = self.recorder.bind(call("list", atom))
        self.recorder.emit(Effect(gast.Call(gast.Attribute(place, "extend", LOAD), [atom], []), self.recorder.current))
        return constant(None)
