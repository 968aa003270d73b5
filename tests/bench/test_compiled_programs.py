"""The programs that are measured compiled: sweeps by hand and the forms for JAX give the gradients of their primals."""

from types import SimpleNamespace

import numpy as np
import pytest

from bench import compiled, compiled_jax
from bench.cases import compiled_matrices

SIZE = 5  # of a matrix, and a number of sweeps
STEP = 1e-5  # errors of its square, and of what rounds off over it
FORMS = {"rows": compiled_jax.PROGRAMS, "elements": compiled_jax.BY_ELEMENTS}  # a second each: one program is enough


def parts(value):
    """Return the numbers and arrays of nested tuples."""
    return [each for part in value for each in parts(part)] if isinstance(value, tuple) else [value]


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(compiled_matrices, "SIDE", 6)


@pytest.mark.parametrize("name", compiled.PROGRAMS)
def test_sweeps_by_hand_are_right(name):
    """By central differences along one direction, in all that is asked for."""
    program = compiled.PROGRAMS[name]
    arguments = program.arguments(SIZE)
    value, *adjoints = parts(program.by_hand(*arguments))
    assert value == pytest.approx(program.primal(*arguments), rel=1e-12)
    names = program.primal.__code__.co_varnames
    places = [names.index(each) for each in program.wrt.split(", ")]
    rng = np.random.default_rng(len(name))
    directions = [rng.standard_normal(np.shape(arguments[place])) for place in places]
    values = []
    for sign in (1.0, -1.0):
        moved = list(arguments)
        for place, direction in zip(places, directions, strict=True):
            moved[place] = moved[place] + sign * STEP * direction
        values.append(program.primal(*moved))
    along = sum(np.vdot(*each) for each in zip(adjoints, directions, strict=True))
    assert along == pytest.approx((values[0] - values[1]) / (2 * STEP), rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("form", FORMS)
def test_forms_for_jax_agree(form):
    """With the sweep by hand."""
    pytest.importorskip("jax")
    program = compiled.PROGRAMS["triangular_solve"]
    found = compiled_jax.gradient_of("triangular_solve", program.arguments(SIZE), FORMS[form])()
    compiled.check(form, found, program.by_hand(*program.arguments(SIZE)))


def test_another_gradient_stops_the_run():
    """It is compared before anything is timed."""
    with pytest.raises(SystemExit, match="heat: the compiled gradient"):
        compiled.check("heat", (1.0, np.ones(2)), (1.0, np.array([1.0, 1.1])))


def test_compiling_is_timed_with_fresh_functions(monkeypatch):
    """Both times, of functions that were compiled by nobody before."""
    met = []
    monkeypatch.setattr(compiled, "value_and_gradient", lambda primal, _wrt, jit: met.append((primal, jit)) or primal)
    monkeypatch.setattr(compiled, "numba", SimpleNamespace(njit=lambda primal: met.append((primal, "")) or primal))
    program = compiled.PROGRAMS["lu"]
    assert len(compiled.compile_times(program, program.arguments(2), 2)) == 2
    assert [jit for _, jit in met] == ["numba", "", "numba", ""]
    assert len({id(primal) for primal, _ in met} | {id(program.primal)}) == 5
