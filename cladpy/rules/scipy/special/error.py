"""Error functions, logistic functions and the distribution functions made of them."""

import math

from scipy import special

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import at, calls, normal, positive, uniform

rule(
    special.erf,
    "y = erf(x)",
    x="2 / math.sqrt(math.pi) * d_y * np.exp(-x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
    singular=[at(x=math.inf, d_x=0.0)],
)
rule(
    special.erfc,
    "y = erfc(x)",
    x="-2 / math.sqrt(math.pi) * d_y * np.exp(-x * x)",
    elementwise=True,
    saturates=True,
    samples=normal(),
)
rule(
    special.erfcx,
    "y = erfcx(x)",
    x="2 * d_y * (x * y - 1 / math.sqrt(math.pi))",
    elementwise=True,
    saturates=True,
    samples=normal(),
)
rule(special.erfi, "y = erfi(x)", x="2 / math.sqrt(math.pi) * d_y * np.exp(x * x)", elementwise=True, samples=normal())
rule(special.dawsn, "y = dawsn(x)", x="d_y * (1 - 2 * x * y)", elementwise=True, saturates=True, samples=normal())
rule(
    special.erfinv,
    "y = erfinv(x)",
    x="math.sqrt(math.pi) / 2 * d_y * np.exp(y * y)",
    guarded={"x": "multiply_guarded(math.sqrt(math.pi) / 2 * d_y, np.exp(y * y))"},
    elementwise=True,
    pole="x",
    samples=uniform(-0.9, 0.9),
    singular=[at(x=1.0, d_x=math.inf), at(x=-1.0, d_x=math.inf)],
)
rule(
    special.erfcinv,
    "y = erfcinv(x)",
    x="-math.sqrt(math.pi) / 2 * d_y * np.exp(y * y)",
    guarded={"x": "multiply_guarded(-math.sqrt(math.pi) / 2 * d_y, np.exp(y * y))"},
    elementwise=True,
    pole="x",
    samples=uniform(0.1, 1.9),
    singular=[at(x=0.0, d_x=-math.inf), at(x=2.0, d_x=-math.inf)],
)

# ---- the normal distribution ----

rule(
    special.ndtr,
    "y = ndtr(x)",
    x="d_y * np.exp(-x * x / 2) / math.sqrt(2 * math.pi)",
    elementwise=True,
    saturates=True,
    samples=normal(),
)
rule(
    special.log_ndtr,
    "y = log_ndtr(x)",
    x="math.sqrt(2 / math.pi) * d_y / scipy.special.erfcx(-x / math.sqrt(2))",
    elementwise=True,
    samples=normal(),
)
rule(
    special.ndtri,
    "y = ndtri(x)",
    x="math.sqrt(2 * math.pi) * d_y * np.exp(y * y / 2)",
    guarded={"x": "multiply_guarded(math.sqrt(2 * math.pi) * d_y, np.exp(y * y / 2))"},
    elementwise=True,
    pole="x",
    samples=uniform(0.05, 0.95),
    singular=[at(x=0.0, d_x=math.inf), at(x=1.0, d_x=math.inf)],
)
rule(
    special.ndtri_exp,
    "y = ndtri_exp(x)",
    x="math.sqrt(2 * math.pi) * d_y * np.exp(x + y * y / 2)",
    elementwise=True,
    samples=uniform(-3.0, -0.1),
)
rule(
    special.owens_t,
    "y = owens_t(h, a)",
    h="-d_y * np.exp(-h * h / 2) * scipy.special.erf(a * h / math.sqrt(2)) / (2 * math.sqrt(2 * math.pi))",
    a="d_y * np.exp(-h * h * (1 + a * a) / 2) / (2 * math.pi * (1 + a * a))",
    elementwise=True,
    saturates=True,
    samples=normal(),
)

# ---- logistic functions ----

rule(special.expit, "y = expit(x)", x="d_y * y * (1 - y)", elementwise=True, saturates=True, samples=normal(),
     singular=[at(x=math.inf, d_x=0.0), at(x=-math.inf, d_x=0.0)])  # fmt: skip
rule(special.log_expit, "y = log_expit(x)", x="d_y * scipy.special.expit(-x)", elementwise=True, samples=normal())
rule(
    special.logit,
    "y = logit(x)",
    variants=[variant(when="python_float(x)", x="divide_guarded(d_y, x * (1 - x))")],
    x="d_y / (x * (1 - x))",
    guarded={"x": "divide_guarded(d_y, x * (1 - x))"},
    elementwise=True,
    pole="x",
    samples=uniform(0.1, 0.9),
    singular=[at(x=0.0, d_x=math.inf), at(x=1.0, d_x=math.inf)],
)
rule(
    special.wrightomega,
    "y = wrightomega(x)",
    x="d_y * y / (1 + y)",
    elementwise=True,
    samples=normal(),
)

# ---- Student's t ----

rule(
    special.stdtr,
    "y = stdtr(df, t)",
    df="d_y * stdtr_slope(df, t)",
    t="d_y * scipy.special.poch(df / 2, df * 0 + 0.5) * (1 + t * t / df) ** (-(df + 1) / 2) / np.sqrt(math.pi * df)",
    elementwise=True,
    saturates=True,
    samples=positive("df") & normal("t") & calls("3, t[4]"),
)
