"""Variables of their own for assignments that no read has in common."""

from cladpy.ir.fact import FLOAT
from cladpy.optimize.split_versions import run, split
from tests.optimize.program import after, known_context, read, shown


def test_steps_of_a_sum_become_versions():
    """Each assignment with reads of its own is a variable."""
    found = after(
        run,
        """
        def f(x):
            d_x = x
            d_x = d_x + 1
            d_x = d_x + 2
            return d_x
        """,
    )
    assert found == shown(
        """
        def f(x):
            d_x = x
            d_x__1 = d_x + 1
            d_x__2 = d_x__1 + 2
            return d_x__2
        """
    )


def test_assignments_that_reach_one_read_stay_together():
    """At a join, and round a loop, the variable is one."""
    text = """
    def f(x):
        if x:
            y = 1
        else:
            y = 2
        s = y
        for i in range(3):
            s = s + i
        return s
    """
    assert shown(text) == after(run, text)


def test_what_a_loop_binds_anew_is_separate():
    """A name that each iteration binds before reading it has nothing to do with the one before the loop."""
    found = after(
        run,
        """
        def f(x):
            t = x
            u = t
            for i in range(3):
                t = i
                u = u + t
            return u
        """,
    )
    assert "t__1 = i\n        u = u + t__1" in found


def test_break_and_continue_carry_values_to_where_they_lead():
    """A value bound before a break is read behind the loop, one before a continue at its head."""
    text = """
    def f(x):
        y = 0
        s = 1
        while s:
            if x:
                y = 1
                break
            if s > 2:
                s = 3
                continue
            s = s + 1
        return y
    """
    assert shown(text) == after(run, text)


def test_behind_an_endless_loop_only_breaks_arrive():
    """What the head holds is not read there."""
    found = after(
        run,
        """
        def f(x):
            y = 0
            print(y)
            while True:
                y = x
                if y:
                    break
            return y
        """,
    )
    assert "y__1 = x" in found
    assert "return y__1" in found


def test_an_update_stays_with_what_it_updates():
    """It reads and binds the name in one."""
    text = "def f(x):\n    y = x.copy()\n    y += 1\n    return y"
    assert shown(text) == after(run, text)


def test_a_parameter_keeps_its_name():
    """A later assignment to it is the one that is renamed."""
    assert "x__1 = x + 1" in after(run, "def f(x):\n    x = x + 1\n    return x")


def test_lambdas_and_deleted_names():
    """A lambda sees every assignment; a deletion reads the one that it deletes."""
    text = "def f(x):\n    k = 1\n    g = lambda v: v * k\n    k = 2\n    return g(x)"
    assert shown(text) == after(run, text)
    assert "del y\n    y__1 = 2" in after(run, "def f(x):\n    y = 1\n    del y\n    y = 2\n    return y")


def test_names_bound_in_a_with_are_left_alone():
    """An exception may lead out of the middle of its body."""
    text = "def f(x):\n    y = 1\n    with x:\n        y = 2\n        y = 3\n    return y"
    assert shown(text) == after(run, text)


def test_new_variables_are_known_to_the_context():
    """They have the facts of the variable that they stem from, and new numbers."""
    function = read("def f(x):\n    y__4 = 1.0\n    y__4 = y__4 + x\n    return y__4")
    changed, context = split(function, known_context(function, x=FLOAT))
    assert changed.body[1].target.id == "y@5"
    assert context.fact("y@5") == FLOAT
    assert context.infer(changed.body[1].value) == FLOAT


def test_dead_code_behind_a_jump_does_not_disturb():
    """What cannot be reached joins nothing."""
    text = "def f(x):\n    y = 1\n    while x:\n        break\n        y = 2\n    return y"
    assert "return y" in after(run, text)
