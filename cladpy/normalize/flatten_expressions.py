"""Take expressions apart: every operation of the normal form has atoms for operands.

before: ``h = np.tanh(x @ w + b)``    after: ``v@1 = x @ w``, ``v@2 = v@1 + b``, ``h = np.tanh(v@2)``
before: ``y = a if c else b``         after: ``if c: y = a`` ``else: y = b``

An atom is a local name, a literal or a dotted name that is not local (``np.pi``, a global). Operands are evaluated in
Python's order; a comparison without effects stays whole (``passive``).
"""

import functools
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import gast
import numpy as np

from cladpy.ir.by_class import MethodByClass
from cladpy.ir.callables import LocalFunction
from cladpy.ir.expressions import LOAD, attribute, call, constant, dotted, name, names_in, nodes_of, store_name
from cladpy.ir.statements import Assign, If, Statement
from cladpy.normalize import array_methods
from cladpy.normalize.array_updates import ArrayUpdates
from cladpy.normalize.closures import Closure, defaults_of, has_star, without_shadows
from cladpy.normalize.comprehensions import is_long, with_lists, write_comprehension, write_dict
from cladpy.normalize.constructor_calls import constructed
from cladpy.normalize.cursors import Cursor
from cladpy.normalize.element_updates import ElementUpdates
from cladpy.normalize.flat_elements import FlatElements
from cladpy.normalize.handed_back import HandedBack, targets_of, write_handing_back
from cladpy.normalize.key_sets import compares_keys, with_key_sets
from cladpy.normalize.known_calls import respelled
from cladpy.normalize.library_calls import LibraryCalls
from cladpy.normalize.owned_calls import OwnedCalls, Owner, Owners, position_of, position_of_read
from cladpy.normalize.passive import is_test
from cladpy.normalize.recorder import Recorder
from cladpy.normalize.reductions import Reductions
from cladpy.normalize.stand_ins import function_behind, with_stand_in
from cladpy.normalize.streams import Streams
from cladpy.normalize.whole_iterables import WholeIterables
from cladpy.rules import indexed

MakeClosure = Callable[[Any, dict[str, gast.expr]], Closure]

ITERABLE_KEYWORDS = {"zip": {"strict"}, "enumerate": {"start"}, "reversed": set()}
"""Iterables that a loop's reverse takes apart, with the keywords that it understands."""

HANDING_THROUGH = (functools.wraps, functools.cache, functools.lru_cache, staticmethod)
"""Decorators of Python's that leave what a nested function computes as it is."""


@dataclass(slots=True)
class ExpressionFlattener:
    """Writes the statements that an expression needs, and returns what is left of it.

    Parameters
    ----------
    recorder : Recorder
        Receives the statements.
    local : set of str
        The names that the function binds.
    is_library : callable
        Tells whether a callee is a function of a library, without effects.
    written_out : callable
        Returns the body of a helper that is written out in place of its calls, the function that a recursive one
        becomes that updates its arguments, or None.
    inline : callable
        Writes the body of a closure in place of a call of it and returns its result.
    is_builtin : callable
        Tells whether a name means the builtin of that name.
    library : callable
        Returns the library's function without effects that a callee is, or None.
    resolve : callable
        Returns what a dotted name that is not local means.
    owners : mapping
        What the owners of methods and places are, where facts have told.
    method : callable
        Returns the body of a method that is written out in place of its calls, or None.
    method_function : callable
        Returns the name of the function that a method is which calls itself and updates its object, or None.
    constructor : callable
        Returns the body of the ``__init__`` of a class that is written out, or None.
    factory : callable
        Returns the name of the closure that a default factory is, or None.
    closures : dict of str to Closure
        Nested functions that are written out where they are called.
    direct : set of str
        Names of nested functions that are used in calls alone.
    called_by_values : set of str
        Those among them that functions which are values call.
    cursors : dict of str to Cursor
        What ``iter`` has given, by name.
    bound_once : set of str
        Names that have one binding in the text of the function.
    rebindable : set of str
        Names that a nested function may rebind whenever it is called.
    settled : set of str
        Variables of a call that is being written out which keep their values from here on.
    generator : callable
        Returns the text of the generator function that a callee is, or None.
    body_of : callable
        Returns the body of a method that is written out whatever it does, or None.
    context : callable
        Returns the text of the generator function behind a ``contextmanager`` that a callee is, or None.
    generate : callable
        Writes the body of a generator function, with what is done with each item that it yields.
    assign : callable
        Writes an assignment of an expression to a target.
    """

    recorder: Recorder
    local: set[str]
    is_library: Callable[[gast.expr], bool]
    is_builtin: Callable[[str], bool]
    inline: Callable[[Closure, gast.Call], gast.expr]
    written_out: Callable[[gast.expr], Closure | HandedBack | None] = lambda _node: None
    library: Callable[[gast.expr], object] = lambda _node: None
    resolve: Callable[[str], object] = lambda _path: None
    closures: dict[str, Closure] = field(default_factory=dict)
    owners: Owners = field(default_factory=dict)
    method: Callable[[Owner], Closure | None] = lambda _owner: None
    method_function: Callable[[Owner], str | None] = lambda _owner: None
    constructor: Callable[[Owner], Closure | None] = lambda _owner: None
    factory: Callable[[object], str | None] = lambda _factory: None
    direct: set[str] = field(default_factory=set)
    called_by_values: set[str] = field(default_factory=set)
    cursors: dict[str, Cursor] = field(default_factory=dict)
    bound_once: set[str] = field(default_factory=set)
    rebindable: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    generator: Callable[[gast.expr], Closure | None] = lambda _node: None
    body_of: Callable[[Owner], Closure | None] = lambda _owner: None
    context: Callable[[gast.expr], Closure | None] = lambda _node: None
    generate: Callable[[Closure, gast.Call, Callable[[gast.expr], None]], None] = lambda _closure, _node, _step: None
    assign: Callable[[gast.expr, gast.expr], None] = lambda _target, _value: None

    # ---- atoms ----

    def atom(self, node: gast.expr) -> gast.expr:
        """Return a name, literal or global that holds the value of the expression."""
        value = self.value(node)
        return value if self.is_atom(value) else self.recorder.bind(value)

    def is_atom(self, node: gast.expr) -> bool:
        """Tell whether an expression is an atom already."""
        if isinstance(node, gast.Name | gast.Constant):
            return True
        return self.is_global(node)

    def is_global(self, node: gast.expr) -> bool:
        """Tell whether an expression is a dotted name that starts outside the function."""
        path = dotted(node)
        return path is not None and path.split(".")[0] not in self.local and "@" not in path

    def class_meant(self, node: gast.expr) -> object:
        """Return what a dotted name of outside the function means, or None."""
        value = self.resolve(dotted(node) or "") if self.is_global(node) else None
        return value if isinstance(value, Hashable) else None

    def decorated(self, decorator: gast.expr, function: gast.expr) -> gast.expr:
        """Return what a decorator makes of a nested function."""
        called = decorator.func if isinstance(decorator, gast.Call) else decorator
        if self.class_meant(called) in HANDING_THROUGH:
            return function
        return self.value(gast.copy_location(gast.Call(decorator, [function], []), decorator))

    def atoms(self, nodes: list[gast.expr]) -> list[gast.expr]:
        """Return atoms for several expressions, evaluated in order.

        A name that a later expression rebinds is kept first.
        """
        out = []
        for position, node in enumerate(nodes):
            value = self.atom(node)
            if isinstance(value, gast.Name):
                if any(value.id in self.handed(follower) for follower in nodes[position + 1 :]):
                    raise self.recorder.refuse(
                        node, "C120", f"{value.id!r} is updated by a call behind it in the same expression",
                        hint="make that call in a statement before this one",
                    )  # fmt: skip
                if any(value.id in self.rebound(follower) for follower in nodes[position + 1 :]):
                    value = self.recorder.bind(value)
            out.append(value)
        return out

    def handed(self, node: gast.AST) -> set[str]:
        """Return the names that calls in an expression update, by handing back what they are bound to."""
        found: set[str] = set()
        for part in gast.walk(node):
            if isinstance(part, gast.Call) and self.is_global(part.func):
                helper = self.written_out(part.func)
                if isinstance(helper, HandedBack):
                    found |= set(targets_of(self, part, helper).values())
            elif isinstance(part, gast.Call) and isinstance(getattr(part.func, "value", None), gast.Name):
                function = self.of_method(part)
                found |= set() if function is None else self.handed(function)
        return found

    def rebound_by_calls(self, node: gast.AST) -> set[str]:
        """Return the names that calls rebind to other values: what functions beside them had declared nonlocal."""
        found: set[str] = set()
        for part in gast.walk(node):
            helper = self.written_out(part.func) if isinstance(part, gast.Call) and self.is_global(part.func) else None
            if isinstance(helper, HandedBack) and helper.rebound:
                given = helper.given(part)
                found |= {n for p in helper.rebound if p in given for n in names_in(given[p])}
        return found

    def check_none_handed(self, node: gast.expr) -> None:
        """Refuse calls that hand back what they update where no statement can follow them."""
        if self.handed(node):
            raise self.recorder.refuse(
                node, "C118", "a function that calls itself and updates its arguments is called inside of this",
                hint="make the call in a statement before this one",
            )  # fmt: skip

    def rebound(self, node: gast.expr) -> set[str]:
        """Return the names that evaluating an expression may bind."""
        found = set()
        for part in gast.walk(node):
            if isinstance(part, gast.NamedExpr):
                found.add(part.target.id)
            elif isinstance(part, gast.Call) and isinstance(part.func, gast.Name) and part.func.id in self.closures:
                found |= self.closures[part.func.id].nonlocals
        return found

    def test(self, node: gast.expr) -> gast.expr:
        """Return a condition: a comparison in one piece, or an atom."""
        if self.is_passive(node):
            return node
        return self.atom(node)

    def is_passive(self, node: gast.expr) -> bool:
        """Tell whether a condition may stay whole."""
        if compares_keys(node):
            return False
        return is_test(node, self.is_library) and not (set(names_in(node)) & set(self.closures))

    # ---- values ----

    @MethodByClass
    def value(self, node: gast.expr) -> gast.expr:
        """Return an operation on atoms, or an atom, that gives the value of the expression."""
        raise self.recorder.refuse(node, "C100", f"{type(node).__name__} is not supported here")

    @value.register
    def _(self, node: gast.Constant) -> gast.expr:
        return node

    @value.register
    def _(self, node: gast.Name) -> gast.expr:
        if node.id in self.cursors:
            raise self.recorder.refuse(
                node, "C206", "an iterator is used other than by next() and by loops over it", hint="make a list of it"
            )
        return placed(name(node.id), node)

    @value.register
    def _(self, node: gast.Attribute) -> gast.expr:
        if self.is_global(node):
            return node
        return gast.copy_location(gast.Attribute(self.atom(node.value), node.attr, LOAD), node)

    @value.register
    def _(self, node: gast.UnaryOp) -> gast.expr:
        operand = node.operand
        if isinstance(operand, gast.Constant) and type(operand.value) in (int, float, complex):
            if isinstance(node.op, gast.USub):
                return constant(-operand.value)
            if isinstance(node.op, gast.UAdd):
                return operand
        if self.is_passive(node):
            return node
        return gast.UnaryOp(node.op, self.atom(operand))

    @value.register
    def _(self, node: gast.BinOp) -> gast.expr:
        node = with_key_sets(node)
        left, right = self.atoms([node.left, node.right])
        return gast.BinOp(left, node.op, right)

    @value.register
    def _(self, node: gast.Compare) -> gast.expr:
        node = with_key_sets(node)
        if self.is_passive(node):
            return node
        if len(node.ops) == 1:
            left, right = self.atoms([node.left, node.comparators[0]])
            return gast.Compare(left, node.ops, [right])
        left, right = self.atoms([node.left, node.comparators[0]])
        rest = gast.Compare(right, node.ops[1:], node.comparators[1:])
        return self.short_circuit(gast.Compare(left, node.ops[:1], [right]), [rest], stop_at=False)

    @value.register
    def _(self, node: gast.BoolOp) -> gast.expr:
        if self.is_passive(node):
            return node
        return self.short_circuit(self.value(node.values[0]), node.values[1:], stop_at=isinstance(node.op, gast.Or))

    def short_circuit(self, first: gast.expr, rest: list[gast.expr], *, stop_at: bool) -> gast.expr:
        """Evaluate ``first``, and each of the rest only while the value so far does not decide."""
        result = self.recorder.fresh()
        self.recorder.emit(Assign(store_name(result), first, self.recorder.current))
        blocks = []
        for node in rest:
            with self.recorder.nested() as block:
                self.recorder.emit(Assign(store_name(result), self.value(node), self.recorder.current))
            blocks.append(block)
        inner: tuple[Statement, ...] = ()
        for block in reversed(blocks):
            taken = (*block, *inner)
            test = name(result)
            inner = (self.branch(test, (), taken) if stop_at else self.branch(test, taken, ()),)
        for statement in inner:
            self.recorder.emit(statement)
        return name(result)

    def branch(self, test: gast.expr, body: tuple[Statement, ...], orelse: tuple[Statement, ...]) -> Statement:
        """Return an ``if`` whose body is not empty."""
        if not body:
            return If(gast.UnaryOp(gast.Not(), test), orelse, (), self.recorder.current)
        return If(test, body, orelse, self.recorder.current)

    @value.register
    def _(self, node: gast.IfExp) -> gast.expr:
        result = self.recorder.fresh()
        test = self.test(node.test)
        blocks = []
        for part in (node.body, node.orelse):
            with self.recorder.nested() as block:
                self.recorder.emit(Assign(store_name(result), self.value(part), self.recorder.current))
            blocks.append(tuple(block))
        self.recorder.emit(If(test, blocks[0], blocks[1], self.recorder.current))
        return name(result)

    @value.register
    def _(self, node: gast.NamedExpr) -> gast.expr:
        value = self.value(node.value)
        self.recorder.emit(Assign(store_name(node.target.id), value, self.recorder.current))
        return name(node.target.id)

    @value.register(gast.Tuple)
    @value.register(gast.List)
    @value.register(gast.Set)
    def _(self, node: gast.Tuple | gast.List | gast.Set) -> gast.expr:
        starred = [isinstance(item, gast.Starred) for item in node.elts]
        items = self.atoms([self.unstarred(item) for item in node.elts])
        wrapped = [gast.Starred(item, LOAD) if star else item for item, star in zip(items, starred, strict=True)]
        return gast.Set(wrapped) if isinstance(node, gast.Set) else type(node)(wrapped, LOAD)

    @value.register
    def _(self, node: gast.Dict) -> gast.expr:
        if position_of(node) in self.owners:
            return write_dict(self, node)
        merged = [key is None for key in node.keys]
        pairs = [(value if key is None else key, value) for key, value in zip(node.keys, node.values, strict=True)]
        atoms = self.atoms([part for pair in pairs for part in pair])
        keys = [None if star else atom for star, atom in zip(merged, atoms[0::2], strict=True)]
        return gast.copy_location(gast.Dict(keys, atoms[1::2]), node)

    @value.register
    def _(self, node: gast.Subscript) -> gast.expr:
        if FlatElements(self).is_flat(node.value):
            return FlatElements(self).read(node)
        index = self.with_ranges(node.value, node.slice) if self.is_join(node.value) else node.slice
        return self.item(self.atom(node.value), index, node)

    def item(self, owner: gast.expr, index: gast.expr, node: gast.expr) -> gast.expr:
        """Return an item that is read where a node stands: by ``__getitem__``, if that updates its object."""
        known = self.owners.get(position_of_read(node))
        closure = None if known is None else self.method(known)
        if closure is not None:
            return self.inline(closure, gast.copy_location(gast.Call(node, [owner, self.atom(index)], []), node))
        return gast.copy_location(gast.Subscript(owner, self.index(index), LOAD), node)

    def is_join(self, node: gast.expr) -> bool:
        """Tell whether an expression is ``np.r_`` or its like."""
        return self.is_global(node) and indexed(self.resolve(dotted(node) or "")) is not None

    def with_ranges(self, joins: gast.expr, index: gast.expr) -> gast.expr:
        """Return an index of ``np.r_`` with the arrays that its slices stand for; a tuple in it is one too."""
        if isinstance(index, gast.Tuple):
            items = [gast.List(item.elts, LOAD) if isinstance(item, gast.Tuple) else item for item in index.elts]
            return gast.Tuple([self.with_ranges(joins, item) for item in items], LOAD)
        is_slice = isinstance(index, gast.Slice) and index.upper is not None
        if not is_slice or not isinstance(joins, gast.Attribute):
            return index
        lower, step = index.lower or constant(0), index.step or constant(1)
        if isinstance(step, gast.Constant) and isinstance(step.value, complex):
            return call(attribute(joins.value, "linspace"), lower, index.upper, constant(int(abs(step.value))))
        return call(attribute(joins.value, "arange"), lower, index.upper, step)

    def index(self, node: gast.expr) -> gast.expr:
        """Return an index whose parts are atoms."""
        if isinstance(node, gast.Slice):
            parts = [None if part is None else self.atom(part) for part in (node.lower, node.upper, node.step)]
            return gast.Slice(*parts)
        if isinstance(node, gast.Tuple):
            return gast.Tuple([self.index(item) for item in node.elts], LOAD)
        return self.atom(node)

    @value.register
    def _(self, node: gast.JoinedStr) -> gast.expr:
        self.check_none_handed(node)
        return node

    @value.register
    def _(self, node: gast.Lambda) -> gast.expr:
        return self.function_value("lambda", node, Closure.of_lambda)

    def defaults(self, arguments: gast.arguments) -> dict[str, gast.expr]:
        """Evaluate the defaults of a function where it is defined; a name that may be rebound is kept."""
        atoms = {parameter: self.atom(value) for parameter, value in defaults_of(arguments).items()}
        return {p: atom if isinstance(atom, gast.Constant) else self.recorder.bind(atom) for p, atom in atoms.items()}

    def function_value(self, identifier: str, node: gast.Lambda | gast.FunctionDef, make: MakeClosure) -> gast.expr:
        """Return a nested function as a value: a literal, in front of the defaults that are computed."""
        return self.function_of(identifier, node, make, self.defaults(node.args))

    def function_of(
        self, identifier: str, node: gast.Lambda | gast.FunctionDef, make: MakeClosure, given: dict[str, gast.expr]
    ) -> gast.expr:
        """Return a nested function as a value: a literal, in front of those of its defaults that are computed."""
        literal = {parameter: value for parameter, value in given.items() if isinstance(value, gast.Constant)}
        closure = make(node, literal)
        read = {part.id for part in nodes_of(node) if isinstance(part, gast.Name)} - closure.bound
        kept = sorted(read & self.settled)
        closure, given = closure.keeping(kept), {**given, **{each: name(each) for each in kept}}
        computed = tuple(parameter for parameter in given if parameter not in literal)
        captures = any("@" in each for each in read.intersection(self.local) - {*kept})
        made = constant(LocalFunction(identifier, closure, computed, captures))
        return gast.Tuple([made, *(given[p] for p in computed)], LOAD) if computed else made

    @value.register(gast.ListComp)
    @value.register(gast.GeneratorExp)
    @value.register(gast.SetComp)
    @value.register(gast.DictComp)
    def _(self, node: gast.expr) -> gast.expr:
        if isinstance(node, gast.ListComp | gast.DictComp) and (
            position_of(node) in self.owners or is_long(self, node)
        ):
            return write_comprehension(self, node)
        self.check_none_handed(node)
        return without_shadows(node)

    @value.register(gast.Yield)
    @value.register(gast.YieldFrom)
    def _(self, node: gast.expr) -> gast.expr:
        raise self.recorder.refuse(
            node, "C103", "a generator that is sent values", hint="append the values to a list and return the list"
        )

    # ---- calls ----

    @value.register
    def _(self, node: gast.Call) -> gast.expr:
        node = with_stand_in(self, FlatElements(self).consumed(with_lists(with_key_sets(node))))
        callee = node.func
        if isinstance(callee, gast.Call):
            callee = respelled(self, callee) or callee
        if isinstance(callee, gast.Lambda) and not has_star(node):
            return self.inline(Closure.of_lambda(callee, self.defaults(callee.args)), node)
        if isinstance(callee, gast.Name) and callee.id in self.closures:
            return self.inline(self.closures[callee.id], node)
        helper = function_behind(self, node) or self.written_out(callee) if self.is_global(callee) else None
        if isinstance(helper, HandedBack):
            return write_handing_back(self, node, helper)
        if helper is not None:
            return self.inline(helper, node)
        owner = self.owners.get(position_of(node))
        if owner is not None and owner.kind != "iteration":
            owned = self.owned(node, owner)
            if owned is not None:
                return owned
        spelling = respelled(self, node)
        if spelling is not None:
            return self.value(spelling)
        updated = self.updates().written(node)
        if updated is not None:
            return updated
        stored = ElementUpdates(self).written(node)
        if stored is not None:
            return stored
        whole = WholeIterables(self).written(node)
        if whole is not None:
            return whole
        if self.compares_containers(node):
            return WholeIterables(self).best(node)
        reduced = Reductions(self).reduction(node)
        if reduced is not None:
            return reduced
        several = LibraryCalls(self).written(node)
        if several is not None:
            return self.value(several)
        return self.as_it_stands(node, callee)

    def compares_containers(self, node: gast.Call) -> bool:
        """Tell whether a call of ``max`` or ``min`` chooses among tuples or lists: known of facts, or of their text."""
        function = node.func
        if not isinstance(function, gast.Name) or function.id not in ("max", "min") or not self.is_builtin(function.id):
            return False
        owner = self.owners.get(position_of(node))
        if has_star(node) or node.keywords or not node.args:
            return False
        shown = [getattr(each, "elt", None) for each in node.args] if len(node.args) == 1 else node.args
        return (owner is not None and owner.kind == "iteration") or isinstance(shown[0], gast.Tuple | gast.List)

    def as_it_stands(self, node: gast.Call, callee: gast.expr) -> gast.Call:
        """Return a call of atoms."""
        function = self.callee(callee)
        starred = [isinstance(argument, gast.Starred) for argument in node.args]
        spread = self.takes_all(callee)
        plain = [self.spread(each) if spread else self.unstarred(each) for each in node.args]
        atoms = self.atoms([*plain, *[keyword.value for keyword in node.keywords]])
        positional = [
            gast.Starred(atom, LOAD) if star else atom for atom, star in zip(atoms[: len(plain)], starred, strict=True)
        ]
        named = zip(node.keywords, atoms[len(plain) :], strict=True)
        made = gast.Call(function, positional, [gast.keyword(keyword.arg, atom) for keyword, atom in named])
        return gast.copy_location(made, node)

    def takes_all(self, callee: gast.expr) -> bool:
        """Tell whether a callee takes all items of an iterator that it is given, at once."""
        if isinstance(callee, gast.Attribute) and callee.attr == "extend" and not self.is_global(callee):
            return True
        meant = self.class_meant(callee)
        is_statistic = getattr(meant, "__module__", None) == "statistics"
        return is_statistic or meant in (math.fsum, math.prod, np.fromiter, set, frozenset)

    def unstarred(self, node: gast.expr) -> gast.expr:
        """Return an argument or item without its star."""
        return self.spread(node.value) if isinstance(node, gast.Starred) else node

    def spread(self, node: gast.expr) -> gast.expr:
        """Return what is taken apart at once: of an iterator a list."""
        if isinstance(node, gast.GeneratorExp):
            return gast.copy_location(gast.ListComp(node.elt, node.generators), node)
        streams = Streams(self)
        return node if streams.kind(node) is None else streams.listed(node)

    def owned(self, node: gast.Call, owner: Owner) -> gast.expr | None:
        """Write the call of a method whose owner is known; None if it stays as it is."""
        if owner.kind == "class":
            return constructed(self, node, owner)
        if owner.kind == "list" and isinstance(node.func, gast.Attribute) and node.func.attr == "sort":
            return WholeIterables(self).sort(node)
        if owner.kind == "array":
            return array_methods.written(self, node)
        if owner.kind != "object":
            return OwnedCalls(self.recorder, self).written(node, owner)
        function = self.of_method(node)
        if function is not None:
            return self.value(function)
        closure = self.method(owner)
        if closure is None:
            return None
        bound = gast.Call(node.func, [node.func.value, *node.args], node.keywords)
        return self.inline(closure, gast.copy_location(bound, node))

    def of_method(self, node: gast.Call) -> gast.Call | None:
        """Return the call of a method as that of the function that it is; None if it is none."""
        owner = self.owners.get(position_of(node))
        called = self.method_function(owner) if owner is not None and isinstance(node.func, gast.Attribute) else None
        if called is None:
            return None
        this = node.func.value
        if not isinstance(this, gast.Name):
            this = self.recorder.bind(self.value(this))
            self.local.add(this.id)
        function = gast.copy_location(name(called), node.func)
        return gast.copy_location(gast.Call(function, [this, *node.args], node.keywords), node)

    def set_by_method(self, place: gast.expr, value: gast.expr, owner: Owner) -> bool:
        """Write the body of a property's setter, or of ``__setitem__``; tell whether the owner has one."""
        closure = self.method(owner) if owner.kind == "object" and owner.function is not None else None
        if closure is None or isinstance(getattr(place, "slice", None), gast.Slice):
            return False
        key = [self.atom(place.slice)] if isinstance(place, gast.Subscript) else []
        self.inline(closure, gast.copy_location(gast.Call(place, [place.value, *key, value], []), place))
        return True

    def updates(self) -> ArrayUpdates:
        """Return the writer of calls that update arrays in place."""
        return ArrayUpdates(
            self.recorder, self.atom, self.value, self.index, self.library, lambda name: name in self.local
        )

    def callee(self, node: gast.expr) -> gast.expr:
        """Return the callee: a global as it stands, a method on an atom, or an atom."""
        if self.is_global(node):
            return node
        if isinstance(node, gast.Attribute):
            return gast.Attribute(self.atom(node.value), node.attr, LOAD)
        return self.atom(node)

    def iterable(self, node: gast.expr) -> gast.expr:
        """Return what a loop runs over: a range, zip, enumerate or reversed of atoms, or an atom."""
        if not (isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and self.is_builtin(node.func.id)):
            return placed(self.atom(node), node)
        function = node.func.id
        named = {each.arg: each.value for each in node.keywords if not _is_false(each.value)}
        if function in ("zip", "enumerate", "reversed") and node.args and named.keys() <= ITERABLE_KEYWORDS[function]:
            inner = [self.iterable(argument) for argument in node.args[: None if function == "zip" else 1]]
            rest = self.atoms([*node.args[len(inner) :], *named.values()])
            if function == "zip":  # strict, which is checked where the forward sweep comes to the end
                return gast.Call(node.func, inner, [*map(gast.keyword, named, rest)])
            return gast.Call(node.func, inner + rest, [])
        if function == "range" and not named:
            return gast.Call(node.func, self.atoms(node.args), [])
        return placed(self.atom(node), node)


def placed(atom: gast.expr, node: gast.expr) -> gast.expr:
    """Return a name that stands where its value is written, for what facts tell of values there."""
    is_unplaced = isinstance(atom, gast.Name) and not hasattr(atom, "lineno") and hasattr(node, "lineno")
    return gast.copy_location(name(atom.id), node) if is_unplaced else atom


def _is_false(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is False
