"""What the spelling of a variable says."""

import pytest

from cladpy.optimize.variables import (
    base_of,
    is_adjoint,
    is_derivative,
    is_made_here,
    is_numbered,
    is_tangent,
    is_temporary,
    printed_base,
)


@pytest.mark.parametrize(
    ("variable", "base", "temporary", "numbered", "adjoint", "made_here"),
    [
        ("x", "x", False, False, False, False),
        ("x@2", "x", False, False, False, False),
        ("v@7", "v", True, True, False, True),
        ("v", "v", False, False, False, False),
        ("d@7", "d", True, True, True, True),
        ("d", "d", False, False, False, False),
        ("d_x", "d_x", False, False, True, True),
        ("d_x@3", "d_x", False, False, True, True),
        ("tape@1", "tape", False, True, False, False),
        ("tape_x@1", "tape_x", False, False, False, False),
    ],
)
def test_spelling(variable, base, temporary, numbered, adjoint, made_here):
    """Only what bears the mark was made by cladpy; adjoints bear the prefix."""
    assert base == base_of(variable)
    assert (temporary, numbered) == (is_temporary(variable), is_numbered(variable))
    assert (adjoint, made_here) == (is_adjoint(variable), is_made_here(variable))


@pytest.mark.parametrize(
    ("variable", "printed", "temporary"), [("t:x", "t_x", False), ("t:x@w2", "t_x", False), ("t:@3", "t", True)]
)
def test_tangents(variable, printed, temporary):
    """A tangent's base holds a colon, so that no variable of the user's is taken for one."""
    assert printed == printed_base(variable)
    assert (is_tangent(variable), is_derivative(variable), is_made_here(variable)) == (True, True, True)
    assert (temporary, is_numbered(variable)) == (is_temporary(variable), temporary)
    assert not is_adjoint(variable)
    assert not is_tangent("t_x")
