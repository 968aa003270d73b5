"""Slots of a generated pullback: one a parameter, its adjoint or ``no_adjoint``.

A slot's adjoint is full, has the type of its parameter and, in a root, owns its storage.
"""

import gast

from cladpy.ir.expressions import attribute, call, constant, name
from cladpy.ir.fact import Fact
from cladpy.transform.fitting import is_lazy
from cladpy.transform.reverse_sweep import ReverseSweep
from cladpy.transform.structures import CONTAINERS, Path, build, item_expression


def slot(sweep: ReverseSweep, parameter: str, *, dependent: bool = False) -> gast.expr:
    """Return the expression of a parameter's adjoint: full, of its own storage, of the parameter's type."""
    version = f"{parameter}.0"
    fact = sweep.analysis.fact(version)
    if fact.kind in CONTAINERS and fact.items == ():
        return build(fact, {}, name("no_adjoint"))
    if not fact.may_hold_derivative:
        return name("no_adjoint")
    leaves = {path: leaf(sweep, version, path, dependent=dependent) for path in sweep.structures.leaves(version)}
    return build(fact, leaves, name("no_adjoint"))


def leaf(sweep: ReverseSweep, version: str, path: Path, *, dependent: bool) -> gast.expr:
    """Return the adjoint of one item of a parameter, as its slot holds it."""
    fact = sweep.structures.fact_at(version, path)
    if sweep.shadows.has(version):
        return call("shadow_adjoint", sweep.read(version))
    if sweep.mirrors.has(version):
        return call("owned", sweep.read(version))
    variable = sweep.adjoint(version, path)
    known = sweep.state.get(variable)
    if known is None:
        return zero_leaf(sweep, version, path, fact)
    if fact.kind in CONTAINERS or not fact.is_number:
        return name(variable)
    if fact.is_python:
        inferred = sweep.infer(name(variable))
        return name(variable) if inferred.is_python or dependent else call("float", name(variable))
    value = sweep.read(version, path, full=True)
    if dependent:
        return value
    if fact.is_array and fact.dims == ():
        return call("np.array", value, attribute(name("np"), fact.dtype.name)) if fact.dtype is not None else value
    if fact.is_array and is_lazy(known.fact, fact, full=known.full) and known.fact.is_scalar and fact.dtype is not None:
        primal = item_expression(name(version), sweep.analysis.fact(version), path)
        dtype = attribute(name("np"), fact.dtype.name)
        return call("np.full", attribute(primal, "shape"), name(variable), dtype)
    return call("owned", value)


def zero_leaf(sweep: ReverseSweep, version: str, path: Path, fact: Fact) -> gast.expr:
    """Return the zero of an item of a parameter that the result does not depend on."""
    primal = item_expression(name(version), sweep.analysis.fact(version), path)
    if fact.is_array:
        return call("np.zeros", attribute(primal, "shape"), attribute(primal, "dtype"))
    return constant(0.0) if fact.is_python else call("zero_like", primal)
