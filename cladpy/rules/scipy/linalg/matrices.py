"""What scipy.linalg does as numpy.linalg does: determinants, inverses, factors, eigenvalues, norms."""

from scipy import linalg

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, real
from cladpy.runtime import no_adjoint

_SQUARE = calls("a[3, 3]", "a[1, 1]", "a[3, 3], check_finite=False")

rule(
    linalg.det,
    "y = det(a, *, check_finite=True)",
    check_finite=no_adjoint,
    a="det_adjoint(d_y, a, y)",
    tangent={"a": "np.sum(det_adjoint(1.0, a, y) * t_a, axis=(-2, -1))"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[2, 3, 3]"),
)
rule(
    linalg.inv,
    "y = inv(a, *, check_finite=True)",
    check_finite=no_adjoint,
    a="-(y.mT @ d_y @ y.mT)",
    tangent={"a": "-(y @ t_a @ y)"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[2, 3, 3]"),
)
rule(
    linalg.cholesky,
    "y = cholesky(a, lower=False, *, check_finite=True)",
    lower=no_adjoint,
    check_finite=no_adjoint,
    a="cholesky_adjoint(d_y, y, upper=not lower)",
    tangent={"a": "cholesky_tangent(t_a, y, upper=not lower)"},
    complex=True,
    samples=normal()
    & calls(
        "a[3, 3] + 9 * np.eye(3)", "a[3, 3] + 9 * np.eye(3), True", "a[3, 3] + 9 * np.eye(3), lower=True", "a[1, 1] + 9"
    ),
)
rule(
    linalg.eigh,
    "w, v = eigh(a, *, lower=True, eigvals_only=False, driver=None, check_finite=True)",
    lower=no_adjoint,
    eigvals_only=no_adjoint,
    driver=no_adjoint,
    check_finite=no_adjoint,
    a="eigh_adjoint(d_w, d_v, w, v, 'L' if lower else 'U')",
    tangent={"a": "eigh_tangent(t_a, w, v, 'L' if lower else 'U')"},
    variants=[
        variant(
            when="value(eigvals_only) == True",
            results="w",
            a="eigvalsh_adjoint(d_w, a, 'L' if lower else 'U')",
            tangent={"a": "eigvalsh_tangent(t_a, a, 'L' if lower else 'U')"},
        )
    ],
    complex=True,
    samples=normal()
    & calls(  # the default driver's choice of signs jumps
        "a[3, 3], driver='ev'",
        "a[3, 3], lower=False, driver='ev'",
        "a[3, 3], eigvals_only=True",
        "a[1, 1], check_finite=False",
    )
    & real(),
)
rule(
    linalg.eigvalsh,
    "w = eigvalsh(a, *, lower=True, check_finite=True)",
    lower=no_adjoint,
    check_finite=no_adjoint,
    a="eigvalsh_adjoint(d_w, a, 'L' if lower else 'U')",
    tangent={"a": "eigvalsh_tangent(t_a, a, 'L' if lower else 'U')"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[3, 3], lower=False"),
)
rule(
    linalg.svdvals,
    "s = svdvals(a, *, check_finite=True)",
    check_finite=no_adjoint,
    a="svdvals_adjoint(d_s, a)",
    tangent={"a": "svdvals_tangent(t_a, a)"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[4, 3]"),
)
rule(
    linalg.svd,
    "u, s, vh = svd(a, full_matrices=True, compute_uv=True, *, check_finite=True)",
    full_matrices=no_adjoint,
    compute_uv=no_adjoint,
    check_finite=no_adjoint,
    a="svd_adjoint(d_u, d_s, d_vh, u, s, vh)",
    tangent={"a": "svd_tangent(t_a, u, s, vh)"},
    variants=[
        variant(
            when="value(compute_uv) == False",
            results="s",
            a="svdvals_adjoint(d_s, a)",
            tangent={"a": "svdvals_tangent(t_a, a)"},
        )
    ],
    complex=True,
    samples=normal()
    & calls("a[3, 3]", "a[4, 3], False", "a[3, 4], full_matrices=False", "a[4, 3], compute_uv=False")
    & real(),
)
rule(
    linalg.pinv,
    "y = pinv(a, *, atol=None, rtol=None, check_finite=True)",
    atol=no_adjoint,
    rtol=no_adjoint,
    check_finite=no_adjoint,
    a="pinv_adjoint(d_y, a, y)",
    tangent={"a": "pinv_tangent(t_a, a, y)"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[4, 3]", "a[3, 4]"),
)
rule(
    linalg.norm,
    "y = norm(a, ord=None, axis=None, keepdims=False, *, check_finite=True)",
    ord=not_implemented("the derivative in the order is not written"),
    axis=no_adjoint,
    keepdims=no_adjoint,
    check_finite=no_adjoint,
    a="norm_adjoint(d_y, a, y, ord, axis, keepdims)",
    tangent={"a": "np.real(np.sum(norm_adjoint(1.0, a, y, ord, axis, keepdims) * t_a, axis=axis, keepdims=keepdims))"},
    complex=True,
    samples=normal()
    & calls("a[5]", "a[3, 4]", "a[5], 1", "a[3, 4], 'nuc'", "a[3, 4], axis=1", "a[3, 4], np.inf, 0, True"),
)
