"""Statements that bind names."""

import sys

import gast
import pytest

from cladpy.emit.printer import print_tree

TEXTS = [
    "x = 1\n",
    "x = y = z = 0\n",
    "x, y = y, x\n",
    "x = (1,)\n",
    "x = ()\n",
    "(x,) = y\n",
    "[x, *y], z = pair\n",
    "x = yield\n",
    "x = yield y, z\n",
    "x = y = yield from z\n",
    "x = (y := 1)\n",
    "x[1:] += y\n",
    "x **= yield y\n",
    "x //= 1, 2\n",
    "x: int\n",
    "x: int = 3\n",
    "(x): int = 3\n",
    "x.y: tuple[int, ...] = 1, 2\n",
    "x = lambda: (yield)\n",
]
LONG = [
    """\
d_weights_of_the_first_layer[first_index, second_index] = (
    learning_rate * d_output_of_the_first_layer + momentum
)
""",
    """\
d_weights_of_the_first_layer[first_index, second_index] = product_of(
    learning_rate, d_output_of_the_first_layer, momentum
)
""",
    """\
d_weights_of_the_first_layer[first_index, second_index, third_index] = (
    d_weights_of_the_second_layer_before_it
)
""",
    """\
d_weights_of_the_first_layer[
    first_index_of_the_weights, second_index_of_the_weights, third_index_of_the_weights
] = d_output
""",
    """\
first_adjoint_of_the_layer, second_adjoint_of_the_layer, third_adjoint_of_the_layer = (
    pullback_of_the_layer(cotangent)
)
""",
    """\
d_weights_of_the_first_layer: dict[str, tuple[ndarray, ndarray]] = (
    d_weights_of_the_second_layer_before_it
)
""",
    """\
total_of_the_losses_in_the_batch = total_of_the_losses_in_the_batch_before_it = (
    sum_of_losses + regularisation
)
""",
]


@pytest.mark.parametrize("text", TEXTS)
def test_short_assignments_stay_on_their_line(text):
    """Tuples, chains, annotations and yields have no more parentheses than they need."""
    assert text == print_tree(gast.parse(text))


@pytest.mark.parametrize("text", LONG)
def test_the_right_side_is_broken_before_the_left(text):
    """A target is torn apart only where it does not fit by itself."""
    assert text == print_tree(gast.parse(text), width=90)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="aliases are new in Python 3.12")
@pytest.mark.parametrize("text", ["type A = int\n", "type A[T] = (T, int)\n", "type A[T: (int, str)] = list[T]\n"])
def test_type_aliases(text):
    """An alias's tuple needs its parentheses."""
    assert text == print_tree(gast.parse(text))
