"""Which parts of a call's result are which parts of its arguments, as the heap of the called function tells.

``def wrapped(o, scale): return Pair(o.left, o)``: of the result, ``first`` is the argument's ``left``, ``second`` is
the argument. A part is named by the parameter, or the result, and the keys that lead to it.

Direction none (flow-insensitive), lattice: relations of parts. Requires the called function's heap, with what shallow
copies hold. Guarantees: parts that are not related are not one object because of the call. May relate more than are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import gast

from cladpy.analyses.heap import EVERY, Heap
from cladpy.analyses.operations import CallUser
from cladpy.ir.expressions import names_in

Keys = tuple[object, ...]
Part = tuple[str, Keys]
RESULT = ""
"""The result's name in a part: no parameter has it."""


@dataclass(frozen=True, slots=True)
class SharedParts:
    """Pairs of parts that may be one object, and pairs of a shallow copy and what it was made of."""

    one: tuple[tuple[Part, Part], ...] = ()
    copies: tuple[tuple[Part, Part], ...] = ()


def shared_parts(heap: Heap, parameters: Mapping[str, str], result: str | None) -> SharedParts:
    """Return what the result of a function shares with its parameters, or within itself.

    Parameters
    ----------
    heap : Heap
        Of the function, once built.
    parameters : mapping
        The version at the entry by parameter, of those that may be updated in place.
    result : str or None
        The version that is returned; None where it is none.
    """
    if result is None:
        return SharedParts()
    of_result = {heap.node(result), *heap.inside(result)}
    known: dict[str, Part] = {}
    one: list[tuple[Part, Part]] = []
    for root, version in (*parameters.items(), (RESULT, result)):
        for part, node in _parts(heap, (root, ()), version, known):
            first = known.setdefault(node, part)
            if first is not part and not of_result.isdisjoint({node, *heap.inside(node)}):
                one.append((first, part))
    nodes = [(heap.node(copy), heap.node(source)) for copy, source in heap.copies]
    copies = tuple((known[copy], known[source]) for copy, source in nodes if copy in known and source in known)
    return SharedParts(tuple(one), copies)


def _parts(heap: Heap, start: Part, version: str, known: Mapping[str, Part]) -> Iterator[tuple[Part, str]]:
    """Yield the parts of a value with their nodes, but those of a node that another part has led to."""
    todo = [(start, heap.node(version))]
    while todo:
        (root, keys), node = todo.pop(0)
        if node not in known:
            todo += [((root, (*keys, key)), heap.node(part)) for key, part in heap.parts.get(node, {}).items()]
        yield (root, keys), node


@dataclass(frozen=True, slots=True)
class CallResult:
    """Unites the result of a call with the parts of its arguments that it shares, in the caller's heap."""

    heap: Heap
    version: str
    operation: CallUser

    def unite(self, shared: SharedParts) -> None:
        """Unite what is one, and note what is a copy."""
        for pairs, relate in ((shared.one, self.heap.unite), (shared.copies, self.copied)):
            for left, right in pairs:
                nodes = self.node(left), self.node(right)
                if nodes[0] is not None and nodes[1] is not None:
                    relate(nodes[0], nodes[1])

    def copied(self, copy: str, source: str) -> None:
        """Note that one node is a shallow copy of another."""
        self.heap.copies.append((copy, source))

    def node(self, part: Part) -> str | None:
        """Return the caller's node of a part; None where it has none, as literals and numbers."""
        root, keys = part
        value = self.operation.arguments.get(root)
        node = self.version if root == RESULT else None if value is None else self.given(value, root)
        for key in keys:
            node = None if node is None else self.heap.part(self.heap.node(node), key)
        return node

    def given(self, value: gast.expr, place: str) -> str | None:
        """Return the node of an argument; what a star parameter is given is a container of its own."""
        if isinstance(value, gast.Name):
            return value.id if self.heap.mutable(value.id) else None
        if isinstance(value, gast.Constant):
            return None
        whole = f"{self.version}@{place}"
        items = _items(value)
        for key, item in items or ():
            inner = self.given(item, f"{place}.{key}")
            if inner is not None:
                self.heap.unite(self.heap.part(self.heap.node(whole), key), inner)
        for name in names_in(value) if items is None else ():  # it may be any of them, or hold it
            if self.heap.mutable(name):
                self.heap.unite(whole, name)
                self.heap.unite(self.heap.part(self.heap.node(whole), EVERY), name)
        return whole


def _items(value: gast.expr) -> list[tuple[object, gast.expr]] | None:
    """Return what is displayed, by place or key; None where that is not known."""
    if isinstance(value, gast.Tuple | gast.List) and not any(isinstance(each, gast.Starred) for each in value.elts):
        return list(enumerate(value.elts))
    if isinstance(value, gast.Dict) and all(isinstance(key, gast.Constant) for key in value.keys):
        return [(key.value, item) for key, item in zip(value.keys, value.values, strict=True)]
    return None
