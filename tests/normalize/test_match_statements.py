"""A match is a chain of conditions."""

from typing import NamedTuple

import pytest

from tests.stages import define, normal_form, text


class Pair(NamedTuple):
    left: float
    right: float


def form(cases, subject="n"):
    """Return the normal form of a match with cases, without the last return."""
    lines = text(cases).splitlines()
    program = (
        "\n    ".join(["def f(x, y, n):", f"match {subject}:", *("    " + line for line in lines), "return x"]) + "\n"
    )
    return normal_form(program).removesuffix("return x\n")


def test_cases_are_tried_in_order():
    """The first that matches runs; one that always matches ends the chain."""
    assert form("case 'a':\n    x = y\ncase 1 | 2:\n    x = 2 * y\ncase _:\n    x = y + 1") == text(
        """
        if n == "a":
            x = y
        elif n == 1 or n == 2:
            x = 2 * y
        else:
            x = y + 1
        """
    )


def test_nothing_happens_where_no_case_matches():
    """As in Python."""
    assert form("case None:\n    x = y") == "if n is None:\n    x = y\n"


def test_a_capture_binds_the_subject():
    """Under the name that the pattern gives it."""
    assert form("case 1:\n    pass\ncase other:\n    x = other * y") == text(
        """
        if n == 1:
            pass
        else:
            other = n
            x = other * y
        """
    )


def test_the_subject_is_evaluated_once():
    """An expression is kept under a name; a global is, too, since a case may rebind it."""
    assert form("case 1:\n    x = y", "n + 1") == "v@1 = n + 1\nif v@1 == 1:\n    x = y\n"
    assert form("case 1:\n    x = y", "np.pi") == "v@1 = np.pi\nif v@1 == 1:\n    x = y\n"


def test_a_guard_behind_a_condition_needs_a_flag():
    """Where it fails, the cases after it are tried; the last case needs none."""
    assert form("case 1 if x > 0:\n    x = y\ncase _:\n    x = 0.0") == text(
        """
        matched@1 = False
        if n == 1:
            matched@1 = True
        if matched@1:
            if not x > 0:
                matched@1 = False
        if matched@1:
            x = y
        else:
            x = 0.0
        """
    )
    assert form("case 1 if x > 0:\n    x = y") == "if n == 1:\n    if x > 0:\n        x = y\n"


def test_a_guard_behind_a_name_is_the_condition():
    """The name is bound whether it holds or not."""
    assert form("case k if k > 3:\n    x = k") == "k = n\nif k > 3:\n    x = k\n"


def test_a_value_is_taken_apart_behind_its_conditions():
    """Parts are captured where the whole pattern matches."""
    assert form("case [1, a, *rest]:\n    x = a") == text(
        """
        if matches_sequence(n) and len(n) >= 2 and n[0] == 1:
            a = n[1]
            v@1 = n[2:]
            rest = list(v@1)
            x = a
        """
    )


def test_a_pattern_may_capture_its_subject():
    """The subject is kept under another name first."""
    assert form("case [n, y]:\n    x = n") == text(
        """
        v@1 = n
        if matches_sequence(v@1) and len(v@1) == 2:
            n = v@1[0]
            y = v@1[1]
            x = n
        """
    )


@pytest.mark.parametrize(
    "n",
    [
        1,
        2,
        3,
        7,
        None,
        "a",
        [1.0],
        (3, 4.0),
        [0, 1, 2, 3],
        {"k": 2.0},
        {"k": 1, "m": 3},
        {},
        2.5,
        -2.5,
        Pair(1, 2),
        Pair(2, 5),
    ],
)
def test_the_chain_is_the_match(n):
    """Run as a program it gives what Python's match gives."""
    program = """
    def f(x, n):
        match n:
            case 1 | 2 as k if k > 1:
                x = x * k
            case None:
                x = 0.0
            case 'a':
                return x
            case (a,) | [_, a]:
                x = x * a
            case [a, *rest, 3]:
                x = x + a + len(rest)
            case {"k": a, **others} if others:
                x = x - a + others["m"]
            case {"k": a}:
                x = x - a
            case Pair(2, right=b):
                x = x * b
            case Pair() as p:
                x = x + p.right
            case float(v) if v > 0:
                x = x + v
            case int() | float() as other:
                x = x + other
        return x
    """
    chain = normal_form(program, Pair=Pair).replace("@", "__")
    lines = ["from cladpy.runtime import *", "def g(x, n):", *("    " + line for line in chain.splitlines())]
    assert define(program, Pair=Pair)(5.0, n) == define("\n".join(lines) + "\n", Pair=Pair)(5.0, n)
