"""Rewriting statements without editing any."""

from cladpy.ir import statements as ir
from cladpy.ir.expressions import constant, parse
from cladpy.optimize.rewriting import map_blocks, map_expressions, nested_statements, rename
from tests.optimize.program import read, shown, text_of

EVERY_KIND = """
def f(x, y):
    a = x
    a[x] += y
    print(x)
    if x:
        b = x
    else:
        b = y
    for i in x:
        pass
    while x:
        break
    with x:
        continue
    assert x
    raise x
    g = lambda x: x + y
    del x
    return x
"""


def test_rename_reaches_every_place():
    """Targets, headers, nested blocks, deletions and lambdas bear the new name."""
    function = read(EVERY_KIND)
    renamed = ir.Function("f", ("z", "y"), rename(function.body, {"x": "z"}))
    assert shown(EVERY_KIND.replace("x", "z")) == text_of(renamed)


def test_rename_of_nothing_changes_nothing():
    """The block itself comes back."""
    body = read(EVERY_KIND).body
    assert rename(body, {}) is body


def test_map_expressions_leaves_targets_unless_asked():
    """A target is no value; it is changed by its own function alone."""
    statement = read("def f(x):\n    a[x] = x").body[0]
    changed = map_expressions(statement, lambda _: constant(1))
    assert changed.value.value == 1
    assert changed.target is statement.target
    assert map_expressions(statement, lambda e: e, target=lambda _: parse("b")).target.id == "b"


def test_an_unchanged_statement_comes_back_itself():
    """Sharing what stays tells a pass that nothing happened."""
    for statement in ir.walk(read(EVERY_KIND).body):
        assert map_expressions(statement, lambda e: e, target=lambda e: e) is statement
        assert map_blocks(statement, lambda block: block) is statement


def test_nested_statements_come_branch_after_branch():
    """A simple statement has none."""
    branch = read("def f(x):\n    if x:\n        a = 1\n    else:\n        b = 2\n    c = 3").body
    assert ["a", "b"] == [each.target.id for each in nested_statements(branch[0])]
    assert () == nested_statements(branch[1])
