"""Functions as literals of the normal form."""

from cladpy.ir.callables import CALLABLES, PARTIAL, SUPER, LocalFunction, Method, Partial
from cladpy.ir.fact import Fact, element_of, holds_local_function, of_constant, without_local_functions

FUNCTION = LocalFunction("g", None)


def test_literals_are_printed_in_brackets():
    """For the texts of the stages; no generated code holds one."""
    literals = [FUNCTION, Method("area"), PARTIAL, SUPER]
    assert [repr(each) for each in literals] == ["<local function g>", "<method area>", "<partial>", "<super>"]
    assert all(isinstance(each, CALLABLES) for each in literals)


def test_two_functions_are_never_the_same():
    """Methods of one name are."""
    assert LocalFunction("g", None) != LocalFunction("g", None)
    assert (Method("area"), Partial()) == (Method("area"), PARTIAL)


def test_a_literal_is_a_known_function():
    """To the facts."""
    assert of_constant(FUNCTION) == Fact("function", value=FUNCTION, known=True)


def test_containers_of_local_functions():
    """They are found, and forgotten, through all levels."""
    pair = Fact("tuple", items=(of_constant(FUNCTION), of_constant(1.0)))
    nested = Fact("dict", items=(pair,), keys=("a",))
    assert holds_local_function(nested)
    assert not holds_local_function(of_constant(1.0))
    forgotten = without_local_functions(nested)
    assert not holds_local_function(forgotten)
    assert forgotten.items[0].items[1] == of_constant(1.0)


def test_elements_of_a_container_forget_them():
    """Which of the functions it is depends on the element."""
    assert element_of(Fact("list", items=(of_constant(FUNCTION),))) == Fact("function")
