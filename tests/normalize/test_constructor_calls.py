"""Calls of classes: default factories are written out beside the call, constructors in its place."""

from cladpy import gradient
from tests.normalize.test_dataclass_calls import program


def test_a_factory_of_python_is_a_display():
    """The call is given what the factory would make."""
    derivative = gradient(program("o = Frozen(p)\no.w.append(x)\nreturn o.w[0] * p"))
    derivative(0.7, 0.6)
    assert "Frozen(p, w=[])" in derivative.source
