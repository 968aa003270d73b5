"""Functions of cladpy.runtime for distinct values: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal

_AR, _Y = "np.array([5.0, 3.0, 5.0])", "np.array([3.0, 5.0, 7.0])"
rule(
    runtime.unique_adjoint,
    "z = unique_adjoint(d, ar, axis=None, equal_nan=True)",
    d="unique_tangent(d_z, ar, axis, equal_nan)",
    ar=zero,
    tangent={"d": "unique_adjoint(t_d, ar, axis, equal_nan)"},
    cuts=True,
    samples=normal() & calls(f"d[2], {_AR}", "d[2, 2], np.array([[1.0, 2.0], [0.0, 1.0]]), 0"),
)
rule(
    runtime.unique_tangent,
    "z = unique_tangent(t, ar, axis=None, equal_nan=True)",
    t="unique_adjoint(d_z, ar, axis, equal_nan)",
    ar=zero,
    tangent={"t": "unique_tangent(t_t, ar, axis, equal_nan)"},
    cuts=True,
    samples=normal() & calls(f"t[3], {_AR}"),
)
rule(
    runtime.found_adjoint,
    "z = found_adjoint(d, y, ar)",
    d="found_tangent(d_z, y, ar)",
    y=zero,
    ar=zero,
    tangent={"d": "found_adjoint(t_d, y, ar)"},
    cuts=True,
    samples=normal() & calls(f"d[3], {_Y}, {_AR}"),
)
rule(
    runtime.found_tangent,
    "z = found_tangent(t, y, ar)",
    t="found_adjoint(d_z, y, ar)",
    y=zero,
    ar=zero,
    tangent={"t": "found_tangent(t_t, y, ar)"},
    cuts=True,
    samples=normal() & calls(f"t[3], {_Y}, {_AR}"),
)
