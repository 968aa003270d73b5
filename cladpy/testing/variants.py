"""The same numbers in other ways: without the value, by the pullback, with an analysis switched off."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cladpy.request import Wrt
from cladpy.testing.checked_call import observed
from cladpy.testing.cotangents import cotangent_for, epsilon_of
from cladpy.testing.equality import check_equal
from cladpy.testing.form import check_form
from cladpy.testing.structures import mapped
from cladpy.testing.subject import Call, Derive, Outcome, derive_alone, derive_by_pullback, derive_scalar

ANALYSES = ("varied", "useful", "tbr", "early_release")
VARIANTS = ("gradient", "pullback", *ANALYSES, "pushforward")

_SEED = 2.0  # the cotangent of a scalar, in the comparison with its gradient: a power of two adds no rounding


def variants_of(
    function: Callable[..., Any], wrt: Wrt, variants: Sequence[str], *, scalar: bool, bare: bool
) -> dict[str, Derive]:
    """Return other ways to the same adjoints, by the words of the report.

    Parameters
    ----------
    function, wrt
        What is differentiated.
    variants : sequence of str
        Of `VARIANTS`.
    scalar, bare : bool
        Whether the result is a scalar, and the adjoint comes without a tuple.
    """
    made: dict[str, Derive] = {}
    for variant in variants:
        if variant in ANALYSES:
            derive = derive_scalar if scalar else derive_by_pullback
            made[f"with {variant}=False"] = derive(function, wrt, bare=bare, **{variant: False})
        elif variant == "gradient" and scalar:
            made["by gradient()"] = derive_alone(function, wrt, bare=bare)
        elif variant == "pullback" and scalar:
            made["by pullback()"] = _seeded(derive_by_pullback(function, wrt, bare=bare))
    return made


def _seeded(derive: Derive) -> Derive:
    """Return the pullback of a scalar as a gradient: with a cotangent whose factor is taken out again."""

    def seeded(call: Call, _cotangent: Any) -> Outcome:
        value, adjoints = derive(call, _SEED)
        return value, tuple(mapped(_unseeded, list(adjoints)))

    return seeded


def _unseeded(leaf: Any) -> Any:
    """Take the factor out, without turning an array without dimensions into a scalar."""
    return np.asarray(leaf / _SEED) if isinstance(leaf, np.ndarray) else leaf / _SEED


def check_variants(call: Call, names: Sequence[str], derive: Derive, variants: Mapping[str, Derive]) -> None:
    """Check that all variants give the adjoints that the plain derivative gives, in the same form.

    Raises
    ------
    GradientMismatch
        With the variant and the first adjoint that differs.
    """
    value = call.copy().run()
    cotangent, epsilon = cotangent_for(value), epsilon_of(call, value)
    expected = _adjoints(derive, call, cotangent)
    for words, variant in variants.items():
        found = _adjoints(variant, call, cotangent)
        for name, adjoint, wanted in zip(names, found, expected, strict=True):
            check_form(f"{name} {words}", call.argument(name), adjoint)
            check_equal("variant", f"the adjoint of {name} {words}", adjoint, wanted, epsilon)


def _adjoints(derive: Derive, call: Call, cotangent: Any) -> tuple[Any, ...]:
    (_, adjoints), _ = observed(lambda: derive(call, cotangent))
    return adjoints
