"""Generators that call themselves: over trees, nested lists and dicts, consumed by sums, loops, lists and extrema."""

import math

import numpy as np

from tests.programs.corpus import program


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def walk(node):
    if node is not None:
        yield from walk(node.left)
        yield node.value
        yield from walk(node.right)


def leaves(tree):
    if isinstance(tree, dict):
        for each in tree.values():
            yield from leaves(each)
    elif isinstance(tree, list | tuple):
        for each in tree:
            yield from leaves(each)
    else:
        yield tree


def halves(x, n):
    if n == 0:
        yield x
        return
    for each in halves(x * 0.5, n - 1):
        yield 2 * each
    yield from halves(x + 1, n - 1)


def even_ones(x, n):
    if n:
        yield x
        yield from odd_ones(x * 0.5, n - 1)


def odd_ones(x, n):
    if n:
        yield from (x, -x * x)
        yield from even_ones(x + 1, n - 1)


def squares_of(tree):
    for value in walk(tree):
        yield value * value


def tree_of(a, b):
    return Node(a, Node(b), Node(a * b, None, Node(2.0)))


@program(0.3, 0.5)
def values_of_a_tree(a, b):
    tree = tree_of(a, b)
    return sum(v * v for v in walk(tree))


@program(0.3, 0.5)
def values_of_a_tree_by_place(a, b):
    values = list(walk(tree_of(a, b)))
    first, *rest = walk(Node(a, Node(b)))
    return values[0] * values[-1] + first * rest[0]


@program(0.3, 0.5)
def loop_over_a_tree(a, b):
    total, seen, sums = 0.0, [], np.zeros(2)
    for place, value in enumerate(walk(tree_of(a, b))):
        total = total * 0.5 + value * place
        seen.append(value * total)
        sums[place % 2] += value
    return total * seen[1] + sums[0] * sums[1]


@program([0.3, [0.2, (0.4, 0.5)], 0.1])
def leaves_of_nested_lists(tree):
    return sum(math.sin(v) for v in leaves(tree))


@program({"a": 1.2, "b": {"c": np.array([0.3, 0.4]), "d": [2.0, (0.5, 1.5)]}})
def leaves_of_dicts_and_arrays(tree):
    return sum(np.sum(np.sin(leaf) * leaf) for leaf in leaves(tree))


@program(0.3, 3)
def generator_of_a_known_depth(x, n):
    return sum(v * v for v in halves(x, n))


@program(0.3, 3)
def generator_that_is_left(x, n):
    total = 0.0
    for v in halves(x, n):
        total += v * v
        if v > 2:
            break
    return total


@program(0.3, 4)
def generators_in_turn(x, n):
    return sum(v**2 for v in even_ones(x, n)) * sum(odd_ones(x, 3))


@program(0.3, 0.5, 3)
def local_generator_that_captures(a, b, n):
    def powers(k):
        if k:
            yield a**k
            yield from powers(k - 1)

    total = 0.0
    for v in powers(n):
        total += v * b
    return total


@program(0.3, 0.5)
def extrema_of_a_tree(a, b):
    tree = Node(a, Node(b), Node(a * b))
    return max(walk(tree)) * min(walk(tree)) + sorted(walk(tree))[1] + max(walk(tree), key=lambda v: -v)


@program(0.3, 0.5)
def generator_over_another_one(a, b):
    return sum(squares_of(Node(a, Node(b), Node(a * b))))


@program(0.3, 0.5)
def two_generators_side_by_side(a, b):
    tree = Node(a, Node(b))
    return sum(u * v for u, v in zip(walk(tree), squares_of(tree), strict=True))
