"""The text of constants: numbers, strings, bytes, docstrings."""

import math
from collections.abc import Sequence
from typing import Final

QUOTES: Final = ('"', "'", '"""', "'''")

_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAYOUT: Final = str.maketrans("\n\t", "  ")  # what a literal in three quotes may hold as it is
_INFINITY: Final = "1e309"  # the least power of ten that a double cannot hold


def literal(value: object) -> str:
    """Return the source text of a constant.

    Examples
    --------
    >>> print(literal(1e16), literal(float("inf")), literal(2j), literal("it's"), literal(b'"'), literal(...))
    1e16 1e309 2j "it's" b'"' ...
    """
    match value:
        case str():
            return string_literal(value)
        case bytes():
            return string_literal(value)
        case bool() | None:
            return repr(value)
        case int():
            return _integer(value)
        case float():
            return _real(value)
        case complex():
            return _complex(value)
        case _:
            return "..." if value is Ellipsis else repr(value)


# ---- numbers ----


def is_number(value: object) -> bool:
    """Return whether a constant is a number, which a truth value is not."""
    return isinstance(value, (int, float, complex)) and not isinstance(value, bool)


def _integer(value: int) -> str:
    """Return the digits; Python refuses to convert very long numbers to decimal, and only to decimal."""
    try:
        return repr(value)
    except ValueError:
        return hex(value)


def _real(value: float) -> str:
    if math.isnan(value):
        return 'float("nan")'
    if math.isinf(value):
        return _INFINITY if value > 0 else f"-{_INFINITY}"
    return repr(value).replace("e+", "e")


def _complex(value: complex) -> str:
    """Return an imaginary literal, or the sum that the constant was folded from."""
    real, imaginary = value.real, value.imag
    if not math.isfinite(real) or math.isnan(imaginary) or (real and math.isinf(imaginary)):
        return f"complex({_real(real)}, {_real(imaginary)})"
    unit = f"{_real(abs(imaginary))}j".replace(".0j", "j")
    negative = math.copysign(1.0, imaginary) < 0
    if real or math.copysign(1.0, real) < 0:
        return f"{_real(real)} {'-' if negative else '+'} {unit}"
    return f"-{unit}" if negative else unit


# ---- strings ----


def string_literal(value: str | bytes) -> str:
    r"""Return a string or bytes literal in the quotes that need the fewest escapes, double ones if equal.

    Examples
    --------
    >>> print(string_literal("tanh"), string_literal('"w"'), string_literal("\n"))
    "tanh" '"w"' "\n"
    """
    text, prefix = _characters(value)
    quote = preferred_quote(text)
    return f"{prefix}{quote}{escape(text, quote, in_bytes=bool(prefix))}{quote}"


def preferred_quote(text: str) -> str:
    """Return the quote that ruff puts around a text."""
    return "'" if text.count('"') > text.count("'") else '"'


def raw_literal(value: str | bytes, quotes: Sequence[str]) -> str | None:
    """Return a literal without a backslash in one of the given quotes, None if there is none.

    Before Python 3.12, this is all that may stand inside the braces of an f-string.
    """
    text, prefix = _characters(value)
    visible = text.translate(_LAYOUT)
    if escape(visible, "", in_bytes=bool(prefix)) != visible:
        return None
    for quote in quotes:
        ends_it = quote in text or text.endswith(quote[0]) or (len(quote) == 1 and "\n" in text)
        if not ends_it:
            return f"{prefix}{quote}{text}{quote}"
    return None


def docstring(text: str) -> str:
    """Return a string literal in three double quotes whose lines stay lines.

    Examples
    --------
    >>> docstring('Gradient of "loss".').strip('"')
    'Gradient of "loss".'
    """
    stem = text.rstrip('"')
    at_end = len(text) - len(stem)
    if "\\" in stem or not stem.translate(_LAYOUT).isprintable():
        stem = "".join(character if character in "\n\t" else escape(character, "") for character in stem)
    stem = stem.replace('"""', r"\"\"\"")
    return '"""' + stem + r"\"" * at_end + '"""'


def escape(text: str, quote: str, *, in_bytes: bool = False) -> str:
    """Return a text as it stands between quotes of one character."""
    if text.isascii() and text.isprintable() and "\\" not in text and (not quote or quote not in text):
        return text
    return "".join(_escaped(character, quote, in_bytes=in_bytes) for character in text)


def _characters(value: str | bytes) -> tuple[str, str]:
    """Return the characters of a literal, a byte being the character of its number, and its prefix."""
    return (value, "") if isinstance(value, str) else (value.decode("latin-1"), "b")


def _escaped(character: str, quote: str, *, in_bytes: bool) -> str:
    if character == quote:
        return f"\\{quote}"
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if character.isprintable() and not (in_bytes and code > 0x7F):
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
