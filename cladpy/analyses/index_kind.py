"""Whether indexing an array gives a view of it or a copy, and whether an index may name an element twice.

Whole numbers, slices, None and Ellipsis give a view; integer arrays (those of no dimensions too), lists and masks a
copy. An index held by a variable counts like one that is written out: ``place = (i, slice(2, 4))``, ``u[place]``. Of an
index of which too little is known neither is certain; whoever asks must then do what is right for both.
"""

from collections.abc import Callable

import gast

from cladpy.ir.fact import UNKNOWN, Fact

Infer = Callable[[gast.expr], Fact]


def index_facts(index: gast.expr, infer: Infer) -> list[Fact]:
    """Return the facts of the parts of an index; those of a tuple that a variable holds are its items.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> [fact.kind for fact in index_facts(parse("x[1:, None]").slice, lambda node: Fact("none"))]
    ['slice', 'none']
    """
    if isinstance(index, gast.Tuple):
        return [_part(part, infer) for part in index.elts]
    fact = _part(index, infer)
    if fact.kind == "tuple":
        return [UNKNOWN] if fact.items is None else list(fact.items)
    return [fact]


def is_view_index(index: gast.expr, infer: Infer) -> bool:
    """Tell whether indexing an array certainly gives a view."""
    return all(_gives_view(fact) for fact in index_facts(index, infer))


def adds_axes_alone(index: gast.expr) -> bool:
    """Tell whether an index leaves all elements and their order as they are, and so may be one of a NumPy scalar."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    return all(isinstance(part, gast.Constant) and part.value in (None, Ellipsis) for part in parts)


def is_gather_index(index: gast.expr, infer: Infer) -> bool:
    """Tell whether indexing an array certainly gives new storage."""
    return any(_is_array_like(fact) for fact in index_facts(index, infer))


def names_once(index: gast.expr, infer: Infer) -> bool:
    """Tell whether an index certainly names each element once: whole numbers, slices, None, Ellipsis, masks."""
    facts = index_facts(index, infer)
    return all(_gives_view(fact) or _is_mask(fact) or _is_whole_number(fact) for fact in facts)


def _part(part: gast.expr, infer: Infer) -> Fact:
    return Fact("slice") if isinstance(part, gast.Slice) else infer(part)


def _gives_view(fact: Fact) -> bool:
    if fact.kind in ("slice", "none", "ellipsis"):
        return True
    return fact.kind in ("python", "scalar") and fact.dtype is not None and fact.dtype.kind in "iu"


def _is_array_like(fact: Fact) -> bool:
    """Tell whether a part is an array, or a sequence of which NumPy makes one."""
    return fact.kind in ("array", "list", "tuple") or (fact.is_number and _is_mask(fact))


def _is_mask(fact: Fact) -> bool:
    return fact.is_number and fact.dtype is not None and fact.dtype.kind == "b"


def _is_whole_number(fact: Fact) -> bool:
    """Tell whether a part is a whole number, perhaps as an array of no dimensions."""
    return fact.is_scalar and fact.dtype is not None and fact.dtype.kind in "iu"
