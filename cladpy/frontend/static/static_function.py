"""Function objects of a file that is not run: the code that Python compiles, with known globals, defaults and cells."""

import ast
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cladpy.frontend.match_code import definition_of
from cladpy.frontend.source_file import LAMBDA, Definition, parse_file
from cladpy.frontend.static.static_scope import StaticScope
from cladpy.frontend.static.static_value import NotStatic, StaticValue, is_harmless
from cladpy.frontend.static.unresolved import Unresolved
from cladpy.request import FunctionReference

Position = tuple[int, int]
Header = tuple[str, int]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def reference_of(definition: Definition, module: str, file: str) -> FunctionReference:
    """Return the reference of a function that was found in a file.

    It equals what `FunctionReference.of` gives for the live function, as far as Python keeps the columns of lambdas.
    """
    column = definition.node.body.col_offset if definition.is_lambda else 0
    return FunctionReference(module, definition.qualname, file, definition.first_line, column)


def codes_by_position(text: str, file: Path, tree: ast.Module) -> Mapping[Position, types.CodeType]:
    """Compile a file, without running it, and return the code of each function by the position of its node."""
    codes: dict[Header, list[types.CodeType]] = {}
    for code in _nested_codes(compile(text, str(file), "exec", dont_inherit=True)):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    nodes: dict[Header, list[FunctionNode]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            nodes.setdefault(_header(node), []).append(node)
    found = {}
    for header, here in nodes.items():
        matches = codes.get(header, [])
        if len(here) == len(matches) == 1:
            found[here[0].lineno, here[0].col_offset] = matches[0]
        elif matches:  # lambdas that share a line, or code that Python drops
            found.update(_told_apart(text, matches))
    return found


def _header(node: FunctionNode) -> Header:
    if isinstance(node, ast.Lambda):
        return LAMBDA, node.lineno
    return node.name, min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _told_apart(text: str, codes: list[types.CodeType]) -> Iterator[tuple[Position, types.CodeType]]:
    definitions = parse_file(text).definitions
    for code in codes:
        match = definition_of(code, definitions)
        if match is not None:
            yield (match.node.lineno, match.node.col_offset), code


def _nested_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _nested_codes(constant)


def build_function(
    node: FunctionNode, code: types.CodeType, scope: StaticScope, namespace: dict[str, Any], known: StaticValue
) -> types.FunctionType:
    """Make the function that a definition would make if it ran.

    Parameters
    ----------
    node : ast.FunctionDef, ast.AsyncFunctionDef or ast.Lambda
    code : types.CodeType
        What Python compiled of it.
    scope : StaticScope
        Where it is defined; gives the cells.
    namespace : dict
        Globals of the module.
    known : StaticValue
        Evaluates the defaults; one that is not known is `Unresolved`.
    """
    defaults = tuple(_default(default, known) for default in node.args.defaults)
    closure = tuple(scope.cell(name) for name in code.co_freevars)
    function = types.FunctionType(code, namespace, code.co_name, defaults or None, closure)
    keywords = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    function.__kwdefaults__ = {
        argument.arg: _default(default, known) for argument, default in keywords if default is not None
    } or None
    function.__annotations__ = dict(_annotations(node))
    return function


def decorate(value: Any, decorators: list[ast.expr], known: StaticValue) -> Any:
    """Apply decorators of the standard library and of cladpy; any other gives something unresolved."""
    name = getattr(value, "__name__", "it")
    for decorator in reversed(decorators):
        applied = value_or_unresolved(decorator, name, known)
        if isinstance(applied, Unresolved) or not (isinstance(decorator, ast.Call) or is_harmless(applied, [value])):
            return Unresolved(name, f"it is decorated with {ast.unparse(decorator)}")
        try:
            value = applied(value)
        except Exception as failure:  # noqa: BLE001 - a decorator of cladpy refuses, or dataclass finds a fault
            return Unresolved(name, f"{ast.unparse(decorator)} fails: {failure}")
    return value


def value_or_unresolved(node: ast.expr, name: str, known: StaticValue) -> Any:
    """Return the value of an expression, or what stands for it."""
    try:
        return known.visit(node)
    except NotStatic:
        return Unresolved(name, f"it is the value of {_short(node)}")


def _default(node: ast.expr, known: StaticValue) -> Any:
    return value_or_unresolved(node, _short(node), known)


def _short(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 40 else f"{text[:37]}..."  # a message has one line


def _annotations(node: FunctionNode) -> Iterator[tuple[str, str]]:
    arguments = node.args
    extra = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra):
        if argument.annotation is not None:
            yield argument.arg, ast.unparse(argument.annotation)
    if not isinstance(node, ast.Lambda) and node.returns is not None:
        yield "return", ast.unparse(node.returns)
