"""``del`` behind last uses."""

from dataclasses import replace

import pytest

from cladpy.ir import statements as ir
from cladpy.ir.fact import FLOAT, INT, UNKNOWN, Fact
from cladpy.optimize.name_variables import run as name_variables
from cladpy.release.insert_del import insert_del, may_hold_storage
from cladpy.release.verify import verify
from tests.optimize.inference import array
from tests.optimize.program import context, read, shown, text_of


def _released(text, **facts):
    function = read(text)
    released = insert_del(function, context(**facts))
    verify(released)
    return text_of(released)


def _check(before, after, **facts):
    assert shown(after) == _released(before, **facts)


def test_straight_code():
    """Behind the last read, neighbours together; not before the return."""
    _check(
        """
        def f(x):
            a = x @ x
            b = x + 1
            c = a @ b
            d = c + 1
            e = d + 1
            return e
        """,
        """
        def f(x):
            a = x @ x
            b = x + 1
            c = a @ b
            del a, b
            d = c + 1
            del c
            e = d + 1
            return e
        """,
    )


def test_scalars_parameters_tapes_and_lambdas_stay():
    """They hold nothing, or others hold it, or they are read later."""
    _check(
        "def f(x, n):\n    a = x * 2\n    k = 3\n    t = []\n    t.append(n)\n    g = lambda: k\n    b = g() + a\n"
        "    c = t.pop() + b\n    d = 1\n    return d",
        "def f(x, n):\n    a = x * 2\n    k = 3\n    t = []\n    t.append(n)\n    g = lambda: k\n    b = g() + a\n"
        "    del g\n    c = t.pop() + b\n    del b, c\n    d = 1\n    return d",
        a=FLOAT,
        d=FLOAT,
    )


def test_a_rebound_parameter_is_released():
    """The name then holds what is made here."""
    _check(
        "def f(x):\n    x = x.copy()\n    y = x @ x\n    z = y + 1\n    return z",
        "def f(x):\n    x = x.copy()\n    y = x @ x\n    del x\n    z = y + 1\n    return z",
    )


def test_the_state_of_a_pullback_is_handed_over():
    """Its caller keeps no name for it."""
    _check(
        "def f(state, d_out):\n    x, h = state\n    d_x = d_out @ h\n    d_y = d_x @ x\n    return d_y",
        "def f(state, d_out):\n    x, h = state\n    del state\n    d_x = d_out @ h\n    del h\n    d_y = d_x @ x\n"
        "    return d_y",
    )


def test_branches():
    """Each branch releases what it reads last, and what only the other one reads."""
    _check(
        """
        def f(x):
            a = x @ x
            b = x + x
            if x:
                c = a + 1
                c = c @ c
            else:
                c = b + 1
                c = c @ c
            d = c @ c
            return d
        """,
        """
        def f(x):
            a = x @ x
            b = x + x
            if x:
                del b
                c = a + 1
                del a
                c = c @ c
            else:
                del a
                c = b + 1
                del b
                c = c @ c
            d = c @ c
            return d
        """,
    )


def test_a_missing_branch_is_made_for_it():
    """Otherwise the memory would stay on that path."""
    found = _released(
        "def f(x):\n    a = x @ x\n    b = x\n    if x:\n        b = a + b\n    b = b + 1\n    c = b + 1\n    return c"
    )
    assert "b = a + b\n        del a\n    else:\n        del a" in found


def test_what_only_the_test_reads_goes_behind_both_branches():
    """One statement is enough for it."""
    found = _released(
        (
            "def f(x):\n    a = x @ x\n    if np.sum(a):\n        b = 1\n"
            "    else:\n        b = 2\n    c = b\n    d = c\n    return d"
        ),
        b=FLOAT,
        c=FLOAT,
        d=FLOAT,
    )
    assert "b = 2\n    del a\n    c = b" in found


def test_loops():
    """In an iteration what it leaves dead, behind the loop what every iteration reads."""
    _check(
        """
        def f(x, n):
            a = x @ x
            s = x
            for i in range(n):
                t = a * i
                s = s + t
            y = s + 1
            z = y + 1
            return z
        """,
        """
        def f(x, n):
            a = x @ x
            s = x
            for i in range(n):
                t = a * i
                s = s + t
                del t
            del a
            y = s + 1
            del s
            z = y + 1
            return z
        """,
    )


def test_what_is_carried_round_a_loop_is_kept():
    """It is read at the beginning of the next iteration."""
    text = "def f(x):\n    s = x + 1\n    while x:\n        s = s @ s\n    return s"
    _check(text, text)


def test_what_a_break_leaves():
    """Before it goes what the way out does not read, behind the loop what is bound on every way out."""
    _check(
        """
        def f(x, n):
            a = x @ x
            b = x + 1
            for i in n:
                if i:
                    c = a @ b
                    print(c)
                    break
                b = b + a
            y = n
            z = y + 1
            return z
        """,
        """
        def f(x, n):
            a = x @ x
            b = x + 1
            for i in n:
                if i:
                    c = a @ b
                    del a, b
                    print(c)
                    del c
                    break
                b = b + a
            y = n
            z = y + 1
            return z
        """,
    )


def test_names_that_may_be_unbound_stay():
    """A ``del`` of them would raise."""
    text = (
        "def f(x):\n    if x:\n        a = x @ x\n    if x:\n"
        "        b = a + 1\n    else:\n        b = 2\n    c = b\n    return c"
    )
    assert "del a" not in _released(text)


def test_targets_of_loops():
    """A row is released, an index is not."""
    text = "def f(x):\n    for r in x:\n        s = r @ r\n        print(s)\n    return 0"
    assert "s = r @ r\n        del r" in _released(text, r=array("n"))
    assert "del r" not in _released(text, r=UNKNOWN)


def test_a_target_that_an_outer_loop_has_too():
    """The inner loop deletes it in each iteration, so that nothing of that name is left behind it."""
    _check(
        "def f(x, y):\n    s = 0.0\n    for row in x:\n        z = row * 2\n        for row in y:\n"
        "            s += row @ z\n    return s",
        "def f(x, y):\n    s = 0.0\n    for row in x:\n        z = row * 2\n        del row\n        for row in y:\n"
        "            s += row @ z\n            del row\n        del z\n    return s",
        row=array("n"),
        s=FLOAT,
    )


def test_a_name_bound_again():
    """It is released first if something is allocated in between."""
    text = "def f(x):\n    a = x @ x\n    b = a + 1\n    a = {0}\n    return a + b"
    assert "del a" in _released(text.format("b @ b"))
    assert "del a" not in _released(text.format("b"))


def test_inside_a_with():
    """Its body is straight code."""
    text = "def f(x):\n    with x:\n        a = x @ x\n        b = a + 1\n        print(b)\n    y = x\n    return y"
    assert "b = a + 1\n        del a" in _released(text)


def test_unread_parts_of_an_unpacking():
    """They hold storage as well."""
    found = _released("def f(x):\n    a, b = pure(x)\n    c = b @ b\n    d = c\n    return d")
    assert "a, b = pure(x)\n    del a" in found


@pytest.mark.parametrize(
    ("fact", "held"),
    [
        (array("n"), True),
        (FLOAT, False),
        (UNKNOWN, True),
        (Fact("tuple", items=(INT, INT)), False),
        (Fact("tuple", items=(INT, array("n"))), True),
        (Fact("tuple", element=INT), False),
        (Fact("list", element=INT), True),
    ],
)
def test_what_may_hold_storage(fact, held):
    """A shape holds none, a list may grow."""
    assert held == may_hold_storage(fact)


def test_literals_and_what_nobody_wants_stay():
    """A placeholder holds nothing, ``_`` no adjoint."""
    text = "def f(x):\n    a = None\n    b = a\n    c, _ = pure(x)\n    d = c @ c\n    e = d\n    return e"
    found = _released(text, b=FLOAT)
    assert "del a" not in found
    assert "del c, _" not in found


def test_nothing_where_it_is_switched_off():
    """The option of the request."""
    function = read("def f(x):\n    a = x @ x\n    b = a + 1\n    c = b + 1\n    return c")
    assert insert_del(function, replace(context(), early_release=False)) is function


def test_deletions_belong_to_the_group_of_the_last_use():
    """Their comments stay where they are."""
    released = insert_del(
        read("def f(x):\n    a = x @ x # 1\n    b = a + 1 # 2\n    c = b + 1 # 3\n    return c"), context()
    )
    assert [2] == [each.source for each in released.body if isinstance(each, ir.Delete)]


def test_facts_of_variables_are_known_by_their_printed_names():
    """A named function brings them along."""
    known = context(v__1=FLOAT)
    named = name_variables(
        read("def f(x):\n    v__1 = x\n    y = v__1 + 1\n    z = y @ y\n    w = z\n    return w"), known
    )
    released = text_of(insert_del(named, known))
    assert "del y" in released
    assert "del v_1" not in released


@pytest.mark.parametrize("jump", ["return y", "raise y"])
def test_behind_a_jump_nothing_is_deleted(jump):
    """Nothing gets there."""
    text = f"def f(x):\n    y = x @ x\n    if x:\n        {jump}\n    z = y + 1\n    w = z\n    return w"
    assert f"{jump}\n    z = y + 1\n    del y" in _released(text)
