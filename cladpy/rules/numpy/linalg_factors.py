"""Factors, eigenvalues and singular values of matrices.

Of a symmetric matrix NumPy reads one triangle: the other has adjoint 0.
"""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, real

_SQUARE = calls("a[3, 3]", "a[1, 1]", "a[2, 3, 3]", "a[2, 2]", "a[0, 2, 2]")
_POSITIVE = calls("a[3, 3] + 9 * np.eye(3)", "a[1, 1] + 9", "a[2, 3, 3] + 9 * np.eye(3)", "a[0, 2, 2]")

rule(
    np.linalg.cholesky,
    "y = cholesky(a, *, upper=False)",
    a="cholesky_adjoint(d_y, y, upper=upper)",
    tangent={"a": "cholesky_tangent(t_a, y, upper=upper)"},
    complex=True,
    samples=normal() & _POSITIVE & calls("a[3, 3] + 9 * np.eye(3), upper=True"),
)
rule(
    np.linalg.qr,
    "q, r = qr(a, mode='reduced')",
    variants=[
        variant(
            when="value(mode) == 'r'", results="r", a="qr_r_adjoint(d_r, a)", tangent={"a": "qr_r_tangent(t_a, a)"}
        ),
        variant(
            when="value(mode) == 'raw'",
            results="h, tau",
            a=not_implemented("the reflectors of mode 'raw' have none written; take q and r"),
        ),
    ],
    a="qr_adjoint(d_q, d_r, a, q, r)",
    tangent={"a": "qr_tangent(t_a, a, q, r)"},
    complex=True,
    samples=normal()
    & calls(
        "a[3, 3]",
        "a[4, 3]",
        "a[3, 4]",
        "a[1, 1]",
        "a[2, 4, 3]",
        "a[2, 3, 4], 'reduced'",
        "a[3, 3], 'complete'",
        "a[3, 4], mode='complete'",
        "a[4, 3], 'r'",
        "a[3, 4], mode='r'",
        "a[2, 2], 'raw'",
    ),
)

# ---- eigenvalues ----

rule(
    np.linalg.eigvalsh,
    "w = eigvalsh(a, UPLO='L')",
    a="eigvalsh_adjoint(d_w, a, UPLO)",
    tangent={"a": "eigvalsh_tangent(t_a, a, UPLO)"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[3, 3], 'U'", "a[2, 3, 3], UPLO='L'"),
)
rule(
    np.linalg.eigh,
    "w, v = eigh(a, UPLO='L')",
    a="eigh_adjoint(d_w, d_v, w, v, UPLO)",
    tangent={"a": "eigh_tangent(t_a, w, v, UPLO)"},
    complex=True,
    samples=normal() & _SQUARE & calls("a[3, 3], 'U'") & real(),  # the phase of an eigenvector has no derivative
)
rule(
    np.linalg.eig,
    "w, v = eig(a)",
    a="eig_adjoint(d_w, d_v, w, v)",
    tangent={"a": "eig_tangent(t_a, w, v)"},
    complex=True,
    samples=normal()
    & calls("a[3, 3] + np.diag([1.0, 4.0, 9.0])", "a[1, 1]", "a[0, 2, 2]")
    & real(),  # LAPACK chooses signs
)
rule(
    np.linalg.eigvals,
    "w = eigvals(a)",
    a="eigvals_adjoint(d_w, a, w)",
    tangent={"a": "eigvals_tangent(t_a, a, w)"},
    complex=True,
    samples=normal() & calls("a[3, 3]", "a[1, 1]", "a[2, 3, 3]", "a[3, 3] + np.diag([1.0, 4.0, 9.0])", "a[0, 2, 2]"),
)

# ---- singular values ----

rule(
    np.linalg.svdvals,
    "s = svdvals(a)",
    a="svdvals_adjoint(d_s, a)",
    tangent={"a": "svdvals_tangent(t_a, a)"},
    complex=True,
    samples=normal() & calls("a[3, 3]", "a[4, 3]", "a[2, 3, 4]", "a[1, 1]", "a[0, 3, 2]"),
)
rule(
    np.linalg.svd,
    "u, s, vh = svd(a, full_matrices=True, compute_uv=True)",
    variants=[
        variant(
            when="value(compute_uv) == False",
            results="s",
            a="svdvals_adjoint(d_s, a)",
            tangent={"a": "svdvals_tangent(t_a, a)"},
        )
    ],
    a="svd_adjoint(d_u, d_s, d_vh, u, s, vh)",
    tangent={"a": "svd_tangent(t_a, u, s, vh)"},
    complex=True,
    samples=normal()
    & real()  # as for eigenvectors
    & calls(
        "a[3, 3]",
        "a[4, 3], full_matrices=False",
        "a[3, 4], False",
        "a[2, 4, 3], full_matrices=False",
        "a[1, 1]",
        "a[0, 2, 2]",
        "a[4, 3], compute_uv=False",
        "a[2, 3, 4], True, False",
    ),
)
