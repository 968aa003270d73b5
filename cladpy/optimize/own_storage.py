"""Grant requests for storage: ``owned(e)`` becomes ``e`` where nobody else has its memory, else a copy.

``settled(e)``, a value that no later update in place may change, becomes ``e`` where the memory that it looks at is
updated only while nothing else has a name for it, else a copy as well.

before: ``return owned(d_w), owned(d_z), owned(d_z), owned(d_seed)``
after:  ``return d_w, d_z.copy(), d_z, own(d_seed)``

A scalar, a new value, and a variable that owns its memory and is read here for the last time are handed over; an array
is copied; what is not known is left to the runtime's ``own``. Guarantees: linear.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.index_kind import is_view_index
from cladpy.analyses.liveness import own_expressions, reads, visit_backward
from cladpy.analyses.storage import EXTERNAL, IMMUTABLE, Storage, is_request
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, children, rebuild
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.copies_by_turns import copies_by_turns
from cladpy.optimize.ownership import Ownership, requests_in, whole_view_of
from cladpy.optimize.rewriting import map_blocks, map_expressions


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function without requests for storage."""
    storage = analysed(function, context).storage
    grants = _Grants(function, context, storage)

    def block(statements: ir.Block) -> ir.Block:
        return tuple(
            map_blocks(grants.statement(each, statements[index + 1 :]), block) for index, each in enumerate(statements)
        )

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


class _Grants:
    """Decides request by request."""

    def __init__(self, function: ir.Function, context: Context, storage: Storage) -> None:
        self.function = function
        self.context = context
        self.storage = storage
        self.ownership = Ownership(function, context, storage)
        self.effects = analysed(function, context).effects
        self.occurrences = analysed(function, context).occurrences

    @cached_property
    def noisy(self) -> frozenset[str]:
        """The classes of memory that is updated while another name than that of the update is alive."""
        return _noisy_classes(self.function, self.context, self.storage)

    @cached_property
    def updated(self) -> frozenset[str]:
        """The names that stores and updates are spelt with."""
        every = ir.walk(self.function.body)
        targets = [s.target for s in every if isinstance(s, ir.Assign | ir.Update) and not _is_binding(s)]
        return frozenset(name for name in map(_stored_through, targets) if name is not None)

    def statement(self, statement: ir.Statement, following: ir.Block) -> ir.Statement:
        """Return a statement with its requests granted, given those that follow in its block."""
        parts = own_expressions(statement)
        requests = [request for part in parts for request in requests_in(part)]
        settled = [node for part in parts for node in nodes_in(part) if _is_settled(node)]
        if not requests and not settled:
            return statement
        consumed = {id(node) for part in parts for node in self._consumed(part)}
        if isinstance(statement, ir.Assign) and self._is_passing(statement, following):
            consumed.add(id(statement.value))
        granted = {id(each): each.args[0] for each in (*requests, *settled) if id(each) in consumed}
        granted |= {id(each): self._settled(each) for each in settled if id(each) not in consumed}
        for request in requests:
            if id(request) not in consumed:
                granted[id(request)] = self._granted(request, requests, statement)

        def change(node: gast.AST) -> gast.AST | None:
            if id(node) not in granted:
                return None
            value = granted[id(node)]
            return rebuild(value, change)

        return map_expressions(statement, lambda expression: rebuild(expression, change))

    def _granted(self, request: gast.Call, requests: list[gast.Call], statement: ir.Statement) -> gast.expr:
        value = request.args[0]
        fact = self.context.infer(value)
        if fact.kind in IMMUTABLE or self.storage.owns(value):
            return value
        variable = whole_view_of(value)
        if variable is not None and self._is_handed_over(variable, request, requests, statement):
            return value
        return call(attribute(value, "copy")) if fact.kind == "array" else call("own", value)

    def _is_passing(self, statement: ir.Assign, following: ir.Block) -> bool:
        """Tell whether a view is given a name only to be read before anything writes the memory that it looks at."""
        target, value = statement.target, statement.value
        asks = isinstance(value, gast.Call) and (is_request(value) or _is_settled(value))
        if not asks or not isinstance(target, gast.Name) or not self.occurrences.is_single(target.id):
            return False
        if target.id in self.updated:
            return False  # it is not only read
        memory = {self.storage.class_of(root) for root in self.storage.roots(value.args[0])}
        left = self.occurrences.uses[target.id]
        for reader in following:
            if left == 0:
                return True
            effects = self.effects.statement(reader)
            writes = effects.unknown or not memory.isdisjoint(effects.stores)
            count = sum(name == target.id for part in own_expressions(reader) for name in names_in(part))
            left -= count
            compound = isinstance(reader, ir.If | ir.For | ir.While | ir.With)
            if compound and any(target.id in reads(each) for each in ir.walk((reader,))):
                return False
            if count and not self._is_consumed(target.id, reader):
                return False
            if count and isinstance(reader, ir.Effect) and self.storage.class_of(target.id) in effects.stores:
                return False  # the call updates it, as ``add_at`` does
            if writes:
                return left == 0 and (not count or self._reads_first(reader, value.args[0]))
        return left == 0

    def _reads_first(self, statement: ir.Statement, view: gast.expr) -> bool:
        """Tell whether a store reads all of its operands before it writes, also where they look at the same memory.

        Arithmetic in place does, and so does a store of what is computed into a view; one through a mask reads and
        writes by turns, and so does NumPy's copy between views of one dimension.
        """
        if isinstance(statement, ir.Update):
            return True
        if not isinstance(statement, ir.Assign):
            return False
        target = statement.target
        if not isinstance(target, gast.Subscript) or not is_view_index(target.slice, self.context.infer):
            return False
        return not isinstance(statement.value, gast.Name) or not copies_by_turns(target, view, self.context)

    def _is_consumed(self, variable: str, reader: ir.Statement) -> bool:
        """Tell whether a statement takes up the numbers that a variable holds, and keeps nothing of it."""
        if not isinstance(reader, ir.Assign | ir.Update | ir.Effect | ir.Return):
            return False
        parts = own_expressions(reader)
        consumed = {id(node) for part in parts for node in self._consumed(part)}
        if isinstance(reader, ir.Assign | ir.Update) and isinstance(reader.target, gast.Subscript):
            consumed.add(id(reader.value))
        if isinstance(reader, ir.Update) and self.context.infer(reader.target).kind == "array":
            consumed.add(id(reader.value))
        places = [node for part in parts for node in nodes_in(part) if isinstance(node, gast.Name)]
        return all(id(node) in consumed for node in places if node.id == variable)

    def _consumed(self, expression: gast.expr) -> Iterator[gast.AST]:
        """Yield what arithmetic and calls that keep nothing read: the number that it is now."""
        for node in nodes_in(expression):
            arithmetic = isinstance(node, gast.BinOp | gast.UnaryOp) and self.storage.is_numeric(node)
            if arithmetic or (isinstance(node, gast.Call) and self.context.is_fresh(node)):
                yield from children(node)

    def _settled(self, request: gast.Call) -> gast.expr:
        value = request.args[0]
        fact = self.context.infer(value)
        if fact.kind in IMMUTABLE or self.storage.owns(value):
            return value
        if self.noisy.isdisjoint({self.storage.class_of(root) for root in self.storage.roots(value)}):
            return value
        return call(attribute(value, "copy")) if fact.kind == "array" else call("own", value)

    def _is_handed_over(
        self, variable: str, request: gast.Call, requests: list[gast.Call], statement: ir.Statement
    ) -> bool:
        """Tell whether a request is the last reader of its memory: what else the statement reads of it is copied."""
        if not self.ownership.may_be_handed_on(variable, statement):
            return False
        sharing = self.storage.members(variable)
        mentions = Counter(reads(statement))
        mentioned = sum(count for name, count in mentions.items() if name in sharing)
        claims = [each for each in requests if whole_view_of(each.args[0]) in sharing]
        requested = sum(name in sharing for each in claims for name in names_in(each.args[0]))
        return claims[-1] is request and mentioned == requested


def _is_settled(node: gast.AST) -> bool:
    return isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "settled"


def _is_binding(statement: ir.Assign | ir.Update) -> bool:
    return isinstance(statement, ir.Assign) and isinstance(statement.target, gast.Name | gast.Tuple)


def _asked(value: gast.expr) -> gast.expr:
    """Return what a request for storage is of."""
    return value.args[0] if is_request(value) or _is_settled(value) else value


def _stored_through(target: gast.expr) -> str | None:
    """Return the name that a store is spelt with."""
    while isinstance(target, gast.Subscript | gast.Attribute):
        target = target.value
    return target.id if isinstance(target, gast.Name) else None


def _noisy_classes(function: ir.Function, context: Context, storage: Storage) -> frozenset[str]:
    """Return the classes of memory that is updated while another name than the one that is stored through is alive."""
    effects = analysed(function, context).effects
    noisy: set[str] = set()

    def visit(statement: ir.Statement, live: set[str]) -> None:
        if not isinstance(statement, ir.Assign | ir.Update | ir.Effect):
            return
        found = effects.statement(statement)
        if found.unknown:
            noisy.add(storage.class_of(EXTERNAL))
        through = None if isinstance(statement, ir.Effect) else _stored_through(statement.target)
        for stored in found.stores:
            if any(name != through and storage.class_of(name) == stored for name in live):
                noisy.add(stored)
            if not isinstance(statement, ir.Assign):
                continue
            value = _asked(statement.value)
            looks_at_it = stored in {storage.class_of(root) for root in storage.roots(value)}
            if looks_at_it and copies_by_turns(statement.target, value, context):
                noisy.add(stored)

    visit_backward(function, visit)
    return frozenset(noisy)
