"""What a backend does not compile, told in one line at the line of the primal."""

import re
from collections.abc import Mapping
from typing import Any

from cladpy.emit.other_meaning import CODE, HINT, refusal
from cladpy.errors import CladpyError
from cladpy.execute.line_map import LineMap, PrimalLine

MOST = 140  # characters of the backend's reason
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_FUNCTION = re.compile(r"Function\(<[^<>']*?(?:function|ufunc)\s+'?([\w.]+)[^<>]*>\)")
_UNTYPED = re.compile(r"Untyped global name '(\w+)'")
_UNLIKE = "can't unbox heterogeneous list"
_COLOUR = re.compile(r"\x1b\[\d*m")
_NOISE = re.compile(r"^(Failed in |Overload |There are |- |Unknown attribute$|During: |File |>>>|\^|<source|\d+\) )")


def not_compiled(
    error: Exception, compiled: Any, arguments: Mapping[str, object], lines: LineMap
) -> CladpyError | None:
    """Return the error for an exception that compiling raised; None for one that the running code raised.

    Parameters
    ----------
    error : Exception
    compiled : callable
        The backend's function.
    arguments : mapping
        By name, what it was called with.
    lines : LineMap
    """
    types = {}
    for name, value in arguments.items():
        try:
            types[name] = compiled.typeof_pyval(value)
        except Exception:  # noqa: BLE001 -- whatever the backend raises of a value that it does not know
            return refusal(f"takes no {type(value).__name__}, and the argument '{name}' is one")
        if str(types[name]) == "pyobject":
            return refusal(f"takes no {type(value).__name__}, and the argument '{name}' is one")
    text = _COLOUR.sub("", str(error))
    if text.startswith(_UNLIKE):
        return refusal("takes no list whose items are of several types, or are arrays laid out in several orders")
    if tuple(types.values()) in compiled.overloads:
        return None
    if not type(error).__module__.startswith("numba"):
        text = f"its compiler fails with {type(error).__name__}: {text}"
    line = _line(text, lines)
    note = f"numba does not compile the derivative of: {line.text}" if line is not None else ""
    location = None if line is None else line.location
    return CladpyError(
        CODE, f"numba does not take this: {reason(text)}", location=location, notes=(note,) if note else (), hint=HINT
    )


def reason(text: str) -> str:
    r"""Return one line that says why.

    Examples
    --------
    >>> reason("Failed in nopython mode pipeline (step: nopython frontend)\nInvalid use of x\nsecond line")
    'Invalid use of x'
    """
    missing = _UNTYPED.search(text)
    if missing is not None:
        return f"there is no compiled form of {missing[1]}"
    text = _FUNCTION.sub(r"\1", text)
    told = [line.strip() for line in text.splitlines() if line.strip() and not _NOISE.match(line.strip())]
    first = told[0] if told else text.strip().partition("\n")[0]
    if first.endswith(":") and "found for signature" in first:
        first = first.removesuffix(" found for signature:") + " for these types"
    return first if len(first) <= MOST else f"{first[: MOST - 3]}..."


def _line(text: str, lines: LineMap) -> PrimalLine | None:
    """Return the primal's line behind the last place in the generated text that a message names."""
    numbers = [int(number) for file, number in _PLACE.findall(text) if file == lines.filename]
    return next(filter(None, map(lines.primal_line, reversed(numbers))), None)
