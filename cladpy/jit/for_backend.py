"""The passes over the text of compiled functions, in order."""

from dataclasses import replace

from cladpy.emit.capabilities import Capabilities
from cladpy.ir import statements as ir
from cladpy.ir.expressions import names_in
from cladpy.jit.buffers import settle_buffers
from cladpy.jit.element_loops import element_loops
from cladpy.jit.element_numbers import element_numbers
from cladpy.jit.forward_loops import forward_loops
from cladpy.jit.index_bounds import in_bounds
from cladpy.jit.single_precision import single_precision
from cladpy.jit.storage_sets import StorageSets
from cladpy.jit.tape_arrays import tape_arrays
from cladpy.optimize.context import Context
from cladpy.optimize.merge_updates import has_updates, merge_updates


def for_backend(function: ir.Function, context: Context, capabilities: Capabilities) -> ir.Function:
    """Return a function as its backend compiles it to the fastest code.

    Parameters
    ----------
    function : Function
        In the form of the backend.
    context : Context
        That of its identifiers.
    capabilities : Capabilities
    """
    if not capabilities.element_loops:
        return function
    function, buffers = element_loops(function, context, _names_of(function) | context.reserved)
    function = settle_buffers(function, buffers) if buffers else function
    function, tapes = tape_arrays(function, context, _names_of(function) | context.reserved)
    if has_updates(function.body):  # behind the arrays of tapes, which are read without a call
        sets = StorageSets(function, context, context.fact)
        function = replace(function, body=merge_updates(function.body, context.fact, sets.may_share))
    function = single_precision(function, context)
    function = in_bounds(forward_loops(function, context), context, tapes)
    return element_numbers(function, context, _names_of(function) | context.reserved)


def _names_of(function: ir.Function) -> set[str]:
    """Return the names that a function uses."""
    found = set(function.parameters)
    for statement in ir.walk(function.body):
        for part in ("target", "value", "test", "iterable", "context"):
            node = getattr(statement, part, None)
            found |= set() if node is None else set(names_in(node))
    return found
