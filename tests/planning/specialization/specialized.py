"""Forms of programs under a signature, as text."""

from cladpy.analyses.facts_of_values import fact_of
from cladpy.planning.function_facts import FunctionFacts
from cladpy.request import Options
from tests.stages import block_text, define


def specialized(program, *values, **more):
    """Return the specialised normal form of a function, given as text, for arguments."""
    function = define(program, **more) if isinstance(program, str) else program
    known = FunctionFacts(Options())
    parameters = known.prepare(function).form.parameters
    facts = {name: fact_of(value, name) for name, value in zip(parameters, values, strict=True)}
    prepared, _ = known.specialized(function, facts)
    return block_text(prepared.form.body)
