"""The facts of an expression, from those of the names in it."""

import math
from collections import namedtuple

import numpy as np
import pytest

import cladpy
from cladpy import runtime
from cladpy.analyses import transfer
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer import Inference, is_library
from cladpy.frontend.namespace import MISSING
from cladpy.ir.expressions import parse
from cladpy.ir.fact import BOTTOM, Fact, array
from tests.stages import fact_text

Pair = namedtuple("Pair", "left right")  # noqa: PYI024  one without annotations, too

VALUES = {
    "f": 1.5,
    "i": 3,
    "b": True,
    "s": np.float32(2.0),
    "v": np.ones(3),
    "m": np.ones((3, 2), np.float32),
    "r": np.ones((1, 2)),
    "k": np.arange(3),
    "w": np.ones(3, bool),
    "z": np.ones(3, complex),
    "p": (1.0, np.ones(3)),
    "l": [1.0, 2.0],
    "d": {"a": 1.0, "b": np.ones(3)},
    "pair": Pair(1.0, np.ones(3)),
    "t": "text",
    "n": None,
}
GLOBALS = {
    "np": np, "math": math, "SCALE": 2.0, "ROWS": np.ones((2, 1)), "abs": abs, "len": len, "max": max, "range": range,
    "gradient": cladpy.gradient, "unbroadcast": runtime.unbroadcast, "masked": runtime.masked, "own": runtime.own,
    "float": float, "list": list, "bool": bool, "pow": pow, "sorted": sorted,
}  # fmt: skip


def resolve(path):
    """Return what a dotted name of a global means."""
    first, *rest = path.split(".")
    value = GLOBALS.get(first, MISSING)
    for member in rest:
        value = getattr(value, member, MISSING)
    return value


def infer(expression, **more):
    """Return the facts of an expression over the values above, in short."""
    facts = {name: fact_of(value, name) for name, value in VALUES.items()} | more
    return fact_text(Inference(facts, resolve, "e").infer(parse(expression)))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v", "float64[v:0]"),
        ("2", "int=2"),
        ("SCALE", "float"),
        ("ROWS", "float64[ROWS:0, 1]"),
        ("np.pi", "float"),
        ("nothing", "unknown"),
        ("np.nothing", "unknown"),
        # ---- operators ----
        ("f + i", "float"),
        ("i / i", "float"),
        ("i + 1", "int"),
        ("v * f", "float64[v:0]"),
        ("m * f", "float32[m:0, m:1]"),
        ("m + r", "float64[m:0, m:1]"),
        ("s * f", "float32"),
        ("m @ m.T", "float32[m:0, m:0]"),
        ("v @ v", "float64"),
        ("f @ v", "number ?[...]"),
        ("-v", "float64[v:0]"),
        ("-2", "int=-2"),
        ("-f", "float"),
        ("-b", "int=-1"),
        ("~w", "bool[v:0]".replace("v", "w")),
        ("not v", "bool"),
        ("v > 0", "bool[v:0]"),
        ("f < i < 2", "bool"),
        ("f < i", "bool"),
        ("v is n", "bool"),
        ("f in p", "bool"),
        ("s == 1.0", "bool"),
        ("t < 1", "unknown"),
        ("t + f", "str"),
        ("v + d", "unknown"),
        # ---- sequences ----
        ("p + (f,)", "tuple(float, float64[p[1]:0], float)"),
        ("l + l", "list(float, float, float, float)"),
        ("l * 2", "list(float, float, float, float)"),
        ("i * l", "list of float"),
        ("[1.0, 2.0, 3.0] - v", "float64[v:0]"),
        ("v * l", "float64[v:0]"),
        ("v * d", "unknown"),
        # ---- choices and displays ----
        ("f if b else v", "number float64[...]"),
        ("f and f", "float"),
        ("(f, [v, 1])", "tuple(float, list(float64[v:0], int=1))"),
        ("[*p, f]", "list(float, float64[p[1]:0], float)"),
        ("{'a': v, 1: f}", "dict(a: float64[v:0], 1: float)"),
        ("{t: v, i: f}", "unknown"),
        ("f'{v}'", "str"),
        ("lambda x: x", "unknown"),
        # ---- attributes ----
        ("m.T", "float32[m:1, m:0]"),
        ("m.shape", "tuple(int, int)"),
        ("r.shape", "tuple(int=1, int)"),
        ("m.ndim", "int=2"),
        ("m.size", "int"),
        ("z.real", "float64[z:0]"),
        ("v.imag", "float64[v:0]"),
        ("m.flags", "unknown"),
        ("pair.right", "float64[pair[1]:0]"),
        ("l.left", "unknown"),
    ],
)
def test_expressions(expression, expected):
    """Kinds, dtypes and dimensions, as NumPy and Python give them."""
    assert infer(expression) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("np.tanh(m)", "float32[m:0, m:1]"),
        ("np.add(v, f)", "float64[v:0]"),
        ("np.tanh(v, out=v)", "float64[e:0?]"),
        ("np.sum(m)", "float32"),
        ("np.sum(m, axis=1)", "float32[m:0]"),
        ("np.sum(m, 1, keepdims=True)", "float32[m:0, 1]"),
        ("np.argmax(m, axis=0)", "int64[m:1]"),
        ("np.var(m, ddof=1)", "float32"),
        ("m.sum(axis=0)", "float32[m:1]"),
        ("m.copy()", "float32[m:0, m:1]"),
        ("m.item()", "float"),
        ("m.tolist()", "list of list of float"),
        ("m.nothing()", "unknown"),
        ("l.index(f)", "int"),
        ("np.where(w, v, 0.0)", "float64[w:0]"),
        ("np.zeros_like(m)", "float32[m:0, m:1]"),
        ("np.sort(v)", "float64[v:0]"),
        ("np.dot(m.T, m)", "float32[m:1, m:1]"),
        ("np.dot(f, v)", "float64[v:0]"),
        ("np.matmul(m, v)", "float32[m:0]".replace("32", "64")),
        ("np.reshape(m, (2, -1))", "float32[=2, e:1?]"),
        ("m.reshape(i)", "float32[e:0?]"),
        ("np.concatenate([v, v])", "float64[e:0?]"),
        ("np.linalg.norm(v)", "float64"),
        ("math.exp(f)", "float"),
        ("sorted(l)", "list(float, float)"),
        ("np.exp(nothing)", "number ?[...]"),
        ("np.argmax(nothing)", "unknown"),
        ("nothing(f)", "unknown"),
        ("np.sum(*p)", "unknown"),
        ("masked(v, w)", "float64[v:0]"),
        ("own(v)", "float64[v:0]"),
    ],
)
def test_calls(call, expected):
    """Followed where that is known, tried on small arrays otherwise; of a rule's function at least a number."""
    assert infer(call) == expected


def test_functions_of_math_give_floats():
    """Whatever kind of number they are given: Python's or NumPy's is not told apart behind a loop."""
    either = Fact("number", np.dtype(float), ())
    assert [infer(f"math.{each}(x)", x=either) for each in ("sqrt", "log", "tanh")] == ["float"] * 3
    assert infer("math.atan2(x, f)", x=transfer.NUMBER) == "float"


def test_what_no_value_reaches_reaches_no_result():
    """In a loop that has not been walked yet."""
    for expression in ("x + f", "-x", "np.tanh(x)"):
        assert infer(expression, x=BOTTOM) == "bottom"


UNKNOWN_DIMENSIONS = array(np.dtype("f4"), None)


def test_arrays_of_unknown_dimensions():
    """Their transposes are arrays; of an array of no dimensions, operators and indices make NumPy scalars."""
    assert infer("x.T", x=UNKNOWN_DIMENSIONS) == "float32[...]"
    assert infer("x[0]", x=UNKNOWN_DIMENSIONS) == "number float32[...]"
    assert infer("x * 2.0", x=UNKNOWN_DIMENSIONS) == "number float32[...]"


def test_ranges_yield_ints():
    """An item of one is a number; a part of one is a range."""
    assert infer("x[0]", x=Fact("range")) == "int"
    assert infer("x[1:]", x=Fact("range")) == "range"


def test_a_request_made_inside_a_primal_is_a_function():
    """It is made at once, so that its calls can be planned."""
    square = Fact("function", value=_square, known=True)
    assert infer("gradient(g, 'x')", g=square) == "Derivative=_square"
    assert infer("gradient(g, t2)", g=square, t2=Fact("str")) == "unknown"


def _square(x):
    return x * x


def test_libraries_are_safe_to_try():
    """Python's, NumPy's and the runtime's functions; not the user's."""
    assert [is_library(each) for each in (np.tanh, np.sum, math.exp, len, runtime.own, _square)] == [True] * 5 + [False]
