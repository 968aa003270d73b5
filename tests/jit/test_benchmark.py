"""The benchmark of compiled gradients compares them with sweeps by hand, and says where it cannot."""

import json

import pytest

from bench import compiled


def test_the_benchmark_measures(tmp_path, capsys):
    """A row a program; what is measured is the same gradient."""
    pytest.importorskip("numba")
    assert compiled.main(["rosenbrock", "--quick", "--json", str(tmp_path / "rows.json")]) == 0
    (row,) = json.loads((tmp_path / "rows.json").read_text())
    assert row["name"] == "rosenbrock"
    assert 0.0 < row["gradient"] < row["python_gradient"]
    assert "/hand" in capsys.readouterr().out


def test_without_numba_nothing_is_measured(monkeypatch, capsys):
    """It is an extra."""
    monkeypatch.setattr(compiled, "numba", None)
    assert compiled.main([]) == 0
    assert "numba is not installed" in capsys.readouterr().out
