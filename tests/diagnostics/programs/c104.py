"""Exceptions are handled."""


def guarded(x):
    try:
        y = 1 / x
    except ZeroDivisionError:  # error[C104]: exceptions are handled here, and the reverse sweep would have to know which statement raised one
        y = 0.0
    return y


def tidied(x):
    try:
        y = 1 / x
    finally:
        print("done")  # error[C104]: this block runs on every way out of the try statement, which cladpy does not follow
    return y
