"""Linked lists and trees: of objects, dataclasses, named tuples, tuples and dicts, as arguments and built in a loop."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tests.programs.corpus import program


class Node:
    def __init__(self, value, rest=None):
        self.value = value
        self.rest = rest


@dataclass
class Cell:
    value: float
    rest: "Cell | None" = None


class Link(NamedTuple):
    value: float
    rest: object = None


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right


NODES = Node(0.5, Node(1.0, Node(2.0)))
CELLS = Cell(0.5, Cell(1.0, Cell(2.0)))
LINKS = Link(0.5, Link(1.0, Link(2.0)))
TREE = Tree(0.5, Tree(1.0, None, Tree(0.3)), Tree(2.0))


@program((0.5, (1.0, (2.0, None))))
def linked_tuples(p):
    s = 0.0
    while p is not None:
        s += p[0] ** 2
        p = p[1]
    return s


@program(NODES)
def linked_objects(n):
    s = 0.0
    while n is not None:
        s += n.value**2
        n = n.rest
    return s


@program(NODES, 1.5)
def linked_objects_and_a_number(n, k):
    s = 0.0
    while n is not None:
        s = s * k + n.value**2
        n = n.rest
    return s


@program(CELLS)
def linked_dataclasses_left_by_break(n):
    s = 0.0
    while True:
        s += n.value**2
        if n.rest is None:
            break
        n = n.rest
    return s * n.value


@program(CELLS)
def linked_dataclasses_by_walrus(n):
    s = n.value
    while (n := n.rest) is not None:
        s = s * n.value + 1
    return s


@program(CELLS)
def linked_dataclasses_with_the_one_before(n):
    s = 0.0
    before = None
    while n is not None:
        if before is not None:
            s += before.value * n.value
        before = n
        n = n.rest
    return s


@program(Cell(np.ones(2), Cell(np.arange(2.0))))
def linked_arrays(n):
    s = 0.0
    while n is not None:
        s += np.sum(n.value**2) * n.value[0]
        n = n.rest
    return s


@program(LINKS)
def linked_named_tuples_by_truth(n):
    s = 0.0
    while n:
        s += n.value**2
        n = n.rest
    return s


@program({"value": 0.5, "rest": {"value": 1.0, "rest": {"value": 2.0, "rest": None}}})
def linked_dicts(n):
    s = 0.0
    while n is not None:
        s += n["value"] ** 2
        n = n["rest"]
    return s


@program([Cell(0.5, Cell(1.0)), Cell(2.0)])
def list_of_linked(heads):
    s = 0.0
    for n in heads:
        while n is not None:
            s += n.value**2
            n = n.rest
    return s


@program(TREE)
def tree_by_a_stack(t):
    stack = [t]
    s = 0.0
    while stack:
        n = stack.pop()
        if n is None:
            continue
        s = s * n.value + n.value
        stack.append(n.left)
        stack.append(n.right)
    return s


@program(TREE)
def one_path_of_a_tree(t):
    s = 1.0
    while t is not None:
        s = s * t.value
        t = t.left if t.value > 0.7 else t.right
    return s


@program(np.array([0.5, 0.2, 0.9]))
def linked_tuples_built_in_a_loop(x):
    n = None
    for v in x:
        n = (v, n)
    s = 0.0
    while n is not None:
        s = s * 2 + n[0] * n[0]
        n = n[1]
    return s
