"""Comparisons, predicates and operations on bits: no result of theirs has a derivative."""

import numpy as np

from cladpy.rules.declaration import rule
from cladpy.rules.samples import normal
from cladpy.runtime import no_adjoint

rule(np.equal, "z = equal(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.not_equal, "z = not_equal(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.less, "z = less(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.less_equal, "z = less_equal(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.greater, "z = greater(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.greater_equal, "z = greater_equal(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isclose, "z = isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)", every=no_adjoint, samples=normal())
rule(np.allclose, "z = allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)", every=no_adjoint, samples=normal())
rule(np.array_equal, "z = array_equal(a1, a2, equal_nan=False)", every=no_adjoint, samples=normal())
rule(np.array_equiv, "z = array_equiv(a1, a2)", every=no_adjoint, samples=normal())

rule(np.logical_and, "z = logical_and(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.logical_or, "z = logical_or(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.logical_xor, "z = logical_xor(x, y)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.logical_not, "y = logical_not(x)", every=no_adjoint, elementwise=True, samples=normal())

rule(np.isnan, "y = isnan(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isinf, "y = isinf(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isfinite, "y = isfinite(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isposinf, "y = isposinf(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isneginf, "y = isneginf(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.signbit, "y = signbit(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isreal, "y = isreal(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.iscomplex, "y = iscomplex(x)", every=no_adjoint, elementwise=True, samples=normal())
rule(np.isrealobj, "y = isrealobj(x)", every=no_adjoint, samples=normal())
rule(np.iscomplexobj, "y = iscomplexobj(x)", every=no_adjoint, samples=normal())
rule(np.isscalar, "y = isscalar(element)", every=no_adjoint, samples=normal())

rule(np.invert, "y = invert(x)", every=no_adjoint, elementwise=True)
rule(np.bitwise_and, "z = bitwise_and(x, y)", every=no_adjoint, elementwise=True)
rule(np.bitwise_or, "z = bitwise_or(x, y)", every=no_adjoint, elementwise=True)
rule(np.bitwise_xor, "z = bitwise_xor(x, y)", every=no_adjoint, elementwise=True)
rule(np.left_shift, "z = left_shift(x, y)", every=no_adjoint, elementwise=True)
rule(np.right_shift, "z = right_shift(x, y)", every=no_adjoint, elementwise=True)
