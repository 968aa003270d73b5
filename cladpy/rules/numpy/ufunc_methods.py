"""Methods of ufuncs: ``np.add.reduce`` and its like. ``outer`` is written out, and ``at`` is an update in place."""

import numpy as np

from cladpy.rules.absences import not_implemented
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_REDUCED = "array, axis=0, dtype=None, *, keepdims=False, initial=None, where=True"
_SCANNED = "array, axis=0, dtype=None"
_EVERY = "value(where) == True"

# ---- reduce: an axis that is not given is the first one ----

_AXES = calls(
    *("x[5]", "x[3, 4]", "x[3, 4], 1", "x[3, 4], axis=None", "x[2, 3, 4], axis=(0, 2)", "x[3, 4], -1, keepdims=True"),
    *("x[1]", "x[3, 4], 0, np.float64"),
)
_WHERE = calls("x[3, 4], where=np.array([[True], [False], [True]])", "x[3, 4], axis=1, where=np.eye(3, 4, dtype=bool)")
_INITIAL = calls("x[3, 4], initial=float(initial[()])", "x[5], initial=initial[()]")

rule(
    np.add.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.add.reduce",
    variants=[variant(when=_EVERY, array="unreduce(d_y, np.shape(array), axis, keepdims)")],
    array="masked(unreduce(d_y, np.shape(array), axis, keepdims), where)",
    initial="np.sum(d_y)",
    tangent={
        "array": "np.add.reduce(t_array, axis, dtype, keepdims=keepdims, where=where)",
        "initial": "np.full(np.shape(y), t_initial)",
    },
    samples=normal() & _AXES & _WHERE & _INITIAL & calls("x[0]", "x[0, 3]"),
)
rule(
    np.multiply.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.multiply.reduce",
    array="prod_adjoint(d_y, array, axis, keepdims, initial, where)",
    initial="np.sum(d_y * np.multiply.reduce(array, axis, keepdims=keepdims, where=where))",
    tangent={
        "array": "np.sum(prod_adjoint(1.0, array, axis, False, initial, where) * t_array, axis=axis, keepdims=keepdims)",
        "initial": "t_initial * np.multiply.reduce(array, axis, keepdims=keepdims, where=where)",
    },
    samples=normal() & _AXES & _WHERE & _INITIAL & calls("x[0]"),
)
_EXTREMUM = {
    "array": "extremum_adjoint(d_y, array, y, axis, keepdims, initial, where)",
    "initial": "np.sum(initial_share(d_y, array, y, initial, axis, keepdims, where))",
}
_MOVED = {
    "array": "extremum_tangent(t_array, array, y, axis, keepdims, initial, where)",
    "initial": "initial_share(t_initial, array, y, initial, axis, keepdims, where)",
}
_LITERAL = [
    variant(
        when="literal(initial)",
        array="extremum_adjoint(masked(d_y, y != initial), array, y, axis, keepdims, None, where)",
        tangent={"array": "masked(extremum_tangent(t_array, array, y, axis, keepdims, None, where), y != initial)"},
    )
]
_BOUND = "x[3, 4], 0, initial={}, where=np.array([[True], [False], [True]])"
rule(
    np.maximum.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.maximum.reduce",
    cuts=True,
    variants=_LITERAL,
    **_EXTREMUM,
    tangent=_MOVED,
    samples=normal() & _AXES & _INITIAL & calls(_BOUND.format("-9.0"), _BOUND.format("float(initial[()])")),
)
rule(
    np.minimum.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.minimum.reduce",
    cuts=True,
    variants=_LITERAL,
    **_EXTREMUM,
    tangent=_MOVED,
    samples=normal() & _AXES & _INITIAL & calls(_BOUND.format("9.0"), _BOUND.format("float(initial[()])")),
)
# Where one of fmax and fmin is NaN, it is passed over.
_PASSED = {
    "array": "extremum_adjoint(d_y, array, y, axis, keepdims, initial, where & ~np.isnan(array))",
    "initial": "np.sum(initial_share(d_y, array, y, initial, axis, keepdims, where & ~np.isnan(array)))",
}
_PASSED_MOVED = {
    "array": "extremum_tangent(t_array, array, y, axis, keepdims, initial, where & ~np.isnan(array))",
    "initial": "initial_share(t_initial, array, y, initial, axis, keepdims, where & ~np.isnan(array))",
}
rule(
    np.fmax.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.fmax.reduce",
    cuts=True,
    **_PASSED,
    tangent=_PASSED_MOVED,
    samples=normal() & _AXES & _INITIAL,
)
rule(
    np.fmin.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.fmin.reduce",
    cuts=True,
    **_PASSED,
    tangent=_PASSED_MOVED,
    samples=normal() & _AXES & _INITIAL,
)
rule(
    np.logaddexp.reduce,
    f"y = reduce({_REDUCED})",
    name="numpy.logaddexp.reduce",
    array="restore_axes(d_y, axis, keepdims) * softmax_share(array, y, axis, keepdims, where)",
    initial="np.sum(d_y * np.exp(initial - y))",
    tangent={
        "array": "np.sum(t_array * softmax_share(array, y, axis, keepdims, where), axis=axis, keepdims=keepdims)",
        "initial": "t_initial * np.exp(initial - y)",
    },
    samples=normal() & _AXES & _WHERE & _INITIAL,
)

# ---- accumulate and reduceat ----

_SCANS = calls("x[5]", "x[1]", "x[0]", "x[3, 4]", "x[3, 4], 1", "x[2, 3, 4], axis=-2", "x[3, 4], -1")
rule(
    np.add.accumulate,
    f"y = accumulate({_SCANNED})",
    name="numpy.add.accumulate",
    array="cumsum_adjoint(d_y, np.shape(array), axis)",
    tangent={"array": "np.add.accumulate(t_array, axis, dtype)"},
    samples=normal() & _SCANS & calls("x[3, 4], 0, np.float64"),
)
rule(
    np.multiply.accumulate,
    f"y = accumulate({_SCANNED})",
    name="numpy.multiply.accumulate",
    array="cumprod_adjoint(d_y, array, axis)",
    tangent={"array": "cumprod_tangent(t_array, array, axis)"},
    samples=normal() & _SCANS,
)
rule(
    np.maximum.accumulate,
    f"y = accumulate({_SCANNED})",
    name="numpy.maximum.accumulate",
    array="extremum_scan_adjoint(d_y, array, y, axis)",
    tangent={"array": "extremum_scan_tangent(t_array, array, y, axis)"},
    cuts=True,
    samples=normal() & _SCANS,
)
rule(
    np.minimum.accumulate,
    f"y = accumulate({_SCANNED})",
    name="numpy.minimum.accumulate",
    array="extremum_scan_adjoint(d_y, array, y, axis)",
    tangent={"array": "extremum_scan_tangent(t_array, array, y, axis)"},
    cuts=True,
    samples=normal() & _SCANS,
)
rule(
    np.logaddexp.accumulate,
    f"y = accumulate({_SCANNED})",
    name="numpy.logaddexp.accumulate",
    array="logaddexp_scan_adjoint(d_y, array, y, axis)",
    tangent={"array": "logaddexp_scan_tangent(t_array, array, y, axis)"},
    samples=normal() & _SCANS,
)
rule(
    np.add.reduceat,
    "y = reduceat(array, indices, axis=0, dtype=None)",
    name="numpy.add.reduceat",
    array="reduceat_adjoint(d_y, np.shape(array), indices, axis)",
    tangent={"array": "np.add.reduceat(t_array, indices, axis, dtype)"},
    samples=normal()
    & calls("x[5], [0, 2, 4]", "x[5], [3, 1, 1]", "x[3, 4], [0, 2], 1", "x[3, 4], np.array([1]), axis=0"),
)

# ---- others ----

_PARTS = not_implemented("of the parts of a sum only; write the reduction of each part")
rule(np.multiply.reduceat, "y = reduceat(array, indices, axis=0)", name="numpy.multiply.reduceat", array=_PARTS)
rule(np.maximum.reduceat, "y = reduceat(array, indices, axis=0)", name="numpy.maximum.reduceat", array=_PARTS)
rule(np.minimum.reduceat, "y = reduceat(array, indices, axis=0)", name="numpy.minimum.reduceat", array=_PARTS)
_ORDER = not_implemented("a reduction of an operation whose order matters; write the loop")
rule(np.subtract.reduce, "y = reduce(array, axis=0)", name="numpy.subtract.reduce", array=_ORDER)
rule(np.divide.reduce, "y = reduce(array, axis=0)", name="numpy.divide.reduce", array=_ORDER)
rule(np.power.reduce, "y = reduce(array, axis=0)", name="numpy.power.reduce", array=_ORDER)
rule(np.logical_and.reduce, f"y = reduce({_REDUCED})", name="numpy.logical_and.reduce", every=no_adjoint)
rule(np.logical_or.reduce, f"y = reduce({_REDUCED})", name="numpy.logical_or.reduce", every=no_adjoint)
rule(np.logical_xor.reduce, f"y = reduce({_REDUCED})", name="numpy.logical_xor.reduce", every=no_adjoint)
rule(np.bitwise_and.reduce, f"y = reduce({_REDUCED})", name="numpy.bitwise_and.reduce", every=no_adjoint)
rule(np.bitwise_or.reduce, f"y = reduce({_REDUCED})", name="numpy.bitwise_or.reduce", every=no_adjoint)
rule(np.bitwise_xor.reduce, f"y = reduce({_REDUCED})", name="numpy.bitwise_xor.reduce", every=no_adjoint)
rule(np.logical_and.accumulate, f"y = accumulate({_SCANNED})", name="numpy.logical_and.accumulate", every=no_adjoint)
rule(np.logical_or.accumulate, f"y = accumulate({_SCANNED})", name="numpy.logical_or.accumulate", every=no_adjoint)
