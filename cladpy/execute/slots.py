"""What was asked for, and where it stands in what generated code gives."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cladpy.analyses.sparse_matrices import sparse_fact
from cladpy.errors import CladpyError
from cladpy.execute.finish import finish
from cladpy.execute.structure import Branch, Structure, holds_floating, holds_itself, is_empty, structure_of
from cladpy.runtime import no_adjoint

SURE = (np.ndarray, float)  # of these, generated code gives the adjoint in its final form,
PLAIN = (int, bool, str, type(None))  # and of these `no_adjoint`


@dataclass(frozen=True, slots=True)
class Slot:
    """One parameter that was asked for.

    Parameters
    ----------
    name : str
        As asked: ``"w"``, ``"args[1]"``.
    parameter : int
        Its position among the primal's parameters.
    place : int
        Its position among the adjoints that generated code gives.
    element : int or None
        The element of ``*args`` that is meant.
    """

    name: str
    parameter: int
    place: int
    element: int | None


@dataclass(frozen=True, slots=True)
class Slots:
    """All that was asked for.

    Parameters
    ----------
    slots : tuple of Slot
    bare : bool
        The result is the one adjoint, without a tuple.
    named : bool
        The parameters were named, so one that can have no adjoint is an error.
    """

    slots: tuple[Slot, ...]
    bare: bool
    named: bool

    @classmethod
    def of(cls, asked: Sequence[str], parameters: Sequence[str], *, bare: bool, named: bool) -> "Slots":
        """Return the slots for names as `parse_wrt` gives them.

        Examples
        --------
        >>> slots = Slots.of(("args[1]", "w"), ("w", "args"), bare=False, named=True)
        >>> slots.generated, slots.slots[0].element
        (('args', 'w'), 1)
        """
        places: dict[str, int] = {}
        found = []
        for name in asked:
            parameter, _, element = name.partition("[")
            place = places.setdefault(parameter, len(places))
            found.append(Slot(name, parameters.index(parameter), place, int(element[:-1]) if element else None))
        return cls(tuple(found), bare, named)

    @property
    def generated(self) -> tuple[str, ...]:
        """Give the names of which generated code gives adjoints: whole parameters."""
        return tuple(dict.fromkeys(slot.name.partition("[")[0] for slot in self.slots))

    @property
    def is_whole(self) -> bool:
        """Tell whether no element of ``*args`` is asked for."""
        return all(slot.element is None for slot in self.slots)

    # ---- at a call ----

    def check(self, values: Sequence[object]) -> None:
        """Refuse what was named and can have no adjoint.

        Raises
        ------
        CladpyError
            C301 for an element of ``*args`` that is not there; C302 for what holds nothing floating; C404 for what
            holds itself.
        """
        for slot in self.slots:
            if holds_itself(values[slot.parameter]):
                raise CladpyError(
                    "C404", f"the argument {slot.name!r} holds itself, and so would its adjoint",
                    hint="name the parameters that are wanted, and pass what is wanted of this one apart",
                )  # fmt: skip
            structure = self.structure(slot, structure_of(values[slot.parameter]))
            if self.named and not holds_floating(structure) and not is_empty(structure):
                value = values[slot.parameter]
                raise _without_adjoint(slot.name, value if slot.element is None else value[slot.element])  # type: ignore[index]

    def structure(self, slot: Slot, whole: Structure) -> Structure:
        """Return the structure of what a slot asks for, given that of its parameter."""
        if slot.element is None:
            return whole
        items = whole.items if isinstance(whole, Branch) else ()
        if slot.element >= len(items):
            name = slot.name.partition("[")[0]
            raise CladpyError("C301", f"*{name} has {len(items)} elements in this call, and '{slot.name}' is asked for")
        return items[slot.element]

    def are_final(self, values: Sequence[object]) -> bool:
        """Tell whether generated code gives each adjoint in its final form, for all values of this signature."""
        return self.is_whole and all(type(values[slot.parameter]) in (*SURE, *PLAIN) for slot in self.slots)

    def structures(self, values: Sequence[object]) -> tuple[Structure, ...]:
        """Return the structures of what is asked for."""
        return tuple(self.structure(slot, structure_of(values[slot.parameter])) for slot in self.slots)

    def finish(
        self,
        adjoints: object,
        structures: Sequence[Structure],
        taken: set[int] | None = None,
        *,
        absent_is_zero: bool = False,
        is_single: bool = False,
    ) -> object:
        """Return the adjoints as the user gets them.

        Parameters
        ----------
        adjoints : tuple
            What generated code gives, one for each name of `generated`.
        structures : sequence of Structure
            Of what is asked for, in its order.
        taken, absent_is_zero
            As for `finish`.
        is_single : bool
            Generated code gave the one adjoint without a tuple.
        """
        given: Sequence[object] = (adjoints,) if is_single else adjoints  # type: ignore[assignment]
        done = [
            finish(_element(given[slot.place], slot), structure, taken, absent_is_zero=absent_is_zero)
            if self.named or holds_floating(structure)
            else no_adjoint
            for slot, structure in zip(self.slots, structures, strict=True)
        ]
        return done[0] if self.bare else tuple(done)

    def finished_of(
        self, parameter: str, adjoint: object, structures: Sequence[Structure]
    ) -> Iterator[tuple[str, object]]:
        """Yield what is asked for of one parameter, each name with its adjoint as the user gets it.

        Parameters
        ----------
        parameter : str
        adjoint : object
            As generated code gives it.
        structures : sequence of Structure
            Of what is asked for, in its order.
        """
        for slot, structure in zip(self.slots, structures, strict=True):
            if slot.name.partition("[")[0] == parameter and holds_floating(structure):
                yield slot.name, finish(_element(adjoint, slot), structure)


def _element(adjoint: object, slot: Slot) -> object:
    return adjoint[slot.element] if slot.element is not None and isinstance(adjoint, tuple | list) else adjoint


def _without_adjoint(name: str, value: object) -> CladpyError:
    if isinstance(value, np.ndarray):
        whole = value.dtype.kind in "iub"
        what = f"of integer or boolean type ({value.dtype} array)" if whole else f"an array of {value.dtype}"
        hint = "pass it as a float, for instance x.astype(float)"
    elif isinstance(value, bool | int | np.integer | np.bool_):
        what = f"of integer or boolean type ({type(value).__name__})"
        hint = "pass it as a float, for instance 2.0"
    elif sparse_fact(value) is not None:
        what = f"a sparse matrix ({type(value).__name__})"
        hint = "ask for the other parameters; for the entries, multiply with arrays of rows, columns and values"
    else:
        what = "None" if value is None else f"of type {type(value).__name__} and holds no floating number"
        hint = "ask for the parameters that do"
    return CladpyError("C302", f"the argument {name!r} is {what}, and has no derivative", hint=hint)
