"""Functions of cladpy.runtime for histograms: generated code can be differentiated again."""

from cladpy import runtime
from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule
from cladpy.rules.samples import calls, normal
from cladpy.runtime import no_adjoint

_A = "np.array([5.0, 3.0, 4.0])"
rule(
    runtime.histogram_edges_adjoint,
    "z = histogram_edges_adjoint(d, a, bins)",
    d="histogram_edges_tangent(d_z, a, bins)",
    a=zero,
    bins=no_adjoint,
    tangent={"d": "histogram_edges_adjoint(t_d, a, bins)"},
    cuts=True,
    samples=normal() & calls(f"d[3], {_A}, 2"),
)
rule(
    runtime.histogram_edges_tangent,
    "e = histogram_edges_tangent(t, a, bins)",
    t="histogram_edges_adjoint(d_e, a, bins)",
    a=zero,
    bins=no_adjoint,
    tangent={"t": "histogram_edges_tangent(t_t, a, bins)"},
    cuts=True,
    samples=normal() & calls(f"t[3], {_A}, 2"),
)
rule(runtime.histogram_bins, "n = histogram_bins(a, edges)", every=no_adjoint)
