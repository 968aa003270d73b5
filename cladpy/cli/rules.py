"""``cladpy rules``: the functions that have a derivative rule, and those of a module that have none."""

import importlib
import inspect
import sys
from argparse import Namespace
from collections.abc import Iterator
from types import ModuleType

from cladpy.errors import CladpyError
from cladpy.rules import Absence, Rule, default_registry

_LIBRARIES = ("numpy", "scipy", "math", "cmath", "operator", "builtins")
_VALUES = (type, ModuleType)  # classes and submodules are no functions to differentiate


def rules(arguments: Namespace) -> int:
    """Write the rules, or the functions without one; return the exit status."""
    lines = list(_missing(arguments.missing) if arguments.missing else _listed())
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def _listed() -> Iterator[str]:
    known = sorted(default_registry.all_rules(), key=lambda rule: rule.name)
    width = max(len(rule.name) for rule in known)
    for rule in known:
        yield f"{rule.name:<{width}}  {_differentiated(rule)}"
    yield ""
    yield f"{len(known)} functions"


def _differentiated(rule: Rule) -> str:
    """Say which parameters have a derivative."""
    if rule.every is not None:
        return str(rule.every)
    general = rule.variants[-1].pullbacks
    parts = [name if not isinstance(each, Absence) else f"{name}: {each}" for name, each in general.items()]
    return ", ".join(parts)


def _missing(name: str) -> Iterator[str]:
    module = _library(name)
    absent = [member for member in _functions(module) if default_registry.lookup(getattr(module, member)) is None]
    yield from (f"{name}.{member}" for member in absent)
    yield ""
    yield f"{len(absent)} of {len(list(_functions(module)))} functions of {name} have no rule"


def _library(name: str) -> ModuleType:
    """Import a library; never a module of the user's."""
    if name.partition(".")[0] not in _LIBRARIES:
        raise CladpyError("C305", f"{name} is not a library with rules", hint=f"one of: {', '.join(_LIBRARIES)}")
    try:
        return importlib.import_module(name)
    except ImportError as failure:
        raise CladpyError("C305", f"cannot import {name}: {failure}", hint="look at the name, or install it") from None


def _functions(module: ModuleType) -> Iterator[str]:
    """Yield the public functions of a module, its own and those that it lists."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    for name in sorted(names):
        member = inspect.getattr_static(module, name, None)
        if callable(member) and not isinstance(member, _VALUES):
            yield name
