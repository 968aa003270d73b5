"""Functions of the standard library's statistics module: exact sums of the items of a list, a tuple or an array.

What is taken apart by its own text has no rule: the median, quantiles, `fmean`, `correlation`.
"""

import statistics

from cladpy.rules.declaration import rule, variant
from cladpy.rules.samples import calls, normal, positive

_CALLS = "x[4]", "[float(x[()]), float(x[()]), float(x[()])]", "(float(x[()]), float(x[()]))"
_FLAT = calls(*_CALLS)
_GIVEN = calls(*_CALLS, "x[4], 0.25", "[float(x[()]), float(x[()])], float(x[()])")

rule(
    statistics.mean,
    "y = mean(data)",
    variants=[variant(when="ndim(data) == 1", data="np.broadcast_to(d_y / len(data), data.shape)")],
    sequences="data",
    data="type(data)([d_y / len(data)] * len(data))",
    tangent={"data": "math.fsum(t_data) / len(data)"},
    samples=normal("x") & _FLAT,
)
rule(
    statistics.geometric_mean,
    "y = geometric_mean(data)",
    variants=[variant(when="ndim(data) == 1", data="d_y * y / (len(data) * data)")],
    sequences="data",
    data="type(data)(d_y * y / (len(data) * v) for v in data)",
    tangent={"data": "sum(t * y / (len(data) * v) for t, v in zip(t_data, data))"},
    samples=positive("x") & _FLAT,
)
rule(
    statistics.variance,
    "y = variance(data, xbar=None)",
    variants=[variant(when="ndim(data) == 1", data="np.array(deviations(2 * d_y / (len(data) - 1), data, xbar))")],
    sequences="data",
    data="type(data)(deviations(2 * d_y / (len(data) - 1), data, xbar))",
    xbar="-math.fsum(deviations(2 * d_y / (len(data) - 1), data, xbar))",
    tangent={
        "data": "sum(t * slope for t, slope in zip(t_data, deviations(2 / (len(data) - 1), data, xbar)))",
        "xbar": "-t_xbar * math.fsum(deviations(2 / (len(data) - 1), data, xbar))",
    },
    samples=normal("x") & _GIVEN,
)
rule(
    statistics.pvariance,
    "y = pvariance(data, mu=None)",
    variants=[variant(when="ndim(data) == 1", data="np.array(deviations(2 * d_y / len(data), data, mu))")],
    sequences="data",
    data="type(data)(deviations(2 * d_y / len(data), data, mu))",
    mu="-math.fsum(deviations(2 * d_y / len(data), data, mu))",
    tangent={
        "data": "sum(t * slope for t, slope in zip(t_data, deviations(2 / len(data), data, mu)))",
        "mu": "-t_mu * math.fsum(deviations(2 / len(data), data, mu))",
    },
    samples=normal("x") & _GIVEN,
)
rule(
    statistics.stdev,
    "y = stdev(data, xbar=None)",
    variants=[
        variant(
            when="ndim(data) == 1", data="np.array(deviations(divide_guarded(d_y / (len(data) - 1), y), data, xbar))"
        )
    ],
    sequences="data",
    data="type(data)(deviations(divide_guarded(d_y / (len(data) - 1), y), data, xbar))",
    xbar="-math.fsum(deviations(divide_guarded(d_y / (len(data) - 1), y), data, xbar))",
    tangent={
        "data": "sum(t * slope for t, slope in zip(t_data, deviations(divide_guarded(1 / (len(data) - 1), y), data, xbar)))",
        "xbar": "-t_xbar * math.fsum(deviations(divide_guarded(1 / (len(data) - 1), y), data, xbar))",
    },
    branch_point="data xbar",
    samples=normal("x") & _GIVEN,
)
rule(
    statistics.pstdev,
    "y = pstdev(data, mu=None)",
    variants=[
        variant(when="ndim(data) == 1", data="np.array(deviations(divide_guarded(d_y / len(data), y), data, mu))")
    ],
    sequences="data",
    data="type(data)(deviations(divide_guarded(d_y / len(data), y), data, mu))",
    mu="-math.fsum(deviations(divide_guarded(d_y / len(data), y), data, mu))",
    tangent={
        "data": "sum(t * slope for t, slope in zip(t_data, deviations(divide_guarded(1 / len(data), y), data, mu)))",
        "mu": "-t_mu * math.fsum(deviations(divide_guarded(1 / len(data), y), data, mu))",
    },
    branch_point="data mu",
    samples=normal("x") & _GIVEN,
)
