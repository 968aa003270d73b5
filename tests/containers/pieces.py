"""Pieces of programs that update containers in place, and how a program is put together from one of each kind.

A program is a module's text that defines ``f(x, p)``: a container ``c`` is made of ``x``, another name ``t`` of it is
taken, and it is updated through one of the two, in a loop or not, between reads of both.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.inplace.pieces import indented, put, replaced


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of container.

    Parameters
    ----------
    make : str
        Makes one.
    first, second : str
        Places of two items of ``T``.
    value : str
        A new item.
    total : str
        A number that every item of ``T`` reaches.
    grow, shrink : str
        Statements that put an item into ``T``, and take one out.
    """

    make: str
    first: str
    second: str
    value: str
    total: str
    grow: str
    shrink: str


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of each kind; all are keys of the tables below."""

    kind: str
    update: str
    alias: str
    flow: str
    read: str
    through: str

    @property
    def id(self) -> str:
        """The row in a few words."""
        return f"{self.kind}-{self.update}-{self.alias}-{self.flow}-{self.read}-{self.through}"


HEAD = """
import copy

import numpy as np


class Box:
    def __init__(self, c):
        self.c = c


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.more = []

    def put(self, v):
        self.more.append(v)


class Named(Pair):
    def __init__(self, a, b, name="n"):
        super().__init__(a, b)
        self.name = name

    def put(self, v):
        super().put(v * 0.5)
        self.b = self.b + v


def same(c):
    return c


def wrapped(c):
    return {"c": c}


def square(v):
    return v * v
"""

KINDS = {
    "numbers": Kind(
        "[x[0], x[1] * p, p, x[2]]", "T[0]", "T[-1]", "x[1] * p", "sum([v * v for v in T]) + T[0] * T[-1]",
        "T.append(E)", "T.pop(1)",
    ),
    "arrays": Kind(
        "[x * 1.0, x * p, np.sin(x), x + p]", "T[0]", "T[2]", "x * x",
        "sum([np.sum(v * v) for v in T]) + np.sum(T[0] * T[2])",
        "T.insert(1, E)", "T.pop()",
    ),
    "lists": Kind(
        "[[x[0], p], [x[1]], [x[2], x[0] * p]]", "T[0][0]", "T[-1][-1]", "x[1] * p",
        "sum([v[0] * v[-1] for v in T]) + T[0][1] * len(T)", "T.append([E, p])",
        "T[0].append(T.pop(1)[0])\nT.append([p])",
    ),
    "table": Kind(
        "[[0.5] * 3 for _ in range(3)]", "T[0][0]", "T[1][2]", "x[1] * p",
        "T[0][0] * T[1][2] + T[2][1] * T[0][1] + sum(T[1])", "T[2][1] += E", "T[1][0] = T[0].pop()\nT[0].append(p)",
    ),
    "dict": Kind(
        "{'u': x[0], 'v': x[1] * p, 'w': p}", "T['u']", "T['w']", "x[1] * p",
        "sum([T[k] ** 2 for k in sorted(T)]) + T['u'] * T['w']", "T['n'] = E", "T['w'] = T.pop('v', p)",
    ),
    "dict_of_lists": Kind(
        "{'u': [x[0], p], 'v': [x[1] * p]}", "T['u'][0]", "T['v'][-1]", "x[1] * p",
        "sum(T['u']) * T['v'][0] + T['v'][-1] * T['u'][0] + len(T['v'])", "T['v'].append(E)",
        "del T['u'][-1:]\nT['u'].append(p * p)",
    ),
    "dict_of_arrays": Kind(
        "{'u': x * 1.0, 'v': x * p}", "T['u']", "T['v']", "np.cos(x)",
        "np.sum(T['u'] ** 2) + np.sum(T['u'] * T['v'])", "T.setdefault('n', E)[0] += p",
        "T['v'] = T.pop('u') * p\nT['u'] = x * p",
    ),
    "object": Kind(
        "Pair(x[0], x[1] * p)", "T.a", "T.b", "x[1] * p",
        "T.a * T.a + T.a * T.b + sum(T.more)", "T.more.append(E)", "T.b = T.b * p\nT.more = [p]",
    ),
    "object_of_a_subclass": Kind(
        "Named(x[0], x[1] * p)", "T.a", "T.b", "x[1] * p",
        "T.a * T.a + T.a * T.b + sum(T.more) * len(T.name)", "T.put(E)", "setattr(T, 'b', T.a * p)",
    ),
    "object_of_arrays": Kind(
        "Pair(x * 1.0, x * p)", "T.a", "T.b", "x * p",
        "np.sum(T.a * T.a) + np.sum(T.a * T.b) + sum([np.sum(v ** 2) for v in T.more])",
        "T.put(E)", "T.b = T.a.copy()",
    ),
    "objects": Kind(
        "[Pair(x[0], p), Pair(x[1] * p, x[2])]", "T[0].a", "T[-1].b", "x[1] * p",
        "sum([v.a * v.b for v in T]) + T[0].a * T[1].a", "T[1].a += E", "T.reverse()",
    ),
    "dicts": Kind(
        "[{'u': x[0], 'v': p}, {'u': x[1] * p, 'v': x[2]}]", "T[0]['u']", "T[1]['v']", "x[1] * p",
        "sum([v['u'] * v['v'] for v in T]) + T[0]['u'] * T[1]['u']", "T[1]['u'] += E", "T[0], T[1] = T[1], T[0]",
    ),
    "tuple_of_lists": Kind(
        "([x[0], p], [x[1] * p, x[2]])", "T[0][0]", "T[1][1]", "x[1] * p",
        "sum(T[0]) * T[1][0] + T[1][-1] ** 2", "T[1].append(E)", "T[0].insert(0, T[1].pop())\nT[1].append(p)",
    ),
}  # fmt: skip

UPDATES = {
    "set": "A = p * B",
    "set_to_new": "A = E",
    "set_to_other_item": "A = B",
    "added": "A += B",
    "added_new": "B += E",
    "multiplied": "B *= p",
    "swapped": "A, B = B, A",
    "swapped_with_products": "A, B = B * p, A * B",
    "grown": "GROW",
    "shrunk": "SHRINK",
    "grown_and_set": "GROW\nA = A * B",
    "set_and_grown": "B = A * A\nGROW",
    "shrunk_and_added": "SHRINK\nB += A",
    "by_a_function": "A = square(B) * p",
    "kept_and_set": "w = A * 1.0\nA = B * p\nB = w * A",
    "under_condition": "if p > 0.5:\n    A = A * p\nelse:\n    GROW",
    "rebound_by_one_path": "if p > 0.9:\n    A = E\nB = A * B",
}

ALIASES = {
    "none": "t = c",
    "second_name": "t = c\nu = t",
    "in_a_list": "held = [c, OTHER]\nt = held[0]",
    "in_a_tuple": "held = (OTHER, c)\nt = held[1]",
    "in_a_dict": "held = {'c': c}\nt = held['c']",
    "in_an_object": "held = Box(c)\nt = held.c",
    "in_an_updated_list": "held = []\nheld.append(c)\nt = held[-1]",
    "in_an_updated_dict": "held = {}\nheld['k'] = c\nt = held['k']",
    "in_an_updated_object": "held = Box(None)\nheld.c = c\nt = held.c",
    "from_helper": "t = same(c)",
    "wrapped_by_helper": "t = wrapped(c)['c']",
    "either": "t = c if p > 0.5 else OTHER",
    "neither": "d = OTHER\nt = d if p > 0.5 else c",
    "by_if": "if p > 0.5:\n    t = c\nelse:\n    t = OTHER",
    "unpacked": "t, _ = (c, p)",
    "popped": "held = [c, OTHER]\nt = held.pop(0)",
    "walrus": "q = [(t := c)]",
    "last_of_loop": "for t in [OTHER, c]:\n    pass",
    "swapped_in_loop": "t = OTHER\nfor _ in range(3):\n    c, t = t, c",
}

FLOWS = {
    "once": "UPDATE",
    "for": "for k in range(2):\n    UPDATE",
    "while": "k = 0\nwhile k < 2:\n    UPDATE\n    k += 1",
    "while_true": "k = 0\nwhile True:\n    UPDATE\n    k += 1\n    if k > 1:\n        break",
    "nested": "for i in range(2):\n    for j in range(i):\n        UPDATE",
    "early_exit": "for k in range(5):\n    if k == 2:\n        break\n    UPDATE",
    "skipped": "for k in range(3):\n    if k % 2:\n        continue\n    UPDATE",
    "never": "for k in range(0):\n    UPDATE",
    "if": "if p > 0.5:\n    UPDATE",
    "else": "if p > 5.0:\n    s = s + p\nelse:\n    UPDATE",
    "helper": "update(T, x, p)",
    "helper_in_loop": "for k in range(2):\n    update(T, x, p)",
    "helper_that_returns": "s = s + updated(T, x, p)",
    "helper_of_helper": "outer(T, x, p)",
    "method_of_a_holder": "holder = Holder(T)\nholder.update(x, p)",
    "early_return": "if p > 5.0:\n    return s\nUPDATE",
    "return_behind": "UPDATE\nif p > 0.5:\n    return s + TOTAL_C * TOTAL_T",
    "between_reads": "for k in range(2):\n    s = s + TOTAL_C * p\n    UPDATE\n    s = s * 0.5 + TOTAL_T",
    "element_loop": "for t_2 in [T]:\n    UPDATE_2",
}

READS = {
    "behind": ("", "TOTAL_C + TOTAL_T * p"),
    "before": ("s = s + TOTAL_C", "TOTAL_T"),
    "item_before": ("w1 = ITEM", "TOTAL_T + SUM(w1 * w1)"),
    "product_with_old": ("w1 = TOTAL_T", "TOTAL_C * w1"),
    "copied": ("copied = copy.copy(T)", "TOTAL_C * TOTAL_COPY"),
    "kept_total": ("s = s * p + TOTAL_T * TOTAL_C", "TOTAL_C * s"),
    "only_other": ("", "TOTAL_C * TOTAL_C"),
}


def program(row: Row) -> str:
    """Return the text of a row's module."""
    kind = KINDS[row.kind]

    def update(target: str) -> str:
        words = {"A": kind.first, "B": kind.second, "GROW": kind.grow, "SHRINK": kind.shrink}
        text = put(put(UPDATES[row.update], "GROW", kind.grow), "SHRINK", kind.shrink)
        return replaced(replaced(replaced(text, words), {"E": kind.value}), {"T": target})

    def total(target: str) -> str:
        return "(" + replaced(kind.total, {"T": target}) + ")"

    words = {
        "TOTAL_C": total("c"), "TOTAL_T": total("t"), "TOTAL_COPY": total("copied"), "T": row.through,
        "ITEM": replaced(kind.first, {"T": "t"}), "SUM": "np.sum" if "arrays" in row.kind else "", "OTHER": kind.make,
    }  # fmt: skip
    before, result = READS[row.read]
    flow = put(put(FLOWS[row.flow], "UPDATE_2", update("t_2")), "UPDATE", update(row.through))
    lines = [f"c = {kind.make}", ALIASES[row.alias], "s = 0.0", before, flow, f"return s + {result}"]
    body = "\n".join(replaced(part, words) for part in lines if part)
    return f"{HEAD}\n\n{_helpers(update, total)}def f(x, p):\n{indented(body)}\n"


def _helpers(update: Callable[[str], str], total: Callable[[str], str]) -> str:
    """Return the functions and the class that update a container for their caller."""
    return (
        f"def update(z, x, p):\n{indented(update('z'))}\n\n\n"
        f"def updated(z, x, p):\n{indented(update('z'))}\n    return {total('z')}\n\n\n"
        "def outer(z, x, p):\n    update(z, x, p)\n    update(z, x, p * 0.9)\n\n\n"
        "class Holder:\n    def __init__(self, z):\n        self.z = z\n\n"
        f"    def update(self, x, p):\n{indented(indented(update('self.z')))}\n\n\n"
    )


def rows() -> Iterator[Row]:
    """Yield rows without end: in each stretch of them, all pieces of each kind occur, in other company every time."""
    number = 0
    while True:
        kinds = (KINDS, UPDATES, ALIASES, FLOWS, READS)
        strides = (3, 1, 7, 5, 3)  # prime to the numbers of pieces, so that none is left out
        lap = number // len(UPDATES)
        chosen = [list(kind)[(number * stride + lap) % len(kind)] for kind, stride in zip(kinds, strides, strict=True)]
        yield Row(*chosen, through="ct"[(number // 2 + lap) % 2])
        number += 1
