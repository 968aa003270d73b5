"""Tests of the catalogue of errors in the front end's README: complete, and true of its programs."""

import ast
import re
import runpy
import sys
from pathlib import Path

import pytest

from cladpy.errors import CODES, CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import function_source
from cladpy.frontend.refusals import REFUSALS
from cladpy.frontend.source_file import parse_file

README = Path(__file__).parents[2] / "cladpy" / "frontend" / "README.md"
SECTION = re.compile(r"^### (C\d+): (.*?)\n(.*?)(?=^##|\Z)", re.DOTALL | re.MULTILINE)
WITHOUT_PROGRAM = {"C100", "C401", "C901"}  # a later Python, a saved module, a fault: none can be shown in a few lines
NEEDS = {"C114": (3, 12)}
NEEDS_NUMBA = {"C410"}
CATALOGUE = {
    code: (title, re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    for code, title, text in SECTION.findall(README.read_text())
}
OF_THE_FENCE = sorted({refusal.code for refusal in REFUSALS.values()} - WITHOUT_PROGRAM)


def codes_of(program):
    """Return the codes with which the fence refuses functions of a program."""
    file = parse_file(program)
    codes = set()
    for definition in file.definitions:
        try:
            check_syntax(function_source(definition, file, "program.py"))
        except CladpyError as error:
            codes.add(error.code)
    return codes


def test_each_code_has_a_section_in_order():
    """A code that is raised can be looked up."""
    assert list(CODES) == list(CATALOGUE)


@pytest.mark.parametrize("code", CODES)
def test_titles_are_the_meanings_of_the_codes(code):
    """The catalogue and the code say the same; what stands in brackets may be left out."""
    assert CODES[code].partition(" (")[0] == CATALOGUE[code][0]


@pytest.mark.parametrize("code", [code for code in CODES if code not in WITHOUT_PROGRAM])
def test_each_section_has_a_failing_and_a_fixed_program(code):
    """What to write instead is shown, not described."""
    assert len(CATALOGUE[code][1]) == 2


@pytest.mark.parametrize("code", OF_THE_FENCE)
def test_fence_refuses_the_failing_program_alone(code):
    """The first program has the error of its section, the second none."""
    if sys.version_info < NEEDS.get(code, (3, 11)):
        pytest.skip("this Python cannot parse the program")
    failing, fixed = CATALOGUE[code][1]
    assert codes_of(failing) == {code}
    is_wrapper = any(isinstance(node, ast.AsyncFunctionDef) for node in ast.walk(ast.parse(fixed)))
    assert codes_of(fixed) == ({"C102"} if is_wrapper else set())


def outcome(program, path):
    """Run a program as a file; return the code of the error that it ends in, or None."""
    path.write_text(program)
    try:
        runpy.run_path(str(path), run_name="__main__")
    except CladpyError as error:
        return error.code
    return None


@pytest.mark.parametrize("code", [code for code in CODES if code not in WITHOUT_PROGRAM])
def test_the_programs_run_as_the_catalogue_says(code, tmp_path):
    """The first ends in the error of its section, the second in none."""
    if sys.version_info < NEEDS.get(code, (3, 11)):
        pytest.skip("this Python cannot parse the program")
    if code in NEEDS_NUMBA:
        pytest.importorskip("numba")
    failing, fixed = CATALOGUE[code][1]
    assert outcome(failing, tmp_path / "failing.py") == code
    assert outcome(fixed, tmp_path / "fixed.py") is None
