"""The programs that update arrays in place: each gradient is right at two sizes, and the folder can be looked at."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench.in_place import main as measure
from cladpy import check_gradient
from examples.in_place.collection import PROGRAMS

ROOT = Path(__file__).parent.parent.parent
REFUSED: dict[str, str] = {}


def listed():
    """Return a parameter a program; one that is refused is expected to fail."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=REFUSED[name]) if name in REFUSED else ())
        for name in PROGRAMS
    ]


@pytest.mark.parametrize("name", listed())
def test_the_gradient_is_right(name, rng):
    """Against central differences, at another size as well; the expensive comparisons of variants are left out."""
    program = PROGRAMS[name]
    small, other = (3, 2) if name == "butterfly" else (5, 4)
    arguments = program.arguments(rng, small)
    others = [program.arguments(rng, other)]
    check_gradient(program.function, arguments, program.wrt, other_args=others, variants=("gradient", "tbr"))


def test_the_transform_is_fouriers(rng):
    """The butterflies compute what NumPy's transform does, so that the example is what it says."""
    signal, weights = PROGRAMS["butterfly"].arguments(rng, 4)
    expected = np.sum(weights * np.abs(np.fft.fft(signal)) ** 2)
    assert PROGRAMS["butterfly"].function(signal, weights) == pytest.approx(expected)


def test_the_solves_solve(rng):
    """Elimination, and forward and back substitution, give the solutions of NumPy's solver."""
    a, b = PROGRAMS["solve_pivoted"].arguments(rng, 6)
    assert PROGRAMS["solve_pivoted"].function(a, b) == pytest.approx(np.sum(np.linalg.solve(a, b) ** 2))
    lower, b = PROGRAMS["triangular_solves"].arguments(rng, 6)
    expected = np.sum(np.linalg.solve(lower @ lower.T, b) ** 2)
    assert PROGRAMS["triangular_solves"].function(lower, b) == pytest.approx(expected)


def test_the_density_is_gaussian(rng):
    """Cholesky's factor gives the determinant and the quadratic form of the covariance."""
    covariance, x = PROGRAMS["cholesky"].arguments(rng, 6)
    expected = -0.5 * x @ np.linalg.solve(covariance, x) - 0.5 * np.linalg.slogdet(covariance)[1]
    assert PROGRAMS["cholesky"].function(covariance, x) == pytest.approx(expected)


def test_both_convolutions_agree(rng):
    """A loop over the pixels and one over the kernel give the same."""
    image, kernel = PROGRAMS["convolution"].arguments(rng, 7)
    expected = PROGRAMS["convolution"].function(image, kernel)
    assert PROGRAMS["convolution_by_shifts"].function(image, kernel) == pytest.approx(expected)


@pytest.mark.parametrize("arguments", [[], ["heat_1d"]])
def test_the_folder_can_be_looked_at(arguments):
    """The command lists the programs, or prints a generated gradient."""
    command = [sys.executable, "-m", "examples.in_place.show", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    expected = "def heat_1d_grad_u_k(u, k, steps):" if arguments else "\n".join(PROGRAMS)
    assert expected in done.stdout


def test_the_benchmark_measures(tmp_path, capsys):
    """It prints a line a program and writes the same numbers as a file; an unknown name is an error."""
    measure(["heat_1d", "gauss_seidel", "--quick", "--json", str(tmp_path / "rows.json")])
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:]] == [
        ["heat_1d", "arrays"],
        ["gauss_seidel", "elements"],
    ]
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [row["name"] for row in rows] == ["heat_1d", "gauss_seidel"]
    assert all(row["gradient_ms"] > 0 and row["peak_ratio"] > 0 for row in rows)
    with pytest.raises(SystemExit):
        measure(["heat_3d"])
    assert "no such program: heat_3d" in capsys.readouterr().err
