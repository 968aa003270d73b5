"""The variable that holds each version."""

from cladpy.analyses.webs import variables_of
from tests.stages import text, versions_of


def variables(body, parameters="x, y, n"):
    """Return the variable of each version of a function."""
    lines = text(body).splitlines()
    return dict(variables_of(versions_of("\n    ".join([f"def f({parameters}):", *lines]) + "\n")))


def test_versions_that_a_join_may_hold_share_a_variable():
    """A later, independent assignment of the name has one of its own."""
    found = variables("if n:\n    x = x * y\ny = x\nx = y * 2\nreturn x")
    assert {found[f"x.{k}"] for k in range(3)} == {"x"}
    assert found["x.3"] == "x@w1"
    assert (found["y.0"], found["y.1"]) == ("y", "y@w1")


def test_an_update_in_place_stays_in_its_variable():
    """It keeps the storage."""
    assert variables("x[0] = y\nx += y\nreturn x")["x.2"] == "x"


def test_what_a_loop_carries_is_one_variable():
    """Value on entry, at the head, at the end of an iteration and behind the loop."""
    found = variables("for i in range(n):\n    x = x * y\nreturn x")
    assert {found[f"x.{k}"] for k in range(4)} == {"x"}


def test_a_name_that_may_be_unbound_is_one_variable():
    """Its join with nothing holds what was bound on the other path; that it is not bound comes first in the text."""
    found = variables("if n:\n    z = x\nif n:\n    x = z\nz = y\nreturn x * z")
    assert (found["z.unbound"], found["z.0"], found["z.1"], found["z.2"]) == ("z", "z@w1", "z@w1", "z@w2")


def test_temporaries_have_one_version_and_one_variable():
    """The numbers of the normal form stay."""
    found = variables("return x * y + n")
    assert (found["v@1.0"], found["result@ret.0"]) == ("v@1", "result@ret")


def test_numbers_count_the_variables_of_a_name():
    """Three independent assignments."""
    found = variables("z = x\ny = z\nz = y\nx = z\nz = x\nreturn z")
    assert [found[f"z.{k}"] for k in range(3)] == ["z", "z@w1", "z@w2"]
