"""Generator functions."""


def powers(x):
    yield x  # error[C103]: a generator function: what it yields is asked for from outside, one value at a time
    yield x * x


def delegated(x):
    y = 2 * x
    yield from powers(y)  # error[C103]: a generator function: what it yields is asked for from outside, one value at a time
