"""How each simple statement is written."""

from cladpy.emit.assignments import Assignments
from cladpy.emit.expressions import is_open_tuple
from cladpy.emit.layout import Words
from cladpy.emit.precedence import ATOM, NAMED, TEST, YIELD, Tree, kind

# Chains of these operators get parentheses as statements too; of products, powers and comparisons not.
_SUMS = {"Add", "Sub", "BitOr", "BitXor", "LShift", "RShift"}


class Statements(Assignments):
    """Writes simple statements; those that bind stand in a file of their own."""

    def _Expr(self, tree: Tree) -> None:
        self.line(lambda: self._bare(tree.value))

    def _bare(self, tree: Tree) -> None:
        """Write an expression that is a statement."""
        if is_open_tuple(tree):
            self.value(tree)
        elif kind(tree) == "BinOp" and kind(tree.op) in _SUMS:
            self.fitted(tree, words=Words.LEAVE)
        else:
            self.expression(tree, YIELD if kind(tree) in {"Yield", "YieldFrom"} else TEST)

    def _Return(self, tree: Tree) -> None:
        self.line(lambda: self._return(tree.value))

    def _return(self, value: Tree | None) -> None:
        self.write("return")
        if value is None:
            return
        self.write(" ")
        if is_open_tuple(value) and len(value.elts) == 2:
            self.optional_parentheses(lambda: self.separated(value.elts, self.expression))
        else:
            self.value(value)

    def _Delete(self, tree: Tree) -> None:
        self.line(lambda: self._delete(tree.targets))

    def _delete(self, targets: list[Tree]) -> None:
        self.write("del ")
        if len(targets) == 1:
            self.fitted(targets[0], ATOM)
        else:
            self.parentheses_if_broken(lambda: self.separated(targets, self.expression))

    def _Assert(self, tree: Tree) -> None:
        self.line(lambda: self._assert(tree))

    def _assert(self, tree: Tree) -> None:
        self.write("assert ")
        self.fitted(tree.test)
        if tree.msg is not None:
            self.write(", ")
            self.fitted(tree.msg, words=Words.PARENTHESIZE)

    def _Raise(self, tree: Tree) -> None:
        self.line(lambda: self._raise(tree))

    def _raise(self, tree: Tree) -> None:
        self.write("raise")
        if tree.exc is not None:
            self.write(" ")
            self.fitted(tree.exc, words=Words.LEAVE)
        if tree.cause is not None:
            self.write(" from ")
            self.fitted(tree.cause, words=Words.LEAVE)

    def _ImportFrom(self, tree: Tree) -> None:
        self.line(lambda: self._import_from(tree))

    def _import_from(self, tree: Tree) -> None:
        self.write(f"from {'.' * (tree.level or 0)}{tree.module or ''} import ")
        if tree.names[0].name == "*":
            self.write("*")
        else:
            self.parentheses_if_broken(lambda: self.separated(tree.names, self.dispatch, always_comma=True))

    def _Global(self, tree: Tree) -> None:
        self.line(lambda: self._declare("global", tree.names))

    def _Nonlocal(self, tree: Tree) -> None:
        self.line(lambda: self._declare("nonlocal", tree.names))

    def _declare(self, keyword: str, names: list[str]) -> None:
        if self._flat:
            self.write(f"{keyword} {', '.join(names)}")
        else:
            self.continued(keyword, names)

    # ---- headers of compound statements ----

    def header(self, keyword: str, tree: Tree, *, ending: str = ":") -> None:
        """Write a keyword and the expression that follows it."""
        self.line(lambda: self._header(keyword, tree, ending))

    def _header(self, keyword: str, tree: Tree, ending: str) -> None:
        self.write(keyword)
        self.fitted(tree, NAMED)
        self.write(ending)
