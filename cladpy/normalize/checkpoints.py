"""Loops and calls inside ``cladpy.checkpoint(...)``: an iteration becomes a function of its own.

before: ``for i in checkpoint(range(n)): u = u + k * i``
after: ``u = f_loop(range(n), None, u, k)``, where ``f_loop`` runs ``for i in items: u = f_step(i, u, k)``

before: ``y = checkpoint(layer)(x, w)``    after: ``y = f_call(x, w)``, which returns ``layer(x, w)``

A step takes what the loop carries, the names that it changes and that are read again, and what it only reads. The
functions are made of the primal's own statements, so that errors and comments name its lines; they see its globals and
cells live. Guarantees: a program without checkpoints is handed back as it is.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source, location
from cladpy.frontend.namespace import Namespace
from cladpy.frontend.rewritten import Rewriter
from cladpy.ir.expressions import constant, dotted, name, names_in, nodes_of, rebuild, store_name
from cladpy.normalize.checkpoint_exits import GOES_ON, behind, has_exits, names_returned, returned_by, with_exits
from cladpy.normalize.closures import bound_names, has_star, parameters
from cladpy.normalize.exposed import changed_names, exposed
from cladpy.runtime import checkpoint

ROLE = "__cladpy_checkpoint__"  # of a function made here: "step", "loop" or "call", and how much it carries
HINT = "write for i in cladpy.checkpoint(range(n)): or cladpy.checkpoint(function)(x)"


def role_of(function: object) -> str:
    """Return what a function was made for: "step", "loop", "call", or "" for a user's own."""
    return str(getattr(function, "__dict__", {}).get(ROLE, ("", 0))[0])


def carried_by(function: object) -> int:
    """Return how many variables the loop of a step carries."""
    return int(getattr(function, "__dict__", {}).get(ROLE, ("", 0))[1])


def ends_by_itself(function: object) -> bool:
    """Tell whether the last variable that a loop carries tells that it ends."""
    return bool(getattr(function, "__dict__", {}).get(ROLE, ("", 0, False))[2])


def with_checkpoints(function: FunctionType, *, outlined: bool) -> FunctionType:
    """Return a function with its checkpoints written as functions, or, not outlined, without them.

    Raises
    ------
    CladpyError
        C124 for a checkpoint in a place, or of a loop, that cannot be run again.
    """
    source, namespace = find_source(function), Namespace(function)
    uses = [node for node in nodes_of(source.tree) if isinstance(node, gast.Call) and is_checkpoint(node, namespace)]
    if not uses:
        return function
    return _Outliner(source, namespace, Rewriter(function, source), outlined).run()


def is_checkpoint(node: gast.AST, namespace: Namespace) -> bool:
    """Tell whether a node is a call of cladpy's checkpoint."""
    return isinstance(node, gast.Call) and namespace.resolve(dotted(node.func) or "") is checkpoint


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop over items: the name of each, its body, the break that stands for a condition, its returns."""

    item: str
    items: gast.expr
    snapshots: gast.expr
    body: list[gast.stmt]
    condition: gast.stmt | None = None
    returned: Sequence[gast.Return] = ()


@dataclass(slots=True)
class _Outliner:
    source: FunctionSource
    namespace: Namespace
    rewriter: Rewriter
    outlined: bool
    locals: frozenset[str] = frozenset()
    count: dict[str, int] = field(default_factory=dict)

    def run(self) -> FunctionType:
        tree = self.source.tree
        given = frozenset(parameter.id for parameter in parameters(tree.args))
        self.locals = frozenset(bound_names(tree.body)) | given
        body: list[gast.stmt] = [self.with_calls(statement) for statement in tree.body]
        body = self.block(body, frozenset(), given)
        for node in (part for statement in body for part in nodes_of(statement)):
            if is_checkpoint(node, self.namespace):
                raise self.refusal(node, "a checkpoint stands where nothing can be run again")
        made = gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, [])
        return self.rewriter.main(gast.copy_location(made, tree))

    # ---- calls ----

    def with_calls(self, node: gast.stmt) -> gast.stmt:
        """Return a statement with the calls of functions in checkpoints replaced."""

        def change(part: gast.AST) -> gast.AST | None:
            if isinstance(part, gast.Call) and is_checkpoint(part.func, self.namespace):
                return self.called(part)
            return None

        return rebuild(node, change)

    def called(self, node: gast.Call) -> gast.Call:
        """Return the call of a function that calls what is in a checkpoint."""
        function = self.argument(node.func)
        path = dotted(function)
        if path is None or path.partition(".")[0] in self.locals or has_star(node):
            raise self.refusal(node, "what is called in a checkpoint is no function that is known by name")
        known = self.namespace.resolve(path)
        if not isinstance(known, FunctionType):
            raise self.refusal(node, f"{path} is no function of Python", hint=f"call it directly: {path}(...)")
        arguments = [rebuild(argument, lambda _part: None) for argument in node.args]
        if not self.outlined:
            return gast.copy_location(gast.Call(function, arguments, node.keywords), node)
        names = list(known.__code__.co_varnames[: known.__code__.co_argcount])[: len(arguments)]
        if len(names) < len(arguments):
            raise self.refusal(node, f"{path} takes these arguments as a whole", hint="name them in its definition")
        keywords = [gast.keyword(each.arg, name(each.arg)) for each in node.keywords]
        inner = gast.copy_location(gast.Call(function, [name(each) for each in names], keywords), node)
        returned = gast.copy_location(gast.Return(inner), node)
        made = self.function("call", [*names, *(each.arg for each in node.keywords)], [returned], node)
        values = [*arguments, *(each.value for each in node.keywords)]
        return gast.copy_location(gast.Call(name(made), values, []), node)

    # ---- loops ----

    def block(self, statements: list[gast.stmt], live: frozenset[str], bound: frozenset[str]) -> list[gast.stmt]:
        """Return statements with their loops outlined; ``live`` is read behind them, ``bound`` assigned before."""
        out: list[gast.stmt] = []
        for place, statement in enumerate(statements):
            read, sure = exposed(statements[place + 1 :])
            out += self.statement(statement, read | (live - sure), bound)
            bound |= exposed([statement])[1]
        return out

    def statement(self, node: gast.stmt, live: frozenset[str], bound: frozenset[str]) -> list[gast.stmt]:
        if isinstance(node, gast.For) and is_checkpoint(node.iter, self.namespace):
            return self.loop(node, node.iter, live, bound)
        if isinstance(node, gast.While) and is_checkpoint(node.test, self.namespace):
            return self.loop(node, node.test, live, bound)
        if isinstance(node, gast.For | gast.While):
            again = live | exposed([node])[0]
            inside = bound | (frozenset(names_in(node.target)) if isinstance(node, gast.For) else frozenset())
            return [_with(node, body=self.block(node.body, again, inside), orelse=self.block(node.orelse, live, bound))]
        if isinstance(node, gast.If):
            return [_with(node, body=self.block(node.body, live, bound), orelse=self.block(node.orelse, live, bound))]
        if isinstance(node, gast.With):
            return [_with(node, body=self.block(node.body, live, bound))]
        return [node]

    def loop(
        self, node: gast.For | gast.While, given: gast.Call, live: frozenset[str], bound: frozenset[str]
    ) -> list[gast.stmt]:
        """Return the call of the function that runs a loop, and what its exits do behind it."""
        again = live | exposed([node])[0]
        targets = frozenset(names_in(node.target)) if isinstance(node, gast.For) else frozenset()
        body, orelse = self.block(node.body, again, bound | targets), self.block(node.orelse, live, bound)
        if not self.outlined:
            return [self.plain(node, given, body, orelse)]
        returned = returned_by(body)
        live |= exposed(orelse)[0] | names_returned(returned)
        loop = self.iterated(node, given, body, targets & live)
        read = (exposed(loop.body)[0] - {loop.item}) & self.locals
        carried = self.ordered(changed_names(loop.body) & self.locals & (read | live), node)
        if not carried:
            return [self.plain(node, given, body, orelse)]
        fixed = self.ordered(read - set(carried), node)
        unbound = [each for each in carried if each not in bound]
        before: list[gast.stmt] = [_assigned(each, constant(None), node) for each in unbound]
        if not has_exits(node):
            return [*before, self.outline(node, loop, carried, fixed)]
        ended = self.unused("ended")
        before.append(_assigned(ended, constant(GOES_ON), node))
        called = self.outline(node, replace(loop, returned=returned), [*carried, ended], fixed, ended)
        return [*before, called, *behind(ended, returned, orelse, node)]

    def plain(
        self, node: gast.For | gast.While, given: gast.Call, body: list[gast.stmt], orelse: list[gast.stmt]
    ) -> gast.stmt:
        """Return a loop without its checkpoint."""
        head = "iter" if isinstance(node, gast.For) else "test"
        return _with(node, body=body, orelse=orelse, **{head: self.argument(given)})

    def iterated(
        self, node: gast.For | gast.While, given: gast.Call, body: list[gast.stmt], read_behind: frozenset[str]
    ) -> "_Loop":
        """Return a loop over items, each under one name; a condition is the first statement of the body."""
        snapshots = self.snapshots(given)
        if isinstance(node, gast.While):
            if "range" in self.locals or self.namespace.resolve("range") is not range:
                raise self.refusal(node, "'range' is another name's here, and the loop is written with it")
            left = gast.copy_location(gast.Break(), given)
            test = gast.UnaryOp(gast.Not(), self.argument(given))
            first = gast.copy_location(gast.If(test, [left], []), given)
            endless = gast.Call(name("range"), [constant(sys.maxsize)], [])
            return _Loop(self.unused("number"), endless, snapshots, [first, *body], left)
        if isinstance(node.target, gast.Name) and not read_behind:
            return _Loop(node.target.id, self.argument(given), snapshots, body)
        item = self.unused("item")
        taken = gast.copy_location(gast.Assign([node.target], name(item), None), given)
        return _Loop(item, self.argument(given), snapshots, [taken, *body])

    def outline(
        self, node: gast.For | gast.While, loop: "_Loop", carried: list[str], fixed: list[str], ended: str = ""
    ) -> gast.stmt:
        """Make the functions of a loop; return the statement that calls them."""
        head = _head(node)

        def state(number: int) -> gast.expr:
            """Return what a step returns: what is carried, and how it ended."""
            return _tuple([*carried[:-1]], gast.Load(), constant(number)) if ended else _tuple(carried, gast.Load())

        steps = [with_exits(each, state, loop.returned, loop.condition) for each in loop.body]
        steps.append(gast.copy_location(gast.Return(state(GOES_ON)), head))
        step = self.function("step", [loop.item, *carried, *fixed], steps, head, len(carried))
        handed = [name(each) for each in (loop.item, *carried, *fixed)]
        stepped = gast.Assign([_tuple(carried, gast.Store())], gast.Call(name(step), handed, []), None)
        every = [self.unused("items"), self.unused("snapshots")]
        leave = gast.copy_location(gast.Break(), head)
        stop = [gast.copy_location(gast.If(name(ended), [leave], []), head)] if ended else []
        run = gast.For(store_name(loop.item), name(every[0]), [gast.copy_location(stepped, head), *stop], [], None)
        last = gast.copy_location(gast.Return(_tuple(carried, gast.Load())), head)
        made = self.function(
            "loop", [*every, *carried, *fixed], [gast.copy_location(run, head), last], head, len(carried),
            until=bool(ended),
        )  # fmt: skip
        arguments = [loop.items, loop.snapshots, *(name(each) for each in (*carried, *fixed))]
        called = gast.Assign([_tuple(carried, gast.Store())], gast.Call(name(made), arguments, []), None)
        return gast.copy_location(called, head)

    # ---- parts ----

    def argument(self, node: gast.Call) -> gast.expr:
        """Return what is put into a checkpoint."""
        if len(node.args) != 1 or any(each.arg != "snapshots" for each in node.keywords):
            raise self.refusal(node, "checkpoint takes what it repeats, and snapshots=")
        return node.args[0]

    def snapshots(self, node: gast.Call) -> gast.expr:
        return node.keywords[0].value if node.keywords else constant(None)

    def ordered(self, names: Iterable[str], node: gast.For | gast.While) -> list[str]:
        """Return names as they first occur in a loop."""
        wanted = set(names)
        found = [part for part in nodes_of(node) if isinstance(part, gast.Name) and part.id in wanted]
        found.sort(key=lambda part: (part.lineno, part.col_offset))
        return list(dict.fromkeys([*(part.id for part in found), *sorted(wanted)]))

    def function(
        self, role: str, names: list[str], body: list[gast.stmt], place: gast.AST, carried: int = 0, *,
        until: bool = False,
    ) -> str:  # fmt: skip
        """Make a function; return its name."""
        self.count[role] = self.count.get(role, 0) + 1
        number = "" if self.count[role] == 1 else f"_{self.count[role]}"
        made = self.unused(f"{self.source.name.strip('_')}_{role}{number}")
        arguments = gast.arguments(
            [gast.Name(each, gast.Param(), None, None) for each in names], [], None, [], [], None, []
        )
        tree = gast.FunctionDef(made, arguments, body, [], None, None, [])
        self.rewriter.add(gast.copy_location(tree, place), {ROLE: (role, carried, until)})
        return made

    def unused(self, wanted: str) -> str:
        """Return a name that the function and its surroundings do not have."""
        while wanted in self.locals or self.rewriter.is_seen(wanted):
            wanted += "_2"
        return wanted

    def refusal(self, node: gast.AST, message: str, hint: str = HINT) -> CladpyError:
        return CladpyError("C124", message, location=location(node, self.source), hint=hint)


def _with(node: gast.stmt, **fields: object) -> gast.stmt:
    """Return a statement with other parts."""
    made = type(node)(**(dict(gast.iter_fields(node)) | fields))
    return gast.copy_location(made, node)


def _assigned(target: str, value: gast.expr, place: gast.AST) -> gast.stmt:
    return gast.copy_location(gast.Assign([store_name(target)], value, None), _head(place))


def _tuple(names: list[str], context: gast.expr_context, *others: gast.expr) -> gast.expr:
    items: list[gast.expr] = [*(gast.Name(each, context, None, None) for each in names), *others]
    return items[0] if len(items) == 1 else gast.Tuple(items, context)


def _head(node: gast.For | gast.While) -> gast.expr:
    """Return a node with the place of a loop's first line."""
    head = gast.copy_location(gast.Constant(None, None), node)
    last = node.iter if isinstance(node, gast.For) else node.test
    head.end_lineno, head.end_col_offset = last.end_lineno, last.end_col_offset
    return head
