"""Line ends of another system."""


def f(x):
    y = 2 * x
    del x[0]  # error[C108]: an item is deleted, and the reverse sweep cannot put it back
    return y
