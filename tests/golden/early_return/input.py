"""A return out of nested loops: the reverse sweep runs the iterations that happened."""

WRT = "x"


def first_above(x, bound):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            total += x[i, j] * x[i, j]
            if total > bound:
                return total * (i + 1)
    return total


def arguments(rng):
    return rng.standard_normal((3, 4)), 4.0
