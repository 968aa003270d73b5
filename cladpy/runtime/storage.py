"""Storage of adjoints: copies that own it, sums and zeros of structured adjoints, the last writes of an index."""

import types
from typing import Any

import numpy as np

from cladpy.runtime.attributes import attributes_of
from cladpy.runtime.layouts import laid_out_like
from cladpy.runtime.overlaps import add_overlapping
from cladpy.runtime.shadows import Shadow, inner_form
from cladpy.runtime.zeros import zero_like

_HEAP_TYPE = 1 << 9  # a flag that CPython sets for classes made by class statements, not for those written in C


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
    """Return a copy of a value of the primal, with the arrays, containers and objects in it: no update reaches it.

    What it holds twice the copy holds twice. Of objects those are copied whose class makes them in the plain way.

    Examples
    --------
    >>> x = np.ones(2)
    >>> first, second = detached((x, [x]))
    >>> first is x, second[0] is first
    (False, True)
    """
    return _copied(value, {}, arrays=True, objects=True)


def entry_copy(value: Any, *, arrays: bool = False) -> Any:
    """Return a copy of the containers of an argument that the primal updates; ``arrays``: of its arrays too.

    What is held twice is held twice in the copy. Numbers, strings and functions stay themselves.

    Examples
    --------
    >>> x = [[1.0], np.ones(2)]
    >>> copy = entry_copy(x)
    >>> copy[0] is x[0], copy[1] is x[1]
    (False, True)
    """
    return _copied(value, {}, arrays=arrays, objects=True)


def _copied(value: Any, known: dict[int, Any], *, arrays: bool, objects: bool) -> Any:
    if id(value) in known:
        return known[id(value)]

    def inner(item: Any) -> Any:
        return _copied(item, known, arrays=arrays, objects=objects)

    if isinstance(value, np.ndarray):
        known[id(value)] = laid_out_like(value, value) if arrays else value
    elif isinstance(value, tuple):
        items = [inner(item) for item in value]
        known[id(value)] = type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    elif isinstance(value, list):
        made: list[Any] = []
        known[id(value)] = made
        made.extend(inner(item) for item in value)
    elif isinstance(value, dict):
        cells: dict[Any, Any] = {}
        known[id(value)] = cells
        cells.update({key: inner(item) for key, item in value.items()})
    elif objects and _is_plain(value):
        known[id(value)] = copy = object.__new__(type(value))
        for key, item in (attributes_of(value) or {}).items():
            object.__setattr__(copy, key, inner(item))
    else:
        return value
    return known[id(value)]


def _is_plain(value: Any) -> bool:
    """Tell whether a value is an object of attributes alone, which its class makes as any other: no ufunc is."""
    is_code = isinstance(value, type | types.FunctionType | types.ModuleType)
    makes: Any = type(value).__new__
    is_of_python = type(value).__flags__ & _HEAP_TYPE
    return not is_code and bool(is_of_python) and makes is object.__new__ and attributes_of(value) is not None


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

    To the adjoint of a list that of the array may be added which a function of NumPy has made of the list.

    Raises
    ------
    TypeError
        C402 if a number other than zero is added to the adjoint of a container.

    Examples
    --------
    >>> add_adjoints([1.0, 2.0], [0.5, 0.0])
    [1.5, 2.0]
    >>> add_adjoints([1.0, 2.0], np.ones(2)) == [2.0, 3.0]
    True
    """
    if isinstance(left, dict) and isinstance(right, dict):
        return {key: add_adjoints(value, right[key]) for key, value in left.items()}
    if isinstance(left, tuple | list) and _has_items(right):
        return [add_adjoints(a, b) for a, b in zip(left, right, strict=True)]
    if isinstance(right, tuple | list) and _has_items(left):
        return add_adjoints(right, left)
    if isinstance(left, tuple | list | dict):
        return _unless_lost(left, right)
    return _unless_lost(right, left) if isinstance(right, tuple | list | dict) else left + right


def _has_items(adjoint: Any) -> bool:
    return isinstance(adjoint, tuple | list) or (isinstance(adjoint, np.ndarray) and adjoint.ndim > 0)


def _unless_lost(adjoint: Any, other: Any) -> Any:
    """Return the adjoint of a container, if the other one is the zero of any structure."""
    if isinstance(other, dict) or np.ndim(other) or other != 0:
        raise TypeError("[C402] an adjoint that is no list or dict is added to that of a list or dict")
    return adjoint


def zero_adjoint(value: Any, form: Any = None) -> Any:
    """Return the zero adjoint of a value: lists for sequences and objects, to be updated in place.

    Parameters
    ----------
    value : number, array or container
    form : Shadow, dict or list, optional
        Where there are objects: the names of their attributes in the order of the adjoint.

    Examples
    --------
    >>> zero_adjoint((1.0, [2.0, 3.0]))
    [0.0, [0.0, 0.0]]
    """
    if isinstance(value, tuple | list):
        return [zero_adjoint(item, inner_form(form, place)) for place, item in enumerate(value)]
    if isinstance(value, dict):
        return {key: zero_adjoint(item, inner_form(form, key)) for key, item in value.items()}
    if isinstance(form, Shadow):
        return [zero_adjoint(getattr(value, key, None), inner) for key, inner in vars(form).items()]
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return np.zeros(value.shape, value.dtype)
    return zero_like(value) if isinstance(value, np.ndarray) else 0.0


def filled(adjoint: Any, value: Any, form: Any = None) -> Any:
    """Return the adjoint of a container, a zero of its structure where it is 0.0; parameters as for `zero_adjoint`.

    Examples
    --------
    >>> filled([1.0, 2.0], [5.0, 6.0]), filled(0.0, [5.0, 6.0])
    ([1.0, 2.0], [0.0, 0.0])
    """
    if isinstance(adjoint, tuple | list | dict):
        return adjoint
    zero = zero_adjoint(value, form)
    return add_adjoints(zero, adjoint) if isinstance(zero, list | dict) else zero


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
        add_overlapping(d_base, d_view.reshape(d_base.shape))
