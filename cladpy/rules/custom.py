"""Rules that users write: registered for a function, chosen when a derivative is planned.

A function may have several pullbacks, each for some of its parameters; the one that covers the wanted slots with the
fewest others is used, the latest registered among equals. ``override`` sets other rules for a while.
"""

import inspect
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from cladpy.errors import CladpyError
from cladpy.request import Wrt
from cladpy.rules.custom_pushforward import CustomPushforward, read_pushforward
from cladpy.rules.custom_signature import CustomPullback, name_of, read_signature

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class CustomRules:
    """Hold what users registered for one function.

    Parameters
    ----------
    pullbacks : tuple of CustomPullback
        In the order of registration.
    pushforward : CustomPushforward or None
    is_inactive : bool
        No derivative flows through the function.
    """

    pullbacks: tuple[CustomPullback, ...] = ()
    pushforward: CustomPushforward | None = None
    is_inactive: bool = False

    @property
    def covers(self) -> frozenset[str]:
        """The parameters through which some rule lets a derivative flow."""
        pushed = frozenset() if self.pushforward is None else self.pushforward.covers
        return pushed.union(*(each.covers for each in self.pullbacks))

    def choose(self, wanted: Iterable[str]) -> CustomPullback | None:
        """Return the pullback that covers the wanted parameters with the fewest others, the latest among equals.

        Examples
        --------
        >>> def product(data, weight): ...
        >>> def both(data, weight, d_out): ...
        >>> def one(data, d_out): ...
        >>> rules = CustomRules((read_signature(one, product, "weight", None), read_signature(both, product, None, None)))
        >>> rules.choose({"weight"}).name, rules.choose({"data"}).name
        ('one', 'both')
        """
        asked = frozenset(wanted)
        fitting = [each for each in reversed(self.pullbacks) if asked <= each.covers]
        return min(fitting, key=lambda each: len(each.covers), default=None)

    def with_pullback(self, pullback: CustomPullback) -> "CustomRules":
        """Return the rules with one more; one that covers the same is replaced, since it would never be chosen."""
        others = tuple(each for each in self.pullbacks if each.covers != pullback.covers)
        return replace(self, pullbacks=(*others, pullback), is_inactive=False)


_Table = Mapping[Any, CustomRules]
_EMPTY: _Table = MappingProxyType({})


class CustomRegistry:
    """Find the custom rules of a function: those of an open ``override`` before those registered.

    Both tables are replaced, never changed: as long as they are the same objects, nothing has changed.
    """

    __slots__ = ("_lock", "overrides", "registered")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.registered: _Table = _EMPTY
        self.overrides: ContextVar[_Table] = ContextVar("overrides", default=_EMPTY)

    def lookup(self, function: object) -> CustomRules | None:
        """Return the rules of a function, or None."""
        rules = self.entry(function)
        found = rules is not None and (rules.pullbacks or rules.pushforward or rules.is_inactive)
        return rules if found else None

    def entry(self, function: object) -> CustomRules | None:
        """Return all that is registered for a function, or None."""
        try:
            return self.overrides.get().get(function) or self.registered.get(function)
        except TypeError:  # not hashable
            return None

    def change(self, function: object, change: Callable[[CustomRules], CustomRules]) -> None:
        """Replace the registered rules of a function."""
        with self._lock:
            known = self.registered.get(function, CustomRules())
            self.registered = MappingProxyType({**self.registered, function: change(known)})

    @contextmanager
    def overridden(self, function: object, rules: CustomRules) -> Iterator[None]:
        """Set the rules of a function within a context."""
        token = self.overrides.set(MappingProxyType({**self.overrides.get(), function: rules}))
        try:
            yield
        finally:
            self.overrides.reset(token)


custom_registry: Final = CustomRegistry()
"""The rules that users registered."""


@dataclass(slots=True)
class RulesReliedOn:
    """Remember which custom rules a plan relied on, none included, and tell whether they still hold.

    Parameters
    ----------
    found : mapping
        By function.
    """

    found: Mapping[Any, CustomRules | None]
    _seen: tuple[_Table, _Table] | None = None

    @classmethod
    def of(cls, functions: Iterable[object]) -> "RulesReliedOn":
        """Look the rules of functions up as they are now."""
        return cls({function: custom_registry.lookup(function) for function in functions})

    def with_those_of(self, others: Iterable["RulesReliedOn"]) -> "RulesReliedOn":
        """Return what this plan and others relied on."""
        found = dict(self.found)
        for other in others:
            found |= other.found
        return RulesReliedOn(found)

    @property
    def tables(self) -> tuple[tuple[object, str, object], ...]:
        """What holds them now: owner, how it is read, and what is there; while these are the same, the rules hold."""
        return (
            (custom_registry, "registered", custom_registry.registered),
            (custom_registry.overrides, "get()", custom_registry.overrides.get()),
        )

    def hold(self) -> bool:
        """Tell whether each function still has the same rules; asked at every call of a derivative."""
        registered, overrides = custom_registry.registered, custom_registry.overrides.get()
        seen = self._seen
        if seen is not None and seen[0] is registered and seen[1] is overrides:
            return True
        if any(custom_registry.lookup(function) != rules for function, rules in self.found.items()):
            return False
        self._seen = (registered, overrides)  # at once: threads may have other overrides
        return True


def custom_pullback(
    function: Callable[..., Any], wrt: Wrt = None, *, forward: Callable[..., Any] | None = None
) -> Callable[[AnyFunction], AnyFunction]:
    """Register the decorated function as a pullback of a function.

    Parameters
    ----------
    function : callable
        The primal; its source is not needed.
    wrt : str, int or tuple, optional
        The parameters of which the rule gives the adjoint; all, if left out. The others' slots hold `no_adjoint`.
    forward : callable, optional
        ``forward(*args) -> (value, state)`` runs in place of the primal, and the rule may read ``state``.

    Returns
    -------
    callable
        A decorator. The rule names what it reads: parameters of the primal, ``result``, ``state``, and the cotangent
        ``d_out``; it returns one slot for each parameter of the primal, and writes nothing that it is given.

    Raises
    ------
    CladpyError
        C204 if the rule's signature does not fit. Where an adjoint has another shape or dtype than its parameter, a
        call of the derivative raises C402.

    Examples
    --------
    >>> from cladpy import gradient, no_adjoint
    >>> def product(data, weight):
    ...     return data * weight
    >>> @custom_pullback(product, wrt="weight")
    ... def product_pullback(data, d_out):
    ...     return no_adjoint, data * d_out
    """

    def register(rule: AnyFunction) -> AnyFunction:
        pullback = read_signature(rule, function, wrt, forward)
        custom_registry.change(function, lambda rules: rules.with_pullback(pullback))
        return rule

    return register


def custom_pushforward(function: Callable[..., Any]) -> Callable[[AnyFunction], AnyFunction]:
    """Register the decorated function as the pushforward of a function, for forward mode.

    Parameters
    ----------
    function : callable
        The primal; its source is not needed.

    Returns
    -------
    callable
        A decorator. The rule names what it reads: parameters of the primal, ``result``, and the tangents ``t_x`` of the
        parameters through which a derivative flows; it returns the tangent of the result.

    Raises
    ------
    CladpyError
        C204 if the rule's signature does not fit. Where the tangent has another shape or dtype than the result, a call of
        the derivative raises C402.

    Examples
    --------
    >>> from cladpy import pushforward
    >>> def product(data, weight):
    ...     return data * weight
    >>> @custom_pushforward(product)
    ... def product_pushforward(data, weight, t_data, t_weight):
    ...     return t_data * weight + data * t_weight
    >>> pushforward(product)(2.0, 3.0, 1.0, 0.0)
    (6.0, 3.0)
    """
    _check_callable(function)

    def register(rule: AnyFunction) -> AnyFunction:
        pushed = read_pushforward(rule, function)
        custom_registry.change(function, lambda rules: replace(rules, pushforward=pushed, is_inactive=False))
        return rule

    return register


def non_differentiable(function: AnyFunction) -> AnyFunction:
    """Declare that no derivative flows through a function, as a decorator or for a function of a library.

    Examples
    --------
    >>> @non_differentiable
    ... def bucket(x):
    ...     return x // 0.25
    """
    _check_callable(function)
    custom_registry.change(function, lambda rules: replace(rules, pullbacks=(), is_inactive=True))
    return function


@contextmanager
def override(
    function: Callable[..., Any],
    rule: Callable[..., Any] | None,
    *,
    wrt: Wrt = None,
    forward: Callable[..., Any] | None = None,
) -> Iterator[None]:
    """Let a function have one rule, and no other custom rule, within a ``with`` statement and this thread.

    Parameters
    ----------
    function : callable
    rule : callable or None
        A pullback as for `custom_pullback`, a pushforward as for `custom_pushforward`; `non_differentiable`; or None for
        the function's own derivative.
    wrt, forward
        As for `custom_pullback`; for a rule that is registered for the function, those of its registration.
    """
    with custom_registry.overridden(function, _rules_from(function, rule, wrt, forward)):
        yield


def _rules_from(function: Any, rule: Any, wrt: Wrt, forward: Any) -> CustomRules:
    if rule is None:
        return CustomRules()
    if rule is non_differentiable:
        return CustomRules(is_inactive=True)
    known = custom_registry.entry(function)
    if known is not None and wrt is None and forward is None:
        same = tuple(each for each in known.pullbacks if each.function is rule)
        if same:
            return CustomRules(same)
        if known.pushforward is not None and known.pushforward.function is rule:
            return CustomRules(pushforward=known.pushforward)
    if _takes_tangents(rule):
        return CustomRules(pushforward=read_pushforward(rule, function))
    return CustomRules((read_signature(rule, function, wrt, forward),))


def _takes_tangents(rule: Any) -> bool:
    """Tell whether a rule is a pushforward: it names tangents, and no cotangent."""
    try:
        names = list(inspect.signature(rule).parameters)
    except (TypeError, ValueError):
        return False
    return any(name.startswith("t_") for name in names) and not any(name.startswith("d_") for name in names)


def _check_callable(function: object) -> None:
    if not callable(function):
        raise CladpyError("C204", f"a rule is registered for {name_of(function)}, which is no function")
