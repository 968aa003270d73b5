"""Which calls have effects, and whose results are new storage."""

import math
import random

import numpy as np
import pytest

from cladpy import runtime
from cladpy.frontend.namespace import MISSING
from cladpy.ir.expressions import parse
from cladpy.runtime.borrowing import BORROWING
from cladpy.transform.purity import Purity

NAMES = {"np": np, "math": math, "random": random, "len": len, "print": print, "float": float, "next": next, "zip": zip}
NAMES |= {"rand": np.random.rand, "stack": [1, 2]}
NAMES |= {name: getattr(runtime, name) for name in runtime.__all__}


def users(x):
    return x


NAMES["users"] = users


def resolve(path):
    """Return what a dotted name means."""
    first, *members = path.split(".")
    value = NAMES.get(first, MISSING)
    for member in members:
        value = getattr(value, member, MISSING)
    return value


PURITY = Purity(resolve)


@pytest.mark.parametrize(
    ("call", "pure"),
    [
        ("np.tanh(x)", True),
        ("np.linalg.norm(x)", True),
        ("math.exp(x)", True),
        ("len(x)", True),
        ("unbroadcast(d, x)", True),
        ("x.copy()", True),
        ("x.sum(axis=0)", True),
        ("owned(x)", True),
        ("np.random.normal()", False),
        ("random.random()", False),
        ("rand()", False),
        ("stack.pop()", False),
        ("print(x)", False),
        ("next(x)", False),
        ("users(x)", False),
        ("nothing(x)", False),
        ("tape.append(x)", False),
        ("tape.pop()", False),
        ("x.sort()", False),
        ("np.add.at(x, 0, 1)", False),
        ("np.copyto(x, y)", False),
        ("np.exp(x, out=y)", False),
        ("np.savetxt(file, x)", False),
        ("add_at(d, i, v)", False),
        ("return_copy(d, v)", False),
        ("check_scalar(x)", False),
        ("check_facts(x=x)", False),
        ("check_number(x, f)", False),
        ("zero_init(d)", False),
    ],
)
def test_calls_without_effects(call, pure):
    """They may be dropped, repeated and moved."""
    assert PURITY.is_pure(parse(call)) is pure


@pytest.mark.parametrize(
    ("call", "fresh"),
    [
        ("np.tanh(x)", True),
        ("np.zeros(3)", True),
        ("x.copy()", True),
        ("x.sum(axis=0)", True),
        ("len(x)", True),
        ("unreduce(d, s, a)", False),
        ("zero_like(x)", True),
        ("np.broadcast_to(x, s)", False),
        ("np.reshape(x, s)", False),
        ("np.transpose(x)", False),
        ("x.reshape(s)", False),
        ("x.astype(np.float32)", False),
        ("unbroadcast(d, x)", False),
        ("own(x)", False),
        ("add_adjoints(a, b)", False),
        ("users(x)", False),
        ("x.nothing()", False),
        ("nothing(x)", False),
    ],
)
def test_results_that_are_new_storage(call, fresh):
    """Views are not, nor what may be its argument."""
    assert PURITY.is_fresh(parse(call)) is fresh


def test_what_borrows_is_not_fresh():
    """A helper that may give a view of its argument is on the list of those, whatever calls it."""
    assert {name for name in BORROWING if PURITY.is_fresh(parse(f"{name}(d, x)"))} == set()
