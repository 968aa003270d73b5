"""Facts that hold for the sizes of one call, and the sizes that they rely on."""

import numpy as np

from cladpy import gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.sizes import Size, dim_of, size_of, sized


def sizes_of(**values):
    facts = {name: fact_of(value, name) for name, value in values.items()}
    return sized(facts, values)


def test_rows_and_whole_numbers():
    """Those of containers too, with the way to each."""
    known, found = sizes_of(x=np.ones((3, 1)), n=4, pair=(2.0, [np.ones(2)]), table={"k": -1})
    assert [dim.size for dim in known["x"].dims] == [3, 1]
    assert known["n"].value == 4
    assert found == (
        Size("x", (("shape", 0),), 3),
        Size("x", (("shape", 1),), 1),
        Size("n", (), 4),
        Size("pair", (("item", 1), ("item", 0), ("shape", 0)), 2),
        Size("table", (("item", "k"),), -1),
    )


def test_what_is_large_is_left_out():
    """No loop over it is written out."""
    known, found = sizes_of(x=np.ones((2, 65)), n=65, flag=True, y=2.0)
    assert found == (Size("x", (("shape", 0),), 2),)
    assert (known["x"].dims[1].size, known["n"].known) == (None, False)


def test_dimensions_of_one_size_are_equal():
    """Whatever has them; one is the dimension that broadcasts."""
    assert dim_of(3) == dim_of(3) != dim_of(2)
    assert (dim_of(1).one, size_of(dim_of(1)), size_of(dim_of(0))) == (True, 1, 0)


class Leaf:
    def __init__(self, value):
        self.value = value

    def total(self):
        return self.value


class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def total(self):
        return self.left.total() * self.right.total() + self.left.total()


class Model:
    def __init__(self, weights, depth):
        self.weights = weights
        self.depth = depth


def chained(model, x):
    chain = Leaf(x)
    for k in range(model.depth):
        chain = Pair(chain, Leaf(model.weights[k]))
    return chain.total()


def test_each_size_has_code_of_its_own():
    """A whole number in an argument, and the rows of an array there, are part of the signature then."""
    df = gradient(chained, "x")
    two, three = Model(np.array([2.0, 3.0]), 2), Model(np.array([2.0, 3.0, 4.0]), 3)
    assert (df(two, 1.0), df(three, 1.0), df(two, 1.0)) == (12.0, 60.0, 12.0)
    two.depth = 1
    assert df(two, 1.0) == 3.0


def test_what_is_accepted_without_sizes_does_not_depend_on_them():
    """One code for all."""

    def summed(xs, n):
        total = 0.0
        for k in range(n):
            total = total + xs[k] * k
        return total

    df = gradient(summed, "xs")
    assert df(np.ones(2), 2).tolist() == [0.0, 1.0]
    before = df.source
    assert df(np.ones(4), 3).tolist() == [0.0, 1.0, 2.0, 0.0]
    assert df.source == before
