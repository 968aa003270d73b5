"""Statements that bind: which side of a long assignment is broken."""

from cladpy.emit.document import SOFT, Choice, Document, Group, Indent
from cladpy.emit.expression_shape import (
    Need,
    breaks_in_parentheses,
    breaks_well_inside,
    has_brackets,
    is_splittable,
    need_of_parentheses,
)
from cladpy.emit.expressions import is_open_tuple
from cladpy.emit.layout import Body
from cladpy.emit.lines import Lines
from cladpy.emit.literals import is_number
from cladpy.emit.precedence import ATOM, OPERATORS, TEST, YIELD, Tree, kind


class Assignments(Lines):
    """Writes Assign, AugAssign, AnnAssign and TypeAlias."""

    def _Assign(self, tree: Tree) -> None:
        self.line(lambda: self._assign(tree))

    def _assign(self, tree: Tree) -> None:
        *others, last = tree.targets
        for place, target in enumerate(others):
            self._target(target, may_parenthesize=place > 0)
            self.write(" = ")
        if others or has_brackets(last):
            self._assigned(lambda: self._target(last, may_parenthesize=bool(others)), "=", tree.value)
        else:
            self._target(last, may_parenthesize=False)
            self.write(" = ")
            self._right_side(tree.value)

    def _AugAssign(self, tree: Tree) -> None:
        self.line(lambda: self._augmented_assign(tree))

    def _augmented_assign(self, tree: Tree) -> None:
        symbol = f"{OPERATORS[kind(tree.op)].symbol}="
        if has_brackets(tree.target):
            self._assigned(lambda: self.expression(tree.target, ATOM), symbol, tree.value)
        else:
            self.expression(tree.target, ATOM)
            self.write(f" {symbol} ")
            self._right_side(tree.value)

    def _AnnAssign(self, tree: Tree) -> None:
        self.line(lambda: self._annotated_assign(tree))

    def _annotated_assign(self, tree: Tree) -> None:
        if kind(tree.target) == "Name" and not tree.simple:
            self.bracketed("(", lambda: self.dispatch(tree.target), ")")
        else:
            self.expression(tree.target, ATOM)
        self.write(": ")
        if tree.value is None:
            self.fitted(tree.annotation)
        elif is_splittable(tree.annotation):
            self._assigned(lambda: self._target(tree.annotation, may_parenthesize=True), "=", tree.value)
        else:
            self.expression(tree.annotation)
            self.write(" = ")
            self._right_side(tree.value)

    def _TypeAlias(self, tree: Tree) -> None:
        self.line(lambda: self._type_alias(tree))

    def _type_alias(self, tree: Tree) -> None:
        self.write("type ")
        self.dispatch(tree.name)
        if tree.type_params and kind(tree.value) not in {"Tuple", "Yield", "YieldFrom"}:
            self._assigned(lambda: self.type_parameters(tree.type_params), "=", tree.value)
        else:
            self.type_parameters(tree.type_params)
            self.write(" = ")
            self.fitted(tree.value)  # here, a tuple needs its parentheses

    def type_parameters(self, parameters: list[Tree]) -> None:
        """Write the type parameters of a function, a class or an alias."""
        if parameters:
            self.bracketed("[", lambda: self.separated(parameters, self.dispatch), "]")

    # ---- the two sides ----

    def _target(self, tree: Tree, *, may_parenthesize: bool) -> None:
        if is_open_tuple(tree):
            self.value(tree)
        elif self._flat or not may_parenthesize or not breaks_in_parentheses(tree):
            self.expression(tree, TEST)
        elif breaks_well_inside(tree):
            self.optional_parentheses(lambda: self.expression(tree, TEST))
        else:
            self.parentheses_if_broken(lambda: self.expression(tree, TEST))

    def _right_side(self, tree: Tree) -> None:
        self.value(tree, YIELD if kind(tree) in {"Yield", "YieldFrom"} else TEST)

    def _assigned(self, target: Body, symbol: str, value: Tree) -> None:
        """Write both sides where the left one can be broken too: better the right one, if that is enough."""
        if self._flat or not self._stays_whole(value):
            target()
            self.write(f" {symbol} ")
            self._right_side(value)
            return
        left = self.captured(target)
        right = self.captured(lambda: self.dispatch(value))
        middle = f" {symbol} "
        whole = (left, middle, right)
        broken_right: Document = (left, middle, Group(right, broken=True))
        parenthesized = (left, middle, "(", Group((Indent((SOFT, right)), SOFT), broken=True), ")")
        broken_left = (Group(left, broken=True), middle, right)
        if kind(value) in {"Call", "Subscript", "Attribute"}:
            self._parts.append(Choice((whole, broken_right, parenthesized, broken_left)))
        else:
            self._parts.append(Choice((whole, parenthesized, broken_left)))

    def _stays_whole(self, value: Tree) -> bool:
        """Return whether a value has no place where breaking it reads well."""
        if kind(value) == "Name" or (kind(value) == "Constant" and (value.value is None or is_number(value.value))):
            return True
        if kind(value) in {"Constant", "JoinedStr", "Attribute", "Call", "Subscript"}:
            return need_of_parentheses(value) is Need.BEST_FIT
        return False
