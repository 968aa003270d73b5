"""Grant requests for storage: ``owned(e)`` becomes ``e`` where nobody else has its memory, else a copy.

before: ``return owned(d_w), owned(d_z), owned(d_z), owned(d_seed)``
after:  ``return d_w, d_z.copy(), d_z, own(d_seed)``

A scalar, a new value, and a variable that owns its memory and is read here for the last time are handed over; an array
is copied; what is not known is left to the runtime's ``own``. Guarantees: linear.
"""

from collections import Counter
from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.liveness import own_expressions, reads
from cladpy.analyses.storage import IMMUTABLE, Storage
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, rebuild
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.ownership import Ownership, requests_in, whole_view_of
from cladpy.optimize.rewriting import map_blocks, map_expressions


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function without requests for storage."""
    storage = analysed(function, context).storage
    grants = _Grants(context, storage, Ownership(function, context, storage))

    def block(statements: ir.Block) -> ir.Block:
        return tuple(map_blocks(grants.statement(each), block) for each in statements)

    body = block(function.body)
    return function if body == function.body else replace(function, body=body)


class _Grants:
    """Decides request by request."""

    def __init__(self, context: Context, storage: Storage, ownership: Ownership) -> None:
        self.context = context
        self.storage = storage
        self.ownership = ownership

    def statement(self, statement: ir.Statement) -> ir.Statement:
        """Return a statement with its requests granted."""
        requests = [request for part in own_expressions(statement) for request in requests_in(part)]
        if not requests:
            return statement
        granted = {id(request): self._granted(request, requests, statement) for request in requests}

        def change(node: gast.AST) -> gast.AST | None:
            if id(node) not in granted:
                return None
            value = granted[id(node)]
            return rebuild(value, change) if requests_in(value) else value

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
