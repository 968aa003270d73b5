"""What a program of random_programs.py does when it is run: its results, its arguments afterwards, its effects."""

from dataclasses import dataclass

import numpy as np

from tests.optimize.program import execute

LARGEST = 2.0**40  # below it the sums and products of the programs' numbers are exact


@dataclass(frozen=True)
class Outcome:
    """What one run gave; everything in it is compared to the last bit."""

    results: list
    arguments: list
    effects: list

    def numbers(self):
        """Return every number, results first."""
        return [*self.results, *self.arguments, *self.effects]

    def is_exact(self):
        """Tell whether no rounding can have taken place, so that a changed order gives the same."""
        return all(np.all(np.abs(np.asarray(value, dtype=float)) < LARGEST) for value in self.numbers())

    def differs_from(self, other):
        """Return where two outcomes differ, as text; empty if they do not."""
        mine, theirs = self.numbers(), other.numbers()
        if len(mine) != len(theirs):
            return "another number of results or effects"
        places = [str(place) for place, (a, b) in enumerate(zip(mine, theirs, strict=True)) if not _same(a, b)]
        return ", ".join(places)

    def shares_memory(self):
        """Tell whether a result shares memory with another one or with an argument."""
        arrays = [value for value in [*self.results, *self.arguments] if isinstance(value, np.ndarray)]
        pairs = [(a, b) for number, a in enumerate(arrays) for b in arrays[:number]]
        return any(np.shares_memory(a, b) for a, b in pairs)


def outcome(function):
    """Run a function of two arrays and a number."""
    effects = []

    def impure(values, number):
        effects.extend([np.array(values), number])
        if isinstance(values, np.ndarray):
            values[0] += 1.0
        return float(len(effects))

    arguments = [np.array([1.0, 2.0, -1.0, 3.0]), np.array([0.0, -2.0, 1.0, 1.0])]
    results = execute(function, *arguments, 2.0, impure=impure)
    return Outcome(list(results), arguments, effects)


def _same(left, right):
    if isinstance(left, np.ndarray) != isinstance(right, np.ndarray):
        return False
    return np.shape(left) == np.shape(right) and np.array_equal(left, right)
