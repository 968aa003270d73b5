"""The function behind each method and property of an array: ``x.sum(axis=0)`` has the rule of ``np.sum``.

The method takes the function's arguments after the array.  Where it takes others, as ``x.reshape(2, 3)`` does,
the function is the method itself, which has a rule of its own.
"""

import numpy as np

from cladpy.rules.registry import default_registry

# ---- methods ----

default_registry.register_method("array", "all", np.all)
default_registry.register_method("array", "any", np.any)
default_registry.register_method("array", "argmax", np.argmax)
default_registry.register_method("array", "argmin", np.argmin)
default_registry.register_method("array", "argpartition", np.argpartition)
default_registry.register_method("array", "argsort", np.argsort)
default_registry.register_method("array", "astype", np.ndarray.astype)
default_registry.register_method("array", "clip", np.ndarray.clip)
default_registry.register_method("array", "conj", np.ndarray.conj)
default_registry.register_method("array", "conjugate", np.ndarray.conjugate)
default_registry.register_method("array", "copy", np.ndarray.copy)
default_registry.register_method("array", "cumprod", np.cumprod)
default_registry.register_method("array", "cumsum", np.cumsum)
default_registry.register_method("array", "diagonal", np.diagonal)
default_registry.register_method("array", "dot", np.dot)
default_registry.register_method("array", "flatten", np.ndarray.flatten)
default_registry.register_method("array", "item", np.ndarray.item)
default_registry.register_method("array", "max", np.max)
default_registry.register_method("array", "mean", np.mean)
default_registry.register_method("array", "min", np.min)
default_registry.register_method("array", "nonzero", np.nonzero)
default_registry.register_method("array", "prod", np.prod)
default_registry.register_method("array", "ravel", np.ravel)
default_registry.register_method("array", "repeat", np.repeat)
default_registry.register_method("array", "reshape", np.ndarray.reshape)
default_registry.register_method("array", "round", np.round)
default_registry.register_method("array", "searchsorted", np.searchsorted)
default_registry.register_method("array", "squeeze", np.squeeze)
default_registry.register_method("array", "std", np.std)
default_registry.register_method("array", "sum", np.sum)
default_registry.register_method("array", "swapaxes", np.swapaxes)
default_registry.register_method("array", "take", np.take)
default_registry.register_method("array", "tolist", np.ndarray.tolist)
default_registry.register_method("array", "trace", np.trace)
default_registry.register_method("array", "transpose", np.ndarray.transpose)
default_registry.register_method("array", "var", np.var)
default_registry.register_method("array", "view", np.ndarray.view)

# ---- properties ----

default_registry.register_method("array", "T", np.transpose)
default_registry.register_method("array", "dtype", np.result_type)
default_registry.register_method("array", "imag", np.imag)
default_registry.register_method("array", "mT", np.matrix_transpose)
default_registry.register_method("array", "ndim", np.ndim)
default_registry.register_method("array", "real", np.real)
default_registry.register_method("array", "shape", np.shape)
default_registry.register_method("array", "size", np.size)
