"""Which calls of generated code have effects, and whose results are new storage."""

import types
from collections.abc import Callable
from dataclasses import dataclass

import gast
import numpy as np

from cladpy.frontend.namespace import MISSING
from cladpy.frontend.pure_functions import is_pure
from cladpy.ir.expressions import dotted
from cladpy.rules import ArgumentFacts, Rule, default_registry, gives_copy
from cladpy.rules.formula_names import exporter
from cladpy.runtime.borrowing import BORROWING

ALIASING = BORROWING | {"list_adjoint", "masked", "own", "detached", "add_adjoints", "filled", "join_adjoint",
                        "fresh_cells", "entry_copy", "checkpointed", "checkpointed_until", "replayed", "Shadow",
                        "writable"}  # fmt: skip
EFFECTS = frozenset(
    {
        "check_apart",
        "check_facts",
        "check_number",
        "check_overlap",
        "check_scalar",
        "check_unshared",
        "add_at",
        "add_overlapping",
        "return_copy",
        "zero_init",
        "add_cells",
        "add_repeats",
        "add_to_shadow",
        "added_to_cell",
        "replaced",
        "restore",
        "put_back",
        "take_out",
        "taken_back",
        "put_slice",
        "taken_slice",
        "print",
        "input",
        "open",
        "next",
        "note_error",
        "iter",
        "exec",
        "eval",
    }
)
VIEW_METHODS = frozenset(
    {"reshape", "ravel", "transpose", "swapaxes", "squeeze", "view", "diagonal", "astype", "items", "values", "get"}
)
PURE_METHODS = frozenset({"copy", "item", "tolist", "items", "keys", "values", "get", "index", "count", "real"})


@dataclass(frozen=True, slots=True)
class Purity:
    """Answers for the calls of one function.

    Parameters
    ----------
    resolve : callable
        The live value of a dotted global name, or MISSING.
    """

    resolve: Callable[[str], object]

    def is_pure(self, call: gast.Call) -> bool:
        """Tell whether a call has no effects and gives the same result again."""
        path = dotted(call.func)
        value = self.resolved(call.func)
        if path in EFFECTS:
            return False
        if any(keyword.arg == "out" for keyword in call.keywords):
            return False
        if value is not None:
            return _is_library(value)
        if isinstance(call.func, gast.Attribute):
            name = call.func.attr
            return name in PURE_METHODS or default_registry.lookup_method("array", name) is not None
        return path in ("owned", "settled")

    def is_fresh(self, call: gast.Call) -> bool:
        """Tell whether a call's result shares no memory with its arguments."""
        path = dotted(call.func)
        value = self.resolved(call.func)
        if path in ALIASING:
            return False
        if path is not None and exporter(path):
            return True
        if value is not None:
            if value in (len, float, int, abs, bool):
                return True
            rule = default_registry.lookup(value)
            if rule is not None and rule.copies:
                return gives_copy(rule, _written_arguments(rule, call))
            return rule is not None and not rule.result_alias and value is not np.broadcast_to
        if isinstance(call.func, gast.Attribute):
            rule = default_registry.lookup_method("array", call.func.attr)
            if call.func.attr in ("copy", "item", "tolist"):
                return True
            return rule is not None and not rule.result_alias and call.func.attr not in VIEW_METHODS
        return False

    def resolved(self, node: gast.expr) -> object | None:
        """Return the live function of a callee, or None for a method of a value."""
        path = dotted(node)
        if path is None:
            return None
        value = self.resolve(path)
        return None if value is MISSING else value


def _is_library(value: object) -> bool:
    if isinstance(value, types.FunctionType) and default_registry.lookup(value) is not None:
        return True
    return is_pure(value) or str(getattr(value, "__module__", "")).startswith("cladpy.")


def _written_arguments(rule: Rule, call: gast.Call) -> dict[str, ArgumentFacts]:
    """Return what the text of a call says of the arguments."""
    names = [parameter.name for parameter in rule.parameters if parameter.kind == "positional"]
    given = dict(zip(names, call.args, strict=False)) | {str(each.arg): each.value for each in call.keywords}
    return {
        key: ArgumentFacts(literal=True, value=each.value) if isinstance(each, gast.Constant) else ArgumentFacts()
        for key, each in given.items()
    }
