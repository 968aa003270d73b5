"""Calls, subscripts and attributes, and how a long chain of them is broken."""

from collections.abc import Callable

from cladpy.emit.expression_shape import is_fluent, is_simple_bound
from cladpy.emit.layout import OUTSIDE, Layout
from cladpy.emit.precedence import ATOM, NAMED, Tree, is_parenthesized, kind, value_level

_LINKS = {"Call", "Subscript", "Attribute"}


class CallChains(Layout):
    """Writes Call, Subscript, Slice and Attribute."""

    # Whether the link to be written next belongs to a chain that has a line for each link,
    # or None if it is the end of a chain and has to find out.
    _fluent: bool | None = None

    def _Call(self, tree: Tree) -> None:
        self._link(tree, self._write_call)

    def _Subscript(self, tree: Tree) -> None:
        self._link(tree, self._write_subscript)

    def _Attribute(self, tree: Tree) -> None:
        self._link(tree, self._write_attribute)

    def _link(self, tree: Tree, write: Callable[..., None]) -> None:
        """Write a link of a chain; its end, which is the outermost node, decides for all of it."""
        inherited, self._fluent = self._fluent, None
        if self._flat:
            write(tree, fluent=False)
        elif inherited is not None:
            write(tree, fluent=inherited)
        elif self._place != OUTSIDE and is_fluent(tree):
            self.group(lambda: write(tree, fluent=True))
        else:
            write(tree, fluent=False)

    def _write_inner(self, tree: Tree, asked: int, *, fluent: bool) -> None:
        """Write the expression that a link is applied to."""
        if kind(tree) in _LINKS and not self._flat:
            self._fluent = fluent
        self.expression(tree, asked)

    def _write_call(self, tree: Tree, *, fluent: bool) -> None:
        self._write_inner(tree.func, ATOM, fluent=fluent)
        self.arguments(tree.args, tree.keywords)

    def _write_subscript(self, tree: Tree, *, fluent: bool) -> None:
        self._write_inner(tree.value, ATOM, fluent=fluent)
        self.bracketed("[", lambda: self._index(tree.slice), "]")

    def _write_attribute(self, tree: Tree, *, fluent: bool) -> None:
        asked = value_level(tree)
        self._write_inner(tree.value, asked, fluent=fluent)
        if fluent and (is_parenthesized(tree.value, asked) or kind(tree.value) in {"Call", "Subscript"}):
            self.soft_line()
        self.write(f".{tree.attr}")

    def arguments(self, positional: list[Tree], keywords: list[Tree], *, of_class: bool = False) -> None:
        """Write the arguments of a call or of a class statement."""
        arguments = [*positional, *keywords]
        if not arguments:
            self.write("()")
        elif len(arguments) == 1 and kind(arguments[0]) == "GeneratorExp" and not of_class:
            self.dispatch(arguments[0])
        elif self._flat:  # as below, on fewer levels of Python's stack
            self.write("(")
            self.separated(arguments, self._argument)
            self.write(")")
        else:
            self.bracketed("(", lambda: self.group(lambda: self.separated(arguments, self._argument)), ")")

    def _argument(self, tree: Tree) -> None:
        match kind(tree):
            case "keyword":
                self.write(f"{tree.arg}=" if tree.arg is not None else "**")
                self.expression(tree.value)
            case "Starred":
                self.write("*")
                self.expression(tree.value)  # here, unlike in a display, anything may follow the star
            case _:
                self.expression(tree, NAMED)

    def _index(self, tree: Tree) -> None:
        """Write what stands between the brackets of a subscript."""
        if kind(tree) != "Tuple" or not tree.elts:
            self.expression(tree, NAMED)
        elif len(tree.elts) == 1:
            self._index_element(tree.elts[0])
            if kind(tree.elts[0]) != "Starred":
                self.write(",")
        else:
            self.group(lambda: self.separated(tree.elts, self._index_element))

    def _index_element(self, tree: Tree) -> None:
        self.expression(tree, NAMED)

    def _Slice(self, tree: Tree) -> None:
        bounds = (tree.lower, tree.upper, tree.step)
        space = "" if all(is_simple_bound(bound) for bound in bounds) else " "
        self._bound(tree.lower, "", space)
        self.write(":")
        self._bound(tree.upper, space, "")
        if tree.step is not None:
            self.write(f"{space if tree.upper is not None else ''}:")
            self._bound(tree.step, space, "")

    def _bound(self, tree: Tree | None, before: str, behind: str) -> None:
        if tree is not None:
            self.write(before)
            self.expression(tree)
            self.write(behind)
