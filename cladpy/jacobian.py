"""Jacobians: all derivatives of a result, by sweeps of forward or reverse mode."""

from collections.abc import Iterator, Sequence
from itertools import islice
from types import FunctionType
from typing import Any

import numpy as np

from cladpy.composed import Composed
from cladpy.derivative import Derivative
from cladpy.errors import CladpyError
from cladpy.execute.blocks import Blocks
from cladpy.execute.leaves import Place, combination, leaf_values, places_of, size_of
from cladpy.execute.pattern import Pattern
from cladpy.execute.structure import Structure, structure_of
from cladpy.ir.fact import Fact
from cladpy.pullback import Pullback
from cladpy.pushforward import Pushforward, Pushforwards
from cladpy.release.several_tangents import OneByOne
from cladpy.runtime import no_adjoint
from cladpy.written_columns import WrittenColumns

DIRECTIONS = ("forward", "reverse")
SEVERAL = 64  # tangents in one sweep: by then the primal's share is small, and memory is that of so many


class Jacobian(Composed):
    """The derivative of each number of the result by each number of some arguments.

    Parameters
    ----------
    direction : "forward", "reverse" or None
        The mode of the sweeps; chosen by the numbers of both if it is None.
    pattern : array of bool or sparse matrix, optional
        Where the Jacobian of one array by one array may be other than zero.
    """

    mode = "jacobian"
    title = "Jacobian"

    def __init__(self, primal: Any, wrt: Any = None, **keywords: Any) -> None:
        self.direction: str | None = keywords.pop("direction", None)
        pattern = keywords.pop("pattern", None)
        if self.direction not in (None, *DIRECTIONS):
            raise CladpyError("C305", f"direction is 'forward', 'reverse' or None, not {self.direction!r}")
        self.pattern = None if pattern is None else Pattern.of(pattern)
        super().__init__(primal, wrt, **keywords)
        self._push = Pushforward(primal, wrt, **keywords)
        self._written = WrittenColumns()
        self._several = Pushforwards(primal, wrt, **keywords)
        self._pull = Pullback(primal, wrt, **keywords)

    def _shown(self) -> Derivative:
        return self._pull if self.direction == "reverse" else self._push

    def _keywords(self) -> dict[str, Any]:
        """Return what was asked for beside the parameters."""
        return {"direction": self.direction, "pattern": None if self.pattern is None else self.pattern.given}

    def written_for(self, facts: Sequence[Fact]) -> FunctionType | None:
        """Return the function that makes it column by column."""
        return None if self.pattern is not None else self._written.made(self, self._push, facts)

    # ---- calls ----

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the Jacobian at the arguments of the primal."""
        values = self._values(args, kwargs)
        self._check_values(values)
        arguments = self._slots.structures(values)
        if self.pattern is not None:
            return self._compressed(values, arguments)
        if self._mode(values, arguments) == "forward":
            return self._forward(values, arguments).structured(bare=self.request.bare)
        return self._reverse(values, arguments).structured(bare=self.request.bare)

    def _mode(self, values: tuple[object, ...], arguments: Sequence[Structure]) -> str:
        """Return the mode of the sweeps: the one that needs fewer of them, if both take the program."""
        if self.direction is not None:
            return self.direction
        refused = refusal(self._push, values)
        if refused is None:
            result, _ = self._push.along(values, [zero_of(structure) for structure in arguments])
            if sum(map(size_of, arguments)) <= size_of(result):
                return "forward"
        if refusal(self._pull, values) is None:
            return "reverse"
        if refused is not None:
            raise refused
        return "forward"

    def _forward(self, values: tuple[object, ...], arguments: Sequence[Structure]) -> Blocks:
        """Fill the Jacobian by columns."""
        blocks: Blocks | None = None
        for group in groups(arguments):
            result, found = self._swept(values, [tangents for _, _, tangents in group])
            blocks = Blocks(result, arguments) if blocks is None else blocks
            for (argument, place, _), tangent in zip(group, found, strict=True):
                blocks.set_column(argument, place, leaf_values(tangent, result))
        if blocks is None:  # nothing to differentiate by
            result, _ = self._push.along(values, [zero_of(structure) for structure in arguments])
            blocks = Blocks(result, arguments)
        return blocks

    def _swept(self, values: tuple[object, ...], given: list[list[object]]) -> tuple[Structure, list[object]]:
        """Return the structure of the result, and its tangents: in one sweep, where that is to be had."""
        self._used = self._push
        if len(given) > 1 and takes_several(self._several, values):
            self._used = self._several
            return self._several.all_along(values, given)
        pairs = [self._push.along(values, tangents) for tangents in given]
        return pairs[0][0], [tangent for _, tangent in pairs]

    def _reverse(self, values: tuple[object, ...], arguments: Sequence[Structure]) -> Blocks:
        """Fill the Jacobian by rows."""
        self._used = self._pull
        value, state = self._pull.run_forward(values)
        result = structure_of(value)
        blocks = Blocks(result, arguments)
        for place in places_of(result):
            if state.is_used:
                _, state = self._pull.run_forward(values)
            adjoints = self._pull.reverse(state, combination(result, {place: 1.0}))
            for argument, adjoint in enumerate([adjoints] if self.request.bare else adjoints):
                blocks.set_row(place, argument, leaf_values(adjoint, arguments[argument]))
        return blocks

    # ---- sparse ones ----

    def _compressed(self, values: tuple[object, ...], arguments: Sequence[Structure]) -> Any:
        """Return the Jacobian of a known pattern: columns, or rows, that do not meet share a sweep."""
        pattern = self.pattern
        assert pattern is not None  # noqa: S101 - asked before
        columns = pattern.check_argument(arguments)
        direction = self.direction or pattern.direction
        if direction == "forward":
            self._used = self._push
            found = [self._seeded(values, columns, color) for color in pattern.columns]
        else:
            self._used = self._pull
            found = [self._weighted(values, color) for color in pattern.rows]
        made = pattern.expanded(found, direction)
        probe = np.random.default_rng(0).standard_normal(pattern.shape[1])
        pattern.check(made, probe, self._product(values, columns, probe), self.__name__)
        return made

    def _seeded(self, values: tuple[object, ...], columns: Structure, color: np.ndarray) -> np.ndarray:
        """Return the sum of the columns of one colour."""
        seed = np.zeros(size_of(columns))
        seed[color] = 1.0
        return self._product(values, columns, seed)

    def _product(self, values: tuple[object, ...], columns: Structure, vector: np.ndarray) -> np.ndarray:
        result, tangent = self._push.along(values, [vector.reshape(columns.shape).astype(columns.dtype)])  # type: ignore[union-attr]
        self.pattern.check_result(result)  # type: ignore[union-attr]
        return np.ravel(np.asarray(tangent))

    def _weighted(self, values: tuple[object, ...], color: np.ndarray) -> np.ndarray:
        """Return the sum of the rows of one colour."""
        value, state = self._pull.run_forward(values)
        self.pattern.check_result(structure_of(value))  # type: ignore[union-attr]
        seed = np.zeros(np.size(value))
        seed[color] = 1.0
        adjoint = self._pull.reverse(state, seed.reshape(np.shape(value)))
        return np.ravel(adjoint if self.request.bare else adjoint[0])


def refusal(derivative: Derivative, values: tuple[object, ...]) -> CladpyError | None:
    """Return the error with which a derivative refuses a program, None if it takes it."""
    try:
        derivative.entry_for(values)
    except CladpyError as error:
        if error.code.startswith("C9"):
            raise
        return error
    return None


def takes_several(derivative: Pushforwards, values: tuple[object, ...]) -> bool:
    """Tell whether a program, which forward mode takes, is swept with several tangents at once."""
    try:
        derivative.entry_for(values)
    except CladpyError as error:
        if isinstance(error.__cause__, OneByOne):
            return False
        raise
    return True


def units(arguments: Sequence[Structure]) -> Iterator[tuple[int, Place, list[object]]]:
    """Yield for each number of the arguments its place, and the tangents in which it moves alone."""
    zeros = [zero_of(structure) for structure in arguments]
    for argument, structure in enumerate(arguments):
        for place in places_of(structure):
            tangents = list(zeros)
            tangents[argument] = combination(structure, {place: 1.0})
            yield argument, place, tangents


def groups(arguments: Sequence[Structure]) -> Iterator[list[tuple[int, Place, list[object]]]]:
    """Yield the same in groups of as many as share a sweep."""
    rest = units(arguments)
    while group := list(islice(rest, SEVERAL)):
        yield group


def zero_of(structure: Structure) -> object:
    """Return the tangent of zeros of a structure."""
    return combination(structure, {}) if size_of(structure) else no_adjoint
