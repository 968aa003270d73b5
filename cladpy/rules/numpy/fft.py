"""Discrete Fourier transforms: linear, and their own adjoints; of real numbers the adjoint is real."""

import numpy as np

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive, real
from cladpy.runtime import no_adjoint

_ONE_AXIS = (
    *("a[5]", "a[6]", "a[3, 4]", "a[3, 5], axis=0", "a[5], 3", "a[5], 8", "a[3, 4], 6, 0", "a[3, 4], n=2, axis=1"),
    *("a[6], norm='ortho'", "a[5], norm='forward'", "a[5], 4, -1, 'backward'", "a[2, 3, 4], None, 1", "a[1]"),
)
_SEVERAL = (
    *("a[3, 4]", "a[2, 3, 5]", "a[3, 4], axes=(0, 1)", "a[2, 3, 4], axes=(0, 2)", "a[2, 3, 4], (3, 3), (0, -1)"),
    *(
        "a[3, 4], s=(5, 2), axes=(1, 0)",
        "a[3, 4], norm='ortho'",
        "a[3, 4], None, (-1,), 'forward'",
        "a[4, 3], axes=(-1, 0)",
    ),
)

for _function in (np.fft.fft, np.fft.ifft):
    _name = f"np.fft.{_function.__name__}"
    rule(
        _function,
        f"y = {_function.__name__}(a, n=None, axis=-1, norm=None)",
        variants=[
            variant(when="absent(n) and value(axis) == -1 and absent(norm)", a=f"{_name}(d_y)"),
            variant(when="absent(n)", a=f"{_name}(d_y, axis=axis, norm=norm)"),
        ],
        a=f"resized({_name}(d_y, axis=axis, norm=norm), a.shape)",
        linear=True,
        complex=True,
        samples=normal() & calls(*_ONE_AXIS),
    )

for _function in (np.fft.fft2, np.fft.ifft2, np.fft.fftn, np.fft.ifftn):
    _name = _function.__name__
    rule(
        _function,
        f"y = {_name}(a, s=None, axes={'(-2, -1)' if _name.endswith('2') else None}, norm=None)",
        variants=[
            variant(when="absent(s) and absent(axes) and absent(norm)", a=f"np.fft.{_name}(d_y)"),
            variant(when="absent(s) and absent(norm)", a=f"np.fft.{_name}(d_y, axes=axes)"),
            variant(when="absent(s)", a=f"np.fft.{_name}(d_y, axes=axes, norm=norm)"),
        ][_name.endswith("2") :],
        a=f"{_name[:-1]}n_adjoint(d_y, a.shape, s, axes, norm)",
        linear=True,
        complex=True,
        samples=normal() & calls(*_SEVERAL),
    )

# ---- of real numbers: half of the frequencies ----

rule(
    np.fft.rfft,
    "y = rfft(a, n=None, axis=-1, norm=None)",
    a="rfft_adjoint(d_y, a.shape, n, axis, norm)",
    linear=True,
    complex=True,
    samples=normal() & real() & calls(*_ONE_AXIS),
)
rule(
    np.fft.irfft,
    "y = irfft(a, n=None, axis=-1, norm=None)",
    a="irfft_adjoint(d_y, a.shape, axis, norm)",
    linear=True,
    complex=True,
    samples=normal() & calls(*_ONE_AXIS[:-1], "a[4], 7", "a[4], 6", "a[4], 1"),
)
for _function, _operands in (
    (np.fft.rfft2, real()),
    (np.fft.rfftn, real()),
    (np.fft.irfft2, calls()),
    (np.fft.irfftn, calls()),
):
    _name = _function.__name__
    rule(
        _function,
        f"y = {_name}(a, s=None, axes={'(-2, -1)' if _name.endswith('2') else None}, norm=None)",
        a=f"{_name[:-1]}n_adjoint(d_y, a.shape, s, axes, norm)",
        linear=True,
        complex=True,
        samples=normal() & _operands & calls(*_SEVERAL),
    )
rule(
    np.fft.hfft,
    "y = hfft(a, n=None, axis=-1, norm=None)",
    a="hfft_adjoint(d_y, a.shape, axis, norm)",
    linear=True,
    complex=True,
    samples=normal() & calls(*_ONE_AXIS[:-1], "a[4], 7", "a[4], 6"),
)
rule(
    np.fft.ihfft,
    "y = ihfft(a, n=None, axis=-1, norm=None)",
    a="ihfft_adjoint(d_y, a.shape, n, axis, norm)",
    linear=True,
    complex=True,
    samples=normal() & real() & calls(*_ONE_AXIS),
)

# ---- frequencies ----

_SHIFTS = calls("x[5]", "x[6]", "x[3, 4]", "x[3, 4], 0", "x[2, 3, 5], axes=(0, 2)", "x[0]")
rule(np.fft.fftshift, "y = fftshift(x, axes=None)", x="np.fft.ifftshift(d_y, axes)", linear=True, complex=True,
     samples=normal() & _SHIFTS)  # fmt: skip
rule(np.fft.ifftshift, "y = ifftshift(x, axes=None)", x="np.fft.fftshift(d_y, axes)", linear=True, complex=True,
     samples=normal() & _SHIFTS)  # fmt: skip
for _function in (np.fft.fftfreq, np.fft.rfftfreq):
    rule(
        _function,
        f"y = {_function.__name__}(n, d=1.0)",
        n=no_adjoint,
        d="-np.sum(d_y * y) / d",
        tangent={"d": "-t_d * y / d"},
        samples=positive() & calls("5, float(d[()])", "6, d[()]"),
    )
