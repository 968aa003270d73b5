"""Sets, and dicts that take up others."""


def member(x, kind):
    return x * x if kind in {1, 2} else x  # error[C113]: a set has no order in which a reverse sweep could visit its values


def merged(x, options):
    options = {**options, "x": x}  # error[C113]: a dict display takes up another dict by **
    return options["x"]
