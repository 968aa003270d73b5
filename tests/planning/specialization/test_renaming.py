"""Iterations in which each call that was written out has variables of its own."""

from tests.planning.specialization.specialized import specialized
from tests.stages import define


def test_variables_of_a_call_in_the_loop():
    """Its function keeps those of its own call."""
    program = """
    def scaled_by(k):
        f = lambda t: t * k
        k = k + 1.0
        return f

    def f(x, p):
        fs = ()
        for k in p:
            fs = (*fs, scaled_by(k[0]))
        return fs[0](x) + fs[1](x)
    """
    form = specialized(define(program), 1.0, ((2.0,), [3.0]))
    assert [line.split(" * ")[1] for line in form.splitlines() if " * " in line] == ["k@1", "k@2"]


def test_variables_of_the_loop_itself():
    """All functions share them: the last value counts."""
    program = """
    def f(x, p):
        fs = ()
        for k in p:
            fs = (*fs, lambda t: t * k[0])
        return fs[0](x) + fs[1](x)
    """
    form = specialized(program, 1.0, ((2.0,), [3.0]))
    assert form.count("= k[0]") == 2


def test_a_loop_of_a_call_is_no_call_of_its_own():
    """A loop inside of a function that is written out has one set of variables."""
    program = """
    def make(p):
        fs = ()
        for k in p:
            y = k[0]
            fs = (*fs, lambda t: t * y)
        return fs

    def f(x, p):
        fs = make(p)
        return fs[0](x) + fs[1](x)
    """
    form = specialized(define(program), 1.0, ((2.0,), [3.0]))
    assert form.count(" * y@1") == 2
