"""Generate without a call: the text for facts that are written, in annotations or on the command line."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import gast
import numpy as np

from cladpy.emit.copied_definitions import copied_definitions
from cladpy.execute.watched import user_name
from cladpy.frontend.annotated_facts import ParameterFacts
from cladpy.frontend.namespace import RenamedGlobal
from cladpy.generation import Generation
from cladpy.ir.expressions import call, constant, name
from cladpy.ir.fact import BOOL, FLOAT, INT, ONE, Dim, Fact, array
from cladpy.ir.statements import Effect
from cladpy.request import DiffRequest
from cladpy.stages import joined

SECOND_ORDER = ("hessian", "hessian_diagonal", "hessian_vector_product")  # they sweep over the gradient function
SWEPT = dict.fromkeys(SECOND_ORDER, "tangent") | {"jacobian": "pushforward"}  # what is put together shows its sweep
GENERAL = Fact("number")  # a number or array of which nothing is known: the general form


def generate_static(
    function: Callable[..., object],
    request: DiffRequest,
    facts: Mapping[str, ParameterFacts],
    stage: str | None = None,
    *,
    reserved: Collection[str] = (),
    runs_alone: bool = False,
) -> str:
    """Return the module that a request generates for a function under written facts.

    A Jacobian calls the pushforward, column by column; a Hessian or a product with one that of the gradient function:
    these are given.

    Parameters
    ----------
    function : function
        Live, or built from its file without running it.
    request : DiffRequest
    facts : mapping
        By parameter; one without facts is taken in general, and the text is right for every kind of number.
    stage : str or None
        Give the text after this stage instead: "normalize", "varied", "recorded", "pullback", "optimize", "release".
    reserved : collection of str
        Names that generated functions must not have.
    runs_alone : bool
        Copy the definitions of the user's globals that the text names.
    """
    parameters = Generation(request).parameters(function)
    known = {parameter: fact_of_written(facts.get(parameter), parameter) for parameter in parameters}
    if request.mode in SECOND_ORDER:
        function = (
            Generation(replace(request, mode="gradient"), without=frozenset({"element_lists"}))
            .run(function, known)
            .compiled()
        )
    swept = replace(request, mode=SWEPT.get(request.mode, request.mode))
    generation = Generation(swept, stage=stage, preamble=check_of(facts), reserved=frozenset(reserved))
    generated = generation.run(function, known)
    if stage is not None:
        return joined(generation.staged)
    if not runs_alone:
        return generated.text
    users = {each: RenamedGlobal(*user_name(owner, each)) for each, owner in generated.globals.items()}
    copied = copied_definitions(users, generated.module.identifiers)
    return generated.module.text(copied.definitions, copied.imports)


def fact_of_written(facts: ParameterFacts | None, parameter: str) -> Fact:
    """Return the fact that an annotation stands for."""
    if facts is None:
        return GENERAL
    if facts.kind != "array":
        return {"float": FLOAT, "int": INT, "bool": BOOL}[facts.kind]
    dims = tuple(
        ONE if dim == 1 else Dim(f"{parameter}:{axis}", one=None if dim is None else False, constant=True)
        for axis, dim in enumerate(facts.dims)
    )
    return array(None if facts.dtype is None else np.dtype(facts.dtype), dims)


def check_of(facts: Mapping[str, ParameterFacts]) -> tuple[Effect, ...]:
    """Return the statement that checks written facts of arrays."""
    keywords = []
    for parameter, written in facts.items():
        if written.kind == "array" and written.dtype is not None:
            dims = [constant(1 if dim == 1 else None) for dim in written.dims]
            parts = [name(parameter), constant(np.dtype(written.dtype).name), gast.Tuple(dims, gast.Load())]
            keywords.append(gast.keyword(parameter, gast.Tuple(parts, gast.Load())))
    if not keywords:
        return ()
    checked = call("check_facts")
    return (Effect(gast.Call(checked.func, [], keywords)),)
