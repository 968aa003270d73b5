"""``cladpy rules``: what has a rule and what has none."""

import numpy as np
import pytest

from cladpy.rules import default_registry


def test_rules_are_listed(run):
    """By name, with the parameters that have a derivative."""
    result = run("rules")
    lines = result.out.splitlines()
    assert (result.status, result.err) == (0, "")
    assert ["numpy.tanh", "x"] in [line.split() for line in lines]
    assert any(line.startswith("numpy.argmax ") and "no_adjoint" in line for line in lines)
    assert lines[-1] == f"{len(default_registry.all_rules())} functions"


def test_missing_functions_are_listed(run):
    """Those of a library's module that have no rule; classes and submodules are none."""
    *names, empty, count = run("rules", "--missing", "numpy.linalg").out.splitlines()
    functions = [getattr(np.linalg, name.removeprefix("numpy.linalg.")) for name in names]
    assert all(default_registry.lookup(each) is None for each in functions)
    assert {"numpy.linalg.norm", "numpy.linalg.LinAlgError", "numpy.linalg.linalg"}.isdisjoint(names)
    assert empty == ""
    assert count.startswith(f"{len(names)} of ")
    assert count.endswith("functions of numpy.linalg have no rule")


@pytest.mark.parametrize("name", ["os", "mine", "numpy.absent"])
def test_other_modules_are_refused(run, name, tmp_path, monkeypatch):
    """A module of the user's is not imported."""
    (tmp_path / "mine.py").write_text("raise RuntimeError")
    monkeypatch.syspath_prepend(tmp_path)
    result = run("rules", "--missing", name)
    assert (result.status, result.out) == (1, "")
    assert "error[C305]" in result.err
