"""Functions and classes."""

import ast
import sys

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "def f():\n    pass\n",
    "def f(): ...\n",
    "def f(a, b=1, /, c=2, *d, e, f=3, **g):\n    pass\n",
    "def f(a: int, b: str = 'x', *c: int, d: float = 1.0, **e: str) -> None:\n    pass\n".replace("'", '"'),
    "def f(*, a):\n    pass\n",
    "def f(*a: *b) -> (x := 1):\n    pass\n",
    "async def f():\n    await x\n",
    "@a\n@b.c(d)\n@e[f]\n@(lambda: 1)()\ndef f():\n    pass\n",
    "@x := y\ndef f():\n    pass\n",
    "class A:\n    pass\n",
    "class A: ...\n",
    "class A(B, *C, d=e, **f):\n    x = 1\n",
    "class A((x for x in y)):\n    pass\n",
    'def f():\n    """Doc."""\n',
    'class A:\n    """Doc."""\n\n    x = 1\n',
]
LONG = [
    """\
def gradient_of_loss(
    first_weight, second_weight, third_weight
):
    pass
""",
    """\
def gradient_of_loss(
    first_weight,
    second_weight,
    *,
    third_weight=None,
    keepdims=False,
):
    pass
""",
    """\
def gradient_of_loss_of_a_network_with_weights(
    the_weights,
):
    pass
""",
    """\
def gradient_of_loss(
    weights: np.ndarray, biases
) -> tuple[np.ndarray, np.ndarray]:
    pass
""",
    """\
def gradient_of_the_loss_of_a_network() -> (
    AdjointsOfTheNetwork
):
    pass
""",
    """\
class GradientOfLossOfANetwork(
    FirstBaseClass, SecondBaseClass
):
    pass
""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_signatures_keep_their_form(text):
    """Every kind of parameter, decorator and base is printed in its place."""
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("text", LONG)
def test_long_signatures_are_broken(text):
    """Parameters stand on one indented line or on a line each; an annotation is broken last."""
    assert text == print_tree(gast.parse(text), width=52)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters are new in Python 3.12")
@pytest.mark.parametrize(
    "text",
    [
        "def f[T, *Ts, **P](x: T) -> T:\n    pass\n",
        "class A[T: (int, str), S: int](B[T]):\n    pass\n",
        "async def f[T](): ...\n",
    ],
)
def test_type_parameters(text):
    """The three kinds of type parameters, with bounds."""
    assert text == print_tree(gast.parse(text)) == print_tree(ast.parse(text))


@pytest.mark.skipif(sys.version_info < (3, 13), reason="their defaults are new in Python 3.13")
def test_defaults_of_type_parameters():
    """A type parameter may have a default."""
    text = "class A[T: int = bool, *Ts = *tuple[int], **P = [int]]:\n    pass\n"
    assert text == print_tree(gast.parse(text)) == print_tree(ast.parse(text))
