"""The order of the attributes in an object's adjoint, which its shadow need not have.

An adjoint of an object is a tuple of the adjoints of its attributes in the order in which facts know them; a shadow has
its cells in the order in which they were set. The form says the former where a value is or holds an object.
"""

import gast

from cladpy.ir.expressions import call, constant
from cladpy.ir.fact import CONTAINERS, Fact


def with_form(made: gast.Call, fact: Fact) -> gast.Call:
    """Return a call that takes the form of a value, with the form of a value with these facts if it needs one."""
    form = form_of(fact)
    return made if form is None else gast.Call(made.func, [*made.args, form], made.keywords)


def form_of(fact: Fact) -> gast.expr | None:
    """Return the form of a value with these facts: a display; None where no object is in it.

    Examples
    --------
    >>> import ast
    >>> point = Fact("object", items=(Fact("str"), Fact("str")), keys=("x", "y"))
    >>> gast.dump(form_of(Fact("list", element=point)).elts[0].keywords[0])
    "keyword(arg='x', value=Constant(value=None, kind=None))"
    """
    if fact.kind not in CONTAINERS:
        return None
    if fact.items is None:
        element = None if fact.element is None else form_of(fact.element)
        return None if element is None else gast.List([element], gast.Load())
    inner = [form_of(item) for item in fact.items]
    forms = [constant(None) if form is None else form for form in inner]
    if fact.kind == "object":
        return call("Shadow", **{str(key): form for key, form in zip(fact.keys or (), forms, strict=True)})
    if not any(inner):
        return None
    if fact.kind == "dict":
        return gast.Dict([constant(key) for key in fact.keys or ()], forms)
    return gast.List(forms if len(forms) > 1 else [*forms, constant(None)], gast.Load())
