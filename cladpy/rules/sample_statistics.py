"""Functions of the standard library's statistics module: exact sums of the items of a list, a tuple or an array.

What is taken apart by its own text has no rule: the median, quantiles, `fmean`, `correlation`.
"""

import statistics
from collections.abc import Callable

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


def _spread(function: Callable[..., object], center: str, count: str, *, is_root: bool = False) -> None:
    """Declare a variance, or its root, about a center that may be given, of deviations divided by a count."""

    def slopes(d: str) -> str:
        scale = f"divide_guarded({d} / {count}, y)" if is_root else f"2 * {d} / {count}"
        return f"deviations({scale}, data, {center})"

    rule(
        function,
        f"y = {function.__name__}(data, {center}=None)",
        variants=[variant(when="ndim(data) == 1", data=f"np.array({slopes('d_y')})")],
        sequences="data",
        tangent={
            "data": f"sum(t * slope for t, slope in zip(t_data, {slopes('1')}))",
            center: f"-t_{center} * math.fsum({slopes('1')})",
        },
        branch_point=f"data {center}" if is_root else "",
        samples=normal("x") & _GIVEN,
        data=f"type(data)({slopes('d_y')})",
        **{center: f"-math.fsum({slopes('d_y')})"},
    )


_spread(statistics.variance, "xbar", "(len(data) - 1)")
_spread(statistics.pvariance, "mu", "len(data)")
_spread(statistics.stdev, "xbar", "(len(data) - 1)", is_root=True)
_spread(statistics.pstdev, "mu", "len(data)", is_root=True)
