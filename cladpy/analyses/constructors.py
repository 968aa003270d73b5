"""What a constructor fills an object with, where it only stores its parameters and literals.

before: ``Circle(c, r)``, whose ``__init__`` is ``super().__init__(c)``, ``self.radius = radius``
after:  the fields ``{center: c, radius: r}``
"""

import inspect
import types
from collections.abc import Mapping, Sequence

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source

Fields = dict[str, gast.expr]
STARS = frozenset({inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD})


def bound_arguments(
    signature: inspect.Signature, arguments: Sequence[gast.expr], keywords: Mapping[str, gast.expr]
) -> Fields | None:
    """Return the expression for each parameter; None where a default is no literal, or a star takes several.

    Raises
    ------
    CladpyError
        C115 if they do not fit.
    """
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as error:
        raise CladpyError("C115", str(error)) from None
    found = {}
    if any(parameter.kind in STARS for parameter in signature.parameters.values()):
        return None
    for parameter in signature.parameters.values():
        if parameter.name in bound.arguments:
            found[parameter.name] = bound.arguments[parameter.name]
        elif type(parameter.default) in (int, float, bool, str, type(None)) or _is_empty_tuple(parameter.default):
            found[parameter.name] = gast.Constant(parameter.default, None)
        else:
            return None
    return found


def _is_empty_tuple(value: object) -> bool:
    return type(value) is tuple and not value


def plain_fields(
    cls: type,
    init: types.FunctionType,
    signature: inspect.Signature,
    arguments: Sequence[gast.expr],
    keywords: Mapping[str, gast.expr],
) -> Fields | None:
    """Return the fields that an ``__init__`` fills, those of its base classes' among them; None if it does more.

    Parameters
    ----------
    cls : type
        Of the object.
    init : function
        That of the class, or of one of its bases.
    signature : Signature
        Without the object.
    arguments, keywords
        Without the object.
    """
    try:
        tree = find_source(init).tree
    except CladpyError:
        return None
    given = bound_arguments(signature, arguments, keywords)
    if given is None:
        return None
    this = tree.args.args[0].id
    fields: Fields = {}
    for statement in tree.body:
        if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant):
            continue
        of_base = _fields_of_base(cls, init, statement, given)
        if of_base is not None:
            fields |= of_base
            continue
        pairs = _stores(statement)
        if pairs is None:
            return None
        for target, value in pairs:
            owned = (
                isinstance(target, gast.Attribute) and isinstance(target.value, gast.Name) and target.value.id == this
            )
            stored = _stored(value, given)
            if not owned or stored is None or isinstance(inspect.getattr_static(cls, target.attr, None), property):
                return None
            fields[target.attr] = stored
    return fields


def _fields_of_base(
    cls: type, init: types.FunctionType, statement: gast.stmt, given: Mapping[str, gast.expr]
) -> Fields | None:
    """Return what ``super().__init__(...)`` fills."""
    call = statement.value if isinstance(statement, gast.Expr) else None
    if not isinstance(call, gast.Call) or not isinstance(call.func, gast.Attribute) or call.func.attr != "__init__":
        return None
    owner = call.func.value
    if not (isinstance(owner, gast.Call) and isinstance(owner.func, gast.Name) and owner.func.id == "super"):
        return None
    base = None if owner.args or "super" in init.__globals__ else _behind(cls, init)
    arguments = [_stored(argument, given) for argument in call.args]
    keywords = {keyword.arg: _stored(keyword.value, given) for keyword in call.keywords}
    if base is None or None in keywords or None in arguments or None in keywords.values():
        return None
    parameters = list(inspect.signature(base).parameters.values())[1:]
    return plain_fields(cls, base, inspect.Signature(parameters), arguments, keywords)


def _behind(cls: type, init: types.FunctionType) -> types.FunctionType | None:
    """Return the ``__init__`` of the first class behind the one that an ``__init__`` stands in."""
    order = [vars(each)["__init__"] for each in cls.__mro__ if "__init__" in vars(each)]
    if order.count(init) != 1:
        return None
    found = order[order.index(init) + 1]
    return found if isinstance(found, types.FunctionType) else None


def _stored(value: gast.expr, given: Mapping[str, gast.expr]) -> gast.expr | None:
    """Return what a parameter stands for, or a literal itself; None for anything else."""
    if isinstance(value, gast.Name):
        return given.get(value.id)
    return value if isinstance(value, gast.Constant) else None


def _stores(statement: gast.stmt) -> list[tuple[gast.expr, gast.expr]] | None:
    if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if isinstance(target, gast.Tuple) and isinstance(value, gast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]
