"""Layouts of the text that a look-up by dedented text, or by bytes, gets wrong."""

first, second, third = lambda x: x + 1, lambda x: eval(x), lambda x: x + 3  # error[C107]: eval() reads or binds names by text, so the source does not show what it does


class Box:
    def hanging(self, x):
        """Hang
left of the code,
        and go on."""
        y = 2 * x; del self.x; y += 1  # error[C108]: an attribute is deleted, and the reverse sweep cannot put it back
        return y


def deco(*arguments):
    return lambda function: function


@deco(
    {1},
    lambda x: x,
)
@deco()
def decorated(x):
    s = "naïve →"; y = eval(x)  # error[C107]: eval() reads or binds names by text, so the source does not show what it does
    return y


def größe(π):
    größe_π = "長さ", π, eval(π)  # error[C107]: eval() reads or binds names by text, so the source does not show what it does
    return größe_π


def outer(x):
    if x:
        def inner(y):
            return y
    else:
        def inner(y):
            del y.x  # error[C108]: an attribute is deleted, and the reverse sweep cannot put it back
            return y
    return inner(x)


def long_call(x):
    return sum(
        x,
        key=eval(  # error[C107]: eval() reads or binds names by text, so the source does not show what it does
            "x",
        ),
    )
