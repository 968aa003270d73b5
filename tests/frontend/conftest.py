"""What the tests of the front end share: programs in files, and the text under a node."""

import importlib.util
import textwrap

import pytest

from cladpy.frontend.find_source import function_source, location
from cladpy.frontend.source_file import parse_file


@pytest.fixture
def load(tmp_path):
    """Return a function that writes a module's text to a file and imports it."""

    def load_text(text, name="model", newline="\n"):
        path = tmp_path / f"{name}.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8", newline=newline)
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load_text


@pytest.fixture
def text_of():
    """Return a function that gives the text, on its first line, of a node of a source."""

    def text(node, source):
        place = location(node, source)
        line = source.lines[place.line - 1]
        return line[place.column - 1 : place.end_column - 1 if place.line == place.end_line else None]

    return text


@pytest.fixture
def source_of():
    """Return a function that gives the source of a function, by its place in a text, without running it."""

    def source(text, index=0):
        file = parse_file(textwrap.dedent(text))
        return function_source(file.definitions[index], file, "program.py")

    return source
