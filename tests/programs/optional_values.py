"""Values that are None at times: not made yet, not found, left out; lists and trees that end in None."""

import math

import numpy as np

from tests.programs.corpus import program

X = np.array([0.7, 1.3, -0.4])


class Node:
    """A value and what follows it."""

    def __init__(self, value, following=None):
        self.value = value
        self.following = following


class Tree:
    """A value between smaller and larger ones."""

    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


class Momentum:
    """An optimiser whose state is made at its first step."""

    def __init__(self, rate):
        self.rate = rate
        self.mean = None

    def step(self, w, slope):
        if self.mean is None:
            self.mean = np.zeros_like(w)
        self.mean = 0.9 * self.mean + 0.1 * slope
        return w - self.rate * self.mean


@program(X)
def smallest_so_far(x):
    best = row = None
    for v in x:
        if best is None or v < best:
            best, row = v, x * v
    return best * best + np.sum(row)


@program(X, 0.8)
def total_that_begins_as_none(x, p):
    total = None
    for k in range(3):
        if total is None:
            total = x * p
        elif k == 1:
            total = total + x * x
        else:
            total *= p
    return np.sum(total * total)


@program(0.6)
def value_before(x):
    before, s = None, 0.0
    for k in range(4):
        now = x * k + x**2
        if before is not None:
            s += (now - before) ** 2 * now
        before = None if k == 2 else now
    return s


def found(table, key):
    """Return a value of a table, or None."""
    return table[key] * 2.0 if key in table else None


@program(0.6)
def found_or_not(x):
    table, s = {"a": x, "b": [x * x, 1.0]}, 0.0
    for key in ("a", "c"):
        v = found(table, key)
        if v is not None:
            s += v * x
    pair = table.get("b")
    return s if pair is None else s + pair[0] * pair[1]


@program(X, 0.8)
def none_in_containers(x, p):
    rows = [None, x * p, None, x]
    memo = [None] * 4
    memo[0] = p
    s = 0.0
    for k, row in enumerate(rows):
        if k and memo[k] is None:
            memo[k] = memo[k - 1] * p + 1.0
        if row is None:
            s = s * p
        else:
            s = s + np.sum(row * row) * memo[k]
    return s


@program(X, 0.8)
def lazy_state(w, rate):
    optimizer = Momentum(rate)
    for _ in range(3):
        w = optimizer.step(w, 2.0 * w)
    return np.sum(w**2)


@program(0.6)
def linked_list_turned_round(x):
    head = None
    for k in range(3):
        head = Node(x * (k + 1), head)
    before = None
    while head is not None:
        following = head.following
        head.following = before
        before, head = head, following
    s = 0.0
    while before:
        s = s * x + before.value**2
        before = before.following
    return s


@program(Node(1.0, Node(2.0, Node(0.5))), 0.3)
def linked_list_that_grows_at_its_end(head, x):
    tail = head
    while tail.following is not None:
        tail = tail.following
    tail.following = Node(x * tail.value)
    s, node = 0.0, head
    while node is not None:
        s = s * 0.5 + node.value * x
        node.value = 1.0
        node = node.following
    return s


@program(np.array([0.5, 0.1, 0.9, 0.3]))
def search_tree(x):
    root = None
    for v in x:
        new = Tree(v * v)
        if root is None:
            root = new
            continue
        node = root
        while True:
            if new.value < node.value:
                if node.left is None:
                    node.left = new
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = new
                    break
                node = node.right
    todo, s = [root], 0.0
    while todo:
        node = todo.pop()
        if node is not None:
            s = math.sin(s) + node.value
            todo += [node.left, node.right]
    return s


@program(0.6)
def ring_of_objects(x):
    first = Node(x)
    first.following = Node(x * x, first)
    s, node = 0.0, first
    for _ in range(5):
        s = s * 0.5 + node.value
        node.value = node.value * x
        node = node.following
    return s


def started_or_scaled(total, x):
    if total is None:
        return np.sin(x)
    return total * x


@program(np.array([0.3, 0.6]), 3)
def none_handed_to_a_helper_that_starts_with_it(x, n):
    total = None
    for _ in range(n):
        total = started_or_scaled(total, x)
    return np.sum(total)


def replaced_where_due(total, x, is_due):
    if is_due:
        total = np.cos(x)
    return total, x * 2.0


@program(np.array([0.3, 0.6]), 3)
def none_handed_to_a_helper_that_replaces_it(x, n):
    total = None
    for k in range(n):
        total, x = replaced_where_due(total, x, k != 1)
    return np.sum(total) + np.sum(x)
