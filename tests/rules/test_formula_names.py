"""The names that a formula may use."""

import math
import sys

import numpy as np
import pytest

import cladpy.runtime
from cladpy.rules import default_registry
from cladpy.rules.formula_names import exporter, formula_namespace, formula_value


@pytest.mark.parametrize(
    ("name", "value"), [("np", np), ("math", math), ("unbroadcast", cladpy.runtime.unbroadcast), ("len", None)]
)
def test_values(name, value):
    """NumPy as np, math and the runtime's functions; builtins are for others to find."""
    assert formula_value(name) is value
    assert formula_namespace().get(name) is value


def test_the_runtime_exports_its_functions():
    """Generated code imports a name from where it is."""
    assert (exporter("unbroadcast"), exporter("np"), exporter("len")) == ("cladpy.runtime", "", "")


def test_names_of_scipy_are_known_once_it_is_imported():
    """The rules that use them are declared then."""
    special = pytest.importorskip("scipy.special")
    assert default_registry.lookup(special.xlogy) is not None
    assert formula_value("scipy") is sys.modules["scipy"]
    assert exporter("gammainc_slope") == "cladpy.runtime.scipy"
    assert formula_value("gammainc_slope") is sys.modules["cladpy.runtime.scipy"].gammainc_slope


def test_names_of_scipy_are_unknown_without_it(monkeypatch):
    """NumPy is all that cladpy needs."""
    monkeypatch.delitem(sys.modules, "scipy", raising=False)
    monkeypatch.delitem(sys.modules, "cladpy.runtime.scipy", raising=False)
    assert (formula_value("scipy"), formula_value("gammainc_slope"), exporter("gammainc_slope")) == (None, None, "")
    assert "scipy" not in formula_namespace()
