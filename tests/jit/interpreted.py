"""Runs text that is made for numba as the Python that it is, which needs no numba and compiles nothing."""

import ast
import math
import types

import numpy as np

from cladpy import runtime
from cladpy.analyses.facts_of_values import fact_of
from cladpy.frontend.namespace import Namespace
from cladpy.generation import Generation
from cladpy.request import DiffRequest, FunctionReference, Options, parse_wrt, signature_names


def generated(function, args, wrt=None, mode="value_and_gradient"):
    """Return the module that is generated for numba."""
    asked, bare = parse_wrt(wrt, signature_names(function), function.__name__)
    request = DiffRequest(FunctionReference.of(function), mode, asked, bare, options=Options(jit="numba"))
    names = signature_names(function)
    return Generation(request).run(function, {n: fact_of(v, n) for n, v in zip(names, args, strict=True)})


def run(function, args, wrt=None, mode="value_and_gradient"):
    """Return the text for numba, and what it gives for these arguments."""
    module = generated(function, args, wrt, mode)
    namespace = {**vars(runtime), "np": np, "math": math, "__name__": "interpreted"}
    namespace |= {name: owner.lookup(name) for name, owner in module.globals.items()}
    namespace |= {
        "as_single": lambda x: x.astype(np.float32),
        "check_lengths": check_lengths,
        "check_reach": check_reach,
        "integer_power": pow,
        "max_along": np.max,
        "min_along": np.min,
    }
    namespace["numba"] = types.SimpleNamespace(njit=lambda **options: lambda compiled: compiled)
    tree = ast.parse(module.text)
    tree.body = [each for each in tree.body if not isinstance(each, ast.Import | ast.ImportFrom)]
    exec(compile(tree, "<interpreted>", "exec"), namespace)
    data = [Namespace(function).value(name) for name in module.module.data[module.names[0]]]
    return module.text, namespace[module.names[0]](*args, *data)


def check_lengths(left, right):
    """Do what the compiled helper does."""
    if left != right:
        raise ValueError("operands could not be broadcast together")


def check_reach(length, needed):
    """Do what the compiled helper does."""
    if length < needed:
        raise IndexError("index is out of bounds")
