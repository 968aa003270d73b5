"""Containers in plain Python, against those of ``collections``."""

import collections

import pytest

from cladpy import runtime


@pytest.mark.parametrize("maxlen", [None, 1, 3])
def test_deque_does_as_that_of_the_library(maxlen):
    """Each method gives what that of the library gives, and leaves the same values."""
    both = runtime.PlainDeque([1, 2, 3, 4], maxlen), collections.deque([1, 2, 3, 4], maxlen)
    steps = (
        lambda q: q.append(5), lambda q: q.appendleft(6), lambda q: q.extend([7, 8]), lambda q: q.extendleft((9, 10)),
        lambda q: q.rotate(1), lambda q: q.rotate(-2), lambda q: q.rotate(), lambda q: q.reverse(),
        lambda q: q.pop() if q else None, lambda q: q.insert(1, 11), lambda q: q.popleft() if q else None,
        lambda q: q.__iadd__([12, 13]) and None, lambda q: q.__setitem__(0, 14) if q else None,
        lambda q: (len(q), 14 in q, q.count(14), list(q.copy())), lambda q: q.index(14) if q else None,
        lambda q: q.remove(14) if q else None, lambda q: q.__delitem__(-1) if q else None, lambda q: q.clear(),
    )  # fmt: skip
    for number, step in enumerate(steps):
        given = [step(queue) for queue in both]
        assert given[0] == given[1], number
        assert list(both[0]) == list(both[1]), number


def test_deque_that_is_full_takes_no_more_in_between():
    """As that of the library, it says so."""
    with pytest.raises(IndexError, match="maximum size"):
        runtime.PlainDeque([1, 2], 2).insert(1, 3)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (runtime.PlainDictOfLists, lambda: collections.defaultdict(list)),
        (runtime.PlainDictOfDicts, lambda: collections.defaultdict(dict)),
        (runtime.PlainDictOfFloats, lambda: collections.defaultdict(float)),
        (runtime.PlainDictOfInts, lambda: collections.defaultdict(int)),
        (lambda: runtime.PlainDictOfValues(1.5), lambda: collections.defaultdict(lambda: 1.5)),
        (lambda: runtime.PlainDictOfCopies([0.0, 1]), lambda: collections.defaultdict(lambda: [0.0, 1])),
        (runtime.PlainDict, collections.OrderedDict),
    ],
)
def test_dicts_do_as_those_of_the_library(mine, theirs):
    """What is made, found and taken out is the same, in the same order."""
    both = mine(), theirs()
    for table in both:
        table["a"] = 1.5
        table["b"] = 2.5
        if mine is not runtime.PlainDict:
            table["c"]
        table.setdefault("d", 4.5)
    asked = (
        list, len, lambda t: list(t.items()), lambda t: list(t.values()), lambda t: t.get("z"), lambda t: "c" in t,
        lambda t: t.pop("a"), lambda t: t.__delitem__("b"), lambda t: list(t.keys()),
    )  # fmt: skip
    for ask in asked:
        assert ask(both[0]) == ask(both[1])
    both[0].clear()
    assert len(both[0]) == 0


def test_copies_of_dicts_share_what_they_hold_and_grow_apart():
    """As those of the library: items are the same objects, and new ones each's own."""
    for table in (runtime.PlainDictOfCopies([0.0]), collections.defaultdict(lambda: [0.0])):
        table["a"][0] += 1.0
        other = table.copy()
        other["a"][0] += 1.0
        other["b"][0] += 5.0
        assert (table["a"], list(table), table["b"], other["b"]) == ([2.0], ["a"], [0.0], [5.0])
    values = runtime.PlainDictOfValues(2.0, {"a": 1.0})
    assert [values.copy()[key] for key in "ab"] == [1.0, 2.0]
    assert list(values) == ["a"]


def test_counter_counts_and_orders_as_that_of_the_library():
    """A key that it lacks is zero, and is not put in."""
    mine, theirs = runtime.PlainCounter(), collections.Counter()
    for table in (mine, theirs):
        for key in "abcab":
            table[key] += 1
    assert (mine["z"], len(mine), mine.total()) == (0, 3, 5)
    assert mine.most_common() == theirs.most_common()
    assert mine.most_common(1) == theirs.most_common(1)


def test_an_ordered_dict_moves_and_takes_out_keys():
    """These are the methods that a dict lacks."""
    both = runtime.PlainDict({"a": 1.0, "b": 2.0, "c": 3.0}), collections.OrderedDict(a=1.0, b=2.0, c=3.0)
    for table in both:
        table.move_to_end("a")
        table.move_to_end("c", last=False)
        table.update({"d": 4.0})
    assert both[0] == both[1]
    assert both[0].copy() == both[1]
    assert list(both[0]) == list(both[1])
    assert [table.popitem() for table in both] == [("d", 4.0)] * 2
    assert [table.popitem(last=False) for table in both] == [("c", 3.0)] * 2
    assert repr(both[0]) == "{'b': 2.0, 'a': 1.0}"


def test_deques_are_equal_where_their_values_are():
    """As those of the library."""
    assert runtime.PlainDeque([1.0]) == runtime.PlainDeque([1.0])
    assert repr(runtime.PlainDeque([1.0])) == "deque([1.0])"
