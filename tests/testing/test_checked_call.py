"""Everything that is checked of one derivative at one call."""

import warnings

import numpy as np
import pytest

from cladpy.testing.checked_call import CheckedCall, observed
from cladpy.testing.mismatch import GradientMismatch
from cladpy.testing.subject import Call


def square(x):
    return np.sum(x * x)


def checked(derive, function=square, x=None, names=("x",)):
    CheckedCall(Call.of(function, (np.array([1.0, 2.0]) if x is None else x,), {}), names, derive, None).run()


def aspect_of(derive, **options):
    with pytest.raises(GradientMismatch) as caught:
        checked(derive, **options)
    return caught.value.aspect


def test_right_derivative_passes():
    """Value and adjoint are right, and so is a missing value."""
    checked(lambda call, _: (call.run(), (2 * call.argument("x"),)))
    checked(lambda call, _: (None, (2 * call.argument("x"),)))


def test_wrong_value_fails():
    """The value is the primal's."""
    assert aspect_of(lambda call, _: (call.run() + 1e-9, (2 * call.argument("x"),))) == "value"


def test_adjoint_that_shares_memory_with_the_value_fails():
    """The value is detached from the adjoints."""

    def sharing(call, cotangent):
        d_x = np.array(cotangent)
        return d_x, (d_x,)

    assert aspect_of(sharing, function=lambda x: x * 1.0) == "ownership"


def test_adjoint_that_shares_memory_with_the_cotangent_fails():
    """The caller's cotangent is not handed back."""
    assert aspect_of(lambda call, cotangent: (None, (cotangent,)), function=lambda x: x * 1.0) == "ownership"


def test_changed_cotangent_fails():
    """The caller's cotangent is not written."""

    def careless(call, cotangent):
        d_x = cotangent.copy()
        cotangent *= 2
        return None, (d_x,)

    assert aspect_of(careless, function=lambda x: x * 1.0) == "inputs"


def test_derivative_that_remembers_fails():
    """The second call gives what the first gave, although its adjoints were overwritten meanwhile."""
    cache = {}

    def remembering(call, _):
        d_x = cache.setdefault("d_x", 2 * call.argument("x"))
        return None, (d_x,)

    assert aspect_of(remembering) == "repeat"


def test_overflow_is_no_fault():
    """Of all warnings this one is allowed, since the primal's range is not the derivative's."""

    def warning(text):
        def derive(call, _):
            warnings.warn(text, RuntimeWarning, stacklevel=1)
            return None, (2 * call.argument("x"),)

        return derive

    checked(warning("overflow encountered in exp"))
    assert aspect_of(warning("divide by zero encountered in log")) == "warning"


def test_warnings_are_observed():
    """A result comes with the texts of its warnings."""
    assert observed(lambda: 1) == (1, set())
    assert observed(lambda: warnings.warn("loud", UserWarning, stacklevel=1)) == (None, {"loud"})
