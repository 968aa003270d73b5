"""What stands for a value that only running the file could give."""

import numpy as np
import pytest

from cladpy.errors import CladpyError


@pytest.mark.parametrize(
    "use", [bool, len, list, float, abs, lambda u: u + 1, lambda u: 1 - u, lambda u: u[0], lambda u: u.method(), np.sum]
)
def test_unresolved_raises_on_use(read, use):
    """No use of it goes on with a wrong value."""
    value = read("X = make()").namespace["X"]
    with pytest.raises(CladpyError, match="C304"):
        use(value)


def test_unresolved_member_names_its_owner(read):
    """An attribute of something unresolved says what it is an attribute of."""
    assert "plt.figure.show" in repr(read("from unknown import plt").namespace["plt"].figure.show)
