"""Slots of a generated pullback: one a parameter, its adjoint or ``no_adjoint``.

A slot's adjoint is full, has the type of its parameter and, in a root, owns its storage.
"""

import gast

from cladpy.ir.expressions import attribute, call, constant, name
from cladpy.ir.fact import CONTAINERS, Fact
from cladpy.transform.fitting import is_lazy
from cladpy.transform.reverse_sweep import ReverseSweep
from cladpy.transform.shadow_forms import with_form
from cladpy.transform.structures import Path, build, item_expression


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
    """Return the adjoint of one item of a parameter, as its slot holds it; of a root it is conjugated if complex."""
    fact = sweep.structures.fact_at(version, path)
    if sweep.shadows.has(version):
        adjoint = call("shadow_adjoint", sweep.read(version))
        if dependent:  # the object's attributes may be in another order than its caller knows
            adjoint = with_form(adjoint, sweep.analysis.fact_given(version))
        return conjugate(adjoint, fact) if sweep.analysis.may_be_complex and not dependent else adjoint
    is_complex = not dependent and fact.dtype is not None and fact.dtype.kind == "c"
    if sweep.mirrors.has(version):
        return call("np.conj" if is_complex else "owned", sweep.read(version))
    variable = sweep.adjoint(version, path)
    known = sweep.state.get(variable)
    if known is None:
        return zero_leaf(sweep, version, path, fact)
    if fact.kind in CONTAINERS or not fact.is_number:
        return conjugate(name(variable), fact) if sweep.analysis.may_be_complex and not dependent else name(variable)
    if fact.is_python:
        return python_number(sweep, variable, is_complex=is_complex, dependent=dependent)
    value = sweep.read(version, path, full=True)
    if dependent:
        return value
    if is_complex:
        value = call("np.conj", value)
    if fact.is_array and fact.dims == ():
        return call("np.array", value, attribute(name("np"), fact.dtype.name)) if fact.dtype is not None else value
    if fact.is_array and is_lazy(known.fact, fact, full=known.full) and known.fact.is_scalar and fact.dtype is not None:
        primal = item_expression(name(version), sweep.analysis.fact(version), path)
        dtype = attribute(name("np"), fact.dtype.name)
        number = call("np.conj", name(variable)) if is_complex else name(variable)
        return call("np.full", attribute(primal, "shape"), number, dtype)
    return call("owned", value)


def python_number(sweep: ReverseSweep, variable: str, *, is_complex: bool, dependent: bool) -> gast.expr:
    """Return the adjoint of a Python number as one of its type."""
    if is_complex:
        return call("complex", call("np.conj", name(variable)))
    return name(variable) if sweep.infer(name(variable)).is_python or dependent else call("float", name(variable))


def conjugate(value: gast.expr, fact: Fact) -> gast.expr:
    """Return the conjugate, by which a bilinear cotangent becomes what users get, and the reverse.

    Inside, a cotangent holds the derivative in a, less i times that in b, of a + ib; outside, their sum.
    """
    return call("np.conj" if fact.is_number and fact.dtype is not None else "conjugated", value)


def zero_leaf(sweep: ReverseSweep, version: str, path: Path, fact: Fact) -> gast.expr:
    """Return the zero of an item of a parameter that the result does not depend on."""
    primal = item_expression(name(version), sweep.analysis.fact(version), path)
    if fact.is_array:
        return call("np.zeros", attribute(primal, "shape"), attribute(primal, "dtype"))
    if fact.is_python:
        return constant(0j) if fact.dtype is not None and fact.dtype.kind == "c" else constant(0.0)
    return call("zero_like", primal)
