"""What a draw of random numbers gives, found out without drawing from the user's generator.

before: ``rng.normal(size=(n, 3))``   after: the facts of ``float64[?, 3]``, from a generator made for the purpose
"""

import random
from collections.abc import Callable

import numpy as np

from cladpy.ir.fact import Fact

GENERATOR = Fact("generator", cls=np.random.Generator)
_MAKERS: tuple[tuple[type, Callable[[], object]], ...] = (
    (np.random.Generator, lambda: np.random.default_rng(0)),
    (np.random.RandomState, lambda: np.random.RandomState(0)),
    (random.Random, lambda: random.Random(0)),  # noqa: S311 -- it is never used for secrets
)


def draws_alike(function: object) -> Callable[..., object] | None:
    """Return a function that draws as a generator's method does, from a generator of its own; None for any other.

    Examples
    --------
    >>> state = np.random.get_state()[1].copy()
    >>> draws_alike(np.random.rand)(2).shape
    (2,)
    >>> bool(np.all(state == np.random.get_state()[1]))
    True
    """
    owner = getattr(function, "__self__", None)
    for cls, make in _MAKERS:
        if isinstance(owner, cls):
            return getattr(make(), str(getattr(function, "__name__", "")), None)
    return None


def draws_of(generator: Fact, name: str) -> Callable[..., object] | None:
    """Return a function that draws as the method of this name of a generator with these facts does."""
    makers = [make for cls, make in _MAKERS if generator.kind == "generator" and generator.cls is cls]
    return getattr(makers[0](), name, None) if makers else None


def generator_fact(value: object) -> Fact | None:
    """Return the facts of a live generator of random numbers, or None for any other value."""
    return next((Fact("generator", cls=cls) for cls, _ in _MAKERS if isinstance(value, cls)), None)
