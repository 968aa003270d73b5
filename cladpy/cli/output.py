"""How text leaves the command: highlighted on a terminal, plain in a pipe, whole or not at all into a file."""

import os
import sys
from pathlib import Path
from typing import TextIO

from cladpy.errors import CladpyError


def write_source(text: str, file: Path | None, *, overwrite: bool) -> None:
    """Write generated source to standard output, or to a file.

    Raises
    ------
    CladpyError
        C305 if the file exists and may not be overwritten, or cannot be written.
    """
    if file is None:
        sys.stdout.write(highlighted(text) if is_terminal(sys.stdout) else text)
        return
    try:
        _write_whole(text, file, overwrite=overwrite)
    except FileExistsError:
        raise already_there(file) from None
    except OSError as failure:
        raise CladpyError("C305", f"cannot write {file}: {failure.strerror}", hint="name another file") from failure


def already_there(file: Path) -> CladpyError:
    """Return the error that a file is in the way."""
    return CladpyError("C305", f"{file} exists", hint="name another file, or overwrite it with --force")


def write_error(error: CladpyError) -> None:
    """Write an error to standard error."""
    sys.stderr.write(f"{error.render(color=is_terminal(sys.stderr))}\n")


def is_terminal(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that shows colours."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def highlighted(text: str) -> str:
    """Return Python source with terminal colours; as it is where Pygments is not installed."""
    try:
        from pygments import formatters, highlight, lexers  # type: ignore[import-untyped]  # noqa: PLC0415 - optional
    except ImportError:
        return text
    return str(highlight(text, lexers.PythonLexer(stripnl=False), formatters.TerminalFormatter()))


def _write_whole(text: str, file: Path, *, overwrite: bool) -> None:
    """Write a file that nobody sees half written."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        if overwrite:
            draft.replace(file)
        else:
            _link_or_create(draft, file, text)
    finally:
        draft.unlink(missing_ok=True)


def _link_or_create(draft: Path, file: Path, text: str) -> None:
    try:
        file.hardlink_to(draft)  # fails if the file exists, whoever made it meanwhile
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
