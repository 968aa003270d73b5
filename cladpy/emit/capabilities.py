"""What the language of each backend can express: decided here, asked everywhere else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Say how generated code is to be written for a backend.

    Parameters
    ----------
    decorator : str or None
        The expression under which each function of a module is compiled, and the module that it needs.
    runtime : str or None
        Module of the runtime's helpers, where it is not the one of plain Python.
    helpers : frozenset of str
        Names that this module has and the runtime of plain Python has not.
    deletes : bool
        ``del`` releases an array.
    markers : bool
        `no_adjoint` can be returned; else ``None`` stands for it.
    reversed_ranges : bool
        ``reversed(range(n))`` and ``range(n)[:k]`` can be looped over.
    careful_updates : bool
        ``u[1:] += u[:-1]`` reads all of the right side before it writes.
    whole_views : bool
        ``u[...]`` is a view of all of an array, and the dtype of a result can be asked for.
    reduces_along : bool
        Reductions take tuples of axes, and ``keepdims``.
    vector_products : bool
        ``a @ b`` of two vectors is the fastest sum of their product, whatever their strides, and ``a.sum()`` that of
        an array.
    live_globals : bool
        Globals are read at each call; else the user's data are handed to the functions.
    promoted_powers : bool
        An integer to a negative power is a float.
    changing_types : bool
        A name may hold a number on one path and an array on another.
    keeps_dtypes : bool
        Numbers of 32 bits and less are computed with as NumPy does.
    element_loops : bool
        Loops over elements are faster than array statements.

    Examples
    --------
    >>> capabilities_of(None).deletes, capabilities_of("numba").deletes
    (True, False)
    """

    decorator: str | None = None
    runtime: str | None = None
    helpers: frozenset[str] = frozenset()
    deletes: bool = True
    markers: bool = True
    reversed_ranges: bool = True
    careful_updates: bool = True
    whole_views: bool = True
    reduces_along: bool = True
    vector_products: bool = True
    live_globals: bool = True
    promoted_powers: bool = True
    changing_types: bool = True
    keeps_dtypes: bool = True
    element_loops: bool = False


PYTHON = Capabilities()
CHECKED = ", boundscheck=True"  # left out where all indices are proved to be inside
# Division by zero gives inf, as NumPy's does: a slope may be infinite. Indices are checked: what is stored outside of
# an array would land in another one.
NUMBA = Capabilities(
    decorator=f'numba.njit(error_model="numpy"{CHECKED})',
    runtime="cladpy.runtime.numba",
    helpers=frozenset({"as_single", "check_lengths", "check_reach", "integer_power", "max_along", "min_along"}),
    deletes=False,
    markers=False,
    reversed_ranges=False,
    careful_updates=False,
    vector_products=False,
    whole_views=False,
    reduces_along=False,
    live_globals=False,
    promoted_powers=False,
    changing_types=False,
    keeps_dtypes=False,
    element_loops=True,
)
BACKENDS = {None: PYTHON, "numba": NUMBA}


def capabilities_of(jit: str | None, switched_on: Sequence[str] = ()) -> Capabilities:
    """Return what the backend of a request can do, its functions compiled with further options.

    Examples
    --------
    >>> capabilities_of("numba", ["fastmath"]).decorator
    'numba.njit(error_model="numpy", boundscheck=True, fastmath=True)'
    """
    found = BACKENDS[jit]
    if found.decorator is None or not switched_on:
        return found
    more = "".join(f", {each}=True" for each in switched_on)
    # On several threads array statements are the backend's own to split.
    loops = found.element_loops and "parallel" not in switched_on
    return replace(found, decorator=f"{found.decorator.removesuffix(')')}{more})", element_loops=loops)
