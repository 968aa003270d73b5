"""The same numbers in other ways."""

import numpy as np
import pytest

from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.subject import Call, derive_scalar
from cladpy.testing.variants import VARIANTS, check_variants, variants_of


def product(x, y):
    return np.sum(x * y)


CALL = Call.of(product, (np.array([1.0, 2.0]), 3.0), {})


def test_scalar_has_all_variants():
    """Without value, by the pullback, and with each analysis off."""
    made = variants_of(product, None, VARIANTS, scalar=True, bare=False)
    assert list(made) == [
        "by gradient()",
        "by pullback()",
        "with varied=False",
        "with useful=False",
        "with tbr=False",
        "with early_release=False",
    ]
    check_variants(CALL, ("x", "y"), derive_scalar(product, None, bare=False), made)


def test_other_results_have_the_pullback_only():
    """A result that is no scalar has no gradient."""
    assert list(variants_of(product, None, VARIANTS[:3], scalar=False, bare=False)) == ["with varied=False"]


def test_variant_that_differs_fails():
    """The report names the variant."""
    plain = derive_scalar(product, None, bare=False)

    def off(call, cotangent):
        value, (d_x, d_y) = plain(call, cotangent)
        return value, (d_x, d_y * (1 + 1e-10))

    with pytest.raises(GradientMismatch, match=r"the adjoint of y with magic off is .*, expected 3\.0"):
        check_variants(CALL, ("x", "y"), plain, {"with magic off": off})
