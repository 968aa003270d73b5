"""Explain what a request keeps for the reverse sweep: of code that runs, or of the form for written facts."""

from collections.abc import Callable, Mapping, Sequence

from cladpy.errors import CladpyError
from cladpy.execute.explanation import Explanation
from cladpy.execute.plans import Entry
from cladpy.execute.recorded import recorded_by, state_variables
from cladpy.execute.weighed import weighed
from cladpy.frontend.annotated_facts import ParameterFacts
from cladpy.generation import FORWARD_MODES, Generation
from cladpy.request import DiffRequest
from cladpy.static_generation import fact_of_written

SWEEPS = ("gradient", "value_and_gradient", "pullback")  # the modes whose generated code has a reverse sweep of its own


def explained(request: DiffRequest, entry: Entry, values: Sequence[object] = ()) -> Explanation:
    """Explain generated code; with the values of a call it runs once, and what it keeps is weighed.

    Raises
    ------
    CladpyError
        C305 if the request is of another mode, or its code is compiled.
    """
    _check(request)
    generated = entry.generated
    records = recorded_by(generated.emitted, generated.pairs)
    if not values:
        return Explanation(str(request), records, {}, {})
    by_name = {each.function.name: each.function for each in generated.emitted}
    states = {forward: state_variables(by_name[forward]) for forward, _ in generated.pairs if forward in by_name}
    handed = (*values, _nothing) if request.options.on_gradient else tuple(values)
    sizes = weighed(lambda: entry.functions[0](*handed), generated.text, entry.lines.filename, values, states)
    return Explanation(str(request), records, sizes, {})


def explained_statically(
    function: Callable[..., object], request: DiffRequest, facts: Mapping[str, ParameterFacts]
) -> Explanation:
    """Explain the form of a request for written facts; sizes are told by the dimensions that these name."""
    _check(request)
    generation = Generation(request)
    known = {each: fact_of_written(facts.get(each), each) for each in generation.parameters(function)}
    generated = generation.run(function, known)
    dims = {
        f"{parameter}:{axis}": dim
        for parameter, written in facts.items()
        for axis, dim in enumerate(written.dims)
        if dim is not None
    }
    return Explanation(str(request), recorded_by(generated.emitted, generated.pairs), {}, dims)


def _check(request: DiffRequest) -> None:
    if request.mode in FORWARD_MODES:
        raise CladpyError("C305", f"{request} has no reverse sweep, and keeps nothing for one")
    if request.mode not in SWEEPS:
        raise CladpyError("C305", f"{request} is put together from others", hint="ask the gradient or pushforward")
    if request.options.jit is not None:
        raise CladpyError("C305", f"{request} is compiled", hint="explain the request without jit")


def _nothing(_name: str, _adjoint: object) -> None:
    """Take an adjoint and leave it."""
