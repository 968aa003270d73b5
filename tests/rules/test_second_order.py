"""Every smooth rule can be differentiated twice: Hessian products against differences of the gradient."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient, hessian_vector_product
from cladpy.rules import default_registry
from tests.rules.sample_programs import one_for_each_variant

STEPS = (1e-5, 1e-4, 1e-6)
NEAR = 1e-6  # relative
MOST = 3  # arguments of a sample
LINEAR_COMBINATIONS = {
    1: lambda f, w: lambda a: np.sum(w * f(a)),
    2: lambda f, w: lambda a, b: np.sum(w * f(a, b)),
    3: lambda f, w: lambda a, b, c: np.sum(w * f(a, b, c)),
}


def nonlinear_rules():
    """Return the rules that have a second derivative; those of the runtime are formulas of others."""
    every = (rule for rule in default_registry.all_rules() if rule.samples is not None and rule.every is None)
    return sorted((r for r in every if not r.linear and not r.name.startswith("cladpy")), key=lambda rule: rule.name)


def is_floating(value):
    """Tell whether a number or array is differentiated."""
    return isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")


def scalar_program(rule):
    """Return a scalar function of a sample of the rule, its arguments, and the positions of what is differentiated."""
    programs = [program for program in one_for_each_variant(rule) if program.runs()]
    if not programs:
        pytest.skip("its samples need what is not installed")
    program = programs[:2][-1]
    args = [np.asarray(arg, float) if isinstance(arg, np.ndarray) and is_floating(arg) else arg for arg in program.args]
    positions = [position for position, arg in enumerate(args) if is_floating(arg)]
    value = program.function(*args)
    if not positions or len(args) > MOST or isinstance(value, tuple | list) or np.iscomplexobj(value):
        pytest.skip("the sample is no real array of few real arguments")
    weights = np.cos(np.arange(np.size(value)) + 1.0).reshape(np.shape(value)) + 1.5
    return LINEAR_COMBINATIONS[len(args)](program.function, weights), args, positions


@pytest.mark.parametrize("rule", nonlinear_rules(), ids=lambda rule: rule.name)
@pytest.mark.filterwarnings("ignore")
def test_hessian_products(rule, rng):
    """Forward over reverse gives the difference of the gradient along a direction, or is refused."""
    function, args, positions = scalar_program(rule)
    along = [rng.standard_normal(np.shape(args[position])) for position in positions]
    along = [t if isinstance(args[p], np.ndarray) else float(t) for t, p in zip(along, positions, strict=True)]
    names = tuple("abc"[position] for position in positions)
    try:
        product = hessian_vector_product(function, names)(*args, *along)
    except CladpyError as error:
        assert not error.code.startswith("C9")  # noqa: PT017 - a fault, no refusal
        pytest.skip(f"refused: {error.code}")
    derivative = gradient(function, names)

    def moved(step):
        there = list(args)
        for position, part in zip(positions, along, strict=True):
            there[position] = args[position] + step * part
        return np.concatenate([np.ravel(adjoint) for adjoint in derivative(*there)])

    found = np.concatenate([np.ravel(part) for part in product])
    differences = [(moved(step) - moved(-step)) / (2 * step) for step in STEPS]
    errors = [np.abs(found - each).max() / max(1e-3, np.abs(found).max(), np.abs(each).max()) for each in differences]
    assert min(errors) <= NEAR
