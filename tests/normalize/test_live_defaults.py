"""Defaults of helpers that are written out: what they were when the helper was defined."""

from cladpy import check_gradient, gradient

RATE = 2.0


def scale(values, rate=RATE, *, shift=RATE + 1.0):
    values[0] = values[0] * rate + shift


def pair(values, bounds=(0.5, -2.0), f=max):
    values.append(f(bounds[0], values[0]) * bounds[1])


def test_a_default_is_not_evaluated_again(monkeypatch):
    """A global that was rebound since does not change the default that was made of it."""

    def loss(x):
        values = [x]
        scale(values)
        return values[0] * RATE

    monkeypatch.setitem(globals(), "RATE", 10.0)
    assert gradient(loss, "x")(1.5) == 20.0
    check_gradient(loss, (1.5,), variants=())


def test_literals_and_functions_stay_as_they_are_written():
    """What gives the same whenever it is evaluated is written into the caller."""

    def loss(x):
        values = [x]
        pair(values)
        return values[1]

    assert gradient(loss, "x")(1.5) == -2.0
