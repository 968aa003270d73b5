"""Which definition of a file a code object was compiled from, and whether it still is."""

import __future__

import ast
import functools
import types
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from zipimport import zipimporter

import gast

from cladpy.frontend.source_file import LAMBDA, Definition

_FUTURES = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})


def definition_of(code: types.CodeType, definitions: Iterable[Definition]) -> Definition | None:
    """Return the definition at the code's position, or None.

    Lambdas that share a line are told apart by the columns of the code's
    instructions.  Where Python keeps none (a lambda that returns a constant, on
    3.12) the instructions tell; where it keeps none at all (``-X no_debug_ranges``)
    lambdas with the same parameters and free variables may all be missed.
    """
    candidates = [definition for definition in definitions if _has_header(definition, code)]
    if len(candidates) > 1:
        candidates = _at_columns(candidates, code)
    return candidates[0] if candidates else None


def compiles_to(text: str, function: types.FunctionType) -> bool:
    """Tell whether a file's text compiles to the code object of a function.

    Modules that were rewritten by an import hook (assertions under pytest, type
    checkers) never do, so these are trusted.
    """
    code = function.__code__
    if _is_rewritten(function):
        return True
    try:
        compiled = _compile(text, code.co_flags & _FUTURES)
    except (SyntaxError, ValueError):
        return False
    return code in compiled.get((code.co_name, code.co_firstlineno), ())


def _has_header(definition: Definition, code: types.CodeType) -> bool:
    """Tell whether name, first line and parameters of a definition are those of the code."""
    name = LAMBDA if definition.is_lambda else definition.name
    if (name, definition.first_line) != (code.co_name, code.co_firstlineno):
        return False
    arguments = definition.node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    names = [argument.id for argument in (*positional, *arguments.kwonlyargs)]
    # a parameter __x of a method is called _Class__x in its code
    return (code.co_argcount, code.co_kwonlyargcount) == (len(positional), len(arguments.kwonlyargs)) and all(
        known.endswith(name) for name, known in zip(names, code.co_varnames, strict=False)
    )


def _at_columns(lambdas: Sequence[Definition], code: types.CodeType) -> list[Definition]:
    """Return the innermost of some lambdas whose body spans all instructions of the code."""
    columns = [position for position in code.co_positions() if _is_exact(position, code.co_firstlineno)]
    if not columns:
        return [each for each in lambdas if _runs_as(each.node, code)]
    start = min((line, column) for line, _, column, _ in columns)
    end = max((line, column) for _, line, _, column in columns)
    around = [
        each
        for each in lambdas
        if (each.node.body.lineno, each.node.body.col_offset) <= start
        and end <= (each.node.body.end_lineno, each.node.body.end_col_offset)
    ]
    return sorted(around, key=lambda each: (each.node.body.lineno, each.node.body.col_offset), reverse=True)


def _is_exact(position: Sequence[int | None], first_line: int) -> bool:
    """Tell a position in the source from that of an instruction which only enters or leaves."""
    return None not in position and tuple(position) != (first_line, first_line, 0, 0)


def _runs_as(node: gast.Lambda, code: types.CodeType) -> bool:
    """Tell whether a lambda without free variables compiles to the instructions of the code."""
    expression = gast.gast_to_ast(gast.Expression(body=node))
    alone = next(_codes(compile(expression, "<lambda>", "eval", dont_inherit=True)))
    # the text of the constants tells 1 from 1.0 and True
    return (alone.co_code, repr(alone.co_consts)) == (code.co_code, repr(code.co_consts))


def _is_rewritten(function: types.FunctionType) -> bool:
    """Tell whether an import hook may have changed the program of the function's module."""
    module = function.__globals__
    if module.get("__file__") != function.__code__.co_filename:
        return False
    return type(module.get("__loader__")) not in (SourceFileLoader, zipimporter, type(None), type)


@functools.lru_cache(maxsize=128)
def _compile(text: str, futures: int) -> dict[tuple[str, int], list[types.CodeType]]:
    """Return every code object of a text by name and first line."""
    flags = futures | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT  # a notebook cell may await
    found: dict[tuple[str, int], list[types.CodeType]] = {}
    for code in _codes(compile(text, "<source>", "exec", flags, dont_inherit=True)):
        found.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    return found


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)
