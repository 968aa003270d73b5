"""Intervals of a file in which requests are not looked for: ``# cladpy: off`` up to ``# cladpy: on``."""

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

_SWITCH = re.compile(r"#\s*cladpy:\s*(off|on)\s*")

Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Intervals:
    r"""Hold the intervals of one file.

    Parameters
    ----------
    spans : tuple of pairs of positions
        Start and end, each a line (from 1) and a column (from 0, in characters).

    Examples
    --------
    >>> text = "a\n# cladpy: off\nb\n# cladpy: on\nc\n"
    >>> off = Intervals.of(text)
    >>> [off.contain((line, 0)) for line in (1, 3, 5)]
    [False, True, False]
    """

    spans: tuple[tuple[Position, Position], ...]

    @classmethod
    def of(cls, text: str) -> "Intervals":
        """Return the intervals of a text that is valid Python; one that is not closed goes to its end.

        Only comments count: the same words in a string do not.
        """
        spans = []
        start: Position | None = None
        for word, place in _switches(text):
            if word == "off" and start is None:
                start = place
            elif word == "on" and start is not None:
                spans.append((start, place))
                start = None
        if start is not None:
            spans.append((start, (text.count("\n") + 2, 0)))
        return cls(tuple(spans))

    def contain(self, place: Position) -> bool:
        """Tell whether a position lies in an interval."""
        return any(start <= place < end for start, end in self.spans)


def _switches(text: str) -> Iterator[tuple[str, Position]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        match = _SWITCH.fullmatch(token.string) if token.type == tokenize.COMMENT else None
        if match:
            yield match[1], token.start
