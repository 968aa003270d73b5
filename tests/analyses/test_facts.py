"""Facts of every version of a function."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from tests.stages import analysis_of, define, fact_text, text

X = np.ones((4, 3), np.float32)
V = np.ones(3)


def facts(program, args, *names):
    """Return the facts of versions by name, or of all but temporaries."""
    found = {version: fact_text(fact) for version, fact in analysis_of(text(program), args).facts.items()}
    return {name: found[name] for name in names} if names else {k: v for k, v in found.items() if k[:2] != "v@"}


def test_facts_go_forward_from_the_arguments():
    """Through operations and calls."""
    program = """
    def f(x, v):
        h = x @ v
        s = np.sum(h, axis=0)
        return s * 2.0
    """
    assert facts(program, (X, V)) == {
        "x.0": "float32[x:0, x:1]",
        "v.0": "float64[v:0]",
        "h.0": "float64[x:0]",
        "s.0": "float64",
        "result@ret.0": "float64",
    }


def test_facts_depend_on_no_size_and_no_value():
    """Calls with other sizes share the code."""
    program = "def f(x, n):\n    y = x[:n] * n\n    return np.sum(y)\n"
    assert facts(program, (np.ones(3), 2)) == facts(program, (np.ones(7), 5))


def test_branches_join():
    """What differs is unknown behind them."""
    program = """
    def f(x, v, n):
        if n > 0:
            y = x
            z = 1.0
        else:
            y = x[:, 0]
            z = v[0]
        return np.sum(y) * z
    """
    assert facts(program, (X, V, 1), "y.2", "z.2") == {"y.2": "float32[...]", "z.2": "number float64"}


def test_what_is_made_of_numbers_that_may_be_pythons():
    """It may be Python's too, which has no attributes of an array."""
    program = """
    def f(x, v, n):
        if n > 0:
            z = 1.0
        else:
            z = v[0]
        w = z * 2.0
        return x[0] * w
    """
    assert gradient(define(text(program)), "x")(X[0], V, 1).tolist() == [2.0, 0.0, 0.0]


def test_a_loop_is_walked_until_its_head_stays():
    """What an iteration makes joins what enters."""
    program = """
    def f(x, v, n):
        s = 0
        y = v
        for i in range(n):
            s = s + y[i]
            y = x @ y
        return s
    """
    assert facts(program, (np.ones((3, 3)), V, 2), "s.1", "s.3", "y.1", "i.1") == {
        "s.1": "number ?",
        "s.3": "number ?",
        "y.1": "float64[y.1:0]",
        "i.1": "int",
    }


def test_a_dimension_made_in_a_loop_is_not_the_next_iterations():
    """Each iteration cuts another piece off."""
    program = "def f(v, n):\n    for i in range(n):\n        v = v[1:]\n    return np.sum(v)\n"
    assert facts(program, (V, 2), "v.1", "v.2") == {"v.1": "float64[v.1:0?]", "v.2": "float64[(v.1:0)-1?]"}


def test_an_equality_found_in_a_loop_does_not_hold_behind_it():
    """The loop may not have run."""
    program = """
    def f(u, v, n):
        w = u
        for i in range(n):
            w = u + v
        return np.sum(w)
    """
    found = facts(program, (np.ones(3), V, 2), "w.0", "w.2", "w.3")
    assert found == {"w.0": "float64[u:0]", "w.2": "float64[u:0]", "w.3": "float64[u:0]"}


@pytest.mark.parametrize(
    ("header", "targets"),
    [
        ("t in x", {"t": "float32[x:1]"}),
        ("t in v", {"t": "float64"}),
        ("t in reversed(v)", {"t": "float64"}),
        ("k, t in enumerate(x)", {"k": "int", "t": "float32[x:1]"}),
        ("(a, b), t in zip(zip(v, x), range(3))", {"a": "float64", "b": "float32[x:1]", "t": "int"}),
        ("a, b, c in x", {"a": "float32", "b": "float32", "c": "float32"}),
        ("a, b in [(1.0, v), (2.0, v)]", {"a": "float", "b": "float64[v:0]"}),
        ("t in [1.0, v]", {"t": "number float64[...]"}),
    ],
)
def test_targets_of_loops(header, targets):
    """Items and rows, through zip, enumerate and reversed, taken apart as the target is."""
    program = f"def f(x, v):\n    for {header}:\n        pass\n    return np.sum(v)\n"
    assert facts(program, (X, V), *(f"{name}.1" for name in targets)) == {f"{k}.1": v for k, v in targets.items()}


def test_a_store_keeps_dtype_and_dimensions():
    """Of an array; of a list that is updated the items are known together."""
    program = """
    def f(x, v):
        x[0] = v
        x += 1.0
        items = [v, v]
        items[0] = x
        return np.sum(x) + np.sum(items[0])
    """
    found = facts(program, (X, V), "x.1", "x.2", "items.1")
    assert found == {"x.1": "float32[x:0, x:1]", "x.2": "float32[x:0, x:1]", "items.1": "list of ?[...]"}


def test_an_update_of_a_number_is_an_operation():
    """It may change the type."""
    program = "def f(v, s):\n    s += 1\n    s *= v[0]\n    s += v\n    return np.sum(s)\n"
    assert facts(program, (V, 2), "s.1", "s.2", "s.3") == {"s.1": "int", "s.2": "float64", "s.3": "float64[v:0]"}


def test_helpers_give_facts_of_their_results():
    """Dimensions of the result are named after where it is bound; the caller's dimensions reach the helper."""
    program = """
    def layer(h, w):
        return np.tanh(h @ w), len(w)

    def f(x, w):
        h, n = layer(x, w)
        return np.sum(h) * n
    """
    assert facts(program, (X, np.ones((3, 1), np.float32)), "h.0", "n.0") == {
        "h.0": "float32[v@1.0.0:0, 1]",
        "n.0": "int",
    }


def test_facts_of_recursive_functions_settle():
    """From nothing known, until the result stays."""
    program = """
    def total(x, n):
        if n == 0:
            return x[0]
        return total(x, n - 1) * x[n]

    def f(x):
        return total(x, 2)
    """
    assert facts(program, (V,), "result@ret.0") == {"result@ret.0": "float64"}


def test_literals_are_told_from_parameters():
    """A literal's value is known, that of an argument is not unless it is structure."""
    program = "def f(x, flag, n):\n    a = 2.0\n    return x * a\n"
    assert facts(program, (1.5, True, 3), "a.0", "x.0", "flag.0", "n.0") == {
        "a.0": "float=2.0",
        "x.0": "float",
        "flag.0": "bool=True",
        "n.0": "int",
    }


def test_objects_made_in_the_primal_have_facts():
    """Fields by name, for dataclasses and named tuples."""
    program = """
    from dataclasses import dataclass
    from typing import NamedTuple

    @dataclass
    class Layer:
        w: np.ndarray
        b: float = 0.5

    class Pair(NamedTuple):
        left: float
        right: float = 1.0

    def f(x):
        layer = Layer(x * 2)
        pair = Pair(x[0])
        return np.sum(layer.w) * layer.b * pair.left
    """
    assert facts(program, (V,), "layer.0", "pair.0") == {
        "layer.0": "Layer(w: float64[x:0], b: float=0.5)",
        "pair.0": "Pair(left: float64, right: float=1.0)",
    }


def test_updates_by_a_method_that_calls_itself_are_refused():
    """``__iadd__`` is written out where ``+=`` stands, and would be without end; the error says where."""
    program = """
    class Vec:
        def __init__(self, x):
            self.x = x

        def __iadd__(self, other):
            self.x += other
            if other > 0.5:
                self += other - 1.0
            return self

    def f(x):
        v = Vec(x)
        v += 1.0
        return v.x
    """
    with pytest.raises(CladpyError) as caught:
        gradient(define(text(program)), "x")(2.0)
    assert (caught.value.code, caught.value.location.line) == ("C118", 8)


def test_a_dtype_that_is_unknown_on_one_path_is_unknown():
    """The adjoint of a float64 parameter is float64, whatever is read on the way."""
    program = """
    def f(w, x, flag):
        s = 0.0
        if flag:
            s = x[0]
        y = x * s
        if flag == 2:
            z = w
        else:
            z = y
        return np.sum(w * z)
    """
    assert gradient(define(text(program)), "w")(np.ones(3), np.ones(3, np.float32), 1).dtype == np.float64
