"""Slots: an adjoint that was omitted costs nothing, and subsets stay distinct functions."""

import itertools
import re

import numpy as np
import pytest

import cladpy
from cladpy import gradient, no_adjoint, pullback
from cladpy.cli import main

X = np.array([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])
V = np.array([[0.5, 0.25], [2.0, 1.0]])
W = np.array([[1.0, 3.0], [0.5, 2.0]])


# ---- counted products ----

CALLS = []


def product(data, weight):
    CALLS.append("product")
    return data @ weight


@cladpy.custom_pullback(product, wrt="weight")
def product_by_weight(data, d_out):
    CALLS.append("weight")
    return no_adjoint, data.T @ d_out


@cladpy.custom_pullback(product, wrt="data")
def product_by_data(weight, d_out):
    CALLS.append("data")
    return d_out @ weight.T, no_adjoint


@cladpy.custom_pullback(product)
def product_by_both(data, weight, d_out):
    CALLS.extend(["data", "weight"])
    return d_out @ weight.T, data.T @ d_out


def layer(x, w):
    return np.tanh(product(x, w))


def network(x, v, w):
    return layer(layer(x, v), w)


def counted_loss(x, v, w):
    return np.sum(network(x, v, w))


def first(x, v):
    return np.tanh(x @ v)


def last(h, w):
    return np.tanh(h @ w)


def plain_network(x, v, w):
    return last(first(x, v), w)


def plain_loss(x, v, w):
    return np.sum(plain_network(x, v, w))


NEEDED = {  # of two products in a chain, the adjoint of the data is needed where something upstream is asked for
    "w": ["weight"],
    "v": ["data", "weight"],
    "x": ["data", "data"],
    "v,w": ["data", "weight", "weight"],
    "x,w": ["data", "data", "weight"],
    "x,v": ["data", "data", "weight"],
    "x,v,w": ["data", "data", "weight", "weight"],
}


@pytest.mark.parametrize("wrt", NEEDED)
def test_only_wanted_adjoints_are_computed(wrt):
    """Through two levels of helpers each rule that is called is one that is needed; the primal runs once."""
    d_loss = gradient(counted_loss, wrt)
    d_loss(X, V, W)
    CALLS.clear()
    d_loss(X, V, W)
    assert sorted(CALLS) == sorted([*NEEDED[wrt], "product", "product"])


@pytest.mark.parametrize("wrt", NEEDED)
def test_only_wanted_products_are_in_the_text(wrt):
    """Of plain NumPy code too: a product for each adjoint that is needed, besides those of the primal."""
    d_loss = gradient(plain_loss, wrt)
    d_loss(X, V, W)
    forward = 1 if wrt == "w" else 2  # a helper that nothing is differentiated through is called, not written out
    code = re.sub(r"#.*", "", d_loss.source)
    assert code.count("@") == forward + len(NEEDED[wrt])


@pytest.mark.parametrize("wrt", NEEDED)
def test_rules_and_source_agree(wrt):
    """Omitting adjoints changes none of the others."""
    asked = tuple(wrt.split(","))
    everything = dict(zip("xvw", gradient(plain_loss, "x,v,w")(X, V, W), strict=True))
    for loss in (counted_loss, plain_loss):
        for name, adjoint in zip(asked, gradient(loss, asked)(X, V, W), strict=True):
            assert np.allclose(adjoint, everything[name], rtol=1e-14)


def state_of(pull):
    """Return what the forward half hands to the reverse half, as text."""
    pull.forward(X, V)
    (returned,) = re.findall(r"    return result, (.*)", pull.source)
    return returned


def test_nothing_is_recorded_for_an_omitted_adjoint():
    """Of a product, only what the wanted adjoint reads is in the state: the other operand, not its own."""
    assert state_of(pullback(first, "v")) == "(x, result)"
    assert state_of(pullback(first, "x")) == "(v, result)"


def test_what_a_rule_does_not_name_is_not_recorded():
    """Of the parameter that its adjoint is checked against, the shape is enough."""
    assert state_of(pullback(layer, "w")) == "(x, w_shape, result)"
    assert state_of(pullback(layer, "x")) == "(w, x_shape, result)"


# ---- slots ----


def test_pullbacks_give_a_slot_for_each_parameter():
    """Omitted ones hold no_adjoint, in the order of the signature."""
    pull = pullback(first, "v")
    _, state = pull.forward(X, V)
    reverse = pull.source.partition("def first_pullback_v")[2]
    assert "return no_adjoint, d_v" in reverse
    assert pull.reverse(state, np.ones((3, 2))).shape == V.shape


def mixed(a, b):
    return a * 3.0 + b * 3.0


def by_first(x, y):
    return mixed(x, y) * x


def test_subsets_whose_adjoints_look_alike_are_distinct_functions():
    """With respect to a, to b and to both: three functions, named after what they give."""

    def loss(p, q):
        return mixed(p, 1.0) * mixed(2.0, q) * mixed(p, q)

    d_loss = gradient(loss)
    p, q = 0.5, 0.25
    first, second, third = 3 * p + 3.0, 6.0 + 3 * q, 3 * p + 3 * q
    expected = (3 * second * third + first * second * 3, first * 3 * third + first * second * 3)
    assert np.allclose(d_loss(p, q), expected, rtol=1e-14)
    for suffix in ("a", "b", "a_b"):
        assert d_loss.source.count(f"def mixed_pullback_{suffix}(") == 1
    assert "return d_a, no_adjoint" in d_loss.source
    assert "return no_adjoint, d_b" in d_loss.source


def test_a_subset_that_is_met_twice_is_one_function():
    """Two calls that want the same slots share the pullback."""
    d_loss = gradient(lambda p: mixed(p, 1.0) * mixed(p, 2.0), "p")
    d_loss(0.5)
    assert d_loss.source.count("def mixed_pullback_a(") == 1


def test_slots_that_were_not_asked_for_are_stripped():
    """The public function gives what was asked, in the order asked."""
    whole = gradient(plain_loss)(X, V, W)
    for order in itertools.permutations("xvw", 2):
        found = gradient(plain_loss, ",".join(order))(X, V, W)
        assert all(np.array_equal(each, whole["xvw".index(name)]) for name, each in zip(order, found, strict=True))


# ---- the graph ----


def rules_of(d_loss):
    """Return the rules that the graph of a derivative shows, by function and parameters."""
    return {(r.function.name, r.wrt): node.rules for r, node in d_loss.plan.nodes.items() if node.rules}


def test_the_graph_shows_which_rule_was_chosen():
    """For the slots that are wanted at each call."""
    d_loss = gradient(counted_loss, "w")
    d_loss(X, V, W)
    assert rules_of(d_loss) == {("layer", ("w",)): ("product_by_weight for product, wrt: weight",)}


def test_the_graph_shows_that_no_rule_was_chosen():
    """Where the function itself is differentiated in spite of its rules."""
    with cladpy.override(product, product_by_data, wrt="data"):
        d_loss = gradient(counted_loss, "v")
        d_loss(X, V, W)
    assert rules_of(d_loss) == {
        ("layer", ("w",)): ("product itself: no custom rule covers weight",),
        ("layer", ("x",)): ("product_by_data for product, wrt: data",),
    }


def test_rules_of_a_file_are_seen_without_running_it(tmp_path, capsys):
    """`cladpy plan` shows the choice from the text alone."""
    file = tmp_path / "model.py"
    file.write_text(MODEL)
    assert main(["plan", str(file)]) == 0
    assert "    rule product_pullback for product, wrt: weight\n" in capsys.readouterr().out


MODEL = """
import numpy as np

import cladpy
from cladpy import gradient, no_adjoint


def product(data, weight):
    return data @ weight


@cladpy.custom_pullback(product, wrt="weight")
def product_pullback(data, d_out):
    return no_adjoint, data.T @ d_out


@gradient("w")
def loss(x, w):
    return np.sum(product(x, w))


raise SystemExit("this file is not run")
"""


# ---- the promise that unselected inputs stay inactive ----


def keeps_log(w, log):
    value = w * w
    log["last"] = value
    return value * 2.0


def test_a_store_into_a_container_needs_the_promise():
    """Without it, what is stored could be read again by whoever holds the container."""
    with pytest.raises(cladpy.CladpyError, match="storing an active value into a list, dict or object"):
        gradient(keeps_log, "w")(3.0, {"last": 0.0})


def test_the_promise_makes_stores_into_unselected_containers_inactive():
    """The gradient is that of the rest, and the caller's container is unchanged."""
    log = {"last": 0.0}
    assert gradient(keeps_log, "w", assume_unselected_inactive=True)(3.0, log) == 12.0
    assert log == {"last": 0.0}


def fills(w, buffer):
    for i in range(3):
        buffer[i] = w * w
    return np.sum(buffer) + w


def test_an_unselected_array_that_is_overwritten_is_differentiated():
    """The analysis needs no promise for arrays."""
    assert gradient(fills, "w")(3.0, np.zeros(4)) == 3 * 6.0 + 1.0


def test_the_promise_holds_for_arrays():
    """What is read from the buffer counts as constant, in the gradient and in the pullback."""
    buffer = np.zeros(4)
    assert gradient(fills, "w", assume_unselected_inactive=True)(3.0, buffer) == 1.0
    assert pullback(fills, "w", assume_unselected_inactive=True)(3.0, buffer, 2.0) == 2.0
    assert not buffer.any()


def test_the_promise_reaches_views_and_other_names():
    """A row of the buffer is the buffer."""

    def loss(w, buffer):
        row = buffer[0]
        row[:] = w
        return np.sum(buffer) * w

    buffer = np.ones((2, 3))
    assert gradient(loss, "w")(3.0, buffer) == 12.0 + 9.0
    assert gradient(loss, "w", assume_unselected_inactive=True)(3.0, buffer) == 12.0


def test_the_promise_says_nothing_of_new_arrays():
    """A copy of an unselected input, and a selection from it, may be overwritten with active values."""

    def loss(w, buffer, which):
        copied = buffer.copy()
        copied[0] = w
        chosen = buffer[which]
        chosen[0] = w * w
        return np.sum(copied) + np.sum(chosen)

    arguments = (3.0, np.zeros(3), np.array([0, 2]))
    assert gradient(loss, "w", assume_unselected_inactive=True)(*arguments) == 1.0 + 6.0


def test_the_promise_is_about_unselected_inputs_only():
    """A selected array that is overwritten is differentiated as ever."""

    def loss(w, x):
        x[0] = w * x[1]
        return np.sum(x * x)

    x = np.array([1.0, 2.0])
    found = gradient(loss, "w,x", assume_unselected_inactive=True)(3.0, x)
    assert found[0] == 24.0
    assert found[1].tolist() == [0.0, 40.0]
