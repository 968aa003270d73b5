"""Which variables own their memory alone."""

import pytest

from cladpy.analyses.storage import Storage
from cladpy.ir.expressions import parse
from cladpy.optimize.ownership import Ownership, requests_in, whole_view_of
from tests.optimize.inference import array
from tests.optimize.program import known_context, read


def _ownership(*lines, **facts):
    function = read("\n    ".join(["def f(x, y):", *lines]))
    known = known_context(function, **facts)
    return Ownership(function, known, Storage(function, known)), function.body


@pytest.mark.parametrize(
    ("lines", "owning"),
    [
        (["d = x @ y"], True),
        (["d = x.copy()", "d = d - y"], True),
        (["d, e = pure_fresh(x)"], True),
        (["e = x @ y", "d = e.T"], True),
        (["e = x @ y", "d = unbroadcast(e, y)"], True),
        (["e = x", "c = e.T", "d = np.ravel(c)"], False),
        (["d = x"], False),
        (["d = x[1:]"], False),
        (["d = x @ y", "d = x"], False),
        (["d = x @ y", "impure(d)"], False),
        (["for d in x:", "    pass"], False),
        (["d, e = x"], False),
        (["d = np.broadcast_to(1.0, 3)"], False),
    ],
)
def test_a_variable_owns_what_is_new_in_all_its_values(lines, owning):
    """One borrowed value, or an unknown reader, is enough against it."""
    ownership, _ = _ownership(*lines, "return 0")
    assert owning == ownership.is_owning("d")


def test_unique_means_without_living_aliases():
    """Behind the last read of the view the memory has one name again."""
    lines = ["d = x * y", "e = d[1:]", "d[0] = 1", "z = e + 1", "w = d + 1", "return w"]
    ownership, body = _ownership(*lines, x=array("n"), y=array("n"))
    assert not ownership.is_unique("d", body[2])
    assert ownership.is_unique("d", body[4])
    assert ownership.may_be_handed_on("d", body[4])
    assert not ownership.may_be_handed_on("d", body[2])


def test_a_container_is_an_alias():
    """As long as the list lives, so does what is in it."""
    ownership, body = _ownership("d = x @ y", "l = [d]", "w = d + 1", "return l")
    assert not ownership.is_unique("d", body[2])


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("d", "d"),
        ("d.T", "d"),
        ("d.reshape(3, -1)", "d"),
        ("np.transpose(d)", "d"),
        ("d.T.ravel()", "d"),
        ("d[...]", "d"),
        ("unbroadcast(d, x)", "d"),
        ("d[0]", None),
        ("d[1:]", None),
        ("np.broadcast_to(d, 3)", None),
        ("d + 1", None),
        ("d.copy()", None),
    ],
)
def test_whole_views(text, variable):
    """All elements, in whatever order."""
    assert variable == whole_view_of(parse(text))


def test_requests_are_found_in_order():
    """Nested ones behind those around them."""
    found = requests_in(parse("(owned(a), f(owned(owned(b))))"))
    assert ["a", "owned", "b"] == [getattr(each.args[0], "id", "owned") for each in found]


def test_large_classes_are_taken_for_shared():
    """Looking through them would take time for each statement."""
    views = [f"e{number} = d[1:]" for number in range(70)]
    ownership, body = _ownership("d = x @ y", *views, "return d", x=array("n", "n"))
    assert not ownership.is_unique("d", body[-1])
