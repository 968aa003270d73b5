"""What iterating over an object of the user's is written as."""

import gast
import pytest

from cladpy.normalize.closures import Closure
from cladpy.normalize.object_iterators import iterator_of
from cladpy.normalize.owned_calls import Owner


class Counter:
    """A class whose ``__next__`` is looked up by its name alone."""

    def __next__(self):
        """Is never called: its text is given by the tests."""


def written(iterates: str, following: str = "") -> str | None:
    """Return what the text of ``__iter__`` becomes, given that of ``__next__``."""
    texts = {None: iterates, Counter.__next__: following}

    def body_of(owner):
        tree = gast.parse(f"def method(self):\n{texts[owner.function]}").body[0]
        return Closure.of_function(tree)

    closure = iterator_of(Owner("object", None, cls=Counter), body_of)
    return None if closure is None else gast.dump(gast.Module(list(closure.body), []))


@pytest.mark.parametrize("given", ["iter(self.items)", "(w for w in self.items)"])
def test_an_iterator_that_is_returned_is_yielded_from(given):
    """``return iter(x)`` gives what ``yield from x`` does."""
    assert "YieldFrom" in written(f"    return {given}")


def test_next_is_written_as_a_loop_that_yields():
    """What ``__next__`` returns is yielded, and StopIteration ends the generator."""
    text = written("    return self", "    if self.n == 0:\n        raise StopIteration\n    return self.n")
    assert "While" in text
    assert "Yield(" in text
    assert "Return(value=None)" in text
    assert "Raise" not in text


@pytest.mark.parametrize(
    ("iterates", "following"),
    [
        ("    if self.x:\n        return iter(self.a)\n    return iter(self.b)", ""),
        ("    return self.items", ""),
        ("    return self", "    for v in self.items:\n        return v\n    raise StopIteration"),
    ],
)
def test_what_cannot_be_written_is_left_alone(iterates, following):
    """Several exits of ``__iter__``, an object that it hands on, and exits out of a loop of ``__next__``."""
    assert written(iterates, following) is None
