"""Pullbacks: seeds, both halves, and who owns what."""

import gc
import inspect
import threading
import weakref
from typing import NamedTuple

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, custom_pullback, gradient, no_adjoint, pullback

X, W, SEED = np.array([1.0, 2.0, 3.0]), np.array([0.5, -1.0, 2.0]), np.array([1.0, -2.0, 0.5])


class Both(NamedTuple):
    first: np.ndarray
    second: np.ndarray


def block(x, w):
    return x * w


def tanh_layer(x, w):
    return np.tanh(x * w)


def several(x, w):
    return x * w, {"x": x * 2.0, "rest": [w * 3.0, x[0] * w[0]]}


def number(x, k=2.0):
    return np.sum(x) * k


# ---- seeds ----


def test_the_seed_comes_last_or_by_name():
    """The cotangent of the result is the last positional argument, or seed=."""
    pull = pullback(block, "x,w")
    for d_x, d_w in (pull(X, W, SEED), pull(X, W, seed=SEED), pull(X, SEED, w=W), pull(w=W, x=X, seed=SEED)):
        np.testing.assert_array_equal(d_x, SEED * W)
        np.testing.assert_array_equal(d_w, SEED * X)


def test_the_seed_after_defaults():
    """A default that is not passed is no seed."""
    pull = pullback(number, "k")
    assert pull(X, 3.0) == 18.0
    assert pull(X, 5.0, 3.0) == 18.0
    assert pull(X, k=5.0, seed=3.0) == 18.0


@pytest.mark.parametrize("call", [lambda pull: pull(X, W), lambda pull: pull(), lambda pull: pull(X, w=W)])
def test_a_missing_seed(call):
    """Where the arguments fit the primal without one, the seed is what is missing."""
    with pytest.raises(CladpyError, match="the seed is missing") as caught:
        call(pullback(block, "x"))
    assert caught.value.code == "C305"


def test_a_parameter_called_seed():
    """The primal's own parameter takes the keyword; the cotangent then comes by position."""

    def draw(x, seed):
        return x * seed

    assert pullback(draw)(2.0, 5.0, seed=3.0) == (15.0, 10.0)


def test_seeds_after_star_arguments():
    """The last positional argument is the seed, those before it are the primal's."""

    def product(*factors):
        return factors[0] * factors[1]

    assert pullback(product, "factors[1]")(2.0, 5.0, 10.0) == 20.0
    assert pullback(product)(2.0, 5.0, seed=10.0) == ((50.0, 20.0),)


@pytest.mark.parametrize(
    "seed", [2, 2.0, np.float32(2), np.array(2), [2, 2, 2], np.full(3, 2, np.int8), np.full((1,), 2.0)]
)
def test_a_seed_is_cast_and_broadcast(seed):
    """Numbers of any type serve, of every shape that broadcasts to that of the result."""
    d_x, d_w = pullback(block)(X.astype(np.float32), W.astype(np.float32), seed)
    assert d_x.dtype == d_w.dtype == np.float32
    np.testing.assert_array_equal(d_x, 2 * W)


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (np.ones(2), r"the seed has shape \(2,\), and the result has shape \(3,\)"),
        (np.ones((1, 3)), r"the seed has shape \(1, 3\)"),
        (1j, "the seed is complex, and the result is real"),
        ("a", "the seed is of type str"),
        (None, "the seed is of type NoneType"),
        ([[1.0], [1.0, 2.0]], "the seed is no array of numbers"),
    ],
)
def test_a_seed_that_does_not_fit(seed, message):
    """It is C402, and says what does not fit."""
    with pytest.raises(CladpyError, match=message) as caught:
        pullback(block)(X, W, seed)
    assert caught.value.code == "C402"


@pytest.mark.parametrize(("seed", "expected"), [(2, 4.0), (np.float32(2), 4.0), (np.array(2.0), 4.0)])
def test_the_seed_of_a_number(seed, expected):
    """A number takes any number, also a 0-d array."""
    assert pullback(lambda x: x * x)(1.0, seed) == (expected,)
    with pytest.raises(CladpyError, match=r"the seed has shape \(1,\), and the result is a number"):
        pullback(lambda x: x * x)(1.0, np.ones(1))


def test_a_seed_has_the_structure_of_the_result():
    """Tuples, lists and dicts are matched part by part; no_adjoint stands for zero."""
    pull = pullback(several)
    seed = (SEED, {"x": 1.0, "rest": [no_adjoint, 2.0]})
    d_x, d_w = pull(X, W, seed)
    np.testing.assert_allclose(d_x, SEED * W + 2.0 + np.array([2.0 * W[0], 0, 0]))
    np.testing.assert_allclose(d_w, SEED * X + np.array([2.0 * X[0], 0, 0]))
    d_x, d_w = pull(X, W, (no_adjoint, no_adjoint))
    np.testing.assert_array_equal(d_x, np.zeros(3))


def test_a_named_tuple():
    """The value keeps its class, and any sequence of two serves as its seed."""
    pull = pullback(lambda x, w: Both(x * w, second=x + w))
    value, state = pull.forward(X, W)
    assert type(value) is Both
    np.testing.assert_array_equal(pull.reverse(state, Both(SEED, SEED))[0], SEED * W + SEED)
    np.testing.assert_array_equal(pull(X, W, [SEED, 0.0])[1], SEED * X)


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (SEED, "the seed is of type ndarray, and the result has 2 parts"),
        ((SEED,), "the seed has 1 parts, and the result has 2"),
        ((SEED, SEED), r"the seed\[1\] is of type ndarray, and the result is a dict"),
        ((SEED, {"x": SEED}), r"the seed\[1\] and the result do not both have the key 'rest'"),
        ((SEED, {"x": 1, "rest": [1, 1], "y": 1}), "the key 'y'"),
        ((SEED, {"x": 1, "rest": [np.ones(2), 1]}), r"the seed\[1\]\['rest'\]\[0\] has shape \(2,\)"),
    ],
)
def test_a_structure_that_does_not_fit(seed, message):
    """The part that does not fit is named as one would write it."""
    with pytest.raises(CladpyError, match=message) as caught:
        pullback(several)(X, W, seed)
    assert caught.value.code == "C402"


def test_a_result_without_numbers():
    """What holds nothing floating takes any seed, and a missing result is C303."""
    d_x, count = pullback(lambda x: (np.sum(x), len(x)), "x"), 7
    np.testing.assert_array_equal(d_x(X, (2.0, count)), [2.0, 2.0, 2.0])

    def forgetful(x):
        x * 2.0

    with pytest.raises(CladpyError, match="forgetful returned None") as caught:
        pullback(forgetful)(X, 1.0)
    assert caught.value.code == "C303"


# ---- the two halves ----


def test_the_halves_do_what_the_whole_does():
    """The first gives the primal's value, the second the adjoints."""
    pull = pullback(tanh_layer, "x,w")
    value, state = pull.forward(X, w=W)
    np.testing.assert_array_equal(value, tanh_layer(X, W))
    for half, whole in zip(pull.reverse(state, SEED), pull(X, W, SEED), strict=True):
        np.testing.assert_array_equal(half, whole)


def test_the_primal_runs_once(capsys):
    """The reverse half recomputes nothing that has effects."""

    def loud(x):
        print("ran")
        return x * x

    pull = pullback(loud, "x")
    _, state = pull.forward(3.0)
    assert pull.reverse(state, 1.0) == 6.0
    assert capsys.readouterr().out == "ran\n"


def test_a_state_serves_once():
    """The second reverse is C306: the first has released what it read."""
    pull = pullback(block, "x")
    _, state = pull.forward(X, W)
    assert not state.is_used
    pull.reverse(state, SEED)
    assert state.is_used
    assert "used" in repr(state)
    with pytest.raises(CladpyError, match="used already") as caught:
        pull.reverse(state, SEED)
    assert caught.value.code == "C306"


def test_a_wrong_seed_does_not_use_a_state_up():
    """The seed is checked before the state is taken."""
    pull = pullback(block, "x")
    _, state = pull.forward(X, W)
    with pytest.raises(CladpyError):
        pull.reverse(state, np.ones(2))
    np.testing.assert_array_equal(pull.reverse(state, SEED), SEED * W)


def test_a_state_of_another_derivative():
    """A state belongs to the pullback that made it."""
    pull, other = pullback(block, "x"), pullback(block, "w")
    _, state = pull.forward(X, W)
    with pytest.raises(CladpyError, match='not of <pullback\\(block, "w"\\)>') as caught:
        other.reverse(state, SEED)
    assert caught.value.code == "C305"
    with pytest.raises(CladpyError, match="a state is expected, not a ndarray"):
        pull.reverse(SEED, state)
    pull.reverse(state, SEED)


def test_states_of_several_signatures_may_wait():
    """Each state remembers the code that made it."""
    pull = pullback(block)
    _, first = pull.forward(X, W)
    _, second = pull.forward(2.0, 3.0)
    np.testing.assert_array_equal(pull.reverse(first, SEED)[0], SEED * W)
    assert pull.reverse(second, 10.0) == (30.0, 20.0)


def test_one_state_for_two_threads():
    """Only one of them gets it."""
    pull = pullback(block, "x")
    pull(X, W, SEED)
    for _ in range(20):
        _, state = pull.forward(X, W)
        outcomes, start = [], threading.Barrier(2)

        def take(state=state, outcomes=outcomes, start=start):
            start.wait()
            try:
                outcomes.append(pull.reverse(state, SEED) is not None)
            except CladpyError as error:
                outcomes.append(error.code)

        threads = [threading.Thread(target=take) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(map(str, outcomes)) == ["C306", "True"]


def test_methods():
    """The halves of a method's pullback are bound to its object."""

    class Layer:
        def __init__(self):
            self.gain = 2.0

        def run(self, x):
            return x * x * self.gain

    layer = Layer()
    pull = pullback(layer.run)
    np.testing.assert_array_equal(pull(X, SEED)[0], 4 * X * SEED)
    value, state = pull.forward(X)
    np.testing.assert_array_equal(value, 2 * X * X)
    np.testing.assert_array_equal(pull.reverse(state, SEED)[0], 4 * X * SEED)


# ---- who owns what ----


@pytest.mark.parametrize(
    "primal",
    [
        lambda x, w: x + w,
        lambda x, w: x,
        lambda x, w: w[::-1],
        lambda x, w: x.reshape(3, 1).T[0] + w * 0.0,
        lambda x, w: np.broadcast_to(x, (2, 3)).sum(axis=0) - w,
        lambda x, w: (x, w),
        lambda x, w: [x, x],
    ],
)
def test_adjoints_share_nothing(primal):
    """No adjoint shares memory with an argument, the seed, the value or another adjoint, and the seed stays."""
    x, w = X.copy(), W.copy()
    value = primal(x, w)
    seed = type(value)([SEED.copy(), SEED.copy()]) if isinstance(value, tuple | list) else SEED.copy()
    seeds = seed if isinstance(seed, tuple | list) else [seed]
    pull = pullback(primal)
    given, state = pull.forward(x, w)
    values = given if isinstance(given, tuple | list) else [given]
    adjoints = pull.reverse(state, seed)
    for number, adjoint in enumerate(adjoints):
        assert adjoint.flags.writeable
        assert adjoint.shape == (3,)
        for other in (x, w, *seeds, *values, *adjoints[:number]):
            assert not np.shares_memory(adjoint, other)
    for part in seeds:
        np.testing.assert_array_equal(part, SEED)


def test_unused_arguments_get_zeros():
    """What the result does not depend on has a zero adjoint of its own shape."""
    d_x, d_w = pullback(lambda x, w: x * 2.0)(X, W.astype(np.float32), SEED)
    np.testing.assert_array_equal(d_x, 2 * SEED)
    assert (d_w.dtype, d_w.tolist()) == (np.float32, [0.0, 0.0, 0.0])


def test_the_value_is_the_callers():
    """What is done to the value between the halves does not change the adjoints."""
    pull = pullback(tanh_layer, "x")
    expected = pull(X, W, SEED)
    value, state = pull.forward(X, W)
    value[...] = 100.0
    np.testing.assert_array_equal(pull.reverse(state, SEED), expected)


def test_the_reverse_half_releases_what_it_read():
    """While the reverse half goes on, neither the state nor the call that took it holds what was read already."""
    arrays, alive = [], []

    def probe(x):
        return x * 1.0

    @custom_pullback(probe)
    def probe_pullback(d_out):
        gc.collect()
        alive.extend(array() is not None for array in arrays)
        return (d_out,)

    def squares(x):
        h = np.exp(probe(x))
        return h * h

    pull = pullback(squares, "x")
    value, state = pull.forward(X)
    arrays += [weakref.ref(part) for part in state._content[0] if isinstance(part, np.ndarray) and part is not X]
    assert len(arrays) == 1
    np.testing.assert_allclose(pull.reverse(state, SEED), 2 * value * SEED)
    assert alive == [False]


def test_the_signature_has_the_seed():
    """The seed is shown where it may stand by name."""
    assert str(inspect.signature(pullback(number))) == "(x, k=2.0, *, seed)"
    assert str(inspect.signature(pullback(lambda *a, **k: a[0]))) == "(*a, seed, **k)"
    assert pullback(number, "x").__doc__ == "Pullback of number with respect to x."


def test_gradient_is_the_pullback_of_one():
    """For a scalar result, the seed 1.0 gives the gradient."""
    for ours, theirs in zip(pullback(number)(X, 2.0, 1.0), gradient(number)(X, 2.0), strict=True):
        np.testing.assert_array_equal(ours, theirs)


class Made:
    def __init__(self, w):
        self.w = w
        self.b = [w[0], w * 2.0]
        self.n = 3


def made_and_updated(x):
    made = Made(x * 1.0)
    for i in range(3):
        made.w[i] *= made.b[0]
    made.b.append(np.sum(made.w))
    return {"made": made}


def test_objects_as_results():
    """New ones, with what they hold updated; their cotangent is an object too."""
    check_gradient(made_and_updated, (np.array([0.4, 0.8, 1.2]),), variants=("pushforward",))
