"""The modules of several requests in one."""

from cladpy.cli.one_module import clashes, one_module, pieces_of

FIRST = '''import numpy as np
from cladpy.runtime import own

RATE = 0.5


def helper(x):
    """Help."""
    # a comment
    return RATE * x


def first(x):
    return own(helper(x))
'''

SECOND = '''import math

import numpy as np
from cladpy.runtime import masked, own

RATE = 0.5
TABLE = np.ones(3)


def helper(x):
    """Help."""
    # a comment
    return RATE * x


def second(x):
    return masked(helper(x) * TABLE, math.pi)
'''


def test_one_block_of_imports_and_each_definition_once():
    """Literals stand on top; the rest in the order of the texts."""
    assert (
        one_module([FIRST, SECOND])
        == '''import math

import numpy as np
from cladpy.runtime import masked, own

RATE = 0.5


def helper(x):
    """Help."""
    # a comment
    return RATE * x


def first(x):
    return own(helper(x))


TABLE = np.ones(3)


def second(x):
    return masked(helper(x) * TABLE, math.pi)
'''
    )


def test_one_text_stays_as_it_is():
    """Also one without imports, or of comments alone."""
    for text in (FIRST, SECOND, "def f(x):\n    return x\n", "# nothing to do\n", "K = 2\nL = K\n"):
        assert one_module([text]) == text


def test_comments_stay_with_what_follows():
    """And those at the end of a text are kept."""
    text = "# about k\nk = f()\n# the end\n"
    assert [piece.text for piece in pieces_of(text)] == ["# about k\nk = f()", "# the end"]


def test_clashes():
    """One name, two definitions; equal ones are one."""
    assert clashes([FIRST, SECOND]) == []
    assert clashes([FIRST, FIRST.replace("0.5", "0.25").replace("RATE * x", "RATE + x")]) == ["RATE", "helper"]
