"""Functions that are constant between jumps: a floating result whose derivative is zero."""

import numpy as np

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import away_from, calls, normal

rule(np.floor, "y = floor(x)", x=zero, elementwise=True, samples=normal())
rule(np.ceil, "y = ceil(x)", x=zero, elementwise=True, samples=normal())
rule(np.trunc, "y = trunc(x)", x=zero, elementwise=True, samples=normal())
rule(np.fix, "y = fix(x)", x=zero, elementwise=True, samples=normal())
rule(np.rint, "y = rint(x)", x=zero, elementwise=True, samples=normal())
rule(
    np.round,
    "y = round(a, decimals=0)",
    a=zero,
    aliases=[np.around],
    elementwise=True,
    samples=normal() & calls("a[3], 1", "a[3], decimals=-1"),
)
rule(np.ndarray.round, "y = round(x, decimals=0)", x=zero, elementwise=True, samples=normal() & calls("x[3], 1"))
rule(np.sign, "y = sign(x)", x=zero, elementwise=True, cuts=True, saturates=True, samples=normal() & away_from(0))
rule(
    np.heaviside,
    "z = heaviside(x, h)",
    x=zero,
    h="np.where(x == 0, d_z, 0)",
    elementwise=True,
    cuts=True,
    saturates=True,
    samples=normal() & away_from(0, "x") & calls("np.array([0, 1]), h[2]"),
)
