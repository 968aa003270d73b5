"""The oracle: a derivative against the primal, in every respect that can be checked from outside."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cladpy.derivative import Derivative
from cladpy.request import Wrt
from cladpy.testing.checked_call import CheckedCall
from cladpy.testing.cotangents import is_scalar
from cladpy.testing.inner_products import InnerProducts
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.second_order import SecondOrder
from cladpy.testing.subject import Call, asked, derive_by_pullback, derive_scalar, given
from cladpy.testing.variants import VARIANTS, check_variants, variants_of


def check_gradient(  # noqa: PLR0913 - options by keyword
    function: Callable[..., Any],
    args: Sequence[Any] = (),
    wrt: Wrt = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    other_args: Sequence[Sequence[Any]] = (),
    derivative: Callable[..., Any] | None = None,
    rtol: float | None = None,
    variants: Sequence[str] = VARIANTS,
    order: int = 1,
) -> None:
    """Check the gradient of a function at its arguments; return nothing, or raise.

    Checked are: the value against the primal's; each adjoint against central differences at several step sizes,
    and against the complex step where the function is analytic, element by element if the argument has at most
    eight, else along random directions; type, structure, shape and dtype of each adjoint; that it is writable and
    owns its memory; that arguments and cotangent are unchanged; that a second call gives the same; that the
    derivative gives no floating-point warning which the primal does not give (overflow apart); that the numbers
    are the same without the value, by the pullback's halves, and with each analysis switched off; that forward mode,
    where it takes the program, agrees with reverse mode: the cotangent times the tangent of the result is the adjoints
    times the tangents of the parameters, to ten digits.

    Parameters
    ----------
    function : callable
        The primal; if it returns no scalar, its pullback is checked with a random cotangent. A gradient function
        stands for its primal and its own parameters.
    args, kwargs : sequence, mapping
        Arguments at which the function is smooth, of any structure: lists, tuples, dicts, NamedTuples, dataclasses.
    wrt : str, int, tuple or None
        As in `gradient`.
    other_args : sequence of argument sequences
        Further arguments at which the same request is checked: other sizes, or values that take other branches.
    derivative : callable, optional
        Checked in place of what cladpy generates: takes the arguments, returns the adjoints as `gradient` would.
    rtol : float, optional
        Relative to the sum of sizes of the terms; 1e-7, or 2e-4 where anything is in single precision.
    variants : sequence of str
        Which of ``"gradient"`` (without the value), ``"pullback"``, ``"varied"``, ``"useful"``, ``"tbr"`` and
        ``"early_release"`` (each switched off), and ``"pushforward"`` are compared.
    order : int
        2 also checks second derivatives of a scalar function: the product of the Hessian with random vectors against
        differences of the gradient. Both modes take part in it.

    Raises
    ------
    GradientMismatch
        An AssertionError with a report: the parameter, the element or direction, both numbers, the steps tried.
    CladpyError
        If cladpy refuses the function.
    ValueError
        For another order; for the second order of a `derivative` that is given, which says nothing of one.

    Examples
    --------
    >>> import numpy as np
    >>> def loss(w, x):
    ...     return np.sum(np.tanh(x @ w) ** 2)
    >>> check_gradient(loss, (np.ones(2), np.eye(2)), "w", derivative=lambda w, x: 0 * w)
    Traceback (most recent call last):
    cladpy.testing.mismatch.GradientMismatch: the adjoint of w[0] is wrong [gradient]
      adjoint              0
      numerical derivative 0.639700008449
      off by               0.64, tolerance 6.4e-08
      differences by step  0.0003: 0.639700008449, 0.001: 0.639700008449
      complex step         0.639700008449

    Notes
    -----
    What it cannot see: anything at other arguments, other branches included; derivatives at kinks, ties and
    singular points, where differences mean nothing; second derivatives, unless they are asked for; an error below
    the tolerance, or in one of many elements and smaller than the rest by that factor; whether arguments that share
    memory are told apart, since differences move each by itself; how often the primal runs, and its effects; time
    and memory.
    """
    if order not in (1, 2) or (order == 2 and derivative is not None):
        given_too = "" if derivative is None else ", and 1 for a derivative that is given"
        raise ValueError(f"order is 1 or 2{given_too}, not {order!r}")
    function, wrt = _primal(function, wrt)
    names, bare = asked(function, wrt)
    calls = [Call.of(function, args, kwargs or {}), *(Call.of(function, other, kwargs or {}) for other in other_args)]
    scalar = is_scalar(calls[0].copy().run())
    if derivative is None:
        derive = (derive_scalar if scalar else derive_by_pullback)(function, wrt, bare=bare)
        others = variants_of(function, wrt, variants, scalar=scalar, bare=bare)
    else:
        derive, others = given(derivative, bare=bare), {}
    for number, call in enumerate(calls):
        try:
            CheckedCall(call, names, derive, rtol).run()
            check_variants(call, names, derive, others)
            if derivative is None and "pushforward" in variants:
                InnerProducts(function, wrt, names, derive).check(call)
            if order == 2:
                SecondOrder(function, wrt, names, bare, rtol).check(call)
        except GradientMismatch as wrong:
            raise _placed(wrong, number) from None


def _primal(function: Any, wrt: Wrt) -> tuple[Callable[..., Any], Wrt]:
    if not isinstance(function, Derivative):
        return function, wrt
    chosen = function.request.wrt
    return function.primal, wrt or (chosen[0] if function.request.bare and chosen else chosen)


def _placed(wrong: GradientMismatch, number: int) -> GradientMismatch:
    """Say in the report that the failure is at other arguments than the first."""
    where = [f"at other_args[{number - 1}]"] if number else []
    return GradientMismatch(wrong.aspect, wrong.message, [*where, *wrong.details])
