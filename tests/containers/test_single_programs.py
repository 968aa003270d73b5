"""Programs that update containers in ways that the matrix does not reach."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

HEAD = """
import copy

import numpy as np


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.more = []


class Counter:
    def __init__(self):
        self.k = 2.0


"""

ACTIVE = {
    "list_repeated_in_place": """
l = [x[0], p, x[1]]
l *= 2
return l[0] * l[3] + sum(l)
""",
    "list_repeated_in_place_in_a_loop": """
l = [x[0], p, x[1]]
m = l
for k in range(2):
    l *= 2
    l[1] = l[4] * p
return l[0] * m[3] + sum(l) + len(m)
""",
    "list_of_arrays_repeated_in_place": """
l = [x, x * p]
m = l
m *= 2
l[0] = l[3] * p
return np.sum(m[0] * l[2])
""",
    "whole_numbers_that_become_floating": """
l = [0] * 3
for k in range(3):
    l[k] += x[k] * p
return l[0] * l[1] + l[2]
""",
    "whole_numbers_in_a_dict": """
d = {"a": 0, "b": 1}
for k in range(3):
    d["a"] += x[k] * p
return d["a"] * d["b"]
""",
    "whole_numbers_under_two_names": """
l = [0] * 3
m = l
m[0] = p * x[0]
l[2] = m[0] * 3
return l[0] * l[1] + l[2]
""",
    "table_of_whole_numbers": """
t = [[0] * 3, [0] * 3]
for i in range(2):
    for j in range(3):
        t[i][j] += x[j] * p * (i + 1)
return t[0][1] * t[1][2]
""",
    "whole_numbers_moved": """
l = [0] * 3
l.insert(1, p)
l.pop(0)
l[2] = l[0] * x[1]
l.reverse()
return l[0] + l[2]
""",
    "memo_of_whole_numbers": """
memo = {0: 0, 1: 1}
for n in range(2, 6):
    memo[n] = memo[n - 1] * p + memo[n - 2] * x[0]
return memo[5]
""",
    "table_that_is_filled_by_recurrence": """
t = [[0.0] * 4 for _ in range(4)]
for i in range(4):
    for j in range(4):
        t[i][j] += x[(i + j) % 3] * p
        if i > 0:
            t[i][j] += t[i - 1][j] * p
return t[3][2] * t[1][1]
""",
    "table_by_nested_comprehensions": """
t = [[0.0 for j in range(3)] for i in range(3)]
t[1][2] = p
t[0][1] = t[1][2] * x[0]
return t[0][1] * t[1][2] + t[2][2]
""",
    "arrays_by_a_comprehension": """
t = [np.zeros(3) for _ in range(2)]
for i in range(2):
    t[i][0] = x[i] * p
    t[i] += x
return np.sum(t[0] * t[1])
""",
    "table_updated_while_iterated_over": """
t = [[x[0], p], [p * p, x[1]]]
for i, row in enumerate(t):
    for j, v in enumerate(row):
        t[i][j] = v * v
return sum([sum(r) for r in t])
""",
    "numbers_by_a_comprehension": """
v = [0.0 for _ in range(3)]
for k in range(3):
    v[k] += x[k] * p
return v[0] * v[1] * v[2]
""",
    "dict_read_in_sorted_order": """
d = {"u": x[0], "v": x[1] * p, "w": p}
for k in range(2):
    d["u"] = d["w"] * p
return sum([d[k] ** 2 for k in sorted(d)]) + d["u"] * d["w"]
""",
    "dict_read_in_all_ways": """
d = {"u": x[0], "v": x[1] * p, "w": p}
d["n"] = p * p
s = 0.0
for k in d:
    s = s + d[k] * x[0]
for k, v in d.items():
    s = s + v * v
for v in d.values():
    s = s * v
return s * len(d)
""",
    "list_that_is_filled_by_recurrence": """
l = [0.0] * 3
for k in range(3):
    l[k] += x[k] * p
    if k > 0:
        l[k] += l[k - 1] * p
return l[0] * l[1] + l[2]
""",
    "two_rows": """
t = [[0.0] * 3, [0.0] * 3]
for k in range(3):
    t[0][k] += x[k] * p
    if k > 0:
        t[1][k] += t[0][k - 1] * p
return t[0][0] * t[1][1] + t[1][2]
""",
    "attribute_updated_behind_a_copy": """
c = Pair(x * 1.0, x * p)
copied = copy.copy(c)
c.a += c.b
return np.sum(c.a * c.a) * np.sum(copied.a * copied.a)
""",
    "array_in_a_list_updated_behind_a_copy": """
c = [x * 1.0, x * p]
copied = copy.copy(c)
c[0] += c[1]
return np.sum(c[0] * c[0]) * np.sum(copied[0] * copied[0])
""",
    "array_in_a_dict_updated_behind_a_copy": """
c = {"u": x * 1.0, "v": x * p}
copied = dict(c)
c["u"] *= c["v"]
return np.sum(c["u"] * c["u"]) * np.sum(copied["u"] * copied["u"])
""",
    "element_stored_behind_a_copy": """
c = Pair(x * 1.0, x * p)
copied = copy.copy(c)
c.a[0] = p
return np.sum(c.a * c.a) * np.sum(copied.a * copied.a)
""",
    "key_that_is_there_at_times": """
c = {"u": x[0], "v": p}
if p > 0.5:
    c["n"] = p * p
copied = copy.copy(c)
return c["u"] * copied["v"] * copied["u"] + len(copied)
""",
    "list_in_a_copied_object": """
c = Pair(x[0], p)
held = [c, Pair(p, p)]
t = held[0]
copied = copy.copy(t)
for k in range(3):
    if k % 2:
        continue
    t.more.append(x[1] * p)
    t.a = t.a * t.b
return c.a * copied.a * sum(copied.more)
""",
    "attribute_updated_under_another_name": """
c = Pair(x * 1.0, x * p)
t = c
copied = copy.copy(t)
t.a += t.b
return (np.sum(c.a * c.a) + np.sum(c.a * c.b)) * (np.sum(copied.a * copied.a) + np.sum(copied.a * copied.b))
""",
}

INACTIVE = {
    "numbers_replaced_while_iterated_over": """
l = [1.0, 2.0]
s = x
for v in l:
    s = s * v * x
    l[0] = 5.0
return s
""",
    "numbers_replaced_by_index": """
l = [1.0, 2.0]
s = x
for k in range(2):
    s = s * l[k] * x
    l[k] = 5.0
l.append(3.0)
return s * l[0]
""",
    "numbers_taken_out": """
l = [1.0, 2.0]
s = x
while l:
    s = s * l.pop() * x
return s
""",
    "numbers_of_a_dict_replaced": """
d = {"a": 2.0, "b": 3.0}
s = x
for k in d:
    s = s * d[k] * x
    d[k] = 7.0
return s
""",
    "exponents_replaced": """
l = [2, 3]
s = x
for n, v in enumerate(l):
    s = s ** v
    l[n] = 7
    l.reverse() if n > 5 else None
return s
""",
    "attribute_counted_up": """
o = Counter()
s = x
for n in range(3):
    s = s * o.k * x
    o.k = o.k + 1.0
return s
""",
    "numbers_put_in_while_iterated_over": """
l = [1.0, 2.0]
s = x
for v in l:
    s = s * v * x
    if len(l) < 4: l.insert(0, 4.0)
return s
""",
    "numbers_replaced_while_paired": """
l = [1.0, 2.0, 3.0]
s = x
for v, w in zip(l, [x, x * x, x]):
    s = s * v * w
    l[0] = 7.0
l.clear()
return s
""",
    "numbers_replaced_under_another_name": """
l = [1.0, 2.0, 3.0]
m = l
s = x
for v in reversed(l):
    s = s * v * x
    m[2] = 7.0
return s * m[2]
""",
}


def program(body, parameters):
    """Return the function with these parameters and this body."""
    lines = "\n    ".join(body.strip().splitlines())
    return module(HEAD + f"def f({parameters}):\n    {lines}\n").f


@pytest.mark.parametrize(
    "body",
    [
        "b = Pair(None, p)\nb.a = x * p\nb.a[0] = p\nreturn np.sum(b.a)",
        "b = Pair(None, p)\nc = [p, x[0]]\nb.a = c\nb.a[0] = p * p\nreturn c[0] * c[1]",
    ],
)
def test_attributes_that_are_none_at_first(body, rng):
    """They are what they are set to."""
    check_gradient(program(body, "x, p"), (rng.uniform(0.5, 1.4, 3), 0.6), variants=())


@pytest.mark.parametrize("body", ACTIVE.values(), ids=ACTIVE)
def test_containers_of_active_values(body, rng):
    """The gradient is that of central differences."""
    check_gradient(program(body, "x, p"), (rng.uniform(0.5, 1.4, 3), 0.6), variants=())


@pytest.mark.parametrize("body", INACTIVE.values(), ids=INACTIVE)
def test_containers_of_values_that_are_not_active(body):
    """What was read is kept where it is replaced later."""
    check_gradient(program(body, "x"), (0.7,), variants=())


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("b = Pair('', p)\nb.a = x * p\nb.a[0] = p\nreturn np.sum(b.a)", "an object is updated"),
        ("b = Pair('', p)\nc = [p, x[0]]\nb.a = c\nb.a[0] = p * p\nreturn c[0] * c[1]", "a value is updated"),
    ],
)
def test_the_error_says_what_is_updated(body, message):
    """An array, a list, a dict or an object."""
    with pytest.raises(CladpyError) as caught:
        gradient(program(body, "x, p"))(np.ones(3), 0.6)
    assert caught.value.code == "C120"
    assert message in caught.value.message
