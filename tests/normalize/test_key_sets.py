"""Views of the keys of dicts are sets, in the operations that sets have."""

import pytest

from cladpy import check_gradient
from tests.stages import define

GIVEN = {"a": 1.5, "b": -0.5, "c": 0.7}, {"a": 2.0, "c": 0.3, "x": 1.1}
PROGRAMS = {
    "both": "return sum(d[k] * e[k] for k in sorted(d.keys() & e.keys()))",
    "either": "return sum(d.get(k, 0.5) * e.get(k, 2.0) for k in sorted(d.keys() | e.keys()))",
    "less": "return sum(d[k] ** 2 for k in sorted(d.keys() - {'a'}))",
    "difference": "return sum(d.get(k, 1.0) * e.get(k, 2.0) for k in sorted(d.keys() ^ e.keys()))",
    "of_what_got_keys": "m = dict(d)\n    m['q'] = d['a'] ** 2\n    return sum(m[k] for k in m.keys() - d.keys())",
    "compared": "return d['a'] * e['a'] if d.keys() == {'c', 'a', 'b'} else d['b']",
    "contained": "return d['a'] * e['a'] if {'a'} <= e.keys() and d.keys() != e.keys() else d['b']",
    "apart": "return d['a'] * e['a'] if d.keys().isdisjoint(['z']) else d['b']",
    "items": "m = {k: e[k] for k in ('x', 'c', 'a')}\n    return d['a'] ** 2 if m.items() == e.items() else d['b']",
    "one_by_one": "return d['a'] * sum(e[k] for k in e.keys() if k in d.keys())",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_keys_are_a_set(name):
    """In operators, comparisons and questions; elsewhere they are gone through in their order."""
    check_gradient(define(f"def f(d, e):\n    {PROGRAMS[name]}\n"), GIVEN, variants=())
