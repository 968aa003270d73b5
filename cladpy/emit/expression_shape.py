"""Facts about an expression's form that decide how a long one is broken.

They are ruff's and Black's: where does an expression open and close brackets of its
own, is breaking inside these enough, would parentheses around it help.
"""

from dataclasses import dataclass
from enum import Enum, auto

from cladpy.emit.flatten import CHAINED, flatten
from cladpy.emit.literals import is_number
from cladpy.emit.precedence import Tree, is_parenthesized, kind, open_children, value_level

_BRACKETED = {"ListComp", "SetComp", "DictComp", "Subscript", "GeneratorExp"}
_COLLECTIONS = {"List", "Set", "Tuple"}
_CHAIN_LINKS = {"Call", "Subscript", "Attribute"}
_WORDS = {"Name", "Constant", "JoinedStr"}
_PREFIXED = {"UnaryOp", "Lambda", "Await", "Yield", "YieldFrom", "Starred"}

# Ranks of what is no binary operator, on the scale of `Operator.rank`.
_RANK_OF_ATTRIBUTE = 0
_RANK_OF_INVERT = 1.5
_RANK_OF_CONDITIONAL = 10


class Need(Enum):
    """What parentheses around an expression are good for."""

    NEVER = auto()  # it breaks inside brackets of its own, or not at all
    MULTILINE = auto()  # it may break only in parentheses
    BEST_FIT = auto()  # it cannot break, but may fit on a line of its own


def has_brackets(tree: Tree) -> bool:
    """Return whether an expression has brackets of its own, empty ones included."""
    return kind(tree) in _BRACKETED | _COLLECTIONS | {"Dict", "Call"}


def has_filled_brackets(tree: Tree) -> bool:
    """Return whether an expression has brackets of its own with something in them."""
    name = kind(tree)
    if name == "Call":
        return bool(tree.args or tree.keywords)
    if name == "Dict":
        return bool(tree.values)
    return name in _BRACKETED or (name in _COLLECTIONS and bool(tree.elts))


def is_fluent(tree: Tree) -> bool:
    """Return whether a chain of calls and attributes has a line for each: ``a.b().c().d()``.

    Examples
    --------
    >>> import ast
    >>> [is_fluent(ast.parse(text, mode="eval").body) for text in ("a.b().c()", "a.b().c().d()", "(a + b).c().d()")]
    [False, True, True]
    """
    count = 0
    while kind(tree) in _CHAIN_LINKS:
        ((inner, asked),) = open_children(tree)
        parenthesized = is_parenthesized(inner, asked)
        if kind(tree) == "Attribute":
            count += parenthesized or kind(inner) in {"Call", "Subscript"}
        if parenthesized:
            break
        tree = inner
    return count >= 2


def need_of_parentheses(tree: Tree) -> Need:
    """Return what parentheses around an expression are good for, if it has none."""
    name = kind(tree)
    if name in _WORDS:
        return Need.BEST_FIT
    if name in _CHAIN_LINKS and is_fluent(tree):
        return Need.MULTILINE
    if name in _CHAIN_LINKS | {"UnaryOp", "Await", "Yield", "YieldFrom"} and open_children(tree):
        ((inner, asked),) = open_children(tree)
        return Need.NEVER if is_parenthesized(inner, asked) else need_of_parentheses(inner)
    return Need.NEVER if has_brackets(tree) else Need.MULTILINE


def breaks_well_inside(tree: Tree) -> bool:
    """Return whether a broken bracket in an expression may make parentheses around it superfluous.

    It may if only one operator binds loosest and the expression begins or ends with a
    bracket: ``a = b + f(`` reads well, ``a = b + c + f(`` does not.
    """
    survey = _Survey()
    survey.visit(tree)
    if not survey.any_bracket or survey.count > 1:
        return False
    if survey.rank <= _RANK_OF_ATTRIBUTE:
        return True
    return any(edge is not None and edge.closes_line for edge in (survey.first, survey.last))


@dataclass(frozen=True, slots=True)
class _Edge:
    """The operand with which an expression begins or ends, None instead of a tree for a keyword or a sign."""

    tree: Tree | None
    parenthesized: bool = False

    @property
    def closes_line(self) -> bool:
        if self.tree is None or kind(self.tree) == "Subscript":  # an index torn apart reads badly
            return False
        return self.parenthesized or has_filled_brackets(self.tree)


class _Survey:
    """Walk over an expression, without entering brackets."""

    def __init__(self) -> None:
        self.rank: float = -1  # of the operators that bind loosest, -1 if there are none
        self.count = 0  # how many of that rank there are
        self.any_bracket = False
        self.first: _Edge | None = None
        self.last: _Edge | None = None

    def visit(self, tree: Tree) -> None:
        """Take in an expression whose own parentheses, if any, do not matter."""
        name = kind(tree)
        if name in _WORDS | {"Slice"}:
            return
        if has_brackets(tree) and name not in _CHAIN_LINKS:
            self.any_bracket = True
            return
        if name in _PREFIXED and self.first is None:
            self.first = _Edge(None)
        for child, asked in self._operands(tree):
            self._visit_child(child, is_parenthesized(child, asked))
        if name in _CHAIN_LINKS:
            self._visit_link(tree)

    def _operands(self, tree: Tree) -> list[tuple[Tree, int]]:
        """Count the operators of an expression and return what stands between them."""
        name = kind(tree)
        if name in CHAINED:  # all of a sum at once: the tree may be deeper than Python's stack
            chain = flatten(tree)
            for operator in chain.operators:
                self._count(operator.rank, 1)
            return [*chain.operands]
        if name == "IfExp":
            self._count(_RANK_OF_CONDITIONAL, 2)
        elif name == "UnaryOp" and kind(tree.op) == "Invert":
            self._count(_RANK_OF_INVERT, 1)
        return open_children(tree)

    def _visit_child(self, child: Tree, parenthesized: bool) -> None:  # noqa: FBT001
        self.last = _Edge(child, parenthesized)
        if parenthesized:
            self.any_bracket = True
        else:
            self.visit(child)
        if self.first is None:
            self.first = _Edge(child, parenthesized)

    def _visit_link(self, tree: Tree) -> None:
        if kind(tree) == "Attribute":
            if has_brackets(tree.value) or is_parenthesized(tree.value, value_level(tree)):
                self._count(_RANK_OF_ATTRIBUTE, 1)
        else:
            self.any_bracket = True
        self.last = _Edge(tree)

    def _count(self, rank: float, number: int) -> None:
        if rank > self.rank:
            self.rank, self.count = rank, number
        elif rank == self.rank:
            self.count += number


def breaks_in_parentheses(target: Tree) -> bool:
    """Return whether a target that does not fit is put in parentheses."""
    return not (has_brackets(target) or _has_bracket_before_dot(target))


def _has_bracket_before_dot(target: Tree) -> bool:
    while kind(target) == "Attribute":
        value = target.value
        if has_brackets(value) or is_parenthesized(value, value_level(target)):
            return True
        target = value
    return False


def is_splittable(tree: Tree) -> bool:
    """Return whether an expression has any place where its line may be broken."""
    match kind(tree):
        case "Name" | "Constant" | "NamedExpr" | "Slice" | "JoinedStr":
            return False
        case "Call" | "List" | "Set" | "Tuple" | "Dict":
            return has_filled_brackets(tree)
        case "UnaryOp":
            return is_splittable(tree.operand)
        case "Lambda":
            return is_splittable(tree.body)
        case "Attribute" | "Starred":
            ((value, asked),) = open_children(tree)
            return is_parenthesized(value, asked) or is_splittable(value)
        case _:
            return True


def is_simple_operand(tree: Tree, asked: int) -> bool:
    """Return whether ``**`` is written without spaces next to an operand."""
    if is_parenthesized(tree, asked):
        return False
    while True:
        match kind(tree):
            case "Name":
                return True
            case "Constant":
                return tree.value is None or isinstance(tree.value, bool) or is_number(tree.value)
            case "UnaryOp" if kind(tree.op) != "Not":
                tree = tree.operand
            case "Attribute":
                tree = tree.value
            case _:
                return False


def is_simple_bound(tree: Tree) -> bool:
    """Return whether a slice's colon is written without spaces next to a bound, which may be None."""
    while kind(tree) == "UnaryOp" and kind(tree.op) != "Not":
        tree = tree.operand
    return tree is None or kind(tree) in {"Name", "Constant"}
