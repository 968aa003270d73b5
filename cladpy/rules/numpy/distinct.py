"""Distinct values of arrays, and sets of values: of equal elements the first one has the derivative."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_COUNT = "(value(return_index) == True) + (value(return_inverse) == True) + (value(return_counts) == True)"
_ADJOINT = "unique_adjoint(d_y, ar, axis, equal_nan)"
_TANGENT = "unique_tangent(t_ar, ar, axis, equal_nan)"
rule(
    np.unique,
    "y = unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True)",
    variants=[
        variant(results="y, i", when=f"{_COUNT} == 1", ar=_ADJOINT, tangent={"ar": f"({_TANGENT}, 0)"}),
        variant(results="y, i, j", when=f"{_COUNT} == 2", ar=_ADJOINT, tangent={"ar": f"({_TANGENT}, 0, 0)"}),
        variant(results="y, i, j, k", when=f"{_COUNT} == 3", ar=_ADJOINT, tangent={"ar": f"({_TANGENT}, 0, 0, 0)"}),
    ],
    ar=_ADJOINT,
    tangent={"ar": _TANGENT},
    cuts=True,
    samples=normal()
    & calls(
        *("ar[5]", "ar[2, 3]", "ar[1]", "ar[0]", "ar[3, 2], axis=0", "ar[2, 3], axis=-1", "ar[4], True"),
        *(
            "ar[4], return_counts=True",
            "ar[4], True, True",
            "ar[4], True, True, True",
            "ar[3, 2], return_inverse=True, axis=0",
        ),
    ),
)
rule(
    np.unique_values,
    "y = unique_values(x)",
    x="found_adjoint(d_y, y, x)",
    tangent={"x": "found_tangent(t_x, y, x)"},
    cuts=True,
    samples=normal() & calls("x[5]", "x[2, 3]"),
)
rule(
    np.unique_counts,
    "y, k = unique_counts(x)",
    x="found_adjoint(d_y, y, x)",
    tangent={"x": "(found_tangent(t_x, y, x), 0)"},
    cuts=True,
    samples=normal() & calls("x[5]"),
)
rule(
    np.unique_inverse,
    "y, i = unique_inverse(x)",
    x="found_adjoint(d_y, y, x)",
    tangent={"x": "(found_tangent(t_x, y, x), 0)"},
    cuts=True,
    samples=normal() & calls("x[5]"),
)
rule(
    np.unique_all,
    "y, i, j, k = unique_all(x)",
    x="found_adjoint(d_y, y, x)",
    tangent={"x": "(found_tangent(t_x, y, x), 0, 0, 0)"},
    cuts=True,
    samples=normal() & calls("x[5]"),
)

# ---- sets of values ----

rule(
    np.setdiff1d,
    "y = setdiff1d(ar1, ar2, assume_unique=False)",
    ar1="found_adjoint(d_y, y, ar1)",
    ar2=no_adjoint,
    tangent={"ar1": "found_tangent(t_ar1, y, ar1)"},
    cuts=True,
    samples=normal() & calls("ar1[5], np.array([1.0])", "ar1[3], [0.5], True"),
)
# A value of both belongs to the first.
rule(
    np.union1d,
    "y = union1d(ar1, ar2)",
    ar1="found_adjoint(d_y, y, ar1)",
    ar2="found_adjoint(masked(d_y, ~np.isin(y, ar1)), y, ar2)",
    tangent={"ar1": "found_tangent(t_ar1, y, ar1)", "ar2": "masked(found_tangent(t_ar2, y, ar2), ~np.isin(y, ar1))"},
    cuts=True,
    samples=normal() & calls("ar1[3], ar2[4]", "ar1[2, 2], ar2[3]"),
)
rule(
    np.setxor1d,
    "y = setxor1d(ar1, ar2, assume_unique=False)",
    ar1="found_adjoint(d_y, y, ar1)",
    ar2="found_adjoint(masked(d_y, ~np.isin(y, ar1)), y, ar2)",
    tangent={"ar1": "found_tangent(t_ar1, y, ar1)", "ar2": "masked(found_tangent(t_ar2, y, ar2), ~np.isin(y, ar1))"},
    cuts=True,
    samples=normal() & calls("ar1[3], ar2[4]"),
)
_EQUAL = not_implemented("it gives what is exactly equal in two arrays, and nothing near that point")
rule(np.intersect1d, "y = intersect1d(ar1, ar2, assume_unique=False)", ar1=_EQUAL, ar2=_EQUAL)
rule(np.isin, "y = isin(element, test_elements, assume_unique=False, invert=False, *, kind=None)", every=no_adjoint)
