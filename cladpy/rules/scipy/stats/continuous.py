"""Densities and distribution functions of one variable, each with its location and scale.

From the slopes of the logarithm of a density follow those of the density; from a density, the slope of its integral.
Outside of the support, where a logarithm is minus infinity, the slopes are 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scipy import stats

from cladpy.rules.declaration import rule
from cladpy.rules.samples import Samples, calls, normal, positive, uniform

_X, _Z = "(x - loc)", "((x - loc) / scale)"


@dataclass(frozen=True, slots=True)
class _Family:
    """Hold what is known of a distribution.

    Parameters
    ----------
    name : str
    x, scale : str
        Slopes of the logarithm of the density.
    shapes : mapping of str to (str, str)
        By parameter, the slopes of the logarithm of the density and of the distribution function.
    samples : Samples
    everywhere : bool
        The density is positive on the whole line.
    """

    name: str
    x: str
    scale: str
    shapes: Mapping[str, tuple[str, str]]
    samples: Samples
    everywhere: bool = False

    def rule(self, method: str, texts: Mapping[str, str], *, saturates: bool = False) -> None:
        """Declare the rule of a method."""
        parameters = ", ".join(("x", *self.shapes, "loc=0", "scale=1"))
        rule(
            getattr(getattr(stats, self.name), method),
            f"y = {method}({parameters})",
            name=f"scipy.stats.{self.name}.{method}",
            elementwise=True,
            saturates=saturates,
            samples=self.samples,
            **texts,
        )

    def call(self, method: str) -> str:
        return f"scipy.stats.{self.name}.{method}({', '.join(('x', *self.shapes, 'loc', 'scale'))})"

    def density(self, method: str, factor: str) -> None:
        """Declare the density or its logarithm."""
        shapes = {shape: f"{factor} * ({slope})" for shape, (slope, _) in self.shapes.items()}
        texts = {"x": f"{factor} * {self.x}", "loc": f"-{factor} * {self.x}", "scale": f"{factor} * {self.scale}"}
        self.rule(method, texts | shapes, saturates=method == "pdf")

    def integral(self, method: str, sign: str, factor: str, density: str) -> None:
        """Declare a distribution function, a survival function or the logarithm of one."""
        shapes = {shape: f"{sign}{factor} * {slope}" for shape, (_, slope) in self.shapes.items()}
        other = "" if sign else "-"
        along = {"x": f"{sign}{density}", "loc": f"{other}{density}", "scale": f"{other}{density} * {_X} / scale"}
        self.rule(method, along | shapes, saturates=not method.startswith("log"))


def _calls(*shapes: str) -> Samples:
    """Return argument lists: with and without location and scale."""
    return calls(*_lists(shapes))


def _lists(shapes: tuple[str, ...]) -> Iterable[str]:
    arrays, numbers = "".join(f", {name}[4]" for name in shapes), "".join(f", float({name}[()])" for name in shapes)
    yield f"x[3, 4]{arrays}"
    yield f"x[3]{numbers}, float(loc[()]), float(scale[()])"
    yield f"float(x[()]){numbers}, scale=scale[3]"
    yield f"x[3, 4]{arrays}, loc=loc[4], scale=scale[3, 1]"
    yield f"x[0]{numbers}"


_LOG = f"log_inside({_Z})"
_LOG_T = (
    "(scipy.special.psi((df + 1) / 2) - scipy.special.psi(df / 2) - 1 / df"
    f" - np.log1p({_Z} ** 2 / df) + (df + 1) * {_X} ** 2 / (df * (df * scale**2 + {_X} ** 2))) / 2"
)
FAMILIES = (
    _Family(
        "norm",
        "(loc - x) / scale**2",
        f"({_Z} ** 2 - 1) / scale",
        {},
        normal("x", "loc") & positive("scale") & _calls(),
        everywhere=True,
    ),
    _Family(
        "t",
        f"(df + 1) * (loc - x) / (df * scale**2 + {_X} ** 2)",
        f"((df + 1) * {_X} ** 2 / (df * scale**2 + {_X} ** 2) - 1) / scale",
        {
            "df": (
                _LOG_T,
                f"stdtr_slope(df, {_Z})",
            )
        },
        normal("x", "loc") & positive("df", "scale") & _calls("df"),
        everywhere=True,
    ),
    _Family(
        "beta",
        f"(ratio_or_zero(a - 1, {_Z}) - ratio_or_zero(b - 1, 1 - {_Z})) / scale",
        f"(ratio_or_zero(b - 1, 1 - {_Z}) * {_Z} - a) / scale",
        {
            "a": (
                f"{_LOG} - scipy.special.psi(a) + scipy.special.psi(a + b)",
                f"betainc_slope(a, b, np.clip({_Z}, 0, 1), first=True)",
            ),
            "b": (
                f"log_inside(1 - {_Z}) - scipy.special.psi(b) + scipy.special.psi(a + b)",
                f"betainc_slope(a, b, np.clip({_Z}, 0, 1), first=False)",
            ),
        },
        uniform(0.1, 0.5, "x")
        & uniform(-0.1, 0.05, "loc")
        & uniform(0.7, 2.0, "scale")
        & positive("a", "b")
        & _calls("a", "b"),
    ),
    _Family(
        "gamma",
        f"(ratio_or_zero(a - 1, {_Z}) - 1) / scale",
        f"({_Z} - a) / scale",
        {"a": (f"{_LOG} - scipy.special.psi(a)", f"gammainc_slope(a, np.maximum({_Z}, 0))")},
        positive("x", "a", "scale") & uniform(-0.2, 0.2, "loc") & _calls("a"),
    ),
    _Family(
        "chi2",
        f"(ratio_or_zero(df / 2 - 1, {_Z}) - 0.5) / scale",
        f"({_Z} - df) / 2 / scale",
        {
            "df": (
                f"log_inside({_Z} / 2) / 2 - scipy.special.psi(df / 2) / 2",
                f"gammainc_slope(df / 2, np.maximum({_Z}, 0) / 2) / 2",
            )
        },
        positive("x", "df", "scale") & uniform(-0.2, 0.2, "loc") & _calls("df"),
    ),
)

for _family in FAMILIES:
    _inside, _y = ("d_y", "y") if _family.everywhere else ("masked(d_y, np.isfinite(y))", "finite_or_zero(y)")
    _family.density("pdf", "d_y * y")
    _family.density("logpdf", _inside)
    for _method, _sign in (("cdf", ""), ("sf", "-")):
        _family.integral(_method, _sign, "d_y", f"d_y * {_family.call('pdf')}")
        _family.integral(
            f"log{_method}",
            _sign,
            f"{_inside} * np.exp(-{_y})",
            f"{_inside} * np.exp({_family.call('logpdf')} - {_y})",
        )
