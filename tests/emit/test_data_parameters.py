"""Tests of the globals that a compiled function is handed."""

import gast

from cladpy.emit.data_parameters import free_names, with_data_parameters
from cladpy.emit.printer import print_tree

TEXT = """
def inner(x):
    return x * RATE

def outer(x, y):
    return inner(inner(x)) + y + len(TABLE)

def alone(x):
    return x
"""


def handed(text):
    """Return the text of functions that are handed what is written in capitals."""
    trees, data = with_data_parameters(gast.parse(text).body, str.isupper)
    return [print_tree(gast.Module([tree], [])).strip() for tree in trees], data


def test_a_function_takes_what_it_and_its_callees_read():
    """The caller hands on what it need not know itself."""
    texts, data = handed(TEXT)
    assert texts[0] == "def inner(x, RATE):\n    return x * RATE"
    assert texts[1] == ("def outer(x, y, RATE, TABLE):\n    return inner(inner(x, RATE), RATE) + y + len(TABLE)")
    assert data == {"inner": ("RATE",), "outer": ("RATE", "TABLE"), "alone": ()}


def test_a_function_without_data_is_given_back():
    """Nothing is copied that does not change."""
    tree = gast.parse("def f(x):\n    return x").body[0]
    trees, _ = with_data_parameters([tree], str.isupper)
    assert trees[0] is tree


def test_functions_that_call_themselves_settle():
    """Recursion is a cycle, not an endless one."""
    texts, _ = handed("def f(x, n):\n    return f(x * RATE, n - 1)")
    assert texts == ["def f(x, n, RATE):\n    return f(x * RATE, n - 1, RATE)"]


def test_free_names_are_read_and_not_bound():
    """Parameters and locals are none of them."""
    assert free_names(gast.parse("def f(x):\n    y = x\n    return y + z").body[0]) == {"z"}
