"""Stores and updates in place."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, differentiate, gradient, pushforward
from cladpy.pipeline import generate_static
from cladpy.request import DiffRequest, FunctionReference
from tests.forward_texts import body
from tests.stages import define

V = np.array([0.5, 1.25, 2.0])


@pytest.mark.parametrize(
    ("statement", "tangent"),
    [
        ("u[1:] = x[:-1]", "t_u[1:] = t_x[:-1]"),
        ("u[0] = 3.0", "t_u[0] = 0.0"),
        ("u += x", "t_u += t_x"),
        ("u -= k", ""),
        ("u *= k", "t_u *= k"),
        ("u[0] /= k", "t_u[0] /= k"),
        ("u *= x", "t_u[...] = t_u * x + t_x * u"),
        ("u **= 3", "t_u[...] = 3 * t_u * u**2"),
        ("np.exp(u, out=u)", "t_u[...] = t_u * "),
        ("np.add.at(u, [0, 0], x[:2])", "np.add.at(t_u, v_1, t_1)"),
    ],
)
def test_the_same_is_done_to_the_tangent(statement, tangent):
    """At the same place; a sum adds the tangent of what is added, anything else goes by the rule of its operator."""
    text = body(f"def f(x, k):\n    u = x.copy()\n    {statement}\n    return u\n", (V, 2.0))
    assert tangent in text


@pytest.mark.parametrize("operator", ["+=", "-=", "*=", "/=", "**="])
@pytest.mark.parametrize("place", ["u", "u[1:]", "u[mask]", "v"])
def test_updates(operator, place):
    """Of an array, a view, masked elements; read again under another name."""
    lines = ["def f(x, k):", "    u = x * 2.0", "    v = u[1:]", "    mask = u > 1.5", "    w = u"]
    lines += [f"    {place} {operator} k", "    w[0] += 1.0", "    return np.sum(u * w) * np.sum(v)"]
    namespace = {"np": np}
    program = "\n".join(lines) + "\n"
    exec(program, namespace)
    function, step = namespace["f"], 1e-6
    text = _static(program)
    exec(text, namespace)
    t_x, t_k = np.array([1.0, -0.5, 0.25]), 0.75
    value, tangent = namespace["f_pushforward_x_k"](V, 1.5, t_x, t_k)
    assert value == function(V, 1.5)
    numerical = (function(V + step * t_x, 1.5 + step * t_k) - function(V - step * t_x, 1.5 - step * t_k)) / (2 * step)
    assert tangent == pytest.approx(numerical, rel=1e-7)


def _static(program):
    function = define(program)
    request = DiffRequest(FunctionReference.of(function), "pushforward", ("x", "k"), bare=False)
    return generate_static(function, request, {})


def test_a_number_or_an_array():
    """Where it is not known which, the tangent is updated as the value is: in place if it is an array."""
    program = "def f(u, k):\n    u = u * 2.0\n    v = u\n    u *= k\n    return u * v\n"
    namespace = {"np": np}
    function = define(program)
    request = DiffRequest(FunctionReference.of(function), "pushforward", ("u", "k"), bare=False)
    exec(generate_static(function, request, {}), namespace)
    push = namespace["f_pushforward_u_k"]
    assert push(3.0, 2.0, 1.0, 0.5) == (72.0, 2 * 2 * 2.0 * 2 * 3.0 + 0.5 * 4 * 9.0)
    np.testing.assert_allclose(push(V, 2.0, np.ones(3), 0.5)[1], 2 * 4 * 4 * V + 0.5 * 2 * 2 * 4 * V * V)


def test_overlapping_regions():
    """What is stored is a view of what it is stored into."""

    def program(x):
        u = x.copy()
        u[1:] = u[:-1]
        u[0], u[2] = u[2], u[0]
        return np.sum(u * x)

    check_gradient(program, (V,))


def test_a_store_into_a_global_is_refused():
    """Its tangent would have to outlive the call."""
    namespace = {"np": np, "TABLE": np.zeros(3)}
    function = define("def f(x):\n    TABLE[0] = x\n    return TABLE[0]\n", **namespace)
    with pytest.raises(CladpyError, match="outlives the call") as caught:
        pushforward(function, "x")(1.0, 1.0)
    assert caught.value.code == "C101"


def test_repeated_updates_by_an_index_array():
    """Unbuffered sums count each time; an element that is named twice by a product is refused."""

    def sums(x):
        u = np.zeros(3)
        np.add.at(u, [0, 0, 2], x)
        np.subtract.at(u, [1, 0], x[1:])
        return np.sum(u * u)

    check_gradient(sums, (V,))


def copied(x, k):
    a = x * 1.0
    t = a.copy()
    s = +a
    a[1:] *= k
    a[0] = a[1] * k
    return np.sum(t * a) + np.sum(s * np.sin(a))


def by_own_row(x, k):
    a = x.reshape(3, 1) + x * k
    a /= a[1]
    return np.sum(a * a * x)


def by_own_item(x, k):
    a = x * k
    a *= a[1]
    return np.sum(a * a * x)


def by_either(x, k):
    total = x * k if k > 1.0 else x * 2.0
    part = total[:1]
    total *= part
    return np.sum(total * total)


@pytest.mark.parametrize("function", [copied, by_own_row, by_own_item, by_either])
def test_what_an_update_changes_elsewhere(function):
    """The tangent of a copy is a copy; what a formula reads may be a view of what is updated."""
    check_gradient(function, (V, 1.5))


def reshaped_new(x):
    u = x * 1.5
    y = np.ravel(u)
    y[1] = 0.5
    y *= 2
    return np.sum(u * u * x)


def reshaped_argument(x):
    y = x.reshape(-1)
    y[0] = 0.0
    y *= 2
    return np.sum(x * x)


def reshaped_in_a_list(x):
    held = [x, 3.0]
    y = held[0].reshape(6)
    y *= held[1]
    y[0] = 1.0
    return np.sum(held[0] ** 2)


def doubled(u):
    return u * 2.0


def reshaped_result(x):
    u = doubled(x)
    y = u.reshape(3, 2)
    y[0] *= y[1]
    return np.sum(u * u)


def reshaped_gather(x):
    u = x[[1, 0]]
    y = u.reshape(3, 2)
    y[0] *= y[1]
    return np.sum(u * u)


LAYOUTS = {
    "c": lambda values: values.copy(),
    "fortran": np.asfortranarray,
    "gaps": lambda values: np.repeat(np.repeat(values, 2, 0), 2, 1)[::2, ::2],
    "reversed": lambda values: values[::-1].copy()[::-1],
}


@pytest.mark.parametrize(
    "function", [reshaped_new, reshaped_argument, reshaped_in_a_list, reshaped_result, reshaped_gather]
)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("given", LAYOUTS)
def test_a_reshape_is_a_view_or_a_copy_as_the_layout_has_it(function, layout, given):
    """In both modes, whatever the layout of the tangent that is given."""
    x, t, step = np.arange(1.0, 7.0).reshape(2, 3), np.array([[0.3, -0.7, 0.2], [0.9, 0.4, -0.1]]), 1e-6
    at = LAYOUTS[layout]
    expected = (function(at(x + step * t)) - function(at(x - step * t))) / (2 * step)
    value, tangent = pushforward(function, "x")(at(x), LAYOUTS[given](t))
    assert value == function(at(x))
    assert tangent == pytest.approx(expected, rel=1e-7)
    assert np.sum(gradient(function, "x")(at(x)) * t) == pytest.approx(expected, rel=1e-7)


def stored_twice(p):
    p[0][0] = 3.0 * p[1][1]
    p[1][2] *= 2.0
    return np.sum(p[0] * p[1])


def test_one_array_twice_in_a_container():
    """It is one array, with one tangent; two are refused, and so are views."""
    v, push = np.array([1.0, 2.0, 3.0]), pushforward(stored_twice)
    t, step = np.array([0.5, -1.0, 0.25]), 1e-6
    expected = (stored_twice([v + step * t] * 2) - stored_twice([v - step * t] * 2)) / (2 * step)
    value, tangent = push([v, v], [t, t.copy()])
    assert value == stored_twice([v.copy()] * 2)
    v[:] = 1.0, 2.0, 3.0
    assert push([v, v], [t, t])[1] == tangent == pytest.approx(expected, rel=1e-7)
    with pytest.raises(CladpyError, match="given two tangents"):
        push([v, v], [t, 2 * t])
    with pytest.raises(CladpyError, match="given two tangents"):
        differentiate(stored_twice, "p[0][1]")([v, v])
    for derivative in (lambda p: push(p, [t, t]), gradient(stored_twice)):
        with pytest.raises(CladpyError, match="share memory"):
            derivative([v, v[:]])


def test_the_form_of_an_array_is_no_part_of_it():
    """As in reverse mode: a tangent has the shape that its primal has."""

    def f(x):
        a = x * 1.0
        a.shape = (2, 2)
        return a[0] @ a[1]

    for ask in (gradient, pushforward):
        with pytest.raises(CladpyError) as caught:
            ask(f, "x")(*[np.ones(4)] * (1 + (ask is pushforward)))
        assert caught.value.code == "C208"


def test_parts_that_nobody_knows_are_not_stored_into():
    """The tangent of such a part is none of the whole's, where it would be read again."""

    def f(x):
        table = np.rec.array(np.zeros(3, dtype=[("a", float)]))
        table.a[0] = x * x
        return table.a[0]

    for ask in (gradient, pushforward):
        with pytest.raises(CladpyError) as caught:
            ask(f, "x")(*[1.5] * (1 + (ask is pushforward)))
        assert caught.value.code == "C120"
