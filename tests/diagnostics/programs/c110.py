"""Patterns that take values apart, and guards."""


def either(kind, x):
    match kind:
        case "sine" | "cosine":
            return x
        case other:
            return 2 * x


def lengths(p):
    match p:
        case [x, y]:  # error[C110]: match compares with values and binds names, and this pattern takes a value apart
            return x * y
        case _:
            return 0.0


def positive(x, y):
    match x:
        case 1 if y > 0:  # error[C110]: this case has a guard, and the cases after it would have to be tried where it fails
            return y
        case _:
            return 0.0
