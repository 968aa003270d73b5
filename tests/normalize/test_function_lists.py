"""Lists of nested functions that are filled one by one."""

import ast

import gast
import pytest

from cladpy import CladpyError, check_gradient, gradient
from cladpy.normalize.function_lists import with_function_lists


def written(program):
    tree = with_function_lists(gast.parse(program).body[0])
    return ast.unparse(gast.gast_to_ast(gast.Module(tree.body, []))).splitlines()


def test_an_appended_function_makes_a_longer_list():
    """In a loop too; a comprehension is the loop that it is."""
    assert written("def f(x):\n    fs = []\n    fs.append(lambda v: v * x)\n    return fs[0](x)")[1] == (
        "fs = [*fs, lambda v: v * x]"
    )
    assert written("def f(x):\n    fs = [lambda v: v * k for k in range(3) if k]\n    return fs[0](x)")[:4] == [
        "fs = []", "for k_item@2 in range(3):", "    if k_item@2:", "        fs = [*fs, lambda v: v * k_item@2]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "program",
    [
        "def f(x):\n    fs = []\n    gs = fs\n    fs.append(lambda v: v)\n    return gs",
        "def f(fs):\n    fs.append(lambda v: v)",
        "def f(x):\n    fs = [abs]\n    for g in fs:\n        fs.append(lambda v: v)",
        "def f(x):\n    fs = []\n    fs.append(x)",
    ],
)
def test_lists_with_other_names_stay(program):
    """So do parameters, what is gone through meanwhile, and lists of values."""
    tree = gast.parse(program).body[0]
    assert with_function_lists(tree) is tree


def appended(x, a):
    fs = []
    for k in range(1, 3):
        fs.append(lambda v, k=k: v * k + a)
    fs.append(lambda v: v * k)
    for f in fs:
        x = f(x)
    return x


def made(x):
    fs = [lambda v: v * k + x for k in range(3)]  # noqa: B023 -- the last k is meant
    return sum(f(x) for f in fs)


@pytest.mark.parametrize(("function", "args"), [(appended, (1.3, 0.7)), (made, (1.3,))])
def test_gradients_agree_with_differences(function, args):
    """Late binding, and defaults evaluated at once."""
    check_gradient(function, args, variants=())


def test_a_list_of_unknown_length_is_refused():
    """Which functions it holds is not known."""

    def many(x, n):
        fs = []
        for k in range(n):
            fs.append(lambda v, k=k: v * k)  # noqa: PERF401 -- appended is what is tested
        return sum(f(x) for f in fs)

    with pytest.raises(CladpyError) as caught:
        gradient(many, "x")(2.0, 3)
    assert caught.value.code in ("C116", "C201")
