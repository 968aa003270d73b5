"""Parts of complex numbers; cotangents are bilinear: the derivative in a, less i times that in b, of a + ib."""

import numpy as np

from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal

rule(np.real, "y = real(x)", x="d_y", elementwise=True, result_alias="may alias x", samples=normal())
rule(np.imag, "y = imag(x)", x="-1j * d_y", elementwise=True, result_alias="may alias x", samples=normal())
rule(np.conj, "y = conj(x)", x="np.conj(d_y)", elementwise=True, samples=normal())
