"""Tests of the errors C1xx where they stand: a comment on the offending line says what is expected.

``NAME.py`` in ``programs/`` holds the functions, ``NAME.txt`` the whole texts of their errors, as a user reads them.
"""

import re
import sys
from pathlib import Path

import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import function_source
from cladpy.frontend.source_file import parse_file, read_text
from cladpy.frontend.supported_syntax import TABLE

PROGRAMS = Path(__file__).parent / "programs"
FILES = sorted(path.stem for path in PROGRAMS.glob("*.py"))
EXPECTED = re.compile(r"# error\[(C\d+)\]: (.*)$")
NEEDS = {"c114": (3, 12)}


def errors_in(name):
    """Return the errors of all functions of a file that no other of its functions would report."""
    if sys.version_info < NEEDS.get(name, (3, 11)):
        pytest.skip("this Python cannot parse the file")
    text = read_text(str(PROGRAMS / f"{name}.py"))
    file = parse_file(text)
    errors = {}
    for definition in file.definitions:
        try:
            check_syntax(function_source(definition, file, f"{name}.py"))
        except CladpyError as error:
            errors.setdefault((error.location.line, error.code), error)
    return text, [errors[place] for place in sorted(errors)]


@pytest.mark.parametrize("name", FILES)
def test_errors_are_those_of_the_comments(name):
    """Each comment has its error, at its line, and no other line has one."""
    text, errors = errors_in(name)
    lines = enumerate(text.splitlines(), 1)
    expected = [(number, *match.groups()) for number, line in lines if (match := EXPECTED.search(line))]
    assert expected == [(error.location.line, error.code, error.message) for error in errors]


@pytest.mark.parametrize("name", FILES)
def test_whole_text_of_the_errors(name, update_golden):
    """Place, excerpt, carets, label and hint read as they are kept."""
    _, errors = errors_in(name)
    shown = "\n\n".join(str(error) for error in errors) + "\n"
    golden = PROGRAMS / f"{name}.txt"
    if update_golden:
        golden.write_text(shown)
    assert golden.read_text() == shown


def test_each_code_of_the_table_has_a_program():
    """An error that no program shows would be an error that nobody has read."""
    shown = {code for path in PROGRAMS.glob("c*.py") for code in re.findall(r"# error\[(C\d+)\]", path.read_text())}
    assert {syntax.refusal.code for syntax in TABLE if syntax.refusal} <= shown
