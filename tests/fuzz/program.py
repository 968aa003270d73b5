"""A random program that updates arrays in place, and the arguments that it is run with."""

import linecache
import warnings
from dataclasses import dataclass

import numpy as np

HEADER = "import numpy as np\n\n\n"
PARTS = {
    "Holder(": """class Holder:
    def __init__(self, u, v):
        self.u = u
        self.v = v

    def scale(self, factor):
        self.u *= factor

    def exchange(self):
        self.u, self.v = self.v, self.u

    def rest(self):
        return self.u[1:]


""",
    "mixed(": """def mixed(z, w):
    z *= 0.5
    w += z[0]


""",
    "moved(": """def moved(z, w):
    w[...] = z * 0.7
    z[0] = w[-1]


""",
}  # what a module defines if its text has the key
LARGEST = 30.0  # numbers beyond it, multiplied in loops, leave the range in which differences tell anything
ROWS, COLUMNS = 5, 3


@dataclass(frozen=True)
class Program:
    """The text of a module with a function ``f``, and argument tuples of one signature."""

    text: str
    arguments: tuple


class Unusable(Exception):  # noqa: N818 - no error, but an answer
    """The program raises, or leaves the range of numbers that differences can judge."""


def arguments(choose):
    """Return two tuples of arguments: an array, another one, and a number, which lies on either side of 0.5."""
    rng = np.random.default_rng(choose.randrange(2**32))
    shape = choose.choice(((ROWS,), (ROWS, COLUMNS), (ROWS, COLUMNS)))
    other = choose.choice((shape, shape, shape[-1:], (ROWS, ROWS)))
    p = choose.choice((0.3, 0.8))
    return tuple(
        (rng.uniform(0.2, 1.4, shape), rng.uniform(-1.0, 1.0, other), p if number == 0 else 1.1 - p)
        for number in range(2)
    )


def defined(text, name):
    """Return what a module's text defines; its source is found through ``linecache``."""
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace = {"__name__": name}
    exec(compile(text, file, "exec"), namespace)
    return namespace


def forget(name):
    """Drop the source of a module."""
    linecache.cache.pop(f"<{name}>", None)


def values_behind(text, args):
    """Return the variables of ``f`` behind its last statement; None where it returned before.

    Raises
    ------
    Unusable
        If it raises, or makes numbers that are not finite or too large.
    """
    namespace = {"__name__": "trial"}
    copies = tuple(arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(text, namespace)
            found = namespace["f"](*copies)
    except Exception as error:
        raise Unusable(str(error)) from error
    if not isinstance(found, dict):
        return None
    for value in found.values():
        if isinstance(value, np.ndarray | float | np.floating) and not _is_moderate(value):
            raise Unusable
    return found


def _is_moderate(value):
    return bool(np.all(np.isfinite(value)) and np.all(np.abs(value) < LARGEST))
