"""With statements with several contexts, or a name."""

import numpy as np


def quiet(x, lock):
    with lock, np.errstate(all="ignore"):  # error[C111]: several contexts are entered by one with statement
        return np.log(x)


def logged(x, path):
    with open(path) as file:  # error[C111]: this with statement binds a name to its context
        print(x, file=file)
    return x * x
