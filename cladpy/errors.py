"""The one kind of error that cladpy raises, and the text that a user reads.

Everything the compiler tells a user is a :class:`CladpyError` with a code of
:data:`CODES`.  The rendering names the user's file, line and column, shows the
line with carets under the offending span, and ends with what to type::

    model.py:14:9: error[C201]: mylib.solve has no derivative rule for parameter 'a'
       13 |     u = x @ w
       14 |     s = mylib.solve(u)
          |         ^^^^^^^^^^^^^^ 'u' is active: it depends on 'w' (line 13)
    note: needed to differentiate 'loss' with respect to 'w' (requested at train.py:3)
    hint: register a rule with @cladpy.custom_pullback(mylib.solve, wrt='a')
"""

import contextlib
import tokenize
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        # ---- C1xx, syntax outside the subset
        "C100": "syntax that cladpy does not know",
        "C101": "a global, or a variable of an enclosing function, is written",
        "C102": "asynchronous code",
        "C103": "a generator function",
        "C104": "exceptions are handled in a way that cannot be followed (`except*`)",
        "C105": "an import inside the function that is not followed",
        "C106": "a class is defined inside the function",
        "C107": "names are read or bound by text (exec, eval, locals, ...)",
        "C108": "an attribute is deleted",
        "C109": "a generator expression or a view of a dict that is kept",
        "C110": "a pattern of match whose class names no attributes for what stands in its brackets",
        "C114": "a type alias or type parameters inside the function",
        "C115": "the arguments of a call do not fit the parameters of its function",
        "C116": "a nested function or lambda is handed to what is not seen into",
        "C118": "a function that calls itself updates what has another name, or cannot stand by itself",
        "C119": "* or ** stands for a number of arguments that is not known",
        # ---- C2xx, derivative rules
        "C120": "an array is updated in place while another name of its storage is read later",
        "C121": "an active value is stored into a list, dict or object",
        "C122": "an array is updated in place through an index that may repeat",
        "C123": "a call that may change its arguments in place",
        "C124": "a checkpoint of what cannot be run again",
        "C201": "a function on an active path has no derivative rule",
        "C202": "a derivative rule is declared but not implemented",
        "C203": "a keyword that the derivative rule does not model",
        "C204": "a custom rule whose signature does not fit its function",
        "C205": "a container of active values is used in a way that has no adjoint",
        "C206": "a loop over active values that cannot be indexed",
        "C207": "an attribute that has no adjoint",
        "C208": "a complex value on an active path",
        # ---- C3xx, requests
        "C301": "an unknown parameter is named in the request",
        "C302": "an integer or boolean argument is named in the request",
        "C303": "the result of gradient() is not a real scalar",
        "C304": "the source of the function cannot be had",
        "C305": "a request of the wrong form",
        "C306": "a state of pullback.forward is used a second time",
        "C307": "the result of gradient() is complex",
        "C308": "the primal calls its own gradient",
        # ---- C4xx, shapes, dtypes and storage at run time
        "C401": "an argument does not have the facts that the generated text relies on",
        "C402": "shapes or dtypes do not fit at run time",
        "C403": "arguments share memory and one of them is written",
        "C404": "a value of a type that has no adjoint",
        "C405": "an exception is caught while the forward sweep runs",
        "C406": "the pattern of a sparse Jacobian lacks an entry",
        "C407": "what is copied deeply holds one object twice",
        "C408": "an array is copied onto itself in a way whose result NumPy leaves open",
        "C410": "numba does not take the generated code, or means something else by it",
        # ---- C9xx, a fault of cladpy
        "C901": "an internal fault of cladpy",
    }
)
"""Every code with a one-line meaning."""

_GUTTER = 5  # characters for the line number, as in the form of the errors
_TAB = 4  # columns between tab stops in an excerpt
_RED, _CYAN, _BOLD, _PLAIN = "\033[1;31m", "\033[1;36m", "\033[1m", "\033[0m"


@dataclass(frozen=True, slots=True)
class Location:
    """Name a span of the user's source.

    Parameters
    ----------
    file : str
        Path of the file as Python knows it.
    line, end_line : int
        First and last line, counted from 1.
    column, end_column : int
        First column and the column after the last, in characters, from 1.
    lines : tuple of str
        Text of the whole file, without line ends; empty if it is not at hand.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    lines: tuple[str, ...] = ()


class CladpyError(Exception):
    """Tell a user what is wrong, where, why it matters and what to do.

    Parameters
    ----------
    code : str
        A key of :data:`CODES`.
    message : str
        One line that names the function and the parameter as the user spells them.
    location : Location, optional
        The offending span of the user's source.
    label : str, optional
        Words set after the carets.
    notes : sequence of str, optional
        Why cladpy was there; one ``note:`` line each.
    hint : str, optional
        What to type instead.

    Examples
    --------
    >>> print(CladpyError("C301", "no parameter 'wt' of 'loss'", hint="did you mean 'w'?"))
    error[C301]: no parameter 'wt' of 'loss'
    hint: did you mean 'w'?
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        location: Location | None = None,
        label: str | None = None,
        notes: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        if code not in CODES:
            raise KeyError(f"{code} is not a code of cladpy.errors.CODES")
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.location = location
        self.label = label
        self.notes = tuple(notes)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the two positional parts; the rest travels as state."""
        return type(self), (self.code, self.message), self.__dict__

    def __str__(self) -> str:
        return self.render()

    def render(self, *, color: bool = False) -> str:
        """Return the whole text of the error.

        Parameters
        ----------
        color : bool
            Set terminal colours; the caller decides whether there is a terminal.
        """
        red, cyan, bold, plain = (_RED, _CYAN, _BOLD, _PLAIN) if color else ("", "", "", "")
        place = f"{bold}{_place(self.location)}{plain}: " if self.location else ""
        text = [f"{place}{red}error[{self.code}]{plain}: {bold}{self.message}{plain}"]
        if self.location:
            text += _excerpt(self.location, self.label, (red, plain))
        text += [f"{cyan}note:{plain} {note}" for note in self.notes]
        if self.hint:
            text.append(f"{cyan}hint:{plain} {self.hint}")
        return "\n".join(text)


def _place(location: Location) -> str:
    """Return ``file:line:column``, the file relative to the working directory if it lies below."""
    return f"{display_path(location.file)}:{location.line}:{location.column}"


def display_path(file: str) -> str:
    """Return the path as a user would type it: relative if it lies below the working directory."""
    path = Path(file)
    try:
        return str(path.relative_to(Path.cwd())) if path.is_absolute() else file
    except (OSError, ValueError):  # there is no working directory any more, or the file lies elsewhere
        return file


def _excerpt(location: Location, label: str | None, paint: tuple[str, str]) -> list[str]:
    """Return the offending line under the line before it, and the carets."""
    if not 1 <= location.line <= len(location.lines):
        return []
    shown = []
    if location.line > 1 and location.lines[location.line - 2].strip():
        shown.append(_numbered(location.line - 1, location.lines[location.line - 2]))
    line = location.lines[location.line - 1]
    shown.append(_numbered(location.line, line))
    end = location.end_column if location.end_line == location.line else _end_of_code(line) + 1
    start = _width(line[: location.column - 1])
    carets = "^" * max(1, _width(line[: end - 1]) - start)
    red, plain = paint
    shown.append(f"{'':{_GUTTER}} | {'':{start}}{red}{carets}{' ' + label if label else ''}{plain}")
    return shown


def _end_of_code(line: str) -> int:
    """Return where a line ends without its comment, for spans that go on in the next line."""
    code, indent = line.strip(), len(line) - len(line.lstrip())
    with contextlib.suppress(tokenize.TokenError, SyntaxError):  # the line alone need not be complete
        for token in tokenize.generate_tokens(iter([code]).__next__):
            if token.type == tokenize.COMMENT:
                code = code[: token.start[1]].rstrip()
    return indent + len(code)


def _numbered(number: int, line: str) -> str:
    return f"{number:{_GUTTER}} | {_expand(line)}".rstrip()


def _width(text: str) -> int:
    """Return how many terminal columns a prefix of a line takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in _expand(text))


def _expand(text: str) -> str:
    """Replace tabs by spaces; unlike ``str.expandtabs``, wide characters take two columns."""
    head, *rest = text.split("\t")
    for part in rest:
        head += " " * (_TAB - _width(head) % _TAB) + part
    return head
