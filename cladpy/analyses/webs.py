"""The variable that holds each version in generated code.

before: ``x.0``, ``x.1``, ``x.2 = phi(x.0, x.1)``, ``x.3``   after: ``x`` for the first three, ``x@1`` for the last

Versions that a join may hold share a variable, and so do a value and its update in place; other assignments of the same
name get variables of their own, which the naming pass calls alike again where their lives do not overlap.
"""

from collections.abc import Mapping

from cladpy.analyses.runtime_names import runtime_value
from cladpy.analyses.versions import Versions, bound_variables
from cladpy.frontend.namespace import MISSING
from cladpy.ir.union_find import UnionFind

WEB = "@w"
"""Stands between a name and the number of its web."""


def variables_of(versions: Versions) -> Mapping[str, str]:
    """Return the variable of each version."""
    sets = UnionFind()
    bound = bound_variables(versions.table)
    for version, info in versions.table.items():
        for source in info.sources:
            is_global = info.name not in bound  # it has its name before it is stored into
            if is_global or versions.table.get(source, info).kind != "unbound":
                sets.union(source, version)
    variables: dict[str, str] = {}
    taken: dict[str, str] = {}
    ordered = sorted(versions.table, key=lambda version: versions.table[version].position)
    for version in ordered:
        root = sets.find(version)
        if root not in variables:
            name = versions.table[version].name
            is_plain = f"{name}.0" in versions.parameters or runtime_value(name) is MISSING
            variables[root] = _unused(name, taken) if is_plain else _marked(name, taken)
            taken[variables[root]] = root
    return {version: variables[sets.find(version)] for version in ordered}


def _unused(name: str, taken: Mapping[str, str]) -> str:
    return name if name not in taken else _marked(name, taken)


def _marked(name: str, taken: Mapping[str, str]) -> str:
    """Return the name with a mark: apart from other versions, and from what generated code calls by that name."""
    base, count = name.split("@", maxsplit=1)[0], 1
    while f"{base}{WEB}{count}" in taken:
        count += 1
    return f"{base}{WEB}{count}"
