"""Turns the calls and decorated definitions of a file into requests."""

import ast
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from cladpy.errors import CladpyError
from cladpy.planning.discovery.parsed_file import ParsedFile, location_of
from cladpy.planning.discovery.static_names import GeneratedFunction, LibraryMember, OwnFunction, StaticNames
from cladpy.request import MODES, DiffRequest, Options, parse_wrt

_OPTIONS = tuple(option.name for option in fields(Options))
_FUNCTION = ("function", "f")  # keyword spellings of the first argument
_HANDING = ("gradient", "value_and_gradient")
_CHECKED = ("gradient", "value_and_gradient", "pullback")  # the others have keywords of their own


class NotKnown(Exception):  # noqa: N818 - not an error: the file asks for what only a run can tell
    """Say why a request cannot be known from the text."""


class InvocationReader:
    """Turn calls and decorated definitions into requests."""

    def __init__(self) -> None:
        self._names = StaticNames(self._quietly)

    def read(self, file: ParsedFile, node: ast.AST, decorator: ast.expr | None = None) -> GeneratedFunction | None:
        """Return what a call, or a decorator of a definition, makes; None if it makes no request."""
        if decorator is not None:
            return self._of_decorator(file, node, decorator)
        if not isinstance(node, ast.Call):
            return None
        mode = self._mode(file, node.func)
        argument = _function_argument(node)
        if mode and argument is not None:
            return self._of_call(file, node, mode, argument)
        inner = node.func
        if isinstance(inner, ast.Call) and _function_argument(inner) is None and node.args:
            mode = self._mode(file, inner.func)
            return self._request(file, inner, mode, self._function(file, node.args[0]), inner.args) if mode else None
        return None

    def _quietly(self, file: ParsedFile, node: ast.AST) -> GeneratedFunction | None:
        """Return what a node makes, for a name that is bound to it; whoever visits the node reports what is wrong."""
        try:
            for decorator in getattr(node, "decorator_list", ()):
                made = self._of_decorator(file, node, decorator)
                if made is not None:
                    return made
            return self.read(file, node)
        except (NotKnown, CladpyError):
            return None

    def _of_decorator(self, file: ParsedFile, node: ast.AST, decorator: ast.expr) -> GeneratedFunction | None:
        call = decorator if isinstance(decorator, ast.Call) else None
        mode = self._mode(file, call.func if call else decorator)
        if not mode:
            return None
        function = self._names.own_function(node, file, below=decorator)
        return self._request(file, call or decorator, mode, function, call.args if call else [])

    def _of_call(self, file: ParsedFile, node: ast.Call, mode: str, argument: ast.expr) -> GeneratedFunction:
        named = self._names.named(argument, file)
        if isinstance(named, GeneratedFunction):
            return self._again(file, node, mode, named)
        return self._request(file, node, mode, self._function(file, argument), node.args[1:])

    def _again(self, file: ParsedFile, node: ast.Call, mode: str, inner: GeneratedFunction) -> GeneratedFunction:
        """Return the request for a derivative of a derivative: one of higher order, where it is of the same kind."""
        outer = self._request(file, node, mode, inner.primal, node.args[1:])
        if replace(outer.request, order=inner.request.order) != inner.request:
            raise NotKnown("it differentiates a generated function in another way than that was generated")
        return replace(outer, request=replace(inner.request, order=inner.request.order + 1))

    def _function(self, file: ParsedFile, argument: ast.expr) -> OwnFunction:
        named = self._names.named(argument, file)
        if isinstance(named, OwnFunction):
            return named
        raise NotKnown(f"which function {ast.unparse(argument)} is can only be known when the file runs")

    def _request(
        self, file: ParsedFile, node: ast.expr, mode: str, function: OwnFunction, rest: list[ast.expr]
    ) -> GeneratedFunction:
        if function.changed_by:
            raise NotKnown(f"{function.reference} is decorated with {function.changed_by}, which only a run applies")
        keywords = dict(_keywords(node))
        asked = rest[0] if rest else keywords.pop("wrt", None)
        wrt = None if asked is None else self._literal(file, asked, "the parameters asked for")
        location = location_of(node if asked is None else asked, file)
        names = function.parameter_names()
        known, bare = parse_wrt(wrt, names, str(function.reference), location)
        options = self._options(file, mode, {name: each for name, each in keywords.items() if name not in _FUNCTION})
        aux = bool(options.pop("aux", False))
        request = DiffRequest(function.reference, mode, known, bare, options=Options(**options), aux=aux)
        return GeneratedFunction(request, function)

    def _options(self, file: ParsedFile, mode: str, keywords: Mapping[str, ast.expr]) -> dict[str, Any]:
        found = {}
        for name, node in keywords.items():
            if name == "on_gradient" and mode in _HANDING:  # which function it is, only a run tells
                found[name] = not (isinstance(node, ast.Constant) and node.value is None)
            elif name == "on_gradient":
                message = f"on_gradient is an option of {' and '.join(_HANDING)}"
                raise CladpyError("C305", message, location=location_of(node, file))
            elif name in (*_OPTIONS, "aux"):
                found[name] = self._literal(file, node, f"the option {name}")
            elif mode in _CHECKED:
                close = difflib.get_close_matches(name, (*_OPTIONS, "aux"), n=1)
                hint = f"did you mean '{close[0]}'?" if close else f"the options are: aux, {', '.join(_OPTIONS)}"
                raise CladpyError("C305", f"{mode} has no option '{name}'", location=location_of(node, file), hint=hint)
        return found

    def _literal(self, file: ParsedFile, node: ast.expr, what: str) -> Any:
        try:
            return ast.literal_eval(self._names.value(node, file))
        except (ValueError, TypeError, SyntaxError):
            raise NotKnown(f"{what} can only be known when the file runs") from None

    def _mode(self, file: ParsedFile, node: ast.expr) -> str:
        named = self._names.named(node, file)
        if not isinstance(named, LibraryMember):
            return ""
        root, _, _ = named.name.partition(".")
        mode = named.name.rpartition(".")[2]
        return mode if root == "cladpy" and mode in MODES else ""


def _keywords(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    for keyword in getattr(node, "keywords", ()):
        if keyword.arg is None:
            raise NotKnown("the options can only be known when the file runs")
        yield keyword.arg, keyword.value


def _function_argument(node: ast.Call) -> ast.expr | None:
    """Return the argument that is the function; None where the call makes a decorator."""
    if node.args:
        first = node.args[0]
        is_wrt = isinstance(first, ast.Constant | ast.Tuple | ast.List | ast.UnaryOp | ast.JoinedStr)
        return None if is_wrt else first
    return next((keyword.value for keyword in node.keywords if keyword.arg in _FUNCTION), None)
