"""What statements may change."""

import pytest

from cladpy.analyses.storage import EXTERNAL, Storage
from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT
from cladpy.optimize.effects import EffectsOf, stored_classes
from tests.optimize.program import known_context, read


def _effects(*lines, **facts):
    function = read("\n    ".join(["def f(x, n):", "t = []", "t.append(0)", "a = np.zeros(3)", *lines]))
    known = known_context(function, **facts)
    storage = Storage(function, known)
    return EffectsOf(known, storage), function, storage


@pytest.mark.parametrize(
    ("line", "binds", "stores", "tapes", "unknown"),
    [
        ("b = a + 1", {"b"}, False, set(), False),
        ("a[0] = 1", set(), True, set(), False),
        ("a[0], b = 1, 2", {"b"}, True, set(), False),
        ("a += 1", {"a"}, True, set(), False),
        ("n += 1", {"n"}, False, set(), False),
        ("t.append(a)", set(), False, {"t"}, False),
        ("b = t.pop()", {"b"}, False, {"t"}, False),
        ("b = impure(1)", {"b"}, False, set(), True),
        ("impure(1)", set(), False, set(), True),
        ("del a", {"a"}, False, set(), False),
        ("with n:\n        b = 1", {"b"}, False, set(), True),
        ("for b in n:\n        a[0] = b", {"b"}, True, set(), False),
    ],
)
def test_effects_of_a_statement(line, binds, stores, tapes, unknown):
    """Bindings, stores by class, tapes and unknown calls, nested ones included."""
    effects, function, storage = _effects(line, n=FLOAT)
    found = effects.statement(function.body[-1])
    assert binds == found.binds
    assert stores == (storage.class_of("a") in found.stores)
    assert (tapes, unknown) == (found.tapes, found.unknown)


def test_purity_of_expressions():
    """Pure calls, requests and arithmetic may be moved; pushes, pops and unknown calls may not."""
    effects, _, _ = _effects("b = t.pop()")
    assert effects.is_pure(parse("owned(np.exp(a)) + len(a)"))
    assert not effects.is_pure(parse("a + t.pop()"))
    assert not effects.is_pure(parse("impure(a)"))
    assert not effects.is_pure(parse("(b := a)"))


def test_unknown_calls_leave_tapes_out():
    """A push changes its tape alone, which is known."""
    effects, function, _ = _effects("b = impure(t.pop())")
    assert [["impure"]] == [[call.func.id] for call in effects.unknown_calls(function.body[-1])]


def test_stored_classes_of_a_function():
    """Unknown calls may store into everything that is reached from outside."""
    effects, function, storage = _effects("a[0] = 1", "impure(x)")
    assert {storage.class_of("a"), EXTERNAL} == stored_classes(function, effects)
