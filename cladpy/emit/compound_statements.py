"""How statements that contain others are written, definitions and `match` apart."""

from cladpy.emit.expression_shape import breaks_well_inside
from cladpy.emit.expressions import is_open_tuple
from cladpy.emit.layout import Words
from cladpy.emit.parameters import name_of
from cladpy.emit.precedence import ATOM, TEST, Tree, kind
from cladpy.emit.statements import Statements


class CompoundStatements(Statements):
    """Writes If, For, While, Try and With."""

    def clause(self, keyword: str, statements: list[Tree]) -> None:
        """Write a clause that has no expression, unless it is empty."""
        if statements:
            self.line(lambda: self.write(f"{keyword}:"))
            self.block(statements)

    def _If(self, tree: Tree) -> None:
        self.header("if ", tree.test)
        self.block(tree.body)
        while len(tree.orelse) == 1 and kind(tree.orelse[0]) == "If":
            (tree,) = tree.orelse
            self.header("elif ", tree.test)
            self.block(tree.body)
        self.clause("else", tree.orelse)

    def _While(self, tree: Tree) -> None:
        self.header("while ", tree.test)
        self.block(tree.body)
        self.clause("else", tree.orelse)

    def _For(self, tree: Tree) -> None:
        self._loop("for ", tree)

    def _AsyncFor(self, tree: Tree) -> None:
        self._loop("async for ", tree)

    def _loop(self, keyword: str, tree: Tree) -> None:
        self.line(lambda: self._loop_header(keyword, tree))
        self.block(tree.body)
        self.clause("else", tree.orelse)

    def _loop_header(self, keyword: str, tree: Tree) -> None:
        self.write(keyword)
        if is_open_tuple(tree.target):
            self.optional_parentheses(lambda: self.separated(tree.target.elts, self.expression))
        else:
            self.fitted(tree.target, ATOM)
        self.write(" in ")
        if is_open_tuple(tree.iter):
            self.value(tree.iter)
        else:
            self.fitted(tree.iter)
        self.write(":")

    def _Try(self, tree: Tree) -> None:
        self._try(tree, "except")

    def _TryStar(self, tree: Tree) -> None:
        self._try(tree, "except*")

    def _try(self, tree: Tree, keyword: str) -> None:
        self.clause("try", tree.body)
        for handler in tree.handlers:
            self._handler(handler, keyword)
        self.clause("else", tree.orelse)
        self.clause("finally", tree.finalbody)

    def _handler(self, tree: Tree, keyword: str) -> None:
        if tree.type is None:
            self.line(lambda: self.write(f"{keyword}:"))
        else:
            self.line(lambda: self._handler_header(tree, keyword))
        self.block(tree.body)

    def _handler_header(self, tree: Tree, keyword: str) -> None:
        self.write(f"{keyword} ")
        self.fitted(tree.type, words=Words.LEAVE if tree.name is None else Words.PARENTHESIZE_TO_FIT)
        if tree.name is not None:
            self.write(f" as {tree.name if isinstance(tree.name, str) else name_of(tree.name)}")
        self.write(":")

    def _With(self, tree: Tree) -> None:
        self._with("with ", tree)

    def _AsyncWith(self, tree: Tree) -> None:
        self._with("async with ", tree)

    def _with(self, keyword: str, tree: Tree) -> None:
        self.line(lambda: self._with_header(keyword, tree.items))
        self.block(tree.body)

    def _with_header(self, keyword: str, items: list[Tree]) -> None:
        self.write(keyword)
        if len(items) > 1:
            self.parentheses_if_broken(lambda: self.separated(items, self._item_of_with))
        elif items[0].optional_vars is not None:
            has_brackets = not self._flat and breaks_well_inside(items[0].context_expr)
            parenthesized = self.optional_parentheses if has_brackets else self.parentheses_if_broken
            parenthesized(lambda: self._item_of_with(items[0]))
        elif kind(items[0].context_expr) == "Tuple" and items[0].context_expr.elts:
            # One pair of parentheses would belong to the statement, and the elements would be managers.
            self.bracketed("(", lambda: self.dispatch(items[0].context_expr), ")")
        else:
            self.fitted(items[0].context_expr)
        self.write(":")

    def _item_of_with(self, tree: Tree) -> None:
        self.expression(tree.context_expr, TEST)
        if tree.optional_vars is not None:
            self.write(" as ")
            self.expression(tree.optional_vars, ATOM)
