"""What is known of one function under one signature."""

import numpy as np

from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, UNKNOWN
from tests.stages import analysis_of, fact_text

PROGRAM = "SCALE = np.ones(2)\n\ndef f(x, n):\n    y = x * 2.0\n    return np.sum(y) * n\n"


def test_everything_is_by_version():
    """Facts, operations, variables, activity, and the result."""
    analysis = analysis_of(PROGRAM, (np.ones(3), 2), "x")
    assert analysis.result == "result@ret.0"
    assert analysis.variables["y.0"] == "y"
    assert sorted(analysis.operations) == ["result@ret.0", "v@1.0", "y.0"]
    assert analysis.active == {"x.0", "y.0", "v@1.0", "result@ret.0"}
    assert fact_text(analysis.fact("y.0")) == "float64[x:0]"
    assert analysis.fact("z.7") == UNKNOWN


def test_expressions_are_inferred_over_versions_and_more():
    """Names of generated code come on top; globals are looked up live."""
    analysis = analysis_of(PROGRAM, (np.ones(3), 2), "x")
    assert fact_text(analysis.infer(parse("d_y * 2"), {"d_y": FLOAT})) == "float"
    assert fact_text(analysis.infer(parse("SCALE + 1.0"), {})) == "float64[SCALE:0]"


def test_a_literal_result_has_no_version():
    """Nothing is differentiated then."""
    analysis = analysis_of("def f(x):\n    return 1.0\n", (2.0,))
    assert (analysis.result, analysis.active) == (None, frozenset({"x.0"}) & frozenset())
