"""A function that may give its argument, or a view of it, says so: else a store into one would not reach the other."""

import contextlib
import io
import warnings
from operator import attrgetter

import numpy as np
import pytest

from cladpy.analyses.stores import FOLLOWED_VIEWS
from cladpy.rules import ArgumentFacts, default_registry, gives_copy

X, V = np.arange(1.0, 10.0).reshape(3, 3), np.arange(1.0, 5.0)
CALLS = [(X,), (V,), (X + 1j,), (V, 0), (X, 0), (V, 1), (X, 1), (V, (4,)), (X, (3, 3)), (V, 0, 1), (X, 0, 1), (X, None),
         (V, 2, 0), ([V, V],), (V, np.float64), ("i->i", V), ("ij->ji", X)]  # fmt: skip
NOT_CALLED = ("test", "save", "savez", "savez_compressed", "savetxt", "show_config", "info", "show_runtime", "exit")
UPDATING = ("nan_to_num", "lu_factor")  # are asked by their second argument to overwrite the first
RULES = [
    rule
    for rule in default_registry.all_rules()
    if rule.name.startswith(("numpy.", "scipy.")) and not rule.name.endswith((*NOT_CALLED, *UPDATING))
]


def arrays(value):
    """Return the arrays in tuples and lists."""
    if isinstance(value, np.ndarray):
        return [value]
    return [inner for part in value for inner in arrays(part)] if isinstance(value, tuple | list) else []


@pytest.mark.parametrize("rule", [r for r in RULES if not r.result_alias or r.copies], ids=attrgetter("name"))
def test_results_of_other_functions_are_new(rule, tmp_path, monkeypatch):
    """For each call that succeeds, without a place for its result."""
    monkeypatch.chdir(tmp_path)  # of a function that writes files, should there be another
    limit = getattr(rule.function, "nin", None)
    for arguments in CALLS:
        if limit is not None and len(arguments) > limit:
            continue
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                result = rule.function(*arguments)
            except Exception:  # noqa: BLE001, S112 -- not a call of this function
                continue
        shared = any(np.shares_memory(out, given) for out in arrays(result) for given in arrays(arguments))
        names = [parameter.name for parameter in rule.parameters]
        facts = {n: ArgumentFacts(literal=True, value=v) for n, v in zip(names, arguments, strict=False)}
        declared = bool(rule.copies) and not gives_copy(rule, facts)
        assert not shared or declared or rule.name.rpartition(".")[2] in FOLLOWED_VIEWS, arguments
