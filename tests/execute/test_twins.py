"""Tests of the user's functions that are compiled as they are."""

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.execute.twins import Twins

pytest.importorskip("numba")
RATE = 2.0
TABLE = np.array([1.0, 2.0])


def scaled(x, power=2):
    return x * RATE**power


def shifted(x):
    return scaled(x) + 1.0


def pushed(u):
    u[1:] += u[:-1]
    return u


def drawn(x):
    return x * np.random.rand()  # noqa: NPY002 -- refused


def looked_up(x):
    return x * TABLE[0]


def rest(x, n):
    return x if n == 0 else rest(x, n - 1) * 2.0


def test_functions_see_twins_of_those_they_call(monkeypatch):
    """And their constants are watched."""
    twins = Twins({"shifted": shifted, "size": 3})
    assert twins.namespace["shifted"](3.0) == shifted(3.0) == 13.0
    assert twins.namespace["size"] == 3
    assert twins.hold()
    monkeypatch.setattr(f"{__name__}.RATE", 5.0)
    assert not twins.hold()


def test_updates_in_place_are_those_of_python():
    """Numba alone would read what it has just written."""
    assert Twins({"pushed": pushed}).namespace["pushed"](np.arange(4.0)).tolist() == pushed(np.arange(4.0)).tolist()


def test_a_function_may_call_itself():
    """Its own name is that of its twin."""
    assert Twins({"rest": rest}).namespace["rest"](3.0, 2) == 12.0


def test_a_closure_is_compiled_with_its_cells():
    """They are constants that are watched."""
    factor = 3.0

    def times(x):
        return factor * x

    twins = Twins({"times": times})
    assert twins.namespace["times"](2.0) == 6.0
    factor = 4.0
    assert not twins.hold()


@pytest.mark.parametrize(("function", "told"), [(looked_up, "reads the global 'TABLE'"), (drawn, "draws")])
def test_what_cannot_be_a_constant_is_refused(function, told):
    """An array may change without a trace; numba's random numbers are not NumPy's."""
    with pytest.raises(CladpyError, match=told):
        Twins({"function": function})
