"""Intervals without requests."""

import pytest

from cladpy.planning.intervals import Intervals


def lines_off(text):
    """Return the lines whose first column lies in an interval."""
    off = Intervals.of(text)
    return [number for number in range(1, text.count("\n") + 1) if off.contain((number, 0))]


def test_lines_between_the_comments_are_off():
    """Before and after are not; two intervals are two."""
    text = "a\n# cladpy: off\nb\nc\n# cladpy: on\nd\n# cladpy: off\ne\n# cladpy: on\nf\n"
    assert lines_off(text) == [2, 3, 4, 7, 8]


def test_interval_that_is_not_closed_goes_to_the_end():
    """Also where the last line has no end."""
    assert lines_off("a\n# cladpy: off\nb\nc\n") == [2, 3, 4]
    assert Intervals.of("# cladpy: off\nb").contain((2, 0))


def test_comment_after_code_begins_there():
    """What stands before it on the line is not off."""
    off = Intervals.of("f()  # cladpy: off\ng()\nh()  # cladpy: on\nk()\n")
    assert [off.contain(place) for place in ((1, 0), (2, 0), (3, 0), (4, 0))] == [False, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "x = '# cladpy: off'\ny\n",
        'x = """\n# cladpy: off\n"""\ny\n',
        "# cladpy: office hours\ny\n",
        "# see cladpy: off\ny\n",
        "# cladpy: on\ny\n",
        "y\n",
        "",
    ],
)
def test_other_text_switches_nothing(text):
    """Strings and sentences are not comments of that form."""
    assert lines_off(text) == []


@pytest.mark.parametrize("comment", ["#cladpy:off", "#  cladpy:  off  ", "    # cladpy: off"])
def test_spaces_do_not_matter(comment):
    """Nor does indentation."""
    assert lines_off(f"if 1:\n    a\n{comment}\nb\n") in ([3, 4], [4])


def test_switching_off_twice_is_once():
    """The first ``on`` ends the interval."""
    assert lines_off("# cladpy: off\na\n# cladpy: off\nb\n# cladpy: on\nc\n") == [1, 2, 3, 4]
