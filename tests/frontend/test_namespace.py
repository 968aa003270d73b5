"""What names mean."""

import math

import numpy as np

from cladpy.frontend.namespace import MISSING, Namespace, RenamedGlobal

FACTOR = 2.0


def closure(factor):
    """Return a function with a cell."""

    def scaled(x):
        return x * factor * FACTOR * math.pi

    return scaled


def test_cells_come_before_globals_and_builtins():
    """A name is looked up as Python does."""
    namespace = Namespace(closure(3.0))
    assert namespace.lookup("factor") == 3.0
    assert namespace.lookup("FACTOR") == 2.0
    assert namespace.lookup("len") is len
    assert namespace.lookup("nothing_of_that_name") is MISSING


def test_dotted_names_go_through_modules_only():
    """An attribute of an array is not looked up."""
    namespace = Namespace(closure(np.ones(2)))
    assert namespace.resolve("math.pi") == math.pi
    assert namespace.resolve("factor.T") is MISSING


def test_cells_of_two_closures_are_different_variables():
    """Globals of one module are shared, cells are not."""
    one, other = Namespace(closure(1.0)), Namespace(closure(2.0))
    assert one.shares(other, "FACTOR")
    assert not one.shares(other, "factor")


def test_a_renamed_global_reads_the_original():
    """The new name stands for the old one, attributes included."""
    renamed = RenamedGlobal(Namespace(closure(1.0)), "math")
    assert renamed.lookup("math_2") is math
    assert renamed.resolve("math_2.pi") == math.pi
