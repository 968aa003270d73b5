"""Calls, subscripts, attributes."""

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "f()\n",
    "f(x, *y, k=1, **z)\n",
    "f(*x or y, **x or y)\n",
    "f(x := 1)\n",
    "f((yield))\n",
    "f(x for x in y)\n",
    "f((x for x in y), 1)\n",
    "f((x, y))\n",
    "f(x)(y)[z].w\n",
    "(f + g)(x)\n",
    "(lambda: 1)()\n",
    "(await f)()\n",
    "x[1]\n",
    "x[1,]\n",
    "x[()]\n",
    "x[*y]\n",
    "x[*y, 1]\n",
    "x[1:n, i]\n",
    "x[(1, 2) : 3]\n",
    "x[:]\n",
    "x[i + 1 :]\n",
    "x[: n - 1]\n",
    "x[::-1]\n",
    "x[a:b:c]\n",
    "x[a.b : -1 : f(x)]\n",
    "x[a.b :: 2]\n",
    "x[:: f(x)]\n",
    "x[-1:, None, ..., ::2]\n",
    "x[i := 1]\n",
    "x[(i := 1) : 2]\n",
    "(1).real\n",
    "(1.5).real\n",
    "1j.real\n",
    "True.real\n",
    "(-1).real\n",
    '"a".join(x)\n',
    "(x + y).T\n",
    "(await x).y\n",
]
LONG = [
    """\
total = (
    np.concatenate([first_array, second_array])
    .reshape(batch, height, width)
    .sum(axis=0)
    .T.copy()
)
""",
    """\
total = first_array.reshape(batch, height).transpose(
    first_axis, second_axis
)
""",
    """\
total = (
    (first_array + second_array)
    .reshape(batch, height, width)
    .transpose(0, 2, 1)
)
""",
    """\
total = function_of_arrays(
    first_array, second_array, third_array, fourth=4
)
""",
    """\
total = function_of_arrays(
    first_array,
    second_array[first_index, second_index],
    third_array,
    fourth=4,
)
""",
    """\
total = array_of_arrays[
    first_index_of_it, second_index_of_it, ..., ::2
]
""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_links_are_written_without_superfluous_parentheses(text):
    """Arguments, indices and bounds have the spaces and parentheses that ruff gives them."""
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("text", LONG)
def test_long_chains_are_broken(text):
    """Brackets are opened first; a chain of several calls gets a line for each."""
    assert text == print_tree(gast.parse(text), width=62)


def test_many_calls_in_one_another():
    """Calls can be nested deeply."""
    text = "x = " + "f(" * 60 + "1" + ")" * 60
    assert print_tree(gast.parse(text), width=None) == f"{text}\n"
