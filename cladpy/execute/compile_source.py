"""Compile generated text under a name of its own, so that tracebacks, pdb and profilers show its lines.

The text is entered into ``linecache`` and leaves it when its functions are collected.
"""

import itertools
import linecache
import threading
import types
import weakref
from collections.abc import Callable

_numbers: dict[str, "itertools.count[int]"] = {}
_lock = threading.Lock()


def compile_source(text: str, name: str, namespace: dict[str, object]) -> Callable[..., object]:
    """Execute a module's text in a namespace and return one of its functions.

    Parameters
    ----------
    text : str
        The module.
    name : str
        The function to return.
    namespace : dict
        Globals of the functions; filled here.
    """
    with _lock:
        number = next(_numbers.setdefault(name, itertools.count(1)))
    filename = f"<cladpy {name} #{number}>"
    code = compile(text, filename, "exec")
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    namespace.setdefault("__name__", f"cladpy_generated.{name}")
    exec(code, namespace)  # noqa: S102  compiling the text that was made is what this file is for
    function = namespace[name]
    assert isinstance(function, types.FunctionType)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function
