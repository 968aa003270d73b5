"""Derivatives by one number, in forward mode."""

from cladpy.derivative import Derivative
from cladpy.errors import CladpyError
from cladpy.execute.number_place import NumberPlace
from cladpy.execute.plans import Conform
from cladpy.execute.slots import Slots
from cladpy.request import Wrt, parse_wrt


class Differentiate(Derivative):
    """The derivative of a function's result by one number among its arguments."""

    mode = "differentiate"
    title = "Derivative"

    def _parsed(self, wrt: Wrt, parameters: tuple[str, ...]) -> tuple[tuple[str, ...] | None, bool]:
        """Return the place of the number, as a request names it."""
        name = self.function.__name__
        if wrt is None and len(parameters) == 1:
            wrt = parameters[0].lstrip("*")
        if not isinstance(wrt, str | int) or (isinstance(wrt, str) and _is_list(wrt)):
            raise CladpyError(
                "C305", f"{self.mode} takes one number, and {wrt!r} is asked for",
                hint="name it: 'x', 'a[3]', 'p.x'; for several, use gradient or jacobian",
            )  # fmt: skip
        if isinstance(wrt, int):
            wrt = (parse_wrt(wrt, parameters, name)[0] or ("",))[0]
        place = NumberPlace.of(wrt)
        parse_wrt(place.parameter, parameters, name)
        return (place.text,), True

    def _slots_of(self, asked: tuple[str, ...] | None, *, bare: bool, named: bool) -> Slots:
        place = NumberPlace.of((asked or ("",))[0])
        return Slots.of((place.parameter,), self._arguments.names, bare=True, named=True)

    def _check_values(self, values: tuple[object, ...]) -> None:
        place = NumberPlace.of((self.request.wrt or ("",))[0])
        place.check(values[self._arguments.names.index(place.parameter)])

    def _conform(self, values: tuple[object, ...]) -> Conform | None:
        return None


def _is_list(wrt: str) -> bool:
    """Tell whether a text names several parameters: a comma that is not inside brackets."""
    depth = 0
    for character in wrt:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            return True
    return False
