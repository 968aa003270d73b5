"""Equal terms of tangents."""

import pytest

from cladpy.ir.fact import FLOAT
from cladpy.optimize.merge_terms import run
from tests.optimize.program import after


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("T_z = x * y + x * y", "T_z = 2 * (x * y)"),
        ("T_z = x * y + y * x", "T_z = x * y + y * x"),
        ("T_z += x + x", "T_z += 2 * x"),
        ("T_z[0] = x + x", "T_z[0] = 2 * x"),
        ("T_z = impure(x) + impure(x)", "T_z = impure(x) + impure(x)"),
        ("z = x + x", "z = x + x"),
    ],
)
def test_terms(line, expected):
    """Those that are written alike and are pure, of tangents alone."""
    found = after(run, f"def f(x, y, T_z, z):\n    {line}\n    return T_z", x=FLOAT, y=FLOAT)
    assert expected == found.split("\n")[1].strip()


def test_nested_blocks():
    """Sums in a loop are merged too, the rest of the function is left as it is."""
    text = "def f(x, T_z):\n    for i in x:\n        T_z = i + i\n    return T_z"
    assert "T_z = 2 * i" in after(run, text, x=FLOAT, i=FLOAT)
