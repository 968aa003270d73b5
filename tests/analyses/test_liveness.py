"""Which variables may still be read."""

import pytest

from cladpy.analyses.liveness import binds, deaths, pinned, reads, visit_backward
from cladpy.ir import statements as ir
from tests.optimize.program import read


def _live(text):
    """Return the live sets behind each statement, in the order of the text, and the set on entry."""
    function = read(text)
    found = {}
    entry = visit_backward(function, lambda statement, live: found.update({id(statement): set(live)}))
    return [found[id(statement)] for statement in ir.walk(function.body)], entry


def test_straight_code():
    """A name is live from its binding to its last read."""
    live, entry = _live(
        """
        def f(x):
            y = x + 1
            z = y * x
            return z
        """
    )
    assert [{"y", "x"}, {"z"}, set()] == live
    assert {"x"} == entry


def test_branches_join():
    """Behind the test is live what either branch reads."""
    live, _ = _live(
        """
        def f(x, a, b):
            if x:
                y = a
            else:
                y = b
            return y
        """
    )
    assert {"a", "b"} == live[0]


def test_a_loop_keeps_alive_what_the_next_iteration_reads():
    """What an iteration reads before binding it is live at the end of the body."""
    live, entry = _live(
        """
        def f(x, n):
            s = 0
            for i in range(n):
                t = s + x
                s = t
            return s
        """
    )
    assert {"s", "x"} == live[3]
    assert {"range", "x", "n"} == entry


def test_a_name_bound_in_each_iteration_is_dead_at_its_end():
    """A temporary of the body is not carried round."""
    live, _ = _live(
        """
        def f(xs):
            for x in xs:
                t = x * x
                print(t)
            return xs
        """
    )
    assert {"xs", "print"} == live[2]


def test_nested_loops():
    """What the outer iteration reads at its beginning is live at the end of the inner loop's body."""
    live, _ = _live(
        """
        def f(x, n):
            s = x
            for i in n:
                r = s
                for j in n:
                    s = r + j
            return 0
        """
    )
    assert {"s", "n", "r"} == live[4]


def test_break_leads_behind_the_loop_and_continue_to_its_head():
    """Each jump has the live set of the place that it leads to."""
    live, _ = _live(
        """
        def f(x, y, z):
            while x:
                if y:
                    break
                continue
            return z
        """
    )
    assert [{"z"}, {"x", "y", "z"}] == live[2:4]


def test_an_endless_loop_is_left_by_break_alone():
    """What is read behind ``while True`` is not live where the break is not reached."""
    live, entry = _live(
        """
        def f(x):
            while True:
                y = x
                if y:
                    break
            return y
        """
    )
    assert {"x"} == entry
    assert {"x", "y"} == live[1]


def test_return_ends_everything():
    """Behind a return nothing is live, whatever follows the branch."""
    live, _ = _live(
        """
        def f(x, y):
            if x:
                return 0
            return y
        """
    )
    assert set() == live[1]


def test_nothing_is_certain_to_be_bound_in_a_with():
    """A context manager may swallow what its body raises."""
    _, entry = _live(
        """
        def f(y):
            with open():
                y = 1
            return y
        """
    )
    assert "y" in entry


def test_deaths_are_last_reads_and_unread_bindings():
    """A statement's deaths are what nothing behind it reads."""
    function = read(
        """
        def f(x):
            y = x + x
            z = x
            return y
        """
    )
    found = deaths(function)
    assert [frozenset(), {"x", "z"}, {"y"}] == [found[id(statement)] for statement in function.body]


def test_names_in_lambdas_are_pinned():
    """A lambda reads its names whenever it is called."""
    function = read(
        """
        def f(x, k):
            g = lambda v: v * k
            k = 2
            return g(x)
        """
    )
    assert {"v", "k"} == pinned(function)


@pytest.mark.parametrize(
    ("text", "bound", "read_names"),
    [
        ("a = b", ("a",), ("b",)),
        ("a[i] = b", (), ("b", "a", "i")),
        ("a, b.c = d", ("a",), ("d", "b")),
        ("a += b", ("a",), ("b", "a")),
        ("a[i] += b", (), ("b", "a", "i")),
        ("del a", (), ("a",)),
        ("assert a", (), ("a",)),
    ],
)
def test_what_a_statement_binds_and_reads(text, bound, read_names):
    """A store reads what it stores into; an update reads what it binds."""
    statement = read(f"def f():\n    {text}").body[0]
    assert bound == binds(statement)
    assert read_names == reads(statement)


def test_edges_are_reported_once():
    """The start of each branch and the place behind a compound statement come with what is live there."""
    function = read(
        """
        def f(x, a, b):
            if x:
                y = a
            else:
                y = b
            return y
        """
    )
    edges = {}
    visit_backward(function, lambda *_: None, lambda _statement, where, live: edges.update({where: set(live)}))
    assert {"after": {"y"}, "body": {"a"}, "orelse": {"b"}} == edges
