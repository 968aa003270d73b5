"""Calls that stand for several others, and calls of the user's functions, written out."""

import pytest

from tests.stages import normal_form, text


def form(expression):
    """Return the normal form of a returned expression, without the return."""
    return normal_form(f"def f(x, y):\n    return {expression}\n").rpartition("return ")[0]


def test_outer_broadcasts():
    """The first operand gets the dimensions of the second."""
    assert form("np.subtract.outer(x, y)") == text(
        """
        v@1 = np.shape(x)
        v@2 = (1,)
        v@3 = np.ndim(y)
        v@4 = v@2 * v@3
        v@5 = v@1 + v@4
        v@6 = np.reshape(x, v@5)
        result@ret = np.subtract(v@6, y)
        """
    )


def test_several_arrays_are_several_calls():
    """The result is a tuple."""
    assert form("np.atleast_1d(x, y)") == text(
        """
        v@1 = np.atleast_1d(x)
        v@2 = np.atleast_1d(y)
        result@ret = v@1, v@2
        """
    )


@pytest.mark.parametrize("expression", ["np.atleast_1d(x)", "np.add.reduce(x)", "np.piecewise(x, y, x)"])
def test_other_calls_stay(expression):
    """What shows too little stays a call."""
    assert form(expression) == f"result@ret = {expression}\n"


def test_numbers_that_are_labels_are_written_as_letters():
    """In NumPy's order, so that a result without labels has the same."""
    assert form("np.einsum(x, [0, 26], y, [26, ...], optimize=True)") == text(
        """
        result@ret = np.einsum("Aa,a...", x, y, optimize=True)
        """
    )
    assert form("np.einsum(x, [0, 1], y, [1], [])") == 'result@ret = np.einsum("AB,B->", x, y)\n'


@pytest.mark.parametrize("expression", ['np.einsum("ij,j", x, y)', "np.einsum(x, [0, n], y, [0])"])
def test_other_forms_of_einsum_stay(expression):
    """With labels that are a string already, and with those that are not written in the call."""
    assert "np.einsum(x, " in form(expression) or form(expression) == f"result@ret = {expression}\n"
