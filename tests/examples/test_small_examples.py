"""The examples of one file each: right by an independent formula or by differences, and each runs and draws."""

import importlib
import json
import runpy
import sys
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest

from bench.forward import main as measure_forward
from cladpy import check_gradient, gradient, jacobian
from examples import (
    attention,
    black_scholes,
    bundle_adjustment,
    hidden_markov,
    hierarchical_hmc,
    logistic_newton,
    mixture,
    newton,
    pendulum,
    pendulum_fit,
    ray_tracer,
    recurrent,
    rosenbrock,
    spectral_filter,
    tree_likelihood,
    wave_source,
)

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCRIPTS = {
    "attention.py": ["--steps", "3"],
    "black_scholes.py": ["--paths", "2000"],
    "bundle_adjustment.py": [],
    "gaussian_process.py": ["--points", "12"],
    "hierarchical_hmc.py": ["--draws", "5"],
    "hidden_markov.py": ["--length", "20"],
    "logistic_newton.py": [],
    "mixture.py": ["--steps", "3"],
    "newton.py": [],
    "pendulum_fit.py": ["--steps", "50", "--python"],
    "pendulum.py": ["--steps", "200", "--rounds", "2"],
    "ray_tracer.py": ["--size", "6"],
    "recurrent.py": ["--epochs", "3"],
    "rosenbrock.py": ["--size", "4"],
    "spectral_filter.py": ["--steps", "3"],
    "wave_source.py": ["--size", "8", "--steps", "3", "--rounds", "2", "--python"],
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


def test_the_marginal_likelihood_of_a_gaussian_process():
    """By Cholesky factor and by determinant, in value and slope; the fit ends where the slope is zero."""
    pytest.importorskip("scipy.optimize")
    gaussian_process = importlib.import_module("examples.gaussian_process")
    x = np.linspace(0, 5, 8)
    y = np.sin(x) + 0.1 * np.cos(37 * x)
    logs = np.array([0.1, 0.3, -1.0])
    assert gaussian_process.misfit(logs, x, y) == pytest.approx(gaussian_process.by_determinant(logs, x, y))
    slope = gradient(gaussian_process.misfit, "logs")(logs, x, y)
    assert slope == pytest.approx(gradient(gaussian_process.by_determinant, "logs")(logs, x, y))
    check_gradient(gaussian_process.misfit, (logs, x, y))
    found = gaussian_process.fit(x, y)
    assert found.success
    assert np.abs(found.jac).max() < 1e-3


def test_a_filter_is_found_again():
    """Against central differences; strength and delay are those that the data were made with."""
    signal, measured = spectral_filter.data()
    check_gradient(spectral_filter.misfit, (np.array([0.9, 1.0, -2.5, 0.2]), signal, measured), "parameters")
    parameters, misfits = spectral_filter.fit(signal, measured, 200)
    assert parameters[:2] == pytest.approx([0.8, 3.0], abs=0.02)
    assert misfits[-1] < 0.001


def test_a_mixture_of_gaussians(rng):
    """Against central differences; what the gradient calls responsibilities are those of Bayes' rule."""
    parameters = (rng.normal(size=2), rng.normal(size=(2, 3)), rng.normal(size=2))
    points = rng.normal(size=(5, 3))
    check_gradient(mixture.misfit, (*parameters, points))
    weighted = np.exp(parameters[0] + mixture.log_densities(*parameters[1:], points))
    expected = weighted / weighted.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(mixture.responsibilities(*parameters, points), expected, rtol=1e-10)


def test_a_block_of_attention(rng):
    """Against central differences, of every parameter; training lowers the loss."""
    shapes = {"slope": (3,), "shift": (3,), "key": (2, 3, 3), "query": (2, attention.TOKENS, 3)}
    params = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    check_gradient(attention.loss, (params, rng.uniform(-1, 1, (2, attention.TOKENS))), "params", variants=())
    _, losses = attention.train(60)
    assert np.mean(losses[-10:]) < 0.7 * np.mean(losses[:10])


def test_rosenbrocks_hessian():
    """Against differences of the gradient, in a hundred dimensions; products are those with the matrix."""
    pytest.importorskip("scipy")
    x, step = np.linspace(-1.0, 1.0, 100), 1e-5
    matrix = rosenbrock.curvature(x)
    for place in (0, 50, 99):
        unit = step * np.eye(100)[place]
        column = (rosenbrock.slope(x + unit) - rosenbrock.slope(x - unit)) / (2 * step)
        np.testing.assert_allclose(matrix[:, place], column, rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(rosenbrock.product(x, x), matrix @ x, rtol=1e-12, atol=1e-9)


def test_second_derivatives_save_evaluations():
    """Differences cost one for each dimension, and the Hessian saves iterations."""
    pytest.importorskip("scipy")
    results = rosenbrock.compare(10)
    counts = [done.nfev for _, done in results.values()]
    assert counts[0] > 5 * counts[1] > 5 * counts[2]
    assert all(done.fun < 1e-3 for _, done in results.values())


def test_the_fit_of_a_pendulum():
    """The gradient through the checkpointed steps is right, and descent lowers the misfit."""
    observed = pendulum.swing(pendulum.TRUE, 100)
    check_gradient(pendulum.misfit, (np.array([1.2, 0.1]), 100, observed), "parameters", variants=())
    _, values = pendulum.fit(steps=200, rounds=4)
    assert values[-1] < 0.5 * values[0]


def test_the_gradients_that_are_compiled(rng):
    """Those of the fit, the sampler and the wave, against central differences in plain Python."""
    observed, source = pendulum_fit.swing(pendulum_fit.TRUE, 20), rng.standard_normal((5, 6))
    check_gradient(pendulum_fit.misfit, (np.array([2.5, 0.3, 1.0]), observed, 0.1), "parameters", variants=())
    check_gradient(wave_source.misfit, (source, rng.standard_normal((5, 6)), 3), "source", variants=())
    arguments = (rng.standard_normal(10), hierarchical_hmc.EFFECTS, hierarchical_hmc.ERRORS)
    check_gradient(hierarchical_hmc.energy, arguments, "q", variants=())


def test_the_memory_of_a_pendulum_is_flat():
    """Ten times the steps take three times the states, and nothing else."""
    observed = pendulum.swing(pendulum.TRUE, 200)
    peaks = []
    for steps in (200, 2000):
        pendulum.d_misfit(pendulum.TRUE, steps, observed)
        tracemalloc.start()
        pendulum.d_misfit(pendulum.TRUE, steps, observed)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 4 * peaks[0]


def test_newtons_method_on_a_regression():
    """The Hessian is that of the textbook, and convergence is quadratic."""
    features, labels = logistic_newton.simulate(60, 3)
    weights = np.array([0.5, -1.0, 0.25])
    found = logistic_newton.curvature(weights, features, labels, 0.7)
    np.testing.assert_allclose(found, logistic_newton.by_formula(weights, features, 0.7), rtol=1e-10)
    _, lengths = logistic_newton.newton(features, labels)
    assert lengths[-1] < 1e-7 < 1e3 * lengths[-1] + 1e-7 < lengths[0]


def test_the_adjustment_of_a_bundle():
    """Columns share sweeps, and a few steps find points that fit exactly."""
    sums, sweeps = bundle_adjustment.adjust(5)
    assert sweeps == 7
    assert sums[-1] < 1e-20 < sums[0]
    _, unknowns, *given = bundle_adjustment.simulate()
    dense = jacobian(bundle_adjustment.residuals, "unknowns")(unknowns, *given)
    sparse = jacobian(bundle_adjustment.residuals, "unknowns", pattern=bundle_adjustment.pattern(*given[:2]))(
        unknowns, *given
    )
    np.testing.assert_allclose(sparse, dense, rtol=1e-12, atol=1e-12)


def test_the_benchmark_of_forward_mode_measures(tmp_path, capsys):
    """It prints a row for each program, and writes them."""
    measure_forward(["--quick", "--json", str(tmp_path / "rows.json")])
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [row["name"] for row in rows] == ["network", "elementwise", "stencil", "shock", "softmax"]
    assert all(row["forward_ratio"] > 0 and row["name"] in capsys.readouterr().out for row in rows[:1])


# ---- the scripts ----


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_runs_and_draws(name, tmp_path, monkeypatch, capsys):
    """It prints some lines and writes a picture."""
    pytest.importorskip("matplotlib")
    if name == "pendulum_fit.py":
        pytest.importorskip("scipy", reason="its optimiser")
    if name == "gaussian_process.py":
        pytest.importorskip("scipy.optimize")
    picture = tmp_path / "picture.png"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *SCRIPTS[name], "--plot", str(picture)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr()
    assert (printed.out != "", printed.err) == (True, "")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_is_short(name):
    """Under eighty lines, so that it is read."""
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 80


def test_every_script_is_tested():
    """No example is left out of this file."""
    assert sorted(SCRIPTS) == sorted(path.name for path in EXAMPLES.glob("*.py"))


def test_the_source_of_a_wave_comes_nearer():
    """By as many steps as the example takes."""
    true, found, values = wave_source.find(16, wave_source.STEPS, 20, jit=None)
    assert values[-1] < 0.5 * values[0]
    assert np.sum((found - true) ** 2) < 0.8 * np.sum(true**2)
