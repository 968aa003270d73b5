"""Pushforwards: from arguments, and tangents of some of them, to the value and its tangent."""

import inspect
from collections.abc import Sequence
from typing import Any, ClassVar

from cladpy.derivative import Derivative
from cladpy.errors import CladpyError
from cladpy.execute.detached import identities
from cladpy.execute.finish import finish
from cladpy.execute.plans import Conform
from cladpy.execute.raised import explain
from cladpy.execute.seed import cast_tangent
from cladpy.execute.structure import Branch, Structure, structure_of
from cladpy.runtime import no_adjoint


class Pushforward(Derivative):
    """From arguments and tangents to the value and its tangent."""

    mode = "pushforward"
    title = "Pushforward"
    mark: ClassVar[str] = "t_"  # before the name of a parameter: that of its tangent
    given: ClassVar[str] = "tangents"

    @property
    def takes(self) -> tuple[str, ...]:
        """Names of what generated code takes: the parameters, and a tangent for each that was asked for."""
        names = list(self._arguments.names)
        for asked in self._slots.generated:
            tangent = f"t_{asked}"
            while tangent in names:
                tangent += "_2"
            names.append(tangent)
        return tuple(names)

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return value and tangent; the tangents come last by position, or as ``t_x=``.

        Raises
        ------
        CladpyError
            C305 if a tangent is missing; C402 if one does not fit its argument.
        """
        args, kwargs, given = self._split(args, kwargs)
        values = self._values(args, kwargs)
        value, tangent, tangents = self._pushed(values, given)
        structure = structure_of(value)
        others = (*values, *tangents, value, self._plans.latest.globals if self._plans.latest else ())
        return value, finish(tangent, structure, identities(*others) if isinstance(structure, Branch) else None)

    def along(self, values: tuple[object, ...], given: Sequence[object]) -> tuple[Structure, object]:
        """Return the structure of the value and the tangent as generated code gives it, for all values of a call."""
        value, tangent, _ = self._pushed(values, given)
        return structure_of(value), tangent

    def _pushed(self, values: tuple[object, ...], given: Sequence[object]) -> tuple[object, object, list[object]]:
        """Run the generated code; return value and tangent, and the tangents that it was given."""
        (value, tangent), tangents = self._swept(values, given)
        return value, tangent, tangents

    def _swept(self, values: tuple[object, ...], given: Sequence[object]) -> tuple[Any, list[object]]:
        """Run the generated code; return what it gives, and the tangents that it was given."""
        entry = self.entry_for(values)
        tangents = self.cast_tangents(values, given)
        try:
            return entry.functions[0](*values, *tangents), tangents
        except Exception as error:
            explain(error, entry.lines, self.__name__)
            raise

    def _split(
        self, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> tuple[tuple[object, ...], dict[str, object], list[object]]:
        """Return the arguments of the primal, and the tangents in the order asked."""
        names, mark = [slot.name for slot in self._slots.slots], self.mark
        own = set(self._arguments.names)
        by_name = {name: kwargs[mark + name] for name in names if mark + name in kwargs and mark + name not in own}
        kwargs = {key: value for key, value in kwargs.items() if key in own or key.removeprefix(mark) not in by_name}
        rest = [name for name in names if name not in by_name]
        if len(args) < len(rest):
            missing = ", ".join(mark + name for name in rest)
            raise CladpyError(
                "C305", f"{self.given} are missing: {missing} come after the arguments",
                hint=f"call it as f(*args, *{self.given}), or f(*args, {mark}x={mark}x)",
            )  # fmt: skip
        positional = dict(zip(rest, args[len(args) - len(rest) :], strict=True))
        args = args[: len(args) - len(rest)]
        return args, kwargs, [by_name[name] if name in by_name else positional[name] for name in names]

    def cast_tangents(self, values: tuple[object, ...], given: Sequence[object]) -> list[object]:
        """Return the tangent of each parameter that generated code takes one for."""
        by_parameter: dict[str, object] = {}
        for slot, tangent in zip(self._slots.slots, given, strict=True):
            parameter = self._arguments.names[slot.parameter]
            if slot.element is None:
                by_parameter[parameter] = tangent
            else:
                items = by_parameter.setdefault(parameter, [no_adjoint] * len(values[slot.parameter]))  # type: ignore[arg-type]
                items[slot.element] = tangent  # type: ignore[index]
        return [
            cast_tangent(by_parameter[name], structure_of(values[self._arguments.names.index(name)]), name)
            for name in self._slots.generated
        ]

    def _conform(self, values: tuple[object, ...]) -> Conform | None:
        return None

    def _public_signature(self) -> inspect.Signature:
        """Return the primal's signature with the tangents, which may also come last by position."""
        signature = super()._public_signature()
        parameters = list(signature.parameters.values())
        asked = self.request.wrt or tuple(self._arguments.names)
        names = [
            f"t_{name}" for name in asked if f"t_{name}".isidentifier() and f"t_{name}" not in signature.parameters
        ]
        last = parameters[-1:] if parameters and parameters[-1].kind is inspect.Parameter.VAR_KEYWORD else []
        tangents = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
        return signature.replace(parameters=[*parameters[: len(parameters) - len(last)], *tangents, *last])


class TangentAlone(Pushforward):
    """From arguments and tangents to the tangent: what only the value needs is not computed."""

    mode = "tangent"
    title = "Tangent"

    def alone(self, values: tuple[object, ...], given: Sequence[object], structure: Structure) -> object:
        """Return the tangent, for all values of a call, in the structure of the value."""
        tangent, tangents = self._swept(values, given)
        taken = identities(*values, *tangents, self._plans.latest.globals if self._plans.latest else ())
        return finish(tangent, structure, taken if isinstance(structure, Branch) else None, absent_is_zero=True)


class Pushforwards(Pushforward):
    """From arguments and lists of tangents to the value and the list of its tangents: several in one sweep."""

    mode = "pushforwards"
    title = "Pushforwards"

    def all_along(
        self, values: tuple[object, ...], given: Sequence[Sequence[object]]
    ) -> tuple[Structure, list[object]]:
        """Return the structure of the value, and its tangents.

        Parameters
        ----------
        values : tuple
            Those of the primal's parameters.
        given : sequence of sequence
            For each direction, a tangent for each parameter asked for.
        """
        entry = self.entry_for(values)
        each = [self.cast_tangents(values, tangents) for tangents in given]
        try:
            value, tangents = entry.functions[0](*values, *map(list, zip(*each, strict=True)))
        except Exception as error:
            explain(error, entry.lines, self.__name__)
            raise
        return structure_of(value), tangents
