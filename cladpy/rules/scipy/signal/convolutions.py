"""Convolutions of arrays of any number of dimensions."""

from scipy import signal

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal, only
from cladpy.runtime import no_adjoint
from cladpy.runtime import scipy as runtime

_SAMPLES = normal() & calls(
    "in1[5], in2[3]",
    "in1[3], in2[5]",
    "in1[5], in2[3], 'same'",
    "in1[4], in2[5], mode='same'",
    "in1[5], in2[3], mode='valid'",
    "in1[3], in2[5], mode='valid'",
    "in1[4, 5], in2[3, 2]",
    "in1[4, 5], in2[2, 3], 'same'",
    "in1[4, 5], in2[2, 3], 'valid'",
    "in1[1], in2[3]",
)
rule(
    signal.convolve,
    "y = convolve(in1, in2, mode='full', method='auto')",
    mode=no_adjoint,
    method=no_adjoint,
    in1="signal_convolve_adjoint(d_y, in2, in1.shape, method)",
    in2="signal_convolve_adjoint(d_y, in1, in2.shape, method)",
    tangent={
        "in1": "scipy.signal.convolve(t_in1, in2, mode, method)",
        "in2": "scipy.signal.convolve(in1, t_in2, mode, method)",
    },
    complex=True,
    samples=_SAMPLES & calls("in1[5], in2[3], method='direct'", "in1[5], in2[3], 'full', 'fft'"),
)
rule(
    signal.fftconvolve,
    "y = fftconvolve(in1, in2, mode='full')",
    mode=no_adjoint,
    in1="signal_convolve_adjoint(d_y, in2, in1.shape, 'fft')",
    in2="signal_convolve_adjoint(d_y, in1, in2.shape, 'fft')",
    tangent={
        "in1": "scipy.signal.fftconvolve(t_in1, in2, mode)",
        "in2": "scipy.signal.fftconvolve(in1, t_in2, mode)",
    },
    complex=True,
    samples=_SAMPLES,
)
_SECOND = not_implemented("the second derivative is not written")
rule(
    runtime.signal_convolve_adjoint,
    "z = signal_convolve_adjoint(d, other, shape, method='auto')",
    d=_SECOND,
    other=_SECOND,
    samples=normal() & only("d[7], other[3], (5,)"),
)
