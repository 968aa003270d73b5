"""A call of a derivative as one function: look-up of the signature, generated code and the form of its result.

before: the arguments of a call, ``(array f8[?], 2.0)``, the code for them, and what was asked for
after:  ``call(a0, a1)``, which gives what the user gets, or `MISSED` where the code is for other arguments

Written out for one signature, since the frames and loops of the general way cost as much as a small gradient, and five
times that when the caches of the processor are cold. What does not have the expected form goes the general way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from cladpy.execute.kernel import Kernel
from cladpy.execute.line_map import LineMap
from cladpy.execute.overlap import check_overlap
from cladpy.execute.raised import explain
from cladpy.execute.scalar_result import SCALARS
from cladpy.execute.selector import FAILURES, Checks
from cladpy.execute.slots import SURE, Slots

MISSED = object()
"""What a call gives whose arguments have another signature."""


@dataclass(frozen=True, slots=True)
class Called:
    """What is called, and what becomes of its result.

    Parameters
    ----------
    function : callable
        The generated one, or the kernel that a backend compiles of it.
    primal : function
        Whose code is what it was, else the call goes the general way.
    names : tuple of str
        Of the arguments.
    stored : tuple of int
        Positions of those that the primal stores into.
    holders : frozenset of str
        Those that hold arrays which are stored into.
    lines : LineMap
    conform : callable or None
        Gives a result its public form.
    slots : Slots
    has_value : bool
        The function gives the primal's value, too.
    bare : bool
        The function gives the one adjoint without a tuple.
    is_final : bool
        The adjoints have their public form as the function gives them.
    is_alone : bool
        Nothing else comes with the value, or with the adjoints.
    """

    function: Callable[..., Any]
    primal: FunctionType
    names: tuple[str, ...]
    stored: tuple[int, ...]
    holders: frozenset[str]
    lines: LineMap
    conform: Callable[[Any, tuple[object, ...]], Any] | None
    slots: Slots
    has_value: bool
    bare: bool
    is_final: bool
    is_alone: bool


def make_caller(checks: Checks, values: Sequence[object], called: Called) -> Callable[..., Any]:
    """Return the function of a call.

    Parameters
    ----------
    checks : Checks
        What must hold of the arguments.
    values : sequence
        Arguments of the signature.
    called : Called
    """
    names = [f"a{place}" for place in range(len(values))]
    given = "".join(f"{each}, " for each in names)
    run, names_of_run = _run(names, called.function)
    lines = [f"def call({given}):", "    if PRIMAL.__code__ is not CODE: return MISSED", "    try:"]
    lines += [f"        {line.replace('return False', 'return MISSED')}" for line in (*checks.lines, "pass")]
    lines += ["    except FAILURES:", "        return MISSED"]
    if called.stored:
        lines += [f"    check_overlap(NAMES, ({given}), STORED, HOLDERS)"]
    lines += ["    try:", f"        result = {run}", "    except Exception as error:"]
    lines += [f"        KERNEL.tell(error, ({given}))"] if isinstance(called.function, Kernel) else []
    lines += ["        explain(error, LINES, NAME)", "        raise"]
    lines += [f"    {line}" for line in _conformed(values, called, given)]
    namespace: dict[str, Any] = {
        **checks.constants, **names_of_run, "FAILURES": FAILURES, "MISSED": MISSED, "check_overlap": check_overlap,
        "NAMES": called.names, "STORED": called.stored, "HOLDERS": called.holders, "KERNEL": called.function,
        "explain": explain, "LINES": called.lines, "NAME": called.primal.__name__, "CONFORM": called.conform,
        "PRIMAL": called.primal, "CODE": called.primal.__code__, "SCALARS": SCALARS, "ndarray": np.ndarray,
    }  # fmt: skip
    exec(compile("\n".join(lines) + "\n", "<cladpy call>", "exec"), namespace)
    return namespace["call"]


def _run(names: Sequence[str], function: Callable[..., Any]) -> tuple[str, dict[str, Any]]:
    """Return the expression that runs the function, and the names that it needs."""
    if not isinstance(function, Kernel):
        return f"RUN({', '.join(names)})", {"RUN": function}
    given = ["None" if place in function.unread else name for place, name in enumerate(names)]
    given += [f"LIVE[{name!r}]" for name in function.data]
    return f"RUN({', '.join(given)})", {"RUN": function.compiled, "LIVE": function.live}


def _conformed(values: Sequence[object], called: Called, given: str) -> list[str]:
    """Return the statements that give the result its public form."""
    if called.conform is None:
        return ["return result"]
    whole = f"return CONFORM(result, ({given}))"
    tests = _expected(values, called)
    if tests is None:
        return [whole]
    head = [f"if type(result[0]) not in SCALARS: {whole}"] if called.has_value else []
    head += [f"adjoints = {'result[1]' if called.has_value else 'result'}"] if tests else []
    return [*head, *[f"if not ({test}): {whole}" for test in tests], "return result"]


def _expected(values: Sequence[object], called: Called) -> list[str] | None:
    """Return what must hold of adjoints that have their public form already; None if that is not said in a line."""
    if not called.is_alone:
        return None
    if called.is_final:
        return []
    slots = called.slots.slots
    kinds = [type(values[slot.parameter]) for slot in slots]
    if not called.slots.is_whole or called.bare != called.slots.bare:
        return None
    if [slot.place for slot in slots] != list(range(len(slots))) or not all(kind in SURE for kind in kinds):
        return None
    tests = [] if called.bare else [f"type(adjoints) is tuple and len(adjoints) == {len(slots)}"]
    for slot, kind in zip(slots, kinds, strict=True):
        own, adjoint = f"a{slot.parameter}", "adjoints" if called.bare else f"adjoints[{slot.place}]"
        value = values[slot.parameter]
        if isinstance(value, np.ndarray) and value.dtype.kind not in "fc":
            return None
        tests.append(
            f"type({adjoint}) is float"
            if kind is float
            else f"type({adjoint}) is ndarray and {adjoint}.shape == {own}.shape and {adjoint}.dtype == {own}.dtype"
        )
    return tests
