"""The passes run for a backend whose loops are faster than its array statements, and for no other."""

from dataclasses import replace

from cladpy.emit.capabilities import PYTHON, capabilities_of
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse
from cladpy.ir.fact import UNKNOWN
from cladpy.jit.for_backend import for_backend
from cladpy.optimize.context import Context

FUNCTION = ir.Function("f", ("x",), (ir.Return(parse("x")),))


def test_other_backends_are_left():
    """The function is given back as it is."""
    context = Context({}, bool, bool, True, lambda node: UNKNOWN)
    assert for_backend(FUNCTION, context, PYTHON) is FUNCTION
    assert for_backend(FUNCTION, context, capabilities_of("numba", ["parallel"])) is FUNCTION


def test_names_of_unknown_values_are_left():
    """Nothing is known of `x`; there is no index that may be outside."""
    context = Context({}, bool, bool, True, lambda node: UNKNOWN)
    assert for_backend(FUNCTION, context, capabilities_of("numba")) == replace(FUNCTION, in_bounds=True)
