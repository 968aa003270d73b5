"""Logarithms times their weights, entropies, and what is built on sums of exponentials.

``xlogy(d, y)`` is ``d * log(y)``, and exactly 0 where `d` is: it is its own guard.
"""

import math

from scipy import special

from cladpy.rules.absences import not_implemented, zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, away_from, calls, normal, only, positive, uniform

rule(
    special.xlogy,
    "z = xlogy(x, y)",
    x="scipy.special.xlogy(d_z, y)",
    y="divide_guarded(d_z * x, y)",
    elementwise=True,
    pole="x y",
    samples=normal("x") & positive("y"),
    singular=[
        at(x=0.0, y=3.0, d_x=math.log(3), d_y=0.0),
        at(x=0.0, y=0.0, d_x=-math.inf, d_y=0.0),
        at(x=2.0, y=0.0, d_x=-math.inf, d_y=math.inf),
    ],
)
rule(
    special.xlog1py,
    "z = xlog1py(x, y)",
    x="scipy.special.xlog1py(d_z, y)",
    y="divide_guarded(d_z * x, 1 + y)",
    elementwise=True,
    pole="x y",
    samples=normal("x") & positive("y"),
    singular=[at(x=0.0, y=-1.0, d_x=-math.inf, d_y=0.0), at(x=2.0, y=-1.0, d_x=-math.inf, d_y=math.inf)],
)
rule(
    special.entr,
    "y = entr(x)",
    x="-scipy.special.xlogy(d_y, x) - d_y",
    elementwise=True,
    branch_point="x",
    samples=positive(),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    special.rel_entr,
    "z = rel_entr(x, y)",
    x="scipy.special.xlogy(d_z, x) - scipy.special.xlogy(d_z, y) + d_z",
    y="-divide_guarded(d_z * x, y)",
    elementwise=True,
    branch_point="x",
    pole="y",
    samples=positive(),
    singular=[at(x=0.0, y=2.0, d_x=-math.inf, d_y=0.0), at(x=0.0, y=0.0, d_y=0.0)],
)
rule(
    special.kl_div,
    "z = kl_div(x, y)",
    x="scipy.special.xlogy(d_z, x) - scipy.special.xlogy(d_z, y)",
    y="d_z - divide_guarded(d_z * x, y)",
    elementwise=True,
    branch_point="x",
    pole="y",
    samples=positive(),
    singular=[at(x=0.0, y=2.0, d_x=-math.inf, d_y=1.0), at(x=0.0, y=0.0, d_y=1.0)],
)

# ---- exponentials, logarithms and powers that NumPy has under the same name ----

rule(special.exp2, "y = exp2(x)", x="math.log(2) * d_y * y", guarded={"x": "multiply_guarded(math.log(2) * d_y, y)"},
     elementwise=True, pole="x", saturates=True, samples=normal())  # fmt: skip
rule(special.exp10, "y = exp10(x)", x="math.log(10) * d_y * y", guarded={"x": "multiply_guarded(math.log(10) * d_y, y)"},
     elementwise=True, pole="x", saturates=True, samples=normal())  # fmt: skip
rule(special.expm1, "y = expm1(x)", x="d_y * (y + 1)", guarded={"x": "multiply_guarded(d_y, y + 1)"},
     elementwise=True, pole="x", saturates=True, samples=normal(), singular=[at(x=-math.inf, d_x=0.0)])  # fmt: skip
rule(
    special.log1p,
    "y = log1p(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, 1 + x)")],
    x="d_y / (1 + x)",
    guarded={"x": "divide_guarded(d_y, 1 + x)"},
    elementwise=True,
    pole="x",
    samples=positive(),
    singular=[at(x=-1.0, d_x=math.inf)],
)
rule(special.exprel, "y = exprel(x)", x="d_y * exprel_slope(x)", guarded={"x": "multiply_guarded(d_y, exprel_slope(x))"},
     elementwise=True, pole="x", saturates=True, samples=normal(), singular=[at(x=0.0, d_x=0.5)])  # fmt: skip
rule(special.cosm1, "y = cosm1(x)", x="-d_y * np.sin(x)", elementwise=True, samples=normal())
rule(special.sindg, "y = sindg(x)", x="math.pi / 180 * d_y * scipy.special.cosdg(x)", elementwise=True,
     samples=normal(scale=60.0))  # fmt: skip
rule(special.cosdg, "y = cosdg(x)", x="-math.pi / 180 * d_y * scipy.special.sindg(x)", elementwise=True,
     samples=normal(scale=60.0))  # fmt: skip
rule(
    special.tandg, "y = tandg(x)", x="math.pi / 180 * d_y * (1 + y * y)", elementwise=True, samples=uniform(-70.0, 70.0)
)
rule(
    special.cotdg,
    "y = cotdg(x)",
    x="-math.pi / 180 * d_y * (1 + y * y)",
    elementwise=True,
    samples=uniform(20.0, 160.0),
)
rule(
    special.cbrt,
    "y = cbrt(x)",
    x="d_y / (3 * y * y)",
    guarded={"x": "divide_guarded(d_y, 3 * y * y)"},
    elementwise=True,
    branch_point="x",
    samples=normal() & away_from(0),
    singular=[at(x=0.0, d_x=math.inf)],
)
rule(
    special.powm1,
    "z = powm1(x, y)",
    x="power_adjoint(d_z, x, y)",
    y="power_exponent_adjoint(d_z, x, z + 1)",
    elementwise=True,
    branch_point="x y",
    pole="x y",
    saturates=True,
    samples=positive("x") & normal("y"),
)
rule(
    special.boxcox,
    "z = boxcox(x, lmbda)",
    x="d_z * x ** (lmbda - 1)",
    lmbda="d_z * np.log(x) ** 2 * exprel_slope(lmbda * np.log(x))",
    elementwise=True,
    samples=positive("x") & normal("lmbda") & calls("x[3], 0.0"),
)
rule(
    special.boxcox1p,
    "z = boxcox1p(x, lmbda)",
    x="d_z * (1 + x) ** (lmbda - 1)",
    lmbda="d_z * np.log1p(x) ** 2 * exprel_slope(lmbda * np.log1p(x))",
    elementwise=True,
    samples=positive("x") & normal("lmbda") & calls("x[3], 0.0"),
)
rule(
    special.inv_boxcox,
    "z = inv_boxcox(y, lmbda)",
    y="d_z * z ** (1 - lmbda)",
    lmbda="-d_z * z ** (1 - lmbda) * np.log(z) ** 2 * exprel_slope(lmbda * np.log(z))",
    elementwise=True,
    samples=uniform(0.1, 1.0) & calls("y[3], 0.0"),
)
rule(
    special.inv_boxcox1p,
    "z = inv_boxcox1p(y, lmbda)",
    y="d_z * (1 + z) ** (1 - lmbda)",
    lmbda="-d_z * (1 + z) ** (1 - lmbda) * np.log1p(z) ** 2 * exprel_slope(lmbda * np.log1p(z))",
    elementwise=True,
    samples=uniform(0.1, 1.0) & calls("y[3], 0.0"),
)

# ---- sums of exponentials ----

rule(
    special.logsumexp,
    "y = logsumexp(a, axis=None, b=None, keepdims=False)",
    a="logsumexp_adjoint(d_y, a, y, axis, b, keepdims)",
    b="logsumexp_weight_adjoint(d_y, a, y, axis, b, keepdims)",
    tangent={
        "a": "logsumexp_tangent(t_a, 0.0, a, y, axis, b, keepdims)",
        "b": "logsumexp_tangent(0.0, t_b, a, y, axis, b, keepdims)",
    },
    saturates=True,
    samples=normal("a")
    & positive("b")
    & calls(
        "a[3, 4]",
        "a[3, 4], axis=1",
        "a[3, 4], 0, keepdims=True",
        "a[2, 3, 4], axis=(0, -1)",
        "a[1]",
        "a[0, 3], axis=1",
        "float(a[()])",
        "a[3, 4], 1, b[3, 4]",
        "a[3, 4], axis=0, b=b[4]",
        "a[3, 1], b=b[1, 4]",
        "a[3], b=np.array([1.0, 0.0, 2.0])",
    ),
)
rule(
    special.softmax,
    "y = softmax(x, axis=None)",
    x="y * (d_y - np.sum(d_y * y, axis=axis, keepdims=True))",
    tangent={"x": "y * (t_x - np.sum(t_x * y, axis=axis, keepdims=True))"},
    saturates=True,
    samples=normal() & calls("x[3, 4]", "x[3, 4], axis=1", "x[3, 4], -2", "x[1]", "x[2, 3, 4], axis=(0, 2)"),
)
rule(
    special.log_softmax,
    "y = log_softmax(x, axis=None)",
    x="d_y - np.exp(y) * np.sum(d_y, axis=axis, keepdims=True)",
    tangent={"x": "t_x - np.sum(np.exp(y) * t_x, axis=axis, keepdims=True)"},
    samples=normal() & calls("x[3, 4]", "x[3, 4], axis=1", "x[3, 4], -2", "x[1]"),
)

# ---- kinks ----

rule(
    special.huber,
    "y = huber(delta, r)",
    delta="d_y * np.maximum(np.abs(r) - delta, 0)",
    r="d_y * np.clip(r, -delta, delta)",
    elementwise=True,
    samples=positive("delta") & normal("r", scale=2.0),
)
rule(
    special.pseudo_huber,
    "y = pseudo_huber(delta, r)",
    delta="d_y * (2 * y / delta - r * r / (delta * np.hypot(1, r / delta)))",
    r="d_y * r / np.hypot(1, r / delta)",
    elementwise=True,
    samples=positive("delta") & normal("r"),
)
rule(special.round, "y = round(x)", x=zero, elementwise=True, samples=normal())
rule(
    special.softplus,
    "y = softplus(x)",
    x="d_y * scipy.special.expit(x)",
    elementwise=True,
    samples=normal() & only("x[3, 4]", "float(x[()])", "x[0]", "x[()]"),
)
rule(
    special.agm,
    "z = agm(a, b)",
    a=not_implemented("the derivative of the arithmetic-geometric mean is not written"),
    b=not_implemented("the derivative of the arithmetic-geometric mean is not written"),
    elementwise=True,
    samples=positive(),
)
