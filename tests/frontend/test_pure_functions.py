"""Which functions of libraries have no effects, decided of the object and not of its name."""

import math
import operator
import random
import time

import numpy as np
import pytest
import scipy.special
import scipy.stats
from numpy.random import rand

from cladpy.frontend.pure_functions import has_state, is_pure, library_of
from cladpy.rules import default_registry

STACK = [1, 2]


def users(x):
    return x


@pytest.mark.parametrize(
    "function",
    [np.tanh, np.sum, np.linalg.norm, np.add.reduce, np.ndarray.sum, math.exp, operator.add, len, float, sorted, zip,
     scipy.special.erf, scipy.stats.norm.logpdf, scipy.stats.norm(0, 1).cdf, np.float64, np.arange],
)  # fmt: skip
def test_pure_functions(function):
    """Functions and types that compute, and nothing else."""
    assert is_pure(function)


@pytest.mark.parametrize(
    "function",
    [rand, np.random.default_rng, np.random.default_rng(0).normal, random.random, random.gauss, scipy.stats.norm.rvs,
     STACK.pop, {}.update, print, input, open, next, iter, exec, eval, setattr, time.time, users, np.copyto,
     np.add.at, np.save, np.load, np.seterr, operator.iadd, operator.setitem, np.ndarray.sort, np.ndarray.fill, 3,
     "len"],
)  # fmt: skip
def test_functions_with_effects(function):
    """What draws, writes, reads a file, prints, or belongs to an object that it may change; and what is no function."""
    assert not is_pure(function)


def test_functions_with_rules_are_pure():
    """All of NumPy's, math's, operator's and Python's that have a derivative."""
    functions = [rule.function for rule in default_registry.all_rules() if rule.has_formulas]
    library = [each for each in functions if library_of(each) != "cladpy"]
    assert len(library) > 100
    assert [each for each in library if not is_pure(each)] == []


def test_state():
    """A method of an object has state, one of a class, a module or a ufunc has none."""
    assert [has_state(each) for each in (STACK.pop, rand, random.random)] == [True] * 3
    assert [has_state(each) for each in (np.add.at, np.copyto, dict.fromkeys, math.exp)] == [False] * 4


def test_library_of():
    """The first part of the module of a function, or of the class that a method belongs to."""
    libraries = [library_of(each) for each in (np.linalg.norm, np.ndarray.sum, math.exp, operator.add, len)]
    assert libraries == ["numpy", "numpy", "math", "operator", "builtins"]
