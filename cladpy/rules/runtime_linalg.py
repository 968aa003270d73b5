"""Functions of cladpy.runtime about matrices: second derivatives of determinants."""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal

rule(
    runtime.det_adjoint,
    "z = det_adjoint(d, a, y)",
    d="np.sum(d_z * det_adjoint(1.0, a, y), axis=(-2, -1))",
    a="np.reshape(d, (*np.shape(d), 1, 1)) * cofactors_tangent(d_z, a)",
    y=zero,  # the determinant of a, which is followed there
    tangent={
        "d": "np.reshape(t_d, (*np.shape(t_d), 1, 1)) * det_adjoint(1.0, a, y)",
        "a": "np.reshape(d, (*np.shape(d), 1, 1)) * cofactors_tangent(t_a, a)",
    },
    complex=True,
    samples=normal()
    & calls("float(d[()]), a[3, 3], 0.0", "d[2], a[2, 3, 3], np.zeros(2, np.float32)", "float(d[()]), a[1, 1], 0.0"),
)
rule(
    runtime.cofactors_tangent,
    "z = cofactors_tangent(t, a)",
    t="cofactors_tangent(d_z, a)",
    tangent={"t": "cofactors_tangent(t_t, a)"},
    a=not_implemented("the third derivative of a determinant is not written"),
    complex=True,
    samples=normal() & calls("t[3, 3], a[3, 3]", "t[2, 3, 3], a[2, 3, 3]", "t[1, 1], a[1, 1]"),
)
# With c, the transpose of the inverse, the adjoint is d c, and c moves by -c ta.T c.
rule(
    runtime.slogdet_adjoint,
    "z = slogdet_adjoint(d_sign, d_logdet, a, sign)",
    d_sign=zero,  # the sign of a real matrix moves by jumps
    d_logdet="np.sum(d_z * slogdet_adjoint(0.0, 1.0, a, sign), axis=(-2, -1))",
    a="-slogdet_adjoint(0.0, d_logdet, a, sign) @ np.swapaxes(d_z, -2, -1) @ slogdet_adjoint(0.0, 1.0, a, sign)",
    sign=zero,
    tangent={
        "d_logdet": "slogdet_adjoint(0.0, t_d_logdet, a, sign)",
        "a": "-slogdet_adjoint(0.0, d_logdet, a, sign) @ np.swapaxes(t_a, -2, -1) @ slogdet_adjoint(0.0, 1.0, a, sign)",
    },
    samples=normal()
    & calls("0.0, float(d_logdet[()]), a[3, 3], 1.0", "0.0, d_logdet[2], a[2, 3, 3], np.ones(2, np.float32)"),
)
