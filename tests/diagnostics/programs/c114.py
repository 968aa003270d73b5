"""Types inside the function (Python 3.12)."""


def typed(x):
    type Number = float | int  # error[C114]: a type is declared inside the function
    y: Number = x
    return y


def generic(x):
    def identity[T](y: T) -> T:  # error[C114]: a type is declared inside the function
        return y

    return identity(x)
