"""How each kind of expression is written."""

from cladpy.emit.call_chains import CallChains
from cladpy.emit.interpolation import Interpolation
from cladpy.emit.layout import Body
from cladpy.emit.operator_chains import OperatorChains
from cladpy.emit.parameters import Parameters
from cladpy.emit.precedence import (
    ATOM,
    BITWISE_OR,
    NAMED,
    OR,
    SIGNS,
    TEST,
    Tree,
    kind,
    operand_level,
)


class Expressions(OperatorChains, CallChains, Interpolation, Parameters):
    """Writes expressions; those of operators, of f-strings and so on stand in files of their own."""

    # ---- operators of one kind each ----

    def _UnaryOp(self, tree: Tree) -> None:
        self.write(SIGNS[kind(tree.op)])
        self.expression(tree.operand, operand_level(tree))

    def _NamedExpr(self, tree: Tree) -> None:
        self.chain_group(lambda: self._bound_name(tree.target))
        self.expression(tree.value)

    def _bound_name(self, target: Tree) -> None:
        self.expression(target, ATOM)
        self.chain_break(" ")
        self.write(":= ")

    def _IfExp(self, tree: Tree) -> None:
        self.chain_group(lambda: self._conditional(tree))

    def _conditional(self, tree: Tree) -> None:
        self.expression(tree.body, OR)
        self.chain_break(" ")
        self.write("if ")
        self.expression(tree.test, OR)
        self.chain_break(" ")
        self.write("else ")
        if kind(tree.orelse) == "IfExp":
            self._conditional(tree.orelse)  # no group of its own: the arms stand below one another
        else:
            self.chain_group(lambda: self.expression(tree.orelse))

    def _Await(self, tree: Tree) -> None:
        self.write("await ")
        self.fitted(tree.value, ATOM)

    def _Yield(self, tree: Tree) -> None:
        self.write("yield")
        if tree.value is not None:
            self.write(" ")
            self.value(tree.value)

    def _YieldFrom(self, tree: Tree) -> None:
        self.write("yield from ")
        self.fitted(tree.value)

    def _Starred(self, tree: Tree) -> None:
        self.write("*")
        self.expression(tree.value, BITWISE_OR)

    def value(self, tree: Tree, asked: int = TEST) -> None:
        """Write what a statement assigns, returns or yields: a tuple needs no parentheses."""
        if is_open_tuple(tree):
            self.parentheses_if_broken(lambda: self.separated(tree.elts, self.expression))
        elif kind(tree) == "Lambda" and not self._flat:
            self.parentheses_if_broken(lambda: self.assigned_lambda(tree))
        else:
            self.fitted(tree, asked)

    # ---- displays ----

    def _Tuple(self, tree: Tree) -> None:
        if len(tree.elts) == 1:
            self.bracketed("(", lambda: self._single(tree.elts[0]), ")")
        else:
            self._display("(", tree, ")")

    def _single(self, tree: Tree) -> None:
        """Write the only element of a tuple."""
        self.element(tree)
        self.write(",")

    def _List(self, tree: Tree) -> None:
        self._display("[", tree, "]")

    def _Set(self, tree: Tree) -> None:
        if tree.elts:
            self._display("{", tree, "}")
        else:
            self.write("{*()}")  # the empty set has no display

    def _display(self, opening: str, tree: Tree, closing: str) -> None:
        if tree.elts:
            self.bracketed(opening, lambda: self.separated(tree.elts, self.element), closing)
        else:
            self.write(opening + closing)

    def element(self, tree: Tree) -> None:
        """Write an element of a display."""
        self.expression(tree, NAMED)

    def _Dict(self, tree: Tree) -> None:
        items = list(zip(tree.keys, tree.values, strict=True))
        if items:
            self.bracketed("{", lambda: self.separated(items, self._item), "}")
        else:
            self.write("{}")

    def _item(self, item: tuple[Tree | None, Tree]) -> None:
        key, value = item
        if key is None:
            self.write("**")
            self.expression(value, BITWISE_OR)
        else:
            self.group(lambda: self._pair(key, value))

    def _pair(self, key: Tree, value: Tree) -> None:
        self.expression(key)
        self.write(": ")
        self.expression(value)

    # ---- comprehensions ----

    def _ListComp(self, tree: Tree) -> None:
        self._comprehended("[", lambda: self.element(tree.elt), tree, "]")

    def _SetComp(self, tree: Tree) -> None:
        self._comprehended("{", lambda: self.element(tree.elt), tree, "}")

    def _GeneratorExp(self, tree: Tree) -> None:
        self._comprehended("(", lambda: self.element(tree.elt), tree, ")")

    def _DictComp(self, tree: Tree) -> None:
        self._comprehended("{", lambda: self._pair(tree.key, tree.value), tree, "}")

    def _comprehended(self, opening: str, element: Body, tree: Tree, closing: str) -> None:
        self.bracketed(opening, lambda: self.group(lambda: self._clauses(element, tree)), closing)

    def _clauses(self, element: Body, tree: Tree) -> None:
        self.group(element)
        for generator in tree.generators:
            self.soft_space()
            self.write("async for " if generator.is_async else "for ")
            self._comprehension_target(generator.target)
            self.write(" in ")
            self.expression(generator.iter, OR)
            for condition in generator.ifs:
                self.soft_space()
                self.write("if ")
                self.expression(condition, OR)

    def _comprehension_target(self, target: Tree) -> None:
        """Write a target; a tuple of several never gets parentheses, however long it is."""
        if not is_open_tuple(target):
            self.expression(target, ATOM)
            return
        for place, element in enumerate(target.elts):
            if place:
                self.write(", ")
            self.expression(element)


def is_open_tuple(tree: Tree) -> bool:
    """Return whether a tuple is written without parentheses where the grammar allows it."""
    return kind(tree) == "Tuple" and len(tree.elts) > 1
