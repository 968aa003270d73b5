"""What names mean."""

import math

import numpy as np
import pytest

from cladpy.frontend.namespace import MISSING, ExtendedNamespace, Namespace, RenamedGlobal

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


def test_dotted_names_go_through_scipys_distributions():
    """Their methods are functions, as those of a module are."""
    norm = pytest.importorskip("scipy.stats").norm
    assert Namespace(closure(norm)).resolve("factor.logpdf") == norm.logpdf


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


# ---- further names ----


def test_an_extended_namespace_sees_more_names():
    """Each where its owner looks it up; cells and globals stay what they are."""
    inner = make_reader(5.0)
    other = Namespace(make_reader(7.0))
    namespace = ExtendedNamespace(inner, {"captured_2": RenamedGlobal(other, "captured")})
    assert namespace.lookup("captured") == 5.0
    assert namespace.lookup("captured_2") == 7.0
    assert namespace.resolve("captured_2") == 7.0
    assert namespace.lookup("captured_3") is MISSING
    assert namespace.cell("captured_2") is MISSING


def test_sharing_of_further_names():
    """They are the same variable where they have the same owner."""
    inner = make_reader(5.0)
    renamed = RenamedGlobal(Namespace(make_reader(7.0)), "captured")
    namespace = ExtendedNamespace(inner, {"captured_2": renamed})
    assert namespace.shares(ExtendedNamespace(make_reader(1.0), {"captured_2": renamed}), "captured_2")
    assert not namespace.shares(Namespace(inner), "captured_2")
    assert namespace.shares(Namespace(inner), "captured")


def make_reader(captured):
    """Return a function that captures a value."""

    def reader():
        return captured

    return reader
