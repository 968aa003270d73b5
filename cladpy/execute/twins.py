"""The user's functions that generated code calls as they are, compiled as well.

A function that a backend compiles calls compiled functions alone, and takes the globals that it reads for constants:
so each function of the user's gets a twin that sees compiled twins of those which it calls, and the constants are asked
at each call whether they are still the same. Data that can change without a trace, such as arrays, are refused. The
text of a twin is in the form of the backend, as generated code is.
"""

import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from cladpy.analyses.random_draws import draws_alike
from cladpy.emit.backend_text import backend_text, default_name
from cladpy.emit.capabilities import NUMBA, Capabilities
from cladpy.emit.other_meaning import CODE, DRAWS, check_width, is_member, refusal
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source
from cladpy.frontend.find_source import FunctionSource, find_source
from cladpy.frontend.namespace import Namespace
from cladpy.ir.expressions import dotted

CONSTANTS = (bool, int, float, complex, str, type(None))
PASSED = (types.ModuleType, types.BuiltinFunctionType, type, np.ufunc, type(np.sum))


class Twins:
    """The names of a generated module, with compiled functions in place of the user's.

    Parameters
    ----------
    live : dict
        The user's globals by their names in the text.
    capabilities : Capabilities
        Of the backend that compiles them.

    Attributes
    ----------
    namespace : dict
        The same, to compile in.
    texts : list of str
        Those of the twins.
    constants : list of str
        The globals that are data and compiled in.
    """

    def __init__(self, live: dict[str, Any], capabilities: Capabilities = NUMBA) -> None:
        self.texts: list[str] = []
        self.constants: list[str] = []
        self._capabilities = capabilities
        self._made: dict[types.FunctionType, Any] = {}
        self._constants: list[tuple[Callable[[], object], object]] = []
        for name, value in live.items():
            check_width(value, name)
        # Numba looks for a function that calls itself in the module of this name, which must be one that exists.
        self.namespace: dict[str, Any] = {"__name__": NUMBA.runtime}
        self.namespace |= {
            name: self._twin(value) if isinstance(value, types.FunctionType) else value for name, value in live.items()
        }

    def hold(self) -> bool:
        """Tell whether the constants that were compiled in are what they were."""
        return all(_same(read(), value) for read, value in self._constants)

    @property
    def conditions(self) -> tuple[Callable[[], bool], ...]:
        """What is to be asked at every call: whether the constants hold, if there are any."""
        return (self.hold,) if self._constants else ()

    def dependencies(self) -> list[str]:
        """Return what the compiled code depends on beside its own text, for it to be kept.

        Raises
        ------
        CladpyError
            C410 if that is not known as text.
        """
        seen = [value for _, value in self._constants]
        for value in filter(_is_closed, (*self.namespace.values(), *seen)):
            raise refusal(f"cannot keep what it compiles here: '{value.__name__}' was compiled elsewhere")
        return [*self.texts, *(f"{type(each).__name__} {each!r}" for each in seen if isinstance(each, CONSTANTS))]

    def _twin(self, function: types.FunctionType) -> Any:
        if function not in self._made:
            source = find_source(function)
            module: dict[str, object] = {"__name__": NUMBA.runtime}
            module |= {default_name(place): value for place, value in enumerate(function.__defaults__ or ())}
            text = backend_text(source.tree, source.name, self._capabilities)
            self.texts.append(text)
            self._check_members(function, source)
            self._made[function] = None  # what is met again before it is made calls itself
            for name, read in _free(function, source):
                module[name] = self._seen(read, name, function, source)
            self._made[function] = compile_source(text, source.name, module, module=function.__module__)
        return self._made[function]

    def _check_members(self, function: types.FunctionType, source: FunctionSource) -> None:
        """Refuse draws and data that are read as attributes of modules."""
        resolve = Namespace(function).resolve
        for path in filter(None, (dotted(node) for node in gast.walk(source.tree) if isinstance(node, gast.Attribute))):
            if draws_alike(resolve(path)) is not None:
                raise refusal(DRAWS)
            if is_member(path, resolve):
                raise refusal(f"takes {path} for a constant")

    def _seen(self, read: Callable[[], Any], name: str, function: types.FunctionType, source: FunctionSource) -> Any:
        """Return what a function's twin sees for a name."""
        value = read()
        if value is function and name == source.name:
            return None  # bound to the twin when its text is run
        if draws_alike(value) is not None:
            raise refusal(DRAWS)
        if isinstance(value, types.FunctionType):
            self._constants.append((read, value))
            if self._twin(value) is None:
                raise refusal(f"does not compile {name} and {function.__name__}, which call each other")
            return self._twin(value)
        if isinstance(value, PASSED) or hasattr(value, "py_func"):
            self._constants.append((read, value))
            return value
        if isinstance(value, CONSTANTS):
            self._constants.append((read, value))
            self.constants.append(name)
            return value
        raise CladpyError(
            CODE,
            f"{function.__name__} reads the global '{name}', which numba would take for a constant",
            hint=f"hand '{name}' to {function.__name__} as an argument, or leave jit out",
        )


def _is_closed(value: Any) -> bool:
    """Tell whether a value is a function that was compiled elsewhere."""
    return hasattr(value, "py_func") and not getattr(value.py_func, "__module__", "").startswith(str(NUMBA.runtime))


def _free(function: types.FunctionType, source: FunctionSource) -> list[tuple[str, Callable[[], Any]]]:
    """Return the globals and cells that a function reads, each with what reads it now."""
    found: list[tuple[str, Callable[[], Any]]] = []
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for name in sorted({node.id for node in gast.walk(source.tree) if isinstance(node, gast.Name)}):
        if name in cells:
            found.append((name, lambda cell=cells[name]: cell.cell_contents))  # type: ignore[misc]
        elif name in function.__globals__ and name not in function.__code__.co_varnames:
            found.append((name, lambda name=name: function.__globals__.get(name)))  # type: ignore[misc]
    return found


def _same(value: object, known: object) -> bool:
    return value is known or (type(value) is type(known) and isinstance(value, CONSTANTS) and value == known)
