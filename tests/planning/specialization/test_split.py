"""What follows a branch that leaves values of different structure."""

from tests.planning.specialization.specialized import specialized
from tests.stages import text


def test_what_follows_is_written_into_both_sides():
    """The return stays behind them."""
    program = "def f(x):\n    g = np.sin if x > 0 else np.cos\n    return g(x) * 2\n"
    assert specialized(program, 1.0) == text(
        """
        if x > 0:
            v@1 = np.sin
            g = v@1
            v@2 = g(x)
            result@ret = v@2 * 2
        else:
            v@1 = np.cos
            g = v@1
            v@2 = g(x)
            result@ret = v@2 * 2
        return result@ret
        """
    )


def test_a_chain_of_branches():
    """Each has its own copy."""
    program = """
    def f(x, y):
        if x > 0:
            p = (x, y)
        elif y > 0:
            p = [x]
        else:
            p = 0.5
        if isinstance(p, float):
            return p
        return p[0]
    """
    form = specialized(program, 1.0, 2.0)
    assert form.count("p[0]") == 2
    assert "isinstance" not in form


def test_in_a_loop_the_rest_of_the_iteration():
    """An exit has none."""
    program = """
    def f(x, n):
        for i in range(n):
            if x > i:
                g = np.sin
            else:
                break
            if x > 2 * i:
                g = np.cos
            x = g(x)
        return x
    """
    form = specialized(program, 1.0, 3)
    assert form.count("x = g(x)") == 2


def test_numbers_are_no_structures():
    """An int or a float, an array of either shape: the code is right for all."""
    program = "def f(x):\n    y = 1 if x > 0 else 2.0\n    return y * x\n"
    assert specialized(program, 1.0).count("y * x") == 1
