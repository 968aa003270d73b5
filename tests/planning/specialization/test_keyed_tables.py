"""Dicts of functions whose keys no literal stands for."""

import pytest

from cladpy import CladpyError, gradient
from tests.planning.specialization.specialized import specialized
from tests.stages import define, module, text

PROGRAM = """
import enum

class Kind(enum.Enum):
    SQUARE = 1
    DOUBLE = 2

def of(x, kind):
    table = {Kind.SQUARE: lambda v: v * v, Kind.DOUBLE: lambda v: v + v}
    return table[kind](x)
"""


def test_a_known_key_is_a_place():
    """The function at it is written out."""
    made = module(PROGRAM)
    assert specialized(made.of, 1.0, made.Kind.DOUBLE).splitlines()[-2:] == [
        "result@ret = x + x", "return result@ret"
    ]  # fmt: skip


def test_a_key_that_is_found_at_run_time_is_looked_up():
    """In a dict of places; an error is raised where there is none."""
    program = PROGRAM + "\ndef chosen(x, n):\n    return of(x, Kind(n))\n"
    made = module(program)
    df = gradient(made.chosen, "x")
    assert (df(3.0, 1), df(3.0, 2)) == (6.0, 2.0)
    with pytest.raises(ValueError, match="3 is not a valid Kind"):
        df(3.0, 3)


def test_the_last_of_equal_keys_counts():
    """As it does in Python."""
    program = PROGRAM.replace("Kind.DOUBLE: lambda v: v + v", "Kind.SQUARE: lambda v: 3.0 * v")
    made = module(program)
    assert gradient(made.of, "x")(3.0, made.Kind.SQUARE) == 3.0
    with pytest.raises(KeyError):
        gradient(made.of, "x")(3.0, made.Kind.DOUBLE)


@pytest.mark.parametrize("use", ["x * f(table)", "table.get(kind)(x)", "(table or {})[kind](x)"])
def test_other_uses_leave_a_dict_as_it_is(use):
    """Nothing is known of what becomes of it."""
    made = module(PROGRAM.replace("table[kind](x)", use) + "\ndef f(table):\n    return table[Kind.SQUARE](1.0)\n")
    with pytest.raises(CladpyError) as caught:
        gradient(made.of, "x")(1.0, made.Kind.SQUARE)
    assert caught.value.code in ("C116", "C201")


def test_dicts_of_literal_keys_and_of_values_stay():
    """They are followed as they are."""
    assert "places" not in specialized(define("def f(x):\n    d = {'a': lambda v: v}\n    return d['a'](x)"), 1.0)
    made = module(PROGRAM + "\ndef g(x, kind):\n    return {Kind.SQUARE: x, Kind.DOUBLE: x + x}[kind]\n")
    assert "places" not in specialized(made.g, 1.0, made.Kind.SQUARE)
    assert gradient(made.g, "x")(3.0, made.Kind.DOUBLE) == 2.0


def test_the_text():
    """Places beside a tuple, where the key is not known."""
    made = module(PROGRAM)
    program = made.of
    assert text(
        """
        places@1 = {Kind.SQUARE: 0, Kind.DOUBLE: 1}
        """
    ) in specialized(program, 1.0, made.Kind.DOUBLE)
