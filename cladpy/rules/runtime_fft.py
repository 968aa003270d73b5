"""Functions of cladpy.runtime that belong to Fourier transforms: linear, and the adjoints of each other."""

from cladpy import runtime
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, real
from cladpy.runtime import no_adjoint

rule(
    runtime.resized,
    "y = resized(x, shape)",
    x="resized(d_y, x.shape)",
    shape=no_adjoint,
    tangent={"x": "resized(t_x, shape)"},
    complex=True,
    result_alias="may alias x",
    samples=normal() & calls("x[5], (3,)", "x[3], (5,)", "x[3, 4], (4, 2)", "x[3], (3,)"),
)
_SHAPES = (
    "d[3, 4], (3, 4)",
    "d[3, 4], (2, 5), (3, 4)",
    "d[2, 3, 4], (2, 2, 5), (4, 3), (2, 1)",
    "d[3, 4], (3, 4), norm='ortho'",
)
for _function, _back in ((runtime.fftn_adjoint, "np.fft.fftn"), (runtime.ifftn_adjoint, "np.fft.ifftn")):
    _name = _function.__name__
    rule(
        _function,
        f"z = {_name}(d, shape, s=None, axes=None, norm=None)",
        d=f"{_back}(d_z, s, transformed_axes(d.ndim, s, axes), norm)",
        tangent={"d": f"{_name}(t_d, shape, s, axes, norm)"},
        complex=True,
        samples=normal() & calls(*_SHAPES),
    )
rule(
    runtime.rfft_adjoint,
    "z = rfft_adjoint(d, shape, n=None, axis=-1, norm=None)",
    d="np.fft.rfft(d_z, n, axis, norm)",
    tangent={"d": "rfft_adjoint(t_d, shape, n, axis, norm)"},
    complex=True,
    samples=normal() & calls("d[3], (5,)", "d[4], (6,)", "d[3, 4], (3, 8), 6", "d[3, 4], (5, 4), None, 0, 'ortho'"),
)
rule(
    runtime.irfft_adjoint,
    "z = irfft_adjoint(d, shape, axis=-1, norm=None)",
    d="np.fft.irfft(d_z, d.shape[axis], axis, norm)",
    tangent={"d": "irfft_adjoint(t_d, shape, axis, norm)"},
    complex=True,
    samples=normal() & real() & calls("d[5], (3,)", "d[6], (4,)", "d[3, 4], (3, 8)", "d[5, 4], (3, 4), 0, 'forward'"),
)
rule(
    runtime.rfftn_adjoint,
    "z = rfftn_adjoint(d, shape, s=None, axes=None, norm=None)",
    d="np.fft.rfftn(d_z, s, transformed_axes(d.ndim, s, axes), norm)",
    tangent={"d": "rfftn_adjoint(t_d, shape, s, axes, norm)"},
    complex=True,
    samples=normal() & calls("d[3, 3], (3, 4)", "d[3, 3], (2, 7), (3, 5)", "d[3, 4], (5, 4), None, (1, 0)"),
)
rule(
    runtime.irfftn_adjoint,
    "z = irfftn_adjoint(d, shape, s=None, axes=None, norm=None)",
    d="np.fft.irfftn(d_z, [d.shape[axis] for axis in transformed_axes(d.ndim, s, axes)], transformed_axes(d.ndim, s, axes), norm)",
    tangent={"d": "irfftn_adjoint(t_d, shape, s, axes, norm)"},
    complex=True,
    samples=normal() & real() & calls("d[3, 4], (3, 3)", "d[3, 5], (2, 7), (3, 5)", "d[5, 4], (3, 4), None, (1, 0)"),
)
rule(
    runtime.hfft_adjoint,
    "z = hfft_adjoint(d, shape, axis=-1, norm=None)",
    d="np.fft.hfft(d_z, d.shape[axis], axis, norm)",
    tangent={"d": "hfft_adjoint(t_d, shape, axis, norm)"},
    complex=True,
    samples=normal() & real() & calls("d[5], (3,)", "d[6], (4,)", "d[3, 4], (3, 8)"),
)
rule(
    runtime.ihfft_adjoint,
    "z = ihfft_adjoint(d, shape, n=None, axis=-1, norm=None)",
    d="np.fft.ihfft(d_z, n, axis, norm)",
    tangent={"d": "ihfft_adjoint(t_d, shape, n, axis, norm)"},
    complex=True,
    samples=normal() & calls("d[3], (5,)", "d[4], (6,)", "d[3, 4], (3, 8), 6"),
)
rule(runtime.transformed_axes, "a = transformed_axes(ndim, s, axes)", every=no_adjoint)
