"""Names that may be one object have one node, and what an updated container holds is said once for all its names."""

import pytest

from tests.stages import analysis_of, fact_text, text


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
