"""The adjoint of one operand of np.einsum as the product that it is, where labels and lengths are known.

before: ``einsum_operand_adjoint(d, "ij,jk->ik", (a, b), 0)``     after: ``d @ b.T``

Products of matrices, of stacks of them, and of matrices and vectors are written with ``@`` and ``np.outer``, which are
those of BLAS; any other is ``np.einsum`` with other labels. Guarantees: None where a label is repeated in an operand or
an ellipsis stands for some, where a label is of this operand alone (its cotangent is spread), and where a length of 1
may be stretched to that of another operand; the helper of the runtime finds these out when it runs.
"""

from collections.abc import Sequence

import gast

from cladpy.ir.expressions import attribute, binary, call, constant, name
from cladpy.ir.fact import Fact

STACKED = 3  # labels of a matrix in a stack


def product(
    d: gast.expr, subscripts: str, operands: Sequence[gast.expr], facts: Sequence[Fact], place: int
) -> gast.expr | None:
    """Return the adjoint of the operand at a place, or None where the helper is needed.

    Parameters
    ----------
    d : gast.expr
        The cotangent of the result, of its shape.
    subscripts : str
    operands : sequence of gast.expr
    facts : sequence of Fact
        Those of the operands.
    place : int
    """
    terms, output = _labels(subscripts)
    if len(terms) != len(operands) or not _is_plain(terms, output) or not _have_one_length(terms, facts):
        return None
    mine = terms[place]
    others = [(term, operand) for k, (term, operand) in enumerate(zip(terms, operands, strict=True)) if k != place]
    if not set(mine) <= set(output).union(*(term for term, _ in others)):
        return None
    if len(others) == 1:
        found = _of_two((output, d), others[0], mine)
        if found is not None:
            return found
    equation = f"{','.join([output, *(term for term, _ in others)])}->{mine}"
    order = {"optimize": constant(True)} if len(others) > 1 else {}
    return call(attribute(name("np"), "einsum"), constant(equation), d, *(operand for _, operand in others), **order)


def value(subscripts: str, operands: Sequence[gast.expr], facts: Sequence[Fact]) -> gast.expr | None:
    """Return the einsum of two operands as a product of BLAS's, or None where it is none that is known to be one."""
    terms, output = _labels(subscripts)
    if len(operands) != len(terms) or not _is_plain([*terms, output], output) or not _have_one_length(terms, facts):
        return None
    (a, x), (b, y) = zip(terms, operands, strict=True)
    return _of_two((a, x), (b, y), output)


def _labels(subscripts: str) -> tuple[list[str], str]:
    left, arrow, output = subscripts.replace(" ", "").partition("->")
    letters = left.replace(",", "")
    return left.split(","), output if arrow else "".join(sorted(c for c in set(letters) if letters.count(c) == 1))


def _is_plain(terms: Sequence[str], output: str) -> bool:
    """Tell whether no label is repeated in an operand, and no ellipsis stands for some."""
    return "." not in "".join([*terms, output]) and all(len(set(term)) == len(term) for term in terms)


def _have_one_length(terms: Sequence[str], facts: Sequence[Fact]) -> bool:
    """Tell whether each label certainly has one length: the same dimension, or nowhere the length 1."""
    dims: dict[str, list[object]] = {}
    for term, fact in zip(terms, facts, strict=True):
        if fact.dims is None or len(fact.dims) != len(term):
            return False
        for label, dim in zip(term, fact.dims, strict=True):
            dims.setdefault(label, []).append(dim)
    return all(
        len(set(found)) == 1 or all(dim.one is False for dim in found)  # type: ignore[attr-defined]
        for found in dims.values()
    )


def _of_two(first: tuple[str, gast.expr], second: tuple[str, gast.expr], result: str) -> gast.expr | None:
    """Return the product of two operands, whose labels stand before them, as one of BLAS's or of NumPy's."""
    (a, x), (b, y) = first, second
    if not a and b == result:
        return binary(x, gast.Mult(), y)
    if len(a) == len(b) == 1 and result in (a + b, b + a) and a != b:
        return call(attribute(name("np"), "outer"), *((x, y) if result == a + b else (y, x)))
    stacked = _of_stacks(first, second, result)
    if stacked is not None:
        return stacked
    stack = _common_prefix(a, b, result)
    if stack and not len(a) == len(b) == len(result) == len(stack) + 2:
        return None
    a, b, result = (labels[len(stack) :] for labels in (a, b, result))
    if (len(a), len(b), len(result)) not in ((2, 2, 2), (2, 1, 1), (1, 2, 1)):
        return None
    shared = set(a) & set(b)
    if len(shared) != 1 or shared & set(result):
        return None
    is_vector = (len(a) == 1 and b[-1] in shared) or (len(b) == 1 and a[0] in shared)
    if is_vector or (len(result) == 2 and result[0] in b):  # the factors the other way round
        a, x, b, y = b, y, a, x
    left = x if a[-1] in shared else _transposed(x, stacked=bool(stack))
    right = y if b[0] in shared else _transposed(y, stacked=bool(stack))
    return binary(left, gast.MatMult(), right)


def _of_stacks(first: tuple[str, gast.expr], second: tuple[str, gast.expr], result: str) -> gast.expr | None:
    """Return the product of two stacks of matrices whose axes stand in another order: ``nki,nkj->kij``."""
    (a, x), (b, y) = first, second
    both = set(a) & set(b)
    stack, summed = both & set(result), both - set(result)
    if not len(a) == len(b) == len(result) == STACKED or len(stack) != 1 or len(summed) != 1:
        return None
    (row,), (column,) = set(a) - both, set(b) - both
    if set(result) != {*stack, row, column} or a[0] == b[0] == result[0]:
        return None
    if result.index(row) > result.index(column):
        a, x, row, b, y, column = b, y, column, a, x, row
    (k,), (n,) = stack, summed
    left, right = _in_order(x, a, k + row + n), _in_order(y, b, k + n + column)
    return _in_order(binary(left, gast.MatMult(), right), k + row + column, result)


def _in_order(x: gast.expr, labels: str, wanted: str) -> gast.expr:
    """Return an array with its axes in the order of other labels."""
    if labels == wanted:
        return x
    if labels[0] == wanted[0]:
        return attribute(x, "mT")
    return call(attribute(x, "transpose"), *(constant(labels.index(each)) for each in wanted))


def _common_prefix(*labels: str) -> str:
    """Return the labels that all begin with, the last two of the longest left out: those of a stack of matrices."""
    count = 0
    while all(len(each) > count + 2 for each in labels) and len({each[count] for each in labels}) == 1:
        count += 1
    return labels[0][:count]


def _transposed(x: gast.expr, *, stacked: bool) -> gast.expr:
    return attribute(x, "mT" if stacked else "T")
