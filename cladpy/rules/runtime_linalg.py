"""Functions of cladpy.runtime about matrices: the second derivative of a determinant."""

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
