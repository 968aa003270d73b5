"""Decorated functions inside the function."""

import functools


def cached(x):
    @functools.cache  # error[C112]: the nested function 'power' is decorated, and what its decorator makes of it shows only when it runs
    def power(n):
        return x * power(n - 1) if n else 1.0

    return power(3)


@functools.cache
def outside(x):
    return x * x
