"""Calls that are another spelling of an expression."""

import functools
import heapq
import operator

import gast
import pytest

from cladpy import check_gradient
from cladpy.normalize.known_calls import with_super
from tests.stages import define, normal_form, print_tree, text


def form(expression):
    """Return the normal form of an assignment of an expression, without the return."""
    program = f"def f(x, y, n):\n    z = {expression}\n    return z\n"
    return normal_form(program, functools=functools, heapq=heapq, operator=operator).removesuffix("return z\n")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("getattr(x, 'a')", "z = x.a\n"),
        ("getattr(x, n)", "z = getattr(x, n)\n"),
        ("functools.partial(n, x + 1, k=y)", 'v@1 = x + 1\nv@2 = (v@1,)\nv@3 = {"k": y}\nz = <partial>, n, v@2, v@3\n'),
        ("operator.itemgetter(1)", "z = <local function lambda>\n"),
        ("operator.itemgetter(1)(x)", "z = x[1]\n"),
        ("operator.itemgetter(1, 'a')(x)", 'v@1 = x[1]\nv@2 = x["a"]\nz = v@1, v@2\n'),
        ("operator.attrgetter('a.b')(x)", "v@1 = x.a\nz = v@1.b\n"),
        ("operator.methodcaller('m', 2, k=3)(x)", "z = x.m(2, k=3)\n"),
        ("operator.itemgetter(n)(x)", "v@1 = n\nvalue_1@1 = v@1\nz = x[value_1@1]\n"),
        ("operator.methodcaller('m', n, k=3)(x)", "v@1 = n\nvalue_1@1 = v@1\nz = x.m(value_1@1, k=3)\n"),
        ("heapq.nsmallest(2, x)", "v@1 = sorted(x)\nz = v@1[:2]\n"),
        ("heapq.nlargest(n, x)", "v@1 = sorted(x, reverse=True)\nv@2 = max(n, 0)\nz = v@1[:v@2]\n"),
        ("operator.getitem(x, 1)", "z = x[1]\n"),
        ("dict(a=x, b=y)", 'z = {"a": x, "b": y}\n'),
        ("dict(zip(x, y))", "z = {key: value for key, value in zip(x, y)}\n"),
        ("dict(x)", "z = dict(x)\n"),
        ("operator.mul(x, y)", "z = operator.mul(x, y)\n"),
    ],
)
def test_spellings(expression, expected):
    """Those whose parts are written in the source."""
    assert form(expression) == expected


def test_an_attribute_that_may_be_missing():
    """Its owner is evaluated once, the default where it is needed."""
    assert form("getattr(n(x), 'a', y + 1)") == text(
        """
        v@1 = n(x)
        if hasattr(v@1, "a"):
            v@2 = v@1.a
        else:
            v@2 = y + 1
        z = v@2
        """
    )


def test_a_function_of_the_users_with_such_a_name_is_called():
    """What counts is what the name means."""
    program = "def getattr(x, name):\n    return x\n\ndef f(x):\n    return getattr(x, 'a')\n"
    assert normal_form(program) == 'result@ret = getattr(x, "a")\nreturn result@ret\n'


def test_super_names_its_class_and_object():
    """In methods that have a first parameter: by ``__class__``, or by the arguments; one alone is left as it is."""
    method = gast.parse("def m(this, x):\n    return super().m(x) + super(A, this).m(x) + super(A).m\n").body[0]
    expected = "return (<super>, __class__, this).m(x) + (<super>, A, this).m(x) + super(A).m\n"
    assert print_tree(with_super(method).body[0]) == expected
    plain = gast.parse("def m():\n    return super()\n").body[0]
    assert with_super(plain) is plain


FROM_KEYS = {
    "numbers": ["e = dict.fromkeys(d, 0.0)", "for k in d: e[k] += d[k] ** 2", "return sum(e.values()) * e['a']"],
    "one_list": ["l = [d['a']]", "e = dict.fromkeys('pq', l)", "e['p'].append(d['b'])", "return sum(e['q']) * 3"],
    "none": ["e = dict.fromkeys(d)", "e['a'] = d['b']", "return e['a'] * (d['b'] if e['b'] is None else 1.0)"],
    "read_once": ["n = 0.5", "e = dict.fromkeys(d.keys(), n)", "n = d['a']", "return sum(e[k] * d[k] for k in e) * n"],
}


@pytest.mark.parametrize("name", FROM_KEYS)
def test_one_value_at_every_key(name):
    """The same object at each, read when the dict is made."""
    body = "\n    ".join(FROM_KEYS[name])
    check_gradient(define(f"def f(d):\n    {body}\n"), ({"a": 1.5, "b": 0.7},), variants=())
