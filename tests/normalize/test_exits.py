"""Exits stand at the ends of blocks."""

import pytest

from tests.stages import define, normal_form, text


def form(body, parameters="x, y, n"):
    """Return the normal form of a function with a body."""
    return normal_form("\n    ".join([f"def f({parameters}):", *text(body).splitlines()]) + "\n")


def test_one_return_at_the_end_stays():
    """With the name of what it returns."""
    assert form("x = x + 1\nreturn x") == "x = x + 1\nreturn x\n"


def test_a_function_without_return_returns_none():
    """As in Python."""
    assert form("x = y") == "result@ret = None\nx = y\nreturn result@ret\n"


def test_an_early_return_puts_the_rest_into_the_other_branch():
    """Both sides leave their result in one name."""
    assert form("if n:\n    return x\nx = x * y\nreturn x") == text(
        """
        if n:
            result@ret = x
        else:
            x = x * y
            result@ret = x
        return result@ret
        """
    )


def test_a_return_on_the_other_side_works_alike():
    """The branch that goes on takes the rest."""
    assert form("if n:\n    x = x + 1\nelse:\n    return y\nreturn x * 2") == text(
        """
        if n:
            x = x + 1
            result@ret = x * 2
        else:
            result@ret = y
        return result@ret
        """
    )


def test_a_path_without_return_returns_none():
    """The result starts as None where a path may reach the end."""
    assert form("if n:\n    return x") == text(
        """
        result@ret = None
        if n:
            result@ret = x
        return result@ret
        """
    )


def test_what_follows_an_exit_is_left_out():
    """It is never reached."""
    assert form("if n:\n    return x\n    x = y\nreturn y") == text(
        """
        if n:
            result@ret = x
        else:
            result@ret = y
        return result@ret
        """
    )


def test_continue_puts_the_rest_of_the_iteration_into_the_other_branch():
    """It stays as a mark of where the iteration ends."""
    assert form("for i in range(n):\n    if x > y:\n        continue\n    x = x + 1\nreturn x") == text(
        """
        for i in range(n):
            if x > y:
                continue
            else:
                x = x + 1
        return x
        """
    )


def test_an_exit_on_one_path_of_a_branch_is_told_by_a_number():
    """Where a branch may leave or fall through, the rest is run only if it has not left: 1 break, 2 continue."""
    body = """
    for i in range(n):
        if x > 0:
            if y > 0:
                break
            x = 1.0
        x = x + y
    return x
    """
    assert form(body) == text(
        """
        for i in range(n):
            left@1 = 0
            if x > 0:
                if y > 0:
                    left@1 = 1
                else:
                    x = 1.0
            if left@1 == 0:
                x = x + y
            else:
                break
        return x
        """
    )


def test_break_and_continue_of_one_branch_are_told_apart():
    """Behind it the loop is left only for a break."""
    body = (
        "for i in range(n):\n    if x > 0:\n        if y > 0:\n            break\n        elif y < 0:\n"
        "            continue\n    x = x + y\nreturn x"
    )
    assert form(body) == text(
        """
        for i in range(n):
            left@1 = 0
            if x > 0:
                if y > 0:
                    left@1 = 1
                elif y < 0:
                    left@1 = 2
            if left@1 == 0:
                x = x + y
            elif left@1 != 2:
                break
        return x
        """
    )


def test_a_return_in_a_loop_leaves_the_loop_and_is_tested_behind_it():
    """The result is kept, and the rest of the function is the other branch."""
    assert form("for i in range(n):\n    if x > y:\n        return x\n    x = x * 2\nreturn y") == text(
        """
        returned@1 = False
        for i in range(n):
            if x > y:
                result@ret = x
                returned@1 = True
                break
            else:
                x = x * 2
        if returned@1:
            pass
        else:
            result@ret = y
        return result@ret
        """
    )


def test_a_return_in_nested_loops_leaves_both():
    """Each loop has a flag of its own."""
    body = "for i in range(n):\n    for j in range(i):\n        if x > y:\n            return x\nreturn y"
    assert form(body) == text(
        """
        returned@1 = False
        for i in range(n):
            returned@2 = False
            for j in range(i):
                if x > y:
                    result@ret = x
                    returned@2 = True
                    break
            if returned@2:
                returned@1 = True
                break
        if returned@1:
            pass
        else:
            result@ret = y
        return result@ret
        """
    )


def test_an_endless_loop_that_returns_needs_no_none():
    """Control never reaches its end."""
    assert form("while True:\n    x = x / 2\n    if x < y:\n        return x") == text(
        """
        returned@1 = False
        while True:
            x = x / 2
            if x < y:
                result@ret = x
                returned@1 = True
                break
        if returned@1:
            pass
        return result@ret
        """
    )


def test_an_exit_out_of_a_context_is_told_by_a_number():
    """The context is left in order before the rest is skipped."""
    assert form("with np.errstate():\n    if n:\n        return x\n    x = y\nreturn x * 2") == text(
        """
        left@1 = 0
        with np.errstate():
            if n:
                result@ret = x
                left@1 = 3
            else:
                x = y
        if left@1 == 0:
            result@ret = x * 2
        return result@ret
        """
    )


# ---- the structured program is the same program ----

PROGRAMS = {
    "return or go on": "if x > 2:\n    if y > 2:\n        return 'a'\n    x = 9\nreturn x",
    "continue, break, else": (
        "for i in range(4):\n    if i < x:\n        continue\n    if i > y:\n        break\n    x = x + i\nelse:\n"
        "    return 'all', x\nreturn 'left', x"
    ),
    "return from nested loops": (
        "for i in range(3):\n    for j in range(3):\n        if i * j == x:\n            return i, j\n"
        "        if j > y:\n            break\n    else:\n        y = y - 1\nreturn 'none', y"
    ),
    "while with exits deep inside": (
        "while x < 5:\n    x = x + 1\n    if x == 2:\n        if y > 2:\n            continue\n        elif y == 2:\n"
        "            break\n        else:\n            return 'early', x\n    y = y + x\nreturn x, y"
    ),
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("x", range(4))
@pytest.mark.parametrize("y", range(4))
def test_structured_exits_leave_the_result_as_it_was(body, x, y):
    """The normal form, run as a program, gives what the program gives."""
    program = "\n    ".join(["def f(x, y, n=0):", *body.splitlines()]) + "\n"
    form_text = normal_form(program).replace("@", "__")
    structured = define("\n    ".join(["def g(x, y, n=0):", *form_text.splitlines()]) + "\n")
    assert define(program)(x, y) == structured(x, y)
