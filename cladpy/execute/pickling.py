"""How a derivative travels: by its name, else by its primal's, else with the primal's source.

Pickle cannot carry a function that has no name of its own; cloudpickle can, and then the text of the files that the
primal was written in must travel too, since the derivative is generated again where it arrives.
"""

import linecache
import pickle
import sys
import types
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from cladpy.execute.signature_key import Whole
from cladpy.frontend.source_file import read_text

Texts = Mapping[str, str]
"""Text by file name."""


def reduced(derivative: Any, rebuild: Any, *state: object) -> str | tuple[object, ...]:
    """Return what pickle makes of a derivative.

    Parameters
    ----------
    derivative : Derivative
    rebuild : callable
        ``rebuild(primal, texts, *state)`` makes it again.

    Raises
    ------
    pickle.PicklingError
        The primal cannot be imported under its name, and the pickler is not cloudpickle's.
    """
    primal: Any = derivative.primal
    values = modules_by_value()
    if derivative.__module__ not in values and found_under(derivative) is derivative:
        return str(derivative.__qualname__)
    named = found_under(primal)
    if getattr(named, "primal", None) is primal and named is not derivative:  # its name is that of a derivative now
        return _rebuilt_from, (rebuild, named, *state)
    if isinstance(primal, Whole):  # a derivative of a derivative: the inner one travels in its own way
        return rebuild, (primal, {}, *state)
    if named is primal or (isinstance(named, types.MethodType) and named.__func__ is primal):
        return rebuild, (named, dict(texts_behind(derivative.function, values)), *state)
    if values:
        return rebuild, (primal, dict(texts_behind(derivative.function, values)), *state)
    raise pickle.PicklingError(
        f"cannot pickle {derivative.request}: {primal.__qualname__!r} cannot be imported from {primal.__module__!r}; "
        "define it at the top of a module, or use cloudpickle"
    )


def found_under(named: Any) -> Any:
    """Return what the module of a function or class holds under its qualified name, or None."""
    try:
        return reduce(getattr, named.__qualname__.split("."), sys.modules[named.__module__])
    except (KeyError, AttributeError):
        return None


def _rebuilt_from(rebuild: Any, named: Any, *state: object) -> object:
    return rebuild(named.primal, {}, *state)


def modules_by_value() -> frozenset[str]:
    """Return the modules whose functions the pickler at work carries by value; none unless it is cloudpickle's.

    A pickler does not tell who it is, so the frames tell: pickle calls from C, cloudpickle from its own ``dump``.
    """
    cloudpickle = sys.modules.get("cloudpickle")
    if cloudpickle is None:
        return frozenset()
    frame = sys._getframe(1)  # noqa: SLF001 - there is no public way
    while frame.f_back is not None and frame.f_globals.get("__name__") in _BETWEEN:
        frame = frame.f_back
    if not isinstance(frame.f_locals.get("self"), cloudpickle.Pickler):
        return frozenset()
    return frozenset({"__main__", *cloudpickle.list_registry_pickle_by_value()})


_BETWEEN = (__name__, "cladpy.derivative", "pickle")


def texts_behind(function: types.FunctionType, by_value: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield file name and text of the functions that a function reaches and that travel by value."""
    waiting: list[types.FunctionType] = [function] if by_value else []
    seen: set[types.FunctionType] = set()
    files: set[str] = set()
    while waiting:
        each = waiting.pop()
        if each in seen or (each.__module__ not in by_value and found_under(each) is each):
            continue
        seen.add(each)
        waiting += _reached(each)
        file = each.__code__.co_filename
        text = None if file in files else read_text(file, each.__globals__)
        if text is not None:
            files.add(file)
            yield file, text


def _reached(function: types.FunctionType) -> Iterator[types.FunctionType]:
    """Yield the Python functions that the names of a function mean."""
    for name in _names(function.__code__):
        yield from _functions(function.__globals__.get(name))
    for cell in function.__closure__ or ():
        try:
            yield from _functions(cell.cell_contents)
        except ValueError:  # empty
            continue


def _functions(value: object) -> Iterator[types.FunctionType]:
    if isinstance(value, types.FunctionType):
        yield value
    elif isinstance(value, type):
        yield from (member for member in vars(value).values() if isinstance(member, types.FunctionType))


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def enter_texts(texts: Texts) -> None:
    """Make the texts that travelled readable, where there is nothing under their names."""
    for file, text in texts.items():
        if read_text(file) is None:
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
