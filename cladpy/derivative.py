"""The functions that a user calls: a primal, a request, and generated code for each signature met."""

import functools
import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from cladpy.analyses.facts_of_values import fact_of
from cladpy.errors import CladpyError
from cladpy.execute.compile_source import compile_source
from cladpy.execute.finish import finish
from cladpy.execute.signature_key import key_of
from cladpy.frontend.find_source import find_source, primal_function
from cladpy.frontend.namespace import Namespace
from cladpy.generation import Generated, Generation
from cladpy.request import DiffRequest


@dataclass(frozen=True, slots=True)
class Entry:
    """Generated code for one signature, with what it relied on besides the arguments."""

    generated: Generated
    functions: tuple[Callable[..., object], ...]
    namespace: dict[str, object]
    live: tuple[tuple[str, Namespace], ...]
    relied: tuple[tuple[Namespace, str, object], ...]

    def refresh(self) -> None:
        """Read the user's globals and cells again."""
        for name, namespace in self.live:
            self.namespace[name] = namespace.lookup(name)

    def holds(self) -> bool:
        """Tell whether the globals still are what planning relied on."""
        return all(key_of(namespace.resolve(path)) == key for namespace, path, key in self.relied)


@dataclass(slots=True)
class Plans:
    """Generated code by signature."""

    entries: dict[object, list[Entry]] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    latest: Entry | None = None


class Derivative:
    """A derivative of a function: callable, with its generated source.

    Parameters
    ----------
    primal : callable
    request : DiffRequest

    Attributes
    ----------
    primal : callable
        The function that is differentiated.
    request : DiffRequest
        What was asked for.
    """

    def __init__(self, primal: Callable[..., object], request: DiffRequest) -> None:
        functools.update_wrapper(self, primal)
        self.primal = primal
        self.request = request
        self._function = primal_function(primal)
        self._signature = inspect.signature(self._function)
        self._names = tuple(self._signature.parameters)
        kinds = [parameter.kind for parameter in self._signature.parameters.values()]
        self._positional = all(kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for kind in kinds)
        self._bound = (primal.__self__,) if inspect.ismethod(primal) else ()
        self._plans = Plans()
        find_source(self._function)

    # ---- calls ----

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Return the derivative at the arguments of the primal."""
        values = self._values(args, kwargs)
        entry = self._entry(values)
        result = self._run(entry.functions[0], values)
        return self._finished(result, values)

    def _values(self, args: tuple[object, ...], kwargs: dict[str, object]) -> tuple[object, ...]:
        """Return the value of each parameter, in signature order."""
        args = (*self._bound, *args)
        if self._positional and not kwargs and len(args) == len(self._names):
            return args
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments[name] for name in self._names)

    def _entry(self, values: tuple[object, ...]) -> Entry:
        key = tuple([key_of(value) for value in values])
        for entry in self._plans.entries.get(key, ()):
            if entry.holds():
                entry.refresh()
                self._plans.latest = entry
                return entry
        with self._plans.lock:
            entry = self._generate(values)
            self._plans.entries.setdefault(key, []).insert(0, entry)
            self._plans.latest = entry
        return entry

    def _generate(self, values: tuple[object, ...]) -> Entry:
        self._check(values)
        facts = {name: fact_of(value, name) for name, value in zip(self._names, values, strict=True)}
        generation = Generation(self._generated_request())
        generated = generation.run(self._function, facts)
        namespace: dict[str, object] = {"np": np}
        live = tuple(generated.globals.items())
        for name, owner in live:
            namespace[name] = owner.lookup(name)
        functions = compile_functions(generated, namespace)
        relied = tuple((owner, path, key_of(value)) for owner, path, value in generation.scheduler.relied())
        return Entry(generated, functions, namespace, live, relied)

    def _generated_request(self) -> DiffRequest:
        return self.request

    def _check(self, values: tuple[object, ...]) -> None:
        """Refuse integer and boolean arguments that are named in the request."""
        for name in self.request.wrt or ():
            base, _, rest = name.partition("[")
            value = values[self._names.index(base)]
            if rest:
                value = value[int(rest[:-1])]  # type: ignore[index]
            whole = isinstance(value, bool | int | np.integer | np.bool_)
            if whole or (isinstance(value, np.ndarray) and value.dtype.kind in "iub"):
                what = f"{value.dtype} array" if isinstance(value, np.ndarray) else type(value).__name__
                raise CladpyError(
                    "C302", f"the argument {name!r} is of integer or boolean type ({what}) and has no derivative",
                    hint="pass it as a float, for instance 2.0 or x.astype(float)",
                )  # fmt: skip

    def _run(self, function: Callable[..., object], values: tuple[object, ...]) -> object:
        try:
            return function(*values)
        except (TypeError, ValueError) as error:
            raised = as_cladpy_error(error)
            if raised is None:
                raise
            raise raised from error

    def _finished(self, result: object, values: tuple[object, ...]) -> object:
        return self._slots(result, values)

    def _slots(self, result: object, values: tuple[object, ...]) -> object:
        """Give the adjoints the structures of their arguments; pick elements of ``*args``."""
        if self.request.bare:
            return self._slot(result, (self.request.wrt or self._names)[0], values)
        names = self.request.wrt or self._names
        return tuple(self._slot(a, name, values) for a, name in zip(result, names, strict=True))  # type: ignore[call-overload]

    def _slot(self, adjoint: object, name: str, values: tuple[object, ...]) -> object:
        base, _, rest = name.partition("[")
        value = values[self._names.index(base)]
        if type(value) is np.ndarray or type(value) is float:
            return adjoint
        done = finish(adjoint, value)
        return done[int(rest[:-1])] if rest else done  # type: ignore[index]

    # ---- what was generated ----

    @property
    def source(self) -> str:
        """Text of the module generated last; before any call, the general form."""
        if self._plans.latest is None:
            raise CladpyError("C305", "nothing has been generated yet", hint="call the function once, or use cladpy dump")
        return self._plans.latest.generated.text

    def source_for(self, *args: object, **kwargs: object) -> str:
        """Return the text of the module for these arguments."""
        return self._entry(self._values(args, kwargs)).generated.text

    def __repr__(self) -> str:
        return f"<{self.request}>"

    def __str__(self) -> str:
        return self.source if self._plans.latest is not None else repr(self)

    def __get__(self, instance: object, owner: type | None = None) -> object:
        """Bind the derivative of a method to its object."""
        return self if instance is None else functools.partial(self, instance)


class ValueAndGradient(Derivative):
    """A function that returns the primal's value and the adjoints."""

    def _finished(self, result: object, values: tuple[object, ...]) -> object:
        value, slots = result  # type: ignore[misc]
        return value, self._slots(slots, values)


class GradientWithAuxiliary(Derivative):
    """A gradient that hands on the second part of the primal's result."""

    def _finished(self, result: object, values: tuple[object, ...]) -> object:
        slots, auxiliary = result  # type: ignore[misc]
        return self._slots(slots, values), auxiliary


def compile_functions(generated: Generated, namespace: dict[str, object]) -> tuple[Callable[..., object], ...]:
    """Compile the module and return the functions that were asked for."""
    first = compile_source(generated.text, generated.names[0], namespace)
    return (first, *(namespace[name] for name in generated.names[1:]))  # type: ignore[arg-type]


def as_cladpy_error(error: Exception) -> CladpyError | None:
    """Return the CladpyError that a runtime helper's message stands for, or None."""
    text = str(error)
    if not (text.startswith("[C") and "]" in text):
        return None
    code, _, message = text[1:].partition("] ")
    return CladpyError(code, message)


