"""Trees, chains and lists of objects of several classes that are built along the rows of an array or a whole number."""

import numpy as np

from tests.programs.corpus import program

X = np.array([0.5, 1.2, -0.4])
MORE = np.array([0.9, 1.2])


class Leaf:
    def __init__(self, value):
        self.value = value

    def evaluated(self):
        return self.value


class Negated:
    def __init__(self, inner):
        self.inner = inner

    def evaluated(self):
        return -self.inner.evaluated()


class Joined:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def evaluated(self):
        return np.sin(self.left.evaluated()) * self.right.evaluated()


class Branch:
    def __init__(self, value, children):
        self.value = value
        self.children = children

    def total(self):
        return self.value * (1.0 + sum(child.total() for child in self.children))


class Net:
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, v):
        for layer in self.layers:
            v = layer(v)
        return v


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, v):
        return v * self.factor


class Bent:
    def __call__(self, v):
        return np.tanh(v)


def tree_of(xs):
    if len(xs) == 1:
        return Leaf(xs[0])
    middle = len(xs) // 2
    return Joined(tree_of(xs[:middle]), tree_of(xs[middle:]))


def branch_of(depth, w):
    return Branch(w, [branch_of(depth - 1, w * (k + 1)) for k in range(2)] if depth > 0 else [])


def folded(tree):
    if isinstance(tree, list | tuple):
        return sum(folded(each) for each in tree) * 0.7
    return np.sin(tree)


@program(X, other=((MORE,),))
def tree_by_halves(xs):
    return tree_of(xs).evaluated()


@program(X, 0.8, other=((MORE, 0.8),))
def chain_over_rows(xs, w):
    chain = Leaf(w)
    for k, x in enumerate(reversed(xs)):
        chain = Joined(chain, Leaf(x * k)) if k % 2 else Negated(chain)
    return chain.evaluated()


@program(X[1:], 0.8, other=((-X[1:], 0.8),))
def chain_by_signs(xs, w):
    chain = Leaf(w)
    for x in xs:
        if x > 0:
            chain = Joined(chain, Leaf(x))
        else:
            chain = Negated(chain)
    return chain.evaluated()


@program(0.8, 2, other=((0.8, 0),))
def tree_of_a_depth(w, n):
    return branch_of(n, w).total()


@program(X, 0.8)
def queue_that_is_joined(xs, w):
    queue = [Leaf(x * w) for x in xs]
    while len(queue) > 1:
        first, second, *queue = queue
        queue.append(Joined(first, second))
    return queue[0].evaluated()


@program(X, 0.8)
def levels_that_are_paired(xs, w):
    level = [x * 1.0 for x in xs]
    while len(level) > 1:
        level = [(level[i], level[i + 1]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return folded(level) * w


@program(X, 0.8)
def nested_lists(xs, w):
    tree = [w]
    for x in xs:
        tree = [x, *tree, [x * w]]
    return folded(tree)


@program(0.6, X, other=((0.6, MORE),))
def layers_of_a_net(x, ws):
    layers = []
    for w in ws:
        layers += [Scaled(w), Bent()]
        if len(layers) > 4:
            layers.pop(0)
    layers.insert(1, Scaled(x))
    layers[0] = Bent()
    return Net(layers)(x)


@program(X, 0.8, other=((MORE, 0.8),))
def linked_pairs(xs, w):
    stack = None
    for x in xs:
        stack = (x * w, stack)
    total = 0.0
    while stack is not None:
        total = total * 0.5 + np.sin(stack[0])
        stack = stack[1]
    return total


@program(MORE, 0.8)
def leaves_that_are_updated(xs, w):
    leaves = [Leaf(x) for x in xs]
    tree = leaves[0]
    for leaf in leaves[1:]:
        tree = Joined(tree, leaf)
    leaves[1].value = leaves[1].value * w
    return tree.evaluated() + leaves[1].evaluated()


@program(MORE, 0.8)
def stack_that_is_worked_off(xs, w):
    stack = [Leaf(w)]
    for x in xs:
        top = stack.pop()
        stack.append(Joined(top, Leaf(x)))
        stack.append(Leaf(top.evaluated() * w))
    return sum(each.evaluated() for each in stack)
