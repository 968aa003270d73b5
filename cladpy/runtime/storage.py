"""Storage of adjoints: copies that own it, sums and zeros of structured adjoints, the last writes of an index."""

from typing import Any

import numpy as np

from cladpy.runtime.zeros import zero_like


def own(value: Any) -> Any:
    """Return the value itself, an array as a copy that owns its storage, a list or dict as a copy of such.

    Examples
    --------
    >>> x = np.ones(2)
    >>> own(x) is x, own(1.5)
    (False, 1.5)
    """
    if isinstance(value, np.ndarray):
        return np.array(value)
    if isinstance(value, tuple | list):
        return [own(item) for item in value]
    return {key: own(item) for key, item in value.items()} if isinstance(value, dict) else value


def detached(value: Any) -> Any:
    """Return a value of the primal with copies of the arrays in it, so that no update in place reaches it.

    Lists, tuples and dicts stay what they are, and what they hold twice they hold twice in the copy.

    Examples
    --------
    >>> x = np.ones(2)
    >>> first, second = detached((x, [x]))
    >>> first is x, second[0] is first
    (False, True)
    """
    return _detached(value, {})


def _detached(value: Any, known: dict[int, Any]) -> Any:
    if id(value) in known:
        return known[id(value)]
    if isinstance(value, np.ndarray):
        copy: Any = np.array(value)
    elif isinstance(value, tuple):
        items = [_detached(item, known) for item in value]
        copy = type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    elif isinstance(value, list):
        copy = [_detached(item, known) for item in value]
    elif isinstance(value, dict):
        copy = {key: _detached(item, known) for key, item in value.items()}
    else:
        return value
    known[id(value)] = copy
    return copy


def fold_repeats(d_repeated: Any, length: int) -> list[Any]:
    """Return the adjoint of a list from that of the list several times over.

    Examples
    --------
    >>> fold_repeats([1.0, 2.0, 3.0, 4.0], 2)
    [4.0, 6.0]
    """
    folded: list[Any] = [0.0] * length
    for position, item in enumerate(d_repeated):
        folded[position % length] = add_adjoints(folded[position % length], item)
    return folded


def add_adjoints(left: Any, right: Any) -> Any:
    """Return the sum of two adjoints of the same structure; 0.0 stands for a zero of any structure.

    Examples
    --------
    >>> add_adjoints([1.0, 2.0], [0.5, 0.0])
    [1.5, 2.0]
    """
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return [add_adjoints(a, b) for a, b in zip(left, right, strict=True)]
    if isinstance(left, dict) and isinstance(right, dict):
        return {key: add_adjoints(value, right[key]) for key, value in left.items()}
    if isinstance(left, tuple | list | dict):
        return left
    return right if isinstance(right, tuple | list | dict) else left + right


def zero_adjoint(value: Any) -> Any:
    """Return the zero adjoint of a value: lists for sequences, to be updated in place.

    Examples
    --------
    >>> zero_adjoint((1.0, [2.0, 3.0]))
    [0.0, [0.0, 0.0]]
    """
    if isinstance(value, tuple | list):
        return [zero_adjoint(item) for item in value]
    if isinstance(value, dict):
        return {key: zero_adjoint(item) for key, item in value.items()}
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return np.zeros(value.shape, value.dtype)
    return zero_like(value) if isinstance(value, np.ndarray) else 0.0


def take_last(d_x: Any, index: Any) -> Any:
    """Return ``d_x[index]``, 0 where a later place of the index names the same element.

    The adjoint of ``v`` for ``x[index] = v``: of repeated elements NumPy keeps the last value written.

    Examples
    --------
    >>> take_last(np.array([1.0, 2.0]), np.array([0, 0, 1]))
    array([0., 1., 2.])
    """
    taken = np.array(d_x[index])
    writer = np.empty(d_x.shape, dtype=np.intp)
    order = np.arange(taken.size, dtype=np.intp).reshape(taken.shape)
    writer[index] = order
    taken[writer[index] != order] = 0
    return taken


def return_copy(d_base: Any, d_view: Any) -> None:
    """Add to the mirror of an array what the mirror of its reshaped copy has received; a view has passed it on itself.

    ``x.reshape(...)`` and ``x.ravel()`` are views where the layout allows it, else copies: known at run time only.

    Examples
    --------
    >>> d_base, d_copy = np.zeros((2, 2)), np.ones(4)
    >>> return_copy(d_base, d_copy)
    >>> d_base
    array([[1., 1.],
           [1., 1.]])
    """
    if not np.may_share_memory(d_base, d_view):
        d_base += d_view.reshape(d_base.shape)
