"""What a loop's iterable yields, one element after the other, where their number is part of the signature.

before: ``zip(layers, range(2))``   after: ``(layers[0], 0)``, ``(layers[1], 1)``
"""

import enum
from collections.abc import Iterator
from dataclasses import dataclass

import gast

from cladpy.analyses.facts_of_values import fact_of, members_of
from cladpy.analyses.infer import Inference
from cladpy.ir.expressions import attribute, constant, subscript
from cladpy.ir.fact import Fact, of_constant

MOST = 64  # elements: longer loops stay loops


@dataclass(frozen=True, slots=True)
class Element:
    """One element: an expression over names and its fact, or several elements that are paired."""

    value: gast.expr | None
    fact: Fact
    parts: tuple["Element", ...] = ()

    @property
    def expression(self) -> gast.expr:
        """The element as one expression."""
        return self.value or gast.Tuple([part.expression for part in self.parts], gast.Load())


@dataclass(frozen=True, slots=True)
class Length:
    """How many rows an array, over names, has at least, or in all."""

    array: gast.Name
    rows: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Elements:
    """Finds the elements of iterables.

    Parameters
    ----------
    inference : Inference
        Facts of versions.
    lengths : list, optional
        If given, arrays that are paired with containers of known length are taken to be as long, or longer; they are
        noted here. Otherwise the number of such pairs is not known.
    """

    inference: Inference
    lengths: list["Length"] | None = None

    def of(self, node: gast.expr, twin: gast.expr) -> list[Element] | None:
        """Return the elements of an iterable; None where their number is not known, or large.

        Parameters
        ----------
        node, twin : expression
            The iterable over names, and over versions.
        """
        found = self.call(node, twin) if isinstance(node, gast.Call) else self.container(node, twin)
        return found if found is not None and len(found) <= MOST else None

    def container(self, node: gast.expr, twin: gast.expr) -> list[Element] | None:
        """Return the items of a tuple or list, the keys of a dict, the members of an enumeration."""
        fact = self.inference.infer(twin)
        if fact.kind == "class" and isinstance(fact.value, enum.EnumType):
            members = [(member.name, fact_of(member, member.name)) for member in members_of(fact.value)]
            return [Element(attribute(node, name), found) for name, found in members]
        if fact.is_array and fact.dims and fact.dims[0].size is not None:
            rows = range(min(fact.dims[0].size, MOST + 1))
            return [
                Element(subscript(node, constant(k)), self.inference.infer(subscript(twin, constant(k)))) for k in rows
            ]
        if not fact.has_sure_keys or fact.items is None:
            return None
        if fact.kind == "dict":
            return self.keys(fact)
        if fact.kind not in ("tuple", "list"):
            return None
        return [Element(subscript(node, constant(k)), item) for k, item in enumerate(fact.items)]

    def keys(self, fact: Fact) -> list[Element] | None:
        """Return the keys of a dict, as literals."""
        keys = fact.keys or ()
        if not all(type(key) in (str, int, bool) for key in keys):
            return None
        return [Element(constant(key), of_constant(key)) for key in keys]

    def call(self, node: gast.Call, twin: gast.Call) -> list[Element] | None:
        """Return the elements of ``range``, ``zip``, ``enumerate`` and ``reversed``."""
        function = self.inference.function(twin.func)
        is_plain = not node.keywords or (function is zip and [each.arg for each in node.keywords] == ["strict"])
        if not is_plain or any(isinstance(part, gast.Starred) for part in node.args):
            return None
        if function is range:
            return self.range(twin)
        inner = [self.of(part, other) for part, other in zip(node.args, twin.args, strict=True)]
        if function is zip and inner:
            return self.zipped(node, self.with_arrays(node, twin, inner) if self.lengths is not None else inner)
        first = inner[0] if inner else None
        if first is None:
            return None
        if function is reversed and len(inner) == 1:
            return first[::-1]
        return self.enumerated(twin, first) if function is enumerate else None

    def zipped(self, node: gast.Call, inner: list[list[Element] | None]) -> list[Element] | None:
        """Return the elements of ``zip``, given those of what is paired."""
        if any(each is None for each in inner) or (node.keywords and len({len(each or ()) for each in inner}) > 1):
            return None  # of a strict one it raises an error where it comes to the end
        return [_paired(parts) for parts in zip(*(each or () for each in inner), strict=False)]

    def with_arrays(
        self, node: gast.Call, twin: gast.Call, inner: list[list[Element] | None]
    ) -> list[list[Element] | None]:
        """Return the elements of what is paired, those of arrays as many as the shortest of the others has."""
        length = min((len(each) for each in inner if each is not None), default=0)
        found = list(inner)
        for position, (part, other) in enumerate(zip(node.args, twin.args, strict=True)):
            fact = self.inference.infer(other)
            if inner[position] is None and isinstance(part, gast.Name) and fact.is_array and fact.ndim and length:
                items = [subscript(other, constant(k)) for k in range(length)]
                pairs = [(subscript(part, constant(k)), self.inference.infer(item)) for k, item in enumerate(items)]
                found[position] = [Element(item, known) for item, known in pairs]
                assert self.lengths is not None  # noqa: S101 -- `call` has looked
                self.lengths.append(Length(part, length, is_exact=bool(node.keywords)))
        return found

    def range(self, twin: gast.Call) -> list[Element] | None:
        """Return the numbers of a range whose bounds are known."""
        bounds = list(self.numbers(twin.args))
        if not 1 <= len(bounds) <= 3 or len(bounds) != len(twin.args) or (len(bounds) == 3 and bounds[2] == 0):
            return None
        numbers = range(*bounds)
        return [Element(constant(k), of_constant(k)) for k in numbers] if len(numbers) <= MOST else None

    def numbers(self, nodes: list[gast.expr]) -> Iterator[int]:
        """Yield the known whole numbers among expressions."""
        for node in nodes:
            fact = self.inference.infer(node)
            if fact.known and type(fact.value) is int:
                yield fact.value

    def enumerated(self, twin: gast.Call, inner: list[Element]) -> list[Element] | None:
        """Return the elements of ``enumerate``."""
        start = list(self.numbers(twin.args[1:]))
        if len(start) != len(twin.args) - 1:
            return None
        first = start[0] if start else 0
        numbers = range(first, first + len(inner))
        return [_paired((Element(constant(k), of_constant(k)), item)) for k, item in zip(numbers, inner, strict=True)]


def _paired(parts: tuple[Element, ...]) -> Element:
    return Element(None, Fact("tuple", items=tuple(part.fact for part in parts)), tuple(parts))
