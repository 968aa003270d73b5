"""The examples of one file each: right by an independent formula or by differences, and each runs and draws."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cladpy import check_gradient
from examples import black_scholes, hidden_markov, newton, ray_tracer, recurrent, tree_likelihood

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCRIPTS = {
    "black_scholes.py": ["--paths", "2000"],
    "hidden_markov.py": ["--length", "20"],
    "newton.py": [],
    "ray_tracer.py": ["--size", "6"],
    "recurrent.py": ["--epochs", "3"],
    "tree_likelihood.py": ["--steps", "3"],
}


# ---- the gradients ----


@pytest.mark.parametrize("eccentricity", [0.05, 0.3, 0.8])
@pytest.mark.parametrize("time", [0.0, 1.2, 4.0])
def test_newtons_derivative_is_that_of_the_equation(eccentricity, time):
    """The loop's derivative is what the implicit function theorem gives for the equation that it solves."""
    assert newton.d_distance(eccentricity, time) == pytest.approx(newton.by_formula(eccentricity, time))


def test_the_network_with_a_state(rng):
    """Against central differences, over some steps of the state."""
    weights = (rng.standard_normal((3, 3)), rng.standard_normal(3), rng.standard_normal(3))
    check_gradient(recurrent.loss, (*weights, rng.standard_normal(5)))


@pytest.mark.parametrize("direction", [(0.0, 0.0), (0.1, 0.05), (0.2, -0.2), (0.9, 0.9)])
def test_a_pixel_of_the_ray_tracer(direction):
    """Each kind of pixel: on the lit and on the dark side of the sphere, and beside it."""
    ray, light = ray_tracer.Vector(*direction, 1.0), ray_tracer.Vector(-1.0, 1.0, -1.0).unit()
    check_gradient(ray_tracer.colour, (ray_tracer.Vector(0.2, 0.1, 3.0), ray, light), "centre", variants=("gradient",))


def test_the_likelihood_of_a_tree(rng):
    """Against central differences, for a tree of another shape as well."""
    leaves = [rng.random((5, 4)) for _ in range(4)]
    for tree in (tree_likelihood.TREE, ((0, 0), (((1, 1), (((2, 2), (3, 3)), 4)), 5))):
        arguments = (rng.standard_normal(6) - 1, tree, leaves)
        check_gradient(tree_likelihood.misfit, arguments, "logarithms", variants=())


def test_fitting_the_tree_lowers_the_misfit():
    """Gradient descent goes down at each step."""
    _, misfits = tree_likelihood.fit(steps=10)
    assert misfits == sorted(misfits, reverse=True)


def test_the_adjoint_of_the_evidence_is_the_posterior():
    """As the forward-backward algorithm has it, and against central differences."""
    _, evidence, transitions = hidden_markov.simulate(12)
    start = np.array([0.4, 0.6])
    found = hidden_markov.posterior(evidence, transitions, start)
    np.testing.assert_allclose(found, hidden_markov.forward_backward(evidence, transitions, start), rtol=1e-10)
    check_gradient(hidden_markov.log_likelihood, (evidence, transitions, start))


def test_the_greeks():
    """Against central differences with the same draws, and near the formula for many."""
    check_gradient(black_scholes.price, (105.0, 0.2, 0.03, 50), "spot,volatility,rate")
    value, adjoints = black_scholes.greeks(105.0, 0.2, 0.03, 100_000)
    np.testing.assert_allclose((value, *adjoints), black_scholes.by_formula(105.0, 0.2, 0.03), rtol=0.01)


# ---- the scripts ----


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_runs_and_draws(name, tmp_path):
    """It prints some lines and writes a picture."""
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.png"
    command = [sys.executable, str(EXAMPLES / name), *SCRIPTS[name], "--plot", str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_is_short(name):
    """Under eighty lines, so that it is read."""
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 80


def test_every_script_is_tested():
    """No example is left out of this file."""
    assert sorted(SCRIPTS) == sorted(path.name for path in EXAMPLES.glob("*.py"))
