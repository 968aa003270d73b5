"""What the steps of specialisation look at, and write with."""

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import cast

import gast

from cladpy.analyses.decided import Decided
from cladpy.analyses.facts import FactTable
from cladpy.analyses.infer import Inference
from cladpy.analyses.runtime_names import runtime_value
from cladpy.errors import CladpyError
from cladpy.frontend.namespace import MISSING, ExtendedNamespace, Namespace, RenamedGlobal, holding
from cladpy.ir.callables import LocalFunction, Method, Partial
from cladpy.ir.expressions import name, names_in, nodes_of
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Assign, Block, Effect, For, Statement, Update, walk
from cladpy.normalize.closures import Closure
from cladpy.normalize.flatten_statements import StatementFlattener
from cladpy.normalize.handed_back import MadeFunctions
from cladpy.normalize.normal_form import Helpers, flattener_of
from cladpy.normalize.owned_calls import Owners, Position
from cladpy.normalize.recorder import Recorder
from cladpy.planning.prepared import Prepared

Owner = Namespace | RenamedGlobal


@dataclass(slots=True)
class Scene:
    """One function under one signature, while a step is made.

    Parameters
    ----------
    prepared : Prepared
        The function, with its form and the same over versions.
    table : FactTable
        Facts and operations of the versions.
    resolve : callable
        Live values of dotted global names.
    prepare : callable
        Returns the normal form of another function; refuses what cannot be followed.
    owners : mapping
        What facts tell of the owners of methods and places.
    made_functions : MadeFunctions
        The functions that were made of others so far.
    dispatched : dict
        The functions found behind those under ``functools.singledispatch``, by these and by class.
    is_sized : bool
        The facts hold for the sizes of one call: what is built along them is written out.
    """

    prepared: Prepared
    table: FactTable
    resolve: Callable[[str], object]
    prepare: Callable[[Callable[..., object]], Prepared]
    owners: Owners = field(default_factory=dict)
    made_functions: MadeFunctions = field(default_factory=MadeFunctions)
    dispatched: dict[tuple[object, type], object] = field(default_factory=dict)
    is_sized: bool = False
    recorder: Recorder = field(init=False)
    more: dict[str, Owner] = field(init=False)
    user_names: set[str] = field(init=False)
    local: set[str] = field(init=False)
    helpers: dict[str, types.FunctionType] = field(init=False)
    apart: set[Position] = field(init=False)

    def __post_init__(self) -> None:
        form = self.prepared.form
        targets = [s.target for s in walk(form.body) if isinstance(s, Assign | Update | For)]
        self.local = {*form.parameters, *(n for target in targets for n in names_in(target))}
        self.recorder = Recorder(form.source, lines=dict(form.lines), taken=set(self.local), scopes=dict(form.scopes))
        namespace = self.prepared.namespace
        self.more = dict(namespace.more) if isinstance(namespace, ExtendedNamespace) else {}
        self.user_names = set(form.user_names)
        self.helpers = dict(form.helpers)
        self.apart = set(form.apart)

    # ---- what is known ----

    @property
    def body(self) -> Block:
        """The normal form."""
        return self.prepared.form.body

    @property
    def numbered(self) -> Block:
        """The same over versions."""
        return self.prepared.versions.body

    @property
    def inference(self) -> Inference:
        """Facts of expressions over versions."""
        return Inference(self.table.facts, self.resolve)

    def fact(self, twin: gast.expr) -> Fact:
        """Return the facts of an expression over versions."""
        return self.inference.infer(twin)

    def truth(self, test: gast.expr) -> bool | None:
        """Return whether a condition over versions holds; None where that is not known."""
        return Decided(self.inference).truth(test)

    # ---- writing ----

    @property
    def namespace(self) -> ExtendedNamespace:
        """What the names of the function mean, new ones included."""
        return ExtendedNamespace(self.prepared.namespace.function, self.more)

    def flattener(self) -> StatementFlattener:
        """Return what writes further statements."""
        helpers = Helpers(
            self.namespace, self.local, self.owners, used=self.helpers, more=self.more, made=self.made_functions
        )
        flattener = flattener_of(self.recorder, self.local, self.namespace, helpers, self.owners)
        closures = [cast(Closure, each.closure) for each in local_functions(self.body)]
        flattener.expressions.rebindable = {n for closure in closures for n in closure.nonlocals}
        return flattener

    @contextmanager
    def writing(self, statement: Statement) -> Iterator[list[Statement]]:
        """Write what takes the place of a statement."""
        with self.recorder.nested() as block:
            self.recorder.current = getattr(statement, "source", 0)
            yield block

    def bind(self, value: gast.expr) -> gast.Name:
        """Assign a value to a new name."""
        return self.held(value, "v")

    def held(self, value: gast.expr, base: str) -> gast.Name:
        """Assign a value to a new name that says what it is."""
        made = self.recorder.bind(value, base)
        self.local.add(made.id)
        return made

    def refuse(self, statement: Statement, code: str, message: str, hint: str | None = None) -> CladpyError:
        """Return an error at a statement."""
        line = self.recorder.lines.get(getattr(statement, "source", 0))
        return CladpyError(code, message, location=None if line is None else line.location, hint=hint)

    def name_for(self, base: str, owner: Owner) -> gast.Name:
        """Return a name for something that the function may have no name for, or another one."""
        value, number, candidate = owner.lookup(base), 1, base
        while not self._means(candidate, value):
            if self._is_free(candidate):
                renamed = isinstance(owner, RenamedGlobal) or candidate == base
                self.more[candidate] = owner if renamed else RenamedGlobal(cast(Namespace, owner), base)
                break
            number += 1
            candidate = f"{base}_{number}"
        return name(candidate)

    def name_of_value(self, base: str, value: object) -> gast.Name:
        """Return a name for a value that is known while planning."""
        return self.name_for(base, holding(base, value))

    def _means(self, candidate: str, value: object) -> bool:
        """Tell whether a name means a value already."""
        return candidate not in self.local and self.namespace.lookup(candidate) is value

    def _is_free(self, candidate: str) -> bool:
        if candidate in self.local or candidate in self.user_names or runtime_value(candidate) is not MISSING:
            return False
        return self.namespace.lookup(candidate) is MISSING

    def made(self, body: Block) -> Prepared:
        """Return the function with a new body."""
        form = replace(
            self.prepared.form,
            body=body,
            lines=self.recorder.lines,
            scopes=self.recorder.scopes,
            helpers=self.helpers,
            user_names=frozenset(self.user_names),
            apart=frozenset(self.apart),
        )
        namespace = self.namespace if self.more else self.prepared.namespace
        return self.prepared.with_form(form, namespace)


def local_functions(body: Block) -> set[LocalFunction]:
    """Return the local functions that a body makes."""
    written = (each.value for each in walk(body) if isinstance(each, Assign | Effect | Update))
    nodes = (part for value in written for part in nodes_of(value))
    return {part.value for part in nodes if isinstance(part, gast.Constant) and isinstance(part.value, LocalFunction)}


def literal_of(fact: Fact) -> object:
    """Return the literal that a function of the normal form is, or that stands at the head of its tuple; else None."""
    if fact.kind == "tuple" and fact.items and fact.items[0].known:
        fact = fact.items[0]
    return fact.value if isinstance(fact.value, LocalFunction | Method | Partial) else None
