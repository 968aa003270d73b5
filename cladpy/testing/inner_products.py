"""Both modes against each other: the cotangent times the tangent is the adjoints times the tangents that made it.

``<d_y, J t> = <Jᵀ d_y, t>`` holds to the rounding of the sums, where differences reach six digits. Either side may be
the wrong one: the report lists the elements whose derivatives the two modes give differently.
"""

import copy
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.errors import CladpyError
from cladpy.forward_api import pushforward
from cladpy.request import Wrt
from cladpy.runtime import no_adjoint
from cladpy.testing.checked_call import observed
from cladpy.testing.cotangents import cotangent_for, epsilon_of
from cladpy.testing.form import check_form, check_ownership
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.structures import identical, leaves, mapped
from cladpy.testing.subject import Call, Derive

_DOUBLE = (
    1e-10  # relative to the sum of the terms' sizes, which rounds at 1e-16: for conditioned programs some digits go
)
_SINGLE = 2e-4  # as in `checked_call`
_SMALL = 1e-3  # a derivative that is smaller than the value by 1e13 may be what is left of rounding
_ROUNDING = 8 * float(np.finfo(float).eps)  # and so may one beside a value of zero
_SEARCHED = 64  # elements that are looked at one by one for a report
_LISTED = 3


@dataclass(frozen=True, slots=True)
class InnerProducts:
    """The comparison of both modes for one function.

    Parameters
    ----------
    function : callable
    wrt : str, int, tuple or None
    names : tuple of str
        The parameters asked for.
    derive : Derive
        Gives the adjoints.
    """

    function: Callable[..., Any]
    wrt: Wrt
    names: tuple[str, ...]
    derive: Derive

    def check(self, call: Call) -> None:
        """Compare at a call; a program that forward mode refuses is not compared.

        Raises
        ------
        GradientMismatch
            With both inner products and the elements furthest off.
        """
        generator = np.random.default_rng(1)
        tangents = [random_tangent(call.argument(name), generator) for name in self.names]
        before = copy.deepcopy((call.bound.arguments, tangents))
        try:
            push = pushforward(self.function, self.wrt)
            value, tangent = self.pushed(push, call, tangents)
        except CladpyError as error:
            if error.code.startswith("C9"):
                raise
            return
        if not identical(before[0], call.bound.arguments) or not identical(before[1], tangents):
            raise GradientMismatch("inputs", "the pushforward changed an argument or a tangent")
        _check_result(call, value, tangent, tangents)
        if not identical((value, tangent), self.pushed(push, call, tangents)):
            raise GradientMismatch("repeat", "a second call of the pushforward gives another result")
        self.compare(push, call, tangents, tangent)

    def pushed(self, push: Callable[..., Any], call: Call, tangents: Sequence[Any]) -> Any:
        """Return value and tangent."""
        named = {f"t_{name}": tangent for name, tangent in zip(self.names, tangents, strict=True)}
        positional = [tangent for name, tangent in zip(self.names, tangents, strict=True) if "[" in name]
        if positional or not named.keys().isdisjoint(call.bound.arguments):
            return observed(lambda: push(*call.bound.args, *tangents, **call.bound.kwargs))[0]
        return observed(lambda: push(*call.bound.args, **call.bound.kwargs, **named))[0]

    def compare(self, push: Callable[..., Any], call: Call, tangents: Sequence[Any], tangent: Any) -> None:
        """Compare the two inner products."""
        value = call.copy().run()
        if not any(True for _ in leaves(value)):
            return  # integers have no cotangent
        cotangent = cotangent_for(value)
        (_, adjoints), _ = observed(lambda: self.derive(call, cotangent))
        left = terms(1.0 if cotangent is None else cotangent, tangent)
        right = np.concatenate([terms(adjoint, t) for adjoint, t in zip(adjoints, tangents, strict=True)] or [left])
        scale = float(np.abs(left).sum() + np.abs(right).sum())
        single = epsilon_of(call, value) > np.finfo(float).eps
        weighed = np.abs(terms(1.0 if cotangent is None else cotangent, value)).sum()
        tolerance = (_SINGLE if single else _DOUBLE) * (scale + _SMALL * float(weighed)) + _ROUNDING
        off = abs(left.sum() - right.sum())
        if off <= tolerance:  # a NaN is no agreement
            return
        details = [
            f"cotangent times tangent    {left.sum():.15g}",
            f"adjoints times tangents    {right.sum():.15g}",
            f"off by                     {off:.3g}, tolerance {tolerance:.3g}",
            *self.furthest(push, call, cotangent, adjoints),
        ]
        raise GradientMismatch("modes", "pushforward and pullback disagree", details)

    def furthest(self, push: Callable[..., Any], call: Call, cotangent: Any, adjoints: Sequence[Any]) -> list[str]:
        """Return the elements whose derivatives differ most between the modes."""
        rows = []
        for position, name in enumerate(self.names):
            if sum(np.size(leaf) for _, leaf in leaves(call.argument(name))) > _SEARCHED:
                continue
            for text, unit, adjoint in elements(name, call.argument(name), adjoints[position]):
                given = [zero_tangent(call.argument(each)) for each in self.names]
                given[position] = unit
                _, tangent = self.pushed(push, call, given)
                slope = terms(1.0 if cotangent is None else cotangent, tangent).sum()
                rows.append((abs(slope - adjoint), f"{text}: pushforward {slope:.12g}, pullback {adjoint:.12g}"))
        rows.sort(key=lambda row: math.inf if math.isnan(row[0]) else row[0], reverse=True)
        return ["elements furthest off:", *(text for _, text in rows[:_LISTED])] if rows else []


def terms(left: Any, right: Any) -> np.ndarray:
    """Return the products of the floating numbers of two structures."""
    pairs = zip(leaves(left), leaves(right), strict=True)
    parts = [np.real(np.conj(a) * b).astype(float).ravel() for (_, a), (_, b) in pairs]
    return np.concatenate([*parts, np.zeros(0)])


def random_tangent(value: Any, generator: np.random.Generator) -> Any:
    """Return a random tangent of a value, `no_adjoint` where it holds nothing floating at all."""
    if not any(True for _ in leaves(value)):
        return no_adjoint

    def drawn(leaf: Any) -> Any:
        part = generator.standard_normal(np.shape(leaf))
        part = part + 1j * generator.standard_normal(np.shape(leaf)) if np.iscomplexobj(leaf) else part
        return np.asarray(part, leaf.dtype) if isinstance(leaf, np.ndarray) else type(leaf)(part[()])

    return mapped(drawn, value)


def zero_tangent(value: Any) -> Any:
    """Return a tangent of zeros."""
    if not any(True for _ in leaves(value)):
        return no_adjoint
    return mapped(lambda leaf: np.zeros_like(leaf) if isinstance(leaf, np.ndarray) else type(leaf)(0), value)


def elements(name: str, value: Any, adjoint: Any) -> list[tuple[str, Any, float]]:
    """Return for each number of a value its path, the tangent that moves it alone, and its adjoint."""
    found = []
    known = list(leaves(adjoint))
    for place, (path, leaf) in enumerate(leaves(value, name)):
        for index in np.ndindex(np.shape(leaf)):
            text = path + (f"[{', '.join(map(str, index))}]" if index else "")
            number = float(np.real(np.asarray(known[place][1])[index]))
            found.append((text, _unit(value, place, index), number))
    return found


def _unit(value: Any, place: int, index: tuple[int, ...]) -> Any:
    """Return the tangent in which one number is 1."""
    count = itertools.count()

    def change(leaf: Any) -> Any:
        moved = np.zeros(np.shape(leaf), np.result_type(leaf))
        if next(count) == place:
            moved[index] = 1
        return moved if isinstance(leaf, np.ndarray) else type(leaf)(moved[()])

    return mapped(change, value)


def _check_result(call: Call, value: Any, tangent: Any, tangents: Sequence[Any]) -> None:
    """Check the value, and form and ownership of the tangent."""
    expected = call.copy().run()
    if not identical(value, expected):
        raise GradientMismatch("value", f"the pushforward gives the value {value!r:.200}, the primal {expected!r:.200}")
    check_form("the result of the pushforward", value, tangent)
    others = {f"the argument {name}": argument for name, argument in call.bound.arguments.items()}
    check_ownership({"the result": tangent}, {**others, "a tangent": list(tangents), "the value": value})
