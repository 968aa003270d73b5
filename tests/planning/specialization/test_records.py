"""Copies, replacements and conversions of records and containers of known structure."""

import pytest

from cladpy import CladpyError, check_gradient, gradient
from tests.stages import module

HEAD = """
import copy
from copy import deepcopy
from dataclasses import asdict, astuple, dataclass, replace
from typing import NamedTuple

import numpy as np


@dataclass
class Pt:
    a: object
    b: float = 1.0


@dataclass(frozen=True)
class Line:
    p: Pt
    w: list

    def doubled(self):
        return replace(self, p=replace(self.p, b=self.p.b * 2))


class NT(NamedTuple):
    a: object
    b: float = 2.0


class Net:
    def __init__(self, w, b):
        self.w = w
        self.b = b


"""

OWN = """
class Own:
    def __init__(self, a):
        self.a = a

    def {method}(self{rest}):
        return {result}


"""

PROGRAMS = {
    "list_of_lists_copied_deeply": """
l = [[x[0], p], [x[1], p * p]]
m = copy.deepcopy(l)
m[0][0] = m[0][0] * p
return l[0][0] * m[0][0] * m[0][1] + m[1][0]
""",
    "list_of_arrays_copied_deeply": """
l = [x, x * p]
m = deepcopy(l)
m[0][0] = p
l[1][1] = p * p
return np.sum(l[0] * m[0]) + np.sum(l[1] * m[1])
""",
    "asdict_and_astuple": """
o = Line(Pt(x, p), [p, x[0]])
d = asdict(o)
t = astuple(o)
d["w"][0] = d["w"][0] * 3
return np.sum(d["p"]["a"]) * d["p"]["b"] * d["w"][0] * o.w[0] + t[0][1] * t[1][1]
""",
    "replaced_within_replaced": """
o = Line(Pt(x, p), [p, x[0]])
q = replace(o, p=replace(o.p, b=p * p))
q.w[0] = q.w[0] * 2
return q.p.b * o.p.b * o.w[0] * np.sum(q.p.a)
""",
    "copies_of_what_is_immutable": """
y = copy.copy(p); z = deepcopy(p); w = copy.copy((x, p)); v = copy.deepcopy((x, [p]))
v[1].append(z)
return y * z * w[1] * v[1][0] * v[1][1]
""",
    "copies_of_arrays_kept_in_a_list": """
h = []
st = Net(x, p)
for k in range(3):
    st.w = st.w * st.b
    h.append(deepcopy(st.w))
    st.w[0] = p
return np.sum(h[0] * h[1]) + np.sum(h[2])
""",
    "copies_of_a_list_kept_in_a_list": """
h = []
s = [p, x[0]]
for k in range(3):
    h.append(copy.copy(s))
    s[k % 2] = s[k % 2] * x[k]
return h[0][0] * h[1][0] + h[2][1] * s[1]
""",
    "named_tuple_replaced": """
o = NT(x)
q = o._replace(b=p)
return np.sum(q.a) * q.b * o.b
""",
    "asdict_of_a_named_tuple": """
o = NT(x, p)
d = o._asdict()
return np.sum(d["a"]) * d["b"]
""",
    "list_copied": """
l = [x[0], p]
m = copy.copy(l)
m[0] = m[0] * p
return l[0] * m[0] * m[1]
""",
    "arrays_copied": """
y = copy.copy(x)
y[0] = p
z = copy.deepcopy(y)
z[1] = p * z[0]
return np.sum(y * z)
""",
    "object_copied_deeply": """
n = Net(x * 1.0, p)
m = deepcopy(n)
m.w[0] = p
m.b = m.b * 2
return np.sum(n.w * m.w) * n.b * m.b
""",
    "object_copied": """
n = Net(x * 1.0, p)
m = copy.copy(n)
m.w[0] = p
m.b = m.b * 2
return np.sum(n.w * m.w) * n.b * m.b
""",
    "method_of_a_frozen_class": """
o = Line(Pt(x, p), [p])
q = o.doubled()
return np.sum(q.p.a) * q.p.b * o.p.b * q.w[0]
""",
    "named_tuple_replaced_in_a_loop": """
u = NT(x, p)
k = 0
while k < 4:
    u = u._replace(a=u.a * u.b)
    k += 1
return np.sum(u.a)
""",
    "attribute_set_by_name": """
o = Net(x, p)
setattr(o, "b", o.b * p)
return getattr(o, "w")[0] * getattr(o, "b") * getattr(o, "zz", p)
""",
}


def program(body, parameters="x, p"):
    """Return the function ``f`` with this body, beside the classes."""
    return module(HEAD + f"def f({parameters}):\n    " + "\n    ".join(body.strip().splitlines()) + "\n")


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_gradients_agree_with_differences(body, rng):
    """A copy has its own adjoint, and gives it to what was copied."""
    check_gradient(program(body).f, (rng.uniform(0.5, 1.5, 3), 0.6), variants=())


def test_arguments_that_are_copied(rng):
    """They stay as they are."""
    made = program("q = deepcopy(o)\nq.b = q.b * p\nq.a[0] = p\nreturn np.sum(q.a * o.a) * q.b * o.b", "o, p")
    check_gradient(made.f, (made.Pt(rng.uniform(0.5, 1.5, 3), 0.3), 0.6), variants=())


def test_what_is_held_twice_is_not_copied_deeply():
    """The copy would hold it twice too, and not two copies of it."""
    derivative = gradient(program("inner = [p, x]\nm = deepcopy([inner, inner])\nm[0][0] = x\nreturn m[1][0]").f)
    with pytest.raises(CladpyError) as caught:
        derivative(0.7, 0.6)
    assert caught.value.code == "C407"


@pytest.mark.parametrize("copier", ["copy.copy", "deepcopy"])
@pytest.mark.parametrize(
    ("method", "rest", "result"),
    [
        ("__copy__", "", "Own(self.a * 3)"),
        ("__deepcopy__", ", memo", "Own(self.a * 3)"),
        ("__getstate__", "", '{"a": self.a * 3}'),
        ("__reduce__", "", "(Own, (self.a * 3,))"),
    ],
)
def test_a_class_that_copies_itself_is_refused(copier, method, rest, result):
    """What its method does is its own."""
    own = OWN.format(method=method, rest=rest, result=result)
    made = module(HEAD + own + f"def f(x, p):\n    return {copier}(Own(x)).a * p\n")
    with pytest.raises(CladpyError) as caught:
        gradient(made.f)(0.7, 0.6)
    assert caught.value.code == "C201"
