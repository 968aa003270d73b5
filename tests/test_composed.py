"""What is put together from other derivatives."""

import numpy as np

from cladpy import hessian, jacobian


def cubes(x):
    return np.sum(x**3)


def test_the_source_is_that_of_what_was_used():
    """Before any call, of what would be used first."""
    made = hessian(cubes, "x")
    assert "def cubes_grad_x_tangent_x(x, t_x):" in made.source_for(np.ones(2))
    made(np.ones(2))
    assert "def cubes_grad_x_pushforward_x(x, t_x):" in made.source


def test_the_plan_holds_those_of_the_parts():
    """Below the request itself."""
    made = jacobian(cubes, "x")
    assert "jacobian" in str(made.plan)
    made(np.ones(2))
    assert "cubes, pushforward" in str(made.plan) or "cubes, pullback" in str(made.plan)


def test_methods_of_a_class():
    """A request on a method takes all parameters but the object."""

    class Model:
        def __init__(self, scale):
            self.scale = scale

        @hessian
        def loss(self, x):
            return self.scale * np.sum(x**2)

    (block,) = Model(3.0).loss(np.ones(2))[0]
    np.testing.assert_array_equal(block, 6.0 * np.eye(2))
