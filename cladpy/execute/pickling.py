"""How a derivative travels: by its name, else by its primal's, else with the primal's source.

Pickle cannot carry a function that has no name of its own; cloudpickle can, and then the text of the files that the
primal was written in must travel too, since the derivative is generated again where it arrives.
"""

import linecache
import pickle
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any

from cladpy.execute.members import function_of
from cladpy.execute.signature_key import Whole
from cladpy.frontend.source_file import read_text


@dataclass(frozen=True, slots=True)
class Origins:
    """Where functions were written that are not imported where they arrive.

    Parameters
    ----------
    functions : tuple of (function, str)
        Each with the name of its file.
    texts : mapping
        The text of each file.
    """

    functions: tuple[tuple[types.FunctionType, str], ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


def reduced(derivative: Any, rebuild: Any, *state: object) -> str | tuple[object, ...]:
    """Return what pickle makes of a derivative.

    Parameters
    ----------
    derivative : Derivative
    rebuild : callable
        ``rebuild(primal, origins, *state)`` makes it again.

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
        return rebuild, (primal, Origins(), *state)
    if named is primal or (isinstance(named, types.MethodType) and named.__func__ is primal):
        return rebuild, (named, origins_of(derivative.function, values), *state)
    if values:
        return rebuild, (primal, origins_of(derivative.function, values), *state)
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
    return rebuild(named.primal, Origins(), *state)


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


def origins_of(function: types.FunctionType, by_value: frozenset[str]) -> Origins:
    """Return where the functions were written that a function reaches and that travel by value, itself included.

    Cloudpickle takes the file names out of what it carries, so they travel beside it.
    """
    waiting: list[types.FunctionType] = [function] if by_value else []
    found: dict[types.FunctionType, str] = {}
    texts: dict[str, str] = {}
    while waiting:
        each = waiting.pop()
        if each in found or (each.__module__ not in by_value and found_under(each) is each):
            continue
        waiting += _reached(each)
        file = _file_of(each)
        text = texts.get(file) or read_text(file, each.__globals__)
        if text is not None:
            found[each] = file
            texts[file] = text
    return Origins(tuple(found.items()), texts)


def _file_of(function: types.FunctionType) -> str:
    """Return the file of a function, with its folder where the module knows it."""
    file, own = function.__code__.co_filename, function.__globals__.get("__file__")
    return own if own and not Path(file).is_absolute() and Path(own).name == Path(file).name else file


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
        members = (function_of(member) for member in vars(value).values())
        yield from (member for member in members if member is not None)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def restore(origins: Origins) -> None:
    """Give functions that have arrived their file names back, and make the texts readable."""
    names = {file: _entered(file, text) for file, text in origins.texts.items()}
    for function, file in origins.functions:
        function.__code__ = _renamed(function.__code__, names[file])


def _entered(file: str, text: str) -> str:
    """Return the name under which a text is read: the file's, unless another text is there."""
    known = read_text(file)
    if known == text:
        return file
    name = file if known is None else f"<{file} as it was pickled>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    return name


def _renamed(code: types.CodeType, file: str) -> types.CodeType:
    inner = (_renamed(each, file) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(inner))
