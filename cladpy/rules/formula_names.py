"""The names that a formula may use besides its own values: NumPy, math, the runtime, and SciPy where it is loaded.

Rules of SciPy's functions are declared only when SciPy is imported, and with them what their formulas call.
"""

import math
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import numpy as np

from cladpy import runtime

SCIPY_RUNTIME = "cladpy.runtime.scipy"
"""The part of the runtime that needs SciPy."""

MODULES = frozenset({"np", "math", "scipy"})
"""Modules that a formula may name."""


def formula_value(name: str) -> object | None:
    """Return what a name of a formula means; None for anything else, and for SciPy where nobody imported it.

    Examples
    --------
    >>> formula_value("np") is np, formula_value("unbroadcast") is runtime.unbroadcast, formula_value("no_such_name")
    (True, True, None)
    """
    if name in MODULES:
        return {"np": np, "math": math}.get(name) or sys.modules.get("scipy")
    return next((getattr(module, name) for module in _exporters() if name in _exported(module)), None)


def formula_namespace() -> dict[str, object]:
    """Return all the names, with what they mean."""
    modules = {name: formula_value(name) for name in MODULES if formula_value(name) is not None}
    return modules | {name: getattr(module, name) for module in _exporters() for name in module.__all__}


def exporter(name: str) -> str:
    """Return the module of the runtime that generated code imports a name from; "" if none has it.

    Examples
    --------
    >>> exporter("unbroadcast"), exporter("np")
    ('cladpy.runtime', '')
    """
    return next((module.__name__ for module in _exporters() if name in _exported(module)), "")


@cache
def _exported(module: ModuleType) -> frozenset[str]:
    return frozenset(module.__all__)


def _exporters() -> Iterator[ModuleType]:
    yield runtime
    if SCIPY_RUNTIME in sys.modules:
        yield sys.modules[SCIPY_RUNTIME]
