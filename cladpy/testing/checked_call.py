"""Everything that is checked of one derivative at one call."""

import copy
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.testing.cotangents import cotangent_for, epsilon_of
from cladpy.testing.equality import check_equal
from cladpy.testing.form import check_form, check_ownership
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.slopes import check_adjoint
from cladpy.testing.structures import arrays, identical, leaves
from cladpy.testing.subject import Call, Derive

_DOUBLE = 1e-7  # relative to the sum of the terms' sizes: differences reach 1e-10, so that three digits are to spare
_SINGLE = 2e-4  # single precision rounds at 1e-7: three digits for cancellation in the primal and the adjoint


@dataclass(frozen=True, slots=True)
class CheckedCall:
    """One derivative at one call.

    Parameters
    ----------
    call : Call
    names : tuple of str
        The parameters asked for.
    derive : Derive
    rtol : float, optional
        Chosen by the precision of the numbers if it is not given.
    """

    call: Call
    names: tuple[str, ...]
    derive: Derive
    rtol: float | None

    def run(self) -> None:
        """Check it; raise `GradientMismatch` at the first fault."""
        expected, heard = observed(self.call.copy().run)
        _require_finite(expected)
        cotangent = cotangent_for(expected)
        before = copy.deepcopy((self.call.bound.arguments, cotangent))
        (value, adjoints), warned = observed(lambda: self.derive(self.call, cotangent))
        self._check_kind(adjoints, value, cotangent)
        self._check_unchanged(before, cotangent)
        if value is not None:
            check_equal("value", "the value", value, expected, epsilon_of(self.call, expected))
        self._check_numbers(expected, adjoints, cotangent)
        self._check_again(before, cotangent, (value, adjoints))
        _check_warnings(warned - heard)

    def _check_kind(self, adjoints: tuple[Any, ...], value: Any, cotangent: Any) -> None:
        if len(adjoints) != len(self.names):
            raise GradientMismatch("form", f"{len(self.names)} adjoints were asked for, {len(adjoints)} returned")
        by_name = dict(zip(self.names, adjoints, strict=True))
        for name, adjoint in by_name.items():
            check_form(name, self.call.argument(name), adjoint)
        others = {f"the argument {name}": argument for name, argument in self.call.bound.arguments.items()}
        check_ownership(by_name, {**others, "the cotangent": cotangent, "the value": value})

    def _check_unchanged(self, before: tuple[Any, Any], cotangent: Any) -> None:
        for name, argument in before[0].items():
            if not identical(argument, self.call.bound.arguments[name]):
                raise GradientMismatch("inputs", f"the argument {name} was changed")
        if not identical(before[1], cotangent):
            raise GradientMismatch("inputs", "the cotangent was changed")

    def _check_numbers(self, value: Any, adjoints: tuple[Any, ...], cotangent: Any) -> None:
        single = epsilon_of(self.call, value) > np.finfo(float).eps
        rtol = self.rtol or (_SINGLE if single else _DOUBLE)
        weights = None if cotangent is None else tuple(leaf for _, leaf in leaves(cotangent))
        for name, adjoint in zip(self.names, adjoints, strict=True):
            check_adjoint(self.call, name, adjoint, weights, rtol)

    def _check_again(self, before: tuple[Any, Any], cotangent: Any, first: tuple[Any, Any]) -> None:
        """Call a second time, after the first adjoints have been overwritten: whoever kept them would notice."""
        kept = copy.deepcopy(first)
        for array in arrays(list(first[1])):
            array[...] = np.nan
        second, _ = observed(lambda: self.derive(self.call, cotangent))
        if not identical(kept, (second[0], second[1])):
            raise GradientMismatch("repeat", f"a second call gives {second!r:.300}, the first {kept!r:.300}")
        self._check_unchanged(before, cotangent)


def _check_warnings(added: set[str]) -> None:
    for text in sorted(added):
        if "overflow" not in text:
            raise GradientMismatch("warning", f"the derivative warns where the primal does not: {text}")


def _require_finite(value: Any) -> None:
    for path, leaf in leaves(value, "the value"):
        if not np.all(np.isfinite(leaf)):
            raise GradientMismatch("unsettled", f"{path} is {leaf!r:.100}: differences mean nothing there")


def observed(run: Callable[[], Any]) -> tuple[Any, set[str]]:
    """Return a result and the warnings on the way to it."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        result = run()
    return result, {str(warning.message) for warning in heard}
