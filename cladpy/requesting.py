"""From what a user asks to a derivative, or to a decorator that makes one."""

import difflib
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from importlib.util import find_spec
from types import MethodType
from typing import Any, TypedDict, TypeVar

import gast

from cladpy.derivative import Derivative, ValueAndGradient
from cladpy.emit.capabilities import BACKENDS
from cladpy.errors import CladpyError
from cladpy.execute.bound import BoundDerivative
from cladpy.execute.handing import Update
from cladpy.execute.requested import calling_place
from cladpy.frontend.find_source import find_source, location
from cladpy.frontend.namespace import Namespace
from cladpy.ir.expressions import dotted
from cladpy.request import ALONE, COMPILING, Options, Wrt

REQUESTS = ("cladpy.api", "cladpy.forward_api")  # the modules of the functions by which users ask for derivatives


class OptionKeywords(TypedDict, total=False):
    """The options of every request; each is described at `Options`."""

    assume_unselected_inactive: bool
    varied: bool
    useful: bool
    tbr: bool
    early_release: bool
    jit: str | None
    on_gradient: Update | None
    parallel: bool
    fastmath: bool
    cache: bool


Primal = Callable[..., Any]
D = TypeVar("D", bound=Derivative)


def requested(
    made: Callable[..., D], function: object, wrt: Wrt, keywords: OptionKeywords, *, aux: bool = False
) -> D | Callable[[Primal], D]:
    """Return the derivative, or a decorator that makes it."""
    options = _options(keywords)
    if options.on_gradient:
        made = partial(made, on_gradient=_update(made, keywords))
    if not isinstance(aux, bool):
        raise CladpyError("C305", f"aux is True or False, not {aux!r}", hint="the primal returns (value, anything)")
    if function is None or isinstance(function, str | int | tuple | list):
        if function is not None and wrt is not None:
            raise CladpyError(
                "C305", "the parameters are asked for twice", hint='write "w, b" or ("w", "b") as one argument'
            )
        asked = wrt if function is None else function
        return lambda primal: _derivative(made, primal, asked, options, aux=aux)
    return _derivative(made, function, wrt, options, aux=aux)


def _derivative(made: Callable[..., D], primal: Any, wrt: Any, options: Options, *, aux: bool) -> D:
    place = calling_place()
    if isinstance(primal, MethodType | BoundDerivative):
        whole = made(primal.__func__, wrt, aux=aux, options=options, is_method=True, requested=place)
        return whole.bound_to(primal.__self__)  # type: ignore[return-value]
    derivative = made(primal, wrt, aux=aux, options=options, requested=place)
    _refuse_own_call(derivative)
    return derivative


def _options(keywords: OptionKeywords) -> Options:
    """Read the options of a request."""
    known = [each.name for each in fields(Options)]
    for name, value in keywords.items():
        if name not in known:
            close = difflib.get_close_matches(name, [*known, "wrt", "aux"], n=1)
            suggestion = f"; did you mean '{close[0]}'?" if close else ""
            raise CladpyError("C305", f"there is no option '{name}'{suggestion}", hint=f"options: {', '.join(known)}")
        if name not in ("jit", "on_gradient") and not isinstance(value, bool):
            raise CladpyError("C305", f"the option {name} is True or False, not {value!r}")
    _check_backend(keywords.get("jit"))
    switches: Any = {name: value for name, value in keywords.items() if name != "on_gradient"}
    options = Options(**switches, on_gradient=keywords.get("on_gradient") is not None)
    for name in COMPILING if options.jit is None else ():
        if getattr(options, name) and name not in ALONE:
            raise CladpyError("C305", f"{name}=True is for compiled code", hint=f'jit="numba", {name}=True')
    return options


def _update(made: object, keywords: OptionKeywords) -> Update:
    """Return the function that gets the adjoints."""
    update = keywords["on_gradient"]
    if made not in (Derivative, ValueAndGradient):
        raise CladpyError("C305", "on_gradient is an option of gradient and value_and_gradient")
    if not callable(update):
        raise CladpyError("C305", f"on_gradient is a function of a name and an adjoint, not {update!r}")
    if keywords.get("jit") is not None:
        raise CladpyError(
            "C305", "compiled code cannot call on_gradient", hint="leave out jit, or take the adjoints as the result"
        )
    return update


def _check_backend(jit: object) -> None:
    """Refuse a backend that there is not, or that is not installed."""
    if not isinstance(jit, str | None) or jit not in BACKENDS:
        raise CladpyError("C305", f"jit={jit!r} is no backend", hint='jit="numba", or leave it out')
    if jit is not None and find_spec(str(jit)) is None:
        raise CladpyError("C305", f"jit={jit!r} needs {jit}, which is not installed", hint=f"pip install {jit}")


def _refuse_own_call(derivative: Derivative) -> None:
    """Refuse a decorated function that calls itself: its own name is that of the derivative."""
    source, namespace = find_source(derivative.function), Namespace(derivative.function)
    decorators = [each.func if isinstance(each, gast.Call) else each for each in source.tree.decorator_list]
    if not any(is_request(namespace.resolve(dotted(each) or "")) for each in decorators):
        return
    calls = [node for statement in source.tree.body for node in gast.walk(statement) if isinstance(node, gast.Call)]
    own = next((call for call in calls if getattr(call.func, "id", None) == source.name), None)
    if own is not None and source.name not in derivative.function.__code__.co_varnames:
        raise CladpyError(
            "C308",
            f"{source.name} calls itself, and under its decorator that name is its derivative",
            location=location(own, source),
            hint=f"leave the decorator out and write d_{source.name} = {derivative.request}",
        )


def is_request(function: object) -> bool:
    """Tell whether a function is one of those by which users ask for derivatives."""
    return getattr(function, "__module__", None) in REQUESTS
