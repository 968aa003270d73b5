"""Classes inside the function."""


def boxed(x):
    class Box:  # error[C106]: the class 'Box' is made anew in each call of the function
        value = x

    return Box.value
