"""What is explained of a derivative: each thing that is kept, its readers, its bytes and its release."""

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, pullback

U, W = np.linspace(0.5, 1.0, 8), np.full((8, 8), 0.25)


def layer(h, w):
    return np.tanh(w @ h)


def march(u, k, w, n):
    u = u.copy()
    for _ in range(n):
        u[1:-1] += k * (u[2:] - u[:-2])
    if u[0] > 0:
        u = u * np.exp(u)
    return np.sum(layer(u, w))


MARCH = """\
gradient(march, "u, k"): what the forward sweep keeps for the reverse sweep

in march_grad_u_k
  tape_1: {tape} bytes
      made by    tape_1.append(v_1)
      read by    d_k += d_2 @ tape_1.pop()
      released   entry by entry, as the reverse loop pops them
      to avoid   the adjoint of each iteration reads its entry: cladpy.checkpoint(range(n), snapshots=k)
                 as what the loop runs over keeps k states and runs iterations again
"""


def by_name(explanation):
    return {each.variable: each for each in explanation.records}


def test_each_record_has_its_readers_bytes_and_release():
    """Of a loop, a branch and a call; arguments are the caller's, and memory counts once."""
    explanation = gradient(march, "u, k").explain(U, 0.1, W, 10)
    found = by_name(explanation)
    sizes = {variable: size for (_, variable), size in explanation.sizes.items()}
    assert [each for each in found if found[each].kind == "argument"] == ["k", "n", "w"]
    assert found["tape_1"].readers == ("d_k += d_2 @ tape_1.pop()",)
    assert sizes["tape_1"] > 10 * 6 * 8  # ten steps of six differences, and the list of them
    assert found["state"].kind == "state"
    assert (found["result"].function, sizes["result"]) == ("layer_forward_h", 64)
    assert explanation.total == sum(sizes[each] for each, record in found.items() if record.kind != "argument")
    assert str(explanation).startswith(MARCH.format(tape=f"{sizes['tape_1']:,}"))
    assert str(explanation).endswith(f"kept in all: {explanation.total:,} bytes\n")


def test_what_a_store_overwrites_is_told_apart():
    """With what would avoid it."""

    def program(x):
        y = x * 2
        y[0] = np.sin(y[0])
        y[1:] = y[1:] * y[:-1]
        return np.sum(y)

    text = str(gradient(program, "x").explain(U))
    assert "store into another array, or only add to this one" in text


def test_before_a_call_the_form_for_annotations_is_explained():
    """And behind one, the code that was used; sizes are not known then."""
    derivative = gradient(layer_loss, "w")
    assert derivative.explain().total is None
    derivative(W, U)
    assert "v_1: an array of 1 dimensions, float64" in str(derivative.explain())


def layer_loss(w, h):
    return np.sum(np.tanh(w @ h))


def test_nothing_may_be_kept():
    """A linear function."""
    text = str(gradient(lambda x, w: np.sum(x * w), "x").explain(U, U))
    assert text.splitlines()[2:] == [
        "nothing",
        "",
        "arguments that are read: w (the caller's, not counted)",
        "kept in all: 0 bytes",
    ]


def test_a_pullback_keeps_its_state():
    """That of its forward half, which alone is run."""
    explanation = pullback(layer, "h").explain(U, W)
    assert [each.variable for each in explanation.records] == ["w", "result"]
    assert explanation.total == 64


def test_a_function_that_gets_the_adjoints_is_not_called():
    """Explaining changes nothing."""
    got = []
    derivative = gradient(layer_loss, "w", on_gradient=lambda *pair: got.append(pair))
    assert derivative.explain(W, U).total == 64
    assert got == []


@pytest.mark.parametrize("ask", [cladpy.pushforward, cladpy.hessian])
def test_what_has_no_reverse_sweep_of_its_own_is_refused(ask):
    """C305."""
    with pytest.raises(CladpyError) as caught:
        ask(layer_loss, "w").explain()
    assert caught.value.code == "C305"
