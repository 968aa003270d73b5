"""Plan calls of functions with custom rules: the rule for the wanted slots, or the call's own derivative.

The rule that covers the active parameters with the fewest others is used; where none does, the function's own rule or
source. What such a function does to facts, activity and storage is taken from its source where that can be followed.
"""

from __future__ import annotations

import keyword
import types
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.infer import Inference
from cladpy.analyses.operations import Apply, CallCustom, CallUser, Opaque, links
from cladpy.analyses.runtime_names import runtime_value
from cladpy.errors import CladpyError
from cladpy.frontend.find_source import primal_function
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.expressions import dotted
from cladpy.ir.fact import Fact
from cladpy.planning.callee_plan import CustomPlan, CustomPushforwardPlan
from cladpy.rules import RulesReliedOn
from cladpy.rules.custom_signature import name_of

if TYPE_CHECKING:
    from cladpy.planning.function_facts import FunctionFacts, Summary
    from cladpy.planning.scheduler import DiffScheduler

Found = TypeVar("Found")

_RESERVED = frozenset({"state", "d_out", "d_out_2"})  # parameters of generated pullbacks
NUMBER = Fact("number")  # what a function returns whose result cannot be followed: an array or number


def fixed_name(name: str, function: Callable[..., object]) -> Namespace:
    """Return the namespace in which a name of generated code stands for one function, wherever that is defined."""
    return Namespace(types.FunctionType(_nothing.__code__, {name: function}))


def _nothing() -> None:
    """Lend its code to functions that only hold globals."""


# ---- what is known of a call ----


def result_fact(scheduler: FunctionFacts, operation: CallCustom, facts: Mapping[str, Fact]) -> Fact:
    """Return the facts of the result; a rule differentiates numbers, so that at least a number is returned."""
    found = _followed(scheduler, lambda: _own_result(scheduler, operation, facts))
    if found is not None and found.kind not in ("unknown", "bottom", "none"):  # none: a primal that only raises
        return found
    return Fact("unknown") if operation.rules.is_inactive else NUMBER


def _own_result(scheduler: FunctionFacts, operation: CallCustom, facts: Mapping[str, Fact]) -> Fact:
    if isinstance(operation.otherwise, CallUser):
        return scheduler.user_result(operation.otherwise, facts)
    names = list(operation.arguments)[: len(operation.call.args)]
    keywords = {each.arg: facts[each.arg] for each in operation.call.keywords}
    positional = [facts[name].without_value() for name in names]
    return Inference({}, lambda _path: MISSING, "result").called(operation.function, positional, keywords)


def result_varies(
    scheduler: DiffScheduler, operation: CallCustom, varied: frozenset[str], facts: Mapping[str, Fact]
) -> bool:
    """Tell whether the result depends on the varied arguments: a rule for one of them says so, else the source."""
    if operation.rules.is_inactive:
        return False
    if varied & operation.rules.covers:
        return True
    otherwise = operation.otherwise
    if isinstance(otherwise, CallUser):
        found = _followed(scheduler, lambda: scheduler.result_varies(otherwise, varied, facts))
        return True if found is None else found
    if isinstance(otherwise, Apply):
        read = set(links(otherwise))
        return any(_names(operation.arguments[p]) & read for p in varied)
    return True


def summary(scheduler: FunctionFacts, operation: CallCustom, facts: Mapping[str, Fact]) -> Summary | None:
    """Return what the function does to the storage of its arguments, if its source shows it."""
    otherwise = operation.otherwise
    if not isinstance(otherwise, CallUser):
        return None
    return _followed(scheduler, lambda: scheduler.summary(otherwise, facts))


def _followed(scheduler: FunctionFacts, find: Callable[[], Found]) -> Found | None:
    """Return what a function's source shows; None where it cannot be followed, which its rule makes unnecessary."""
    opened = set(scheduler.open)
    try:
        return find()
    except CladpyError:
        scheduler.open.intersection_update(opened)
        return None


def _names(node: gast.expr) -> set[str]:
    return {part.id for part in gast.walk(node) if isinstance(part, gast.Name)}


# ---- the choice ----


def custom_plan(
    scheduler: DiffScheduler, operation: CallCustom, analysis: FunctionAnalysis, wanted: frozenset[str]
) -> CustomPlan | None:
    """Return the rule that covers the wanted parameters; None if the call is differentiated otherwise.

    Raises
    ------
    CladpyError
        C201 if there is no other way; C115 if the rule reads what the call leaves to a default that is no literal.
    """
    rule = operation.rules.choose(wanted)
    if rule is None:
        if isinstance(operation.otherwise, Opaque):
            raise _uncovered(operation, wanted)
        return None
    read = [each.parameter for each in rule.reads if each.kind == "parameter"]
    missing = [p for p in (rule.parameters if rule.forward is not None else read) if p not in operation.arguments]
    if missing:
        text = f"{rule.name} reads {missing[0]!r}, which this call leaves to its default"
        raise CladpyError("C115", f"{name_of(operation.function)}: {text}", hint=f"pass {missing[0]}")
    named = name_of(operation.function)
    forward = None
    if rule.forward is not None:
        forward = bind_name(scheduler, analysis, rule.forward, f"{named}_forward")
    return CustomPlan(rule, bind_name(scheduler, analysis, rule.function, f"{named}_pullback"), forward)


def _uncovered(operation: CallCustom, wanted: frozenset[str]) -> CladpyError:
    named = name_of(operation.function)
    asked = ", ".join(p for p in operation.arguments if p in wanted)
    known = "; ".join(str(rule) for rule in operation.rules.pullbacks)
    hint = f'register one with @cladpy.custom_pullback({named}, wrt="{asked}")'
    return CladpyError("C201", f"no rule of {named} covers {asked}", notes=[f"its rules: {known}"], hint=hint)


def pushforward_plan(
    scheduler: DiffScheduler, operation: CallCustom, analysis: FunctionAnalysis, varied: frozenset[str]
) -> CustomPushforwardPlan | None:
    """Return the pushforward that a user wrote; None if there is no rule, and the call is differentiated otherwise.

    Raises
    ------
    CladpyError
        C201 if it does not take a tangent that is not zero, or there is a pullback alone; C115 if it reads what the
        call leaves to a default that is no literal.
    """
    named, rule = name_of(operation.function), operation.rules.pushforward
    if rule is None:
        if operation.rules.pullbacks:
            hint = f"register one with @cladpy.custom_pushforward({named})"
            raise CladpyError("C201", f"{named} has a custom pullback, and no pushforward", hint=hint)
        return None
    uncovered = sorted(varied - rule.covers)
    if uncovered:
        hint = f"let it take t_{uncovered[0]}"
        raise CladpyError(
            "C201", f"{rule.name}, the pushforward of {named}, takes no tangent of {uncovered[0]}", hint=hint
        )
    read = [each.parameter for each in rule.reads if each.kind in ("parameter", "tangent")]
    missing = [parameter for parameter in read if parameter not in operation.arguments]
    if missing:
        text = f"{rule.name} reads {missing[0]!r}, which this call leaves to its default"
        raise CladpyError("C115", f"{named}: {text}", hint=f"pass {missing[0]}")
    return CustomPushforwardPlan(rule, bind_name(scheduler, analysis, rule.function, f"{named}_pushforward"))


def pushforward_text(operation: CallCustom, plan: CustomPushforwardPlan | None) -> str:
    """Say for a reader of the graph which pushforward was chosen for a call."""
    return f"{name_of(operation.function)} itself" if plan is None else str(plan.rule)


def choice_text(operation: CallCustom, plan: CustomPlan | None, wanted: frozenset[str]) -> str:
    """Say for a reader of the graph which rule was chosen for a call."""
    if plan is not None:
        return str(plan.rule)
    asked = ", ".join(p for p in operation.arguments if p in wanted)
    return f"{name_of(operation.function)} itself: no custom rule covers {asked}"


# ---- names ----


def bind_name(
    scheduler: DiffScheduler, analysis: FunctionAnalysis, function: Callable[..., object], otherwise: str
) -> str:
    """Return the name by which generated code calls a function of the user's.

    Its own name, or another one where it has none that can be written (a lambda, ``_``) or one like an adjoint's; with
    a number where that name means something else.
    """
    base = next(each for each in (name_of(function), otherwise, "rule") if _can_be_written(each))
    number, candidate = 1, base
    while not _is_free(scheduler, analysis, function, candidate):
        number += 1
        candidate = f"{base}_{number}"
    scheduler.bound.setdefault(candidate, fixed_name(candidate, function))
    return candidate


def _can_be_written(name: str) -> bool:
    if not name.isidentifier() or not name.strip("_") or keyword.iskeyword(name):
        return False
    return not name.startswith(("d_", "t_"))


def _is_free(
    scheduler: DiffScheduler, analysis: FunctionAnalysis, function: Callable[..., object], candidate: str
) -> bool:
    if candidate in _RESERVED or candidate in scheduler.taken or runtime_value(candidate) is not MISSING:
        return False
    if any(info.name == candidate for info in analysis.versions.table.values()):
        return False
    meant = analysis.resolve(candidate)
    if meant is not MISSING and meant is not function:
        return False
    if candidate in scheduler.bound:
        return scheduler.bound[candidate].lookup(candidate) is function
    plans = [known.plan for known in scheduler.dependents.values()]
    return all(candidate not in plan.names for plan in plans)


# ---- what a plan relied on ----


def rules_relied_on(scheduler: DiffScheduler, root: Callable[..., object]) -> RulesReliedOn:
    """Return the functions that were called, with the custom rules that they had or had not."""
    return RulesReliedOn.of([root, *dict.fromkeys(_called(scheduler))])


def _called(scheduler: DiffScheduler) -> Iterator[Callable[..., object]]:
    for key, table in scheduler.tables.items():
        resolve = scheduler.resolver(scheduler.forms[key])
        for operation in table.operations.values():
            if isinstance(operation, Apply):
                yield operation.rule.function
            elif isinstance(operation, CallUser):
                yield from _with_inner(operation.function)
            elif isinstance(operation, Opaque) and isinstance(operation.value, gast.Call):
                value = resolve(dotted(operation.value.func) or "")
                if callable(value):
                    yield value


def _with_inner(function: Callable[..., object]) -> Iterator[Callable[..., object]]:
    yield function
    try:
        yield primal_function(function)
    except CladpyError:
        return
