"""Factors of matrices as scipy.linalg keeps them; the exponential, the square root and Sylvester's equation."""

from scipy import linalg

from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_POSITIVE = "a[3, 3] + 9 * np.eye(3)"
_TRIANGLE = (
    "np.triu({}[3, 3]) + np.diag([3.0, 5.0, 7.0])"  # SciPy mixes real and complex right for real eigenvalues only
)

rule(
    linalg.cho_factor,
    "c, low = cho_factor(a, lower=False, *, check_finite=True)",
    lower=no_adjoint,
    check_finite=no_adjoint,
    a="cho_factor_adjoint(d_c, c, lower)",
    tangent={"a": "cho_factor_tangent(t_a, c, lower)"},
    complex=True,
    samples=normal() & calls(_POSITIVE, f"{_POSITIVE}, True", f"{_POSITIVE}, lower=True", "a[1, 1] + 9"),
)
rule(
    linalg.lu_factor,
    "lu, piv = lu_factor(a, *, check_finite=True)",
    check_finite=no_adjoint,
    a="lu_factor_adjoint(d_lu, lu, piv)",
    tangent={"a": "lu_factor_tangent(t_a, lu, piv)"},
    complex=True,
    samples=normal() & calls("a[3, 3]", "a[4, 4], check_finite=False", "a[1, 1]"),
)
rule(
    linalg.expm,
    "y = expm(a)",
    a="expm_adjoint(d_y, a)",
    tangent={"a": "expm_tangent(t_a, a)"},
    complex=True,
    samples=normal() & calls("a[3, 3]", "a[2, 3, 3]", "a[1, 1]"),
)
rule(
    linalg.sqrtm,
    "y = sqrtm(a)",
    a="sqrtm_adjoint(d_y, y)",
    tangent={"a": "sqrtm_tangent(t_a, y)"},
    complex=True,
    samples=normal() & calls(_POSITIVE, "a[2, 2, 2] + 9 * np.eye(2)", "a[1, 1] + 9"),
)
rule(
    linalg.solve_sylvester,
    "y = solve_sylvester(a, b, q)",
    a="sylvester_adjoint(d_y, a, b, y, 'a')",
    b="sylvester_adjoint(d_y, a, b, y, 'b')",
    q="sylvester_adjoint(d_y, a, b, y, 'q')",
    tangent={
        "a": "-scipy.linalg.solve_sylvester(a, b, t_a @ y)",
        "b": "-scipy.linalg.solve_sylvester(a, b, y @ t_b)",
        "q": "scipy.linalg.solve_sylvester(a, b, t_q)",
    },
    complex=True,
    samples=normal()
    & calls(
        f"{_TRIANGLE.format('a')}, {_TRIANGLE.format('b')}, q[3, 3]", f"a[1, 1] + 4, {_TRIANGLE.format('b')}, q[1, 3]"
    ),
)
