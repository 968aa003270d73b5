"""Says of one program whether its gradient is right, refused or wrong: differences along two directions tell."""

import warnings

import numpy as np

import cladpy
from cladpy import CladpyError, value_and_gradient
from tests.fuzz.program import defined, forget
from tests.verdict import Verdict

STEP = 1e-5
NEAR = 2e-6  # relative: the square of the step, times third derivatives of loops that multiply
SAME = 1e-9  # relative, between two ways to the same numbers: the order of sums may differ
COARSE = 1e-2  # where numbers pass through float32: differences are those of the same text in float64
SAME_VALUE = 1e-3  # as long as both texts give about the same value
SAME_COARSE = 1e-5  # the same through float32
SMOOTH = 0.02  # how much of the difference two step sizes may disagree by, at most
SELECTED = ("x", "y", "p")
ANALYSES = ("varied", "useful", "tbr", "early_release")


class Wrong(Exception):  # noqa: N818 - an answer
    """Something is not as it should be."""


def judge(text, arguments, *, variants=(), name="program"):
    """Check the gradient of the function ``f`` of a module's text."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return _judged(text, arguments, variants, name)
        finally:
            forget(name)
            forget(f"{name} in float64")


def _judged(text, arguments, variants, name):
    function = defined(text, name).get("f")
    usable = [args for args in arguments if function is not None and _is_usable(function, args)]
    if not usable:
        return Verdict("useless", "primal")
    try:
        derivative = value_and_gradient(function)
        exact, near = _without_rounding(function, text, name)
        for args in usable:
            _check(function, derivative, args, exact, near)
        for variant in variants:
            _check_variant(function, derivative, usable, variant, exact, near)
    except CladpyError as error:
        return Verdict.of_refusal(error)
    except Wrong as wrong:
        return Verdict("WRONG", wrong.args[0], str(wrong))
    except Exception as error:  # noqa: BLE001 - any other exception is what is looked for
        return Verdict.of_crash(error, frames=4)
    return Verdict("right")


def _without_rounding(function, text, name):
    """Return the function that differences are taken of, and how near they are."""
    if "float32" not in text:
        return function, NEAR
    return defined(text.replace("float32", "float64"), f"{name} in float64")["f"], COARSE


def copied(args):
    """Return arguments of their own."""
    return tuple(arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args)


def _is_usable(function, args):
    try:
        value = function(*copied(args))
    except Exception:  # noqa: BLE001 - a random program may do anything wrong
        return False
    return isinstance(value, float) and bool(np.isfinite(value)) and abs(value) < 1e4


def _check(function, derivative, args, exact, near):
    """Check value, form, arguments and adjoints of one call."""
    given = copied(args)
    value, adjoints = derivative(*given)
    if not all(np.array_equal(now, before) for now, before in zip(given, args, strict=True)):
        raise Wrong("arguments", "an argument was changed")
    expected = function(*copied(args))
    if not np.isclose(value, expected, rtol=SAME, atol=SAME):
        raise Wrong("value", value, expected)
    for adjoint, arg in zip(adjoints, args, strict=True):
        if np.shape(adjoint) != np.shape(arg) or type(adjoint) is not type(arg):
            raise Wrong("form", adjoint, arg)
    if not np.isclose(value, exact(*copied(args)), rtol=SAME_VALUE, atol=SAME_VALUE):
        return  # what rounding chose
    rng = np.random.default_rng(1)
    for _ in range(2):
        _check_along(exact, args, adjoints, [rng.uniform(-1.0, 1.0, np.shape(arg)) for arg in args], near)


def _check_along(function, args, adjoints, direction, near):
    found = sum(float(np.sum(adjoint * along)) for adjoint, along in zip(adjoints, direction, strict=True))
    wide, narrow = (_difference(function, args, direction, step) for step in (STEP, STEP / 4))
    size = 1.0 + sum(float(np.sum(np.abs(adjoint))) for adjoint in adjoints) + abs(narrow)
    if abs(found - narrow) <= near * size or abs(found - wide) <= near * size:
        return
    if not np.isfinite(wide) or abs(wide - narrow) > SMOOTH * abs(found - narrow):
        return  # a kink is near, or steps tell nothing
    raise Wrong("gradient", found, narrow)


def _difference(function, args, direction, step):
    moved = []
    for sign in (1, -1):
        there = [arg + sign * step * along for arg, along in zip(args, direction, strict=True)]
        there = [float(now) if isinstance(arg, float) else now for now, arg in zip(there, args, strict=True)]
        moved.append(function(*there))
    return (moved[0] - moved[1]) / (2 * step)


def _check_variant(function, derivative, usable, variant, exact, near):
    """Check that a request with analyses off, of fewer parameters, or forward mode, gives the same numbers."""
    same = SAME if near == NEAR else SAME_COARSE
    if variant == "pushforward":
        _check_pushforward(function, derivative, usable[0], max(same, 1e-8))
    elif variant in SELECTED:
        _check_selected(function, derivative, usable, variant, same)
    elif variant.startswith("twice"):
        for args in usable:
            _check_twice(function, args, exact, near, number_only=variant == "twice, p")
    else:
        _check_analyses(function, derivative, usable, variant, same)


def _check_analyses(function, derivative, usable, variant, same):
    off = ANALYSES if variant == "all" else (variant,)
    other = value_and_gradient(function, **dict.fromkeys(off, False))
    for args in usable:
        value, adjoints = derivative(*copied(args))
        value_2, adjoints_2 = other(*copied(args))
        pairs = zip((value, *adjoints), (value_2, *adjoints_2), strict=True)
        if not all(np.allclose(one, two, rtol=same, atol=same, equal_nan=True) for one, two in pairs):
            raise Wrong(f"{variant} off", adjoints, adjoints_2)


def _check_selected(function, derivative, usable, wrt, same):
    """Check that adjoints do not depend on what else is asked for: the rest is scratch, or fixed."""
    other = value_and_gradient(function, (wrt,))
    place = SELECTED.index(wrt)
    for args in usable:
        adjoint, (adjoint_2,) = derivative(*copied(args))[1][place], other(*copied(args))[1]
        if not np.allclose(adjoint, adjoint_2, rtol=same, atol=same, equal_nan=True):
            raise Wrong(f"{wrt} alone", adjoint, adjoint_2)


def _check_twice(function, args, exact, near, *, number_only):
    """Check a call that is given one array as both; that is refused where it is written and asked for."""

    def once(array, number):
        array = array.copy()
        return exact(array, array, number)

    array, number = args[0], args[2]
    if not _is_usable(once, (array, number)):
        return
    given = array.copy()
    try:
        _, found = value_and_gradient(function, "p" if number_only else ("x", "y", "p"))(given, given, number)
    except CladpyError as error:
        if error.code.startswith("C9"):
            raise
        return
    if not np.array_equal(given, array):
        raise Wrong("arguments", "an argument was changed")
    adjoints = (np.zeros_like(array), found) if number_only else (found[0] + found[1], found[2])
    along = [np.random.default_rng(3).uniform(-1.0, 1.0, np.shape(arg)) for arg in (array, number)]
    _check_along(once, (array, number), adjoints, [0 * along[0] if number_only else along[0], along[1]], near)


def _check_pushforward(function, derivative, args, same):
    rng = np.random.default_rng(2)
    tangents = [rng.uniform(-1.0, 1.0, np.shape(arg)) for arg in args]
    tangents = [float(t) if isinstance(arg, float) else t for t, arg in zip(tangents, args, strict=True)]
    try:
        _, tangent = cladpy.pushforward(function)(*copied(args), *tangents)
    except CladpyError:
        return
    _, adjoints = derivative(*copied(args))
    found = sum(float(np.sum(adjoint * along)) for adjoint, along in zip(adjoints, tangents, strict=True))
    if not np.isclose(found, tangent, rtol=same, atol=same):
        raise Wrong("pushforward", found, tangent)
