"""Which parameters' memory a variable may reach."""

import pytest

from cladpy.optimize.analysed import analysed
from cladpy.release.quiet_functions import quiet_functions
from cladpy.release.reached_parameters import ReachedParameters
from tests.optimize.inference import array
from tests.optimize.program import context, read

HALVES = """
def forward(x, w):
    r = np.sin(x @ w)
    return r, (x, w)
"""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a = w.T\n    b = a[1:]", {"a": "w", "b": "w"}),
        ("a = np.exp(w)\n    b = (a, v)", {"a": "", "b": "v"}),
        ("a = [w]\n    a.append(v)\n    b = a.pop()", {"a": "vw", "b": "vw"}),
        ("a = [1]\n    a[0] = w", {"a": "w"}),
        ("for a in w:\n        b = a", {"a": "w", "b": "w"}),
        ("a, b = forward(v, w)", {"a": "", "b": "vw"}),
        ("a = [1]\n    b = unknown(a, v)", {"a": "vw", "b": "vw"}),
    ],
)
def test_what_may_be_kept_is_reached(lines, expected):
    """In views, containers and states; what is computed is new, and an unknown call may do anything."""
    function = read(f"def f(w, v, x):\n    {lines}\n    return x")
    known = context(w=array("w:0", "w:1"), v=array("v:0"))
    called = quiet_functions([(read(HALVES), context())])
    known = called.known_to(known)
    reached = ReachedParameters(function, known, analysed(function, known).storage, ("w", "v"), called)
    assert {name: "".join(sorted(reached.by(name))) for name in expected} == expected
