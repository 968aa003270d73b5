"""Which checkpoints are refused for what their functions do."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, checkpoint, gradient


def counted(x, n, log):
    for i in checkpoint(range(n)):
        log.append(i)
        x = x * 2.0
    return x


def handed_on(x, n):
    u = x * 1.0
    for _ in checkpoint(range(n)):
        v = u
        v[0] *= u[1]
    return np.sum(u)


def two_arrays(x, n):
    u, v = x * 1.0, x * 2.0
    for _ in checkpoint(range(n)):
        u[0] += v[1]
        v[1] *= 0.9
    return np.sum(u * v)


def raised(x, n):
    for _ in checkpoint(range(n)):
        if not np.all(x < 100.0):
            raise ValueError(f"too large: {x}")
        x = x * 1.5
    return np.sum(x)


X = np.array([0.5, 0.8])


@pytest.mark.parametrize("function", [handed_on, two_arrays, raised])
def test_updates_and_errors_in_an_iteration(function):
    """Under any name that is the iteration's own."""
    check_gradient(function, (X, 3), variants=("pullback",))


def test_a_list_of_the_caller_is_part_of_the_state():
    """It is updated in a copy, as in any derivative."""
    log = []
    assert gradient(counted, "x")(0.5, 3, log) == 8.0
    assert log == []


def test_memory_does_not_grow_with_the_iterations():
    """A state is an array of 8 kB: 2000 of them would take 16 MB."""
    import tracemalloc  # noqa: PLC0415 - it slows down everything else

    def decayed(u, n):
        for _ in checkpoint(range(n), snapshots=20):
            u = u * np.cos(u)
        return np.sum(u)

    slope, u = gradient(decayed, "u"), np.linspace(0.0, 0.5, 1000)
    slope(u, 10)
    tracemalloc.start()
    slope(u, 2000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40 * u.nbytes  # 20 states, the record of one iteration, and what it computes with


def test_an_error_names_the_line():
    """That of the statement in the loop."""
    rng = np.random.default_rng(0)

    def drawn(x, n):
        for _ in checkpoint(range(n)):
            x = x + 1.0
            x = x * rng.random()
        return x

    with pytest.raises(CladpyError, match=r"random\(\.\.\.\) in a checkpoint") as caught:
        gradient(drawn, "x")(0.5, 3)
    assert "rng.random()" in caught.value.location.lines[caught.value.location.line - 1]
