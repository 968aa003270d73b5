"""Calls that update a list or dict are recognised by their method, and by what the owner is."""

import gast
import pytest

from cladpy.analyses.mutating_calls import mutation_of, taken_index, updates
from cladpy.ir.fact import FLOAT, Fact

LIST, DICT = Fact("list", element=FLOAT), Fact("dict", element=FLOAT)


def parsed(text):
    """Return the expression of a text."""
    return gast.parse(text, mode="eval").body


@pytest.mark.parametrize("text", ["l.append(v)", "l.pop()", "l.insert(0, v)", "l.__delitem__(0)", "l.reverse()"])
def test_methods_of_lists_update_them(text):
    """Of an object they are its own methods."""
    mutation = mutation_of(parsed(text))
    assert mutation.owner.id == "l"
    assert updates(LIST, mutation)
    assert not updates(Fact("object"), mutation)


@pytest.mark.parametrize("text", ["l.index(v)", "append(v)", "a.l.append(v)", "l.append(item=v)", "l[0]"])
def test_other_calls_do_not(text):
    """Other methods, functions, owners without a name."""
    assert mutation_of(parsed(text)) is None


def test_only_some_methods_update_a_dict():
    """Those that a dict has."""
    assert updates(DICT, mutation_of(parsed("d.pop('k')")))
    assert not updates(DICT, mutation_of(parsed("d.append(v)")))


def test_pop_takes_the_last_item_where_no_index_is_given():
    """As Python does."""
    assert taken_index(mutation_of(parsed("l.pop()"))).value == -1
    assert taken_index(mutation_of(parsed("l.pop(k)"))).id == "k"
