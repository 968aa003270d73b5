"""Checks one program and says what came of it."""

import copy
import importlib.util
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from cladpy import CladpyError, check_gradient
from cladpy.testing import GradientMismatch
from tests.verdict import Verdict

BOUND = 1e5  # of the primal's value: beyond it rounding hides what is looked for


def judge(text, arguments, wrt, folder, variants=(), name="program"):
    """Write a program to a file, so that it has source, and check the gradient of its function ``f``."""
    path = Path(folder) / f"{name}.py"
    path.write_text(text)
    try:
        with imported(path) as module:
            return _judged(module.f, arguments, wrt, variants) if hasattr(module, "f") else Verdict("useless", "no f")
    finally:
        path.unlink()


@contextmanager
def imported(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules[path.stem]
        sys.path_importer_cache.pop(str(path.parent), None)


def _judged(function, arguments, wrt, variants):
    usable = [args for args in arguments if _is_usable(function, args)]
    if not usable:
        return Verdict("useless", "primal")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_gradient(function, usable[0], wrt, other_args=usable[1:], variants=variants)
    except CladpyError as error:
        return Verdict.of_refusal(error)
    except GradientMismatch as wrong:
        kind = "useless" if wrong.aspect == "unsettled" else "WRONG"
        return Verdict(kind, wrong.aspect, str(wrong))
    except Exception as error:  # noqa: BLE001 - any other exception is what is looked for
        return Verdict.of_crash(error, frames=6)
    return Verdict("right")


def _is_usable(function, args):
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            value = function(*copy.deepcopy(args))
    except Exception:  # noqa: BLE001 - a random program may do anything wrong
        return False
    number = isinstance(value, float | np.floating | np.ndarray) and np.asarray(value).dtype.kind == "f"
    return number and np.ndim(value) == 0 and bool(abs(value) < BOUND)
