"""What the reverse sweep reads of the primal, and how each piece is had again."""

import gast
import numpy as np
import pytest

from cladpy import check_gradient, gradient
from cladpy.ir.expressions import parse
from cladpy.transform.needs import NeedAnalysis, expressions_of
from cladpy.transform.no_adjoint_slots import slot
from cladpy.transform.pullback_transformer import PullbackTransformer
from cladpy.transform.recomputing import shape_read
from tests.optimize.program import read
from tests.stages import define, print_tree, scheduled, text

V = np.array([0.5, -1.25, 2.0])


def needs(body, args=(V, 2.0), wrt=None, parameters="x, y", *, record_all=False):
    """Return how each version that the reverse sweep of a gradient reads is had, by version."""
    program = "\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n"
    planned = scheduled(define(program), args, wrt)
    transformer = PullbackTransformer(planned.analysis, planned.scheduler.callee(planned.analysis, planned.request))
    sweep = transformer.sweep(planned.request.wrt or planned.analysis.form.parameters)
    transformer.seed(sweep, planned.analysis.result, gast.Constant(1.0, None), ())
    sweep.block(planned.analysis.versions.body[:-1])
    for parameter in planned.request.wrt or planned.analysis.form.parameters:
        slot(sweep, parameter)
    found = NeedAnalysis(sweep, record_all=record_all).run(tuple(sweep.out))
    return {version: need.how for version, need in found.items()}


# ---- what is read ----


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return np.sum(x) * y", {"y.0": "kept"}),
        ("return np.sum(np.tanh(x))", {"v@1.0": "kept"}),
        ("return np.sum(np.sin(x))", {"x.0": "kept"}),
        ("return np.sum(x + y)", {}),
        ("return np.sum(x * 2.0 - 1.0)", {}),
    ],
)
def test_formulas_say_what_is_read(body, expected):
    """A tanh reads its result, a sine its argument, a sum nothing at all."""
    assert needs(body, wrt="x") == expected


def test_a_product_reads_the_operands_whose_partners_are_active():
    """With respect to x, y is read; x itself is not."""
    assert needs("z = np.exp(x)\nreturn np.sum(z * y)", wrt="y") == {"z.0": "kept"}
    assert needs("z = np.cosh(y)\nreturn np.sum(x * z)", wrt="x") == {"z.0": "kept"}


# ---- kept, recomputed, recorded ----


def test_a_name_that_is_not_rebound_is_kept():
    """One that is rebound is recorded."""
    assert needs("z = np.sin(x)\nw = z * z\nz = np.exp(w)\nreturn np.sum(z)", wrt="x") == {
        "x.0": "kept",
        "z.0": "kept",
        "z.1": "kept",
    }
    rebound = "z = np.sin(x)\nif y > 0:\n    z = np.sin(z)\nreturn np.sum(z)"
    assert needs(rebound, wrt="x") == {"x.0": "kept", "z.0": "recorded"}


def test_cheap_scalars_are_computed_again():
    """From what is kept: differences, products, quotients, elements, lengths."""
    body = "s = 0.0\nfor i in range(3):\n    a = x[i]\n    b = a * y - 1.0\n    s = s + np.sin(b)\nreturn s"
    found = needs(body, wrt="x")
    assert (found["a.1"], found["v@1.1"], found["b.1"]) == ("recomputed", "recomputed", "recomputed")


@pytest.mark.parametrize(
    ("body", "how"),
    [
        ("return np.sum(np.tanh(x * -z))", "recomputed"),
        ("n = -z\nreturn np.sum(np.tanh(x * n))", "kept"),
        ("z = z * 2\nreturn np.sum(np.tanh(x * -z))", "kept"),
        ("z = z.copy()\nn = np.sum(np.tanh(x * -z))\nz[0] = 0.0\nreturn n", "kept"),
        ("for _ in range(2):\n    x = np.tanh(x * -z)\nreturn np.sum(x)", "recorded"),
    ],
)
def test_what_the_caller_holds_is_negated_again(body, how):
    """The sign costs nothing where a product reads it; what has a name of the user's is kept under it."""
    found = needs(body, (V, V), "x", "x, z")
    negated = "n.0" if body.startswith("n = ") else min(each for each in found if each.startswith("v@1."))
    assert how == found[negated]


@pytest.mark.parametrize(
    ("steps", "how"),
    [
        ("a = h * h", "recomputed"),
        ("a = 1.0 / (1.0 + h)", "recomputed"),
        ("a = np.sqrt(h)", "recomputed"),
        ("a = (h + 1.0) * 2.0 + h * 3.0", "recorded"),
        ("a = y * z", "recorded"),
        ("a = np.exp(h)", "recorded"),
        ("a = np.cumsum(h)", "recorded"),
        ("a = h * 2.0\n    a[0] = 1.0", "recorded"),
        ("h[0] = 1.0\n    a = h * 2.0", "recorded"),
    ],
)
def test_what_a_loop_makes_in_a_step_or_two_is_made_again(steps, how):
    """Of what is recorded anyway, changes from turn to turn and is never stored into."""
    loop = f"for _ in range(3):\n    h = np.tanh(x)\n    {steps}\n    x = h + np.sin(a)\nreturn np.sum(x)"
    found = needs(loop, (V, 2.0, V), "x, z", "x, y, z")
    assert how == next(need for version, need in reversed(found.items()) if version.startswith("a."))


def test_outside_of_loops_arrays_are_kept():
    """One copy is worth less than the time."""
    assert needs("a = x * y\nreturn np.sum(np.sin(a) * np.sin(x))", wrt="x")["a.0"] == "kept"


def test_what_is_not_cheap_is_recorded():
    """A function that costs more than a push and a pop, of a number or an array."""
    loop = (
        "for i in range(3):\n    a = np.exp(x[i])\n    b = np.exp(x * i)\n    s = s + np.sin(a) * np.sum(np.cos(b))\n"
    )
    body = f"s = 0.0\n{loop}return s"
    found = needs(body, wrt="x")
    assert (found["a.1"], found["b.1"]) == ("recorded", "recorded")


def test_a_long_chain_of_cheap_operations_is_recorded():
    """More than eight operations cost more than a push and a pop."""
    chain = "\n    ".join(f"a = a * y + {k}.0" for k in range(6))
    body = f"s = 0.0\nfor i in range(3):\n    a = x[i]\n    {chain}\n    s = s + np.sin(a)\nreturn s"
    assert needs(body, wrt="x")["a.7"] == "recorded"


def test_what_is_computed_from_what_a_loop_carries_is_recorded_once():
    """The carried value is; what follows from it is computed again."""
    body = "a = x[0]\nfor i in range(3):\n    b = a * a\n    a = np.sin(b) * y\nreturn a"
    found = needs(body, wrt="x")
    assert (found["a.1"], found["b.1"]) == ("recorded", "recomputed")


def test_switched_off_everything_that_is_not_kept_is_recorded():
    """Without recomputing."""
    body = "s = 0.0\nfor i in range(3):\n    a = x[i]\n    b = a * y\n    s = s + np.sin(b)\nreturn s"
    assert needs(body, wrt="x")["b.1"] == "recomputed"
    assert needs(body, wrt="x", record_all=True)["b.1"] == "recorded"


def test_loop_variables_are_bound_or_computed():
    """Of a range by the reverse loop itself, of other iterables from the index."""
    assert needs("s = 0.0\nfor i in range(3):\n    s = s + x[i] * i\nreturn s", wrt="x")["i.1"] == "bound"
    found = needs("s = 0.0\nfor v in x:\n    s = s + v * v\nreturn s", wrt="x")
    assert (found["v.1"], found["@trip.1"]) == ("recomputed", "kept")


# ---- shapes ----


def test_of_what_only_the_shape_is_read_only_the_shape_is_kept():
    """Of a parameter that is not rebound nothing is."""
    assert needs("z = np.exp(x)[1:] + y\nreturn np.sum(z)", (V, V[1:]), "y") == {}
    body = "for i in range(2):\n    x = np.sum(x, axis=0, keepdims=True) * np.ones(3)\nreturn np.sum(x)"
    assert needs(body, wrt="x") == {"v@2.1": "recorded", "x.2:shape": "recorded"}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x.shape", "x"),
        ("x.ndim", "x"),
        ("x.dtype", "x"),
        ("x.size", "x"),
        ("np.shape(x)", "x"),
        ("x.T", None),
        ("x.y.shape", None),
        ("f(x).shape", None),
        ("np.shape(x.y)", None),
        ("np.size(x)", None),
        ("shape(x)", None),
        ("x", None),
    ],
)
def test_reads_of_shapes(expression, expected):
    """Apart from reads of values."""
    assert shape_read(parse(expression)) == expected


# ---- stores ----


def test_content_that_a_store_overwrites_is_restored():
    """Where undoing the stores brings it back."""
    body = "a = np.sin(x)\nb = np.sum(a * a)\na[0] = y\nreturn np.sum(a * a) * b"
    assert needs(body, wrt="x")["a.0"] == "restored"


def test_content_that_is_read_before_any_store_is_kept():
    """Nothing overwrites what the last store left."""
    assert needs("a = np.sin(x)\na[0] = y\nreturn np.sum(a * a)", wrt="x")["a.1"] == "kept"


def test_a_linear_update_needs_no_old_content():
    """The heat equation records no array of its own."""
    body = "u = x.copy()\nfor i in range(3):\n    u[1:] += y * u[:-1]\nreturn np.sum(u)"
    assert needs(body, wrt="x") == {"y.0": "kept", "u.0:shape": "twin"}


def test_a_shape_is_read_off_an_array_of_the_same_dimensions():
    """That is at hand anyway."""
    assert needs("w = np.sin(x)\nreturn np.mean(w * w)", wrt="x") == {
        "x.0": "kept",
        "w.0": "kept",
        "v@1.0:shape": "twin",
    }


def test_a_shape_is_not_read_off_an_array_that_only_one_path_makes():
    """Where the path was not taken, there is none."""
    body = "a = x * y\nif y < 2.0:\n    b = np.exp(a)\n    a = a * b\nc = np.sin(a)[:, None]\nreturn np.sum(c)"
    assert all(need != "twin" or version != "c.0:shape" for version, need in needs(body, wrt="x").items())
    check_gradient(define(f"def f(x, y):\n    {body.replace(chr(10), chr(10) + '    ')}\n"), (np.ones(3), 3.0))


# ---- parts ----


def test_expressions_of_statements():
    """Of a store its place too, of a name that is bound not."""
    body = read("def f(a):\n    x = a\n    x[i] = b\n    x += c\n    impure(d)\n    del x\n    return e\n").body
    shown = [[print_tree(expression) for expression in expressions_of(statement)] for statement in body]
    assert shown == [["a"], ["b", "x[i]"], ["c", "x"], ["impure(d)"], [], ["e"]]


@pytest.mark.parametrize(
    "body",
    [
        "s = 0.0\nfor i in range(3):\n    a = x[i] * y\n    s = s + np.sin(a) * a\nreturn s",
        "a = np.sin(x)\nb = np.sum(a * a)\na[0] = y\nreturn np.sum(a * a) * b",
        "for i in range(2):\n    x = np.tanh(x * y)\nreturn np.sum(x)",
    ],
)
def test_switched_off_the_numbers_are_the_same(body):
    """What is recorded is what would have been computed again."""
    function = define("\n    ".join(["def f(x, y):", *body.splitlines()]) + "\n")
    expected, found = gradient(function)(V, 0.5), gradient(function, tbr=False)(V, 0.5)
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))


OF_ANY_RANK = {
    "one axis more": "for i in range(2):\n        a = a[None]\n        a += a * np.tanh(a)",
    "by a quotient": "for i in range(2):\n        a = a[None]\n        a /= 1.5 + np.cos(a)",
    "while": "while np.ndim(a) < 3:\n        a = a[None] * 1.0\n        a -= np.exp(a) * y",
    "or a number": "a = a if y > 9.0 else y\n    for i in range(2):\n        a *= np.sin(a)",
    "a number first": "a = 0.0\n    for k in range(3):\n        a += x * y if k else y\n        a *= a",
}


@pytest.mark.parametrize("body", OF_ANY_RANK.values(), ids=OF_ANY_RANK)
def test_what_may_be_an_array_is_copied_before_it_is_updated(body):
    """Nothing may be known of its dimensions; the update is one in place if it is an array."""
    function = define(f"def f(x, y):\n    a = x * y\n    {body}\n    return np.sum(a * a)\n")
    check_gradient(function, (np.array([0.5, -0.25, 0.75]), 0.6), "x, y", variants=())
