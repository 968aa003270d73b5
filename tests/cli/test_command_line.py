"""Arguments and exit status."""

import os
import subprocess
import sys

import pytest

from cladpy import pipeline
from cladpy.cli.command_line import parser


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["dump"], ["dump", "a.py", "--mode", "nonsense"], ["plan"]])
def test_arguments_of_the_wrong_form_are_argparse_errors(run, arguments, capsys):
    """Status 2, with the usage."""
    with pytest.raises(SystemExit, match="2"):
        run(*arguments)
    assert "usage: cladpy" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["dump", "--help"]])
def test_help_is_no_error(run, arguments, capsys):
    """Status 0, on standard output."""
    with pytest.raises(SystemExit, match="0"):
        run(*arguments)
    assert "cladpy" in capsys.readouterr().out


def test_every_command_has_a_function():
    """And nothing else is accepted."""
    commands = [["dump", "f"], ["plan", "f"], ["rules"], ["info"]]
    assert [parser().parse_args(each).command.__name__ for each in commands] == ["dump", "plan", "rules", "info"]


def test_a_fault_of_cladpy_is_reported_as_one(write, given, run, monkeypatch):
    """With the traceback and what to do about it."""

    def fail(*_, **_more):
        raise AssertionError("surprise")

    monkeypatch.setattr(pipeline, "generate_static", fail)
    write(model="def f(x): return x\n")
    result = run("dump", "model.py:f")
    assert (result.status, result.out) == (1, "")
    assert "Traceback" in result.err
    assert "error[C901]: AssertionError: surprise" in result.err
    assert "cladpy info" in result.err


def test_module_runs_as_a_command():
    """``python -m cladpy`` is the command."""
    done = subprocess.run([sys.executable, "-m", "cladpy", "info"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("cladpy ")


@pytest.mark.skipif(os.name == "nt", reason="pipes are closed otherwise there")
def test_a_reader_that_stops_early_is_no_fault():
    """``cladpy rules | head -1`` says nothing on standard error."""
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "cladpy", "rules"], stdout=write, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, "")
