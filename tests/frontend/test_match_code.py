"""Tests of the match between code objects and definitions: lambdas by their columns."""

import gast
import pytest

from cladpy.frontend.find_source import find_source


def test_lambdas_on_one_line_are_told_apart(load, text_of):
    """Columns of the instructions say which of them runs."""
    module = load("fs = [lambda x: x * 2, lambda x: x * 3, lambda y: y * 2]\n")
    texts = [text_of(find_source(f).tree, find_source(f)) for f in module.fs]
    assert texts == ["lambda x: x * 2", "lambda x: x * 3", "lambda y: y * 2"]
    assert [find_source(f).name for f in module.fs] == ["lambda_1", "lambda_2", "lambda_3"]


def test_lambda_is_a_function_with_one_return(load, text_of):
    """Its return statement has the position of its body."""
    module = load("f = lambda x, /, y=1, *a, k=2, **o: x + y\n")
    source = find_source(module.f)
    assert source.is_lambda
    assert isinstance(source.tree, gast.FunctionDef)
    [result] = source.tree.body
    assert isinstance(result, gast.Return)
    assert text_of(result, source) == "x + y"
    assert [argument.id for argument in source.tree.args.kwonlyargs] == ["k"]


def test_lambda_in_a_lambda_on_one_line_is_told_apart(load):
    """The inner body lies in the outer one; the innermost that fits is right."""
    module = load("f = lambda x: lambda x: (lambda x: x + 1)\n")
    sources = [find_source(f) for f in (module.f, module.f(1), module.f(1)(1))]
    assert [source.name for source in sources] == ["lambda_1", "lambda_2", "lambda_3"]


@pytest.mark.parametrize("values", ["0 1 1.0 True", "'a' None (1,) -2 2 0.0 -0.0 2*3"])
def test_lambdas_that_return_constants_are_told_apart(load, values, text_of):
    """Where the code keeps no columns its instructions tell, by value and type."""
    names = values.split()
    module = load(f"fs = [{', '.join(f'lambda x: {name}' for name in names)}]\n")
    assert [text_of(find_source(f).tree, find_source(f)) for f in module.fs] == [f"lambda x: {name}" for name in names]


def test_lambda_over_several_lines_is_found(load):
    """Its first line is that of the keyword."""
    module = load("f = (lambda x:\n     x +\n     1)\n")
    assert find_source(module.f).tree.lineno == 1


@pytest.mark.parametrize(
    "text",
    [
        "def outer(g=lambda x: x + 1, h=lambda x: x + 2):\n    return h\nf = outer()\n",
        "f = [g for g in [lambda x: x + 1, lambda x: x + 2]][1]\n",
        "f = [lambda x, k=k: x + 2 for k in (lambda x: x, 1)][1]\n",
        "class A:\n    g, f = lambda x: x + 1, lambda x: x + 2\nf = A.f\n",
        "def deco(g):\n    return lambda h: g\n@deco(lambda x: x + 2)\ndef f(x): return x\n",
    ],
    ids=["default", "list", "comprehension", "class", "decorator"],
)
def test_lambda_is_found_wherever_it_is_written(load, text, text_of):
    """Defaults, comprehensions, class bodies and decorators hold lambdas too."""
    source = find_source(load(text).f)
    assert text_of(source.tree.body[0], source) == "x + 2"
