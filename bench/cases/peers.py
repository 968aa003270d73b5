"""The gradients of programs by other libraries: the same code, with another module under the name of NumPy.

What a library cannot do (updates in place, loops too long to be unrolled) raises; a library that is missing raises
``ImportError``.
"""

import functools
from types import FunctionType, SimpleNamespace

import numpy as np


def under(function, **names):
    """Return a function that sees other modules under the names of its globals, and so do its helpers."""
    known = dict(function.__globals__)
    known |= names
    made = FunctionType(function.__code__, known, function.__name__, function.__defaults__)
    for name in function.__code__.co_names:
        helper = known.get(name)
        if isinstance(helper, FunctionType) and helper.__globals__ is function.__globals__:
            known[name] = FunctionType(helper.__code__, known, name, helper.__defaults__)
    return made


def positions(case):
    """Return where the arguments stand that are differentiated by, and the names of all."""
    names = case.primal.__code__.co_varnames[: case.primal.__code__.co_argcount]
    return tuple(names.index(each) for each in case.wrt.split(", "))


def autograd(case, arguments):
    """Return a call of the gradient by HIPS autograd."""
    import autograd.numpy as anp
    from autograd import grad, value_and_grad

    function = under(case.primal, np=anp, math=anp)
    made = (value_and_grad if case.with_value else grad)(function, positions(case))
    return lambda: made(*arguments)


def torch(case, arguments):
    """Return a call of the gradient by PyTorch, eager."""
    import torch as t

    t.set_num_threads(1)
    module = SimpleNamespace(**{
        name: getattr(t, name)
        for name in ("sum", "exp", "log", "log1p", "mean", "tanh", "sin", "cos", "sqrt", "einsum")
    })  # fmt: skip
    module.max = lambda x, axis: t.amax(x, dim=axis)
    module.zeros = lambda shape: t.zeros(shape, dtype=t.float64)
    function = under(case.primal, np=module, math=module)
    own = [
        t.from_numpy(each)
        if isinstance(each, np.ndarray)
        else (t.tensor(each, dtype=t.float64) if isinstance(each, float) else each)
        for each in arguments
    ]
    asked = [own[position].requires_grad_() for position in positions(case)]
    return lambda: t.autograd.grad(function(*own), asked)


def jax(case, arguments):
    """Return a call of the gradient by JAX, compiled."""
    import jax as j
    import jax.numpy as jnp

    if case.peer_size is not None:
        raise NotImplementedError("a loop of Python's that would be unrolled")
    j.config.update("jax_enable_x64", True)
    function = under(case.primal, np=jnp, math=jnp)
    made = j.value_and_grad if case.with_value else j.grad
    held = [n for n, each in enumerate(arguments) if isinstance(each, int)]
    compiled = j.jit(made(function, positions(case)), static_argnums=held)
    own = [jnp.asarray(each) if isinstance(each, np.ndarray) else each for each in arguments]
    return lambda: j.block_until_ready(compiled(*own))


PEERS = {"autograd": autograd, "torch": torch, "jax": jax}


@functools.cache
def missing(name):
    """Return why a library cannot be had, or nothing."""
    try:
        __import__(name)
    except ImportError as error:
        return str(error)
    return ""
