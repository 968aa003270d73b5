"""What the plan of a request relied on beyond the arguments of a call: when it changes, the request is planned anew."""

import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from cladpy.frontend.namespace import Namespace
from cladpy.planning.custom_calls import rules_relied_on
from cladpy.planning.scheduler import DiffScheduler
from cladpy.rules import RulesReliedOn


@dataclass(frozen=True, slots=True)
class ReliedOn:
    """Globals, cells, functions and rules that a plan was made from.

    Parameters
    ----------
    names : tuple of (Namespace, str)
        Paths that were resolved, with the function that sees them.
    functions : frozenset of function
        Those whose source was read.
    rules : RulesReliedOn
        The custom rules of the functions that are called.
    codes : tuple of (function, code)
        Primals of derivatives that the primal calls, which no name may lead to, with the code that they had.
    dispatched : tuple of (function, class, function)
        Functions under ``functools.singledispatch``, with what they called for a class.
    """

    names: tuple[tuple[Namespace, str], ...] = ()
    functions: frozenset[types.FunctionType] = frozenset()
    rules: RulesReliedOn = field(default_factory=lambda: RulesReliedOn({}))
    codes: tuple[tuple[types.FunctionType, types.CodeType], ...] = ()
    dispatched: tuple[tuple[Any, type, object], ...] = ()

    @classmethod
    def by(cls, scheduler: DiffScheduler, root: object) -> "ReliedOn":
        """Return what a scheduler relied on to plan a root."""
        names = tuple((namespace, path) for namespace, path, _ in scheduler.relied())
        functions = frozenset(
            prepared.function
            for prepared in scheduler.prepared.values()
            if isinstance(prepared.function, types.FunctionType)
        )
        dispatched = tuple((*asked, found) for asked, found in scheduler.dispatched.items())
        return cls(names, functions, rules_relied_on(scheduler, root), dispatched=dispatched)  # type: ignore[arg-type]

    def with_code_of(self, function: types.FunctionType) -> "ReliedOn":
        """Return this with the code of a function that a derivative was made from."""
        return replace(self, codes=(*self.codes, (function, function.__code__)))

    def merged(self, others: Iterable["ReliedOn"]) -> "ReliedOn":
        """Return what this plan and others relied on."""
        every = (self, *others)
        return ReliedOn(
            tuple(pair for each in every for pair in each.names),
            frozenset().union(*(each.functions for each in every)),
            self.rules.with_those_of(each.rules for each in every[1:]),
            tuple(dict.fromkeys(pair for each in every for pair in each.codes)),
            tuple(dict.fromkeys(asked for each in every for asked in each.dispatched)),
        )

    def hold(self) -> bool:
        """Tell whether rules and codes are what they were; names and functions are watched by the look-up."""
        return self.rules.hold() and self.codes_hold()

    def codes_hold(self) -> bool:
        """Tell whether functions have the codes that they had, and call the functions that they called."""
        same = all(function.dispatch(cls) is found for function, cls, found in self.dispatched)
        return same and all(function.__code__ is code for function, code in self.codes)

    @property
    def conditions(self) -> tuple[Callable[[], bool], ...]:
        """What is to be asked at every call beside the rules: whether codes hold, if there are any."""
        return (self.codes_hold,) if self.codes or self.dispatched else ()
