"""Results, the cotangents that fit them, and how precise the numbers of a call are."""

from typing import Any

import numpy as np

from cladpy.testing.structures import leaves, mapped
from cladpy.testing.subject import Call

_SEED = (
    7_220_341  # no seed that arguments are drawn with: a cotangent equal to one of them hides what is orthogonal to it
)


def is_scalar(result: Any) -> bool:
    """Say whether ``gradient`` takes a result: a real number, or a real array without dimensions.

    Examples
    --------
    >>> is_scalar(1.0), is_scalar(np.float32(1)), is_scalar(np.ones(())), is_scalar([1.0]), is_scalar(1j)
    (True, True, True, False, False)
    """
    if isinstance(result, np.ndarray | np.generic):
        return not result.ndim and result.dtype.kind != "c"
    return isinstance(result, int | float)


def cotangent_for(value: Any) -> Any:
    """Return a random cotangent of a result, or None for a scalar."""
    if is_scalar(value):
        return None
    generator = np.random.default_rng(_SEED)

    def drawn(leaf: Any) -> Any:
        part = generator.standard_normal(np.shape(leaf))
        part = part + 1j * generator.standard_normal(np.shape(leaf)) if np.iscomplexobj(leaf) else part
        return np.asarray(part, leaf.dtype) if isinstance(leaf, np.ndarray) else type(leaf)(part[()])

    return mapped(drawn, value)


def epsilon_of(call: Call, value: Any) -> float:
    """Return the unit in the last place of the least precise floating number that goes in or comes out."""
    everything = [*leaves(dict(call.bound.arguments)), *leaves(value)]
    return max((float(np.finfo(np.result_type(leaf)).eps) for _, leaf in everything), default=0.0)
