"""Each assignment of a name is a version of its own."""

import pytest

from cladpy.ir import statements as ir
from tests.stages import block_text, text, versions_of


def shown(body, parameters="x, y, n"):
    """Return a function of some parameters over versions, without its last return."""
    lines = text(body).splitlines()
    numbered = versions_of("\n    ".join([f"def f({parameters}):", *lines]) + "\n")
    return block_text(numbered.body)


def table_of(body, parameters="x, y, n"):
    """Return the table of versions of a function."""
    return versions_of("\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n").table


def test_parameters_are_version_0():
    """An assignment makes the next one; later reads see it."""
    assert shown("x = x + y\nx = x * x\nreturn x") == "x.1 = x.0 + y.0\nx.2 = x.1 * x.1\nreturn x.2\n"


def test_globals_have_no_versions():
    """Only the names of the function are numbered."""
    assert shown("x = np.pi * x\nreturn x") == "x.1 = np.pi * x.0\nreturn x.1\n"


def test_sides_of_a_branch_are_joined():
    """Where a name is assigned on one side only, the other source is its version before."""
    assert shown("if n > 0:\n    x = x * y\n    z = x\nelse:\n    z = y\nreturn x * z") == text(
        """
        if n.0 > 0:
            x.1 = x.0 * y.0
            z.0 = x.1
        else:
            z.1 = y.0
        # x.2 = phi(x.1, x.0)
        # z.2 = phi(z.0, z.1)
        result@ret.0 = x.2 * z.2
        return result@ret.0
        """
    )


def test_joins_that_nothing_reads_are_left_out():
    """A name that is dead behind the branch needs none."""
    assert shown("if n > 0:\n    t = x * 2\n    x = t + y\nreturn x") == text(
        """
        if n.0 > 0:
            t.0 = x.0 * 2
            x.1 = t.0 + y.0
        # x.2 = phi(x.1, x.0)
        return x.2
        """
    )


def test_a_name_that_may_be_unbound_joins_with_nothing():
    """On that path Python raises when it is read."""
    assert shown("if n > 0:\n    z = x\nreturn z") == text(
        """
        if n.0 > 0:
            z.0 = x.0
        # z.1 = phi(z.0, z.unbound)
        return z.1
        """
    )


def test_a_side_that_raises_does_not_reach_the_join():
    """What is read behind it is the other side's."""
    assert shown("if n < 0:\n    x = y\n    raise ValueError\nreturn x") == text(
        """
        if n.0 < 0:
            x.1 = y.0
            raise ValueError
        return x.0
        """
    )


def test_a_loop_joins_at_its_head_and_behind_its_exit():
    """At the head the value on entry meets that of the iteration before; behind it stands what the head had last."""
    assert shown("for i in range(n):\n    x = x * i\nreturn x") == text(
        """
        for i.1 in range(n.0):
            # x.1 = phi(x.0, x.2)
            x.2 = x.1 * i.1
        # x.3 = phi(x.1)
        return x.3
        """
    )


def test_a_break_reaches_the_exit():
    """With the versions that hold there."""
    assert shown("for i in range(n):\n    x = x * i\n    if x > y:\n        break\n    x = x + 1\nreturn x") == text(
        """
        for i.1 in range(n.0):
            # x.1 = phi(x.0, x.3)
            x.2 = x.1 * i.1
            if x.2 > y.0:
                break
            else:
                x.3 = x.2 + 1
        # x.4 = phi(x.1, x.2)
        return x.4
        """
    )


def test_an_endless_loop_is_left_by_its_breaks_only():
    """The versions at its head do not reach what follows."""
    assert shown("while True:\n    x = x * y\n    if x > n:\n        break\nreturn x") == text(
        """
        while True:
            # x.1 = phi(x.0, x.2)
            x.2 = x.1 * y.0
            if x.2 > n.0:
                break
        # x.3 = phi(x.2)
        return x.3
        """
    )


def test_conditions_of_loops_read_what_the_head_has():
    """They are evaluated before each iteration."""
    assert shown("while x > n:\n    x = x / y\nreturn x") == text(
        """
        while x.1 > n.0:
            # x.1 = phi(x.0, x.2)
            x.2 = x.1 / y.0
        # x.3 = phi(x.1)
        return x.3
        """
    )


def test_loops_nest():
    """What an inner loop carries is carried by the outer one too."""
    assert shown("for i in range(n):\n    for j in range(i):\n        x = x * y\nreturn x") == text(
        """
        for i.1 in range(n.0):
            # x.1 = phi(x.0, x.4)
            for j.2 in range(i.1):
                # x.2 = phi(x.1, x.3)
                x.3 = x.2 * y.0
            # x.4 = phi(x.2)
        # x.5 = phi(x.1)
        return x.5
        """
    )


def test_loop_targets_are_versions_of_the_iteration():
    """Behind the loop the last one may be read, or none if there was no iteration."""
    table = table_of("for i in range(n):\n    pass\nreturn i")
    assert [table[f"i.{k}"].kind for k in range(3)] == ["head", "target", "exit"]
    assert table["i.0"].sources == ("i.unbound", "i.1")
    assert table["i.2"].sources == ("i.0",)


def test_a_store_makes_a_version_of_the_array():
    """It keeps the storage; a place inside an item counts for the name it starts from."""
    assert shown("x[n] = y\nx[0][n] += y\nx += y\nreturn x") == text(
        """
        x.0[n.0] = y.0
        # x.1 = store(x.0)
        v@1.0 = x.1[0]
        v@1.0[n.0] += y.0
        # v@1.1 = store(v@1.0)
        x.1 += y.0
        # x.2 = store(x.1)
        return x.2
        """
    )


def test_a_store_in_a_loop_is_carried():
    """As an assignment is."""
    assert shown("for i in range(n):\n    x[i] = y\nreturn x") == text(
        """
        for i.1 in range(n.0):
            # x.1 = phi(x.0, x.2)
            x.1[i.1] = y.0
            # x.2 = store(x.1)
        # x.3 = phi(x.1)
        return x.3
        """
    )


def test_variables_of_comprehensions_are_their_own():
    """Names that a comprehension captures are versions, those that it binds are not."""
    assert shown("z = [t * y for t in x]\nreturn z") == "z.0 = [t * y.0 for t in x.0]\nreturn z.0\n"


def test_every_statement_is_numbered():
    """Conditions, assertions, exceptions, effects and contexts read versions too."""
    body = "x = y\nassert x > 0, x\nprint(x)\nwith np.errstate(over=n):\n    x = n\nraise ValueError(x) from y"
    assert shown(body) == text(
        """
        x.1 = y.0
        assert x.1 > 0, x.1
        print(x.1)
        with np.errstate(over=n.0):
            x.2 = n.0
        raise ValueError(x.2) from y.0
        return result@ret
        """
    )


def test_versions_know_where_they_stand():
    """The blocks and the loops around them, from the outside in; a loop's number is that of its block."""
    table = table_of("for i in range(n):\n    if i > 1:\n        x = x * y\n    z = y\nreturn x")
    assert (table["x.0"].place, table["x.0"].loops) == ((0,), ())
    assert (table["z.1"].place, table["z.1"].loops) == ((0, 1), (1,))
    assert (table["x.2"].place, table["x.2"].loops) == ((0, 1, 2), (1,))
    assert (table["x.1"].kind, table["x.1"].place) == ("head", (0, 1))
    assert (table["x.3"].kind, table["x.3"].place) == ("join", (0, 1))
    assert (table["x.4"].kind, table["x.4"].place) == ("exit", (0,))


def test_positions_follow_the_text():
    """Of two versions the one that is made later stands later."""
    table = table_of("z = x\nif n:\n    z = y\nz = z * 2\nreturn z")
    order = sorted((version for version in table if version[0] == "z"), key=lambda version: table[version].position)
    assert order == ["z.0", "z.1", "z.2", "z.3"]


PROGRAMS = [
    "while x > y:\n    if n > 1:\n        x = x / 2\n    elif n:\n        break\n    n = n - 1\nreturn x * n",
    "for i in range(n):\n    for j in range(i):\n        if x[j]:\n            break\n        x[j] = y\nreturn x",
    "z = y\nfor i in range(n):\n    if i > 2:\n        continue\n    z = z * x\n    x, y = y, z\nreturn x + z",
]


@pytest.mark.parametrize("body", PROGRAMS)
def test_each_version_is_made_at_one_place(body):
    """No two statements bind the same version, and each that is read is in the table."""
    numbered = versions_of("\n    ".join(["def f(x, y, n):", *body.splitlines()]) + "\n")
    made = list(numbered.parameters)
    for statement in ir.walk(numbered.body):
        if isinstance(statement, ir.Assign) and statement.new is None:
            made.append(statement.target.id)
        elif isinstance(statement, ir.Assign | ir.Update):
            made.append(statement.new)
        made += [phi.target for phi in (*getattr(statement, "phis", ()), *getattr(statement, "exits", ()))]
        if isinstance(statement, ir.For):
            made.append(statement.target.id)
    assert len(made) == len(set(made))
    assert set(made) <= set(numbered.table)
