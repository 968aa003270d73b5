"""Hessians and Jacobians as functions of the language, for functions that call them and are differentiated.

``hessian(f, "x")(x)`` of one array stands there as

    def f_hessian(x):
        columns = []
        for k in range(x.size):
            unit = np.zeros(x.size, x.dtype)
            unit[k] = 1.0
            columns.append(sweep(x, unit.reshape(x.shape)))
        return np.stack(columns, axis=-1).reshape(x.shape + x.shape)

whose ``sweep``, a product with a vector or a pushforward, is written out in its turn.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from cladpy.execute.compile_source import compile_source
from cladpy.ir.fact import Fact
from cladpy.runtime import check_number

COLUMN = {
    "hessian": "columns.append({sweep}({given}, {unit}))",
    "hessian_diagonal": "columns.append(np.ravel({sweep}({given}, {unit}))[k])",
    "jacobian": "value, tangent = {sweep}({given}, {unit})\n        check_number(value, {name!r})\n"
    "        columns.append(tangent)",
}
SHAPE = {"hessian": "{x}.shape + {x}.shape", "hessian_diagonal": "{x}.shape", "jacobian": "np.shape(value) + {x}.shape"}
TEXT = """def {function}({given}):
    columns = []
    for k in range({x}.size):
        unit = np.zeros({x}.size, {x}.dtype)
        unit[k] = 1.0
        {column}
    return np.stack(columns, axis=-1).reshape({shape})
"""
NUMBER = {
    "hessian": "    return {kind}({sweep}({given}, 1.0))\n",
    "hessian_diagonal": "    return {kind}({sweep}({given}, 1.0))\n",
    "jacobian": "    value, tangent = {sweep}({given}, 1.0)\n    check_number(value, {name!r})\n    return tangent\n",
}
_SWEEP = "sweep"
_OWN = ("columns", "unit", "k", "value", "tangent", "np", "check_number", _SWEEP)


class WrittenColumns:
    """The functions that were made, by their text: a function is planned once, however often it is asked for."""

    def __init__(self) -> None:
        self._made: dict[str, FunctionType] = {}

    def made(self, derivative: Any, sweep: Callable[..., Any], facts: Sequence[Fact]) -> FunctionType | None:
        """Return the function that makes a derivative column by column, for arguments with these facts.

        Parameters
        ----------
        derivative : Derivative
            The Hessian, its diagonal, or the Jacobian.
        sweep : callable
            From the arguments and a tangent to a column.
        facts : sequence of Fact

        Returns
        -------
        function or None
            None where one floating array or number is not all that is differentiated by.
        """
        names, request = derivative.takes, derivative.request
        if len(facts) != len(names) or not request.bare or request.wrt is None or not set(names).isdisjoint(_OWN):
            return None
        (asked,) = request.wrt
        text = text_of(derivative.function.__name__, request.mode, names, asked, facts)
        if text is not None and text not in self._made:
            namespace = {"np": np, "check_number": check_number, _SWEEP: sweep}
            self._made[text] = compile_source(text, text.split("(", 1)[0].removeprefix("def "), namespace)
        return None if text is None else self._made[text]


def text_of(name: str, mode: str, names: Sequence[str], asked: str, facts: Sequence[Fact]) -> str | None:
    """Return the text of the function; None where what is asked for is no floating array or number."""
    fact = dict(zip(names, facts, strict=True)).get(asked)
    if fact is None or fact.dtype is None or fact.dtype.kind != "f":
        return None
    words = {"function": f"{name if name.isidentifier() else 'lambda'}_{mode}", "given": ", ".join(names), "x": asked}
    words |= {"name": name, "sweep": _SWEEP, "unit": f"unit.reshape({asked}.shape)"}
    if fact.is_array and fact.dims != ():
        return TEXT.format(**words, column=COLUMN[mode].format(**words), shape=SHAPE[mode].format(**words))
    if fact.is_scalar and fact.kind != "array":
        words["kind"] = "float" if fact.is_python else f"np.{fact.dtype.name}"  # that of the argument, as ever
        return f"def {words['function']}({words['given']}):\n{NUMBER[mode].format(**words)}"
    return None
