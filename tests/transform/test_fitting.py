"""A contribution gets the shape and the dtype of its operand."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from cladpy import gradient
from cladpy.ir.expressions import name
from cladpy.ir.fact import FLOAT, ONE, Dim, Fact, array, scalar
from cladpy.runtime import unbroadcast, unbroadcast_to
from cladpy.transform.fitting import fit_dtype, fit_elementwise, is_lazy, shape_of, summed_axes
from tests.stages import fact_text, print_tree

M, N, K = (Dim(each, one=False) for each in "mnk")
ANY, OTHER = Dim("a"), Dim("b")
SINGLE, DOUBLE = np.dtype("f4"), np.dtype("f8")


def of(*dims, dtype=DOUBLE):
    """Return the fact of an array."""
    return array(dtype, dims)


def fitted(target, formula, value=None):
    """Return the fitted contribution ``d`` to ``x`` of an operation with result ``y``, and its facts."""
    found = fit_elementwise(
        name("d"), formula if value is None else value, "x", target, formula=formula, result=name("y")
    )
    return print_tree(found.value), fact_text(found.fact)


@pytest.mark.parametrize(
    ("target", "formula", "expected", "fact"),
    [
        (of(M, N), of(M, N), "d", "float64[m, n]"),
        (of(N), of(M, N), "d.sum(axis=0)", "float64[n]"),
        (of(M, ONE), of(M, N), "d.sum(axis=1, keepdims=True)", "float64[m, 1]"),
        (of(ONE, ONE), of(M, N), "d.sum(axis=(0, 1), keepdims=True)", "float64[1, 1]"),
        (of(K), of(M, N, K), "d.sum(axis=(0, 1))", "float64[k]"),
        (of(), of(M, N), "np.sum(d)", "float64"),
        (FLOAT, of(M, N), "np.sum(d)", "float64"),
        (scalar(DOUBLE), of(M), "np.sum(d)", "float64"),
        (FLOAT, FLOAT, "d", "float"),
        (of(ANY), of(ANY), "d", "float64[a?]"),
        (of(N), of(M, ANY), "d.sum(axis=0)", "float64[a?]"),
        # ---- not known before the call, or more than one sum ----
        (of(ANY), of(M), "unbroadcast_to(d, x.shape, np.float64)", "float64[a?]"),
        (of(ONE, N), of(K, M, N), "unbroadcast_to(d, x.shape, np.float64)", "float64[1, n]"),
        (array(DOUBLE, None), of(M), "unbroadcast_to(d, x.shape, np.float64)", "float64[...]"),
        (of(M), array(DOUBLE, None), "unbroadcast_to(d, x.shape, np.float64)", "float64[m]"),
        (FLOAT, array(DOUBLE, None), "unbroadcast(d, x)", "float"),
        (of(M, dtype=None), of(ANY, ANY), "d.sum(axis=0)", "float64[a?]"),
        (of(ANY, dtype=None), of(M), "unbroadcast(d, x)", "?[a?]"),
    ],
)
def test_the_one_sum_that_is_needed(target, formula, expected, fact):
    """Where the dimensions tell; else the runtime looks."""
    assert fitted(target, formula) == (expected, fact)


@pytest.mark.parametrize(
    ("target", "formula", "value", "expected"),
    [
        (of(M, N), of(M, N), FLOAT, "d"),
        (of(M, N), of(M, N), of(N), "d"),
        (of(N), of(M, N), FLOAT, "np.broadcast_to(d, y.shape).sum(axis=0)"),
        (of(N), of(M, N), of(N), "np.broadcast_to(d, y.shape).sum(axis=0)"),
        (of(N), of(M, N), of(M, ONE), "d.sum(axis=0)"),
        (FLOAT, of(M), FLOAT, "np.sum(np.broadcast_to(d, y.shape))"),
        (of(ANY), of(M), FLOAT, "unbroadcast_to(np.broadcast_to(d, y.shape), x.shape, np.float64)"),
    ],
)
def test_a_smaller_value_counts_as_often_as_it_is_broadcast(target, formula, value, expected):
    """It may stay small where nothing is summed."""
    assert fitted(target, formula, value)[0] == expected


@pytest.mark.parametrize(
    ("target", "formula", "expected"),
    [
        ((), (M, N), (0, 1)),
        ((), (), ()),
        ((N,), (M, N), (0,)),
        ((M, ONE), (M, N), (1,)),
        ((N,), (N,), ()),
        ((M,), (N,), ()),
        ((ANY,), (ANY,), ()),
        ((ANY,), (OTHER,), None),
        (None, (M,), None),
        ((M,), None, None),
        ((), None, None),
        ((ONE, N), (N,), None),
    ],
)
def test_axes_that_an_operand_was_broadcast_along(target, formula, expected):
    """Those that it lacks, and those where it is 1; a dimension that may be 1 tells nothing."""
    assert summed_axes(target, formula) == expected


@pytest.mark.parametrize(
    ("fact", "target", "expected"),
    [
        (of(M, dtype=SINGLE), of(M, dtype=SINGLE), "d"),
        (of(M, dtype=DOUBLE), of(M, dtype=SINGLE), "d.astype(np.float32)"),
        (of(M, dtype=SINGLE), of(M, dtype=DOUBLE), "d.astype(np.float64)"),
        (of(M, dtype=None), of(M, dtype=DOUBLE), "d.astype(np.float64)"),
        (FLOAT, of(M, dtype=SINGLE), "d"),
        (scalar(DOUBLE), FLOAT, "d"),
        (of(M, dtype=np.dtype(complex)), of(M, dtype=DOUBLE), "d.real"),
        (of(M, dtype=np.dtype(complex)), of(M, dtype=SINGLE), "d.real.astype(np.float32)"),
        (of(M, dtype=np.dtype(complex)), FLOAT, "d.real"),
        (of(M), of(M, dtype=np.dtype(int)), "d"),
        (Fact("number"), of(M, dtype=SINGLE), "d"),
    ],
)
def test_casts(fact, target, expected):
    """Only where the dtype may differ; a Python number takes part in none."""
    assert print_tree(fit_dtype(name("d"), fact, target).value) == expected


@pytest.mark.parametrize(
    ("fact", "target", "expected"),
    [
        (FLOAT, of(M), True),
        (of(M), of(M), False),
        (of(N), of(M), False),
        (of(ONE), of(M), True),
        (of(ANY), of(M), True),
        (of(N), of(M, N), True),
        (FLOAT, FLOAT, False),
        (of(M), array(DOUBLE, None), True),
        (array(DOUBLE, None), of(M), True),
    ],
)
def test_adjoints_that_may_be_smaller_than_their_primal(fact, target, expected):
    """A dimension that is never 1 is the primal's, since the adjoint broadcasts to it."""
    assert is_lazy(fact, target) is expected
    assert is_lazy(fact, target, full=True) is False


@pytest.mark.parametrize(
    ("fact", "expected"),
    [(of(M), "y.shape"), (scalar(DOUBLE), "y.shape"), (FLOAT, "np.shape(y)"), (Fact("number"), "np.shape(y)")],
)
def test_shapes_of_what_may_be_a_python_number(fact, expected):
    """It has no attribute for it."""
    assert print_tree(shape_of(name("y"), fact)) == expected


def test_a_contribution_of_the_full_shape_needs_no_broadcasting():
    """Though the facts do not know its dimensions."""
    known, unknown = array(DOUBLE, (Dim("n"),)), array(DOUBLE, None)
    partly, full = (
        fit_elementwise(name("d"), unknown, "x", unknown, formula=known, result=name("y"), full=full)
        for full in (False, True)
    )
    assert "broadcast_to(d, y.shape)" in print_tree(partly.value)
    assert print_tree(full.value).strip() == "unbroadcast_to(d, x.shape, np.float64)"


SHAPES = st.lists(st.sampled_from([0, 1, 2, 3]), max_size=3).map(tuple)


@hypothesis.given(st.data(), SHAPES)
def test_fitted_contributions_are_sums_over_what_was_broadcast(data, whole):
    """Whatever part of the shapes the facts know, and however small the contribution is."""

    def part(size):
        return size if size == 1 else data.draw(st.sampled_from([1, size]))

    def smaller():
        return tuple(part(size) for size in whole[data.draw(st.integers(0, len(whole))) :])

    rng = np.random.default_rng(0)
    x, d = rng.standard_normal(smaller()), rng.integers(-4, 5, smaller()).astype(float)  # whole numbers: sums are exact
    y = np.broadcast_to(1.0, whole)
    hypothesis.assume(np.broadcast_shapes(x.shape, d.shape, whole) == whole)
    facts = [data.draw(st.sampled_from([fact, array(DOUBLE, None)])) for fact in named(x, d, y)]
    hypothesis.assume(facts[1].dims is not None or facts[2].dims is not None)
    found = fit_elementwise(name("d"), facts[1], "x", facts[0], formula=facts[2], result=name("y"))
    result = eval(
        print_tree(found.value),
        {"np": np, "unbroadcast": unbroadcast, "unbroadcast_to": unbroadcast_to},
        {"x": x, "d": d, "y": y},
    )
    padded = (1,) * (len(whole) - x.ndim) + x.shape
    summed = tuple(axis for axis, size in enumerate(padded) if size == 1)
    expected = np.broadcast_to(d, whole).sum(axis=summed, keepdims=True).reshape(x.shape)
    assert np.array_equal(np.broadcast_to(result, x.shape), expected)


def named(x, d, y):
    """Return facts in which a size has one name everywhere."""
    sizes = {size: Dim(f"size {size}", one=False) for size in (0, 2, 3)} | {1: ONE}
    return [array(DOUBLE, tuple(sizes[size] for size in each.shape)) for each in (x, d, y)]


def test_a_zero_that_stands_for_an_array_is_cast_too():
    """On the path that leaves the adjoint of a float32 array alone it is a Python number, which has no methods."""

    def f(x):
        a = x * 1.0
        for k, row in enumerate(a):
            if k % 2 == 0:
                low = np.zeros(3, np.float32)
                low[1:] += (row * 0.5)[1:]
                row[...] = low
            else:
                c = low.copy()
        row[-2:] += c[:-1]
        return np.sum(a * a) + np.sum(low * low) + np.sum(c)

    x, steps = np.arange(15.0).reshape(5, 3), np.eye(15).reshape(15, 5, 3)
    differences = [(f(x + step) - f(x - step)) / 2 for step in steps]  # exact: f is a quadratic of small numbers
    np.testing.assert_array_equal(gradient(f, "x")(x).ravel(), differences)
