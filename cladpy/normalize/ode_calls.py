"""Calls of ``solve_ivp`` and ``odeint``: written as the steps of an explicit method, which are differentiated.

before: ``s = solve_ivp(lambda t, y: -k * y, span, y0, t_eval=ts)``
after: ``s = f_ode(span, y0, ts, k)``, where ``f_ode`` has the values from SciPy and the derivative from steps

The steps are those that SciPy takes by an explicit method, and steps of DOP853 at the same tolerances where the method
is implicit; their sizes count as fixed. So the derivative is that of the computed solution, to the tolerance of the
solver, in every mode and order. The right side becomes a function of its own, ``f_rhs``, of the time, the state, the
further arguments, and what the function of the program captures.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source, location
from cladpy.frontend.namespace import Namespace
from cladpy.frontend.rewritten import Rewriter
from cladpy.ir.expressions import LOAD, constant, dotted, name, rebuild
from cladpy.normalize.closures import bound_names, has_star, parameters
from cladpy.normalize.exposed import names_read

STEPPING = ("method", "rtol", "atol", "max_step", "first_step")  # keywords that the steps depend on
TAKEN = {
    "solve_ivp": (*STEPPING, "t_eval", "vectorized"),
    "odeint": ("rtol", "atol", "h0", "hmax", "hmin", "mxstep"),
}
OFF = {"dense_output": (False,), "events": (None,), "full_output": (0, False), "Dfun": (None,), "jac": (None,)}

SOLVE_IVP = """
def ode(t_span, y0, GIVEN, REST):
    solution = ivp_solution(RHS, t_span, y0, (REST,), KEYWORDS)
    times = np.asarray(solution.t)
    steps = np.asarray(ode_steps(RHS, times, t_span[0], y0, (REST,), STEPPING))
    BODY
    found = np.take(ends, ode_places(steps, times), axis=0).T
    return IvpSolution(times, with_values(found, np.asarray(solution.y), t_span, T_EVAL),
        int(solution.status), bool(solution.success), str(solution.message), int(solution.nfev), int(solution.njev),
        int(solution.nlu))
"""
ODEINT = """
def ode(y0, times, GIVEN, REST):
    values = np.asarray(ode_values(RHS, y0, times, (REST,), KEYWORDS))
    steps = np.asarray(ode_steps(RHS, times, times[0], y0, (REST,), STEPPING))
    BODY
    return with_values(np.take(ends, ode_places(steps, times), axis=0), values, times)
"""
BODY = """
a, b, c = ode_stages("A", METHOD), ode_stages("B", METHOD), ode_stages("C", METHOD)
y = np.atleast_1d(np.array(y0, np.float64))
ends = np.zeros((len(steps), len(y)))
ends[0] = y
for number in range(len(steps) - 1):
    h = float(steps[number + 1] - steps[number])
    slopes = np.zeros((len(c), len(y)))
    for stage in range(len(c)):
        slopes[stage] = np.array(RHS(float(steps[number] + c[stage] * h), y + h * (a[stage] @ slopes), REST))
    y = y + h * (b @ slopes)
    ends[number + 1] = y
"""


def with_ode_steps(function: FunctionType) -> FunctionType:
    """Return a function with the solutions of differential equations in it as functions of their own."""
    source, namespace = find_source(function), Namespace(function)
    uses = [node for node in gast.walk(source.tree) if isinstance(node, gast.Call) and solver_of(node, namespace)]
    return _Outliner(source, Rewriter(function, source), namespace).run() if uses else function


def solver_of(node: gast.Call, namespace: Namespace) -> str:
    """Return "solve_ivp" or "odeint", "" for another call."""
    path = dotted(node.func)
    meant = None if path is None else namespace.resolve(path)
    if not isinstance(meant, FunctionType) or not (meant.__module__ or "").startswith("scipy.integrate."):
        return ""
    return meant.__name__ if meant.__name__ in TAKEN else ""


@dataclass(slots=True)
class _Call:
    """A call taken apart: the function, the operands, the further arguments and the keywords."""

    solver: str
    function: gast.expr
    operands: list[gast.expr]
    further: list[gast.expr]
    keywords: dict[str, gast.expr]
    time_first: bool = True
    is_tuple: bool = False  # of the further arguments one tuple is given


@dataclass(slots=True)
class _Outliner:
    source: FunctionSource
    rewriter: Rewriter
    namespace: Namespace
    locals: frozenset[str] = frozenset()
    count: int = 0
    definitions: dict[str, gast.stmt] = field(default_factory=dict)

    def run(self) -> FunctionType:
        tree = self.source.tree
        given = frozenset(parameter.id for parameter in parameters(tree.args))
        self.locals = frozenset(bound_names(tree.body)) | given
        self.definitions = _definitions(tree)

        def change(part: gast.AST) -> gast.AST | None:
            solver = solver_of(part, self.namespace) if isinstance(part, gast.Call) else ""
            return self.replaced(part, solver) if solver else None

        body = [rebuild(statement, change) for statement in tree.body]
        made = gast.FunctionDef(tree.name, tree.args, body, [], tree.returns, None, [])
        return self.rewriter.main(gast.copy_location(made, tree))

    def replaced(self, node: gast.Call, solver: str) -> gast.Call | None:
        """Return the call of a function made for a solution; None of a call that is not understood."""
        taken = _taken(node, solver)
        if taken is None:
            self.check_left(node, solver)
            return None
        self.count += 1
        number = "" if self.count == 1 else f"_{self.count}"
        names = [self.unused(f"argument_{place + 1}") for place in range(len(taken.further))]
        captured, body = self.right_side(taken, names)
        rest = [*names, *captured]
        rhs = self.unused(f"{self.source.name.strip('_')}_rhs{number}")
        time, state = self.unused("time"), self.unused("state")
        self.rewriter.add(_definition(rhs, [time, state, *rest], body(time, state), node), {})
        made = self.unused(f"{self.source.name.strip('_')}_ode{number}")
        handed = [f"argument_{place + 1}" for place in range(len(rest))]  # no name of the text is one of them
        tree = gast.parse(_text(solver, taken.keywords, rhs, handed)).body[0]
        definition = _placed(_definition(made, [each.id for each in tree.args.args], tree.body, node), node)
        self.rewriter.add(definition, {}, _plain(definition, node.func, rhs, taken, handed))
        arguments = [*taken.operands, *taken.keywords.values(), *taken.further, *map(name, captured)]
        return gast.copy_location(gast.Call(name(made), arguments, []), node)

    def check_left(self, node: gast.Call, solver: str) -> None:
        """Refuse a call that is left as it is, of a function that SciPy cannot be given in generated code."""
        function = node.args[0] if node.args else None
        if isinstance(function, gast.Lambda) or (isinstance(function, gast.Name) and function.id in self.definitions):
            raise CladpyError(
                "C203", f"{solver} with these arguments has no derivative rule for a function that is defined here",
                location=location(node, self.source),
                hint=f"write its arguments one by one; known are: {', '.join(TAKEN[solver])}, args",
            )  # fmt: skip

    def right_side(self, taken: _Call, names: list[str]) -> tuple[list[str], Callable[[str, str], list[gast.stmt]]]:
        """Return what the function captures, and a maker of the body of the one that calls it."""
        needed: dict[str, gast.stmt] = {}
        captured: list[str] = []
        waiting = sorted(_free(taken.function) & self.locals)
        while waiting:
            each = waiting.pop(0)
            if each in needed or each in captured:
                continue
            definition = self.definitions.get(each)
            if definition is None:
                captured.append(each)
                continue
            needed[each] = definition
            waiting += sorted(_free(definition) & self.locals)

        def body(time: str, state: str) -> list[gast.stmt]:
            first = [name(time), name(state)] if taken.time_first else [name(state), name(time)]
            further = [gast.Starred(name(names[0]), LOAD)] if taken.is_tuple else [*map(name, names)]
            called = gast.Call(_copied(taken.function), [*first, *further], [])
            returned = gast.Return(gast.copy_location(called, taken.function))
            statements = [self.definitions[each] for each in self.definitions if each in needed]
            return [*map(_copied, statements), gast.copy_location(returned, taken.function)]

        return captured, body

    def unused(self, wanted: str) -> str:
        """Return a name that the function and its surroundings do not have."""
        while wanted in self.locals or self.rewriter.is_seen(wanted):
            wanted += "_2"
        return wanted


def _taken(node: gast.Call, solver: str) -> _Call | None:
    """Return a call taken apart; None where it holds what is not modelled."""
    order = ["fun", "t_span", "y0", "method", "t_eval"] if solver == "solve_ivp" else ["func", "y0", "t", "args"]
    if has_star(node) or len(node.args) > len(order):
        return None
    given = dict(zip(order, node.args, strict=False)) | {str(each.arg): each.value for each in node.keywords}
    if not all(each in given for each in order[:3]):
        return None
    function, *operands = (given.pop(each) for each in order[:3])
    further, first = given.pop("args", None), given.pop("tfirst", None)
    for word, values in OFF.items():
        part = given.pop(word, None)
        if part is not None and not (isinstance(part, gast.Constant) and part.value in values):
            return None
    items = [] if further is None or _is_none(further) else getattr(further, "elts", [further])
    known = first is None or isinstance(first, gast.Constant)
    if any(isinstance(each, gast.Starred) for each in items) or not known or not given.keys() <= set(TAKEN[solver]):
        return None
    time_first = solver == "solve_ivp" or (first is not None and bool(first.value))
    return _Call(solver, function, operands, items, given, time_first, is_tuple=items == [further])


def _is_none(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value is None


def _text(solver: str, keywords: dict[str, gast.expr], rhs: str, rest: list[str]) -> str:
    """Return the text of the function that is made for a solution."""
    stepping = {word: word for word in keywords if word in STEPPING}
    if solver == "odeint":
        stepping = {"rtol": "1.49012e-8", "atol": "1.49012e-8"} | stepping  # what odeint takes if none is given
    elif "method" not in keywords:
        stepping["method"] = "'RK45'"
    handed = ", ".join(f"{word}={value}" for word, value in stepping.items())
    method = stepping.get("method", "'DOP853'")
    body = BODY.strip().replace("METHOD", method).replace("\n", "\n    ")
    text = (SOLVE_IVP if solver == "solve_ivp" else ODEINT).replace("BODY", body)
    text = text.replace(", T_EVAL", ", t_eval" if "t_eval" in keywords else "")
    text = text.replace("GIVEN, ", "".join(f"{word}, " for word in keywords))
    text = text.replace("KEYWORDS", ", ".join(f"{word}={word}" for word in keywords)).replace("STEPPING", handed)
    text = text.replace("(REST,)", f"({', '.join(rest)},)" if rest else "()")
    return text.replace(", REST", "".join(f", {each}" for each in rest)).replace("RHS", rhs).strip()


def _definition(wanted: str, names: list[str], body: object, place: gast.AST) -> gast.FunctionDef:
    made = [gast.Name(each, gast.Param(), None, None) for each in names]
    arguments = gast.arguments(made, [], None, [], [], None, [])
    return gast.copy_location(gast.FunctionDef(wanted, arguments, body, [], None, None, []), place)


def _plain(tree: gast.FunctionDef, function: gast.expr, rhs: str, taken: _Call, handed: list[str]) -> gast.FunctionDef:
    """Return the definition that calls SciPy's function alone."""
    operands = [name(each.id) for each in tree.args.args[: len(taken.operands)]]
    keywords = [gast.keyword(word, name(word)) for word in taken.keywords]
    keywords.append(gast.keyword("args", gast.Tuple([*map(name, handed)], LOAD)))
    if taken.solver == "odeint":
        keywords.append(gast.keyword("tfirst", constant(True)))
    returned = gast.Return(gast.Call(_copied(function), [name(rhs), *operands], keywords))
    return _placed(_definition(tree.name, [each.id for each in tree.args.args], [returned], tree), tree)


def _placed(tree: gast.FunctionDef, place: gast.AST) -> gast.FunctionDef:
    """Return a definition all of whose nodes stand where a node of the program stands."""
    for part in gast.walk(tree):
        gast.copy_location(part, place)
    return tree


def _copied(node: gast.AST) -> gast.AST:
    return rebuild(node, lambda _part: None)


def _definitions(tree: gast.FunctionDef) -> dict[str, gast.stmt]:
    """Return the nested functions that have one definition, by name: of a ``def`` or of an assigned lambda."""
    found: dict[str, list[gast.stmt]] = {}
    for part in gast.walk(tree):
        if isinstance(part, gast.FunctionDef) and part is not tree:
            found.setdefault(part.name, []).append(part)
        elif isinstance(part, gast.Assign):
            for target in part.targets:
                found.setdefault(getattr(target, "id", ""), []).append(part)
    kinds = (gast.FunctionDef, gast.Assign)
    return {
        word: each[0]
        for word, each in found.items()
        if len(each) == 1 and isinstance(each[0], kinds) and _is_function(each[0])
    }


def _is_function(node: gast.stmt) -> bool:
    return isinstance(node, gast.FunctionDef) or isinstance(getattr(node, "value", None), gast.Lambda)


def _free(node: gast.AST) -> frozenset[str]:
    """Return the names that a function reads and does not bind: of a ``def``, a lambda, or what gives one."""
    if isinstance(node, gast.FunctionDef):
        inner = frozenset(bound_names(node.body)) | frozenset(each.id for each in parameters(node.args))
        return frozenset().union(*map(names_read, node.body)) - inner - {node.name}
    if isinstance(node, gast.Assign):
        return _free(node.value)
    if isinstance(node, gast.Lambda):
        return names_read(node.body) - frozenset(each.id for each in parameters(node.args))
    return names_read(node)
