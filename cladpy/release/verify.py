"""Check a generated function for faults that cladpy itself would have made.

A statement object that stands at two places; a name read where no path has bound it, or where some path has deleted it;
a ``del`` of a name that may be unbound; more pops than pushes of a tape in straight code. Run behind every pass when
``CLADPY_VERIFY`` is set. Soundness: what it reports is a fault; it does not prove the function right.
"""

from collections import Counter
from dataclasses import dataclass

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import SCOPES, binds, is_always_true, own_expressions, reads, target_names
from cladpy.analyses.storage import variables
from cladpy.analyses.tapes import list_method, tapes
from cladpy.errors import CladpyError
from cladpy.ir import statements as ir


@dataclass(frozen=True, slots=True)
class _Names:
    """What holds at a point: names bound on every path, bound on some path, deleted on some path since."""

    certain: frozenset[str]
    possible: frozenset[str]
    deleted: frozenset[str] = frozenset()

    def bind(self, names: set[str]) -> "_Names":
        return _Names(self.certain | names, self.possible | names, self.deleted - names)

    def may_hold(self, names: frozenset[str]) -> "_Names":
        return _Names(self.certain, self.possible | names, self.deleted)

    def delete(self, names: set[str]) -> "_Names":
        return _Names(self.certain - names, self.possible - names, self.deleted | names)


def verify(function: ir.Function) -> None:
    """Raise if a generated function has a fault.

    Raises
    ------
    CladpyError
        C901, with the name of the function and what is wrong.

    Examples
    --------
    >>> from cladpy.ir.expressions import name
    >>> verify(ir.Function("f", ("x",), (ir.Delete(("x",)), ir.Return(name("x")))))
    Traceback (most recent call last):
    cladpy.errors.CladpyError: error[C901]: generated function 'f': 'x' is read after it was deleted
    """
    _no_statement_twice(function)
    _no_pop_too_many(function)
    walk = _Walk(function)
    start = frozenset(function.parameters)
    walk.block(function.body, _Names(start, start), [], [])


def _fault(function: ir.Function, what: str) -> CladpyError:
    return CladpyError("C901", f"generated function {function.name!r}: {what}")


def _no_statement_twice(function: ir.Function) -> None:
    counts = Counter(id(statement) for statement in ir.walk(function.body))
    for statement in ir.walk(function.body):
        if counts[id(statement)] > 1:
            raise _fault(function, f"one {type(statement).__name__} object stands at two places")


def _no_pop_too_many(function: ir.Function) -> None:
    """Count the pushes and pops of the tapes that are used in straight code alone."""
    straight = tapes(function) - set(_used_in_compound(function))
    left: Counter[str] = Counter()
    made = {name for each in function.body for name in binds(each)}
    for statement in function.body:
        for method in (list_method(node) for part in own_expressions(statement) for node in nodes_in(part)):
            if method is None or method[0] not in straight & made:
                continue
            left[method[0]] += 1 if method[1] == "append" else -1
            if left[method[0]] < 0:
                raise _fault(function, f"tape {method[0]!r} is popped more often than pushed on")


def _used_in_compound(function: ir.Function) -> set[str]:
    compound = [each for each in function.body if isinstance(each, ir.If | ir.For | ir.While | ir.With)]
    return {name for statement in ir.walk(tuple(compound)) for name in reads(statement)}


class _Walk:
    """Follows the names through a function; None stands for a point that no path reaches."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.variables = variables(function)
        self.around: frozenset[str] = frozenset()  # names bound in the loops around: an earlier iteration may have

    def block(
        self, block: ir.Block, names: _Names | None, breaks: list[_Names], continues: list[_Names]
    ) -> _Names | None:
        for statement in block:
            if names is None:
                break
            names = self.statement(statement, names, breaks, continues)
        return names

    def statement(
        self, statement: ir.Statement, names: _Names, breaks: list[_Names], continues: list[_Names]
    ) -> _Names | None:
        if not isinstance(statement, ir.Delete):
            self._check(statement, names)
        match statement:
            case ir.If():
                inside = names.may_hold(self.around)
                body = self.block(statement.body, inside, breaks, continues)
                return _join([body, self.block(statement.orelse, inside, breaks, continues)])
            case ir.For() | ir.While():
                return self._loop(statement, names)
            case ir.With():
                return _join([names, self.block(statement.body, names, breaks, continues)])
            case ir.Break():
                breaks.append(names)
                return None
            case ir.Continue():
                continues.append(names)
                return None
            case ir.Return() | ir.Raise():
                return None
            case ir.Delete():
                return self._delete(statement, names)
        return names.bind(set(binds(statement)))

    def _loop(self, loop: ir.For | ir.While, names: _Names) -> _Names | None:
        endless = isinstance(loop, ir.While) and is_always_true(loop.test)
        head, outer = names, self.around
        self.around |= {name for statement in ir.walk(loop.body) for name in binds(statement)}
        while True:  # the sets shrink or grow each time round, so this ends; two rounds are usual
            breaks: list[_Names] = []
            continues: list[_Names] = []
            inside = head.bind(set(target_names(loop.target))) if isinstance(loop, ir.For) else head
            end = self.block(loop.body, inside, breaks, continues)
            joined = _join([head, end, *continues])
            if joined == head or joined is None:
                self.around = outer
                return _join([*([] if endless else [head]), *breaks])
            head = joined
            if isinstance(loop, ir.While):
                self._check(loop, head)

    def _delete(self, statement: ir.Delete, names: _Names) -> _Names:
        for name in statement.names:
            if name not in names.certain:
                raise _fault(self.function, f"{name!r} is deleted where it may be unbound")
        return names.delete(set(statement.names))

    def _check(self, statement: ir.Statement, names: _Names) -> None:
        for name in set(reads(statement)) - _bound_inside(statement):
            if name in names.deleted:
                raise _fault(self.function, f"{name!r} is read after it was deleted")
            if name in self.variables and name not in names.possible:
                raise _fault(self.function, f"{name!r} is read before anything is bound to it")


def _bound_inside(statement: ir.Statement) -> set[str]:
    """Return the names that the lambdas and comprehensions of a statement bind themselves."""
    scopes = (node for part in own_expressions(statement) for node in nodes_in(part) if isinstance(node, SCOPES))
    parts = (part for scope in scopes for part in nodes_in(scope) if isinstance(part, gast.Name))
    return {part.id for part in parts if not isinstance(part.ctx, gast.Load)}


def _join(ends: list[_Names | None]) -> _Names | None:
    arriving = [end for end in ends if end is not None]
    if not arriving:
        return None
    return _Names(
        frozenset.intersection(*(end.certain for end in arriving)),
        frozenset.union(*(end.possible for end in arriving)),
        frozenset.union(*(end.deleted for end in arriving)),
    )
