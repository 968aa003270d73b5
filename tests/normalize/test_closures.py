"""What is known of a function that is defined inside the primal."""

import gast
import pytest

from cladpy.normalize.closures import Closure, bound_names, defaults_of, parameters, rename_comprehension, renamed
from tests.stages import print_tree, text


def parsed(lines):
    """Return the first statement of a text."""
    return gast.parse(text(lines)).body[0]


FUNCTION = parsed("""
    def g(a, /, b, c=1, *rest, d, e=2, **options):
        nonlocal total
        total = total + a
        z = [t for t in rest]
        def inner():
            hidden = 1
        return z
""")


def test_parameters_in_signature_order():
    """Positional ones, the star, keyword-only ones, the double star."""
    assert [parameter.id for parameter in parameters(FUNCTION.args)] == ["a", "b", "c", "rest", "d", "e", "options"]


def test_defaults_by_parameter():
    """Those that have one."""
    assert {name: default.value for name, default in defaults_of(FUNCTION.args).items()} == {"c": 1, "e": 2}


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("x = y", {"x"}),
        ("x[0] = y", set()),
        ("a, (b, *c) = y", {"a", "b", "c"}),
        ("x += 1", {"x"}),
        ("for i, j in y:\n    k = i", {"i", "j", "k"}),
        ("def g(t):\n    inner = t", {"g"}),
        ("g = lambda t: (u := t)", {"g"}),
        ("z = [t for t in y]", {"z"}),
        ("z = [(last := t) for t in y]", {"z", "last"}),
        ("if (n := y) > 1:\n    pass", {"n"}),
        ("del x", {"x"}),
        ("match y:\n    case [a, *b] as c:\n        pass", {"a", "b", "c"}),
    ],
)
def test_names_that_a_body_binds(statement, names):
    """Those of nested scopes are left out, but for a walrus, which binds outside a comprehension."""
    assert bound_names([parsed(statement)]) == names


def test_a_function_knows_what_it_rebinds_outside():
    """Its own names are its parameters and what it assigns; ``nonlocal`` ones belong to the primal."""
    closure = Closure.of_function(FUNCTION)
    assert closure.bound == {"a", "b", "c", "rest", "d", "e", "options", "z", "inner"}
    assert closure.nonlocals == {"total"}
    assert len(closure.body) == 4 + 1


def test_a_lambda_is_one_return():
    """A walrus in it binds a name of its own."""
    closure = Closure.of_lambda(parsed("f = lambda t: (u := t) + c").value)
    assert closure.bound == {"t", "u"}
    assert closure.nonlocals == frozenset()
    (returned,) = closure.body
    assert isinstance(returned, gast.Return)


def test_renaming_reaches_reads_and_stores():
    """And leaves other names and the tree that it was given alone."""
    tree = parsed("x = x + y")
    assert print_tree(renamed(tree, {"x": "t"})) == "t = t + y\n"
    assert print_tree(tree) == "x = x + y\n"


def test_variables_of_a_comprehension_get_fresh_names():
    """They become local names of the primal."""
    local = {"x"}
    node = gast.parse("[a * c for a, b in x if b]", mode="eval").body
    found = rename_comprehension(node, lambda base: f"{base}_1", local)
    assert print_tree(found) == "[a_1 * c for a_1, b_1 in x if b_1]"
    assert local == {"x", "a_1", "b_1"}
