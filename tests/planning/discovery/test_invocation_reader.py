"""Calls and decorated definitions as requests."""

import ast

import pytest

from cladpy.planning.discovery.invocation_reader import InvocationReader, NotKnown
from cladpy.planning.discovery.parsed_file import ParsedFile


@pytest.fixture
def read(tmp_path):
    """Return a function that reads the last expression of a program."""

    def read_text(text):
        path = tmp_path / "model.py"
        path.write_text(f"from cladpy import gradient\ndef f(x, y): return x\n{text}\n")
        file = ParsedFile.read(path)
        return InvocationReader().read(file, file.tree.body[-1].value)

    return read_text


def test_a_call_becomes_a_request_and_its_primal(read):
    """The request names the function; the primal is the function itself."""
    made = read("gradient(f, ('x', 1), useful=False)")
    assert str(made.request) == 'gradient(f, "x, y", useful=False)'
    assert made.primal.reference == made.request.function


@pytest.mark.parametrize("text", ["f(1, 2)", "gradient('x')", "gradient", "print(gradient)"])
def test_other_expressions_make_no_request(read, text):
    """A decorator that is not applied is none."""
    assert read(text) is None


def test_what_only_a_run_can_tell_is_said(read):
    """As an exception of its own, which is no error of the user's."""
    with pytest.raises(NotKnown, match="the parameters asked for"):
        read("gradient(f, names)")


def test_the_decorator_of_a_definition_is_read(tmp_path):
    """Given apart from the definition, since a definition may have several."""
    path = tmp_path / "model.py"
    path.write_text("import cladpy\n@cladpy.gradient\n@cladpy.pullback('x')\ndef f(x): return x\n")
    file = ParsedFile.read(path)
    function = file.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    with pytest.raises(NotKnown, match="decorated with cladpy"):
        InvocationReader().read(file, function, function.decorator_list[0])
    made = InvocationReader().read(file, function, function.decorator_list[1])
    assert str(made.request) == 'pullback(f, "x")'
