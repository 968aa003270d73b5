"""The source of a live function: its node in the tree of its file.

``find_source`` is exact or refuses: the text found must compile to the very
code object of the function, so a file that was edited after its import is
reported and never differentiated in place of the program that runs.
"""

import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import gast

from cladpy.errors import CladpyError, Location, display_path
from cladpy.frontend.hands_through import hands_through
from cladpy.frontend.match_code import compiles_to, definition_of
from cladpy.frontend.source_file import Definition, SourceFile, parse_file, read_text
from cladpy.frontend.unwrap import unwrap

SOURCE = "__cladpy_source__"  # of a function that was made of the statements of another one: its source


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """One function, ready for the compiler.

    Parameters
    ----------
    tree : gast.FunctionDef
        The function's node in the tree of its file, positions kept; a lambda is
        a definition with one return statement.  Shared, never edited.
    file : str
        Path of the file as Python knows it.
    lines : tuple of str
        Text of the whole file without line ends.
    name : str
        Name of the function; ``lambda_1``, ``lambda_2``, ... in source order for lambdas.
    qualname : str
        ``co_qualname`` of the function.
    is_lambda : bool
        The function was written as a lambda.
    class_name : str or None
        The innermost class around it, which ``super()`` refers to.
    """

    tree: gast.FunctionDef
    file: str
    lines: tuple[str, ...]
    name: str
    qualname: str
    is_lambda: bool
    class_name: str | None


def find_source(function: object) -> FunctionSource:
    """Return the source of a live Python function.

    Parameters
    ----------
    function : callable
        A function, lambda, method, ``staticmethod`` or ``classmethod``; a
        decorated one is looked through as ``primal_function`` describes.

    Raises
    ------
    CladpyError
        C304 if there is no source, or the text found is not the program that runs.

    Examples
    --------
    >>> import colorsys
    >>> find_source(colorsys.rgb_to_yiq).name
    'rgb_to_yiq'
    """
    return _own_source(primal_function(function))


def primal_function(function: object) -> types.FunctionType:
    """Return the Python function whose source ``find_source`` returns.

    A decorator's wrapper is looked through, by its ``__wrapped__``, where its
    source shows that it hands arguments and result through; any other wrapper is
    the program that runs, so it is the primal itself.

    Raises
    ------
    CladpyError
        C304 as ``find_source``.
    """
    target = unwrap(function)
    while _is_handed_through(target):
        target = unwrap(target.__wrapped__)  # type: ignore[attr-defined]
    return target


def _is_handed_through(function: types.FunctionType) -> bool:
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is None or function.__closure__ is None:
        return False
    callee = hands_through(_own_source(function).tree)
    if callee not in function.__code__.co_freevars:
        return False
    cell = function.__closure__[function.__code__.co_freevars.index(callee)]
    return cell.cell_contents is wrapped


def _own_source(function: types.FunctionType) -> FunctionSource:
    """Return the source of exactly the code that a function runs."""
    made: FunctionSource | None = function.__dict__.get(SOURCE)
    if made is not None:
        return made
    code = function.__code__
    text = read_text(code.co_filename, function.__globals__)
    if text is None:
        _refuse_without_text(function)
    try:
        file = parse_file(text)
    except (SyntaxError, ValueError):
        _refuse_changed(function)
    definition = definition_of(code, file.definitions)
    if definition is None or not compiles_to(text, function):
        _refuse_changed(function)
    return function_source(definition, file, code.co_filename, qualname=code.co_qualname)


def function_source(
    definition: Definition, file: SourceFile, path: str, *, qualname: str | None = None
) -> FunctionSource:
    """Make the source of a function that was found in a file without running it.

    Parameters
    ----------
    definition : Definition
        One of ``file.definitions``.
    file : SourceFile
        The file that it is in.
    path : str
        Name of that file.
    qualname : str, optional
        Taken from the definition if not given.
    """
    tree = _as_function_def(definition)
    qualname = qualname or definition.qualname
    return FunctionSource(
        tree, path, file.lines, definition.name, qualname, definition.is_lambda, definition.class_name
    )


def location(node: gast.AST, source: FunctionSource) -> Location:
    """Return the span of a node in the user's file, in characters counted from 1.

    A node without a position of its own (``arguments``, ``withitem``, ``keyword``
    of a call) spans what lies in it; one that is empty spans the function's first line.
    """
    spans = [_span(part) for part in _positioned(node)] or [_span(source.tree)[:2] * 2]
    line, column = min(span[:2] for span in spans)
    end_line, end_column = max(span[2:] for span in spans)
    return Location(
        source.file,
        line,
        _character(source.lines, line, column) + 1,
        end_line,
        _character(source.lines, end_line, end_column) + 1,
        source.lines,
    )


def _positioned(node: gast.AST) -> Iterator[gast.AST]:
    """Yield the node if it has a position, else the nearest below it that have."""
    if getattr(node, "lineno", None) is not None:
        yield node
        return
    for child in gast.iter_child_nodes(node):
        yield from _positioned(child)


def _span(node: gast.AST) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _character(lines: tuple[str, ...], line: int, offset: int) -> int:
    """Turn an offset into the UTF-8 bytes of a line, as trees count, into characters."""
    text = lines[line - 1] if line <= len(lines) else ""
    return len(text.encode()[:offset].decode(errors="ignore"))


def _as_function_def(definition: Definition) -> gast.FunctionDef:
    """Return the definition's node, for a lambda a function that returns its body."""
    node = definition.node
    if not definition.is_lambda:
        return node
    result = gast.copy_location(gast.Return(value=node.body), node.body)
    return gast.copy_location(gast.FunctionDef(definition.name, node.args, [result], [], None, None, []), node)


def _refuse_without_text(function: types.FunctionType) -> NoReturn:
    """Raise C304: the file of a function cannot be read."""
    file = function.__code__.co_filename
    if file.startswith("<"):
        reason = f"it was made from a string ({file})"
        hint = "define it in a file or a notebook cell, or register its text in linecache.cache before the request"
    else:
        reason = f"its file cannot be read: {display_path(file)}"
        hint = "put the file back, or import the function from where its source is"
    raise CladpyError("C304", f"no source for {function.__qualname__!r}: {reason}", hint=hint)


def _refuse_changed(function: types.FunctionType) -> NoReturn:
    """Raise C304: the text at hand is not what the function was compiled from."""
    code = function.__code__
    raise CladpyError(
        "C304",
        f"no source for {function.__qualname__!r}: line {code.co_firstlineno} of {display_path(code.co_filename)} "
        "no longer reads as it did when the function was defined",
        hint="reload the module, or start Python again, so that the program that runs is the one in the file",
    )
