"""Complex values on an active path: what may be complex, and what is refused."""

import gast
import numpy as np
import pytest

from cladpy import CladpyError, gradient
from cladpy.analyses.infer import Inference
from cladpy.ir.fact import COMPLEX, FLOAT, UNKNOWN, Fact, array
from cladpy.planning.complex_values import ComplexValues, may_be_complex, meets_complex

OPEN = Fact("number")
Z = array(np.dtype(complex), ())


@pytest.mark.parametrize(
    ("fact", "known", "not_excluded"),
    [
        (FLOAT, False, False),
        (COMPLEX, True, True),
        (Z, True, True),
        (OPEN, False, True),
        (UNKNOWN, False, True),
        (None, False, True),
        (Fact("tuple", items=(FLOAT, Z)), True, True),
        (Fact("list", element=FLOAT), False, False),
    ],
)
def test_what_may_be_complex(fact, known, not_excluded):
    """By dtype; an open dtype excludes nothing."""
    assert (may_be_complex(fact, known=True), may_be_complex(fact, known=False)) == (known, not_excluded)


def inference(**facts):
    """Return an inference over versions, with NumPy as np."""
    names = {"np": np, "np.roots": np.roots, "np.maximum": np.maximum}
    versions = {name.replace("_", "."): fact for name, fact in facts.items()}
    return Inference(versions, lambda path: names.get(path, UNKNOWN))


def value(text):
    return gast.parse(text, mode="eval").body


def test_results_that_are_real_or_complex_are_doubtful():
    """And what is computed from them."""
    values = ComplexValues(inference())
    assert values.is_doubtful(value("np.roots(c)"))
    assert not values.is_doubtful(value("np.maximum(c, 0)"))
    values.doubtful.add("r")
    assert values.is_doubtful(value("r * x"))


def test_a_function_meets_complex_values_among_its_facts():
    """Whichever version holds them."""
    assert meets_complex(inference(x_1=FLOAT, z_1=COMPLEX), ())
    assert not meets_complex(inference(x_1=FLOAT), ())


def test_the_error_says_what_to_do():
    """The place is that of the operation."""
    with pytest.raises(CladpyError) as caught:
        gradient(lambda x: np.sum(np.maximum(x * 1j, 0).real))(np.ones(2))
    assert caught.value.code == "C208"
    assert "numpy.maximum of complex values has no derivative rule" in str(caught.value)
    assert "take the real part first" in caught.value.hint
