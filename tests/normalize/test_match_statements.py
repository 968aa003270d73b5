"""A match is a chain of conditions."""

import pytest

from cladpy import CladpyError
from tests.stages import define, normal_form, text


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


def test_a_guard_is_refused():
    """It would be evaluated between two cases."""
    with pytest.raises(CladpyError) as caught:
        form("case 1 if x > 0:\n    x = y")
    assert (caught.value.code, caught.value.hint) == ("C110", "use if inside the case")


@pytest.mark.parametrize("n", [1, 2, 3, None, "a"])
def test_the_chain_is_the_match(n):
    """Run as a program it gives what Python's match gives."""
    program = """
    def f(x, n):
        match n:
            case 1 | 2 as k:
                x = x * k
            case None:
                x = 0.0
            case 'a':
                return x
            case other:
                x = x + other
        return x
    """
    chain = normal_form(program).replace("@", "__")
    assert define(program)(5.0, n) == define("\n    ".join(["def g(x, n):", *chain.splitlines()]) + "\n")(5.0, n)
