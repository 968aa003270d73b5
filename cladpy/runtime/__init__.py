"""What generated code calls: NumPy in, NumPy out, nothing of the compiler.

A formula of a rule may name every function of ``__all__``.
"""

from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint

__all__ = [
    "NoAdjoint",
    "no_adjoint",
]
