"""The normal form of a function, and its making.

Requires a function whose syntax the fence has passed. Guarantees: assignments of one operation on atoms, conditions
that are atoms or comparisons without effects, exits at the ends of blocks, one Return at the end.
"""

import builtins
import types
from collections.abc import Mapping
from dataclasses import dataclass

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.namespace import MISSING, Namespace
from cladpy.ir.expressions import constant, dotted, name, names_in, store_name
from cladpy.ir.statements import Assign, Block, Return
from cladpy.normalize.argument_stores import stores_into_arguments
from cladpy.normalize.closures import Closure, bound_names, defaults_of, parameters
from cladpy.normalize.exits import structure_exits
from cladpy.normalize.flatten_expressions import ExpressionFlattener
from cladpy.normalize.flatten_statements import StatementFlattener
from cladpy.normalize.recorder import PrimalLine, Recorder

RESULT = "result@ret"  # holds what is returned, where the returned expression has no name
LIBRARIES = ("numpy", "math", "builtins", "scipy", "operator", "cmath")


@dataclass(frozen=True, slots=True)
class NormalForm:
    """A function in the normal form.

    Parameters
    ----------
    name : str
        The function's name.
    parameters : tuple of str
        Its parameters in signature order.
    body : Block
        Statements; the last one is a Return of an operation, an atom or a display.
    lines : mapping of int to PrimalLine
        The primal's statements by number.
    source : FunctionSource
        Where it was written.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block
    lines: Mapping[int, PrimalLine]
    source: FunctionSource
    user_names: frozenset[str]


def normalize(source: FunctionSource, namespace: Namespace) -> NormalForm:
    """Return the normal form of a function."""
    tree = source.tree
    names = [parameter.id for parameter in parameters(tree.args)]
    local = bound_names(tree.body) | set(names)
    recorder = Recorder(source)
    expressions = ExpressionFlattener(
        recorder,
        local,
        is_library=lambda node: _is_library(node, local, namespace),
        is_builtin=lambda identifier: identifier not in local and _is_builtin(identifier, namespace),
        inline=lambda _closure, _node: constant(None),
        written_out=lambda node: _written_out(node, local, namespace),
    )
    StatementFlattener(recorder, expressions).body(tree.body)
    block = tuple(recorder.block)
    body = structure_exits(block, recorder, RESULT, tail=True)
    last = body[-1] if body else None
    if not isinstance(last, Return):
        body = (*body, Return(constant(None)))
    elif not isinstance(last.value, gast.Name | gast.Constant):
        bound = Assign(store_name(RESULT), last.value, last.source)
        body = (*body[:-1], bound, Return(name(RESULT), last.source))
    user_names = frozenset({part.id for part in gast.walk(tree) if isinstance(part, gast.Name)} | {tree.name})
    return NormalForm(source.name, tuple(names), body, recorder.lines, source, user_names)


def _is_library(node: gast.expr, local: set[str], namespace: Namespace) -> bool:
    """Tell whether a callee is known to be a library's function without effects."""
    path = dotted(node)
    if path is None or path.split(".")[0] in local:
        return False
    value = namespace.resolve(path)
    if value is MISSING or path in ("print", "input", "open", "next", "iter", "exec", "eval"):
        return False
    module = getattr(value, "__module__", None) or type(value).__module__
    if isinstance(value, types.BuiltinFunctionType | type) or callable(value):
        return str(module).split(".")[0] in LIBRARIES and "random" not in path
    return False


def _written_out(node: gast.expr, local: set[str], namespace: Namespace) -> Closure | None:
    """Return the body of a helper of the same module that updates its arguments in place."""
    path = dotted(node)
    function = MISSING if path is None else namespace.resolve(path)
    if not isinstance(function, types.FunctionType) or function.__globals__ is not namespace.globals:
        return None
    if function.__closure__ is not None or _is_library(node, local, namespace):
        return None
    try:
        source = find_source(function)
    except CladpyError:
        return None
    tree = source.tree
    if not isinstance(tree, gast.FunctionDef) or not stores_into_arguments(tree):
        return None
    closure = Closure.of_function(tree, defaults_of(tree.args))
    hidden = {name for statement in closure.body for name in names_in(statement)} - closure.bound
    return None if hidden & local else closure


def _is_builtin(identifier: str, namespace: Namespace) -> bool:

    return namespace.lookup(identifier) is getattr(builtins, identifier, MISSING)
