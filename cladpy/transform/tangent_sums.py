"""Sums of what the operands of an operation give to its tangent, as one would write them.

before: ``t * x + t * x``      after: ``2 * t * x``
before: ``a + -(t / y) * z``   after: ``a - t / y * z``
before: ``t * 2``              after: ``2 * t``
"""

import gast

from cladpy.ir.expressions import call, constant, name, names_in, same, substitute


def added(left: gast.expr, right: gast.expr, *, is_tuple: bool = False) -> gast.expr:
    """Return the sum of two contributions.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> gast.unparse(added(parse("t * x"), parse("t * x")))
    '2 * t * x'
    >>> gast.unparse(added(parse("t / y"), parse("-(s / y) * z")))
    't / y - s / y * z'
    """
    if is_tuple:
        return call("add_adjoints", left, right)
    if same(left, right):
        return _times(left)
    if isinstance(left, gast.IfExp) and isinstance(right, gast.IfExp) and same(left.test, right.test):
        return gast.IfExp(left.test, added(left.body, right.body), added(left.orelse, right.orelse))
    if _is_zero(left) or _is_zero(right):
        return right if _is_zero(left) else left
    sign, size = _signed(right)
    return gast.BinOp(left, gast.Sub() if sign < 0 else gast.Add(), size)


def constant_first(node: gast.expr) -> gast.expr:
    """Return a product with a literal factor before what it multiplies."""
    is_product = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult)
    if is_product and isinstance(node.right, gast.Constant) and not isinstance(node.left, gast.Constant):
        return gast.BinOp(node.right, node.op, node.left)
    return node


def strong_slope(expression: gast.expr, seed: str) -> gast.expr:
    """Return a formula that is linear in its seed with a slope of exactly 0 stronger than an infinite seed.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> [gast.unparse(strong_slope(parse(text), "d")) for text in ("d * y", "-d", "2 * d", "d / (2 * y)")]
    ['multiply_guarded(y, d)', '-d', '2 * d', 'multiply_guarded(1 / (2 * y), d)']
    """
    if not set(names_in(expression)) - {seed, "np", "math"}:
        return expression
    return call("multiply_guarded", slope_of(expression, seed), name(seed))


def flattened(expression: gast.expr, seed: str) -> gast.expr:
    """Return a formula that is linear in its seed as a product in which either factor of 0 is stronger.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> gast.unparse(flattened(parse("d * y"), "d"))
    'strong_product(d, y)'
    """
    if not set(names_in(expression)) - {seed, "np", "math"}:
        return expression
    return call("strong_product", name(seed), slope_of(expression, seed))


def slope_of(node: gast.expr, seed: str) -> gast.expr:
    """Return a formula that is linear in its seed with 1 for its seed, without multiplying by it."""
    if isinstance(node, gast.Name):
        return constant(1) if node.id == seed else node
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        left, right = slope_of(node.left, seed), slope_of(node.right, seed)
        if _is_one(left) or _is_one(right):
            return right if _is_one(left) else left
        return gast.BinOp(left, node.op, right)
    return substitute(node, {seed: constant(1)})


def _is_one(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 1


def _is_zero(node: gast.expr) -> bool:
    return isinstance(node, gast.Constant) and node.value == 0.0 and isinstance(node.value, float)


def _times(node: gast.expr) -> gast.expr:
    """Return twice a product: the factor goes to its left end."""
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        return gast.BinOp(_times(node.left), node.op, node.right)
    return gast.BinOp(constant(2), gast.Mult(), node)


def _signed(node: gast.expr) -> tuple[int, gast.expr]:
    """Return the sign in front of a product or quotient, and the rest."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return -1, node.operand
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult | gast.Div | gast.MatMult):
        sign, left = _signed(node.left)
        return sign, gast.BinOp(left, node.op, node.right)
    return 1, node
