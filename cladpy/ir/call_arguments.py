"""Give the arguments of a call to the parameters of a function.

before: ``g(x, y, 2.0, k=n)`` of ``def g(a, *rest, s=1.0, **named)``
after: ``a: x``, ``rest: (y, 2.0)``, ``named: {"k": n}``

A star in the call is followed where it stands for all that a star parameter takes: ``g(x, *rest)``.
"""

import inspect
from dataclasses import dataclass

import gast

from cladpy.ir.expressions import LOAD, constant

Given = dict[str, gast.expr]


class UnknownStarError(Exception):
    """A star stands for a number of arguments that is not known."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The names of a function's parameters, by kind."""

    positional_only: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    star: str | None = None
    keyword_only: tuple[str, ...] = ()
    double_star: str | None = None

    @classmethod
    def of_arguments(cls, arguments: gast.arguments) -> "Parameters":
        """Return the parameters of a definition."""
        star, double_star = arguments.vararg, arguments.kwarg
        return cls(
            tuple(parameter.id for parameter in arguments.posonlyargs),
            tuple(parameter.id for parameter in arguments.args),
            None if star is None else star.id,
            tuple(parameter.id for parameter in arguments.kwonlyargs),
            None if double_star is None else double_star.id,
        )

    @classmethod
    def of_signature(cls, signature: inspect.Signature) -> "Parameters":
        """Return the parameters of a live function."""
        every = signature.parameters.values()

        def of(kind: object) -> tuple[str, ...]:
            return tuple(parameter.name for parameter in every if parameter.kind is kind)

        star, double_star = of(inspect.Parameter.VAR_POSITIONAL), of(inspect.Parameter.VAR_KEYWORD)
        return cls(
            of(inspect.Parameter.POSITIONAL_ONLY),
            of(inspect.Parameter.POSITIONAL_OR_KEYWORD),
            star[0] if star else None,
            of(inspect.Parameter.KEYWORD_ONLY),
            double_star[0] if double_star else None,
        )

    @property
    def by_position(self) -> tuple[str, ...]:
        """The parameters that may be given by position."""
        return self.positional_only + self.named

    def bind(self, call: gast.Call) -> Given:
        """Return an expression for each parameter that is given; star parameters are, if there are any.

        Raises
        ------
        TypeError
            As Python does where the arguments do not fit.
        UnknownStarError
            For a star that stands for something else than all that a star parameter takes.

        Examples
        --------
        >>> call = gast.parse("g(x, y, k=n)", mode="eval").body
        >>> given = Parameters(named=("a",), star="rest", double_star="named").bind(call)
        >>> list(given), [item.id for item in given["rest"].elts]
        (['a', 'rest', 'named'], ['y'])
        """
        given = self._positional(call)
        self._keywords(call, given)
        return given

    def _positional(self, call: gast.Call) -> Given:
        names = self.by_position
        plain = [part for part in call.args if not isinstance(part, gast.Starred)]
        given = dict(zip(names, plain, strict=False))
        rest: gast.expr = gast.Tuple(plain[len(names) :], LOAD)
        if len(plain) != len(call.args):
            last = call.args[-1]
            whole = len(plain) == len(names) == len(call.args) - 1 and self.star is not None
            if not whole or not isinstance(last, gast.Starred):
                raise UnknownStarError
            rest = last.value
        elif len(plain) > len(names) and self.star is None:
            raise TypeError(f"{len(names)} arguments are taken by position, and {len(plain)} are given")
        if self.star is not None:
            given[self.star] = rest
        return given

    def _keywords(self, call: gast.Call, given: Given) -> None:
        names = {*self.named, *self.keyword_only}
        more: Given = {}
        whole: gast.expr | None = None
        for keyword in call.keywords:
            if keyword.arg is None:
                if whole is not None or self.double_star is None:
                    raise UnknownStarError
                whole = keyword.value
            elif keyword.arg in names:
                if keyword.arg in given:
                    raise TypeError(f"the argument {keyword.arg!r} is given twice")
                given[keyword.arg] = keyword.value
            elif self.double_star is None:
                raise TypeError(f"there is no parameter {keyword.arg!r}")
            else:
                more[keyword.arg] = keyword.value
        if self.double_star is not None:
            if whole is not None and more:
                raise UnknownStarError
            made = gast.Dict([constant(key) for key in more], list(more.values()))
            given[self.double_star] = made if whole is None else whole
