"""Containers of ``collections`` in plain Python: generated code has them in place of those, so as to follow them."""

from collections.abc import Iterator
from typing import Any, Self


class PlainDeque:
    """``collections.deque``, as a list with two ends.

    Parameters
    ----------
    iterable : iterable, optional
    maxlen : int, optional

    Examples
    --------
    >>> window = PlainDeque([1.0, 2.0], 2)
    >>> window.append(3.0)
    >>> list(window), window.popleft()
    ([2.0, 3.0], 2.0)
    """

    items: list[Any]

    def __init__(self, iterable: Any = None, maxlen: Any = None) -> None:
        self.items = [] if iterable is None else list(iterable)
        self.maxlen = maxlen
        if maxlen is not None:
            while len(self.items) > maxlen:
                self.items.pop(0)

    def append(self, value: Any) -> None:
        """Put a value at the right end; one too many falls off at the left."""
        self.items.append(value)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, value: Any) -> None:
        """Put a value at the left end; one too many falls off at the right."""
        self.items.insert(0, value)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def pop(self) -> Any:
        """Take the value at the right end."""
        return self.items.pop()

    def popleft(self) -> Any:
        """Take the value at the left end."""
        return self.items.pop(0)

    def extend(self, iterable: Any) -> None:
        """Put values at the right end, one after the other."""
        for value in list(iterable):
            self.items.append(value)
            if self.maxlen is not None and len(self.items) > self.maxlen:
                self.items.pop(0)

    def extendleft(self, iterable: Any) -> None:
        """Put values at the left end, one after the other."""
        for value in list(iterable):
            self.items.insert(0, value)
            if self.maxlen is not None and len(self.items) > self.maxlen:
                self.items.pop()

    def rotate(self, n: Any = 1) -> None:
        """Move values from the right end to the left, or back."""
        if len(self.items) > 0:
            for _ in range(n % len(self.items)):
                self.items.insert(0, self.items.pop())

    def insert(self, place: Any, value: Any) -> None:
        """Put a value at a place."""
        if self.maxlen is not None and len(self.items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.items.insert(place, value)

    def remove(self, value: Any) -> None:
        """Take out the first value that equals another."""
        self.items.remove(value)

    def reverse(self) -> None:
        """Turn the values round."""
        self.items.reverse()

    def clear(self) -> None:
        """Take out all values."""
        self.items.clear()

    def count(self, value: Any) -> int:
        """Return how many values equal another."""
        return self.items.count(value)

    def index(self, value: Any) -> int:
        """Return the place of the first value that equals another."""
        return self.items.index(value)

    def copy(self) -> "PlainDeque":
        """Return another one of the same values."""
        return PlainDeque(self.items, self.maxlen)

    def __iadd__(self, iterable: Any) -> Self:
        self.extend(iterable)
        return self

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __getitem__(self, place: Any) -> Any:
        return self.items[place]

    def __setitem__(self, place: Any, value: Any) -> None:
        self.items[place] = value

    def __delitem__(self, place: Any) -> None:
        del self.items[place]

    def __contains__(self, value: Any) -> bool:
        return value in self.items

    def __eq__(self, other: object) -> bool:
        return self.items == getattr(other, "items", other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"deque({self.items!r})"


class PlainDict:
    """A dict behind the methods of one, ``collections.OrderedDict`` among them; subclasses say what a new key has.

    Parameters
    ----------
    initial : dict or list of pairs, optional

    Examples
    --------
    >>> table = PlainDict({"a": 1.0})
    >>> table["b"] = 2.0
    >>> list(table), table["b"]
    (['a', 'b'], 2.0)
    """

    table: dict[Any, Any]

    def __init__(self, initial: Any = None) -> None:
        self.table = {} if initial is None else dict(initial)

    def __getitem__(self, key: Any) -> Any:
        return self.table[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.table[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.table[key]

    def __contains__(self, key: Any) -> bool:
        return key in self.table

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.table)

    def keys(self) -> Any:
        """Return the keys."""
        return list(self.table)

    def values(self) -> Any:
        """Return the values."""
        return [self.table[key] for key in self.table]

    def items(self) -> Any:
        """Return the pairs of key and value."""
        return [(key, self.table[key]) for key in self.table]

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value at a key, or the default."""
        return self.table[key] if key in self.table else default  # noqa: SIM401 -- what is followed

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the value at a key, which has the default if it is new."""
        if key not in self.table:
            self.table[key] = default
        return self.table[key]

    def pop(self, key: Any) -> Any:
        """Take out the value at a key."""
        return self.table.pop(key)

    def update(self, other: Any) -> None:
        """Take over the values of another dict."""
        for key in list(other):
            self.table[key] = other[key]

    def copy(self) -> Any:
        """Return another one of the same values."""
        made = type(self)()
        made.table = dict(self.table)
        return made

    def popitem(self, last: Any = True) -> Any:
        """Take out the last key, or the first, with its value."""
        key = list(self.table)[-1 if last else 0]
        return key, self.table.pop(key)

    def move_to_end(self, key: Any, last: Any = True) -> None:
        """Move a key behind the others, or before them."""
        value = self.table.pop(key)
        if last:
            self.table[key] = value
        else:
            self.table = {key: value, **self.table}

    def clear(self) -> None:
        """Take out all values."""
        self.table.clear()

    def __eq__(self, other: object) -> bool:
        return bool(self.table == getattr(other, "table", other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.table)


class PlainDictOfLists(PlainDict):
    """``defaultdict(list)``."""

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = []
        return self.table[key]


class PlainDictOfDicts(PlainDict):
    """``defaultdict(dict)``."""

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = {}
        return self.table[key]


class PlainDictOfFloats(PlainDict):
    """``defaultdict(float)``."""

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = 0.0
        return self.table[key]


class PlainDictOfInts(PlainDict):
    """``defaultdict(int)``."""

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = 0
        return self.table[key]


class PlainDictOfValues(PlainDict):
    """``defaultdict(lambda: 1.0)``: of a value that nothing updates."""

    def __init__(self, value: Any, initial: Any = None) -> None:
        self.value = value
        self.table = {} if initial is None else dict(initial)

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = self.value
        return self.table[key]

    def copy(self) -> Any:
        """Return another one of the same values."""
        return PlainDictOfValues(self.value, self.table)


class PlainDictOfCopies(PlainDict):
    """``defaultdict(lambda: [0.0, 0])``: of copies of a list, dict or array that holds nothing that is updated."""

    def __init__(self, pattern: Any, initial: Any = None) -> None:
        self.pattern = pattern
        self.table = {} if initial is None else dict(initial)

    def __getitem__(self, key: Any) -> Any:
        if key not in self.table:
            self.table[key] = self.pattern.copy()
        return self.table[key]

    def copy(self) -> Any:
        """Return another one of the same values."""
        return PlainDictOfCopies(self.pattern, self.table)


class PlainCounter(PlainDict):
    """``Counter()``: a key that it lacks counts as zero, and stays out."""

    def __getitem__(self, key: Any) -> Any:
        return self.table[key] if key in self.table else 0  # noqa: SIM401 -- what is followed

    def total(self) -> Any:
        """Return the sum of the counts."""
        return sum([self.table[key] for key in self.table])

    def most_common(self, n: Any = None) -> Any:
        """Return the pairs of key and count, the largest first."""
        pairs = sorted([(key, self.table[key]) for key in self.table], key=lambda pair: pair[1], reverse=True)
        return pairs[:n]
