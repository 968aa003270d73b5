"""Identifiers for variables."""

import numpy as np
import pytest

from cladpy import gradient
from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, join
from cladpy.optimize.name_variables import run
from tests.optimize.inference import array
from tests.optimize.program import after, context, known_context, read, shown, text_of


def test_versions_share_a_name_where_they_do_not_meet():
    """The parameter is read for the last time where its version is born."""
    text = "def f(x):\n    x__2 = x + 1\n    x__3 = x__2 * 2\n    return x__3"
    assert shown("def f(x):\n    x = x + 1\n    x = x * 2\n    return x") == after(run, text)


def test_versions_that_are_wanted_at_once_are_numbered():
    """In order, and the numbers are used again."""
    text = "def f(x):\n    x__2 = x + 1\n    y = x + x__2\n    x__3 = y\n    return x__3 * x__2"
    found = after(run, text)
    assert "x_2 = x + 1\n    y = x + x_2\n    x = y\n    return x * x_2" in found


def test_round_a_loop():
    """A version bound before the loop is wanted in every iteration."""
    text = "def f(x):\n    for i in range(3):\n        x__2 = x + i\n        print(x__2)\n    return 0"
    assert "x_2 = x + i" in after(run, text)


def test_a_version_that_nothing_reads_does_not_hide_another():
    """It is bound while the other one is wanted."""
    assert "x_2 = 1" in after(run, "def f(x):\n    x__2 = 1\n    return x")


def test_temporaries_and_tapes_are_numbered_as_they_appear():
    """Whatever their numbers were; a tape of a name has that name."""
    text = """
    def f(x):
        v__7 = x
        tape__3 = []
        v__2 = v__7
        tape_x__1 = []
        d__9 = v__2
        branch__4 = d__9
        return branch__4
    """
    found = after(run, text)
    for line in ("v_1 = x", "tape_1 = []", "v_2 = v_1", "tape_x = []", "d_1 = v_2", "branch_1 = d_1"):
        assert line in found


def test_names_of_others_are_not_taken():
    """Neither those reserved, nor globals that are read, nor names of the user's."""
    text = "def f(v_2):\n    v__1 = v_2 + v_3\n    v__2 = v__1\n    return v__1 * v__2"
    found = text_of(run(read(text), context(reserved=("v_1", "v_5"))))
    assert "v_4 = v_2 + v_3\n    v_6 = v_4" in found


def test_a_base_that_is_a_global_is_numbered():
    """Binding it would hide the global."""
    assert "d_x_2 = d_x(x)" in after(run, "def f(x):\n    d_x__1 = d_x(x)\n    return d_x__1")


def test_a_numbered_name_does_not_meet_a_name_of_the_users():
    """``x_2`` may be a variable of its own."""
    text = "def f(x, x_2):\n    x__2 = x + x_2\n    return x + x__2 + x_2"
    assert "x_3 = x + x_2" in after(run, text)


def test_names_in_lambdas_keep_their_spelling():
    """And nothing that they mention shares a name with another version."""
    text = "def f(x):\n    k__1 = 2\n    g = lambda v: v * k__1\n    k__2 = 3\n    return g(x) + k__2"
    assert "lambda v: v * k\n" in after(run, text)
    assert "k_2 = 3" in after(run, text)


def test_targets_bound_together_do_not_share():
    """Two versions of one name in one unpacking."""
    assert "x, x_2 = y" in after(run, "def f(y):\n    x__1, x__2 = y\n    return x__1 + x__2").replace(
        "(x, x_2)", "x, x_2"
    )


def test_facts_are_known_by_identifier():
    """What holds of all variables of a name; and their origin, else one of which nothing is known."""
    function = read("def f(x, y):\n    v__1 = x * 2\n    y__2 = v__1 + len(y)\n    return y__2 + v__1")
    known = known_context(function, x=FLOAT, y=array("n"))
    named = run(function, known)
    printed = named.context(known)
    assert printed.fact("v_1") == FLOAT
    assert printed.infer(named.body[0].value) == FLOAT
    assert printed.fact("y") == join(array("n"), known.fact("y@2"))
    assert {"x": "x", "v_1": "v@1", "y": "y@several"} == named.origins
    assert not printed.infer(parse("y")).is_array


def test_tangents_get_the_names_that_the_users_leave():
    """A parameter ``t_x`` of the user's keeps its name, and so does a variable that is wanted at the same time."""
    text = "def f(x, t_x, T_x):\n    T_y = T_x * t_x\n    t_y = x + 1\n    return t_y * T_y, T_x"
    found = after(run, text)
    assert "def f(x, t_x, t_x_2):" in found
    assert "t_y = t_x_2 * t_x\n    t_y_2 = x + 1\n    return (t_y_2 * t_y, t_x_2)" in found


def test_tangents_of_temporaries_are_numbered():
    """As adjoints of them are."""
    assert "t_1 = T_x" not in after(run, "def f(T_x):\n    T___1 = T_x * 2\n    return T___1")
    assert "t_1 = t_x * 2" in after(run, "def f(T_x):\n    T___1 = T_x * 2\n    return T___1")


def test_a_tangent_takes_no_name_that_a_variable_has():
    """Neither that of the parameter nor one with a number, wherever it is wanted."""
    text = "def f(x, t_x, T_x):\n    t_x_2 = x * t_x\n    y = t_x_2 * T_x\n    return y, T_x"
    found = after(run, text)
    assert "def f(x, t_x, t_x_3):" in found
    assert "t_x_2 = x * t_x\n    y = t_x_2 * t_x_3\n    return (y, t_x_3)" in found


def test_what_is_never_bound_has_the_name_that_the_user_reads():
    """As in the primal, whoever comes there meets an unbound name."""
    assert "y.u += x" in after(run, "def f(x):\n    y__w2.u += x\n    return x")


def test_a_name_that_a_helper_never_binds_is_printed_as_it_is():
    """It is written out with a mark; where it is read, the helper raises as the derivative does."""

    def helper(z):
        if z[0] > 0:
            owner = [z]
        else:
            owner[0][0] = 1.0
        return z

    def f(x):
        z = helper(x * 2.0)
        return np.sum(z * z)

    derivative = gradient(f, "x")
    assert derivative(np.ones(2)).tolist() == [8.0, 8.0]
    assert "@" not in derivative.source
    with pytest.raises((NameError, UnboundLocalError)):
        derivative(-np.ones(2))
