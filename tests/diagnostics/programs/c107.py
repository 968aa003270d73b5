"""Names by text."""


def computed(x, text):
    return x * eval(text)  # error[C107]: eval() reads or binds names by text, so the source does not show what it does


def named(x, vars):
    return vars(x)  # the function's own vars
