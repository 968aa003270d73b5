"""The same training by other libraries; a library that is missing raises ``ImportError`` where it is asked for."""

import numpy as np

from bench.cases import mnist


def autograd():
    """Return a training step by HIPS autograd."""
    import autograd.numpy as anp
    from autograd import grad

    def loss(w1, b1, w2, b2, images, targets):
        hidden = anp.maximum(anp.dot(images, w1) + b1, 0)
        residual = anp.dot(hidden, w2) + b2 - targets
        return anp.sum(residual * residual) / (2 * len(images))

    return mnist.stepping(grad(loss, (0, 1, 2, 3)))


class Torch:
    """A training by PyTorch, on tensors that share NumPy's memory."""

    def __init__(self, images, targets, *, is_compiled):
        import torch

        torch.set_num_threads(1)
        self.torch = torch
        self.images, self.targets = torch.from_numpy(images), torch.from_numpy(targets)
        self.parameters = [torch.from_numpy(each).requires_grad_() for each in mnist.parameters()]
        self.loss = torch.compile(self._loss) if is_compiled else self._loss

    def _loss(self, w1, b1, w2, b2, images, targets):
        hidden = self.torch.relu(images @ w1 + b1)
        residual = hidden @ w2 + b2 - targets
        return (residual * residual).sum() / (2 * len(images))

    def epoch(self, order):
        """Run all batches of an order."""
        for chosen in order:
            rows = self.torch.from_numpy(chosen)
            value = self.loss(*self.parameters, self.images[rows], self.targets[rows])
            adjoints = self.torch.autograd.grad(value, self.parameters)
            with self.torch.no_grad():
                for parameter, adjoint in zip(self.parameters, adjoints, strict=True):
                    parameter.sub_(adjoint, alpha=float(mnist.RATE))

    def result(self):
        """Return the parameters as NumPy arrays."""
        return [each.detach().numpy() for each in self.parameters]


class Jax:
    """A training by JAX, each step compiled: on batches that NumPy has cut, or that are cut inside."""

    def __init__(self, images, targets, *, cuts_inside):
        import jax
        import jax.numpy as jnp

        def loss(own, images, targets):
            w1, b1, w2, b2 = own
            hidden = jnp.maximum(images @ w1 + b1, 0)
            residual = hidden @ w2 + b2 - targets
            return jnp.sum(residual * residual) / (2 * len(images))

        def step(own, images, targets):
            return [
                each - mnist.RATE * slope for each, slope in zip(own, jax.grad(loss)(own, images, targets), strict=True)
            ]

        def step_inside(own, images, targets, chosen):
            return step(own, images[chosen], targets[chosen])

        self.cuts_inside = cuts_inside
        self.images, self.targets = (jnp.asarray(images), jnp.asarray(targets)) if cuts_inside else (images, targets)
        self.parameters = [jnp.asarray(each) for each in mnist.parameters()]
        self.step = jax.jit(step_inside if cuts_inside else step, donate_argnums=0)

    def epoch(self, order):
        """Run all batches of an order, and wait for the last."""
        own = self.parameters
        for chosen in order:
            if self.cuts_inside:
                own = self.step(own, self.images, self.targets, chosen)
            else:
                own = self.step(own, self.images[chosen], self.targets[chosen])
        self.parameters = [each.block_until_ready() for each in own]

    def result(self):
        """Return the parameters as NumPy arrays."""
        return [np.asarray(each) for each in self.parameters]
