"""The functions of NumPy whose formulas hold for complex operands; rules may also say so themselves.

Inside, cotangents are bilinear (the derivative in a, less i times that in b, of a + ib), so that the formula of an
analytic function is the real one. Functions that are not analytic (abs, angle, norm, vdot) have formulas of their own,
which say ``complex=True``.
"""

import operator

import numpy as np

from cladpy import runtime

_ARITHMETIC = {
    *(np.add, np.subtract, np.multiply, np.divide, np.negative, np.positive, np.reciprocal, np.square, np.sqrt),
    *(np.power, np.float_power, operator.add, operator.sub, operator.mul, operator.truediv, operator.neg, operator.pos),
    *(operator.pow, pow),
}
_ANALYTIC = {
    *(np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p, np.sin, np.cos, np.tan, np.arcsin, np.arccos),
    *(np.arctan, np.sinh, np.cosh, np.tanh, np.arcsinh, np.arccosh, np.arctanh, np.sinc),
}
_REDUCTIONS = {np.sum, np.mean, np.prod, np.cumsum, np.cumprod, np.trace, np.diff}
_PRODUCTS = {
    *(np.matmul, np.dot, np.inner, np.outer, np.tensordot, np.kron, np.cross, np.einsum, np.linalg.matmul),
    *(np.linalg.outer, np.linalg.tensordot, np.linalg.cross),
}
_SHAPES = {
    *(np.reshape, np.ndarray.reshape, np.ravel, np.ndarray.flatten, np.expand_dims, np.squeeze, np.atleast_1d),
    *(np.atleast_2d, np.atleast_3d, np.transpose, np.ndarray.transpose, np.matrix_transpose, np.swapaxes, np.moveaxis),
    *(np.rollaxis, np.flip, np.flipud, np.fliplr, np.rot90, np.roll, np.broadcast_to, np.repeat, np.tile, np.pad),
    *(np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack, np.split, np.array_split, np.vsplit),
    *(np.hsplit, np.dsplit, np.diag, np.diagonal, np.tril, np.triu, np.linalg.matrix_transpose, np.linalg.trace),
    np.linalg.diagonal,
}
_SELECTIONS = {np.where, np.take, np.take_along_axis, np.compress}
_CREATION = {
    *(np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.copy, np.ndarray.copy, np.ndarray.astype),
    *(np.ndarray.item, np.ndarray.tolist, np.full, np.full_like, np.linspace),
}
_OF_THE_RUNTIME = {
    *(runtime.multiply_guarded, runtime.strong_product, runtime.divide_guarded),
    *(runtime.power_adjoint, runtime.power_exponent_adjoint),
    *(runtime.masked, runtime.ratio_or_zero, runtime.unbroadcast, runtime.unbroadcast_to, runtime.unreduce),
    *(runtime.restore_axes, runtime.diagonal_adjoint, runtime.diag_adjoint, runtime.diff_adjoint),
    *(runtime.take_adjoint, runtime.take_along_axis_adjoint, runtime.repeat_adjoint, runtime.tile_adjoint),
    *(runtime.pad_adjoint, runtime.rollaxis_adjoint, runtime.cumsum_adjoint),
    *(runtime.matmul_adjoint_left, runtime.matmul_adjoint_right, runtime.dot_adjoint_left, runtime.dot_adjoint_right),
    *(runtime.tensordot_adjoint_left, runtime.tensordot_adjoint_right, runtime.inner_adjoint, runtime.kron_adjoint),
}
COMPLEX = frozenset(
    _ARITHMETIC | _ANALYTIC | _REDUCTIONS | _PRODUCTS | _SHAPES | _SELECTIONS | _CREATION | _OF_THE_RUNTIME
)
"""Each is tested with complex operands by the one test of its rule."""
