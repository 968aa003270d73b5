"""What a library function does to facts, read off calls on small values that are made from the facts alone.

The result's kind, dtype and number of dimensions are those on which the calls agree. A dimension is 1 if it is 1 in
every call; of any other nothing is known. The calls differ in all that the facts leave open: the sizes of dimensions,
together and one by one, whether a dimension that may be 1 is, and the values of numbers and integer arrays, since a
result's size may come from a value: ``np.arange(1, n)``, ``np.bincount(labels)``. A call whose made-up values do not
fit together says nothing, but for the first two, which must succeed.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from cladpy.analyses.random_draws import draws_alike
from cladpy.frontend.pure_functions import is_pure
from cladpy.ir.fact import ONE, UNKNOWN, Dim, Fact, array, join, of_constant, scalar


@dataclass(slots=True)
class Trial:
    """Makes the values of one call.

    Parameters
    ----------
    size : int
        Of each dimension that is not 1; at least 3, so that NumPy broadcasts none of them.
    numbers : tuple of int
        The values of unknown numbers, taken in turn.
    apart : bool
        Give each dimension a size of its own.
    maybe_one : bool
        Give dimensions that may be 1 the size 1.
    spread : bool
        Give integer and boolean arrays differing elements.
    definite : bool
        Give square matrices that are symmetric and positive definite.
    """

    size: int
    numbers: tuple[int, ...] = (2,)
    apart: bool = False
    maybe_one: bool = False
    spread: bool = False
    definite: bool = False
    sizes: dict[str, int] = field(default_factory=dict)
    taken: int = 0

    def call(
        self, function: Callable[..., object], arguments: Sequence[Fact], keywords: Mapping[str, Fact]
    ) -> tuple[object, ...]:
        """Return the result as a tuple of one, or nothing if the function raises or there is no example."""
        try:
            values = [self.example(fact) for fact in arguments]
            named = {key: self.example(fact) for key, fact in keywords.items()}
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return (function(*values, **named),)
        except Exception:  # noqa: BLE001  whatever a function raises on made-up values says nothing
            return ()

    def example(self, fact: Fact) -> object:
        """Return a value that has the facts."""
        if fact.known:
            return fact.value
        if fact.is_python and fact.dtype is not None:
            number = self.number()
            return {"f": number - 0.5, "i": number, "b": number > 1, "c": (number - 0.5) * 1j}[fact.dtype.kind]
        if fact.kind == "scalar" and fact.dtype is not None:
            return fact.dtype.type(self.number() - 1)
        if fact.is_array and fact.dims is not None and fact.dtype is not None:
            return self.elements(fact.dtype, tuple(self.length(dim) for dim in fact.dims))
        if fact.items is not None and fact.kind in ("tuple", "list"):
            items = [self.example(item) for item in fact.items]
            return items if fact.kind == "list" else tuple(items)
        raise _NoExampleError

    def elements(self, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        """Return an array of distinct positive numbers: regular as matrices, inside most domains."""
        if self.definite and dtype.kind in "fc" and len(shape) > 1 and shape[-1] == shape[-2]:
            return (np.eye(shape[-1]) + np.full(shape, 0.5)).astype(dtype)
        order = np.arange(int(np.prod(shape, dtype=int))) * 37 % 11
        spread = order % 2 if dtype.kind == "b" else order % self.size
        return (spread if self.spread and dtype.kind in "iub" else 0.5 + order / 23).reshape(shape).astype(dtype)

    def number(self) -> int:
        """Return the next unknown number."""
        self.taken += 1
        return self.numbers[(self.taken - 1) % len(self.numbers)]

    def length(self, dim: Dim) -> int:
        """Return the size of a dimension."""
        if dim.one or (self.maybe_one and dim.one is None):
            return 1
        return self.sizes.setdefault(dim.name, self.size + len(self.sizes)) if self.apart else self.size


def safe_trial(
    function: Callable[..., object], arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str
) -> Fact | None:
    """Return what calls tell, or None where calling is not safe: of a function with effects, or one of the user's."""
    draw = draws_alike(function)
    given = [fact.value for fact in (*arguments, *keywords.values()) if fact.known and callable(fact.value)]
    if not all(_is_safe(value) for value in ([] if draw is not None else [function]) + given):
        return None
    return by_trial(draw or function, arguments, keywords, label)


def _is_safe(function: object) -> bool:
    """Tell whether a function may be called on made-up values: it is pure, or the runtime's own."""
    return is_pure(function) or str(getattr(function, "__module__", "")).startswith("cladpy.runtime")


def by_trial(
    function: Callable[..., object], arguments: Sequence[Fact], keywords: Mapping[str, Fact], label: str
) -> Fact:
    """Return the facts of a call on which all trials agree, or ``UNKNOWN``."""
    for definite in (False, True):  # a Cholesky factor is one of a positive definite matrix
        first, second = (Trial(size, definite=definite).call(function, arguments, keywords) for size in (3, 5))
        if first and second:
            return compare([*first, *second, *_further_results(function, arguments, keywords, definite)], label)
    return UNKNOWN


def _further_results(
    function: Callable[..., object],
    arguments: Sequence[Fact],
    keywords: Mapping[str, Fact],
    definite: bool,  # noqa: FBT001
) -> list[object]:
    """Return what further calls give, which need not succeed."""
    trials = [
        Trial(4, apart=True, definite=definite),
        Trial(4, maybe_one=True, definite=definite),
        Trial(5, (5, 2, 3), spread=True, definite=definite),
        Trial(6, (1, 6, 2), spread=True, definite=definite),
        Trial(6, (0, 4, 1), spread=True, definite=definite),
    ]
    return [result for trial in trials for result in trial.call(function, arguments, keywords)]


def compare(results: Sequence[object], label: str) -> Fact:
    """Return the facts that several results have in common."""
    kinds = {type(result) for result in results}
    first = results[0]
    if len(kinds) > 1:
        return UNKNOWN
    if isinstance(first, np.ndarray):
        return _compare_arrays(results, label)
    if isinstance(first, np.generic):
        return scalar(first.dtype if _same_dtype(results) else None)
    if isinstance(first, list | tuple):
        return _compare_sequences(results, label)
    if isinstance(first, bool | int | float | complex):
        return of_constant(first).without_value()
    return of_constant(first) if first is None else UNKNOWN


def _compare_arrays(results: Sequence[object], label: str) -> Fact:
    arrays = [result for result in results if isinstance(result, np.ndarray)]
    dtype = arrays[0].dtype if _same_dtype(arrays) else None
    if len({each.ndim for each in arrays}) > 1 or type(arrays[0]) is not np.ndarray:
        return array(dtype, None)
    sizes = enumerate(zip(*(each.shape for each in arrays), strict=True))
    return array(dtype, tuple(ONE if set(found) == {1} else Dim(f"{label}:{axis}") for axis, found in sizes))


def _compare_sequences(results: Sequence[object], label: str) -> Fact:
    sequences = [result for result in results if isinstance(result, list | tuple)]
    kind = "list" if isinstance(sequences[0], list) else "tuple"
    if len({len(each) for each in sequences}) == 1:
        columns = enumerate(zip(*sequences, strict=True))
        items = tuple(compare(column, f"{label}.{k}") for k, column in columns)
        names = getattr(sequences[0], "_fields", None)
        return Fact(kind, items=items, keys=names, cls=None if names is None else type(sequences[0]))
    found = [compare([item], f"{label}.e") for each in sequences for item in each]
    element = found[0]
    for item in found[1:]:
        element = join(element, item, f"{label}.e")
    return Fact(kind, element=element)


def without_dtype(fact: Fact) -> Fact:
    """Return the facts of a result whose dtype depends on values."""
    if fact.items is not None:
        return replace(fact, items=tuple(map(without_dtype, fact.items)))
    return replace(fact, dtype=None) if fact.is_number else fact


def _same_dtype(results: Sequence[object]) -> bool:
    return len({np.asarray(result).dtype for result in results}) == 1


class _NoExampleError(Exception):
    """The facts say too little to make an example."""
