"""Constants and f-strings."""

import ast
import sys

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    'f"{x}"',
    'f"{x!r}"',
    'f"{x:>{width}.3f}"',
    'f"{x!s:10}"',
    'f"{{literal}} {x}"',
    'f"a\\n{x}\\t"',
    "f'\"{x}\"'",
    """f"{x['key']}\"""",
    """f"{x['a']} it's\"""",
    'f"{x, y}"',
    'f"{(yield)}"'.replace("(yield)", "yield"),
    'f"{(lambda: 1)}"',
    'f"{(x := 1)}"',
    'f"{ {1: 2}[1] }"'.replace(" }", "}"),
    'f"{ {1, 2} }"',
    'f"{x != y}"',
    "f\"{', '.join(x)}\"",
    'f""',
    '"a"',
    "b'\"'",
    'u"a"',
]
TRICKY = [
    """f'''{x["a"]} {x['b']}'''""",
    """f'{x["a"]}' "it's" '"quoted"'""",
    """f'{f"{x}"}'""",
    """f'{f"{1 if x else [2]}"!r:>{4}}' 'y'""",
    """f'''{""" + '"""a\nb"""' + """}'''""",
    """f'{b"bytes"}'""",
    """f'{"#"}{x=}'""",
    """f'{x:%H:%M "quoted"}'""",
]
NEW = [
    """f"{x["a"]}\"""",
    """f"{'\\n'.join(x)}\"""",
    """f"{f"{f"{1}"}"}\"""",
    """f"{x!r:{y["a"]}}\"""",
    """f"{'\\\\'}{"'"}{'"'}\"""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_strings_are_printed_as_ruff_writes_them(text):
    """Double quotes outside, single ones inside the braces."""
    assert text == print_tree(gast.parse(text, mode="eval").body)


@pytest.mark.parametrize("text", TRICKY)
def test_quotes_inside_braces(text):
    """However quotes are nested, the value is kept."""
    tree = ast.parse(text)
    assert ast.dump(tree) == ast.dump(ast.parse(print_tree(tree)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="nested quotes are new in Python 3.12")
@pytest.mark.parametrize("text", NEW)
def test_what_only_newer_pythons_parse(text):
    """The same quotes again and backslashes inside braces keep their value."""
    tree = ast.parse(text)
    assert ast.dump(tree) == ast.dump(ast.parse(print_tree(tree)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="nested quotes are new in Python 3.12")
def test_text_for_older_pythons_is_preferred():
    """Where another choice of quotes serves all, it is taken."""
    assert print_tree(ast.parse("""f"{x["a"]}\"""")) == """f"{x['a']}"\n"""


def test_a_replacement_field_by_itself():
    """A node that stands only inside f-strings is printed as one."""
    assert print_tree(gast.FormattedValue(gast.Name("x", gast.Load(), None, None), -1, None)) == 'f"{x}"'
