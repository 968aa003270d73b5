"""Recursion: states nest as the calls do."""

WRT = "x"


def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


def cubed(x, n):
    return power(x, n) + x


def arguments(rng):
    return 1.5, 4
