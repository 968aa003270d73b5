"""Take statements apart: tuple targets, augmented assignments, loop targets, nested functions, match, ``else``.

before: ``a, b = b, a``            after: ``v@1 = b``, ``v@2 = a``, ``a = v@1``, ``b = v@2``
before: ``while f(x) > 0: ...``    after: ``while True: v@1 = f(x) > 0``, ``if not v@1: break``, ...
"""

import functools
import inspect
import types
from dataclasses import dataclass, field, replace

import gast

from cladpy.frontend.refusals import REFUSALS
from cladpy.frontend.repeatable_functions import is_repeatable_text
from cladpy.ir.by_class import MethodByClass
from cladpy.ir.expressions import LOAD, call, constant, name, names_in, store_name, subscript
from cladpy.ir.operator_methods import OPERATOR_METHODS
from cladpy.ir.statements import (
    Assert,
    Assign,
    Break,
    Continue,
    Effect,
    If,
    Pass,
    Raise,
    Return,
    Update,
    While,
)
from cladpy.normalize.argument_stores import updates
from cladpy.normalize.closures import Closure, bound_names
from cladpy.normalize.complex_parts import ComplexParts, marked
from cladpy.normalize.contexts import write_with
from cladpy.normalize.cursors import Cursor
from cladpy.normalize.flat_elements import FlatElements
from cladpy.normalize.flatten_expressions import ExpressionFlattener, MakeClosure, placed
from cladpy.normalize.generators import Yields, generate, write_yield
from cladpy.normalize.inline_closures import inline
from cladpy.normalize.known_calls import attribute_set, plain_range
from cladpy.normalize.live_items import LiveItems
from cladpy.normalize.match_statements import captured_names, write_cases
from cladpy.normalize.owned_calls import OwnedCalls, is_part, position_of
from cladpy.normalize.recorder import Recorder
from cladpy.normalize.streams import Streams
from cladpy.normalize.try_statements import Finals, leave, write_try


@dataclass(slots=True)
class StatementFlattener:
    """Writes the normal form of a body."""

    recorder: Recorder
    expressions: ExpressionFlattener
    broke: list[str | None] = field(default_factory=list)
    finals: Finals = field(default_factory=list)
    depth: int = 0
    yields: Yields = field(default_factory=list)

    def __post_init__(self) -> None:
        self.expressions.inline = self.called
        self.expressions.generate = lambda closure, node, step: generate(self, closure, node, step)
        self.expressions.assign = self.assign

    def called(self, closure: Closure, node: gast.Call) -> gast.expr:
        """Write the body of a function in place of a call of it."""
        if closure.is_generator:
            raise self.recorder.refuse(
                node, "C103", "a generator is kept, and its values are asked for later",
                hint="use it where its values are consumed: for v in f(x), list(f(x))",
            )  # fmt: skip
        return inline(self, closure, node)

    def body(self, statements: list[gast.stmt]) -> None:
        """Write a list of statements."""
        for statement in statements:
            self.recorder.begin(statement)
            self.statement(statement)

    @MethodByClass
    def statement(self, node: gast.stmt) -> None:
        """Write one statement."""
        raise self.recorder.refuse(node, "C100", f"{type(node).__name__} is not supported here")

    # ---- assignments ----

    @statement.register
    def _(self, node: gast.Assign) -> None:
        target = node.targets[0]
        if isinstance(node.value, gast.Lambda) and isinstance(target, gast.Name) and self.is_direct(target.id):
            self.define_direct(target.id, node.value, Closure.of_lambda)
            return
        if any(isinstance(each, gast.Name) for each in node.targets):
            LiveItems(self.expressions).check_kept(node.value)
        if len(node.targets) == 1:
            if not self.begins_cursor(target, node.value):
                self.assign(target, node.value)
            return
        value = self.expressions.atom(node.value)
        for target in node.targets:
            self.assign(target, value)

    def begins_cursor(self, target: gast.expr, value: gast.expr) -> bool:
        """Write ``it = iter(x)`` as a sequence and a place in it, if its name is bound nowhere else; tell if so."""
        streams = Streams(self.expressions)
        if not isinstance(target, gast.Name) or target.id not in self.expressions.bound_once:
            return False
        if streams.kind(value) is not iter or streams.kind(value.args[0]) is not None:
            return False
        LiveItems(self.expressions).check_iterator(value)
        values = self.recorder.bind(streams.indexed(value, 0), "values")
        place = streams.fresh("place")
        streams.set(place, constant(0))
        self.expressions.cursors[target.id] = Cursor(values, place)
        return True

    @statement.register
    def _(self, node: gast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, node.value)

    def assign(self, target: gast.expr, value: gast.expr) -> None:
        """Write ``target = value``, the value not yet flattened."""
        if isinstance(value, gast.GeneratorExp) and isinstance(target, gast.Tuple | gast.List):
            value = self.expressions.spread(value)  # taken apart at once
        if isinstance(value, gast.GeneratorExp):
            refusal = REFUSALS["kept generator"]
            raise self.recorder.refuse(value, refusal.code, refusal.message, hint=refusal.hint)
        if isinstance(target, gast.Name):
            self.emit_assign(store_name(target.id), self.expressions.value(value))
        elif isinstance(target, gast.Tuple | gast.List):
            self.unpack(target, value)
        elif isinstance(target, gast.Subscript | gast.Attribute):
            self.store_at(target, self.expressions.atom(value))
        else:
            raise self.recorder.refuse(target, "C100", f"an assignment to {type(target).__name__} is not supported")

    def store_at(self, target: gast.Subscript | gast.Attribute, atom: gast.expr) -> None:
        """Write ``target = atom``, the target not yet flattened."""
        flat, parts = FlatElements(self.expressions), ComplexParts(self.expressions)
        if parts.is_within(target):
            parts.store(target, atom)
        elif flat.is_flat(target):
            place = flat.whole(target)
            self.emit_assign(place, flat.repeated(atom, target, place))
        elif isinstance(target, gast.Subscript) and flat.is_flat(target.value):
            place = flat.place(target)
            self.emit_assign(place, flat.repeated(atom, target, place))
        else:
            self.store(self.place(target), atom)

    def store(self, place: gast.Subscript | gast.Attribute, atom: gast.expr) -> None:
        """Write ``place = atom``: the body of the setter or ``__setitem__``, where the owner is known to have one."""
        owner = self.expressions.owners.get(position_of(place))
        if owner is None or not self.expressions.set_by_method(place, atom, owner):
            self.emit_assign(place, atom)

    def emit_assign(self, target: gast.expr, value: gast.expr) -> None:
        """Write an assignment in the normal form."""
        self.recorder.emit(Assign(target, value, self.recorder.current))

    def place(self, target: gast.Subscript | gast.Attribute) -> gast.expr:
        """Return a store's target with atoms for its parts."""
        flat = FlatElements(self.expressions)
        if isinstance(target, gast.Subscript) and flat.is_flat(target.value):
            return flat.place(target)
        is_region_of_part = isinstance(target, gast.Subscript) and is_part(target.value)
        if is_region_of_part:
            base = self.recorder.bind(marked(self.expressions.value(target.value), target.value))
        else:
            base = self.expressions.atom(target.value)
        if isinstance(target, gast.Attribute):
            return gast.copy_location(gast.Attribute(base, target.attr, gast.Store()), target)
        made = gast.Subscript(base, self.expressions.index(target.slice), gast.Store())
        return gast.copy_location(made, target)

    def unpack(self, target: gast.Tuple | gast.List, value: gast.expr) -> None:
        """Write an assignment to several targets."""
        star = [isinstance(item, gast.Starred) for item in target.elts]
        if isinstance(value, gast.Tuple | gast.List) and _are_paired(target, value):
            targets = {n for item in target.elts for n in names_in(item)}
            items = []
            for item in value.elts:
                atom = self.expressions.atom(item)
                moved = isinstance(atom, gast.Name) and (atom.id in targets or len(targets) == 0)
                items.append(self.recorder.bind(atom) if moved else atom)
            for part, item in zip(target.elts, items, strict=True):
                self.assign(part, item)
            return
        whole = placed(self.expressions.atom(self.expressions.spread(value)), value)
        if isinstance(whole, gast.Name) and whole.id in {n for item in target.elts for n in names_in(item)}:
            whole = self.recorder.bind(whole)
        count = len(target.elts)
        for position, part in enumerate(target.elts):
            if isinstance(part, gast.Starred):
                after = count - position - 1
                upper = constant(-after) if after else None
                items = self.recorder.bind(subscript(whole, gast.Slice(constant(position), upper, None)))
                self.assign(part.value, call("list", items))
                continue
            index = position if not any(star[:position]) else position - count
            self.assign(part, subscript(whole, constant(index)))

    @statement.register
    def _(self, node: gast.AugAssign) -> None:
        parts = ComplexParts(self.expressions)
        if parts.is_within(node.target):
            parts.update(node)
            return
        target = store_name(node.target.id) if isinstance(node.target, gast.Name) else self.place(node.target)
        if isinstance(node.target, gast.Name) and node.target.id in self.expressions.rebound(node.value):
            kept = self.recorder.bind(name(node.target.id))
            self.emit_assign(target, gast.BinOp(kept, node.op, self.expressions.atom(node.value)))
            return
        if isinstance(target, gast.Name):
            gast.copy_location(target, node.target)  # which tells facts of lists and objects among the targets apart
        if position_of(node.target) in self.expressions.owners:
            (self.repeat if isinstance(target, gast.Name) else self.update_item)(target, node)
            return
        value = self.expressions.atom(node.value)
        self.recorder.emit(Update(target, node.op, value, self.recorder.current))

    def repeat(self, target: gast.Name, node: gast.AugAssign) -> None:
        """Write ``l *= n`` of a list as ``l[:] = l * n``, ``d |= e`` of a dict as its update; all else as it stands."""
        value = self.expressions.atom(node.value)
        if isinstance(node.op, gast.BitOr) and self.expressions.owners[position_of(node.target)].kind == "dict":
            OwnedCalls(self.recorder, self.expressions).merged(name(target.id), value)
            return
        if self.expressions.owners[position_of(node.target)].kind != "list":
            self.update(target, node.op, value)
            return
        repeated = self.recorder.bind(gast.BinOp(name(target.id), node.op, value))
        self.emit_assign(gast.Subscript(name(target.id), gast.Slice(None, None, None), gast.Store()), repeated)

    def update_item(self, target: gast.expr, node: gast.AugAssign) -> None:
        """Write ``d[k] op= v`` of a container, or ``o.x op= v``: the item is taken out, updated and put back."""
        if isinstance(target, gast.Attribute):
            read: gast.expr = gast.Attribute(target.value, target.attr, LOAD)
        else:
            read = self.expressions.item(target.value, target.slice, node.target)
        item = self.recorder.bind(read)
        value = self.expressions.atom(node.value)
        self.update(gast.copy_location(store_name(item.id), node.target), node.op, value)
        self.store(target, item)

    def update(self, target: gast.Name, operator: gast.operator, value: gast.expr) -> None:
        """Write ``x op= v``: where the class of an object is known to have ``__iadd__`` or its like, a call of that."""
        owner = self.expressions.owners.get(position_of(target))
        word = f"__i{OPERATOR_METHODS.get(type(operator), '')}__"
        function = None if owner is None else inspect.getattr_static(owner.cls, word, None)
        if owner is None or not isinstance(function, types.FunctionType):
            self.recorder.emit(Update(target, operator, value, self.recorder.current))
            return
        called = gast.Call(gast.Attribute(name(target.id), word, LOAD), [value], [])
        gast.copy_location(called, target)
        result = self.expressions.owned(called, replace(owner, function=function))
        self.emit_assign(store_name(target.id), called if result is None else result)

    # ---- control flow ----

    @statement.register
    def _(self, node: gast.If) -> None:
        source = self.recorder.current
        test = self.expressions.test(node.test)
        body, orelse = self.nested(node.body), self.nested(node.orelse)
        self.recorder.emit(If(test, body or (Pass(source),), orelse, source))

    def nested(self, statements: list[gast.stmt]) -> tuple:  # type: ignore[type-arg]
        """Return a list of statements as a block of its own."""
        with self.recorder.nested() as block:
            self.body(statements)
        return tuple(block)

    @statement.register
    def _(self, node: gast.For) -> None:
        node = LiveItems(self.expressions).loop(FlatElements(self.expressions).loop(node, updates=updates(node.body)))
        rebound = bound_names(node.body) | set(names_in(node.target))
        flag = self.else_flag(node)
        streams = Streams(
            self.expressions, frozenset(rebound & self.expressions.local), is_eager=not updates(node.body)
        )
        with flag as broke:
            streams.each(node.target, plain_range(self.expressions, node.iter), lambda: self.body(node.body))
        self.loop_else(node, broke)

    @statement.register
    def _(self, node: gast.While) -> None:
        source = self.recorder.current
        passive = self.expressions.is_passive(node.test) or isinstance(node.test, gast.Name | gast.Constant)
        flag = self.else_flag(node)
        with self.recorder.nested() as body, flag as broke:
            if not passive:
                test = self.expressions.test(node.test)
                with self.recorder.nested() as leave:
                    self.recorder.emit(Break(source))
                negated = gast.UnaryOp(gast.Not(), test)
                self.recorder.emit(If(negated, tuple(leave), (), source))
            self.body(node.body)
        self.recorder.emit(While(node.test if passive else constant(True), tuple(body), source))
        self.loop_else(node, broke)

    def else_flag(self, node: gast.For | gast.While) -> "_ElseFlag":
        """Return the context in which ``break`` tells the ``else`` clause, and start its flag before the loop."""
        broke = None
        if node.orelse:
            broke = self.recorder.fresh("broke")
            self.emit_assign(store_name(broke), constant(False))
        return _ElseFlag(self, broke)

    def loop_else(self, node: gast.For | gast.While, broke: str | None) -> None:
        """Write the ``else`` clause of a loop, run where no ``break`` was."""
        if broke is not None:
            test = gast.UnaryOp(gast.Not(), name(broke))
            self.recorder.emit(If(test, self.nested(node.orelse), (), self.recorder.current))

    @statement.register
    def _(self, node: gast.Break) -> None:
        leave(self, function=False)
        if self.broke[-1] is not None:
            self.emit_assign(store_name(self.broke[-1]), constant(True))
        self.recorder.emit(Break(self.recorder.current))

    @statement.register
    def _(self, _node: gast.Continue) -> None:
        leave(self, function=False)
        self.recorder.emit(Continue(self.recorder.current))

    @statement.register
    def _(self, node: gast.Return) -> None:
        value = constant(None) if node.value is None else self.expressions.value(node.value)
        if any(self.finals):
            value = self.recorder.bind(value)
            leave(self, function=True)
        self.recorder.emit(Return(value, self.recorder.current))

    @statement.register
    def _(self, node: gast.Match) -> None:
        subject = self.expressions.atom(node.subject)
        rebound = captured_names(node.cases)
        if not isinstance(subject, gast.Name | gast.Constant) or set(names_in(subject)) & rebound:
            subject = self.recorder.bind(subject)
        write_cases(self, subject, node.cases)

    @statement.register
    def _(self, node: gast.With) -> None:
        write_with(self, node.items, node.body)

    @statement.register
    def _(self, node: gast.Try) -> None:
        write_try(self, node)

    # ---- the rest ----

    @statement.register
    def _(self, node: gast.Expr) -> None:
        if isinstance(node.value, gast.Constant):
            return
        stored = attribute_set(node.value) if self.expressions.is_builtin("setattr") else None
        if stored is not None:
            self.assign(*stored)
            return
        if isinstance(node.value, gast.Yield | gast.YieldFrom):
            write_yield(self, node.value)
            return
        value = self.expressions.value(node.value)
        if isinstance(value, gast.Call):
            self.recorder.emit(Effect(value, self.recorder.current))
        elif not self.expressions.is_atom(value):
            self.recorder.bind(value)

    @statement.register
    def _(self, node: gast.Assert) -> None:
        self.recorder.emit(Assert(self.expressions.test(node.test), node.msg, self.recorder.current))

    @statement.register
    def _(self, node: gast.Raise) -> None:
        self.recorder.emit(Raise(node.exc, node.cause, self.recorder.current))

    @statement.register(gast.Pass)
    @statement.register(gast.Nonlocal)
    def _(self, _node: gast.stmt) -> None:
        return

    @statement.register
    def _(self, node: gast.Delete) -> None:
        # A name deleted is a name not read again; the release pass decides when storage goes.
        for target in node.targets:
            self.delete(target)

    def delete(self, target: gast.expr) -> None:
        """Write the deletion of an item; a slice is replaced by nothing."""
        if isinstance(target, gast.Tuple | gast.List):
            for part in target.elts:
                self.delete(part)
        elif isinstance(target, gast.Subscript) and isinstance(target.slice, gast.Slice):
            if target.slice.step is not None:
                raise self.recorder.refuse(
                    target, "C108", "every so many items are deleted", hint="build a list without them"
                )
            self.emit_assign(self.place(target), self.recorder.bind(gast.List([], LOAD)))
        elif isinstance(target, gast.Subscript):
            method = gast.Call(gast.Attribute(target.value, "__delitem__", LOAD), [target.slice], [])
            value = self.expressions.value(gast.copy_location(method, target))
            if isinstance(value, gast.Call):
                self.recorder.emit(Effect(value, self.recorder.current))

    # ---- closures ----

    @statement.register
    def _(self, node: gast.FunctionDef) -> None:
        self.check_cached(node)
        if self.is_direct(node.name):
            self.define_direct(node.name, node, Closure.of_function)
            return
        value = self.expressions.function_value(node.name, node, Closure.of_function)
        for decorator in reversed(node.decorator_list):
            value = self.expressions.decorated(decorator, value)
        self.emit_assign(store_name(node.name), value)

    def check_cached(self, node: gast.FunctionDef) -> None:
        """Refuse a cached local function that may not be computed again, as it is in place of each call."""
        made_by = (each.func if isinstance(each, gast.Call) else each for each in node.decorator_list)
        meant = [self.expressions.class_meant(each) for each in made_by]
        is_cached = functools.cache in meant or functools.lru_cache in meant
        if is_cached and not is_repeatable_text(node, self.expressions.resolve):
            raise self.recorder.refuse(
                node, "C201", f"{node.name} is cached, and draws random numbers or has effects: it is computed once",
                hint="call it once, and keep what it gives under a name; or leave the cache out",
            )  # fmt: skip

    def define_direct(self, identifier: str, node: gast.Lambda | gast.FunctionDef, make: MakeClosure) -> None:
        """Note a function that is written out in place of its calls; its value is for those that are written later."""
        given = self.expressions.defaults(node.args)
        self.expressions.closures[identifier] = make(node, given)
        if identifier in self.expressions.called_by_values:
            self.emit_assign(store_name(identifier), self.expressions.function_of(identifier, node, make, given))

    def is_direct(self, identifier: str) -> bool:
        """Tell whether a nested function is used in calls alone, so that it is written out there."""
        return identifier in self.expressions.direct


@dataclass(slots=True)
class _ElseFlag:
    """Keeps the flag of the loop being written, and starts it before the loop."""

    flattener: StatementFlattener
    broke: str | None

    def __enter__(self) -> str | None:
        self.flattener.broke.append(self.broke)
        self.flattener.finals.append(None)
        return self.broke

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:  # else the lists may be those of a function that was being written out
            self.flattener.broke.pop()
            self.flattener.finals.pop()


__all__ = ["StatementFlattener", "bound_names"]


def _are_paired(target: gast.Tuple | gast.List, value: gast.Tuple | gast.List) -> bool:
    """Tell whether each target gets one item of a display."""
    starred = any(isinstance(item, gast.Starred) for item in (*target.elts, *value.elts))
    return len(value.elts) == len(target.elts) and not starred
