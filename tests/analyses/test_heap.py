"""Names that may be one object have one node, and what an updated container holds is said once for all its names."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient
from tests.stages import analysis_of, fact_text, module, text


def classes(program, args, *names):
    """Tell which of some versions may be one object: a representative for each."""
    found = analysis_of(text(program), args).stores.classes
    return [found[name] for name in names]


def facts(program, args, version):
    """Return the facts of a version as a text."""
    return fact_text(analysis_of(text(program), args).facts[version])


def test_another_name_is_the_same_object():
    """A copy of the items is another."""
    program = "def f(x):\n    a = [x]\n    b = a\n    c = [x]\n    b.append(x)\n    return a[0] + c[0]\n"
    a, b, c = classes(program, (1.0,), "a.0", "b.0", "c.0")
    assert a == b
    assert a != c


def test_what_is_put_into_a_list_is_what_is_taken_out():
    """The list itself is another object."""
    program = """
    def f(x):
        a = [x]
        outer = [a]
        outer.append([x])
        b = outer[0]
        b.append(x)
        return a[0]
    """
    a, b, outer = classes(program, (1.0,), "a.0", "b.0", "outer.0")
    assert a == b
    assert a != outer


def test_keys_are_told_apart():
    """Items at different keys are different objects."""
    program = """
    def f(x):
        d = {"a": [x], "b": [x]}
        u = d["a"]
        v = d["b"]
        u.append(x)
        return v[0]
    """
    u, v = classes(program, (1.0,), "u.0", "v.0")
    assert u != v


def test_a_key_that_is_not_known_may_be_any():
    """All items may be one."""
    program = """
    def f(x, k):
        d = {"a": [x], "b": [x]}
        u = d["a"]
        v = d[k]
        v.append(x)
        return u[0]
    """
    u, v = classes(program, (1.0, "b"), "u.0", "v.0")
    assert u == v or analysis_of(text(program), (1.0, "b")).facts["v.0"].kind == "list"


@pytest.mark.parametrize("name", ["a.0", "b.0"])
def test_what_is_appended_through_one_name_is_known_of_all(name):
    """Whatever the order."""
    program = "def f(x):\n    a = []\n    b = a\n    for i in range(3):\n        b.append(x * i)\n    return a[0]\n"
    assert facts(program, (1.0,), name) == facts(program, (1.0,), "a.0")
    assert facts(program, (1.0,), "result@ret.0") == "float"


def test_an_object_that_holds_itself_ends():
    """A node may be a part of itself."""
    program = "def f(x):\n    d = {}\n    d['self'] = d\n    d['x'] = x\n    return d['x']\n"
    assert facts(program, (1.0,), "result@ret.0") == "float"


SHARED = """
import numpy as np


class A:
    def __init__(self, v):
        self.v = v


class B:
    def __init__(self, a):
        self.a = a


def first(l, k):
    return l[0] if k <= 0 else first(l, k - 1)


def held(b, k):
    return b.a if k <= 0 else held(b, k - 1)


def deep(b, k):
    return b.a.a if k <= 0 else deep(b, k - 1)


def all_held(l, k):
    if k <= 0:
        return [b.a for b in l]
    return all_held(l, k - 1)


def wrapped(b, k):
    return A(b) if k <= 0 else wrapped(b, k - 1)


def turned_over(b, k):
    return A(b.a) if k <= 0 else turned_over(b, k - 1)


def by_key(d, k):
    return d["k"] if k <= 0 else by_key(d, k - 1)


def either(b, k):
    if k <= 0:
        return b.a
    if k == 1:
        return b
    return either(b, k - 2)


def swapped(l, k):
    if k <= 0:
        return [l[1], l[0]]
    return swapped(l, k - 1)


"""
"""Functions that call themselves, and so are not written out; they give parts of what they take."""

RESULTS = {
    "item": "a = x * 1.0\nv = first([a], 2)\nv[0] *= x[1]\nreturn a[0] * a[1]",
    "attribute": "a = x * 1.0\nv = held(B(a), 2)\nv[0] *= x[1]\nreturn a[0] * a[1]",
    "attribute_read": "a = x * 1.0\nv = held(B(a), 2)\na[0] *= x[1]\nreturn v[0] * v[1]",
    "attribute_of_an_attribute": "a = x * 1.0\nv = deep(B(B(a)), 2)\nv[0] *= x[1]\nreturn a[0]",
    "list_of_attributes": "a = x * 1.0\nl = all_held([B(a), B(x)], 2)\nl[0][0] *= x[1]\nreturn a[0]",
    "list_of_attributes_read": "a = x * 1.0\nl = all_held([B(a), B(x)], 2)\na[0] *= x[1]\nreturn l[0][0]",
    "held_by_another_class": "a = x * 1.0\nw = wrapped(B(a), 2)\nw.v.a[0] *= x[1]\nreturn a[0]",
    "put_into_another_class": "a = x * 1.0\nw = turned_over(B(a), 2)\nw.v[0] *= x[1]\nreturn a[0]",
    "put_into_another_class_read": "a = x * 1.0\nw = turned_over(B(a), 2)\na[0] *= x[1]\nreturn w.v[0]",
    "appended": "l = []\nfor v in x:\n    l.append(A(v * 2))\no = first(l, 2)\no.v = x[1] * o.v\nreturn l[0].v",
    "stored": "b = B(None)\nb.a = A(x[0])\no = held(b, 2)\no.v *= x[1]\nreturn b.a.v",
    "stored_by_a_key": "d = {}\nd['k'] = A(x[0])\no = by_key(d, 2)\no.v *= x[1]\nreturn d['k'].v",
    "of_either_class": "a = x * 1.0\nv = either(B(a), 2)\nv[0] *= x[1]\nreturn a[0]",
    "of_either_class_held": "a = x * 1.0\nv = either(B(B(a)), 2)\nv.a[0] *= x[1]\nreturn a[0]",
    "other_places": "a, b = A(x[0]), B(A(x[1]))\nl = swapped([a, b], 2)\nl[1].v *= x[1]\nreturn a.v * b.a.v",
    "other_places_of_arrays": "a, b = x * 1.0, x * 2.0\nl = swapped([a, b], 2)\nl[1][0] *= x[1]\nreturn a[0]",
    "object_in_two_lists": "a = A(x[0])\nl, m = [a, A(x[1])], [B(a), a]\no = first(m[1:], 2)\no.v *= 2\nreturn a.v",
}


@pytest.mark.parametrize("body", RESULTS.values(), ids=RESULTS)
def test_what_a_call_gives_out_of_its_arguments_is_one_with_it(body):
    """An update under either name is refused while the other is read: it is never missed."""
    function = module(SHARED + "def f(x):\n    " + "\n    ".join(body.splitlines()) + "\n").f
    with pytest.raises(CladpyError) as caught:
        check_gradient(function, (np.array([1.3, 0.7, 0.4]),), variants=())
    assert caught.value.code in ("C120", "C121")


APART = {
    "of_two_classes": "a, b = A(x[0]), B(x[1])\nl, m = [a, b], [b, a]\nm[1].v *= 3\nl[1].a *= 2\nreturn a.v * m[0].a",
    "two_paths": "a = A(x[0])\nb = B(a)\nl = [a, b]\nl[1].a.v *= x[1]\nl[0].v *= x[0]\nreturn a.v * b.a.v * l[0].v",
    "class_in_a_class": "a = A(B(A(x[0])))\nb = a.v\nb.a.v *= x[1]\na.v.a.v *= x[0]\nreturn a.v.a.v * b.a.v",
}


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_objects_of_several_classes_are_told_apart_by_their_places(body):
    """As long as nothing moves them in the list."""
    function = module(SHARED + "def f(x):\n    " + "\n    ".join(body.splitlines()) + "\n").f
    check_gradient(function, (np.array([1.3, 0.7, 0.4]),), variants=())
