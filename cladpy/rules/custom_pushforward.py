"""What a custom pushforward reads, found by matching its parameters with those of its primal.

A rule names any of the primal's parameters, ``result`` (what the primal returned), and the tangent ``t_x`` of each
parameter ``x`` through which it lets a derivative flow; it returns the tangent of the result.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cladpy.rules.custom_signature import RESULT, Read, SignatureReader, name_of, primal_parameters

TANGENT = "t_"


@dataclass(frozen=True, slots=True)
class CustomPushforward:
    """A pushforward that a user wrote.

    Parameters
    ----------
    function, primal : callable
    parameters : tuple of str
        Those of the primal.
    covers : frozenset of str
        Those whose tangents it takes.
    reads : tuple of Read
        Of kind "parameter", "result" or "tangent".
    """

    function: Callable[..., Any]
    primal: Callable[..., Any]
    parameters: tuple[str, ...]
    covers: frozenset[str]
    reads: tuple[Read, ...]

    @property
    def name(self) -> str:
        """The rule's own name."""
        return name_of(self.function)

    def __str__(self) -> str:
        covered = ", ".join(p for p in self.parameters if p in self.covers)
        return f"{self.name} for {name_of(self.primal)}, tangents of: {covered}"


def read_pushforward(function: Callable[..., Any], primal: Callable[..., Any]) -> CustomPushforward:
    """Return a rule with what it reads.

    Raises
    ------
    CladpyError
        C204 if its signature does not fit the primal's.

    Examples
    --------
    >>> def product(data, weight): ...
    >>> def product_pushforward(data, t_weight): ...
    >>> rule = read_pushforward(product_pushforward, product)
    >>> [(read.name, read.kind) for read in rule.reads], sorted(rule.covers)
    ([('data', 'parameter'), ('t_weight', 'tangent')], ['weight'])
    """
    return _PushforwardReader(function, primal, None).pushforward()


class _PushforwardReader(SignatureReader):
    """Reads the signature of a pushforward that a user wrote."""

    __slots__ = ()

    def pushforward(self) -> CustomPushforward:
        parameters = tuple(parameter.name for parameter in primal_parameters(self.primal))
        own = self.own_parameters()
        known = self.spelt([each for each in own if not each.name.startswith(TANGENT)], parameters)
        reads = tuple(read for each in own if (read := self.what(each, known)) is not None)
        covers = frozenset(read.parameter for read in reads if read.kind == "tangent")
        if not covers:
            raise self.error("takes no tangent", f"name a parameter {TANGENT}{next(iter(known), 'x')}")
        return CustomPushforward(self.function, self.primal, parameters, covers, reads)

    def what(self, own: inspect.Parameter, known: dict[str, str]) -> Read | None:
        by_keyword = own.kind is inspect.Parameter.KEYWORD_ONLY
        if own.name in known:
            return Read(own.name, "parameter", known[own.name], by_keyword)
        if own.name == RESULT:
            return Read(own.name, RESULT, by_keyword=by_keyword)
        if own.name.startswith(TANGENT) and own.name.removeprefix(TANGENT) in known:
            return Read(own.name, "tangent", known[own.name.removeprefix(TANGENT)], by_keyword)
        if own.default is not inspect.Parameter.empty:
            return None
        choices = [*known, RESULT, *(TANGENT + name for name in known)]
        raise self.unknown(own.name, choices, ", ".join(choices))
