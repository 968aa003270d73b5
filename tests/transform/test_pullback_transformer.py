"""Both sweeps put together: a gradient function, or a forward function and its pullback."""

import gast
import numpy as np
import pytest

from cladpy import CladpyError, gradient, pullback, value_and_gradient
from cladpy.ir.fact import FLOAT, Fact
from cladpy.ir.statements import Function
from cladpy.planning.callee_plan import CalleePlan
from cladpy.transform.pullback_transformer import PullbackTransformer, inference_over
from tests.stages import block_text, define, draft_of, fact_text, scheduled, text

V = np.array([0.5, -1.25, 2.0])


def transformer_of(program, args, wrt=None):
    """Return the transformer of a function."""
    planned = scheduled(define(text(program)), args, wrt)
    return PullbackTransformer(planned.analysis, planned.scheduler.callee(planned.analysis, planned.request))


def drafted(program, args, *, bare=False, with_value=False, aux=False):
    """Return the draft of a gradient with respect to x."""
    made = transformer_of(program, args, "x")
    return made.gradient("f_grad_x", ("x",), bare=bare, with_value=with_value, aux=aux)


SQUARE = "def f(x, n):\n    y = x * x\n    return y * n\n"


# ---- the gradient ----


@pytest.mark.parametrize(
    ("options", "returned"),
    [
        ({"bare": True}, "return d_x"),
        ({}, "return (d_x,)"),
        ({"with_value": True}, "return result@ret, (d_x,)"),
        ({"with_value": True, "bare": True}, "return result@ret, d_x"),
    ],
)
def test_what_a_gradient_returns(options, returned):
    """The adjoint, or a tuple of them; with the value in front where that was asked for."""
    assert block_text(drafted(SQUARE, (1.5, 2), **options).function.body).endswith(f"{returned}\n")


@pytest.mark.parametrize(
    ("options", "returned"),
    [
        ({"bare": True}, "return d_x, result@ret[1]"),
        ({"with_value": True, "bare": True}, "return result@ret, d_x"),
    ],
)
def test_the_auxiliary_part_is_handed_on(options, returned):
    """Undifferentiated: only the first part has a seed."""
    program = "def f(x):\n    return x * x, np.exp(x)\n"
    body = block_text(drafted(program, (1.5,), aux=True, **options).function.body)
    assert body.endswith(f"{returned}\n")
    assert "d_result_0@ret = 1.0\n" in body
    assert "d_result_1" not in body


def test_the_two_sweeps_are_marked():
    """By comments between which they stand."""
    body = block_text(drafted(SQUARE, (1.5, 2)).function.body)
    assert body.startswith("# ---- forward sweep ----\n")
    assert "# ---- reverse sweep ----\n# " not in body
    assert body.count("----") == 4


def test_names_parameters_and_docstring():
    """The primal's own parameters; which of them have no adjoint."""
    made = drafted(SQUARE, (1.5, 2))
    assert (made.function.name, made.function.parameters) == ("f_grad_x", ("x", "n"))
    assert made.function.docstring == "Gradient of f with respect to x; no_adjoint: n."
    assert made.comments == {1: "y = x * x", 2: "return y * n"}


def test_facts_hold_wherever_a_variable_is_assigned():
    """Of the primal's variables, of adjoints, of what is recorded."""
    program = "def f(x, n):\n    for i in range(n):\n        x = np.sin(x)\n    return np.sum(x)\n"
    facts = drafted(program, (V, 2)).facts
    assert fact_text(facts["x"]) == "float64[x:0]"
    assert facts["d_x"].is_number
    assert {name: facts[name].kind for name in facts if "@s" in name and "tape" in name} == {"tape_x@s1": "list"}
    assert fact_text(facts["i"]) == "int"


# ---- seeds and checks ----


@pytest.mark.parametrize(
    ("result", "checked"),
    [("np.sum(x)", False), ("x[0] * 2.0", False), ("x.max()", False), ("np.sum(x, axis=k)", True)],
)
def test_a_result_is_checked_where_facts_do_not_tell(result, checked):
    """At run time then."""
    body = draft_of(f"def f(x, k):\n    return {result}\n", (V, 0), "x")
    assert ("check_scalar(" in body) is checked


@pytest.mark.parametrize(
    ("program", "code", "message"),
    [
        ("def f(x):\n    return x * 2\n", "C303", "f returns an array of 1 dimensions, not a scalar"),
        ("def f(x):\n    return None\n", "C303", "f returns None"),
        ("def f(x):\n    y = x * 2\n", "C303", "f returns None"),
        ("def f(x):\n    return (np.sum(x), 1)\n", "C303", "f returns a tuple, not a scalar"),
        ("def f(x):\n    return f'{x}'\n", "C303", "f returns a str, not a scalar"),
        ("def f(x):\n    return 'a'\n", "C303", "f returns a str, not a scalar"),
        ("def f(x):\n    return b'a'\n", "C303", "f returns a bytes, not a scalar"),
        ("def f(x):\n    return ...\n", "C303", "f returns an ellipsis, not a scalar"),
        ("def f(x):\n    return 'a' if len(x) else 'b'\n", "C303", "f returns a str, not a scalar"),
        ("def f(x):\n    return {}\n", "C303", "f returns a dict, not a scalar"),
        ("def f(x):\n    return 1j\n", "C307", "f returns a complex number"),
        ("def f(x):\n    return 2j\n", "C307", "f returns a complex number"),
    ],
)
def test_results_that_have_no_gradient(program, code, message):
    """With a way out."""
    with pytest.raises(CladpyError) as caught:
        gradient(define(program), "x")(V)
    assert (caught.value.code, caught.value.message) == (code, message)
    assert caught.value.hint is not None


def test_aux_needs_a_pair():
    """A value and anything."""
    with pytest.raises(CladpyError) as caught:
        gradient(define("def f(x):\n    return np.sum(x)\n"), "x", aux=True)(V)
    assert caught.value.message == "with aux=True the function must return (value, anything)"


def test_a_literal_result_gives_zeros():
    """Nothing depends on anything."""
    assert gradient(define("def f(x):\n    return 1.5\n"), "x")(V).tolist() == [0.0, 0.0, 0.0]


# ---- pairs ----


def pair(program, args, active, parameters):
    """Return forward function and pullback of a function, as text, nothing optimised."""
    made = transformer_of(program, args)
    plan = CalleePlan("f_forward", "f_pullback", parameters, frozenset(active))
    forward, reverse = made.pair(plan, lambda function, _facts: function, "d_out")
    return block_text(forward.function.body), block_text(reverse.function.body), reverse


def test_a_state_holds_what_the_pullback_reads():
    """In the order in which it is bound."""
    forward, reverse, _ = pair("def f(x, w):\n    h = np.tanh(x * w)\n    return h * 2.0\n", (V, V), "xw", ("x", "w"))
    assert forward.endswith("return result@ret, (x, w, h)\n")
    assert reverse.startswith("x, w, h = state\nd_result@ret = d_out\n")


def test_a_state_that_is_empty_is_not_unpacked():
    """A linear function reads nothing."""
    forward, reverse, _ = pair("def f(x):\n    return x * 2.0\n", (1.5,), "x", ("x",))
    assert forward.endswith("return result@ret, ()\n")
    assert "state" not in reverse


def test_what_may_not_be_bound_is_bound_in_a_state():
    """It is read on the path that binds it only: a float to 0.0, which keeps its type, an array to None."""
    program = "def f(x, n):\n    if n:\n        y = np.sin(x)\n        x = y * y\n    return x * 1.0\n"
    forward, reverse, _ = pair(program, (1.5, 1), "x", ("x", "n"))
    assert forward.startswith("y = 0.0\n")
    assert pair(program, (V, 1), "x", ("x", "n"))[0].startswith("y = None\n")
    assert "y" in reverse.partition(" = state")[0]


def test_a_pullback_gives_a_slot_for_each_parameter():
    """No adjoint for those that are not active; its cotangent is a parameter."""
    _, reverse, made = pair("def f(x, w):\n    return x * w\n", (1.5, 2.0), "w", ("x", "w"))
    assert reverse.endswith("return no_adjoint, d_w\n")
    assert made.function.parameters == ("state", "d_out")
    assert made.function.docstring == "Pullback of f with respect to w; no_adjoint: x."
    assert made.comment_all


def test_what_is_optimised_away_is_not_carried():
    """The state is read off the pullback that is left."""
    made = transformer_of("def f(x, w):\n    return x * w\n", (1.5, 2.0))
    plan = CalleePlan("f_forward", "f_pullback", ("x", "w"), frozenset({"x"}))

    def lean(function, _facts):
        return Function(function.name, function.parameters, function.body[-1:])

    forward, _ = made.pair(plan, lean, "d_out")
    assert block_text(forward.function.body).endswith("return result@ret, ()\n")


# ---- values ----


def test_a_value_that_the_reverse_sweep_restores_is_detached():
    """What was returned stays as it was."""
    program = "def f(x):\n    a = x * 1.0\n    b = np.sum(a * a)\n    a[0] = b\n    return a\n"
    pull = pullback(define(program), "x")
    value, state = pull.forward(V)
    pull.reverse(state, np.ones(3))
    assert value.tolist() == define(program)(V).tolist()


def test_the_callers_arrays_are_copied_on_entry():
    """Those that the primal stores into, and no others."""
    body = draft_of("def f(x, y):\n    x[0] = 2.0\n    return np.sum(x * y)\n", (V, V))
    assert "x = x.copy()\n" in body
    assert "y.copy()" not in body
    given = V.copy()
    value_and_gradient(define("def f(x):\n    x *= 2.0\n    return np.sum(x * x)\n"), "x")(given)
    assert given.tolist() == V.tolist()


def test_inference_over_variables():
    """Globals of the primal are looked up as it sees them."""
    made = transformer_of("SCALE = 2.0\n\ndef f(x):\n    return x * SCALE\n", (1.5,))
    infer = inference_over({"d_x": FLOAT}, made.analysis)
    assert infer(gast.Name("d_x", gast.Load(), None, None)) == FLOAT
    assert infer(gast.Name("SCALE", gast.Load(), None, None)) == FLOAT
    assert infer(gast.Name("nothing", gast.Load(), None, None)) == Fact("unknown")
