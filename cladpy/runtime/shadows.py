"""Adjoints of containers that the primal updates: containers of the same form, updated alongside.

A *shadow* of a list or tuple is a list, of a dict a dict, of an object a :class:`Shadow`. It has a cell for each item:
of a number the adjoint received so far, of an array an array of its own, of a container its shadow. The same primal
container has the same shadow, whatever name or container it is reached by.
"""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from cladpy.runtime.attributes import attributes_of
from cladpy.runtime.layouts import laid_out_like
from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint
from cladpy.runtime.overlaps import repeats_elements


class Shadow:
    """The shadow of an object: a cell for each attribute.

    Examples
    --------
    >>> d_p = Shadow(x=0.0)
    >>> d_p.x += 2.0
    >>> d_p
    Shadow(x=2.0)
    """

    def __init__(self, **cells: Any) -> None:
        self.__dict__.update(cells)

    def __repr__(self) -> str:
        """Show the cells."""
        return f"Shadow({', '.join(f'{key}={value!r}' for key, value in vars(self).items())})"


CONTAINERS = (list, dict, Shadow)
ABSENT = object()
"""What :func:`replaced` gives where there was no cell."""


def zero_shadow(value: Any, *, same_arrays: bool = False) -> Any:
    """Return a shadow of zeros for a value of the primal.

    Parameters
    ----------
    value : number, array or container
    same_arrays : bool
        An array that is held twice has one cell.

    Examples
    --------
    >>> zero_shadow([1.5, {"w": np.ones(2), "n": 3}])
    [0.0, {'w': array([0., 0.]), 'n': 0.0}]
    """
    return _zero(value, {}, same_arrays)


def _zero(value: Any, known: dict[int, Any], same_arrays: bool) -> Any:
    if isinstance(value, np.ndarray):
        if same_arrays and id(value) in known:
            return known[id(value)]
        cell: Any = laid_out_like(0, value) if value.dtype.kind in "fc" else no_adjoint
        known[id(value)] = cell
        return cell
    if value is None or (isinstance(value, int | float | complex | np.number) and not isinstance(value, bool)):
        return 0.0  # of None and a whole number too: a floating one may take its place
    if id(value) in known:
        return known[id(value)]
    if isinstance(value, list | tuple):
        made: list[Any] = []
        known[id(value)] = made
        made.extend(_zero(item, known, same_arrays) for item in value)
        return made
    if isinstance(value, dict):
        known[id(value)] = cells = {}
        cells.update({key: _zero(item, known, same_arrays) for key, item in value.items()})
        return cells
    attributes = None if isinstance(value, type) or hasattr(value, "__code__") else attributes_of(value)
    if attributes is not None:
        known[id(value)] = shadow = Shadow()
        vars(shadow).update({key: _zero(item, known, same_arrays) for key, item in attributes.items()})
        return shadow
    return no_adjoint


def fresh_cells(shadow: Any, *, same_arrays: bool = False) -> Any:
    """Return a shadow for a shallow copy: numbers and arrays get zero cells of their own, containers stay the same.

    Parameters
    ----------
    shadow : list, dict or Shadow
    same_arrays : bool
        The cells of arrays stay the same too: the primal updates these arrays.

    Examples
    --------
    >>> inner = [3.0]
    >>> copy = fresh_cells([2.0, inner])
    >>> copy, copy[1] is inner
    ([0.0, [3.0]], True)
    """
    if isinstance(shadow, dict):
        return {key: _fresh(cell, same_arrays) for key, cell in shadow.items()}
    if isinstance(shadow, Shadow):
        return Shadow(**{key: _fresh(cell, same_arrays) for key, cell in vars(shadow).items()})
    return [_fresh(cell, same_arrays) for cell in shadow]


def _fresh(cell: Any, same_arrays: bool) -> Any:
    if isinstance(cell, np.ndarray):
        return cell if same_arrays else laid_out_like(0, cell)
    return cell if isinstance(cell, (*CONTAINERS, NoAdjoint)) else 0.0


def add_cells(shadow: Any, copy: Any, places: slice = slice(None)) -> None:
    """Add the cells of a shallow copy to those of what was copied; ``places``: the part of a list that was.

    Examples
    --------
    >>> d_x = [1.0, 2.0, 3.0]
    >>> add_cells(d_x, [10.0], slice(1, 2))
    >>> d_x
    [1.0, 12.0, 3.0]
    """
    keys: Any = range(len(shadow))[places] if isinstance(shadow, list) else list(_cells(shadow))
    cells, others = _cells(shadow), _cells(copy)
    for key, other in zip(keys, others if isinstance(shadow, dict | Shadow) else range(len(copy)), strict=False):
        cells[key] = _sum(cells[key], others[other])


def add_repeats(shadow: list[Any], copy: list[Any]) -> None:
    """Add the cells of a list's items several times over to those of the list, but for what is the same in both.

    Examples
    --------
    >>> d_x = [1.0, 2.0]
    >>> add_repeats(d_x, [10.0, 20.0, 30.0, 40.0])
    >>> d_x
    [41.0, 62.0]
    """
    for start in range(0, len(copy), max(len(shadow), 1)):
        add_cells(shadow, copy[start : start + len(shadow)])


def add_to_shadow(shadow: Any, adjoint: Any, form: Any = None) -> None:
    """Add an adjoint of the same form to a shadow, in place; 0.0 stands for a zero of any form.

    Parameters
    ----------
    shadow : list, dict or Shadow
    adjoint : list, tuple or dict
        Of an object a tuple of the adjoints of its attributes.
    form : Shadow, dict or list, optional
        Where there are objects: the names of their attributes in the order of the adjoint, for they may have been set
        in another order, or not at all.

    Examples
    --------
    >>> d_x = [1.0, np.zeros(2)]
    >>> add_to_shadow(d_x, (2.0, np.ones(2)))
    >>> d_x
    [3.0, array([1., 1.])]
    >>> d_p = Shadow(y=1.0, x=2.0)
    >>> add_to_shadow(d_p, (10.0, 20.0), Shadow(x=None, y=None))
    >>> d_p
    Shadow(y=21.0, x=12.0)
    """
    if isinstance(adjoint, NoAdjoint) or (isinstance(adjoint, float) and adjoint == 0):
        return
    cells = _cells(shadow)
    if isinstance(adjoint, dict):
        pairs: Iterator[tuple[Any, Any]] = iter(adjoint.items())
    else:
        pairs = iter(zip(_names(shadow, form), adjoint, strict=True))
    for key, part in pairs:
        if isinstance(shadow, Shadow) and key not in cells:
            continue  # an attribute that is not set on this path
        if isinstance(part, list | tuple | dict) and not isinstance(cells[key], CONTAINERS):
            continue  # what was put there has no adjoint: it depends on nothing that is differentiated
        if isinstance(cells[key], CONTAINERS):
            add_to_shadow(cells[key], part, inner_form(form, key))
        else:
            cells[key] = _sum(cells[key], part)


def added_to_cell(cell: Any, part: Any) -> Any:
    """Return the cell of a shadow with an adjoint added: a container or array is updated in place.

    For a value of which it is not known beforehand whether it is a number, an array or a list.

    Examples
    --------
    >>> added_to_cell([1.0, 2.0], [1.0, 1.0]), added_to_cell(1.0, 2.0)
    ([2.0, 3.0], 3.0)
    """
    return _sum(cell, part)


def _names(shadow: Any, form: Any) -> Any:
    """Return the keys of a container in the order of its adjoint."""
    if isinstance(shadow, Shadow):
        return list(vars(form if isinstance(form, Shadow) else shadow))
    return list(shadow) if isinstance(shadow, dict) else range(len(shadow))


def inner_form(form: Any, key: Any) -> Any:
    """Return the form of an item; a list of one form says that of every item."""
    if isinstance(form, list):
        return form[0] if len(form) == 1 else form[key]
    return None if form is None else _cells(form).get(key)


def _sum(cell: Any, part: Any) -> Any:
    if isinstance(cell, CONTAINERS):
        if part is not cell:  # else the copy has the very container
            add_to_shadow(cell, part)
        return cell
    if isinstance(cell, NoAdjoint) or isinstance(part, NoAdjoint):
        return cell
    if isinstance(cell, np.ndarray):
        if part is cell:  # the copy has the very array
            return cell
        if repeats_elements(cell):
            np.add.at(cell, ..., part)  # type: ignore[arg-type]
        else:
            cell += part
        return cell
    if isinstance(part, (*CONTAINERS, tuple)):  # of what has no cells here: none is reached, or it holds no numbers
        return copy.deepcopy(part)
    return cell + part


def _cells(shadow: Any) -> Any:
    return vars(shadow) if isinstance(shadow, Shadow) else shadow


def replaced(shadow: Any, key: Any, cell: Any) -> Any:
    """Put a cell in place of the one at a key; return the old one, or a mark where there was none.

    Examples
    --------
    >>> d_x = {"a": 1.0}
    >>> replaced(d_x, "a", 0.0), d_x
    (1.0, {'a': 0.0})
    """
    cells = _cells(shadow)
    old = cells[key] if isinstance(shadow, list) else cells.get(key, ABSENT)
    cells[key] = cell
    return old


def restore(shadow: Any, key: Any, old: Any) -> None:
    """Undo :func:`replaced`.

    Examples
    --------
    >>> d_x = {"a": 1.0}
    >>> restore(d_x, "b", replaced(d_x, "b", 0.0))
    >>> d_x
    {'a': 1.0}
    """
    cells = _cells(shadow)
    if old is ABSENT:
        del cells[key]
    else:
        cells[key] = old


def put_back(shadow: Any, index: Any, cell: Any) -> None:
    """Undo ``shadow.pop(index)``.

    Examples
    --------
    >>> d_x = [1.0, 3.0]
    >>> put_back(d_x, -2, 2.0)
    >>> d_x
    [1.0, 2.0, 3.0]
    """
    if isinstance(shadow, dict):
        shadow[index] = cell
    else:
        shadow.insert(index if index >= 0 else len(shadow) + 1 + index, cell)


def take_out(shadow: Any, index: int) -> Any:
    """Undo ``shadow.insert(index, cell)``; return the cell.

    Examples
    --------
    >>> d_x = [1.0, 2.0, 3.0]
    >>> take_out(d_x, -1), d_x
    (2.0, [1.0, 3.0])
    """
    length = len(shadow) - 1
    return shadow.pop(min(index, length) if index >= 0 else max(length + index, 0))


def taken_back(shadow: Any, count: int) -> list[Any]:
    """Undo the extension of a shadow by ``count`` cells; return them.

    Examples
    --------
    >>> d_x = [1.0, 2.0, 3.0]
    >>> taken_back(d_x, 2), d_x
    ([2.0, 3.0], [1.0])
    """
    start = len(shadow) - count
    moved = list(shadow[start:])
    del shadow[start:]
    return moved


def put_slice(shadow: Any, places: slice, cells: Any) -> tuple[Any, ...]:
    """Put cells in place of a slice of a list's shadow, as ``shadow[places] = cells``; return what undoes it.

    Examples
    --------
    >>> d_x = [1.0, 2.0, 3.0]
    >>> undo = put_slice(d_x, slice(1, None), [0.0])
    >>> d_x
    [1.0, 0.0]
    >>> taken_slice(d_x, undo), d_x
    ([0.0], [1.0, 2.0, 3.0])
    """
    start, stop, step = places.indices(len(shadow))
    old = shadow[places]
    shadow[places] = cells
    if step == 1:
        return (slice(start, start + len(cells), 1), old)
    return (slice(start, stop if stop >= 0 else None, step), old)


def taken_slice(shadow: Any, undo: tuple[Any, ...]) -> list[Any]:
    """Undo :func:`put_slice`; return the cells that were put there."""
    places, old = undo
    moved = list(shadow[places])
    shadow[places] = old
    return moved


def shadow_adjoint(shadow: Any, form: Any = None, *, once: bool = False) -> Any:
    """Return the adjoint that a shadow holds: objects as tuples of their attributes, in the order of ``form``.

    ``once``: what it holds twice counts in its first place, and is zero in the others: the adjoints of all places are
    added up by whoever takes them.

    Examples
    --------
    >>> shadow_adjoint([1.0, Shadow(x=2.0)])
    [1.0, (2.0,)]
    >>> shadow_adjoint(Shadow(y=1.0, x=2.0), Shadow(x=None, y=None))
    (2.0, 1.0)
    >>> row = [3.0]
    >>> shadow_adjoint([row, row], once=True)
    [[3.0], [0.0]]
    """
    return _adjoint(shadow, form, {} if once else None)


def _adjoint(shadow: Any, form: Any, counted: dict[int, Any] | None) -> Any:
    if counted is not None and isinstance(shadow, list | dict | Shadow | np.ndarray):
        if id(shadow) in counted:
            shadow = zero_shadow(shadow)
        else:
            counted[id(shadow)] = shadow
    if isinstance(shadow, list):
        return [_adjoint(cell, inner_form(form, place), counted) for place, cell in enumerate(shadow)]
    if isinstance(shadow, dict):
        return {key: _adjoint(cell, inner_form(form, key), counted) for key, cell in shadow.items()}
    if isinstance(shadow, Shadow):
        cells = vars(shadow)
        return tuple(
            _adjoint(cells.get(key, no_adjoint), inner_form(form, key), counted) for key in _names(shadow, form)
        )
    return np.array(shadow) if isinstance(shadow, np.ndarray) else shadow
