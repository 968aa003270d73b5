"""A matrix of programs that are put together from pieces: each row is right, or refused as it always was."""

import functools
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from cladpy import CladpyError, value_and_gradient
from cladpy.testing import check_gradient
from tests.stages import module


@dataclass(frozen=True, eq=False)
class Matrix:
    """The rows of a matrix.

    ``program`` gives the text of a row, ``rows`` all of them in a fixed order, ``arguments`` those of the row with a
    number. The first ``count`` rows that are valid are taken: one whose primal ends in one of ``raised`` is not.
    ``variants``: what else is compared.
    """

    program: Callable[[Any], str]
    rows: Callable[[], Any]
    arguments: Callable[[int], tuple[Any, ...]]
    refused: Mapping[str, str]
    count: int
    raised: tuple[type[Exception], ...]
    variants: tuple[str, ...] = ()

    @functools.cached_property
    def chosen(self):
        """The rows with their functions, by number."""
        made = ((number, row, self.primal(number, row)) for number, row in enumerate(self.rows()))
        valid = (each for each in made if each[2] is not None)
        return {number: (row, function) for number, row, function in itertools.islice(valid, self.count)}

    def primal(self, number, row):
        """Return the function of a row, or None where Python or NumPy does not take it."""
        function = module(self.program(row)).f
        try:
            value = function(*self.arguments(number))
        except self.raised:
            return None
        return function if np.isfinite(value) and abs(value) < 1e6 else None

    @property
    def parameters(self):
        """What the test of the rows is parametrized with: their numbers."""
        return [pytest.param(number, id=row.id) for number, (row, _) in self.chosen.items()]

    def check(self, number, variants=()):
        """Check a row: gradient, value and arguments, or the code with which it is refused; further variants too."""
        (row, function), args = self.chosen[number], self.arguments(number)
        if row.id in self.refused:
            with pytest.raises(CladpyError) as caught:
                value_and_gradient(function)(*args)
            assert caught.value.code == self.refused[row.id]
        else:
            check_gradient(function, args, variants=(*self.variants, *variants))

    def check_refused(self):
        """Check that no entry of the list of refused rows outlives its row."""
        assert set(self.refused) <= {row.id for row, _ in self.chosen.values()}
