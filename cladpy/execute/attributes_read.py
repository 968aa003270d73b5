"""Which attributes of an object a primal reads, so that the others are no part of its signature.

A model may count its calls or keep a history of losses: what the primal never reads must not make a new signature.
Direction none: one look at the tree. May report too much; where the object itself is used, everything.
"""

import types
from collections.abc import Collection

import gast

from cladpy.execute.signature_key import IDENTICAL, fields_of

Read = frozenset[str] | None
"""Names of attributes; None for everything."""

NO_OBJECTS = (tuple, list, dict, set, frozenset, str, bytes, types.FunctionType, *IDENTICAL)


def attributes_read(tree: gast.FunctionDef, parameters: Collection[str]) -> dict[str, Read]:
    """Return what a function reads of each of its parameters: attributes, if it uses nothing else of it.

    Examples
    --------
    >>> tree = gast.parse("def f(model, x): return model.w * x + model.b").body[0]
    >>> {name: read and sorted(read) for name, read in attributes_read(tree, ("model", "x")).items()}
    {'model': ['b', 'w'], 'x': None}
    """
    uses = dict.fromkeys(parameters, 0)
    members: dict[str, set[str]] = {name: set() for name in parameters}
    nodes = [node for statement in tree.body for node in gast.walk(statement)]
    for node in nodes:
        if isinstance(node, gast.Name) and node.id in uses:
            uses[node.id] += 1
        elif isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id in uses:
            uses[node.value.id] -= 1  # the name below it is counted by itself
            members[node.value.id].add(node.attr)
    return {name: frozenset(members[name]) if uses[name] == 0 else None for name in parameters}


def read_of(value: object, read: Read) -> Read:
    """Return what is read of an argument: None unless it is an object that has these attributes in itself.

    A method or a property may read anything of its object, and a container is what its items are.
    """
    if read is None or isinstance(value, NO_OBJECTS):
        return None
    own = {name for name, _ in fields_of(value)}
    return read if own and read <= own else None
