"""Parameters of functions and lambdas, and lambdas themselves."""

from collections.abc import Iterator
from typing import NamedTuple

from cladpy.emit.document import SOFT, Choice, Group, Indent, Relaxed
from cladpy.emit.expression_shape import has_brackets, is_fluent
from cladpy.emit.layout import IN_BRACKETS, Layout
from cladpy.emit.precedence import TEST, Tree, kind


class Parameter(NamedTuple):
    """A parameter, or a ``/`` or ``*`` between parameters."""

    prefix: str
    tree: Tree | None = None
    default: Tree | None = None


def name_of(tree: Tree) -> str:
    """Return a parameter's name: gast has a Name where ast has an arg."""
    return tree.id if hasattr(tree, "id") else tree.arg


def parameters_of(tree: Tree) -> Iterator[Parameter]:
    """Yield the parameters of an `arguments` node in the order of the text.

    Examples
    --------
    >>> import ast
    >>> arguments = ast.parse("lambda x, /, *, axis=0: x", mode="eval").body.args
    >>> [part.prefix + (name_of(part.tree) if part.tree else "") for part in parameters_of(arguments)]
    ['x', '/', '*', 'axis']
    """
    positional = [*tree.posonlyargs, *tree.args]
    defaults = [None] * (len(positional) - len(tree.defaults)) + list(tree.defaults)
    for place, (parameter, default) in enumerate(zip(positional, defaults, strict=True), 1):
        yield Parameter("", parameter, default)
        if place == len(tree.posonlyargs):
            yield Parameter("/")
    if tree.vararg is not None or tree.kwonlyargs:
        yield Parameter("*", tree.vararg)
    for parameter, default in zip(tree.kwonlyargs, tree.kw_defaults, strict=True):
        yield Parameter("", parameter, default)
    if tree.kwarg is not None:
        yield Parameter("**", tree.kwarg)


class Parameters(Layout):
    """Writes parameters and lambdas."""

    def parameters(self, tree: Tree) -> None:
        """Write the parameters of a function in their parentheses, which break together with what follows them."""
        parameters = list(parameters_of(tree))
        if not parameters:
            self.write("()")
        elif self._flat:
            self.write("(")
            self.separated(parameters, self._parameter)
            self.write(")")
        else:
            content = self.captured(
                lambda: self.separated(parameters, self._parameter, always_comma=True), place=IN_BRACKETS
            )
            alone = len(parameters) == 1
            self._parts += ["(", Indent((SOFT, content if alone else Group(content))), SOFT, ")"]

    def _parameter(self, parameter: Parameter) -> None:
        self.write(parameter.prefix)
        if parameter.tree is None:
            return
        self.write(name_of(parameter.tree))
        if parameter.tree.annotation is not None:
            self.write(": ")
            self.expression(parameter.tree.annotation)
        if parameter.default is not None:
            self.write("=" if parameter.tree.annotation is None else " = ")
            self.expression(parameter.default)

    def _Lambda(self, tree: Tree) -> None:
        self._lambda_head(tree)
        self._lambda_body(tree.body)

    def assigned_lambda(self, tree: Tree) -> None:
        """Write a lambda on which a statement ends: its body gets parentheses rather than the whole."""
        self._lambda_head(tree)
        if self._flat:
            self._lambda_body(tree.body)
        else:
            self._parts.append(Relaxed(self.captured(lambda: self._lambda_body(tree.body))))

    def _lambda_head(self, tree: Tree) -> None:
        parameters = list(parameters_of(tree.args))
        self.write("lambda " if parameters else "lambda")
        self._parts += self.captured(lambda: self.separated(parameters, self._parameter), flat=True)
        self.write(": ")

    def _lambda_body(self, body: Tree) -> None:
        if self._flat or (has_brackets(body) and kind(body) not in {"Call", "Subscript"}):
            self.expression(body, TEST)
        elif kind(body) in {"Call", "Subscript"} and not is_fluent(body):
            content = self.captured(lambda: self.dispatch(body))
            in_parentheses = ("(", Indent((SOFT, content)), SOFT, ")")
            self._parts.append(Choice((content, Group(content, broken=True), in_parentheses)))
        else:
            self.parentheses_if_broken(lambda: self.expression(body, TEST))
