"""What calls on made-up values say of a library function's result, and what they do not."""

import numpy as np
import pytest

from cladpy import check_gradient
from cladpy.analyses.trials import Trial, by_trial, without_dtype
from cladpy.ir.fact import FLOAT, INT, ONE, UNKNOWN, Dim, Fact, array, of_constant
from tests.stages import fact_text

M, N = (Dim(name, one=False) for name in "mn")
ANY, OTHER = Dim("a"), Dim("b")
SINGLE, DOUBLE, WHOLE, MASK = (np.dtype(name) for name in ("f4", "f8", "i8", "?"))


def of(*dims, dtype=DOUBLE):
    """Return the fact of an array."""
    return array(dtype, dims)


@pytest.mark.parametrize(
    ("function", "arguments", "keywords", "expected"),
    [
        (np.transpose, [of(M, ONE)], {}, "float64[1, r:1?]"),
        (np.outer, [of(M), of(N)], {}, "float64[r:0?, r:1?]"),
        (np.linalg.slogdet, [of(M, M)], {}, "SlogdetResult(sign: float64, logabsdet: float64)"),
        (np.linalg.det, [of(M, M)], {}, "float64"),
        (np.linalg.cholesky, [of(M, M)], {}, "float64[r:0?, r:1?]"),
        (np.shape, [of(M, N)], {}, "tuple(int, int)"),
        (np.split, [of(M), of_constant(1)], {}, "list(float64[r.0:0?])"),
        (np.unique, [of(M)], {}, "float64[r:0?]"),
        (len, [of(M)], {}, "int"),
        (np.full, [Fact("tuple", items=(of_constant(1), of_constant(3))), FLOAT], {}, "float64[1, r:1?]"),
        (np.sum, [of(M, N)], {"axis": of_constant(1)}, "float64[r:0?]"),
        (np.expand_dims, [of(M), of_constant(0)], {}, "float64[1, r:1?]"),
        (np.atleast_2d, [FLOAT], {}, "float64[1, 1]"),
    ],
)
def test_functions_are_tried_on_small_arrays(function, arguments, keywords, expected):
    """Kind, dtype and number of dimensions are those of all calls; a dimension is 1 if it always is."""
    assert fact_text(by_trial(function, arguments, keywords, "r")) == expected


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (np.arange, [of_constant(1), INT], "int64[r:0?]"),
        (np.arange, [INT, INT, INT], "int64[r:0?]"),
        (np.arange, [of_constant(0.0), FLOAT, FLOAT], "float64[r:0?]"),
        (np.unique, [of(M, dtype=WHOLE)], "int64[r:0?]"),
        (np.bincount, [of(M, dtype=WHOLE)], "int64[r:0?]"),
        (np.flatnonzero, [of(M, dtype=MASK)], "int64[r:0?]"),
        (np.tril_indices, [INT, of_constant(-1)], "tuple(int64[r.0:0?], int64[r.1:0?])"),
        (np.expand_dims, [of(M, N), INT], "float64[r:0?, r:1?, r:2?]"),
        (np.convolve, [of(M), of(N), of_constant("valid")], "float64[r:0?]"),
        (np.squeeze, [of(ANY, N)], "float64[...]"),
    ],
)
def test_a_size_that_comes_from_a_value_is_unknown(function, arguments, expected):
    """Numbers, integer arrays and sizes differ from call to call, together and one by one."""
    assert fact_text(by_trial(function, arguments, {}, "r")) == expected


def test_a_length_that_comes_from_a_value_is_unknown():
    """What remains is what all items have in common."""
    found = by_trial(np.array_split, [of(M), INT], {}, "r")
    assert (found.kind, found.items) == ("list", None)
    assert (found.element.dtype, found.element.ndim) == (DOUBLE, 1)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (np.reshape, [of(M), of_constant(7)]),
        (np.linalg.inv, [of(M)]),
        (np.exp, [UNKNOWN]),
        (np.exp, [array(DOUBLE, None)]),
        (np.stack, [Fact("list", element=of(M))]),
        (lambda x: x.shape[0] if x.shape[0] == 3 else "five", [of(M)]),
    ],
)
def test_a_trial_that_fails_says_nothing(function, arguments):
    """So do two that disagree, and facts of which there is no example."""
    assert by_trial(function, arguments, {}, "r") == UNKNOWN


def test_examples_have_the_facts():
    """1 where a dimension is 1, else the size that was asked for; distinct positive numbers."""
    made = Trial(3).example(of(M, ONE, N, dtype=SINGLE))
    assert (made.shape, made.dtype) == ((3, 1, 3), SINGLE)
    assert len(np.unique(made)) == made.size
    assert (made > 0).all()
    assert Trial(3).example(Fact("tuple", items=(of_constant("a"), INT))) == ("a", 2)


def test_sizes_apart():
    """Each dimension has a size of its own, the same one wherever it is named; one that may be 1 is 1 if asked."""
    apart = Trial(4, apart=True)
    assert apart.example(of(M, N)).shape == (4, 5)
    assert apart.example(of(N, M, M)).shape == (5, 4, 4)
    assert Trial(4, maybe_one=True).example(of(ANY, N, OTHER)).shape == (1, 4, 1)


def test_unknown_numbers_are_taken_in_turn():
    """So that a start and a stop differ, in one order or the other."""
    trial = Trial(3, (5, 2, 3))
    assert [trial.example(INT) for _ in range(4)] == [5, 2, 3, 5]


# ---- the gradients that depend on it ----


def picked(x, data):
    places = np.arange(1, len(x), 2)
    return np.sum((x[places] - data) ** 2)


def counted(x, data, labels):
    return np.sum((x * np.bincount(labels) - data) ** 2)


def below_the_diagonal(x, data):
    rows, columns = np.tril_indices(len(x), -1)
    return np.sum((x[rows, columns] - data) ** 2)


def last_part(x, data, parts):
    return np.sum(np.array_split(x, parts)[-1] ** 2) + np.sum(x * data)


def sampled(x, data, dt):
    times = np.arange(0.0, 1.0, dt)
    return np.sum((x * times - data) ** 2)


@pytest.mark.parametrize(
    ("function", "shapes", "others"),
    [
        (picked, [(7,), (3,)], ()),
        (picked, [(2,), (3,)], ()),
        (counted, [(1,), (5,)], (np.array([1, 2, 4, 2]),)),
        (counted, [(5,), (1,)], (np.array([1, 2, 4, 2]),)),
        (below_the_diagonal, [(4, 4), (6,)], ()),
        (below_the_diagonal, [(2, 2), (3,)], ()),
        (last_part, [(7,), (7,)], (3,)),
        (sampled, [(1,), (4,)], (0.25,)),
    ],
)
def test_gradients_where_a_size_comes_from_a_value(function, shapes, others, rng):
    """No sum is taken along a dimension that is not 1, nor one left out."""
    check_gradient(function, (*(rng.standard_normal(shape) for shape in shapes), *others), "x, data")


def test_named_tuples_keep_their_names():
    """Results are read by attribute too."""
    fact = by_trial(np.linalg.eigh, [of(M, M)], {}, "r")
    assert (fact.kind, fact.keys) == ("tuple", ("eigenvalues", "eigenvectors"))


def test_dtypes_that_depend_on_values_are_unknown():
    """What a trial gives says nothing of them."""
    fact = without_dtype(by_trial(np.linalg.eig, [of(M, M)], {}, "r"))
    assert [item.dtype for item in fact.items] == [None, None]
