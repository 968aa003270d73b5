"""Adjoints of items, handed on between containers that are split and containers in one piece."""

import pytest

from cladpy import check_gradient
from tests.stages import module

HEAD = """
import numpy as np


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b


def chosen(o, i):
    l = [o, o]
    return l[i]


"""

NUMBERS = {
    "item_of_a_list_by_index_and_in_a_tuple": """
l = [x, p]
a = l[i]
t = (l, p)
return a * t[0][1]
""",
    "two_items_of_such_a_list": """
l = [x, p]
a = l[i]
t = (l, p)
return a * t[0][0] * t[1]
""",
    "list_taken_out_again": """
l = [x, p]
a = l[i]
t = (l, p)
m = t[0]
return a * m[0] * m[i]
""",
    "object_made_anew_in_a_branch": """
o = Pair(x, [p])
if i > 0:
    o = Pair(x * p, [p, x])
return o.a * o.b[0]
""",
    "list_in_an_object": """
l = [x, p]
a = l[i]
o = Pair(l, p)
return a * o.a[0] * o.b
""",
    "object_made_anew_in_a_loop": """
o = Pair(x, [p])
for k in range(i + 1):
    o = Pair(x * p, o.b + [x])
return o.a * o.b[0]
""",
    "tuple_made_anew_in_a_branch": """
o = (x, [p])
if i > 0:
    o = (x * p, [p, x])
return o[0] * o[1][0]
""",
    "dict_made_anew_in_a_branch": """
d = {'a': x, 'b': [p]}
if i > 0:
    d = {'a': x * p, 'b': [p, x]}
return d['a'] * d['b'][0]
""",
    "list_that_is_iterated_over_in_a_dict": """
l = [x, p]
s = 0.0
for v in l:
    s = s + v * v
d = {'l': l, 'p': p}
return s * d['l'][1] * d['p']
""",
    "list_of_lists_by_index": """
l = [[x, p], [p, x * p]]
s = l[i][0]
t = l[0]
return s * t[1] * t[0]
""",
    "lists_in_another_list": """
l = [[x, p], [p, x * p]]
t = [l[0], l[1], [x, x]]
s = 0.0
for v in t:
    s = s + v[0] * v[1]
return s * l[0][0]
""",
    "list_and_item_of_it_in_an_object": """
l = [(x, p), (p, x * p)]
s = 0.0
for a, b in l:
    s = s + a * b
o = Pair(l, l[0])
return s * o.a[0][0] * o.b[1]
""",
    "list_twice_in_a_tuple": """
inner = [x, p]
s = 0.0
for v in inner:
    s = s + v
t = (inner, inner)
(a, b), c = t
return s * a * b * c[0] * c[1]
""",
    "tuple_of_tuples_of_lists": """
inner = [x, p]
s = 0.0
for v in inner:
    s = s + v
t = ((inner, x), inner)
u = t[0]
w = u[0]
return s * w[0] * w[1] * t[1][0]
""",
    "object_of_a_list_by_index": """
a = Pair(x, p)
b = Pair(p, x * p)
l = [a, b]
o = l[i]
return o.a * o.b + a.a
""",
    "objects_iterated_over": """
a = Pair(x, p)
b = Pair(p, x * p)
s = 0.0
for o in [a, b]:
    s = s + o.a * o.b
return s + a.a
""",
    "dicts_iterated_over": """
a = {'u': x, 'v': p}
b = {'u': p, 'v': x * p}
s = 0.0
for o in [a, b]:
    s = s + o['u'] * o['v']
return s + a['u']
""",
    "list_made_anew_in_a_loop": """
l = [x, p]
s = 0.0
for k in range(3):
    s = s + l[k % 2]
    l = [l[1] * p, l[0]]
return s * l[i]
""",
    "list_of_lists_made_anew_in_a_loop": """
l = [[x, p], [p, x]]
s = 0.0
for k in range(3):
    s = s + l[k % 2][i]
    l = [l[1], [l[0][1] * p, l[1][0]]]
return s * l[i][0]
""",
    "object_replaced_in_a_loop": """
o = Pair(x, [p])
s = 0.0
for k in range(3):
    t = o
    o = Pair(t.a * p, t.b + [s])
    s = s + o.a * o.b[k]
return s
""",
    "objects_of_a_dict_by_variable_key": """
d = {'a': Pair(x, p), 'b': Pair(p, x)}
s = 0.0
for k in ['a', 'b', 'a']:
    o = d[k]
    s = s + o.a * o.b * s + o.a
return s
""",
    "tuple_unpacked_from_a_list_in_a_branch": """
l = [(x, p), (p, x)]
s = 0.0
for k in range(3):
    if k > 1:
        a, b = l[k % 2]
        s = s + a * b * p
    else:
        s = s + l[0][1]
return s
""",
    "list_replaced_in_a_while": """
l = [(x, p), (p, x)]
s = 0.0
while s < 3.0:
    q = l[i]
    s = s + q[0] * q[1] + 0.5
    l = [q, (s, p)]
return s
""",
    "list_made_longer_in_a_loop": """
n = None
v = [x]
s = 0.0
for k in range(3):
    n = (p * x, v)
    s = s + n[0] * n[1][k]
    v = v + [s]
return s
""",
}

ARRAYS = {
    "tuples_of_arrays_by_index": """
l = [(x, p), (x * 2, p * x[0])]
s = 0.0
for k in range(3):
    m = l[k % 2]
    s = s + np.sum(m[0]) * m[1]
return s
""",
    "lists_of_arrays_by_index": """
l = [[x, x * p], [x, x]]
m = l[i]
n = l[0]
return np.sum(m[0] * n[1]) + np.sum(n[0])
""",
    "slices_by_index": """
l = [x, x * p, np.sin(x)]
m = l[i:]
n = l[:i + 1]
s = 0.0
for v in m:
    s = s + np.sum(v * n[0])
return s
""",
    "objects_of_arrays": """
l = [Pair(x, p), Pair(x * p, p * p)]
s = 0.0
for o in l:
    s = s + np.sum(o.a) * o.b
t = (l[0], l[i])
return s + np.sum(t[0].a * t[1].a)
""",
    "object_through_a_helper": """
o = Pair(x, p)
q = chosen(o, i)
return np.sum(q.a) * q.b * o.b
""",
    "tuples_of_a_comprehension": """
t = [(x[k], x[k] * p) for k in range(3)]
a, b = t[i]
c = t[0]
return a * b * c[0] * c[1]
""",
    "list_made_longer_in_a_branch": """
t = [(x, p), (x * p, p)]
if i > 0:
    t = t + [t[0]]
u = t[-1]
return np.sum(u[0]) * u[1]
""",
    "tuple_replaced_in_a_loop": """
q = (x, p)
for k in range(2):
    l = [q, (x * p, p)]
    q = l[k]
    q = (q[0] * p, q[1] + np.sum(q[0]))
return np.sum(q[0]) * q[1]
""",
    "lists_that_share_objects": """
l = [Pair(x, p), Pair(x * p, p * p)]
m = [l, [l[0], l[0]]]
r = m[i]
return np.sum(r[0].a) * r[i].b
""",
}


def program(body):
    """Return the function ``f(x, p, i)`` with this body."""
    return module(HEAD + "def f(x, p, i):\n    " + "\n    ".join(body.strip().splitlines()) + "\n").f


@pytest.mark.parametrize("body", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("index", [0, 1])
def test_containers_of_numbers(body, index):
    """Each item's adjoint reaches every container that the item came from."""
    check_gradient(program(body), (0.7, 0.6, index), variants=())


@pytest.mark.parametrize("body", ARRAYS.values(), ids=ARRAYS)
@pytest.mark.parametrize("index", [0, 1])
def test_containers_of_arrays(body, index, rng):
    """Likewise, arrays in full."""
    check_gradient(program(body), (rng.uniform(0.5, 1.5, 3), 0.6, index), variants=())
