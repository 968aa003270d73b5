"""Loops over what the loop itself may update, and views of dicts that are kept: Python reads each item when it is due.

before: ``for k, v in d.items(): A``, which updates d         after: ``for k in list(d): v = d[k]; A``
before: ``for v in reversed(l): A``, which appends to l       after: ``for i in range(len(l) - 1, -1, -1): v = l[i]; A``
refused: ``r = d.values()`` where d is updated                (C109) the items would be those of another time
"""

import types
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import LOAD, call, constant, name, nodes_of, store_name, subscript
from cladpy.normalize.owned_calls import VIEWS, position_of

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

GROWING = frozenset({"append", "extend", "insert"})


@dataclass(frozen=True, slots=True)
class LiveItems:
    """Writes such loops.

    Parameters
    ----------
    flattener : ExpressionFlattener
        Takes expressions apart; knows which owners are dicts, and which of them are updated.
    """

    flattener: "ExpressionFlattener"

    def loop(self, node: gast.For) -> gast.For:
        """Return a loop that reads each item when it is due."""
        if not isinstance(node.iter, gast.Call):
            return node
        if self.is_view(node.iter):
            return self.over_view(node, node.iter)
        return self.over_reversed(node, node.iter) if self.grows_reversed(node, node.iter) else node

    def is_view(self, value: gast.expr) -> bool:
        """Tell whether a value is ``d.items()``, ``d.values()`` or ``d.keys()`` of a dict that is updated."""
        if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute) or value.args:
            return False
        owner = self.flattener.owners.get(position_of(value))
        return value.func.attr in VIEWS and owner is not None and owner.kind == "dict" and owner.is_updated

    def over_view(self, node: gast.For, view: gast.Call) -> gast.For:
        """Return the loop over the keys that a dict has at first, which raises where it gets others."""
        recorder = self.flattener.recorder
        place = recorder.bind(self.flattener.atom(view.func.value))  # the loop may bind its name anew
        keys, key = recorder.bind(call("list", place)), recorder.fresh("key")
        value = gast.copy_location(subscript(place, name(key)), view)
        items: dict[str, gast.expr] = {"keys": name(key), "values": value}
        item = items.get(view.func.attr, gast.Tuple([name(key), value], LOAD))
        made = self.written(node, key, keys, item)
        if not self.may_resize(node):
            return made
        asked = self.question(place, node)
        return gast.copy_location(
            gast.For(made.target, made.iter, [asked, *made.body], [asked, *made.orelse], None), node
        )

    def may_resize(self, node: gast.For) -> bool:
        """Tell whether a loop may give a dict other keys: by a store at another key than its own, or a call."""
        first = node.target.elts[0] if isinstance(node.target, gast.Tuple) else node.target
        own = first.id if isinstance(first, gast.Name) else ""
        for part in (part for statement in node.body for part in nodes_of(statement)):
            if isinstance(part, gast.Subscript) and not isinstance(part.ctx, gast.Load):
                if isinstance(part.ctx, gast.Del) or getattr(part.slice, "id", None) != own:
                    return True
            elif isinstance(part, gast.Call) and not self.is_of_library(part.func):
                return True
        return False

    def is_of_library(self, function: gast.expr) -> bool:
        """Tell whether a call is one of Python's builtins or of a module's functions."""
        if isinstance(function, gast.Name) and self.flattener.is_builtin(function.id):
            return True
        module = function.value if isinstance(function, gast.Attribute) else None
        return module is not None and isinstance(self.flattener.class_meant(module), types.ModuleType)

    def question(self, place: gast.expr, node: gast.For) -> gast.If:
        """Return the question whether a dict has as many keys as it has now."""
        size = self.flattener.recorder.bind(call("len", place))
        error = call("RuntimeError", constant("dictionary changed size during iteration"))
        raised = gast.copy_location(gast.Raise(error, None), node)
        other = gast.Compare(call("len", place), [gast.NotEq()], [size])
        return gast.copy_location(gast.If(other, [raised], []), node)

    def grows_reversed(self, node: gast.For, made: gast.Call) -> bool:
        """Tell whether a loop runs backward over a list that it makes longer."""
        if not isinstance(made.func, gast.Name) or made.func.id != "reversed" or len(made.args) != 1:
            return False
        listed = made.args[0]
        if not isinstance(listed, gast.Name) or not self.flattener.is_builtin("reversed"):
            return False
        calls = (part for statement in node.body for part in nodes_of(statement) if isinstance(part, gast.Call))
        methods = (part.func for part in calls if isinstance(part.func, gast.Attribute))
        return any(m.attr in GROWING and isinstance(m.value, gast.Name) and m.value.id == listed.id for m in methods)

    def over_reversed(self, node: gast.For, made: gast.Call) -> gast.For:
        """Return the loop over the places that a list has at first, the last one first."""
        recorder = self.flattener.recorder
        place = recorder.bind(self.flattener.atom(made.args[0]))
        last = recorder.bind(gast.BinOp(recorder.bind(call("len", place)), gast.Sub(), constant(1)))
        index = recorder.fresh("index")
        steps = call("range", last, constant(-1), constant(-1))
        return self.written(node, index, steps, subscript(place, name(index)))

    def written(self, node: gast.For, counter: str, iterable: gast.expr, item: gast.expr) -> gast.For:
        """Return the loop over a counter that takes its item first."""
        taken = gast.copy_location(gast.Assign([node.target], item, None), node)
        self.flattener.local.add(counter)
        body = [taken, *node.body]
        return gast.copy_location(gast.For(store_name(counter), iterable, body, node.orelse, None), node)

    def check_kept(self, value: gast.expr) -> None:
        """Refuse a view of a dict that is kept under a name while the dict is updated."""
        if self.is_view(value):
            raise self.flattener.recorder.refuse(
                value, "C109", "a view of a dict that is updated is kept, and its items are asked for later",
                hint="take a list of it: list(d.values()), or write d.values() where it is read",
            )  # fmt: skip

    def check_iterator(self, made: gast.Call) -> None:
        """Refuse an iterator over a dict, or a view of one, that is kept under a name while the dict is updated."""
        owner = self.flattener.owners.get(position_of(made))
        if self.is_view(made.args[0]) or (owner is not None and owner.is_updated):
            raise self.flattener.recorder.refuse(
                made, "C109", "an iterator over a dict that is updated is kept, and its items are asked for later",
                hint="iterate over a list of it: iter(list(d))",
            )  # fmt: skip
