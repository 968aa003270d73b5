"""Disjoint sets of names."""

from cladpy.ir.union_find import UnionFind


def test_a_name_is_a_set_of_its_own():
    """Until it is joined with another."""
    assert UnionFind().find("a") == "a"


def test_joined_sets_have_one_representative():
    """That of the left one stays, through any number of joins."""
    sets = UnionFind()
    sets.union("a", "b")
    sets.union("c", "d")
    sets.union("b", "d")
    assert [sets.find(name) for name in "abcde"] == ["a", "a", "a", "a", "e"]


def test_joining_twice_changes_nothing():
    """Nor does joining a name with itself."""
    sets = UnionFind()
    sets.union("a", "b")
    sets.union("b", "a")
    sets.union("a", "a")
    assert [sets.find("a"), sets.find("b")] == ["a", "a"]
