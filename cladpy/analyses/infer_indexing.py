"""The facts of items, slices and gathers: equal slices of equal dimensions are equal."""

from typing import TYPE_CHECKING, Any

import gast
import numpy as np

from cladpy.analyses import transfer
from cladpy.analyses.index_kind import index_facts
from cladpy.analyses.sizes import dim_of
from cladpy.analyses.trials import by_trial
from cladpy.ir.fact import BOTTOM, ONE, UNKNOWN, Dim, Fact, array, as_key, element_of, is_literal_key, read_from, scalar

if TYPE_CHECKING:
    from cladpy.analyses.infer import Inference


def item(inference: "Inference", owner: Fact, index: gast.expr) -> Fact:
    """Return the facts of an item or slice of a container."""
    if isinstance(index, gast.Slice):
        parts = [None if p is None else inference.infer(p) for p in (index.lower, index.upper, index.step)]
        if owner.items is not None and all(p is None or p.known for p in parts):
            bounds: list[Any] = [None if p is None else p.value for p in parts]
            cut = slice(*bounds)
            return Fact(owner.kind, items=owner.items[cut])
        return Fact(owner.kind, element=element_of(owner))
    return read_from(owner, _item(inference, owner, index), inference.reader())


def _item(inference: "Inference", owner: Fact, index: gast.expr) -> Fact:
    key = as_key(inference.infer(index)) if owner.kind == "dict" else inference.infer(index)
    if owner.items is None or not is_literal_key(key):
        return element_of(owner)
    if owner.kind == "dict":
        keys = owner.keys or ()
        return owner.items[keys.index(key.value)] if key.value in keys else BOTTOM  # there is no such item: a KeyError
    try:
        return owner.items[int(key.value)]  # type: ignore[arg-type]
    except IndexError:
        return BOTTOM  # as above; a list that grows is told of by its node, once that is known
    except (TypeError, ValueError):
        return UNKNOWN


def indexed(inference: "Inference", owner: Fact, index: gast.expr) -> Fact:
    """Return the facts of an array's element, slice or gather."""
    facts = index_facts(index, inference.infer)
    parts = list(index.elts) if isinstance(index, gast.Tuple) else [index] * len(facts)
    if any(fact.kind not in ("slice", "none", "ellipsis") and not _is_index(fact) for fact in facts):
        return Fact("number", owner.dtype, None)
    if any(fact.dims == () and fact.dtype is not None and fact.dtype.kind == "b" for fact in facts):
        # True adds an axis of length 1 in front, False one of length 0.
        alone = len(facts) == 1 and owner.dims is not None
        return array(owner.dtype, (Dim(f"{inference.label}:0"), *(owner.dims or ())) if alone else None)
    if any(fact.kind in ("list", "array") and fact.dims != () for fact in facts):
        return gathered(inference, owner, parts, facts)
    dims = basic(inference, owner.dims or (), parts, facts)
    if dims is None:
        return UNKNOWN
    kept = any(fact.kind == "ellipsis" for fact in facts)
    return array(owner.dtype, dims) if dims or kept else scalar(owner.dtype)


def basic(
    inference: "Inference", dims: tuple[Dim, ...], parts: list[gast.expr], facts: list[Fact]
) -> tuple[Dim, ...] | None:
    """Return the dimensions behind an index of ints, slices, None and Ellipsis."""
    taken = sum(fact.kind not in ("none", "ellipsis") for fact in facts)
    if taken > len(dims):
        return None
    out, axis = [], 0
    for part, fact in zip(parts, facts, strict=True):
        if fact.kind == "none":
            out.append(ONE)
        elif fact.kind == "ellipsis":
            skipped = len(dims) - taken
            out.extend(dims[axis : axis + skipped])
            axis += skipped
        else:
            if fact.kind == "slice":
                out.append(sliced(inference, dims[axis], part, f"{inference.label}:{axis}"))
            axis += 1
    return (*out, *dims[axis:])


def sliced(inference: "Inference", dim: Dim, part: gast.expr, label: str) -> Dim:
    """Return the dimension behind a slice: equal slices of equal dimensions are equal."""
    if not isinstance(part, gast.Slice):
        return Dim(label)
    bounds = [None if p is None else inference.infer(p) for p in (part.lower, part.upper, part.step)]
    if any(p is not None and p.kind != "none" and not isinstance(p.value, int) for p in bounds):
        return Dim(label)
    lower, upper, step = (None if p is None else p.value for p in bounds)
    if dim.size is not None and step != 0:
        return dim_of(len(range(dim.size)[slice(lower, upper, step)]))
    if lower in (None, 0) and upper is None and step in (None, 1, -1):
        return dim
    if step in (None, 1) and (lower is None or lower >= 0) and (upper is None or upper < 0):
        return Dim(f"({dim.name})-{(lower or 0) - (upper or 0)}", constant=dim.constant)
    return Dim(f"({dim.name})[{lower}:{upper}:{step}]", constant=dim.constant)


def gathered(inference: "Inference", owner: Fact, parts: list[gast.expr], facts: list[Fact]) -> Fact:
    """Return the facts behind an index with integer or boolean arrays."""
    dims = owner.dims or ()
    index = [by_trial(np.asarray, [fact], {}, inference.label) if fact.kind == "list" else fact for fact in facts]
    if len(parts) == 1 and index[0].dims is not None and index[0].dtype is not None:
        if index[0].dtype.kind == "b":
            return array(owner.dtype, (Dim(f"{inference.label}:0"), *dims[len(index[0].dims) :]))
        return array(owner.dtype, (*index[0].dims, *dims[1:]))
    whole = all(fact.is_number and fact.dims is not None and fact.dtype is not None for fact in index)
    if whole and all(fact.dtype is not None and fact.dtype.kind in "iu" for fact in index):
        # Integer arrays and ints side by side broadcast together and stand in front.
        gathered_dims = transfer.broadcast_dims([fact.dims for fact in index], inference.label)
        return array(owner.dtype, (*(gathered_dims or ()), *dims[len(parts) :]))
    return array(owner.dtype, None)


def _is_index(fact: Fact) -> bool:
    if fact.kind == "list":
        return True
    return fact.is_number and fact.dtype is not None and fact.dtype.kind in "iub"
