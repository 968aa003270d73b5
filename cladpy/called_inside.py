"""Derivatives that code calls which numba compiles: generated for the types of the call, not for values."""

from collections.abc import Sequence
from typing import Any

from cladpy.emit.other_meaning import refusal
from cladpy.execute.compiled_module import compiled_module
from cladpy.execute.inside_numba import function_type
from cladpy.execute.watched import watch
from cladpy.generation import Generation
from cladpy.ir.fact import Fact

MODES = ("gradient", "value_and_gradient")  # whose results compiled code can take as they are


def type_for_numba(derivative: Any) -> Any:
    """Return the type that numba takes a derivative for.

    Parameters
    ----------
    derivative : Derivative
        Of a request with ``jit="numba"``.
    """
    return function_type(derivative, derivative.takes, lambda facts: _compiled(derivative, facts))


def _compiled(derivative: Any, facts: Sequence[Fact]) -> Any:
    """Return the compiled function for calls from compiled code, of whose arguments the facts are known."""
    name, names, request = derivative.function.__name__, derivative.takes, derivative.generated_request
    if derivative.mode not in MODES or request != derivative.request:
        raise refusal(f"calls no {derivative.mode} of {name}: gradients and values by whole parameters alone")
    generated = Generation(request).run(derivative.function, dict(zip(names, facts, strict=True)))
    if generated.stored and len(names) > 1:
        raise refusal(f"does not see whether arguments of {name}, which stores into them, share memory")
    watched = watch(generated.globals, generated.relied.names)
    live: dict[str, Any] = {each.text_name: each.value for each in watched if each.text_name is not None}
    made = compiled_module(generated, live, request.options, derivative.__module__)
    for data in (*generated.module.data[generated.names[0]], *(made.twins.constants if made.twins else ())):
        raise refusal(
            f"takes the global '{data}' for a constant, where compiled code calls this derivative",
            hint=f"hand '{data}' over as an argument",
        )
    return made.functions[0].compiled  # type: ignore[attr-defined]  # a kernel
