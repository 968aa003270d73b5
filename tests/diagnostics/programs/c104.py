"""Groups of exceptions are handled."""


def guarded(x):
    try:
        y = 1 / x
    except ZeroDivisionError:
        y = 0.0
    finally:
        print("done")
    return y


def grouped(x):
    try:
        y = 1 / x
    except* ZeroDivisionError:  # error[C104]: a group of exceptions is handled here, one part of it by this block
        y = 0.0
    return y
