"""Formulas of rules over the operands of a call, plain or guarded."""

import numpy as np
import pytest

from cladpy import gradient
from cladpy.analyses.operations import Apply
from cladpy.ir.expressions import name, parse
from cladpy.ir.fact import FLOAT
from cladpy.rules import ArgumentFacts, choose, default_registry
from cladpy.transform.adjoint_state import AdjointState
from cladpy.transform.formulas import (
    bits_of,
    broadcast_operand,
    choose_formula,
    fold_sizes,
    instantiate,
    reads_name,
)
from tests.stages import define, print_tree, text

ARRAY = ArgumentFacts(ndim=1, is_scalar=False)
PYTHON = ArgumentFacts(ndim=0, is_scalar=True, python_float=True)
LITERAL = ArgumentFacts(literal=True, value=2, ndim=0, is_scalar=True)
NONZERO, ZERO = AdjointState(FLOAT), AdjointState(FLOAT, zero=True)
CUT, INFINITE = AdjointState(FLOAT, zero=True, cut=True), AdjointState(FLOAT, infinite=True)


def application(function, **facts):
    """Return the operation that applies a function's rule to arguments with facts."""
    rule = default_registry.lookup(function)
    return Apply(rule, choose(rule, facts), {parameter: name(f"{parameter}.0") for parameter in facts}, facts)


def is_guarded(operation, parameter, seed, *, python=False):
    """Tell which form of a formula is used."""
    return choose_formula(operation, parameter, seed, python=python).guarded


# ---- strong zeros ----


@pytest.mark.parametrize(("seed", "guarded"), [(NONZERO, False), (ZERO, True), (CUT, True)])
def test_branch_points_are_guarded_where_the_cotangent_may_be_zero(seed, guarded):
    """The slope of a square root at 0 is infinite while its value is not."""
    assert is_guarded(application(np.sqrt, x=ARRAY), "x", seed) is guarded


def test_branch_points_of_python_numbers_are_guarded():
    """Python raises where NumPy gives infinity."""
    assert is_guarded(application(np.sqrt, x=PYTHON), "x", NONZERO, python=True)


@pytest.mark.parametrize(("seed", "guarded"), [(NONZERO, False), (ZERO, False), (CUT, True)])
def test_poles_are_guarded_behind_a_cut(seed, guarded):
    """Elsewhere the primal is infinite already."""
    assert is_guarded(application(np.divide, x=ARRAY, y=ARRAY), "y", seed) is guarded


def test_poles_of_python_numbers_need_no_guard():
    """The primal itself raises there."""
    assert not is_guarded(application(np.divide, x=PYTHON, y=PYTHON), "y", CUT)


def test_a_mask_over_what_may_be_infinite_is_guarded():
    """0 times infinity is no zero."""
    operation = application(np.maximum, x=ARRAY, y=LITERAL)
    assert not is_guarded(operation, "x", CUT)
    assert is_guarded(operation, "x", INFINITE)


def test_rules_without_singular_points_are_never_guarded():
    """Their formulas are the only ones."""
    assert not is_guarded(application(np.tanh, x=ARRAY), "x", AdjointState(FLOAT, zero=True, cut=True, infinite=True))


# ---- bits ----


def bits(function, parameter, seed=NONZERO, **facts):
    """Return whether a contribution may be zero, is cut, may be infinite."""
    operation = application(function, **facts)
    return bits_of(operation, parameter, choose_formula(operation, parameter, seed).expression, seed)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (bits(np.negative, "x", x=ARRAY), (False, False, False)),
        (bits(np.add, "x", x=ARRAY, y=ARRAY), (False, False, False)),
        (bits(np.multiply, "x", x=ARRAY, y=ARRAY), (True, False, False)),
        (bits(np.multiply, "x", ZERO, x=ARRAY, y=ARRAY), (True, False, False)),
        (bits(np.maximum, "x", x=ARRAY, y=LITERAL), (True, True, False)),
        (bits(np.exp, "x", x=ARRAY), (True, True, False)),
        (bits(np.sqrt, "x", x=ARRAY), (True, False, True)),
        (bits(np.log, "x", x=ARRAY), (True, False, False)),
        (bits(np.add, "x", INFINITE, x=ARRAY, y=ARRAY), (False, False, True)),
        (bits(np.add, "x", CUT, x=ARRAY, y=ARRAY), (True, True, False)),
    ],
)
def test_bits_of_contributions(found, expected):
    """A product may be zero; masks and saturating functions cut; a slope at a branch point may be infinite."""
    assert found == expected


@pytest.mark.parametrize(
    ("formula", "zero"),
    [
        ("d_y", False),
        ("-d_y", False),
        ("2 * d_y", False),
        ("d_y / 3", False),
        ("0 * d_y", True),
        ("d_y * x", True),
        ("d_y / x.size", False),
        ("np.broadcast_to(d_y, x.shape)", False),
        ("np.reshape(d_y, x.shape)", True),
    ],
)
def test_formulas_that_keep_a_cotangent_from_zero(formula, zero):
    """Scaling by a nonzero constant, negation, broadcasting."""
    assert bits_of(application(np.tanh, x=ARRAY), "x", parse(formula), NONZERO)[0] is zero


# ---- instantiation ----


def test_formulas_are_written_over_the_operands():
    """The result and its cotangent have the names of this call."""
    operation = application(np.divide, x=ARRAY, y=ARRAY)
    formula = choose_formula(operation, "y", NONZERO).expression
    assert print_tree(instantiate(formula, operation, name("v.3"), {"d_z": name("d_v")})) == "-(d_v / y.0) * v.3"


def test_results_of_several_parts_are_read_by_position():
    """Each part has a cotangent of its own."""
    operation = application(np.linalg.slogdet, a=ArgumentFacts(ndim=2))
    results = operation.rule.results
    value = instantiate(
        parse(f"{results[0]} * d_{results[1]}"), operation, name("r.0"), {f"d_{results[1]}": name("d_r_1")}
    )
    assert print_tree(value) == "r.0[0] * d_r_1"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        *(("x ** (3 - 1)", "x**2"), ("f(1 + 2.5)", "f(3.5)"), ("2 * 3", "2 * 3"), ("x + (True + 1)", "x + (True + 1)")),
        *(("f(0 if 1 is None else 1)", "f(1)"), ("0 if None is None else y", "0"), ("x if (0, 1) is None else y", "y")),
        *(("x if True else y", "x"), ("x if z is None else 3 - 1", "x if z is None else 2"), ("x if y else z",) * 2),
    ],
)
def test_sums_of_literals_are_computed(expression, expected):
    """An exponent less 1 is a number; a test of literals is decided."""
    assert print_tree(fold_sizes(parse(expression))) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("np.broadcast_to(d_y, x.shape)", "d_y"),
        ("np.broadcast_to(d_y / 2, x.shape)", "d_y / 2"),
        ("np.broadcast_to(d_y, w.shape)", None),
        ("np.broadcast_to(d_y)", None),
        ("np.reshape(d_y, x.shape)", None),
        ("f(d_y, x.shape)", None),
        ("d_y", None),
    ],
)
def test_broadcasts_to_the_operand_may_be_left_out(formula, expected):
    """What is broadcast stays small."""
    found = broadcast_operand(parse(formula), "x")
    assert (None if found is None else print_tree(found)) == expected


def test_names_in_formulas():
    """Attributes are no names."""
    assert reads_name(parse("d_y * x.shape[0]"), "x")
    assert not reads_name(parse("d_y * x.shape[0]"), "shape")


# ---- in whole programs ----


@pytest.mark.parametrize(
    ("body", "guards"),
    [
        ("return np.sum(np.maximum(x @ x, 0))", []),
        ("return np.sum(np.sqrt(x))", []),
        ("return np.sum(np.sqrt(x) * x)", []),  # a power that is smooth
        ("return np.sum(np.sqrt(x) * np.sin(x))", ["divide_guarded"]),
        ("return np.sum(1 / x)", []),
        ("return np.sum(np.maximum(np.log(x), 0))", ["divide_guarded"]),
        ("return np.sum(np.log(x)[1:])", ["divide_guarded"]),
        ("z = x - np.log(np.sum(np.exp(x)))\n    return np.sum(z * z)", []),
    ],
)
def test_plain_formulas_where_no_zero_can_meet_an_infinite_slope(body, guards):
    """A guard costs; it stands only where it is needed."""
    source = gradient(define(f"def f(x):\n    {body}\n"), "x").source_for(np.ones((3, 3)))
    code = text(source).partition("# ----")[2]
    assert [word for word in ("divide_guarded", "multiply_guarded") if word in code] == guards


@pytest.mark.parametrize(
    ("body", "x", "expected"),
    [
        ("return np.sum(np.sqrt(x) * 0.0)", [0.0, 4.0], [0.0, 0.0]),
        ("return np.sum(np.sqrt(x)[1:])", [0.0, 4.0], [0.0, 0.25]),
        ("y = np.log(x)\n    return np.sum(np.where(x > 0.5, y, 0.0))", [0.0, 2.0], [0.0, 0.5]),
        ("return np.sum(np.maximum(1 / x, 2.0))", [np.inf, 0.25], [0.0, -16.0]),
        ("return np.sum(np.exp(-1 / x))", [1e-320, 1.0], [0.0, np.exp(-1.0)]),
    ],
)
def test_strong_zeros(body, x, expected):
    """Where a cotangent is exactly 0, the contribution is, whatever the slope; no NaN."""
    with np.errstate(all="ignore"):
        found = gradient(define(f"def f(x):\n    {body}\n"), "x")(np.array(x))
    assert np.allclose(found, expected, rtol=1e-14)
