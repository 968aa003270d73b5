"""Functions of cladpy.runtime: generated code can be differentiated again.

A strong zero stays one: where a helper gives exactly 0 whatever an operand is, its slope in that operand is 0.
"""

from cladpy import runtime
from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, booleans, calls, normal, only, positive
from cladpy.runtime import no_adjoint

rule(
    runtime.multiply_guarded,
    "z = multiply_guarded(d, slope)",
    d="multiply_guarded(d_z, slope)",
    slope="multiply_guarded(d, d_z)",
    elementwise=True,
    samples=normal(),
    singular=[at(d=0.0, slope=2.0, d_d=2.0, d_slope=0.0)],
)
rule(
    runtime.strong_product,
    "z = strong_product(t, slope)",
    t="strong_product(d_z, slope)",
    slope="strong_product(t, d_z)",
    elementwise=True,
    samples=normal(),
    singular=[at(t=0.0, slope=2.0, d_t=2.0, d_slope=0.0)],
)
rule(
    runtime.divide_guarded,
    "z = divide_guarded(d, y)",
    d="divide_guarded(d_z, y)",
    y="-divide_guarded(multiply_guarded(d_z, z), y)",
    elementwise=True,
    pole="d y",
    saturates=True,
    samples=normal() & away_from(0, "y"),
    singular=[at(d=1.0, y=0.0, d_d=float("inf"), d_y=-float("inf"))],
)
rule(
    runtime.sum_guarded,
    "y = sum_guarded(d, slope)",
    d="multiply_guarded(d_y, slope)",
    slope="multiply_guarded(d, d_y)",
    tangent={"d": "sum_guarded(t_d, slope)", "slope": "sum_guarded(d, t_slope)"},
    samples=normal() & calls("d[3], slope[3]", "d[2, 3], slope[2, 3]"),
)
rule(
    runtime.power_adjoint,
    "z = power_adjoint(d, x, y)",
    d="power_adjoint(d_z, x, y)",
    x="multiply_guarded(d, y * power_adjoint(d_z, x, y - 1))",
    y="multiply_guarded(d, multiply_guarded(d_z, x ** (y - 1)) + y * power_exponent_adjoint(d_z, x, x ** (y - 1)))",
    elementwise=True,
    samples=normal("d", "y")
    & positive("x")
    & calls("d[3, 4], x[4], y[3, 1]", "float(d[()]), float(x[()]), float(y[()])", "d[3], x[3], 2"),
)
rule(
    runtime.power_exponent_adjoint,
    "w = power_exponent_adjoint(d, x, z)",
    d="power_exponent_adjoint(d_w, x, z)",
    x="divide_guarded(multiply_guarded(d, d_w * z), x)",
    z="multiply_guarded(d, power_exponent_adjoint(d_w, x, z) / z)",
    elementwise=True,
    samples=normal("d")
    & positive("x", "z")
    & calls("d[3, 4], x[4], z[3, 4]", "float(d[()]), float(x[()]), float(z[()])"),
)

rule(
    runtime.masked,
    "z = masked(d, mask)",
    d="masked(d_z, mask)",
    mask=no_adjoint,
    elementwise=True,
    cuts=True,
    samples=normal("d")
    & booleans("mask")
    & only("d[3, 4], mask[3, 4]", "d[3, 4], mask[4]", "d[()], True", "float(d[()]), False"),
)
rule(
    runtime.larger_share,
    "z = larger_share(d, x, y)",
    d="larger_share(d_z, x, y)",
    x=zero,
    y=zero,
    elementwise=True,
    cuts=True,
    samples=normal() & calls("d[3, 4], x[3, 4], y[4]", "float(d[()]), float(x[()]), float(y[()])"),
)
rule(
    runtime.smaller_share,
    "z = smaller_share(d, x, y)",
    d="smaller_share(d_z, x, y)",
    x=zero,
    y=zero,
    elementwise=True,
    cuts=True,
    samples=normal() & calls("d[3, 4], x[3, 4], y[4]", "float(d[()]), float(x[()]), float(y[()])"),
)

rule(
    runtime.abs_slope,
    "y = abs_slope(x)",
    variants=[variant(when="is_real(x)", x=zero)],
    x="ratio_or_zero(np.conj(d_y) - d_y * y * y, 2 * np.abs(x))",
    tangent={"x": "ratio_or_zero(np.conj(t_x) - t_x * y * y, 2 * np.abs(x))"},
    elementwise=True,
    complex=True,
    samples=normal() & away_from(0),
)
rule(
    runtime.logaddexp_slope,
    "z = logaddexp_slope(x, y)",
    x="d_z * z * (1 - z)",
    y="-d_z * z * (1 - z)",
    elementwise=True,
    saturates=True,
    samples=normal(),
)
rule(
    runtime.sinc_slope,
    "y = sinc_slope(x)",
    x="d_y * sinc_curvature(x)",
    elementwise=True,
    samples=normal() & calls("0.01 * x[3]"),
)
rule(
    runtime.sinc_curvature,
    "y = sinc_curvature(x)",
    x=not_implemented("the third derivative of sinc is not written"),
    elementwise=True,
    samples=normal(),
)
rule(
    runtime.digamma,
    "y = digamma(x)",
    x=not_implemented("the second derivative of lgamma and gamma is not written"),
    elementwise=True,
    samples=positive() & only("float(x[()])"),
)
rule(
    runtime.products_of_others,
    "z = products_of_others(d, items)",
    d=not_implemented("the second derivative of math.prod is not written"),
    items=not_implemented("the second derivative of math.prod is not written"),
    samples=normal() & calls("float(d[()]), [1.0, 2.0]"),
)
rule(
    runtime.deviations,
    "z = deviations(d, data, center)",
    d=not_implemented("second derivatives of statistics.variance and its like are not written"),
    data=not_implemented("second derivatives of statistics.variance and its like are not written"),
    center=not_implemented("second derivatives of statistics.variance and its like are not written"),
    samples=normal() & calls("float(d[()]), [1.0, 2.0], None"),
)

rule(runtime.has_item, "y = has_item(owner, key, kind)", every=no_adjoint)
rule(runtime.has_length, "y = has_length(value, count, or_more=False)", every=no_adjoint)
rule(runtime.can_divide, "y = can_divide(left, right)", every=no_adjoint)
rule(runtime.accepts, "y = accepts(function, *values)", every=no_adjoint)

rule(
    runtime.unbroadcast,
    "y = unbroadcast(d, x)",
    d="np.broadcast_to(d_y, np.shape(d))",
    x=no_adjoint,
    result_alias="may alias d",
    tangent={"d": "unbroadcast(t_d, x)"},
    samples=normal()
    & calls(
        "d[3, 4], x[4]", "d[3, 4], x[3, 1]", "d[3, 4], x[()]", "d[3, 4], float(x[()])", "d[0, 4], x[4]", "d[3], x[3]"
    ),
)
rule(
    runtime.unbroadcast_to,
    "y = unbroadcast_to(d, shape, dtype)",
    d="np.broadcast_to(d_y, np.shape(d))",
    shape=no_adjoint,
    dtype=no_adjoint,
    result_alias="may alias d",
    tangent={"d": "unbroadcast_to(t_d, shape, dtype)"},
    samples=normal() & calls("d[3, 4], (4,), np.float64", "d[3, 4], (), float"),
)
rule(runtime.own, "y = own(value)", value="d_y", elementwise=True, samples=normal() & calls("value[3]", "2.5"))
rule(runtime.zero_adjoint, "y = zero_adjoint(value)", every=no_adjoint, samples=normal() & calls("value[3]"))
rule(
    runtime.conjugated,
    "y = conjugated(d)",
    d="conjugated(d_y)",
    elementwise=True,
    complex=True,
    result_alias="may alias d",
    samples=normal() & calls("d[3]", "float(d[()])"),
)
rule(
    runtime.real_part,
    "y = real_part(d)",
    d="d_y",
    tangent={"d": "real_part(t_d)"},
    elementwise=True,
    complex=True,
    result_alias="may alias d",
    samples=normal() & calls("d[3]", "float(d[()])"),
)
rule(
    runtime.of_parts,
    "z = of_parts(real, imag)",
    real="np.real(d_z)",
    imag="np.real(1j * d_z)",
    tangent={"real": "np.real(t_real)", "imag": "1j * np.real(t_imag)"},
    elementwise=True,
    complex=True,
    samples=normal() & only("real[3], imag[3]", "real[2, 3], imag[3]", "real[3], float(imag[()])", "real[()], imag[3]"),
)
rule(runtime.zero_like, "y = zero_like(value)", every=no_adjoint, samples=normal() & calls("value[3]"))
rule(
    runtime.as_cotangent,
    "y = as_cotangent(d, value)",
    d="unbroadcast(d_y, d)",
    value=no_adjoint,
    tangent={"d": "as_cotangent(t_d, value)"},
    result_alias="may alias d",
    samples=normal()
    & calls("d[3, 4], np.ones((3, 4))", "d[4], np.ones((3, 4))", "d[()], np.ones((3, 4))", "float(d[()]), 1.0"),
)
rule(
    runtime.as_tangent,
    "y = as_tangent(t, value)",
    t="unbroadcast(d_y, t)",
    value=no_adjoint,
    tangent={"t": "as_tangent(t_t, value)"},
    result_alias="may alias t",
    samples=normal() & calls("t[3, 4], np.ones((3, 4))", "t[4], np.ones((3, 4))", "float(t[()]), 1.0"),
)
rule(
    runtime.order_of,
    "y = order_of(keys, reverse=False)",
    every=no_adjoint,
    sequences="keys",
    samples=normal() & calls("[2.0, 1.0, 2.0]"),
)
rule(
    runtime.laid_out_like,
    "y = laid_out_like(value, x)",
    value="unbroadcast(d_y, value)",
    x=no_adjoint,
    tangent={"value": "laid_out_like(t_value, x)"},
    samples=normal()
    & calls("value[3, 4], np.ones((3, 4))", "value[4], np.ones((3, 4), order='F')", "value[2], np.ones((4, 2))[::2]"),
)
rule(runtime.zero_tangent, "y = zero_tangent(value)", every=no_adjoint, samples=normal() & calls("value[3]"))
rule(runtime.unit_tangent, "y = unit_tangent(value, *path)", every=no_adjoint, samples=normal() & calls("value[3], 1"))
rule(
    runtime.noted,
    "y = noted(x, errors, variable, line)",
    x="note_error(d_y, y, errors, variable, line)",
    errors=no_adjoint,
    variable=no_adjoint,
    line=no_adjoint,
    result_alias="alias x",
    tangent={"x": "noted(t_x, errors, variable, line)"},
    samples=normal() & calls("x[3], ErrorLog(), 'x', 1", "float(x[()]), ErrorLog(), 'x', 1"),
)
rule(runtime.stop_adjoint, "y = stop_adjoint(x)", every=no_adjoint, result_alias="alias x")
