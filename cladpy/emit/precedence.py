"""How tightly expressions bind, and where that makes parentheses necessary.

Levels grow from what binds loosest to what needs no parentheses anywhere.  An
expression is put in parentheses where its own level is below the one that its
position asks for.
"""

import math
from typing import Any, Final, NamedTuple

from cladpy.emit.literals import is_number

Tree = Any  # a node of gast or of ast; both build their classes at import time

# Levels of the grammar.
YIELD: Final = 0
NAMED: Final = 1
TEST: Final = 2  # lambda and conditional
OR: Final = 3
AND: Final = 4
NOT: Final = 5
COMPARE: Final = 6
BITWISE_OR: Final = 7
BITWISE_XOR: Final = 8
BITWISE_AND: Final = 9
SHIFT: Final = 10
SUM: Final = 11
PRODUCT: Final = 12
SIGN: Final = 13
POWER: Final = 14
AWAIT: Final = 15
ATOM: Final = 16
ALWAYS: Final = 17  # a position where even an atom is put in parentheses


class Operator(NamedTuple):
    """An operator's text, its level, and which chains break at it: those of the same rank together."""

    symbol: str
    level: int
    rank: int


def _operators(level: int, rank: int, **symbols: str) -> dict[str, Operator]:
    return {name: Operator(symbol, level, rank) for name, symbol in symbols.items()}


# A chain of operators is broken at those of the highest rank.
OPERATORS: Final[dict[str, Operator]] = {
    **_operators(POWER, 1, Pow="**"),
    **_operators(PRODUCT, 2, Mult="*", MatMult="@", Div="/", FloorDiv="//", Mod="%"),
    **_operators(SUM, 3, Add="+", Sub="-"),
    **_operators(SHIFT, 4, LShift="<<", RShift=">>"),
    **_operators(BITWISE_AND, 5, BitAnd="&"),
    **_operators(BITWISE_XOR, 6, BitXor="^"),
    **_operators(BITWISE_OR, 7, BitOr="|"),
    **_operators(COMPARE, 8, Eq="==", NotEq="!=", Lt="<", LtE="<=", Gt=">", GtE=">="),
    **_operators(COMPARE, 8, Is="is", IsNot="is not", In="in", NotIn="not in"),
    **_operators(AND, 9, And="and"),
    **_operators(OR, 9, Or="or"),
}
SIGNS: Final = {"Invert": "~", "Not": "not ", "UAdd": "+", "USub": "-"}

_LEVELS: Final = {
    "Yield": YIELD,
    "YieldFrom": YIELD,
    "NamedExpr": NAMED,
    "Lambda": TEST,
    "IfExp": TEST,
    "Compare": COMPARE,
    "Await": AWAIT,
}


def kind(tree: Tree) -> str:
    """Return the name of a node's class, which gast and ast share."""
    return type(tree).__name__


def operator(tree: Tree) -> Operator:
    """Return the operator of a BinOp, AugAssign, BoolOp or UnaryOp, or of a comparison's `ops`."""
    return OPERATORS[kind(tree)]


def level(tree: Tree) -> int:
    """Return the level of an expression.

    Examples
    --------
    >>> import ast
    >>> def level_of(text):
    ...     return level(ast.parse(text, mode="eval").body)
    >>> level_of("a + b") < level_of("a * b") < level_of("a[b]") == level_of("(a, b)")
    True
    """
    name = kind(tree)
    if name in {"BinOp", "BoolOp"}:
        return OPERATORS[kind(tree.op)].level
    if name == "UnaryOp":
        return NOT if kind(tree.op) == "Not" else SIGN
    if name == "Constant":
        return _level_of_constant(tree.value)
    return _LEVELS.get(name, ATOM)


def is_parenthesized(tree: Tree, asked: int) -> bool:
    """Return whether an expression is put in parentheses where a level is asked for."""
    return level(tree) < asked


def _level_of_constant(value: object) -> int:
    """Return the level of a literal; the parser makes no negative ones, but folding does."""
    if isinstance(value, complex):
        if value.real or math.copysign(1.0, value.real) < 0:
            return SUM if math.isfinite(value.real) and math.isfinite(value.imag) else ATOM
        return _level_of_constant(value.imag)
    if isinstance(value, (int, float)):
        return SIGN if math.copysign(1, value) < 0 and value == value else ATOM  # noqa: PLR0124  # not NaN
    return ATOM


def left_level(tree: Tree) -> int:
    """Return the level that a BinOp asks of its left operand."""
    own = OPERATORS[kind(tree.op)].level
    return AWAIT if own == POWER else own


def right_level(tree: Tree) -> int:
    """Return the level that a BinOp asks of its right operand."""
    own = OPERATORS[kind(tree.op)].level
    return SIGN if own == POWER else own + 1


def operand_level(tree: Tree) -> int:
    """Return the level that a UnaryOp asks of its operand: ruff writes ``-(x**2)``."""
    if kind(tree.operand) == "BinOp" and kind(tree.operand.op) == "Pow":
        return ALWAYS
    return NOT if kind(tree.op) == "Not" else SIGN


def value_level(tree: Tree) -> int:
    """Return the level that an Attribute asks of its value: ruff writes ``(1).real`` and ``(1.0).real``."""
    value = tree.value.value if kind(tree.value) == "Constant" else None
    return ALWAYS if is_number(value) and not isinstance(value, complex) else ATOM


def open_children(tree: Tree) -> list[tuple[Tree, int]]:
    """Return an expression's operands that stand in no brackets of its own, with the levels asked of them.

    Examples
    --------
    >>> import ast
    >>> call = ast.parse("f(x)(y)", mode="eval").body
    >>> [(ast.unparse(child), asked == ATOM) for child, asked in open_children(call)]
    [('f(x)', True)]
    """
    match kind(tree):
        case "BinOp":
            return [(tree.left, left_level(tree)), (tree.right, right_level(tree))]
        case "BoolOp":
            return [(value, OPERATORS[kind(tree.op)].level + 1) for value in tree.values]
        case "Compare":
            return [(operand, COMPARE + 1) for operand in (tree.left, *tree.comparators)]
        case "UnaryOp":
            return [(tree.operand, operand_level(tree))]
        case "IfExp":
            return [(tree.body, OR), (tree.test, OR), (tree.orelse, TEST)]
        case "Lambda":
            defaults = [default for default in (*tree.args.defaults, *tree.args.kw_defaults) if default is not None]
            return [*((default, TEST) for default in defaults), (tree.body, TEST)]
        case "Call":
            return [(tree.func, ATOM)]
        case "Attribute":
            return [(tree.value, value_level(tree))]
        case "Subscript" | "Await":
            return [(tree.value, ATOM)]
        case "Starred":
            return [(tree.value, BITWISE_OR)]
        case "NamedExpr":
            return [(tree.target, ATOM), (tree.value, TEST)]
        case "Yield" | "YieldFrom" if tree.value is not None:
            return [(tree.value, TEST)]
        case _:
            return []
