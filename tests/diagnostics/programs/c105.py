"""Imports inside the function."""


def sine(x):
    from math import sin  # error[C105]: a module is imported inside the function

    return sin(x)
