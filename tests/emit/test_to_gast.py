"""Trees for the printer."""

import ast

import gast
import pytest

from cladpy.emit.comment import Comment
from cladpy.emit.to_gast import to_gast
from cladpy.ir import statements as ir
from tests.optimize.program import read

COMMENTS = {1: "y = x * 2", 2: "z = y + 1", 3: "for i in z:"}


def _shape(nodes):
    """Return statements as texts, comments with their sign, nested ones as lists."""
    found = []
    for node in nodes:
        found.append(f"# {node.text}" if isinstance(node, Comment) else type(node).__name__)
        found += [_shape(getattr(node, field)) for field in ("body", "orelse") if getattr(node, field, None)]
    return found


def _body(text, **options):
    return _shape(to_gast(read(text), COMMENTS, **options).body)


def test_groups_of_the_reverse_sweep_are_headed():
    """The forward sweep is not, nor are statements without a group."""
    text = """
    def f(x):
        # ---- forward sweep ----
        y = x # 1
        # ---- reverse sweep ----
        d_z = 1
        d_y = d_z # 2
        d_a = 1
        d_b = d_y # 2
        del d_y # 2
        d_x = d_b # 1
        return d_x
    """
    assert [
        "# ---- forward sweep ----",
        "Assign",
        "# ---- reverse sweep ----",
        "Assign",
        "# z = y + 1",
        "Assign",
        "Assign",
        "Assign",
        "Delete",
        "# y = x * 2",
        "Assign",
        "Return",
    ] == _body(text)


def test_pullbacks_are_headed_throughout():
    """On request."""
    text = "def f(state, d_out):\n    x = state\n    d_y = d_out # 2\n    d_x = d_y # 9\n    return d_x"
    assert ["Assign", "# z = y + 1", "Assign", "Assign", "Return"] == _body(text, comment_all=True)
    assert "# z = y + 1" not in _body(text)


def test_behind_an_inner_block_the_group_of_its_owner_is_open():
    """What follows of it needs no second heading."""
    text = (
        "def f(d_x):\n    for i in d_x: # 3\n        d_y = i # 2\n    d_z = d_x # 3\n    d_w = d_z # 2\n    return d_w"
    )
    expected = ["# for i in z:", "For", ["# z = y + 1", "Assign"], "Assign", "# z = y + 1", "Assign", "Return"]
    assert expected == _body(text, comment_all=True)


def test_an_empty_forward_sweep_has_no_mark():
    """Where the gradient reads nothing of the primal's values."""
    text = "def f(x):\n    # ---- forward sweep ----\n    # ---- reverse sweep ----\n    return 2.0"
    assert ["# ---- reverse sweep ----", "Return"] == _body(text)


def test_every_statement_has_a_tree_that_compiles():
    """As in the text that it was read from."""
    text = """
    def f(x, y):
        a = x
        a[x] += y
        print(x)
        if x:
            b = x
        for i in x:
            pass
        while x:
            break
        with x:
            y = 1
        while x:
            continue
        assert x
        raise x
        del x
        return y
    """
    tree = to_gast(read(text), {})
    plain = gast.gast_to_ast(gast.Module([tree], []))
    lines = [line[4:] for line in text.strip("\n").split("\n")]
    assert ast.unparse(ast.parse("\n".join(lines))) == ast.unparse(ast.fix_missing_locations(plain))


@pytest.mark.parametrize("docstring", ["Do it.", None])
def test_docstring_and_empty_body(docstring):
    """A function needs a statement; the docstring comes first."""
    tree = to_gast(ir.Function("f", (), (), docstring), {})
    assert ["Expr" if docstring else "Pass"] == _shape(tree.body)


def test_empty_blocks_are_passed():
    """A branch that was left empty is still a branch."""
    tree = to_gast(ir.Function("f", ("x",), (ir.If(gast.Name("x", gast.Load(), None, None), ()),)), {})
    assert ["If", ["Pass"]] == _shape(tree.body)
