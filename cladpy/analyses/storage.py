"""Compute which variables may share memory, over a whole function.

Classes by union-find, without regard to order: ``b = a``, views, containers and their items, results of calls that
are not known to be fresh, and what is appended to and popped from a list. Parameters, globals and what calls with
unknown effects touch belong to the class of ``EXTERNAL``.

Requires: a function whose statements are distinct objects. Guarantees: nearly linear. Soundness: may over-report;
never misses a pair that shares memory, provided that ``is_fresh`` and the facts are right. Reference: Steensgaard,
Points-to analysis in almost linear time, POPL 1996.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import gast

from cladpy.analyses.expression_walk import kept_by_expression, names_in, nodes_in
from cladpy.analyses.liveness import SCOPES, own_expressions, target_names
from cladpy.analyses.tapes import list_method, tapes
from cladpy.ir import statements as ir
from cladpy.ir.expressions import children
from cladpy.ir.fact import UNKNOWN, Fact

EXTERNAL = ""
"""Stands for all memory that others may reach: arguments, globals, what unknown calls keep."""

IMMUTABLE = frozenset(
    {
        "python",
        "scalar",
        "none",
        "str",
        "range",
        "slice",
        "ellipsis",
        "module",
        "class",
        "bottom",
        "generator",
        "sparse",
    }
)
SHAPE_ATTRIBUTES = frozenset({"shape", "ndim", "size", "dtype", "itemsize", "nbytes"})
NUMERIC_OPERATORS = (gast.Sub, gast.Div, gast.FloorDiv, gast.Mod, gast.Pow, gast.MatMult)  # no list has these
VIEW_METHODS = frozenset({"reshape", "transpose", "swapaxes", "ravel", "squeeze", "view"})
FIRST_ARGUMENT_ALONE = frozenset({"unbroadcast", "unbroadcast_to", "own", "detached", "settled"})
"""Runtime helpers whose result is their first argument or new; the others are read for shape and dtype."""

WRITERS = frozenset({"add_at", "add_overlapping", "return_copy", "zero_init"})
"""Runtime helpers that write into their first argument, and do nothing else."""
SILENT = frozenset({"print"})
"""Functions whose effect reaches no memory."""


class Knowledge(Protocol):
    """What the analysis asks about values and calls; the optimiser's context gives it."""

    @property
    def facts(self) -> Mapping[str, Fact]:
        """Facts of the variables."""

    @property
    def is_pure(self) -> Callable[[gast.Call], bool]:
        """Whether a call has no effects and gives the same result again."""

    @property
    def is_fresh(self) -> Callable[[gast.Call], bool]:
        """Whether a call's result shares no memory with its arguments."""

    @property
    def infer(self) -> Callable[[gast.expr], Fact]:
        """Fact of an expression over variables."""


class Storage:
    """The classes of variables of one function that may share memory.

    Examples
    --------
    >>> class Nothing:
    ...     facts = {}
    ...     infer = staticmethod(lambda expression: UNKNOWN)
    ...     is_pure = is_fresh = staticmethod(lambda call: True)
    >>> from cladpy.ir.expressions import name, parse, store_name
    >>> body = (ir.Assign(store_name("a"), parse("zeros(3)")), ir.Assign(store_name("b"), parse("a[1:]")))
    >>> storage = Storage(ir.Function("f", ("x",), body), Nothing())
    >>> sorted(storage.members("a")), storage.is_external("a"), storage.is_external("x")
    (['a', 'b'], False, True)
    """

    def __init__(self, function: ir.Function, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._variables = variables(function)
        self._parent = {variable: variable for variable in (EXTERNAL, *sorted(self._variables))}
        self.tapes = tapes(function)
        self._join([EXTERNAL, *function.parameters])
        for statement in ir.walk(function.body):
            self._connect(statement)
        self._members: dict[str, set[str]] = {}
        for variable in self._variables:
            self._members.setdefault(self.class_of(variable), set()).add(variable)

    def class_of(self, variable: str) -> str:
        """Return the representative of a variable's class; globals are external, immutable values alone."""
        root = variable
        if variable not in self._variables:
            return EXTERNAL
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[variable] != root:
            self._parent[variable], variable = root, self._parent[variable]
        return root

    def members(self, variable: str) -> frozenset[str]:
        """Return the variables that may share memory with a variable, itself among them."""
        return frozenset(self._members.get(self.class_of(variable), (variable,)))

    def is_external(self, variable: str) -> bool:
        """Tell whether others than this function may reach a variable's memory."""
        return self.class_of(variable) == self.class_of(EXTERNAL)

    def is_immutable(self, variable: str) -> bool:
        """Tell whether the facts say that a variable's values cannot be changed in place."""
        return self._knowledge.facts.get(variable, UNKNOWN).kind in IMMUTABLE

    def classes_read(self, expression: gast.expr) -> set[str]:
        """Return the classes of the memory that evaluating an expression may look at."""
        return {self.class_of(name) for name in names_in(expression) if not self.is_immutable(name)}

    def is_tape_call(self, call: gast.expr) -> bool:
        """Tell whether a call pushes on or pops from a tape, and does nothing else."""
        method = list_method(call)
        return method is not None and method[0] in self.tapes

    def written_by(self, call: gast.Call) -> set[str] | None:
        """Return the classes that a call with known effects writes into; None if its effects are unknown."""
        if not isinstance(call.func, gast.Name) or call.func.id in self._variables:
            return None
        if call.func.id in WRITERS and call.args:
            return {self.class_of(root) for root in self.roots(call.args[0])}
        return set() if call.func.id in SILENT else None

    # ---- what the value of an expression may share memory with ----

    def roots(self, expression: gast.expr | None) -> set[str]:
        """Return the variables with which the value of an expression may share memory."""
        match expression:
            case None | gast.Constant() | gast.JoinedStr() | gast.Compare() | gast.Slice():
                return set()
            case gast.Name():
                return self._root(expression.id)
            case gast.Attribute() if self._is_global(expression):
                return self._unless_immutable(expression, self.roots(expression.value))  # np.float64
            case gast.Attribute():
                return set() if self._is_shape(expression) else self.roots(expression.value)
            case gast.Subscript():
                return self._unless_immutable(expression, self.roots(expression.value))
            case gast.BinOp() | gast.UnaryOp():
                operands = (part for part in children(expression) if isinstance(part, gast.expr))
                return set() if self.is_numeric(expression) else self._union(operands)
            case gast.Call():
                return self._of_call(expression)
            case gast.Tuple() | gast.List() | gast.BoolOp() | gast.IfExp() | gast.Dict() | gast.Starred():
                return self._union(part for part in children(expression) if isinstance(part, gast.expr))
        return self._mentioned(expression) | {EXTERNAL}

    def _is_shape(self, expression: gast.Attribute) -> bool:
        """Tell whether an attribute is an array's shape or the like, and none of that name that an object has."""
        is_named = expression.attr in SHAPE_ATTRIBUTES
        return is_named and self._knowledge.infer(expression.value).kind not in ("object", "optional", "tuple")

    def is_numeric(self, expression: gast.expr) -> bool:
        """Tell whether an arithmetic expression certainly makes a new number or array, never a container."""
        match expression:
            case gast.Constant():
                return isinstance(expression.value, int | float | complex)
            case gast.Compare():
                return True
            case gast.UnaryOp():
                return True
            case gast.BinOp() if isinstance(expression.op, NUMERIC_OPERATORS):
                return True
            case gast.BinOp():
                return self._is_float(expression.left) or self._is_float(expression.right) or self._infer(expression)
            case gast.Name():
                return self._knowledge.facts.get(expression.id, UNKNOWN).is_number
        return self._infer(expression)

    def owns(self, expression: gast.expr) -> bool:
        """Tell whether the value of an expression is certainly new: its memory belongs to nobody else, or it has none.

        A full view of a new array (``(a @ b).T``) counts; a part of one does not.
        """
        match expression:
            case gast.Constant() | gast.Compare():
                return True
            case gast.BinOp() | gast.UnaryOp():
                return self.is_numeric(expression)
            case gast.IfExp():
                return self.owns(expression.body) and self.owns(expression.orelse)
            case gast.Attribute():
                return (
                    expression.attr == "T"
                    and not isinstance(expression.value, gast.Name)
                    and self.owns(expression.value)
                )
            case gast.Call(func=gast.Attribute(attr=method, value=receiver)) if method in VIEW_METHODS:
                return self._knowledge.is_fresh(expression) or (
                    not isinstance(receiver, gast.Name) and self.owns(receiver)
                )
            case gast.Call(func=gast.Name(id=function), args=[first, *_]) if function in FIRST_ARGUMENT_ALONE:
                return self.owns(first)
            case gast.Call():
                return self._knowledge.is_fresh(expression) or is_request(expression)
        return False

    def _is_float(self, expression: gast.expr) -> bool:
        """Tell whether an operand is floating or comes from arithmetic, so that the other one is no list."""
        match expression:
            case gast.Constant():
                return isinstance(expression.value, float | complex)
            case gast.Compare():
                return True
            case gast.BinOp() | gast.UnaryOp():
                return self.is_numeric(expression)
            case gast.Name():
                return self._knowledge.facts.get(expression.id, UNKNOWN).is_floating
        return False

    def _infer(self, expression: gast.expr) -> bool:
        return self._knowledge.infer(expression).is_number

    def _root(self, variable: str) -> set[str]:
        if self.is_immutable(variable):
            return set()
        return {variable} if variable in self._variables else {EXTERNAL}

    def _unless_immutable(self, expression: gast.expr, roots: set[str]) -> set[str]:
        if roots and self._knowledge.infer(expression).kind in IMMUTABLE:
            return set()
        return roots

    def _union(self, expressions: Iterable[gast.expr]) -> set[str]:
        return {root for expression in expressions for root in self.roots(expression)}

    def _mentioned(self, expression: gast.expr) -> set[str]:
        return {root for name in names_in(expression) for root in self._root(name)}

    def _of_call(self, call: gast.Call) -> set[str]:
        if self._knowledge.is_fresh(call) or is_request(call):
            return set()
        arguments: list[gast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, gast.Name) and call.func.id in FIRST_ARGUMENT_ALONE and self._knowledge.is_pure(call):
            arguments = arguments[:1]
        if isinstance(call.func, gast.Attribute) and not self._is_global(call.func.value):
            arguments.append(call.func.value)
        roots = self._union(arguments)
        known = self._knowledge.is_pure(call) or self.is_tape_call(call)
        return self._unless_immutable(call, roots if known else roots | {EXTERNAL})

    def _is_global(self, expression: gast.expr) -> bool:
        """Tell whether an expression is a module or the like: ``np``, ``np.linalg``."""
        while isinstance(expression, gast.Attribute):
            expression = expression.value
        return isinstance(expression, gast.Name) and expression.id not in self._variables

    # ---- what statements connect ----

    def _connect(self, statement: ir.Statement) -> None:
        match statement:
            case ir.Update(target=gast.Name()) if self._knowledge.infer(statement.target).kind == "array":
                pass  # the array takes up numbers, and keeps nothing of what they came from
            case ir.Assign() | ir.Update():
                self._connect_target(statement.target, statement.value)
            case ir.For():
                self._connect_target(statement.target, statement.iterable)
            case ir.With():
                self._join([EXTERNAL, *self._mentioned(statement.context)])
        for expression in own_expressions(statement):
            self._connect_calls(expression)

    def _connect_target(self, target: gast.expr, value: gast.expr) -> None:
        if _match_by_position(target, value):
            for part, item in zip(target.elts, value.elts, strict=True):
                self._connect_target(part, item)
            return
        roots = self.roots(value)
        if isinstance(target, gast.Name):
            if not self.is_immutable(target.id):
                self._join([target.id, *roots])
        elif isinstance(target, gast.Subscript | gast.Attribute):
            if not self._copies_into(target):
                self._join([*self.roots(target.value), *roots])
        else:
            self._join([*(name for name in target_names(target) if not self.is_immutable(name)), *roots])

    def _copies_into(self, target: gast.expr) -> bool:
        """Tell whether a store copies numbers, as into an array, rather than keeping the object."""
        return isinstance(target, gast.Subscript) and self._knowledge.infer(target.value).kind == "array"

    def _connect_calls(self, expression: gast.AST) -> None:
        for node in _calls_and_scopes(expression):
            if isinstance(node, SCOPES):
                self._join([EXTERNAL, *self._mentioned(node)])
            elif not self._is_known(node):
                touched = self._union([node.func, *node.args, *(keyword.value for keyword in node.keywords)])
                self._join(touched if self.is_tape_call(node) else {EXTERNAL, *touched})

    def _is_known(self, call: gast.Call) -> bool:
        """Tell whether a call keeps nothing of what it is given, beyond what its result shares."""
        return is_request(call) or self._knowledge.is_pure(call) or self.written_by(call) is not None

    def _join(self, variables: Iterable[str]) -> None:
        first: str | None = None
        for variable in variables:
            root = self.class_of(variable)
            if first is None:
                first = root
            elif self.class_of(first) != root:
                # The external class keeps its name, so that asking for it stays cheap.
                low, high = (root, self.class_of(first)) if root == EXTERNAL else (self.class_of(first), root)
                self._parent[high] = low


@kept_by_expression
def _calls_and_scopes(expression: gast.AST) -> tuple[Any, ...]:
    return tuple(node for node in nodes_in(expression) if isinstance(node, (gast.Call, *SCOPES)))


def _match_by_position(target: gast.expr, value: gast.expr) -> bool:
    if not isinstance(target, gast.Tuple | gast.List) or not isinstance(value, gast.Tuple | gast.List):
        return False
    starred = any(isinstance(item, gast.Starred) for item in [*target.elts, *value.elts])
    return len(target.elts) == len(value.elts) and not starred


def is_request(call: gast.expr) -> bool:
    """Tell whether a call asks for storage of its own: ``owned(value)``."""
    return isinstance(call, gast.Call) and isinstance(call.func, gast.Name) and call.func.id == "owned"


def variables(function: ir.Function) -> frozenset[str]:
    """Return the parameters of a function and the names that its statements bind."""
    found = set(function.parameters)
    for statement in ir.walk(function.body):
        if isinstance(statement, ir.Assign | ir.Update | ir.For):
            found.update(target_names(statement.target))
    return frozenset(found)
