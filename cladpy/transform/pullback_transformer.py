"""Put the two sweeps of a function together: one gradient function, or a forward function and its pullback.

before: the analysis of a function              after (gradient): ``loss_grad_w_b(w, b, x) -> d_w, d_b``
after (pair): ``layer_forward_w(x, w) -> value, state`` and ``layer_pullback_w(state, d_out) -> no_adjoint, d_w``

A state holds exactly what the pullback reads; the pullback gives one slot per parameter.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import CallUser
from cladpy.errors import CladpyError
from cladpy.ir.expressions import attribute, call, constant, name, store_name
from cladpy.ir.fact import BOTTOM, CONTAINERS, FLOAT, UNKNOWN, Fact, join, of_constant, same_dtype
from cladpy.ir.statements import (
    Assign,
    Block,
    Comment,
    Effect,
    Function,
    Return,
    Statement,
    Update,
)
from cladpy.planning.callee_plan import CalleePlan
from cladpy.transform.adjoint_state import AdjointState, as_adjoint, join_adjoint_facts
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted
from cladpy.transform.needs import Need, NeedAnalysis
from cladpy.transform.no_adjoint_slots import conjugate, slot
from cladpy.transform.recording import Recording
from cladpy.transform.refusals import Refusals
from cladpy.transform.reverse_sweep import ReverseSweep
from cladpy.transform.state_variables import bound_variables, read_variables, surely_bound, unset
from cladpy.transform.stored_regions import may_be_array
from cladpy.transform.structures import Path, adjoint_item, fact_at

FORWARD, REVERSE = "---- forward sweep ----", "---- reverse sweep ----"


@dataclass(frozen=True, slots=True)
class Drafted:
    """A generated function before optimisation.

    Parameters
    ----------
    function : Function
    facts : mapping
        By variable.
    comments : mapping of int to str
        Text of the primal's statements by number.
    comment_all : bool
        Every group is commented, not only the reverse sweep's.
    needs : mapping
        How each version that the reverse sweep reads is had.
    """

    function: Function
    facts: Mapping[str, Fact]
    comments: Mapping[int, str]
    comment_all: bool = False
    needs: Mapping[str, Need] = field(default_factory=dict)


@dataclass(slots=True)
class PullbackTransformer:
    """Transforms one function.

    Parameters
    ----------
    analysis : FunctionAnalysis
    callee : callable
        The plan of a call of a user's function.
    record_all : bool
        The to-be-recorded analysis is switched off.
    is_typed : bool
        A name has one type in the backend.
    """

    analysis: FunctionAnalysis
    callee: Callable[[CallUser, str], Any]
    record_all: bool = False
    is_typed: bool = False

    # ---- the two shapes ----

    def gradient(self, function_name: str, wrt: tuple[str, ...], *, bare: bool, with_value: bool, aux: bool) -> Drafted:
        """Return the function from the primal's arguments to the adjoints of some of them."""
        sweep = self.sweep(wrt)
        result = self.analysis.result
        self.check_scalar(aux=aux)
        if result is not None and result in self.analysis.active:
            self.seed(sweep, result, constant(1.0), (0,) if aux else ())
        sweep.block(self.analysis.versions.body[:-1])
        slots = [slot(sweep, parameter) for parameter in wrt]
        draft = tuple(sweep.out)
        value = self.value_expression() if with_value or aux else None
        kept: Block = ()
        if isinstance(value, gast.Call):  # the reverse sweep restores the storage that it is taken from
            held = sweep.fresh("value")
            sweep.extra[held] = UNKNOWN if result is None else self.analysis.fact(result)
            kept = (Assign(store_name(held), value, 0),)
            value = name(held)
        out = slots[0] if bare else gast.Tuple(slots, gast.Load())
        returned = [Return(out)] if value is None else [Return(gast.Tuple([value, out], gast.Load()))]
        if value is not None and aux and not with_value:
            auxiliary = self.auxiliary()
            returned = [Return(gast.Tuple([out, auxiliary], gast.Load()))]
        recording = Recording(sweep, NeedAnalysis(sweep, record_all=self.record_all))
        forward, reverse = recording.run((*draft, *returned))
        copies = self.entry_copies()
        body = (Comment(FORWARD), *copies, *forward, *kept, *self.scalar_check(aux=aux), Comment(REVERSE), *reverse)
        made = Function(function_name, self.analysis.form.parameters, body, self.docstring(wrt))
        facts = self.variable_facts(sweep, recording)
        return Drafted(made, facts, self.comments(), needs=recording.needs)

    def pair(
        self, names: CalleePlan, unused: Callable[[Function, Mapping[str, Fact]], Function], seed_name: str
    ) -> tuple[Drafted, Drafted]:
        """Return the forward function and the pullback of a function that others call."""
        sweep = self.sweep(tuple(names.parameters))
        result = self.analysis.result
        if result is not None and result in self.analysis.active:
            self.seed(sweep, result, name(seed_name), (), is_root=names.is_root)
        sweep.block(self.analysis.versions.body[:-1])
        slots = [slot(sweep, p, dependent=True) if p in names.active else name("no_adjoint") for p in names.parameters]
        if names.is_root and sweep.analysis.may_be_complex:
            slots = [self.given_out(p, value) for p, value in zip(names.parameters, slots, strict=True)]
        draft = (*sweep.out, Return(gast.Tuple(slots, gast.Load())))
        recording = Recording(sweep, NeedAnalysis(sweep, record_all=self.record_all, is_carried=True))
        forward, reverse = recording.run(draft)
        facts = self.variable_facts(sweep, recording)
        carried = self.state(forward, reverse, facts, unused, seed_name)
        return self.forward_function(names, forward, carried, facts), self.pullback_function(
            names, reverse, carried, facts, seed_name
        )

    def state(
        self, forward: Block, reverse: Block, facts: Mapping[str, Fact],
        unused: Callable[[Function, Mapping[str, Fact]], Function], seed_name: str,
    ) -> tuple[str, ...]:  # fmt: skip
        """Return the variables of the forward sweep that the reverse sweep reads, in order."""
        bound = list(dict.fromkeys([*self.analysis.form.parameters, *bound_variables(forward)]))
        whole = Function("f", (*bound, seed_name), reverse)
        lean = unused(whole, facts)
        read = set(read_variables(lean.body))
        first = {variable for variable in bound if variable in read}
        return tuple(variable for variable in bound if variable in first)

    def forward_function(
        self, names: CalleePlan, forward: Block, carried: tuple[str, ...], facts: Mapping[str, Fact]
    ) -> Drafted:
        """Return the function from the primal's arguments to its value and state."""
        state = gast.Tuple([name(variable) for variable in carried], gast.Load())
        returned = Return(gast.Tuple([self.value_expression(), state], gast.Load()))
        text = f"Run {self.analysis.form.name} and keep what {names.pullback} reads."
        unbound = [v for v in carried if v not in surely_bound(forward) and v not in names.parameters]
        empty = tuple(Assign(store_name(v), constant(unset(facts.get(v, UNKNOWN))), 0) for v in unbound)
        made = Function(names.forward, names.parameters, (*self.entry_copies(), *empty, *forward, returned), text)
        return Drafted(made, facts, self.comments())

    def pullback_function(
        self, names: CalleePlan, reverse: Block, carried: tuple[str, ...], facts: Mapping[str, Fact], seed_name: str
    ) -> Drafted:
        """Return the function from a state and a seed to one slot per parameter."""
        head: list[Statement] = []
        state_name = "state" if "state" not in self.analysis.globals else "state_2"
        if carried:
            targets = gast.Tuple([store_name(variable) for variable in carried], gast.Store())
            head.append(Assign(targets, name(state_name)))
        body = (*head, *reverse)
        active = tuple(parameter for parameter in names.parameters if parameter in names.active)
        made = Function(names.pullback, (state_name, seed_name), body, self.docstring(active, "Pullback"))
        known = {**facts, state_name: Fact("tuple", element=UNKNOWN)}
        return Drafted(made, known, self.comments(), comment_all=True)

    # ---- parts ----

    def sweep(self, wrt: tuple[str, ...]) -> ReverseSweep:
        """Return the reverse sweep to be drafted; its refusals name what was asked for."""
        lines = self.analysis.form.lines
        wanted = f"{self.analysis.form.name} with respect to {', '.join(wrt)}"
        return ReverseSweep(self.analysis, self.callee, Refusals(lines, wanted), is_typed=self.is_typed)

    def given_out(self, parameter: str, value: gast.expr) -> gast.expr:
        """Return the slot of a root, which is conjugated if it is or may be complex."""
        fact = self.analysis.fact(f"{parameter}.0")
        is_real = fact.is_number and fact.dtype is not None and fact.dtype.kind != "c"
        return value if is_real or not fact.may_hold_derivative else conjugate(value, fact)

    def seed(self, sweep: ReverseSweep, result: str, value: gast.expr, at: Path, *, is_root: bool = False) -> None:
        """Write the birth of the result's adjoint; the seed of a root is conjugated if it is or may be complex."""
        fact = self.analysis.fact(result)
        is_real = fact.is_number and fact.dtype is not None and fact.dtype.kind != "c"
        if is_root and sweep.analysis.may_be_complex and not is_real:
            value = conjugate(value, fact)
        last = self.analysis.versions.body[-1]
        sweep.source = getattr(last, "source", 0)
        if sweep.shadows.has(result) and at:
            place = gast.Subscript(sweep.read(result), constant(at[0]), gast.Store())
            if may_be_array(fact_at(fact, at)):  # its cell is the adjoint of the array itself
                sweep.emit(Update(place, gast.Add(), value, sweep.source))
            else:
                sweep.emit(Assign(place, value, sweep.source))
            return
        if sweep.mirrors.has(result):
            state = sweep.mirrors.state(result)
            sweep.mirrors.add(Contribution(result, (), Fitted(value, state.fact, full=True), state))
            return
        for path in sweep.structures.leaves(result):
            if path[: len(at)] != at:
                continue
            target = fact_at(fact, path)
            variable = sweep.adjoint(result, path)
            item = adjoint_item(value, fact_at(fact, at), path[len(at) :]) if path else value
            sweep.assign(variable, item)
            known = target if not isinstance(value, gast.Constant) else FLOAT
            if not target.is_number and not isinstance(value, gast.Constant):
                known = target
            fixed = isinstance(value, gast.Constant)
            known = known if fixed else as_adjoint(known)
            sweep.set_state(variable, AdjointState(known, zero=not fixed, cut=not fixed, full=not fixed))

    def check_scalar(self, *, aux: bool) -> None:
        """Refuse a gradient of something that is not a real scalar."""
        result = self.analysis.result
        fact = of_literal(self.analysis.versions.body[-1]) if result is None else self.analysis.fact(result)
        if fact.kind == "none":
            hint = "return the loss; is a return statement missing?"
            raise self.error("C303", f"{self.analysis.form.name} returns None", hint=hint)
        if aux:
            if fact.kind != "tuple" or fact.items is None or len(fact.items) != 2:
                raise self.error("C303", "with aux=True the function must return (value, anything)")
            fact = fact.items[0]
        if fact.is_number and fact.dims:
            primal = self.analysis.form.name
            raise self.error(
                "C303", f"{primal} returns an array of {len(fact.dims)} dimensions, not a scalar",
                hint=f"use pullback({primal}, ...) with a seed, or return a scalar such as np.sum(...)",
            )  # fmt: skip
        if fact.dtype is not None and fact.dtype.kind == "c":
            raise self.error(
                "C307", f"{self.analysis.form.name} returns a complex number", hint="return its abs or real part"
            )
        if fact.kind == "bottom":
            hint = "let a path without exceptions return: is a loop left, or a call ended, by an exception alone?"
            raise self.error("C303", f"no value is known that {self.analysis.form.name} returns", hint=hint)
        if not fact.is_number and fact.kind != "unknown":
            primal = self.analysis.form.name
            hint = f"use pullback({primal}, ...) with a seed of that structure, or return one number of it"
            what = f"{'an' if fact.kind[0] in 'aeiou' else 'a'} {fact.kind}"
            raise self.error("C303", f"{primal} returns {what}, not a scalar", hint=hint)

    def scalar_check(self, *, aux: bool) -> Block:
        """Return the check of the result at run time, where facts do not tell that it is a real scalar."""
        result = self.analysis.result
        if result is None:
            return ()
        fact = UNKNOWN if self.analysis.may_be_none(result) else self.analysis.fact(result)
        value = self.value_expression()
        if aux:
            fact, value = (fact.items or (UNKNOWN,))[0], gast.Subscript(value, constant(0), gast.Load())
        if fact.dims == () and fact.dtype is not None:
            return ()
        return (Effect(call("check_scalar", value), 0),)

    def error(self, code: str, message: str, hint: str | None = None) -> CladpyError:
        """Return an error at the place of the primal's last statement that has one."""
        return CladpyError(code, message, location=self.analysis.last_location, hint=hint)

    def value_expression(self) -> gast.expr:
        """Return the primal's value over variables; detached from storage that the reverse sweep writes."""
        last = self.analysis.versions.body[-1]
        value = last.value if isinstance(last, Return) else constant(None)
        if isinstance(value, gast.Name) and "." in value.id:
            result = name(self.analysis.variables.get(value.id, value.id))
            if self.analysis.stores.is_stored(value.id) and may_be_array(self.analysis.fact(value.id)):
                return call("detached", result)
            return result
        return value

    def auxiliary(self) -> gast.expr:
        """Return the expression of what the primal returns beside its value."""
        return gast.Subscript(self.value_expression(), constant(1), gast.Load())

    def entry_copies(self) -> Block:
        """Return the copies of what the primal stores into, so that the caller's arrays stay as they are."""
        return tuple(
            Assign(store_name(parameter), self.entry_copy(parameter), 0)
            for parameter in self.analysis.stores.parameters
        )

    def entry_copy(self, parameter: str) -> gast.expr:
        """Return the copy of an argument: of an array, or of the containers, and the arrays if they are updated too."""
        fact = self.analysis.fact(f"{parameter}.0")
        if fact.kind not in CONTAINERS:
            given = name(parameter)
            return (
                call("laid_out_like", given, given) if self.analysis.layout_matters else call(attribute(given, "copy"))
            )
        made = call("entry_copy", name(parameter))
        if self.analysis.stores.holds_mirrored_arrays(f"{parameter}.0"):
            made.keywords.append(gast.keyword("arrays", constant(True)))
        return made

    def docstring(self, wrt: tuple[str, ...], what: str = "Gradient") -> str:
        """Say what the function gives, on one line where that fits."""
        parameters = self.analysis.form.parameters
        rest = ", ".join(parameter for parameter in parameters if parameter not in wrt)
        text = f"{what} of {self.analysis.form.name} with respect to {', '.join(wrt)}"
        return f"{text}; no_adjoint: {rest}." if rest else f"{text}."

    def comments(self) -> Mapping[int, str]:
        """Return the text of the primal's statements by number."""
        return {number: line.text for number, line in self.analysis.form.lines.items()}

    def variable_facts(self, sweep: ReverseSweep, recording: Recording) -> Mapping[str, Fact]:
        """Return what holds of each variable wherever it is assigned."""
        facts: dict[str, Fact] = {}
        for version, variable in self.analysis.variables.items():
            fact = self.analysis.fact(version)
            if fact.kind == "bottom":
                continue
            before = facts.get(variable)
            facts[variable] = fact.without_value() if before is None else _join(before, fact.without_value())
        facts |= recording.facts
        for variable, fact in sweep.seen.items():
            facts[variable] = join(recording.facts.get(variable, BOTTOM), fact.without_value(), variable)
        for variable, fact in sweep.extra.items():
            facts.setdefault(variable, fact.without_value())
        return facts


def inference_over(facts: Mapping[str, Fact], analysis: FunctionAnalysis) -> Callable[[gast.expr], Fact]:
    """Return the inference of expressions over variables."""
    return lambda node: Inference(facts, analysis.resolve).infer(node)


def of_literal(last: Statement) -> Fact:
    """Return the facts of a literal that a function returns: a number, or something that is none."""
    value = last.value.value if isinstance(last, Return) and isinstance(last.value, gast.Constant) else None
    return Fact(type(value).__name__) if isinstance(value, bytes) else of_constant(value)


def _join(left: Fact, right: Fact) -> Fact:
    if left == right:
        return left
    if left.is_number and right.is_number:
        joined = join_adjoint_facts(left, right)
        return joined if same_dtype(left.dtype, right.dtype) else replace(joined, dtype=None)
    return UNKNOWN if left.kind != right.kind else Fact(left.kind)
