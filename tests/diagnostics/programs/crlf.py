"""Line ends of another system."""


def f(x):
    y = 2 * x
    del x.a  # error[C108]: an attribute is deleted, and the reverse sweep cannot put it back
    return y
