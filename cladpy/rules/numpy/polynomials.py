"""Polynomials by their coefficients, and windows."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive
from cladpy.runtime import no_adjoint

rule(
    np.polyval,
    "y = polyval(p, x)",
    p="np.ravel(d_y) @ np.vander(np.ravel(x), len(p)).astype(np.ravel(d_y).dtype)",
    x="d_y * np.polyval(np.polyder(p).astype(np.result_type(p)), x)",
    tangent={"p": "np.polyval(t_p, x)", "x": "t_x * np.polyval(np.polyder(p).astype(np.result_type(p)), x)"},
    samples=normal()
    & calls("p[4], x[3]", "p[3], x[2, 2]", "p[1], x[3]", "p[3], x[()]", "p[3], float(x[()])", "p[3], x[0]"),
)
rule(
    np.polyder,
    "y = polyder(p, m=1)",
    result_alias="may alias p",
    copies="value(m) != 0",
    p="np.append(np.polyder(np.ones(len(p), d_y.dtype), m) * d_y, np.zeros(min(m, len(p)), d_y.dtype))",
    linear=True,
    samples=normal() & calls("p[4]", "p[4], 2", "p[1]", "p[2], 3", "p[3], m=0"),
)
rule(
    np.polyint,
    "y = polyint(p, m=1, k=None)",
    p="np.polyint(np.ones(len(p), d_y.dtype), m)[: len(p)].astype(d_y.dtype) * d_y[: len(p)]",
    k=not_implemented("constants of integration"),
    result_alias="may alias p",
    copies="value(m) != 0",
    tangent={"p": "np.polyint(t_p, m)"},
    samples=normal() & calls("p[3]", "p[3], 2", "p[1]", "p[3], 1, 5.0"),
)
rule(
    np.polyadd,
    "y = polyadd(a1, a2)",
    a1="np.reshape(d_y[len(d_y) - np.size(a1) :], np.shape(a1))",
    a2="np.reshape(d_y[len(d_y) - np.size(a2) :], np.shape(a2))",
    tangent={"a1": "np.polyadd(t_a1, 0 * np.asarray(a2))", "a2": "np.polyadd(0 * np.asarray(a1), t_a2)"},
    samples=normal() & calls("a1[3], a2[3]", "a1[2], a2[4]", "a1[4], a2[2]", "a1[3], float(a2[()])"),
)
rule(
    np.polysub,
    "y = polysub(a1, a2)",
    a1="np.reshape(d_y[len(d_y) - np.size(a1) :], np.shape(a1))",
    a2="-np.reshape(d_y[len(d_y) - np.size(a2) :], np.shape(a2))",
    tangent={"a1": "np.polysub(t_a1, 0 * np.asarray(a2))", "a2": "np.polysub(0 * np.asarray(a1), t_a2)"},
    samples=normal() & calls("a1[3], a2[3]", "a1[2], a2[4]", "a1[4], a2[2]", "a1[3], float(a2[()])"),
)
rule(
    np.polymul,
    "y = polymul(a1, a2)",
    a1="polymul_adjoint(d_y, a1, a2)",
    a2="polymul_adjoint(d_y, a2, a1)",
    tangent={
        "a1": "np.convolve(np.ravel(t_a1)[np.size(a1) - len(np.trim_zeros(np.ravel(a1), 'f')) :], np.trim_zeros(np.ravel(a2), 'f'))",
        "a2": "np.convolve(np.trim_zeros(np.ravel(a1), 'f'), np.ravel(t_a2)[np.size(a2) - len(np.trim_zeros(np.ravel(a2), 'f')) :])",
    },
    samples=normal()
    & calls("a1[3], a2[2]", "a1[1], a2[4]", "a1[2], float(a2[()])", "np.array([0.0, 2.0, 1.0]), a2[3]"),
)
_DIVISION = not_implemented("the derivative of a division of polynomials is not written")
rule(np.polydiv, "q, r = polydiv(u, v)", u=_DIVISION, v=_DIVISION)
rule(
    np.poly,
    "y = poly(seq_of_zeros)",
    variants=[
        variant(
            when="ndim(seq_of_zeros) == 1",
            seq_of_zeros="poly_adjoint(d_y, seq_of_zeros)",
            tangent={"seq_of_zeros": "poly_tangent(t_seq_of_zeros, seq_of_zeros)"},
        )
    ],
    seq_of_zeros=not_implemented("of zeros in one array; the characteristic polynomial of a matrix has no rule"),
    samples=normal() & calls("z[3]", "z[1]", "z[2, 2]"),
)
rule(
    np.roots,
    "r = roots(p)",
    p="roots_adjoint(d_r, p, r)",
    tangent={"p": "roots_tangent(t_p, p, r)"},
    complex=True,
    samples=normal() & calls("p[4]", "p[2]", "p[1]", "np.array([2.0, -3.0, -4.0]) + p[3] / 9"),
)
rule(
    np.vander,
    "y = vander(x, N=None, increasing=False)",
    x="np.sum(d_y * vander_slopes(x, d_y.shape[1], increasing), axis=1)",
    tangent={"x": "np.asarray(t_x)[:, None] * vander_slopes(x, y.shape[1], increasing)"},
    samples=normal() & calls("x[3]", "x[3], 5", "x[3], 2, True", "x[2], 1", "x[2], increasing=True", "x[0], 2"),
)
_MORE = not_implemented("of the coefficients alone: leave out full= and cov=")
rule(
    np.polyfit,
    "c = polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False)",
    variants=[
        variant(
            when="value(full) == False and value(cov) == False",
            x="polyfit_adjoint(d_c, x, y, c, w)[0]",
            y="np.reshape(polyfit_adjoint(d_c, x, y, c, w)[1], np.shape(y))",
            w="polyfit_adjoint(d_c, x, y, c, w)[2]",
            tangent={
                "x": "polyfit_tangent(t_x, 0.0, 0.0, x, y, c, w)",
                "y": "polyfit_tangent(0.0, t_y, 0.0, x, y, c, w)",
                "w": "polyfit_tangent(0.0, 0.0, t_w, x, y, c, w)",
            },
        )
    ],
    x=_MORE,
    y=_MORE,
    w=_MORE,
    samples=normal("x", "y")
    & positive("w")
    & calls(
        "x[6], y[6], 2",
        "x[5], y[5], 0",
        "x[6], y[6, 2], 1",
        "x[6], y[6], 2, w=w[6]",
        "x[6], y[6, 2], 1, w=w[6]",
        "x[6], y[6], 1, cov=True",
    ),
)

# ---- windows ----

rule(
    np.i0,
    "y = i0(x)",
    x="d_y * bessel_i1(x)",
    elementwise=True,
    samples=normal(scale=3.0) & calls("6 * x[3]"),
)
_PLACE = "np.sqrt(1 - np.linspace(-1, 1, M) ** 2)"
rule(
    np.kaiser,
    "y = kaiser(M, beta)",
    M=no_adjoint,
    beta=f"np.sum(d_y * ({_PLACE} * bessel_i1(beta * {_PLACE}) - y * bessel_i1(beta)) / np.i0(beta))",
    tangent={"beta": f"t_beta * ({_PLACE} * bessel_i1(beta * {_PLACE}) - y * bessel_i1(beta)) / np.i0(beta)"},
    samples=positive() & calls("5, float(beta[()])", "8, beta[()]"),
)
rule(np.bartlett, "y = bartlett(M)", every=no_adjoint)
rule(np.blackman, "y = blackman(M)", every=no_adjoint)
rule(np.hamming, "y = hamming(M)", every=no_adjoint)
rule(np.hanning, "y = hanning(M)", every=no_adjoint)
