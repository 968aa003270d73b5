"""A function with arguments and parameters to differentiate by, and the requests that a check makes of it."""

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cladpy.api import gradient, pullback, value_and_gradient
from cladpy.request import Wrt, parse_wrt, signature_names

Outcome = tuple[Any, tuple[Any, ...]]
"""The value of the primal (None if the derivative does not give it) and the adjoints, one a parameter."""

Derive = Callable[["Call", Any], Outcome]
"""From a call and the cotangent of its result to what the derivative gives there."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function and the values of its parameters.

    Parameters
    ----------
    function : callable
    bound : inspect.BoundArguments
        With defaults filled in.
    """

    function: Callable[..., Any]
    bound: inspect.BoundArguments

    @classmethod
    def of(cls, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> "Call":
        """Bind arguments to a function's parameters."""
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        return cls(function, bound)

    def copy(self) -> "Call":
        """Return the call with arguments of its own; one array passed twice stays one array."""
        bound = copy.copy(self.bound)
        bound.arguments = copy.deepcopy(self.bound.arguments)
        return replace(self, bound=bound)

    def argument(self, name: str) -> Any:
        """Return the value of a parameter; ``"args[0]"`` is an element of a star parameter."""
        base, _, rest = name.partition("[")
        value = self.bound.arguments[base]
        return value[int(rest[:-1])] if rest else value

    def with_argument(self, name: str, value: Any) -> "Call":
        """Return the call with another value of one parameter; the other arguments are shared."""
        base, _, rest = name.partition("[")
        if rest:
            items = list(self.bound.arguments[base])
            items[int(rest[:-1])] = value
            value = tuple(items)
        bound = copy.copy(self.bound)
        bound.arguments = {**self.bound.arguments, base: value}
        return replace(self, bound=bound)

    def run(self, function: Callable[..., Any] | None = None) -> Any:
        """Call the function, or another of the same parameters."""
        return (function or self.function)(*self.bound.args, **self.bound.kwargs)


def asked(function: Callable[..., Any], wrt: Wrt) -> tuple[tuple[str, ...], bool]:
    """Return the names of the parameters asked for, and whether the adjoint comes bare."""
    names = signature_names(function)
    chosen, bare = parse_wrt(wrt, names, getattr(function, "__name__", "the function"))
    return (tuple(name.lstrip("*") for name in names) if chosen is None else chosen), bare


def derive_scalar(function: Callable[..., Any], wrt: Wrt, *, bare: bool, **options: Any) -> Derive:
    """Return value and gradient in one, by one request for all calls; the cotangent is 1."""
    request = value_and_gradient(function, wrt, **options)

    def derive(call: Call, _cotangent: Any) -> Outcome:
        value, adjoints = call.run(request)
        return value, (adjoints,) if bare else adjoints

    return derive


def derive_alone(function: Callable[..., Any], wrt: Wrt, *, bare: bool) -> Derive:
    """Return the gradient without the value."""
    return given(gradient(function, wrt), bare=bare)


def given(derivative: Callable[..., Any], *, bare: bool) -> Derive:
    """Return a derivative that somebody else made: from the arguments to the adjoints."""

    def derive(call: Call, _cotangent: Any) -> Outcome:
        adjoints = call.run(derivative)
        return None, (adjoints,) if bare else tuple(adjoints)

    return derive


def derive_by_pullback(function: Callable[..., Any], wrt: Wrt, *, bare: bool, **options: Any) -> Derive:
    """Return the value and the pullback of a cotangent, by its two halves."""
    request = pullback(function, wrt, **options)

    def derive(call: Call, cotangent: Any) -> Outcome:
        value, state = request.forward(*call.bound.args, **call.bound.kwargs)
        adjoints = request.reverse(state, cotangent)
        return value, (adjoints,) if bare else adjoints

    return derive
