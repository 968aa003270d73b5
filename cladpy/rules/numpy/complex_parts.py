"""Parts of complex numbers, and numbers made of parts.

Cotangents are bilinear: the derivative in a, less i times that in b, of a + ib.
"""

from typing import Any

import numpy as np

from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, calls, normal, only

rule(
    np.real,
    "y = real(x)",
    x="d_y",
    tangent={"x": "np.real(t_x)"},
    elementwise=True,
    complex=True,
    result_alias="may alias x",
    samples=normal(),
)
rule(
    np.imag,
    "y = imag(x)",
    x="-1j * d_y",
    tangent={"x": "np.imag(t_x)"},
    elementwise=True,
    complex=True,
    result_alias="may alias x",
    samples=normal(),
)
rule(
    np.conj,
    "y = conj(x)",
    variants=[variant(when="is_real(x)", x="d_y")],
    x="np.conj(d_y)",
    elementwise=True,
    complex=True,
    samples=normal(),
)
rule(  # the method of a real array gives the array itself
    np.ndarray.conj,
    "y = conj(x)",
    variants=[variant(when="is_real(x)", x="d_y")],
    x="np.conj(d_y)",
    aliases=[np.ndarray.conjugate],
    elementwise=True,
    complex=True,
    result_alias="may alias x",
    samples=normal(),
)
ABS_OF_REAL = variant(when="is_real(x)", x="d_y * np.sign(x)", guarded={"x": "multiply_guarded(np.sign(x), d_y)"})
ABS: dict[str, Any] = {
    "x": "d_y * abs_slope(x)",
    "guarded": {"x": "multiply_guarded(abs_slope(x), d_y)"},
    "tangent": {"x": "np.real(t_x * abs_slope(x))"},
    "elementwise": True,
    "complex": True,
    "samples": normal() & away_from(0),
    "singular": [at(x=0.0, d_x=0.0)],
}
rule(np.abs, "y = abs(x)", variants=[ABS_OF_REAL], **ABS)
# Of a real number the angle is 0 or pi. Of 0 it has no slope: by convention 0.
rule(
    np.angle,
    "y = angle(z, deg=False)",
    variants=[variant(when="is_real(z)", z=zero)],
    z="ratio_or_zero(d_y * (-180j / math.pi if deg else -1j), z)",
    tangent={"z": "np.imag(ratio_or_zero(t_z, z)) * (180 / math.pi if deg else 1)"},
    elementwise=True,
    complex=True,
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
rule(
    complex,
    "z = complex(real, imag=0)",
    real="d_z",
    imag="1j * d_z",
    tangent={"real": "t_real", "imag": "1j * t_imag"},
    elementwise=True,
    complex=True,
    samples=normal() & only("float(real[()]), float(imag[()])", "float(real[()])", "np.float64(real[()]), 2.0"),
)
rule(
    np.complex128,
    "y = complex128(x)",
    x="d_y",
    elementwise=True,
    complex=True,
    result_alias="may alias x",
    samples=normal(),
)
rule(np.complex64, "y = complex64(x)", x="d_y", elementwise=True, complex=True, samples=normal())
