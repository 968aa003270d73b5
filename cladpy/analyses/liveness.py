"""Compute which variables may still be read after each statement.

Direction backward; lattice: sets of variables, ordered by inclusion; meet: union; transfer: what a statement binds
is removed, what it reads is added. A loop needs no iteration to a fixed point: the transfer of its body has the form
``exposed | (live - bound)``, so one look at what the body reads before binding it gives the set at its head.

Requires: a function whose statements are distinct objects. Guarantees: linear in the length of the text for straight
code, times the depth of nesting for loops. Soundness: may over-report; never misses a read. Variables that a lambda,
a comprehension or a walrus mentions are live everywhere. Reference: Aho et al., *Compilers*, section 9.2.5.
"""

from collections.abc import Callable

import gast

from cladpy.analyses.expression_walk import kept_by_expression, kept_by_statement, names_in, nodes_in
from cladpy.ir import statements as ir

Visit = Callable[[ir.Statement, set[str]], None]
Edge = Callable[[ir.Statement, str, set[str]], None]
_EXPRESSIONS: dict[type, tuple[str, ...]] = {  # by class of statement, its fields that hold expressions
    ir.Assign: ("value", "target"),
    ir.Update: ("value", "target"),
    ir.Effect: ("value",),
    ir.Return: ("value",),
    ir.If: ("test",),
    ir.While: ("test",),
    ir.For: ("iterable", "target"),
    ir.With: ("context",),
    ir.Assert: ("test", "message"),
    ir.Raise: ("exception", "cause"),
}
SCOPES = (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp, gast.NamedExpr)


@kept_by_statement
def own_expressions(statement: ir.Statement) -> tuple[gast.expr, ...]:
    """Return the expressions of a statement itself, those of nested statements left out.

    A target is among them, as the last one.
    """
    parts = [getattr(statement, field) for field in _EXPRESSIONS.get(type(statement), ())]
    return tuple([part for part in parts if part is not None])


@kept_by_expression
def target_names(target: gast.expr) -> tuple[str, ...]:
    """Return the variables that a target binds; a store into an item or attribute binds none."""
    if isinstance(target, gast.Name):
        return (target.id,)
    if isinstance(target, gast.Starred):
        return target_names(target.value)
    if isinstance(target, gast.Tuple | gast.List):
        return tuple(name for item in target.elts for name in target_names(item))
    return ()


@kept_by_statement
def binds(statement: ir.Statement) -> tuple[str, ...]:
    """Return the variables that a statement itself gives a value."""
    if isinstance(statement, ir.Assign | ir.Update | ir.For):
        return target_names(statement.target)
    return ()


@kept_by_statement
def reads(statement: ir.Statement) -> tuple[str, ...]:
    """Return the names that a statement itself reads, repeats included.

    A stored-into name is read; so is the name that an update rebinds, and one that is deleted.
    """
    if isinstance(statement, ir.Delete):
        return statement.names
    if isinstance(statement, ir.Assign | ir.For):
        value, target = own_expressions(statement)
        return *names_in(value), *_read_by_target(target)
    return tuple(name for part in own_expressions(statement) for name in names_in(part))


@kept_by_expression
def _read_by_target(target: gast.expr) -> tuple[str, ...]:
    if isinstance(target, gast.Name):
        return ()
    if isinstance(target, gast.Tuple | gast.List):
        return tuple(name for item in target.elts for name in _read_by_target(item))
    return _read_by_target(target.value) if isinstance(target, gast.Starred) else names_in(target)


def pinned(function: ir.Function) -> frozenset[str]:
    """Return the names that a lambda, comprehension or walrus mentions: they may be read at any later time."""
    return frozenset().union(*map(_pinned_by, ir.walk(function.body)))


@kept_by_statement
def _pinned_by(statement: ir.Statement) -> frozenset[str]:
    nodes = (node for expression in own_expressions(statement) for node in nodes_in(expression))
    return frozenset(name for node in nodes if isinstance(node, SCOPES) for name in names_in(node))


def visit_backward(function: ir.Function, visit: Visit, edge: Edge | None = None) -> frozenset[str]:
    """Call ``visit(statement, live)`` for each statement once, the last first, and return what is live on entry.

    Parameters
    ----------
    function : Function
        What to analyse.
    visit : callable
        Gets the statement and the variables live behind it: for a compound statement those live behind its header,
        into the body or past it. The set is only lent.
    edge : callable, optional
        ``edge(statement, where, live)`` gets what is live at the start of a branch ("body", "orelse") and behind a
        compound statement ("after").

    Examples
    --------
    >>> from cladpy.ir.expressions import name, store_name
    >>> body = (ir.Assign(store_name("y"), name("x")), ir.Return(name("y")))
    >>> visit_backward(ir.Function("f", ("x",), body), lambda statement, live: print(type(statement).__name__, live))
    Return set()
    Assign {'y'}
    frozenset({'x'})
    """
    walk = _Walk(pinned(function), edge)
    return frozenset(walk.block(function.body, set(walk.pinned), _Edges(walk.pinned, walk.pinned), visit))


def deaths(function: ir.Function) -> dict[int, frozenset[str]]:
    """Return, by ``id(statement)``, what a statement reads or binds and nothing reads behind it."""
    found: dict[int, frozenset[str]] = {}

    def visit(statement: ir.Statement, live: set[str]) -> None:
        found[id(statement)] = frozenset(
            name for names in (reads(statement), binds(statement)) for name in names if name not in live
        )

    visit_backward(function, visit)
    return found


class _Edges:
    """What is live where ``break`` and ``continue`` go."""

    __slots__ = ("after", "head")

    def __init__(self, after: frozenset[str] | set[str], head: frozenset[str] | set[str]) -> None:
        self.after = after
        self.head = head


def _ignore(_statement: ir.Statement, _live: set[str]) -> None:
    """Visit nothing: the walk is made for its result."""


class _Walk:
    """The walk over one function; keeps what each loop's body reads before binding it."""

    def __init__(self, always: frozenset[str], edge: Edge | None) -> None:
        self.pinned = always
        self._edge = edge
        self.exposed: dict[int, frozenset[str]] = {}

    def block(self, block: ir.Block, live: set[str], edges: _Edges, visit: Visit) -> set[str]:
        """Return what is live before a block; ``live`` is used up."""
        for statement in reversed(block):
            live = self.statement(statement, live, edges, visit)
        return live

    def statement(self, statement: ir.Statement, live: set[str], edges: _Edges, visit: Visit) -> set[str]:
        match statement:
            case ir.If():
                self.edge(statement, "after", live, visit)
                body = self.block(statement.body, set(live), edges, visit)
                orelse = self.block(statement.orelse, live, edges, visit)
                self.edge(statement, "body", body, visit)
                self.edge(statement, "orelse", orelse, visit)
                live = body | orelse
            case ir.For():
                return self.for_loop(statement, live, visit)
            case ir.While():
                return self.while_loop(statement, live, visit)
            case ir.With():  # an exception in the body may be swallowed: nothing is certain to be bound in it
                live = live | self.block(statement.body, set(live), edges, visit)
            case ir.Break():
                live = set(edges.after)
            case ir.Continue():
                live = set(edges.head)
            case ir.Return() | ir.Raise():
                live = set(self.pinned)
        visit(statement, live)
        live.difference_update(name for name in binds(statement) if name not in self.pinned)
        live.update(reads(statement))
        return live

    def edge(self, statement: ir.Statement, where: str, live: set[str], visit: Visit) -> None:
        """Report what is live on an edge, unless the walk is made for its result alone."""
        if self._edge is not None and visit is not _ignore:
            self._edge(statement, where, live)

    def for_loop(self, loop: ir.For, after: set[str], visit: Visit) -> set[str]:
        self.edge(loop, "after", after, visit)
        targets = set(target_names(loop.target)) - self.pinned
        head = after | (self.exposed_by(loop) - targets) | set(_read_by_target(loop.target))
        body = self.block(loop.body, set(head), _Edges(after, head), visit)
        visit(loop, head | body)
        head.update(reads(loop))
        return head

    def while_loop(self, loop: ir.While, after: set[str], visit: Visit) -> set[str]:
        self.edge(loop, "after", after, visit)
        head = self.exposed_by(loop) | set(reads(loop))
        if is_always_true(loop.test):  # only a break leads behind the loop
            head = self.block(loop.body, set(head), _Edges(after, head), _ignore)
        else:
            head = head | after
        body = self.block(loop.body, set(head), _Edges(after, head), visit)
        visit(loop, body if is_always_true(loop.test) else body | after)
        return set(head)

    def exposed_by(self, loop: ir.For | ir.While) -> set[str]:
        """Return what the body of a loop reads before binding it."""
        if id(loop) not in self.exposed:
            nothing = _Edges(self.pinned, self.pinned)
            self.exposed[id(loop)] = frozenset(self.block(loop.body, set(self.pinned), nothing, _ignore))
        return set(self.exposed[id(loop)])


def is_always_true(test: gast.expr) -> bool:
    """Tell whether a loop's test is a literal that holds."""
    return isinstance(test, gast.Constant) and bool(test.value)
