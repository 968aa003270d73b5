"""Compile generated text under a name of its own, so that tracebacks, pdb and profilers show its lines.

The text is entered into ``linecache`` and leaves it when the last function of the module is collected.
"""

import itertools
import linecache
import threading
import types
import warnings
import weakref
from typing import Any

_numbers: dict[str, "itertools.count[int]"] = {}
_lock = threading.Lock()

PREFIX = "<cladpy "
"""How the file name of generated text begins."""


class _Registered:
    """Lives as long as the module's dictionary, which each of its functions holds."""

    __slots__ = ("__weakref__",)


def compile_source(
    text: str, name: str, namespace: dict[str, object], *, module: str | None = None, path: str | None = None
) -> types.FunctionType:
    r"""Execute a module's text in a namespace and return one of its functions.

    Parameters
    ----------
    text : str
        The module.
    name : str
        The function to return, which names the module.
    namespace : dict
        Globals of the functions; filled here.
    module : str, optional
        Module of the primal: the text is known as ``<cladpy model.loss_grad_w #2>``, the number telling texts of one
        name apart.
    path : str, optional
        A file that holds the text, in place of that name.

    Examples
    --------
    >>> double = compile_source("def double(x): return 2 * x\n", "double", {}, module="model")
    >>> double(21), linecache.getline(double.__code__.co_filename, 1)
    (42, 'def double(x): return 2 * x\n')
    """
    full = name if module is None else f"{module}.{name}"
    if path is None:
        path = _entered(text, full, namespace)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # "is" with a literal, which the user did not write
        code = compile(text, path, "exec")
    namespace.setdefault("__name__", f"cladpy_generated.{full}")
    exec(code, namespace)
    function: Any = namespace[name]
    return function


def _entered(text: str, full: str, namespace: dict[str, object]) -> str:
    """Enter a text into ``linecache`` for as long as its namespace lives; return the name of its file."""
    with _lock:
        number = next(_numbers.setdefault(full, itertools.count(1)))
    filename = f"{PREFIX}{full} #{number}>"
    # Without a time of change, checkcache leaves the entry in peace.
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    registered = _Registered()
    weakref.finalize(registered, linecache.cache.pop, filename, None).atexit = False
    namespace["__cladpy__"] = registered
    return filename
