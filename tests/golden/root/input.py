"""Newton's iteration on scalars: one value of ``x`` an iteration is recorded, ``step`` is computed again."""

WRT = "a"


def root(a, tol):
    x = a
    while True:
        step = (x * x - a) / (2 * x)
        x = x - step
        if abs(step) < tol:
            break
    return x


def arguments(rng):
    return 2.0, 1e-12
