"""The draft of the reverse sweep: each active statement in reverse, over versions of the primal.

Direction: against the primal's order, with the state of each adjoint (unborn or born) carried along, so that a first
contribution assigns, a later one adds, and a join or loop gives a zero to the path that lacks one. Requires a
``FunctionAnalysis``. Guarantees: an adjoint that is read was assigned on every path; the adjoint of a version is
consumed where the version was made. Source: Griewank & Walther, Evaluating Derivatives, 2008, ch. 3 and 4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import Apply, Chain, CallCustom, CallUser, Copy, Display, Item, Member, Operation, Repeat
from cladpy.errors import CladpyError
from cladpy.ir.expressions import attribute, call, constant, name, negative, store_name, subscript
from cladpy.ir.fact import UNKNOWN, Fact, element_of
from cladpy.ir.statements import (
    Assign,
    Block,
    Effect,
    For,
    If,
    Phi,
    Statement,
    Update,
    While,
    With,
    walk,
)
from cladpy.transform import stores_reversed
from cladpy.transform.adjoint_state import ZERO, AdjointState, as_adjoint, join_adjoint_facts, join_states
from cladpy.planning.callee_plan import CalleePlan
from cladpy.transform.contribution import Contribution
from cladpy.transform.fitting import Fitted, is_lazy, shape_of
from cladpy.transform.loops import LoopReverser
from cladpy.transform.mirrors import Mirrors
from cladpy.transform.places import Places
from cladpy.transform.refusals import Refusals
from cladpy.transform.reverse_calls import reverse_call
from cladpy.transform.reverse_custom import reverse_custom
from cladpy.transform.reverse_rules import reverse_rule
from cladpy.transform.reverse_statements import Reversed
from cladpy.transform.structures import (
    CONTAINERS,
    Path,
    Structures,
    adjoint_item,
    build,
    item_expression,
    known_keys,
    member_key,
    suffix,
)


@dataclass(slots=True)
class ReverseSweep:
    """Writes the draft."""

    analysis: FunctionAnalysis
    callee: Callable[[CallUser, str], CalleePlan]
    refusals: Refusals
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
    mirrors: Mirrors = field(init=False)
    structures: Structures = field(init=False)
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.structures = Structures.of(self.analysis)
        self.mirrors = Mirrors(self)
        for statement in walk(self.analysis.versions.body):
            if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
                self.statement_of[statement.target.id] = statement
            elif isinstance(statement, Assign | Update) and statement.new is not None:
                self.statement_of[statement.new] = statement
        self.places = Places.of(self.analysis.versions.body)

    # ---- names and facts ----

    def fresh(self, base: str) -> str:
        """Return a new variable ``base@rK``."""
        self.counters[base] = self.counters.get(base, 0) + 1
        return f"{base}@r{self.counters[base]}"

    def adjoint(self, version: str, path: Path = ()) -> str:
        """Return the variable of the adjoint of a version, or of one of its items."""
        variable = self.analysis.variables[version]
        if variable.startswith("v@"):
            return f"d@{variable[2:]}{'x' if path else ''}{suffix(path)}"
        base, _, number = variable.partition("@")
        return f"d_{base}{suffix(path)}{'@' + number if number else ''}"

    def is_active(self, version: str) -> bool:
        """Tell whether a version has an adjoint."""
        return version in self.analysis.active

    def infer(self, value: gast.expr) -> Fact:
        """Return the facts of an expression of the draft."""
        return self.analysis.infer(value, _Facts(self.state, self.extra))  # type: ignore[arg-type]

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

    # ---- adjoints ----

    def contribute(self, contribution: Contribution) -> None:
        """Add a contribution to an adjoint; the first one assigns."""
        if self.mirrors.has(contribution.version):
            self.mirrors.add(contribution)
            return
        variable = self.adjoint(contribution.version, contribution.path)
        value, fact = contribution.fitted.value, contribution.fitted.fact
        known = self.state.get(variable)
        if known is None:
            value = negative(value) if contribution.negative else value
            self.assign(variable, value)
            self.set_state(variable, replace(contribution.state, fact=fact, owned=False, full=contribution.fitted.full))
            return
        if self.structures.fact_at(contribution.version, contribution.path).kind in CONTAINERS:
            self.assign(variable, call("add_adjoints", name(variable), value))
            self.set_state(variable, known.with_bits_of(contribution.state))
            return
        operator = gast.Sub() if contribution.negative else gast.Add()
        total = gast.BinOp(name(variable), operator, value)
        joined = self.infer_sum(known.fact, fact, total)
        self.assign(variable, total)
        full = known.full or contribution.fitted.full
        self.set_state(variable, replace(known.with_bits_of(contribution.state), fact=joined, owned=True, full=full))

    def infer_sum(self, left: Fact, right: Fact, total: gast.expr) -> Fact:
        """Return the facts of a sum of two contributions of one adjoint."""
        if left.is_number and right.is_number and left.dims == right.dims and left.dtype == right.dtype:
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
            return call("np.broadcast_to", name(variable), shape_of(primal, target))
        return name(variable)

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
            if self.adjoint(version, path) in self.state:
                leaves[path] = self.read(version, path, full=True)
            else:
                leaves[path] = self.zero(version, path)
        return build(fact, leaves, constant(0.0))

    def zero(self, version: str, path: Path = ()) -> gast.expr:
        """Return a zero adjoint with the shape and dtype of a version or item."""
        fact = self.structures.fact_at(version, path)
        if fact.is_scalar or not fact.is_number:
            return constant(0.0) if fact.is_number else self.zero_structure(version, path)
        primal = item_expression(name(version), self.analysis.fact(version), path)
        if not fact.is_array:
            return call("zero_like", primal)
        return call("np.zeros", attribute(primal, "shape"), attribute(primal, "dtype"))

    def zero_structure(self, version: str, path: Path) -> gast.expr:
        """Return a zero adjoint of a container or of a value of unknown kind."""
        primal = item_expression(name(version), self.analysis.fact(version), path)
        fact = self.structures.fact_at(version, path)
        if fact.kind in ("list", "tuple") and element_of(fact).is_scalar:
            return gast.BinOp(gast.List([constant(0.0)], gast.Load()), gast.Mult(), call("len", primal))
        return call("zero_adjoint", primal)

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
        if known is None:
            self.assign(variable, self.zero(version, path))
            self.set_state(variable, AdjointState(replace(target, known=False), zero=True, cut=True, owned=True, full=True))
        elif not known.owned or self.is_lazy(variable, target):
            self.assign(variable, call("owned", self.read(version, path, full=True)))
            self.set_state(variable, replace(known, fact=replace(target, dtype=known.fact.dtype), owned=True, full=True))
        return variable

    def spread(self, contributions: list[Contribution], consumed: str) -> None:
        """Add contributions; those to the variable of what is consumed come last and replace it."""
        variable = self.analysis.variables[consumed]
        mine = [c for c in contributions if self.analysis.variables[c.version] == variable]
        own = [c for c in mine if not self.mirrors.has(c.version)]
        others = [c for c in contributions if c not in own]
        for contribution in others:
            self.contribute(contribution)
        if len({c.path for c in own}) > 1:
            own = [replace(c, fitted=Fitted(self.bind(c.fitted.value), c.fitted.fact)) for c in own]
        kept = {c.path for c in own if c.fitted.value is not None and self.is_itself(c)}
        before = {path: self.state.get(self.adjoint(consumed, path)) for path in kept}
        if len(own) > len({c.path for c in own}):
            own = self.merged(own)
        self.consume(consumed)
        for contribution in own:
            if contribution.path in kept and len([c for c in own if c.path == contribution.path]) == 1:
                known = before[contribution.path]
                if known is not None and self.is_itself(contribution):
                    self.set_state(self.adjoint(consumed, contribution.path), known.with_bits_of(contribution.state))
                    continue
            self.contribute(contribution)

    def is_itself(self, contribution: Contribution) -> bool:
        """Tell whether a contribution is the adjoint's own value: ``d_x = d_x``."""
        value = contribution.fitted.value
        variable = self.adjoint(contribution.version, contribution.path)
        return isinstance(value, gast.Name) and value.id == variable and not contribution.negative

    def merged(self, own: list[Contribution]) -> list[Contribution]:
        """Sum several contributions to one path into one, since the first replaces what the others read."""
        by_path: dict[Path, Contribution] = {}
        for contribution in own:
            first = by_path.get(contribution.path)
            if first is None:
                value = contribution.fitted.value
                value = negative(value) if contribution.negative else value
                by_path[contribution.path] = replace(
                    contribution, fitted=replace(contribution.fitted, value=value), negative=False
                )
                continue
            operator = gast.Sub() if contribution.negative else gast.Add()
            total = gast.BinOp(first.fitted.value, operator, contribution.fitted.value)
            fact = self.infer_sum(first.fitted.fact, contribution.fitted.fact, total)
            state = first.state.with_bits_of(contribution.state)
            by_path[contribution.path] = replace(first, fitted=Fitted(total, fact), state=state)
        return list(by_path.values())

    # ---- statements ----

    def block(self, block: Block) -> None:
        """Write the reverse of a block."""
        for statement in reversed(block):
            self.source = getattr(statement, "source", 0)
            self.statement(statement)

    def inner(self, block: Block, place: tuple[int, ...], state: Mapping[str, AdjointState]) -> tuple[Block, dict[str, AdjointState]]:
        """Return the reverse of a nested block and the state at its end, starting from a state."""
        outer, before, source = self.out, self.state, self.source
        self.out, self.state = [], dict(state)
        self.block(block)
        body, after = tuple(self.out), self.state
        self.out, self.state, self.source = outer, before, source
        return ((Reversed(place, body),) if body else ()), after

    def statement(self, statement: Statement) -> None:
        """Write the reverse of a statement."""
        if isinstance(statement, Assign) and isinstance(statement.target, gast.Name):
            self.defined(statement, statement.target.id)
        elif isinstance(statement, Update) and statement.new in self.analysis.operations:
            self.defined(statement, statement.new or "")
        elif isinstance(statement, Assign | Update):
            stores_reversed.reverse_store(self, statement)
        elif isinstance(statement, If):
            self.branch(statement)
        elif isinstance(statement, For | While):
            LoopReverser(self, statement).run()
        elif isinstance(statement, With):
            self.context(statement)
        elif isinstance(statement, Effect):
            self.refusals.effect(self, statement)

    def context(self, statement: With) -> None:
        outer, self.out = self.out, []
        self.block(statement.body)
        body, self.out = tuple(self.out), outer
        if body:
            self.emit(With(statement.context, body, statement.source))

    def defined(self, statement: Assign | Update, version: str) -> None:
        """Write the reverse of the operation that makes a version."""
        seed = self.seed(version) if self.is_active(version) else None
        if seed is None:
            self.consume(version)
            return
        operation = self.analysis.operations[version]
        if self.mirrors.has(version):
            if self.mirrors.is_view(version, operation) or self.mirrors.give_back(version, operation):
                return
        self.spread(self.contributions(operation, version, seed, statement), version)

    def contributions(
        self, operation: Operation, version: str, seed: AdjointState, statement: Statement
    ) -> list[Contribution]:
        """Return what the operands of an operation receive."""
        if isinstance(operation, Apply):
            return reverse_rule(self, operation, version, seed)
        if isinstance(operation, CallCustom):
            return reverse_custom(self, operation, version, seed, statement)
        if isinstance(operation, CallUser):
            return reverse_call(self, operation, version, seed)
        if isinstance(operation, Copy):
            return self.copied(operation, version)
        if isinstance(operation, Display):
            return self.displayed(operation, version)
        if isinstance(operation, Item | Member):
            return self.taken(operation, version, seed)
        if isinstance(operation, Repeat | Chain):
            return self.joined(operation, version, seed)
        raise self.refusals.opaque(operation, statement)

    def copied(self, operation: Copy, version: str) -> list[Contribution]:
        if not isinstance(operation.atom, gast.Name) or not self.is_active(operation.atom.id):
            return []
        return self.passed_on(operation.atom.id, (), version, ())

    def passed_on(self, receiver: str, base: Path, version: str, at: Path) -> list[Contribution]:
        """Return the adjoint of an item of a version, at ``at``, as contributions to a receiver's item at ``base``."""
        if self.mirrors.has(version):
            known = self.mirrors.state(version)
            return [Contribution(receiver, base, Fitted(self.read(version), known.fact, full=True), known)]
        mine = self.structures.leaves(version)
        theirs = self.structures.leaves(receiver)
        found = []
        for path in mine:
            if path[: len(at)] != at and path:
                continue
            variable = self.adjoint(version, path)
            known = self.state.get(variable)
            if known is None:
                continue
            inner = path[len(at) :]
            if (*base, *inner) in theirs:
                found.append(Contribution(receiver, (*base, *inner), Fitted(name(variable), known.fact), known))
            elif path == ():
                found += self.from_whole(receiver, base, at, name(variable), known)
        if found or not mine or mine == [()]:
            return found
        return self.to_whole(receiver, base, version, at)

    def from_whole(
        self, receiver: str, base: Path, at: Path, value: gast.expr, known: AdjointState
    ) -> list[Contribution]:
        """Return the items of an adjoint in one piece as contributions to a split receiver."""
        fact = self.structures.fact_at(receiver, base)
        found = []
        for leaf in self.structures.leaves(receiver):
            if leaf[: len(base)] == base:
                inner = leaf[len(base) :]
                item = adjoint_item(value, fact, (*at, *inner))
                target = self.structures.fact_at(receiver, leaf)
                found.append(Contribution(receiver, leaf, Fitted(item, as_adjoint(target)), known))
        return found

    def to_whole(self, receiver: str, base: Path, version: str, at: Path) -> list[Contribution]:
        """Return a split adjoint put together, as a contribution to a receiver in one piece."""
        seed = self.seed(version)
        if seed is None or at or base:
            return []
        fact = self.analysis.fact(version)
        return [Contribution(receiver, (), Fitted(self.whole(version), Fact("list", element=element_of(fact))), seed)]

    def displayed(self, operation: Display, version: str) -> list[Contribution]:
        found: list[Contribution] = []
        for key, item in zip(operation.keys, operation.items, strict=True):
            if not isinstance(item, gast.Name) or not self.is_active(item.id):
                continue
            if self.structures.leaves(version) == [()] and self.analysis.fact(version).kind in CONTAINERS:
                value = subscript(name(self.adjoint(version)), constant(key))
                known = self.state[self.adjoint(version)]
                target = self.analysis.fact(item.id)
                found.append(Contribution(item.id, (), Fitted(value, as_adjoint(target)), known))
                continue
            found += self.passed_on(item.id, (), version, (key,))
        return found

    def taken(self, operation: Item | Member, version: str, seed: AdjointState) -> list[Contribution]:
        """Return what the owner of an item receives; arrays and containers in one piece are updated in place."""
        owner = operation.owner
        if not isinstance(owner, gast.Name) or not self.is_active(owner.id):
            return []
        fact = self.analysis.fact(owner.id)
        if fact.is_number and isinstance(operation, Item):
            stores_reversed.add_item(self, owner.id, operation.index, version)
            return []
        if isinstance(operation, Member):
            key = member_key(operation, fact)
            if key is None:
                raise self.refusals.member(operation)
            return self.passed_on(owner.id, (key,), version, ())
        keys = known_keys(self.analysis, owner.id, operation.index)
        if self.structures.leaves(owner.id) == [()] or keys is None:
            return self.taken_whole(operation, owner.id, version, seed)
        if not isinstance(operation.index, gast.Slice):
            return self.passed_on(owner.id, (keys[0],), version, ())
        return [c for k, key in enumerate(keys) for c in self.passed_on(owner.id, (key,), version, (k,))]

    def joined(self, operation: Repeat | Chain, version: str, seed: AdjointState) -> list[Contribution]:
        """Return what the lists receive that a list was put together from."""
        whole = self.bind(self.whole(version))
        found: list[Contribution] = []
        if isinstance(operation, Repeat):
            folded = call("fold_repeats", whole, call("len", operation.sequence))
            return self.given_items(operation.sequence, self.bind(folded), seed)
        start: gast.expr = constant(0)
        for part in operation.parts:
            end = gast.BinOp(start, gast.Add(), call("len", part))
            found += self.given_items(part, self.bind(subscript(whole, gast.Slice(start, end, None))), seed)
            start = end
        return found

    def given_items(self, receiver: gast.expr, value: gast.expr, seed: AdjointState) -> list[Contribution]:
        if not isinstance(receiver, gast.Name) or not self.is_active(receiver.id):
            return []
        if self.structures.leaves(receiver.id) == [()]:
            return [Contribution(receiver.id, (), Fitted(value, Fact("list", element=UNKNOWN)), seed)]
        return self.from_whole(receiver.id, (), (), value, seed)

    def taken_whole(self, operation: Item, owner: str, version: str, seed: AdjointState) -> list[Contribution]:
        if isinstance(operation.index, gast.Slice) or self.structures.leaves(version) != [()]:
            raise self.refusals.container(operation)
        variable = self.adjoint(owner)
        if variable not in self.state:
            self.assign(variable, self.zero(owner))
            self.set_state(variable, AdjointState(Fact("list", element=UNKNOWN), zero=True, cut=True, owned=True))
        if not self.state[variable].owned:
            self.assign(variable, call("own", name(variable)))
            self.set_state(variable, replace(self.state[variable], owned=True))
        place = gast.Subscript(name(variable), operation.index, gast.Store())
        value = self.read(version, full=True)
        if self.analysis.fact(version).kind in CONTAINERS:
            raise self.refusals.container(operation)
        total = gast.BinOp(subscript(name(variable), operation.index), gast.Add(), value)
        self.emit(Assign(place, total, self.source))
        self.set_state(variable, self.state[variable].with_bits_of(seed))
        return []

    # ---- branches ----

    def branch(self, statement: If) -> None:
        """Write the reverse of an if: the branch that was taken."""
        body, after_body = self.inner(statement.body, self.places.body(statement), self.state)
        orelse, after_else = self.inner(statement.orelse, self.places.orelse(statement), self.state)
        variables = dict.fromkeys([*after_body, *after_else])
        body += self.missing(after_body, after_else, statement)
        orelse += self.missing(after_else, after_body, statement)
        if body or orelse:
            draft = _if(statement.test, body, orelse, statement.source)
            self.primal_of[id(draft)] = id(statement)
            self.negated[id(draft)] = not body
            self.drafts.append(draft)
            self.emit(draft)
        joined = {}
        for variable in variables:
            left, right = after_body.get(variable), after_else.get(variable)
            if left is not None and right is not None:
                joined[variable] = join_states(left, right)
        self.state = joined

    def missing(
        self, mine: dict[str, AdjointState], other: dict[str, AdjointState], statement: Statement
    ) -> Block:
        """Return zeros for the adjoints that only the other side has; they are born here then."""
        made = []
        for variable, known in other.items():
            if variable not in mine:
                value: gast.expr = constant(0.0)
                if not known.fact.is_number:
                    value = self.empty_structure(known.fact)
                mine[variable] = ZERO if known.fact.is_number else known
                made.append(Assign(store_name(variable), value, 0))
        return tuple(made)

    def empty_structure(self, fact: Fact) -> gast.expr:
        """Return the zero of a container's adjoint where its primal is not at hand."""
        raise CladpyError("C121", "an adjoint of a container reaches a join on one path only")

    def join(self, phis: tuple[Phi, ...]) -> None:
        """Joins need no code: all that a join may hold shares a variable, and so an adjoint."""


def _if(test: gast.expr, body: Block, orelse: Block, source: int) -> If:
    if body:
        return If(test, body, orelse, source)
    return If(gast.UnaryOp(gast.Not(), test), orelse, (), source)


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

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        return self[key] if key in self else default

