"""Attributes and items are deleted."""


def shortened(xs):
    del xs[0], xs[-1]  # error[C108]: an item is deleted, and the reverse sweep cannot put it back
    return xs[0]


def forgotten(state):
    y = state.x * 2
    del y, state.x  # error[C108]: an attribute is deleted, and the reverse sweep cannot put it back
    return state.y
