"""A list of unknown length is made an array before a function of arrays takes it."""

import numpy as np

from tests.planning.specialization.specialized import specialized
from tests.stages import text

X = np.array([0.7, -1.2, 0.4])


def form(last):
    """Return the specialised normal form of a function that gathers items in a loop, from the return on."""
    source = f"def f(x):\n    rows = []\n    for v in x:\n        rows.append(v)\n    return {last}\n"
    made = specialized(source, X)
    return made[made.index("rows.append") :].partition("\n")[2]


def test_a_list_that_grows_is_made_an_array():
    """The array is what the reduction's formulas read."""
    assert form("np.max(rows, axis=0)") == text(
        """
        v@1 = np.array(rows)
        result@ret = np.max(v@1, axis=0)
        return result@ret
        """
    )


def test_what_takes_a_list_keeps_it():
    """Where the items are taken one by one there is no array of them."""
    assert "np.array" not in form("np.stack(rows)")


def test_a_list_of_known_length_stays():
    """Its items have adjoints of their own."""
    assert "np.array" not in specialized("def f(x):\n    return np.mean([x[0], x[1]])\n", X)
