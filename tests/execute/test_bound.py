"""Derivatives of methods, bound to their objects."""

import copy
import inspect

import numpy as np
import pytest

from cladpy import gradient, pullback, value_and_gradient
from cladpy.execute.bound import BoundDerivative


class Model:
    def __init__(self, rate):
        self.rate = rate

    def loss(self, x, y=1.0):
        """Multiply."""
        return x * y * self.rate

    @pullback("x")
    def pull(self, x):
        return x * self.rate

    @value_and_gradient
    def both(self, x):
        return x * self.rate

    def __repr__(self):
        return "Model()"


class Derived(Model):
    def loss(self, x, y=1.0):
        return super().rate if False else x * x * self.rate


def test_a_bound_derivative_is_like_a_bound_method():
    """Its function, its object, its signature; equal where these are the same."""
    model = Model(2.0)
    d_loss = gradient(model.loss, "x")
    assert isinstance(d_loss, BoundDerivative)
    assert d_loss.__self__ is model
    assert d_loss.primal == model.loss
    assert str(inspect.signature(d_loss)) == "(x, y=1.0)"
    assert d_loss.__name__ == "loss"
    assert "Multiply." in d_loss.__doc__
    assert repr(d_loss) == '<gradient(Model.loss, "x") of Model()>'
    assert model.pull == model.pull
    assert hash(model.pull) == hash(model.pull)
    assert model.pull != Model(2.0).pull
    assert model.pull != 1


def test_everything_else_is_the_derivatives():
    """Source, plan, request; both halves of a pullback."""
    model = Model(2.0)
    assert model.both(3.0) == (6.0, (2.0,))
    assert "def both_value_and_gradient_x(self, x):" in model.both.source
    assert model.both.request.wrt == ("x",)
    assert model.both.plan.roots == (model.both.request,)
    assert str(model.both) == model.both.source
    assert "x" in model.both.source_for(np.ones(2)[0])
    value, state = model.pull.forward(3.0)
    assert (value, model.pull.reverse(state, 5.0)) == (6.0, 10.0)
    with pytest.raises(AttributeError):
        _ = model.pull.nothing


def test_the_method_of_a_derived_class():
    """The method of the object's own class is differentiated."""
    assert gradient(Derived(2.0).loss, "x")(3.0) == 12.0
    assert gradient(Model(2.0).loss, "x")(3.0) == 2.0
    assert Derived(2.0).pull(3.0, 1.0) == 2.0


def test_copies():
    """A copy is bound to a copy of the object."""
    bound = Model(2.0).pull
    again = copy.deepcopy(bound)
    assert again.__func__ is bound.__func__
    assert again.__self__ is not bound.__self__
    assert again(3.0, 1.0) == 2.0
