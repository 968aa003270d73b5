"""One test of every rule: its formulas against central differences of the function itself."""

import warnings
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from cladpy.rules.absences import Zero
from cladpy.rules.application import Application, apply, quietly, require
from cladpy.rules.check_singular import check_singular_points
from cladpy.rules.declaration import Rule
from cladpy.rules.formula import Formula
from cladpy.rules.structure import (
    as_complex,
    as_float32,
    as_float64,
    as_turned,
    inner,
    leaves,
    mapped,
    random_like,
    strided,
)
from cladpy.runtime import unbroadcast
from cladpy.runtime.guards import is_python

_STEP = 1e-4  # truncation of the four-point difference (step ** 4) and rounding (1e-16 / step) are both below 1e-11
_COARSE_STEP = 1e-2  # for a function that itself rounds to float32: rounding gives 1e-7 / step, and such are linear
_TOLERANCE = 1e-7  # relative to the sum of the terms' sizes: four digits of margin for derivatives of higher order
_SINGLE = 1e-4  # float32 rounds at 1e-7: three digits of margin for cancellation in a formula or a difference

_SINGLE_KINDS = frozenset({np.dtype(np.float32), np.dtype(np.complex64)})

_ONE = ("{0}[3, 4]", "{0}[1]", "{0}[0]", "{0}[()]", "np.float64({0}[()])", "float({0}[()])")
_TWO = (
    *("{0}[3, 4], {1}[3, 4]", "{0}[3, 4], {1}[4]", "{0}[3, 1], {1}[1, 4]", "{0}[1], {1}[3]", "{0}[0, 4], {1}[4]"),
    *("{0}[()], {1}[2, 2]", "{0}[3], float({1}[()])", "float({0}[()]), {1}[3]", "{0}[()], {1}[()]"),
    *("np.float64({0}[()]), np.float64({1}[()])", "float({0}[()]), float({1}[()])"),
)


def check_rule(rule: Rule) -> None:
    """Check one rule at all its samples and singular points.

    At each sample, for each parameter with floating values: the plain and the guarded formula along a
    random direction against a central difference, and the tangent against the same; the shape of the
    adjoint; float32 arrays, which must stay float32; arrays that are not contiguous; that a formula gives
    no floating-point warning, and a Python float for Python floats; that a guarded formula is exactly 0
    under a zero cotangent.  Each variant must be chosen by some sample.  Singular points: see
    :func:`cladpy.rules.check_singular.check_singular_points`.

    It cannot see a wrong value between the samples, a condition too wide for which no sample differs, or
    a formula that reads more than it needs.

    Raises
    ------
    AssertionError
        On the first disagreement; its notes name the call and the parameter.
    """
    require(rule.samples is not None or rule.every is not None, f"{rule.name} has no samples")
    chosen = set()
    for text in calls_of(rule):
        with _noted(f"in {rule.name}({text})"):
            application = application_of(rule, text)
            chosen |= {rule.variants.index(each.variant) for each in _check_application(application)}
    missing = [variant.when for place, variant in enumerate(rule.variants) if place not in chosen]
    require(not missing or rule.every is not None, f"{rule.name}: no sample chooses the variants {missing}")
    check_singular_points(rule)


def calls_of(rule: Rule) -> tuple[str, ...]:
    """Return the calls that a rule is tested with: its own, and the standard ones of an elementwise function."""
    if rule.samples is None:
        return ()
    names = [parameter.name for parameter in rule.parameters if parameter.default is None]
    if not (rule.elementwise and rule.samples.standard and len(names) < 3):
        return rule.samples.calls
    standard = _ONE if len(names) == 1 else _TWO
    if rule.name.startswith("math."):
        standard = standard[-1:]
    if rule.name.startswith("numpy.ndarray."):
        standard = standard[:3]
    return (*rule.samples.calls, *(text.format(*names) for text in standard))


@contextmanager
def _noted(text: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        error.add_note(text)
        raise


def application_of(rule: Rule, text: str) -> Application:
    """Return the application of a rule that one of its calls stands for, with the same drawn values at each time."""
    generator = np.random.default_rng(zlib.crc32(f"{rule.name}({text})".encode()))
    return apply(rule, text, lambda name, shape: np.asarray(rule.samples.draw(name, shape, generator)))


def _check_application(application: Application) -> list[Application]:
    """Check all the parameters of one call; as drawn, in float32, not contiguous, and complex; return what was checked."""
    arguments = application.arguments
    single = {name: as_float32(value) for name, value in arguments.items()}
    versions = {
        "as drawn": (arguments, _TOLERANCE),
        "in float32": (single, _SINGLE),
        "not contiguous": ({name: strided(value) for name, value in arguments.items()}, _TOLERANCE),
    }
    rule = application.rule
    real = rule.samples.real or application.variant.real or any(map(_is_real_dtype, application.literals.values()))
    if rule.takes_complex and rule.every is None and not real:
        versions |= _complex_versions(application)
    for what, (version, tolerance) in versions.items():
        for name in sorted(application.passed - set(application.literals)):
            with _noted(f"{what}, parameter {name}"):
                _check_parameter(application.with_arguments(**version), name, tolerance)
    return [application.with_arguments(**version) for version, _ in versions.values()]


def _complex_versions(application: Application) -> dict[str, tuple[Mapping[str, Any], float]]:
    """Return the arguments with imaginary parts: all of them, in float32, of any phase, and each by itself.

    Those whose imaginary parts the function discards are left out.
    """
    generator = np.random.default_rng(0)
    drawn = sorted(application.passed - set(application.literals))
    changed = {name: as_complex(application.arguments[name], generator) for name in drawn}
    everything = {**application.arguments, **changed}
    single = {name: as_float32(value) for name, value in everything.items()}
    versions = {"complex": (everything, _TOLERANCE), "in complex64": (single, _SINGLE)}
    if application.rule.elementwise:
        turned = {name: as_turned(value, generator) for name, value in changed.items()}
        versions["complex of any phase"] = ({**application.arguments, **turned}, _TOLERANCE)
    if len(drawn) > 1:
        alone = {f"complex {name}": {**application.arguments, name: changed[name]} for name in drawn}
        mixed = {what: version for what, version in alone.items() if _mixes(application.with_arguments(**version))}
        versions |= {what: (version, _TOLERANCE) for what, version in mixed.items()}
    return {what: version for what, version in versions.items() if _keeps_all(application.with_arguments(**version[0]))}


def _is_real_dtype(value: object) -> bool:
    """Tell whether a literal asks for a real result."""
    return isinstance(value, type) and issubclass(value, float | np.floating)


def _mixes(application: Application) -> bool:
    """Tell whether the function takes this operand as complex beside real ones, as ``np.sum`` does no ``initial``."""
    try:
        quietly(application.call)
    except TypeError:
        return False
    return True


def _keeps_all(application: Application) -> bool:
    """Tell whether a function keeps the imaginary parts of its arguments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        try:
            application.call()
        except np.exceptions.ComplexWarning:
            return False
        except (TypeError, ValueError):
            return True  # the check of the parameters says which, if one is floating
    return True


def _check_parameter(application: Application, name: str, tolerance: float) -> None:
    entry = application.variant.pullbacks.get(name)
    floating = any(True for _ in leaves(application.arguments[name]))
    require(entry is not None or not floating, "there is no formula")
    if not floating or not isinstance(entry, Formula | Zero):
        return
    trial = _trial(application, name, tolerance)
    if isinstance(entry, Zero):
        require(abs(trial.expected) < tolerance, f"declared zero, but the slope is {trial.expected}")
        return
    for formula in filter(None, (entry, application.variant.guarded.get(name))):
        _check_adjoint(application, name, formula, trial)
    tangent = application.evaluate(application.variant.tangents[name], trial.results, **{f"t_{name}": trial.t})
    trial.compare("the tangent", inner(trial.d, tangent))


@dataclass(frozen=True, slots=True)
class _Trial:
    """Hold a random cotangent and direction, and the difference quotient that both directions must give."""

    results: Any
    d: Any
    t: Any
    expected: float
    tolerance: float

    def compare(self, what: str, found: tuple[float, float]) -> None:
        value, size = found
        close = abs(value - self.expected) <= self.tolerance * (1 + size)
        require(close, f"{what}: {value}, but the difference quotient is {self.expected}")


def _trial(application: Application, name: str, tolerance: float) -> _Trial:
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    results = quietly(application.call)
    d = random_like(results, generator)
    t = random_like(application.arguments[name], generator)
    exact = application.with_arguments(**{key: as_float64(value) for key, value in application.arguments.items()})
    rounds = any(np.finfo(np.result_type(leaf)).bits < 64 for leaf in leaves(quietly(exact.call)))
    step, tolerance = (_COARSE_STEP, _SINGLE) if rounds else (_STEP, tolerance)
    return _Trial(results, d, t, _difference(exact, name, (t, d), step), tolerance)


def _check_adjoint(application: Application, name: str, formula: Formula, trial: _Trial) -> None:
    """Check the kind, the shape and the value of an adjoint; and a guard under a zero cotangent."""
    raw = application.adjoint(formula, trial.results, trial.d)
    argument = application.arguments[name]
    _check_kind(application, raw, trial.results)
    adjoint = unbroadcast(raw, argument) if application.rule.elementwise else raw
    mapped(
        lambda x, a: require(np.shape(x) == np.shape(a), f"shape {np.shape(a)}, not {np.shape(x)}"), argument, adjoint
    )
    trial.compare(formula.text, inner(trial.t, adjoint))
    if formula is application.variant.guarded.get(name):
        zeros = application.adjoint(formula, trial.results, mapped(lambda leaf: leaf * 0, trial.d))
        require(all(np.all(np.equal(leaf, 0)) for leaf in leaves(zeros)), f"{formula.text} is not 0 under 0")


def _check_kind(application: Application, raw: Any, results: Any) -> None:
    """Check that float32 stays float32, and a Python float where the function gives one.

    SciPy's functions of Python numbers give np.float64, so that only a cast keeps a formula with such in float32.
    """
    kinds = {getattr(leaf, "dtype", float) for leaf in leaves(results)}
    passed = [application.arguments[name] for name in application.passed]
    casts = ".scipy." in f".{application.rule.name}" and any(map(is_python, passed))
    for leaf in leaves(raw):
        if kinds <= _SINGLE_KINDS and kinds and not casts:
            require(getattr(leaf, "dtype", np.float32) in _SINGLE_KINDS, f"the formula leaves float32: {leaf.dtype}")
        if kinds == {float} and application.rule.elementwise and application.rule.name.startswith("math."):
            require(type(leaf) is float, f"the formula gives a {type(leaf).__name__}, not a float")


def _difference(application: Application, name: str, directions: tuple[Any, Any], step: float) -> float:
    """Return the derivative of <d, f> along t by four-point central differences."""
    t, d = directions

    def value(distance: float) -> float:
        argument = application.arguments[name]
        moved = mapped(lambda leaf, direction: _kept(leaf, leaf + distance * _doubled(direction)), argument, t)
        return inner(d, quietly(application.with_arguments(**{name: moved}).call))[0]

    near, far = value(step) - value(-step), value(2 * step) - value(-2 * step)
    return (8 * near - far) / (12 * step)


def _doubled(direction: Any) -> Any:
    """Return a direction in double precision."""
    return np.asarray(direction, np.result_type(direction, np.float64))[()]


def _kept(leaf: Any, moved: Any) -> Any:
    """Return the moved value of the kind of the leaf: arithmetic turns a zero-dimensional array into a scalar."""
    return type(leaf)(moved) if not isinstance(leaf, np.ndarray) else np.asarray(moved)
