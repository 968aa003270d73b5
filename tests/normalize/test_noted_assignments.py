"""Which assignments are noted, and how."""

import ast
import textwrap

import gast
import pytest

from cladpy.frontend.find_source import find_source
from cladpy.normalize.noted_assignments import with_notes
from tests.stages import define


def noted(body):
    """Return the body of a function of x with its assignments noted, the note of x left out."""
    function = define("def f(x, k=2.0):\n" + textwrap.indent(body, "    ") + "\n    return x\n")
    made = find_source(with_notes(function, ("x",))).tree
    bare = ast.fix_missing_locations(gast.gast_to_ast(gast.Module(made.body, [])))
    return "\n".join(ast.unparse(bare).split("\n")[1:-1])


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("y = x * x", "y = noted(x * x, errors, 'y', 2)"),
        ("y: float = x + 1", "y = noted(x + 1, errors, 'y', 2)"),
        ("y = x", "y = x"),
        ("y = 3.0", "y = 3.0"),
        ("y = [x, k]", "y = [x, k]"),
        ("y = x[0]", "y = x[0]"),
        ("x += k", "x += k\nx = noted(x, errors, 'x', 2)"),
        ("x[0] = k * 2", "x[0] = noted(k * 2, errors, 'x', 2)"),
        ("x[0].y *= k", "x[0].y = noted(x[0].y * k, errors, 'x', 2)"),
        ("y, z = x * 2, k", "y, z = (x * 2, k)\ny = noted(y, errors, 'y', 2)\nz = noted(z, errors, 'z', 2)"),
        ("y = z = x * 2", "y = z = x * 2\ny = noted(y, errors, 'y', 2)\nz = noted(z, errors, 'z', 2)"),
        ("if k:\n    y = x * 2", "if k:\n    y = noted(x * 2, errors, 'y', 3)"),
        ("while k:\n    k -= 1", "while k:\n    k -= 1\n    k = noted(k, errors, 'k', 3)"),
        ("print(x)", "print(x)"),
    ],
)
def test_statements(statement, expected):
    """What is computed is noted under its name and line; another name of a value is no rounding."""
    assert noted(statement) == expected


def test_the_log_is_the_first_parameter():
    """Defaults stay; a name of the program is not taken."""
    made = with_notes(define("def f(errors, k=2.0):\n    return errors * k\n"), ("errors",))
    assert [each.id for each in find_source(made).tree.args.args] == ["errors_2", "errors", "k"]
    assert made.__defaults__ == (2.0,)
