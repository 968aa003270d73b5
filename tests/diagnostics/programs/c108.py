"""Attributes are deleted."""


def forgotten(state):
    y = state.x * 2
    del y, state.x  # error[C108]: an attribute is deleted, and the reverse sweep cannot put it back
    return state.y
