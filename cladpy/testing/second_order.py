"""Second derivatives: the product of the Hessian with random vectors against differences of the gradient.

The slope of the gradient along a vector ``v`` is a scalar, ``<v, g(x)>``, whose own gradient is ``H v``: it is checked
as any gradient is, with the gradient function, which the check of first order has found right, as its primal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cladpy.forward_api import hessian_vector_product
from cladpy.request import Wrt
from cladpy.runtime import no_adjoint
from cladpy.testing.checked_call import CheckedCall
from cladpy.testing.inner_products import random_tangent, terms
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.subject import Call, Derive, Outcome, derive_scalar


@dataclass(frozen=True, slots=True)
class SecondOrder:
    """The check of second order for one function.

    Parameters
    ----------
    function : callable
        Returns a scalar.
    wrt : str, int, tuple or None
    names : tuple of str
        The parameters asked for.
    bare : bool
        Whether one adjoint comes without a tuple.
    rtol : float, optional
    """

    function: Callable[..., Any]
    wrt: Wrt
    names: tuple[str, ...]
    bare: bool
    rtol: float | None

    def check(self, call: Call) -> None:
        """Check at a call.

        Raises
        ------
        GradientMismatch
            With the element or direction, both numbers and the steps tried.
        """
        generator = np.random.default_rng(2)
        vectors = [random_tangent(call.argument(name), generator) for name in self.names]
        slope = replace(call, function=self.slope(call, vectors))
        try:
            CheckedCall(slope, self.names, self.product(vectors), self.rtol).run()
        except GradientMismatch as wrong:
            message = f"in the product of the Hessian with random vectors: {wrong.message}"
            raise GradientMismatch(wrong.aspect, message, wrong.details) from None

    def slope(self, call: Call, vectors: list[Any]) -> Callable[..., float]:
        """Return the function from the arguments to the slope of the gradient along the vectors."""
        derive = derive_scalar(self.function, self.wrt, bare=self.bare)

        def along(*args: Any, **kwargs: Any) -> float:
            _, adjoints = derive(Call.of(call.function, args, kwargs), None)
            pairs = zip(vectors, adjoints, strict=True)
            return float(sum(terms(vector, adjoint).sum() for vector, adjoint in pairs if vector is not no_adjoint))

        return along

    def product(self, vectors: list[Any]) -> Derive:
        """Return what gives the products, beside the slope, by one request for all calls."""
        request = hessian_vector_product(self.function, self.wrt)

        def derive(call: Call, _cotangent: Any) -> Outcome:
            found = request(*call.bound.args, *vectors, **call.bound.kwargs)
            return call.copy().run(), (found,) if self.bare else tuple(found)

        return derive
