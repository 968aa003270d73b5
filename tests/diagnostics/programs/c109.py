"""Generator expressions that are kept."""


def lazily(xs):
    kept = [(x * x for x in xs)]  # error[C109]: a generator expression that is kept computes its values whenever it is asked for them
    return sum(kept[0])


def at_once(xs):
    return sum(x * x for x in xs)


def by_name(xs):
    return {i: x for i, x in enumerate(xs)}
