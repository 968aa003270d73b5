"""What the tests of the command share: files, the command run beside them, a pipeline that says what it is given."""

import textwrap
from types import SimpleNamespace

import pytest

from cladpy import pipeline
from cladpy.cli import main


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that writes files into the working directory of the test."""
    monkeypatch.chdir(tmp_path)

    def write_files(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
        return tmp_path

    return write_files


@pytest.fixture
def given(monkeypatch):
    """Return the list of what the pipeline is given; it answers with a comment."""
    calls = []

    def generate(function, request, facts, stage, **_more):
        known = {name: str(each) for name, each in facts.items()}
        calls.append(SimpleNamespace(function=function, request=request, facts=known, stage=stage))
        return f"# {request}"

    monkeypatch.setattr(pipeline, "generate_static", generate)
    return calls


@pytest.fixture
def run(capsys):
    """Return a function that runs the command and gives status, output and errors."""

    def run_command(*arguments):
        status = main([str(each) for each in arguments])
        captured = capsys.readouterr()
        return SimpleNamespace(status=status, out=captured.out, err=captured.err)

    return run_command
