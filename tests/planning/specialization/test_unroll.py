"""Loops over elements of different structure are written out."""

import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.ir.differing import differ
from tests.planning.specialization.specialized import specialized
from tests.stages import define, text


def test_elements_of_different_structure_have_iterations_of_their_own():
    """Each with its element read at its start."""
    program = "def f(x, p):\n    for v in p:\n        x = x * v[0]\n    return x\n"
    assert specialized(program, 1.0, ((2.0,), [3.0, 4.0])) == text(
        """
        v = p[0]
        v@1 = v[0]
        x = x * v@1
        v = p[1]
        v@1 = v[0]
        x = x * v@1
        return x
        """
    )


@pytest.mark.parametrize(
    ("header", "values"),
    [("for v in p:", [1.0, 2.0]), ("for v in p:", [1, 2.0]), ("for v in range(3):", []), ("for v in x:", [])],
)
def test_loops_over_numbers_stay(header, values):
    """Whatever their length."""
    program = f"def f(x, p):\n    s = 0.0\n    {header}\n        s = s + v\n    return s\n"
    assert f"{header}\n" in specialized(program, np.ones(3), values)


def test_positions_by_which_such_elements_are_taken():
    """They become literals."""
    program = "def f(x, p):\n    for i in range(len(p)):\n        x = p[i](x)\n    return x\n"
    assert specialized(program, 1.0, (abs, float)).count("(x)") == 2


def test_keys_of_a_dict():
    """Pairs are bound one by one."""
    program = """
    def f(p, q):
        s = 0.0
        for k, (i, key) in zip(q, enumerate(p)):
            s = s + p[key] * k
        return s
    """
    assert specialized(program, {"a": 1.0}, (2.0, 3.0)) == text(
        """
        s = 0.0
        k = q[0]
        i = 0
        key = "a"
        v@1 = p[key]
        v@2 = v@1 * k
        s = s + v@2
        return s
        """
    )


def test_keys_of_a_dict_that_gets_some_on_the_way():
    """Which it has is seen at run time; each iteration is of one of them."""
    program = """
    def f(p, x):
        q = {"a": x, "b": p}
        q["c"] = x
        for k in q:
            x = q[k]
        return x
    """
    found = specialized(program, (1.0, 2.0), 3.0)
    assert found.count("for ") == 1
    assert all(f'if key@1 == "{key}":' in found for key in "abc")
    assert "raise ValueError" in found
    same = specialized(program, 2.0, 3.0)
    assert "if " not in same


def test_an_exit_is_asked_for_by_the_iterations_behind_it():
    """A break sets a flag, a continue is the end of its iteration."""
    program = """
    def f(x, p):
        for v in p:
            if v is None:
                continue
            if x > v[0]:
                break
            x = x * 2
        return x
    """
    assert specialized(program, 1.0, ((2.0,), None, (3.0, 4.0))) == text(
        """
        left@1 = False
        v = p[0]
        if x > v[0]:
            left@1 = True
        else:
            x = x * 2
        if not left@1:
            v = p[1]
            pass
            if not left@1:
                v = p[2]
                if x > v[0]:
                    left@1 = True
                else:
                    x = x * 2
        return x
        """
    )


def test_a_loop_that_rebinds_the_name_of_what_it_iterates_over():
    """Its elements are those of the value that was there first."""
    program = "def f(x, p):\n    for v in p:\n        p = (v, x)\n    return x\n"
    assert specialized(program, 1.0, ((2.0,), None)).startswith("v@1 = p\nv = v@1[0]\np = v, x\nv = v@1[1]\n")


@pytest.mark.parametrize(
    ("values", "expected"),
    [([1.0, 2.0], False), ([1.0, 2], False), ([(1.0,), (2.0,)], False), ([(1.0,), 2.0], True), ([abs, len], True),
     ([None, 1.0], False), (["a", "a"], True), ([True, False], False), ([None, None], False)],
)  # fmt: skip
def test_structures_that_differ(values, expected):
    """Where they are joined, something is lost that the code needs."""
    assert differ([fact_of(value, "v") for value in values]) is expected


def test_an_array_that_is_too_short_for_what_it_is_paired_with_is_refused():
    """By the generated code, when that happens."""
    program = (
        "class A:\n    def f(self, x):\n        return x * x\n\nclass B:\n    def f(self, x):\n        return 2 * x\n\n"
        "def g(x):\n    t = 0.0\n    for o, w in zip([A(), B()], x):\n        t = t + o.f(w)\n    return t\n"
    )
    derivative = gradient(define(program), "x")
    assert derivative(np.array([1.5, 3.0, 1.0])).tolist() == [3.0, 2.0, 0.0]
    with pytest.raises(CladpyError, match="an array is not as long as what it is paired with") as caught:
        derivative(np.array([1.5]))
    assert caught.value.code == "C402"
