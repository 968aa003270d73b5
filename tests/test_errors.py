"""Tests of the error type and of the text that a user reads."""

import pickle
from pathlib import Path

import pytest

from cladpy.errors import CODES, CladpyError, Location

MODEL = ("def loss(w, x):", "    u = x @ w", "    s = mylib.solve(u)", "    return s")


def an_error(location, **details):
    return CladpyError("C201", "mylib.solve has no derivative rule", location=location, **details)


def test_whole_text_of_an_error():
    """Header, excerpt with carets and label, notes and hint stand as the design shows them."""
    error = an_error(
        Location("model.py", 3, 9, 3, 23, MODEL),
        label="'u' is active: it depends on 'w' (line 2)",
        notes=["needed to differentiate 'loss' with respect to 'w' (requested at train.py:3)"],
        hint="cut the dependency: cladpy.stop_adjoint(u)",
    )
    expected = """\
model.py:3:9: error[C201]: mylib.solve has no derivative rule
    2 |     u = x @ w
    3 |     s = mylib.solve(u)
      |         ^^^^^^^^^^^^^^ 'u' is active: it depends on 'w' (line 2)
note: needed to differentiate 'loss' with respect to 'w' (requested at train.py:3)
hint: cut the dependency: cladpy.stop_adjoint(u)"""
    assert expected == str(error)


def test_error_without_location_has_no_excerpt():
    """A request that comes from nowhere still says what is wrong and what to type."""
    error = CladpyError("C301", "loss has no parameter 'wt'", notes=["one", "two"], hint="did you mean 'w'?")
    expected = "error[C301]: loss has no parameter 'wt'\nnote: one\nnote: two\nhint: did you mean 'w'?"
    assert expected == str(error)


def test_location_without_text_has_no_excerpt():
    """Where the file's text is not at hand the place alone is named."""
    assert str(an_error(Location("m.py", 3, 9, 3, 23))) == "m.py:3:9: error[C201]: mylib.solve has no derivative rule"


def test_first_line_has_no_line_before_it():
    """An error on line 1 shows that line alone."""
    error = an_error(Location("m.py", 1, 5, 1, 9, MODEL))
    assert str(error).splitlines()[1:] == ["    1 | def loss(w, x):", "      |     ^^^^"]


def test_blank_line_before_is_left_out():
    """An empty line says nothing about its neighbour."""
    error = an_error(Location("m.py", 2, 1, 2, 2, ("", "x")))
    assert str(error).splitlines()[1:] == ["    2 | x", "      | ^"]


def test_span_of_several_lines_is_marked_to_the_end_of_the_first():
    """The carets of a call over two lines end where its first line ends."""
    error = an_error(Location("m.py", 1, 5, 2, 6, ("y = f(a,  ", "      b)")))
    assert str(error).splitlines()[1:] == ["    1 | y = f(a,", "      |     ^^^^"]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("  y = f(  # why", "  ^^^^^^"),
        ("  y = f('#',", "  ^^^^^^^^^^"),
        ("  it's", "  ^^^^"),
        ("  class A:  # B", "  ^^^^^^^^"),
    ],
)
def test_comment_is_not_marked(line, marked):
    """A span that goes on in the next line ends before the comment, whatever else stands in the line."""
    error = an_error(Location("m.py", 1, 3, 2, 2, (line, "b)")))
    assert str(error).splitlines()[2] == f"      | {marked}"


def test_empty_span_gets_one_caret():
    """There is always something to look at."""
    assert str(an_error(Location("m.py", 1, 3, 1, 3, ("a b",)))).splitlines()[2] == "      |   ^"


def test_tabs_are_expanded_and_carets_follow():
    """Tab stops are four columns apart, counted from the start of the user's line."""
    error = an_error(Location("m.py", 1, 2, 1, 7, ("\ty\t= f",)))
    assert str(error).splitlines()[1:] == ["    1 |     y   = f", "      |     ^^^^^^^"]


def test_wide_and_combining_characters_shift_carets_by_their_width():
    """A caret stands under its character on a terminal."""
    wide = an_error(Location("m.py", 1, 5, 1, 6, ("値 = x",)))
    combining = an_error(Location("m.py", 1, 6, 1, 7, ("e\u0301 = x",)))
    assert str(wide).splitlines()[2] == "      |      ^"
    assert str(combining).splitlines()[2] == "      |     ^"


def test_file_below_the_working_directory_is_shown_relative(tmp_path, monkeypatch):
    """The path is what the user would type."""
    monkeypatch.chdir(tmp_path)
    file = str(tmp_path / "pkg" / "model.py")
    assert str(an_error(Location(file, 3, 9, 3, 23))).startswith(str(Path("pkg", "model.py")) + ":3:9: ")


def test_file_elsewhere_is_shown_whole(tmp_path, monkeypatch):
    """A file above the working directory keeps its absolute path."""
    monkeypatch.chdir(tmp_path)
    file = str(tmp_path.parent / "model.py")
    assert str(an_error(Location(file, 3, 9, 3, 23))).startswith(file)


def test_error_pickles_with_all_its_parts():
    """A worker process hands its error to the parent unchanged, notes added later included."""
    error = an_error(Location("m.py", 1, 5, 1, 9, MODEL), label="here", notes=["why"], hint="what")
    error.add_note("in a worker")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert (copy.code, copy.message, copy.location) == (error.code, error.message, error.location)
    assert copy.__notes__ == ["in a worker"]


def test_color_only_adds_escapes():
    """Without its escapes the coloured text is the plain one."""
    error = an_error(Location("m.py", 1, 5, 1, 9, MODEL), notes=["why"], hint="what")
    colored = error.render(color=True)
    assert "\033[1;31m" in colored
    for escape in ("\033[1;31m", "\033[1;36m", "\033[1m", "\033[0m"):
        colored = colored.replace(escape, "")
    assert colored == str(error)


def test_unknown_code_is_a_fault_of_the_caller():
    """Only codes of the catalogue can be raised."""
    with pytest.raises(KeyError, match="C999"):
        CladpyError("C999", "no such code")


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_its_family_and_a_meaning(code):
    """Codes are C, a digit of the five families and two digits; a meaning is one line."""
    assert code[0] == "C"
    assert code[1] in "12349"
    assert code[2:].isdigit()
    assert CODES[code].strip()
    assert "\n" not in CODES[code]
