"""Write out the iterations of a loop that treats each of its elements differently.

before: ``for layer in layers: x = layer(x)``
after:  ``layer = layers[0]``, ``x = layer(x)``, ``layer = layers[1]``, ``x = layer(x)``

A loop is written out where its elements are of different structure, or are keys and positions by which such elements
are taken; any other loop stays one. That over a dict which got keys on the way stays, with a branch
for each key. A ``break`` sets a flag that the iterations behind it ask.

Requires structured exits. Guarantees: the same statements run in the same order.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import gast

from cladpy.ir.differing import are_none_at_times, are_of_classes, differ
from cladpy.ir.expressions import call, constant, name, names_in, store_name, subscript
from cladpy.ir.fact import BOTTOM, UNKNOWN, Fact
from cladpy.ir.statements import (
    Assign,
    Block,
    Break,
    Continue,
    Effect,
    For,
    If,
    Pass,
    Phi,
    Raise,
    Statement,
    Update,
    While,
    With,
    walk,
)
from cladpy.planning.specialization.elements import Element, Elements, Length
from cladpy.planning.specialization.renaming import iterations, makes_functions
from cladpy.planning.specialization.rewrite import live_parts
from cladpy.planning.specialization.scene import Scene

MOST_STATEMENTS = 2000  # of all iterations together: a longer text would help nobody
PLAIN = ("bottom", "str", "range", "slice", "function", "class", "module", "ellipsis")
MOST_BUILT = 400  # statements of a function whose loops are written out along the sizes of one call
_CHANGING = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "__delitem__", "update", "popitem"})


@dataclass(frozen=True, slots=True)
class Unroll:
    """Writes loops out.

    Parameters
    ----------
    scene : Scene
        The function.
    in_hope : bool
        The facts take for granted that loops over values of several classes are written out: only these are, and the
        length of the list is asked for before and behind. Where facts tell it in the end, nothing is left of that.
    growing : collection of str
        Versions that hold more with each iteration, so that no facts say what: the loops that carry them are.
    """

    scene: Scene
    in_hope: bool = False
    growing: Collection[str] = ()

    def block(self, block: Block, numbered: Block) -> Block:
        """Return a block with its first loop that is to be written out replaced, itself if there is none."""
        for position, (statement, twin) in enumerate(zip(block, numbered, strict=True)):
            new = self.statement(statement, twin)
            if new is not None:
                return (*block[:position], *new, *block[position + 1 :])
        return block

    def statement(self, statement: Statement, twin: Statement) -> Block | None:
        """Return what takes the place of a statement, None if it stays."""
        if isinstance(statement, For) and isinstance(twin, For):
            lengths: list[Length] = []
            elements = Elements(self.scene.inference, lengths).of(statement.iterable, twin.iterable)
            if elements is not None and self.is_to_be_written_out(statement, twin, elements):
                before, behind = (self.checks(statement, twin) if self.in_hope else () for _ in range(2))
                before = (*before, *self.array_checks(statement, lengths))
                return (*before, *self.written_out(statement, elements), *behind)
            keys = self.keys_to_tell_apart(statement, twin)
            if keys:
                return (self.told_apart(statement, keys),)
        for part in live_parts(twin, self.scene.truth):
            inner = getattr(statement, part, ())
            new = self.block(inner, getattr(twin, part)) if inner else inner
            if new is not inner:
                return (replace(statement, **{part: new}),)  # type: ignore[arg-type]
        return None

    # ---- which loops ----

    def is_to_be_written_out(self, statement: For, twin: For, elements: list[Element]) -> bool:
        """Tell whether the iterations differ in more than numbers, and the elements stay what they are."""
        size = sum(1 for _ in walk(statement.body))
        if size * len(elements) > MOST_STATEMENTS or self.may_change(statement):
            return False
        if self.scene.is_sized and not self.in_hope and self.builds(twin):
            return sum(1 for _ in walk(self.scene.body)) + size * (len(elements) - 1) <= MOST_BUILT
        found = [list(facts) for facts in _by_place(elements)]
        if self.in_hope:
            return any(map(are_of_classes, found)) and not makes_functions(statement.body) and not self.is_of_dict(twin)
        if fills_with_functions(statement.body) or any(map(self.is_of_changing_class, twin.phis)):
            return True
        if any(differ(facts) or are_none_at_times(facts) for facts in found):
            return True
        return _are_known(found) and self.selects(twin)

    def builds(self, twin: For | While) -> bool:
        """Tell whether a loop carries, makes or updates what is no number."""
        facts = self.scene.table.facts
        carried = [facts.get(phi.target, BOTTOM) for phi in twin.phis]
        made = [
            facts.get(part.target.id, BOTTOM)
            for part in walk(twin.body)
            if isinstance(part, Assign) and isinstance(part.target, gast.Name)
        ]
        stores = any(isinstance(part, Effect) or _is_store(part) for part in walk(twin.body))
        return stores or not all(fact.is_number or fact.kind in PLAIN for fact in (*carried, *made))

    def is_of_changing_class(self, phi: Phi) -> bool:
        """Tell whether what a loop carries is an object before it, and of no known class or form in it."""
        facts = self.scene.table.facts
        before, inside = (facts.get(version, BOTTOM) for version in (phi.sources[0], phi.target))
        grows = any(version in self.growing for version in (phi.target, *phi.sources))
        if before.kind == inside.kind == "list":
            return before.has_sure_keys and not inside.has_sure_keys and inside.element == UNKNOWN
        return grows or (before.kind == "object" and inside.kind == "unknown")

    def is_of_dict(self, twin: For) -> bool:
        """Tell whether a dict is iterated over: its length says nothing about which keys it has by then."""
        return any(self.scene.inference.infer(name(each)).kind == "dict" for each in names_in(twin.iterable))

    def may_change(self, statement: For) -> bool:
        """Tell whether the body may change the length of what is iterated over."""
        iterated = set(names_in(statement.iterable))
        for part in walk(statement.body):
            changed = _changed(part.value) if isinstance(part, Assign | Effect) else None
            if changed is not None and iterated & set(names_in(changed)):
                return True
            if isinstance(part, Assign | Update) and iterated & set(names_in(part.target)):
                return True
        return False

    def selects(self, twin: For) -> bool:
        """Tell whether the body takes elements of different structure by the loop's variables."""
        targets = set(names_in(twin.target))
        for node in _expressions(twin.body):
            for part in gast.walk(node):
                if isinstance(part, gast.Subscript) and targets & set(names_in(part.slice)):
                    fact = self.scene.inference.infer(part.value)
                    if fact.kind == "dict" and fact.items is not None:
                        return True
                    if fact.kind in ("tuple", "list") and fact.items is not None and differ(list(fact.items)):
                        return True
        return False

    def keys_to_tell_apart(self, statement: For, twin: For) -> list[gast.expr]:
        """Return the keys of a dict that has got some on the way, where its values are of different structure.

        Which of them it has by then, and in which order, is known at run time alone.
        """
        fact = self.scene.inference.infer(twin.iterable)
        if self.in_hope or fact.kind != "dict" or fact.items is None or fact.has_sure_keys or not fact.keys:
            return []
        if not isinstance(statement.target, gast.Name) or not all(type(key) in (str, int, bool) for key in fact.keys):
            return []
        is_short = sum(1 for _ in walk(statement.body)) * len(fact.keys) <= MOST_STATEMENTS
        is_apart = is_short and differ(list(fact.items)) and self.selects(twin) and not self.may_change(statement)
        return [constant(key) for key in fact.keys] if is_apart else []

    # ---- writing ----

    def told_apart(self, statement: For, keys: list[gast.expr]) -> For:
        """Return a loop with one branch for each key that the iteration can be about."""
        key = self.scene.recorder.fresh("key")
        body: Block = (_failure("a dict has got a key in a way that", statement.source),)
        copies = iterations(self.scene, statement, len(keys))
        for literal, iteration in zip(reversed(keys), reversed(copies), strict=True):
            is_this = gast.Compare(name(key), [gast.Eq()], [literal])
            bound = Assign(statement.target, literal, statement.source)
            body = (If(is_this, (bound, *iteration), body, statement.source),)
        return replace(statement, target=store_name(key), body=body)

    def checks(self, statement: For, twin: For) -> Block:
        """Return the questions whether the lists that are iterated over are as long as facts tell.

        They are asked before the loop and behind it, for a method that is called in it may add to the list.
        """
        with self.scene.writing(statement) as out:
            for node, known in zip(names_in(statement.iterable), names_in(twin.iterable), strict=True):
                fact = self.scene.inference.infer(name(known))
                if fact.kind != "list" or fact.items is None:
                    continue
                length = self.scene.bind(call("len", name(node)))
                other = gast.Compare(length, [gast.NotEq()], [constant(len(fact.items))])
                fails = _failure(f"{node} has become longer or shorter in a way that", statement.source)
                out.append(If(other, (fails,), (), statement.source))
        return tuple(out)

    def array_checks(self, statement: For, lengths: list[Length]) -> Block:
        """Return the questions whether arrays have as many rows as the containers that they are paired with."""
        with self.scene.writing(statement) as out:
            for each in lengths:
                found = self.scene.bind(call("len", each.array))
                other = gast.Compare(found, [gast.NotEq() if each.is_exact else gast.Lt()], [constant(each.rows)])
                fails = _failure("an array is not as long as what it is paired with, which", statement.source)
                out.append(If(other, (fails,), (), statement.source))
        return tuple(out)

    def written_out(self, statement: For, elements: list[Element]) -> Block:
        """Return the iterations."""
        left = self.scene.recorder.fresh("left") if has_break(statement.body) else None
        out: Block = ()
        copies = iterations(self.scene, statement, len(elements))
        for element, iteration in zip(reversed(elements), reversed(copies), strict=True):
            body = straight(iteration, left)
            whole = (*self.bound(statement.target, element, statement.source), *body)
            if left is not None and out:
                out = (If(gast.UnaryOp(gast.Not(), name(left)), out, (), statement.source),)
            out = (*whole, *out)
        if left is not None:
            out = (Assign(store_name(left), constant(value=False), statement.source), *out)
        return out

    def bound(self, target: gast.expr, element: Element, source: int) -> Iterator[Statement]:
        """Yield the assignments of an element to the loop's variables."""
        if isinstance(target, gast.Name):
            if element.value is None:
                parts = []
                for part in element.parts:
                    held = self.scene.recorder.fresh("v")
                    yield from self.bound(store_name(held), part, source)
                    parts.append(name(held))
                yield Assign(target, gast.Tuple(parts, gast.Load()), source)
            else:
                yield Assign(target, element.value, source)
        elif element.parts and len(element.parts) == len(target.elts):
            for part, inner in zip(target.elts, element.parts, strict=True):
                yield from self.bound(part, inner, source)
        else:
            held = self.scene.recorder.fresh("v")
            yield from self.bound(store_name(held), element, source)
            for position, part in enumerate(target.elts):
                item = Element(subscript(name(held), constant(position)), BOTTOM)
                yield from self.bound(part, item, source)


def _is_store(statement: Statement) -> bool:
    """Tell whether a statement stores into an attribute, or into an item of what is no array."""
    return isinstance(statement, Assign | Update) and isinstance(statement.target, gast.Attribute)


def _failure(what: str, source: int) -> Raise:
    """Return the statement for what the facts, by which the text was written, did not foresee."""
    message = constant(f"[C402] {what} is not followed")
    return Raise(gast.Call(name("ValueError"), [message], []), None, source)


def fills_with_functions(block: Block) -> bool:
    """Tell whether statements make a list of nested functions longer."""
    values = [statement.value for statement in walk(block) if isinstance(statement, Assign)]
    longer = any(isinstance(v, gast.List) and any(isinstance(e, gast.Starred) for e in v.elts) for v in values)
    return longer and makes_functions(block)


def _are_known(places: list[list[Fact]]) -> bool:
    """Tell whether the elements are known values at one of their places: other indices select at run time."""
    return any(fact.known for facts in places for fact in facts)


def _by_place(elements: list[Element]) -> Iterator[list[Fact]]:
    """Yield the facts of the elements, of paired ones place by place."""
    if elements and all(element.parts for element in elements):
        for parts in zip(*(element.parts for element in elements), strict=True):
            yield from _by_place(list(parts))
    else:
        yield [element.fact for element in elements]


def _changed(node: gast.expr) -> gast.expr | None:
    """Return what a call of a method may make longer or shorter."""
    function = node.func if isinstance(node, gast.Call) else None
    return function.value if isinstance(function, gast.Attribute) and function.attr in _CHANGING else None


def _expressions(block: Block) -> Iterator[gast.expr]:
    for statement in walk(block):
        if isinstance(statement, Assign | Update):
            yield statement.target
        for field in ("value", "test", "iterable", "context", "exception", "message"):
            node = getattr(statement, field, None)
            if isinstance(node, gast.AST):
                yield node


def has_break(block: Block) -> bool:
    """Tell whether a block leaves the loop around it."""
    return any(
        isinstance(statement, Break)
        or (isinstance(statement, If) and (has_break(statement.body) or has_break(statement.orelse)))
        or (isinstance(statement, With) and has_break(statement.body))
        for statement in block
    )


def straight(block: Block, left: str | None) -> Block:
    """Return the body of a loop as statements of no loop: they end where an exit stood."""
    out: list[Statement] = []
    for statement in block:
        if isinstance(statement, Continue):
            out.append(Pass(statement.source))
        elif isinstance(statement, Break):
            out.append(Assign(store_name(left or ""), constant(value=True), statement.source))
        elif isinstance(statement, If):
            body, orelse = straight(statement.body, left), straight(statement.orelse, left)
            out.append(replace(statement, body=body, orelse=orelse))
        elif isinstance(statement, With):
            out.append(replace(statement, body=straight(statement.body, left)))
        else:
            out.append(statement)
    return tuple(out)
