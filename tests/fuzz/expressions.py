"""Random expressions, as text, that fit a shape."""

import numpy as np

from tests.fuzz.indices import index, integer

TRIES = 6
BINARY = ("{} + {}", "{} - {}", "{} * {}", "{} * {}", "{} / (1.5 + np.cos({}))")
UNARY = ("np.sin({})", "np.cos({})", "np.tanh({})", "p * {}", "{} ** 2", "-{}", "0.5 * {}", "np.exp(-np.abs({}))")
SCALARS = ("p", "0.5", "1.2", "p * p", "np.cos(p)", "-0.4", "2.0")


def expression(choose, scope, shape, depth=2):
    """Return the text of an expression whose value broadcasts to a shape."""
    kind = choose.random()
    if depth == 0 or kind < 0.3:
        return leaf(choose, scope, shape)
    if kind < 0.55:
        return choose.choice(UNARY).format(_inner(choose, scope, shape, depth))
    first, second = (_inner(choose, scope, shape, depth) for _ in range(2))
    return choose.choice(BINARY).format(first, second)


def _inner(choose, scope, shape, depth):
    text = expression(choose, scope, shape, depth - 1)
    return f"({text})" if any(sign in text for sign in (" ", "-")) and not text.endswith(")") else _closed(text)


def _closed(text):
    return f"({text})" if " + " in text or " - " in text or " * " in text or " / " in text else text


def leaf(choose, scope, shape):
    """Return a name, an element or part of an array, or a number."""
    arrays = scope.arrays()
    for _ in range(TRIES if arrays and choose.random() < 0.8 else 0):
        name = choose.choice(arrays)
        text = choose.choice((name, name, f"{name}[{index(choose, scope.values[name], name, scope)}]"))
        if _fits(scope.value_of(text), shape):
            return text
    return scalar(choose, scope)


def scalar(choose, scope):
    """Return an expression for a number."""
    arrays, numbers = scope.arrays(), scope.numbers()
    kind = choose.random()
    if arrays and kind < 0.3:
        name = choose.choice(arrays)
        places = ", ".join(integer(choose, size, scope) for size in scope.values[name].shape)
        return f"{name}[{places}]"
    if arrays and kind < 0.4:
        return f"0.1 * np.sum({choose.choice(arrays)})"
    if numbers and kind < 0.65:
        return choose.choice(numbers)
    return choose.choice(SCALARS)


def _fits(value, shape):
    if not isinstance(value, np.ndarray | np.floating):
        return False
    try:
        return np.broadcast_shapes(np.shape(value), shape) == tuple(shape) and np.asarray(value).dtype.kind == "f"
    except ValueError:
        return False
