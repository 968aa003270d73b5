"""What is known of the arguments of a derivative that compiled code calls."""

import pytest

numba = pytest.importorskip("numba")

from cladpy.errors import CladpyError  # noqa: E402
from cladpy.execute.inside_numba import fact_of_type  # noqa: E402


def test_tuples_by_item():
    """Numbers and arrays in tuples."""
    kind = numba.types.Tuple((numba.int64, numba.types.Array(numba.complex128, 1, "A")))
    number, line = fact_of_type(kind, "p").items
    assert number.is_python
    assert line.dtype == complex
    assert line.dims[0].one is None


@pytest.mark.parametrize("kind", [numba.float32, numba.types.unicode_type, numba.types.Array(numba.float32, 1, "C")])
def test_other_types_are_refused(kind):
    """Those in which numba computes otherwise, and those without numbers."""
    with pytest.raises(CladpyError, match="hands the derivative a") as caught:
        fact_of_type(kind, "x")
    assert caught.value.code == "C410"
