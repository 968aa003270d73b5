"""Powers of norms and moduli: what a program that writes them as powers is differentiated by."""

from cladpy import runtime
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, calls, normal, only
from cladpy.runtime import no_adjoint

rule(
    runtime.squared_norm,
    "z = squared_norm(x, axis=None, keepdims=False)",
    complex=True,
    variants=[
        variant(
            when="is_real(x) and (absent(axis) or value(axis) == 0 or value(keepdims) == True)",
            x="2 * d_z * x",
            tangent={"x": "2 * np.sum(x * t_x, axis=axis, keepdims=keepdims)"},
        ),
        variant(
            when="is_real(x) and ndim(x) == 2 and value(axis) in (1, -1)",
            x="2 * d_z[:, None] * x",
            tangent={"x": "2 * np.sum(x * t_x, axis=axis, keepdims=keepdims)"},
        ),
    ],
    x="restore_axes(2 * d_z, axis, keepdims) * np.conj(x)",
    tangent={"x": "2 * np.real(np.sum(np.conj(x) * t_x, axis=axis, keepdims=keepdims))"},
    samples=normal()
    & calls(
        "x[5]",
        "x[3, 4]",
        "x[3, 4], 0",
        "x[3, 4], 1",
        "x[3, 4], -1, True",
        "x[2, 3, 4], (0, 2)",
        "x[3, 4], keepdims=True",
        "x[0]",
    ),
)
rule(
    runtime.power_of_hypot,
    "z = power_of_hypot(x, y, k)",
    variants=[variant(when="value(k) == 2", x="2 * d_z * x", y="2 * d_z * y")],
    x="k * d_z * x * np.hypot(x, y) ** (k - 2)",
    y="k * d_z * y * np.hypot(x, y) ** (k - 2)",
    k=no_adjoint,
    elementwise=True,
    samples=normal()
    & only("x[3, 4], y[4], 2", "x[3], y[3], 3", "float(x[()]), float(y[()]), 4", "x[3, 1], y[()], 2.5"),
    singular=[at(x=0.0, y=0.0, k=2, literal="k", d_x=0.0, d_y=0.0), at(x=0.0, y=0.0, k=3, literal="k", d_x=0.0)],
)
rule(
    runtime.power_of_distance,
    "z = power_of_distance(k, *coordinates)",
    variants=[
        variant(
            when="value(k) == 2",
            coordinates="tuple(2 * d_z * x for x in coordinates)",
            tangent={"coordinates": "sum(2 * t_x * x for t_x, x in zip(t_coordinates, coordinates))"},
        )
    ],
    coordinates="tuple(k * d_z * x * math.hypot(*coordinates) ** (k - 2) for x in coordinates)",
    k=no_adjoint,
    tangent={
        "coordinates": "sum(k * t_x * x * math.hypot(*coordinates) ** (k - 2) for t_x, x in zip(t_coordinates, coordinates))"
    },
    samples=normal("x") & calls("2, float(x[()]), float(x[()])", "3, float(x[()])", "4, 0.0, 0.0, 0.0"),
)
rule(
    runtime.squared_distance,
    "z = squared_distance(p, q)",
    variants=[
        variant(when="ndim(p) == 1 and ndim(q) == 1", p="2 * d_z * (p - q)", q="2 * d_z * (q - p)"),
        variant(when="ndim(p) == 1", p="np.array([2 * d_z * (x - y) for x, y in zip(p, q)])"),
        variant(when="ndim(q) == 1", q="np.array([2 * d_z * (y - x) for x, y in zip(p, q)])"),
    ],
    sequences="p q",
    p="type(p)(2 * d_z * (x - y) for x, y in zip(p, q))",
    q="type(q)(2 * d_z * (y - x) for x, y in zip(p, q))",
    tangent={
        "p": "sum(2 * t_x * (x - y) for t_x, x, y in zip(t_p, p, q))",
        "q": "sum(2 * t_y * (y - x) for t_y, x, y in zip(t_q, p, q))",
    },
    samples=normal("x")
    & calls(
        "(float(x[()]), float(x[()])), [float(x[()]), float(x[()])]",
        "[0.5], [0.5]",
        "x[4], x[4]",
        "x[2], (float(x[()]), float(x[()]))",
        "[float(x[()]), float(x[()])], x[2]",
    ),
)
rule(
    runtime.squared_modulus,
    "z = squared_modulus(x)",
    variants=[variant(when="is_real(x)", x="2 * d_z * x", tangent={"x": "2 * t_x * x"})],
    x="2 * d_z * np.conj(x)",
    tangent={"x": "2 * np.real(np.conj(x) * t_x)"},
    elementwise=True,
    complex=True,
    samples=normal(),
    singular=[at(x=0.0, d_x=0.0)],
)
