"""Builtin functions of Python, as far as one formula can say it.

``max``, ``min`` and ``sorted`` are control flow, ``sum`` is a loop: the compiler takes them apart.
"""

from cladpy.rules.absences import zero
from cladpy.rules.declaration import rule, variant
from cladpy.rules.numpy.arithmetic import POWER, POWER_CALLS, POWER_POLES, POWER_SINGULAR
from cladpy.rules.numpy.complex_parts import ABS, ABS_OF_REAL
from cladpy.rules.samples import calls, normal, only, positive
from cladpy.runtime import no_adjoint

rule(
    abs,
    "y = abs(x)",
    variants=[
        variant(
            when="python_float(x)",
            x="d_y * ((x > 0) - (x < 0))",
            guarded={"x": "multiply_guarded((x > 0) - (x < 0), d_y)"},
            tangent={"x": "t_x * ((x > 0) - (x < 0))"},
        ),
        ABS_OF_REAL,
    ],
    **ABS,
)
rule(
    pow,
    "z = pow(x, y)",
    variants=POWER,
    x="power_adjoint(d_z, x, y)",
    y="power_exponent_adjoint(d_z, x, z)",
    elementwise=True,
    branch_point="x y",
    pole="x y",
    saturates=True,
    samples=positive("x") & normal("y") & POWER_CALLS,
    singular=[*POWER_SINGULAR, *POWER_POLES],
)
rule(
    divmod,
    "w, z = divmod(x, y)",
    x="d_z",
    y="-d_z * w",
    tangent={"x": "(zero_like(w), t_x)", "y": "(zero_like(w), -w * t_y)"},
    elementwise=True,
    samples=normal() & positive("y"),
)
rule(
    float,
    "y = float(x)",
    x="d_y",
    elementwise=True,
    samples=normal() & only("x[()]", "np.float32(x[()])", "float(x[()])"),
)
rule(
    round,
    "y = round(x, ndigits=None)",
    variants=[variant(when="absent(ndigits)", x=no_adjoint)],
    x=zero,
    elementwise=True,
    samples=normal() & only("float(x[()])", "float(x[()]), 2"),
)

rule(int, "y = int(x)", every=no_adjoint, samples=normal() & only("float(x[()])"))
rule(bool, "y = bool(x)", every=no_adjoint, samples=normal() & only("float(x[()])"))
rule(len, "y = len(x)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(str, "y = str(x='')", every=no_adjoint, samples=normal() & only("x[3]"))
rule(repr, "y = repr(x)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(format, "y = format(x, specification='')", every=no_adjoint, samples=normal() & only("float(x[()]), '.3f'"))
rule(type, "y = type(x)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(isinstance, "y = isinstance(x, kind)", every=no_adjoint, samples=normal() & only("x[3], float"))
rule(callable, "y = callable(x)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(id, "y = id(x)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(hash, "y = hash(x)", every=no_adjoint, samples=normal() & only("float(x[()])"))
rule(any, "y = any(items)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(all, "y = all(items)", every=no_adjoint, samples=normal() & only("x[3]"))
rule(range, "y = range(*bounds)", every=no_adjoint)

# The operand that Python returns, the first of equals, gets everything.
rule(
    max,
    "z = max(x, y)",
    x="0.0 if y > x else d_z",
    y="d_z if y > x else 0.0",
    tangent={"x": "0.0 if y > x else t_x", "y": "t_y if y > x else 0.0"},
    cuts=True,
    samples=normal() & calls("float(x[()]), float(y[()])"),
)
rule(
    min,
    "z = min(x, y)",
    x="0.0 if y < x else d_z",
    y="d_z if y < x else 0.0",
    tangent={"x": "0.0 if y < x else t_x", "y": "t_y if y < x else 0.0"},
    cuts=True,
    samples=normal() & calls("float(x[()]), float(y[()])"),
)
