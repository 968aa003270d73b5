"""The adjoints of the primal's variables while the reverse sweep is written: their names, states and zeros."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import gast
import numpy as np

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.lower_bounds import LowerBounds
from cladpy.analyses.operations import CallUser
from cladpy.ir.expressions import attribute, call, constant, name, negative, store_name
from cladpy.ir.fact import CONTAINERS, UNKNOWN, Fact, element_of, same_dtype
from cladpy.ir.statements import (
    Assign,
    If,
    Statement,
    Update,
    walk,
)
from cladpy.transform.adjoint_names import AdjointNames
from cladpy.transform.adjoint_state import ZERO, AdjointState, join_adjoint_facts
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import is_lazy, shape_of
from cladpy.transform.loop_trials import LoopTrials
from cladpy.transform.mirrors import Mirrors
from cladpy.transform.places import Places
from cladpy.transform.refusals import Refusals
from cladpy.transform.shadow_forms import with_form
from cladpy.transform.shadows import Shadows
from cladpy.transform.structures import Path, Structures, build, item_expression


@dataclass(slots=True)
class Adjoints:
    """What the parts of the reverse sweep share.

    Parameters
    ----------
    analysis : FunctionAnalysis
    callee : callable
        The plan of a call of a user's function.
    refusals : Refusals
        Makes the errors.
    is_typed : bool
        A name has one type: adjoints of arrays are arrays wherever paths meet.
    """

    analysis: FunctionAnalysis
    callee: Callable[[CallUser, str], Any]
    refusals: Refusals
    is_typed: bool = False
    state: dict[str, AdjointState] = field(default_factory=dict)
    seen: dict[str, Fact] = field(default_factory=dict)
    out: list[Statement] = field(default_factory=list)
    source: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    extra: dict[str, Fact] = field(default_factory=dict)
    trips: dict[int, str] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    primal_of: dict[int, int] = field(default_factory=dict)
    drafts: list[If] = field(default_factory=list)  # kept alive, since they are known by identity
    negated: dict[int, bool] = field(default_factory=dict)
    rebound: set[str] = field(default_factory=set)
    recomputed: dict[str, gast.expr] = field(default_factory=dict)
    statement_of: dict[str, Assign | Update] = field(default_factory=dict)
    loop_mirrors: dict[str, gast.expr] = field(default_factory=dict)
    trials: LoopTrials = field(default_factory=LoopTrials)
    names: AdjointNames = field(init=False)
    mirrors: Mirrors = field(init=False)
    shadows: Shadows = field(init=False)
    structures: Structures = field(init=False)
    places: Places = field(init=False)
    bounds: LowerBounds = field(init=False)

    def __post_init__(self) -> None:
        self.names = AdjointNames.beside((*self.analysis.variables.values(), *self.analysis.globals))
        self.structures = Structures.of(self.analysis)
        self.bounds = LowerBounds(self.analysis)
        self.mirrors = Mirrors(self)
        self.shadows = Shadows(self)
        for statement in walk(self.analysis.versions.body):
            if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
                self.statement_of[statement.target.id] = statement
            elif isinstance(statement, Assign | Update) and statement.new is not None:
                self.statement_of[statement.new] = statement
        self.places = Places.of(self.analysis.versions.body)

    def fresh(self, base: str) -> str:
        """Return a new variable ``base@rK``."""
        self.counters[base] = self.counters.get(base, 0) + 1
        return f"{base}@r{self.counters[base]}"

    def adjoint(self, version: str, path: Path = ()) -> str:
        """Return the variable of the adjoint of a version, or of one of its items."""
        return self.names.of(self.analysis.variables[version], path)

    def shaped_like(self, version: str) -> str:
        """Return a name of the draft that has the shape and dtype of a version: its mirror, which needs no record."""
        return self.mirrors.key(version) if self.mirrors.has(version) else version

    def sole_version(self, variable: str) -> str | None:
        """Return the version of a container whose adjoint a variable holds, if it holds that of no other."""
        found = [v for v in self.analysis.active if self.adjoint(v) == variable]
        return found[0] if len(found) == 1 else None

    def is_active(self, version: str) -> bool:
        """Tell whether a version has an adjoint."""
        return version in self.analysis.active

    def infer(self, value: gast.expr) -> Fact:
        """Return the facts of an expression of the draft."""
        return self.analysis.infer(value, _Facts(self.state, self.extra))

    def emit(self, statement: Statement) -> None:
        """Append a statement."""
        self.out.append(statement)

    def set_state(self, variable: str, known: AdjointState) -> None:
        """Say what an adjoint holds from here on."""
        self.state[variable] = known
        before = self.seen.get(variable)
        self.seen[variable] = known.fact if before is None else join_adjoint_facts(before, known.fact)

    def assign(self, variable: str, value: gast.expr, source: int | None = None) -> None:
        """Append ``variable = value``."""
        self.emit(Assign(store_name(variable), value, self.source if source is None else source))

    def bind(self, value: gast.expr, base: str = "d") -> gast.expr:
        """Give a value a name, with its facts."""
        variable = self.fresh(base)
        self.extra[variable] = self.infer(value)
        self.assign(variable, value)
        return name(variable)

    def maybe_real_part(self, value: gast.expr, target: Fact) -> gast.expr:
        """Return a value of which a real receiver gets the real part, where its dtype is open and may be complex."""
        is_real = target.is_number and target.dtype is not None and target.dtype.kind == "f"
        is_open = self.analysis.may_be_complex and is_real and self.infer(value).dtype is None
        return call("real_part", value) if is_open else value

    def real_part(self, contribution: Contribution) -> Contribution:
        """Return a contribution of which a real receiver gets the real part, where the value is or may be complex."""
        target = self.structures.fact_at(contribution.version, contribution.path)
        value, fact = contribution.fitted.value, contribution.fitted.fact
        if not self.analysis.may_be_complex or not target.is_number or target.dtype is None or target.dtype.kind == "c":
            return contribution
        if fact.dtype is not None and fact.dtype.kind == "c":
            real = replace(fact, dtype=np.empty(0, fact.dtype).real.dtype)
            fitted = replace(contribution.fitted, value=attribute(value, "real"), fact=real)
        elif fact.dtype is None:
            fitted = replace(contribution.fitted, value=call("real_part", value))
        else:
            return contribution
        return replace(contribution, fitted=fitted)

    def contribute(self, contribution: Contribution) -> None:
        """Add a contribution to an adjoint; the first one assigns."""
        contribution = self.real_part(contribution)
        if self.mirrors.has(contribution.version):
            self.mirrors.add(contribution)
            return
        variable = self.adjoint(contribution.version, contribution.path)
        value, fact = contribution.fitted.value, contribution.fitted.fact
        known = self.state.get(variable)
        if known is None:
            lent = call("settled", value) if contribution.lent else value
            self.assign(variable, negative(value) if contribution.negative else lent)
            self.set_state(variable, replace(contribution.state, fact=fact, owned=False, full=contribution.fitted.full))
            return
        if self.structures.fact_at(contribution.version, contribution.path).kind in CONTAINERS:
            self.assign(variable, call("add_adjoints", name(variable), value))
            self.set_state(variable, known.with_bits_of(contribution.state))
            return
        operator = gast.Sub() if contribution.negative else gast.Add()
        if known.owned and known.full and known.fact.is_array:
            self.emit(Update(store_name(variable), operator, value, self.source))
            self.set_state(variable, known.with_bits_of(replace(contribution.state, owned=True, full=True)))
            return
        total = gast.BinOp(name(variable), operator, value)
        joined = self.infer_sum(known.fact, fact, total)
        self.assign(variable, total)
        full = known.full or contribution.fitted.full
        owned = joined.dims != ()  # a sum of arrays of no dimensions is a scalar, which cannot be updated in place
        self.set_state(variable, replace(known.with_bits_of(contribution.state), fact=joined, owned=owned, full=full))

    def infer_sum(self, left: Fact, right: Fact, total: gast.expr) -> Fact:
        """Return the facts of a sum of two contributions of one adjoint."""
        if left.is_number and right.is_number and left.dims == right.dims and same_dtype(left.dtype, right.dtype):
            return left if left.kind == right.kind else replace(left, kind="number")
        return self.infer(total)

    def read(self, version: str, path: Path = (), *, full: bool = False) -> gast.expr:
        """Return the adjoint of a version or item; ``full``: with the primal's shape."""
        if self.mirrors.has(version):
            return name(self.mirrors.key(version))
        variable = self.adjoint(version, path)
        target = self.structures.fact_at(version, path)
        if full and target.is_number and variable in self.state and self.is_lazy(variable, target):
            primal = item_expression(name(version), self.analysis.fact(version), path)
            shape = shape_of(primal, UNKNOWN if self.structures.may_be_none(version, path) else target)
            return call("np.broadcast_to", name(variable), shape)
        return self.filled(version, path) if full and target.kind in CONTAINERS else name(variable)

    def filled(self, version: str, path: Path) -> gast.expr:
        """Return a container's adjoint in one piece, a zero of its structure where it may be 0.0."""
        variable = name(self.adjoint(version, path))
        if variable.id not in self.state or not self.state[variable.id].is_hollow:
            return variable
        primal = item_expression(name(version), self.analysis.fact(version), path)
        return with_form(call("filled", variable, primal), self.structures.fact_at(version, path))

    def is_lazy(self, variable: str, target: Fact) -> bool:
        """Tell whether a born adjoint may be smaller than a primal with these facts."""
        known = self.state[variable]
        return is_lazy(known.fact, target, full=known.full)

    def seed(self, version: str) -> AdjointState | None:
        """Return what is known of the adjoint of a version, items joined; None if it is unborn."""
        if self.mirrors.has(version):
            return self.mirrors.state(version)
        known = [self.state.get(self.adjoint(version, path)) for path in self.structures.leaves(version)]
        born = [state for state in known if state is not None]
        if not born:
            return None
        joined = born[0]
        for state in born[1:]:
            joined = joined.with_bits_of(state)
        return joined if len(born) == len(known) else joined.with_bits_of(ZERO)

    def whole(self, version: str) -> gast.expr:
        """Return the adjoint of a version in one piece, zeros for items without contribution."""
        if self.mirrors.has(version):
            return self.read(version)
        fact = self.analysis.fact(version)
        leaves: dict[Path, gast.expr] = {}
        for path in self.structures.leaves(version):
            leaves[path] = self.leaf(version, path)
        return build(fact, leaves, constant(0.0))

    def leaf(self, version: str, path: Path) -> gast.expr:
        """Return the adjoint of an item that has a variable, a zero if it is unborn."""
        is_born = self.adjoint(version, path) in self.state
        return self.read(version, path, full=True) if is_born else self.zero(version, path)

    def zero(self, version: str, path: Path = ()) -> gast.expr:
        """Return a zero adjoint with the shape and dtype of a version or item."""
        fact = self.structures.fact_at(version, path)
        if fact.is_scalar or not fact.is_number:
            return constant(0.0) if fact.is_number else self.zero_structure(version, path)
        primal = item_expression(name(version), self.analysis.fact(version), path)
        if self.structures.may_be_none(version, path):
            return call("zero_adjoint", primal)
        if not fact.is_array:
            return call("zero_like", primal)
        return call("np.zeros", attribute(primal, "shape"), attribute(primal, "dtype"))

    def zero_structure(self, version: str, path: Path) -> gast.expr:
        """Return a zero adjoint of a container or of a value of unknown kind."""
        primal = item_expression(name(version), self.analysis.fact(version), path)
        fact = self.structures.fact_at(version, path)
        sized = not self.structures.may_be_none(version, path)
        if sized and fact.kind in ("list", "tuple") and element_of(fact).is_scalar:
            return gast.BinOp(gast.List([constant(0.0)], gast.Load()), gast.Mult(), call("len", primal))
        return with_form(call("zero_adjoint", primal), fact)

    def consume(self, version: str) -> None:
        """Make the adjoint of a version unborn: its definition has been reversed."""
        if self.mirrors.has(version):
            return
        for path in self.structures.leaves(version):
            self.state.pop(self.adjoint(version, path), None)

    def owned_storage(self, version: str, path: Path = ()) -> str:
        """Make the adjoint a full array of its own, to be updated in place; return its variable."""
        if self.mirrors.has(version):
            return self.mirrors.key(version)
        variable = self.adjoint(version, path)
        target = self.structures.fact_at(version, path)
        known = self.state.get(variable)
        if target.is_array and target.dims == () and (known is None or not known.owned):
            value = constant(0.0) if known is None else name(variable)
            self.assign(
                variable, call("np.array", value, attribute(name("np"), (target.dtype or np.dtype(float)).name))
            )
            known = known or AdjointState(target, zero=True, cut=True)
            self.set_state(variable, replace(known, fact=replace(target, known=False), owned=True, full=True))
        elif known is None:
            self.assign(variable, self.zero(version, path))
            self.set_state(
                variable, AdjointState(replace(target, known=False), zero=True, cut=True, owned=True, full=True)
            )
        elif not known.owned or self.is_lazy(variable, target) or _is_narrower(known.fact, target):
            whole, fact = self.read(version, path, full=True), replace(target, dtype=known.fact.dtype)
            if target.dtype is not None and _is_narrower(known.fact, target):
                whole, fact = call(attribute(whole, "astype"), attribute(name("np"), target.dtype.name)), target
            else:
                whole = call("owned", whole)
            self.assign(variable, whole)
            self.set_state(variable, replace(known, fact=replace(fact, known=False), owned=True, full=True))
        else:
            self.set_state(variable, replace(known, full=True))
        return variable


def _is_narrower(known: Fact, target: Fact) -> bool:
    """Tell whether an adjoint may be real where its array is complex: what is added in place need not be real."""
    is_complex = target.is_array and target.dtype is not None and target.dtype.kind == "c"
    return is_complex and (known.dtype is None or known.dtype.kind != "c")


class _Facts(dict):  # type: ignore[type-arg]
    """Facts of adjoints and of names that the draft makes, looked up on demand."""

    def __init__(self, state: Mapping[str, AdjointState], extra: Mapping[str, Fact]) -> None:
        super().__init__()
        self.state, self.extra = state, extra

    def __missing__(self, key: str) -> Fact:
        if key in self.state:
            return self.state[key].fact
        if key in self.extra:
            return self.extra[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return key in self.state or key in self.extra

    def get(self, key: str, default: object = None) -> object:
        return self.get(key, default)
