"""Which live functions of libraries may be called at will: no effects, and the same result again.

Only such a function is tried on made-up values to learn its result's facts, evaluated twice, moved or left out. The
object decides, not its name: ``rand`` imported from ``numpy.random`` draws as ``np.random.rand`` does, and the ``pop``
of a list that is a global is no function of a library, though its class is Python's.

May take a pure function for one with effects, never the other way round.
"""

import types
from collections.abc import Callable

import numpy as np

LIBRARIES = frozenset({"numpy", "math", "cmath", "operator", "scipy", "builtins", "statistics"})
PURE_BUILTINS = frozenset(
    {abs, all, any, ascii, bin, bool, bytes, callable, chr, complex, dict, divmod, enumerate, float, format, frozenset,
     getattr, hasattr, hash, hex, id, int, isinstance, issubclass, len, list, max, min, oct, ord, pow, range, repr,
     reversed, round, set, slice, sorted, str, sum, tuple, type, zip}
)  # fmt: skip
WRITERS = frozenset(
    {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask",
     "fromfile", "fromregex", "genfromtxt", "load", "loadtxt", "memmap", "open_memmap", "save", "savetxt", "savez",
     "savez_compressed", "seterr", "seterrcall", "setbufsize", "set_printoptions", "set_string_function", "shuffle",
     "setitem", "delitem", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior", "ipow",
     "irshift", "isub", "itruediv", "ixor", "methodcaller", "call"}
)  # fmt: skip
"""NumPy's functions and operator's that write, read files or set what other calls depend on."""
WRITING_METHODS = frozenset({"sort", "fill", "partition", "resize", "setflags", "setfield", "tofile", "dump"})
"""Of arrays; ``np.sort`` returns a new one."""
JOINS = (np.r_.__getitem__, np.c_.__getitem__)
"""What indexing these objects calls."""
PURE_METHODS = frozenset(
    {"pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf", "mean", "var", "std", "entropy"}
)
"""Of SciPy's distributions, which draw numbers too."""
WITH_STATE = ("numpy.random", "scipy.io", "scipy.stats", "random")


def is_pure(function: object) -> bool:
    """Tell whether a live function of a library has no effects and gives the same result again.

    Parameters
    ----------
    function : object
        What a callee denotes.

    Examples
    --------
    >>> import random
    >>> [is_pure(each) for each in (np.tanh, np.linalg.norm, len, float)]
    [True, True, True, True]
    >>> [is_pure(each) for each in (np.random.rand, random.random, [1].pop, print, np.copyto, np.add.at)]
    [False, False, False, False, False, False]
    """
    if isinstance(function, np.ufunc) or function in JOINS:
        return True
    name = getattr(function, "__name__", "")
    if name in PURE_METHODS and type(getattr(function, "__self__", None)).__module__.startswith("scipy.stats"):
        return True
    if not callable(function) or has_state(function) or name in WRITERS:
        return False
    if getattr(function, "__objclass__", None) is np.ndarray:
        return name not in WRITING_METHODS and not name.startswith("__")
    if isinstance(getattr(function, "__self__", None), np.ufunc):
        return name != "at"
    library = library_of(function)
    return function in PURE_BUILTINS if library == "builtins" and not _is_method(function) else library in LIBRARIES


def has_state(function: Callable[..., object]) -> bool:
    """Tell whether a function belongs to an object, which its calls may change, or to a module that keeps a state."""
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, types.ModuleType | type | np.ufunc):
        return True
    module = str(getattr(function, "__module__", None) or "")
    return any(module == name or module.startswith(name + ".") for name in WITH_STATE)


def library_of(function: object) -> str:
    """Return the package of a function; of NumPy's methods and of Python's functions that name none, its class's."""
    owner = getattr(function, "__objclass__", function)  # the class of a method: np.ndarray of np.ndarray.sum
    module = getattr(owner, "__module__", None) or type(owner).__module__
    return str(module).split(".", maxsplit=1)[0].lstrip("_")


def _is_method(function: object) -> bool:
    """Tell whether a function is a method of one of Python's classes that cannot be changed: ``str.upper``."""
    return getattr(function, "__objclass__", None) in (str, int, float, complex, bool, bytes, tuple, range, frozenset)
