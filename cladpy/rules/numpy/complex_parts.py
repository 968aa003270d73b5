"""Parts of complex numbers; cotangents are bilinear: the derivative in a, less i times that in b, of a + ib."""

import numpy as np

from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import away_from, calls, normal

rule(np.real, "y = real(x)", x="d_y", elementwise=True, result_alias="may alias x", samples=normal())
rule(np.imag, "y = imag(x)", x="-1j * d_y", elementwise=True, result_alias="may alias x", samples=normal())
rule(np.conj, "y = conj(x)", x="np.conj(d_y)", elementwise=True, samples=normal())
# Of a real number the angle is 0 or pi. Of 0 it has no slope: by convention 0.
rule(
    np.angle,
    "y = angle(z, deg=False)",
    variants=[variant(when="is_real(z)", z=zero)],
    z="ratio_or_zero(d_y * (-180j / math.pi if deg else -1j), z)",
    elementwise=True,
    cuts=True,
    samples=normal() & away_from(0) & calls("z[3], True", "z[3], deg=False", "z[3] + 1j", "z[3] - 2j, True"),
)
rule(
    np.real_if_close,
    "y = real_if_close(a, tol=100)",
    variants=[variant(when="is_real(a)", a="d_y")],
    a=not_implemented("its result is real for some complex numbers and complex for others"),
    elementwise=True,
    result_alias="may alias a",
    samples=normal() & calls("a[3] + 1j"),
)
