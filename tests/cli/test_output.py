"""Text on a terminal, in a pipe and in a file."""

import io
import stat
import sys
from types import SimpleNamespace

import pytest

from cladpy.cli import output
from cladpy.errors import CladpyError


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Make standard output a terminal with colours."""
    stream = Terminal()
    monkeypatch.setattr(output, "sys", SimpleNamespace(stdout=stream, stderr=stream))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return stream


SOURCE = "\n\ndef f(x):\n    return 'é'\n"


def test_text_is_plain_in_a_pipe(capsys):
    """Byte for byte."""
    output.write_source(SOURCE, None, overwrite=False)
    assert capsys.readouterr().out == SOURCE


def test_text_is_highlighted_on_a_terminal(terminal):
    """With colours, and the same text without them."""
    pytest.importorskip("pygments")
    output.write_source(SOURCE, None, overwrite=False)
    assert "\x1b[" in terminal.getvalue()
    assert "return" in terminal.getvalue()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_declined(terminal, monkeypatch, name, value):
    """By the usual variables."""
    monkeypatch.setenv(name, value)
    output.write_source(SOURCE, None, overwrite=False)
    assert terminal.getvalue() == SOURCE


def test_text_is_plain_without_pygments(terminal, monkeypatch):
    """It is optional."""
    monkeypatch.setitem(sys.modules, "pygments", None)
    output.write_source(SOURCE, None, overwrite=False)
    assert terminal.getvalue() == SOURCE


def test_errors_are_coloured_on_a_terminal(terminal):
    """As the source is."""
    output.write_error(CladpyError("C305", "bad"))
    assert "\x1b[" in terminal.getvalue()


def test_errors_are_plain_in_a_pipe(capsys):
    """Text first."""
    output.write_error(CladpyError("C305", "bad"))
    assert capsys.readouterr().err == "error[C305]: bad\n"


def test_file_has_the_text_and_ordinary_permissions(tmp_path):
    """A draft made for oneself alone would keep its own."""
    plain, written = tmp_path / "plain", tmp_path / "written"
    plain.write_text("")
    output.write_source(SOURCE, written, overwrite=False)
    assert written.read_bytes() == SOURCE.encode()
    assert stat.S_IMODE(written.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_file_that_appears_meanwhile_is_kept(tmp_path):
    """The last step itself does not overwrite."""
    file = tmp_path / "out.py"
    file.write_text("mine")
    with pytest.raises(CladpyError, match="exists"):
        output.write_source(SOURCE, file, overwrite=False)
    assert [each.name for each in tmp_path.iterdir()] == ["out.py"]
    assert file.read_text() == "mine"


def test_file_system_without_links_is_written_all_the_same(tmp_path, monkeypatch):
    """Nor does it overwrite there."""

    def refuse(self, target):
        raise OSError("no links here")

    monkeypatch.setattr(output.Path, "hardlink_to", refuse)
    file = tmp_path / "out.py"
    output.write_source(SOURCE, file, overwrite=False)
    assert file.read_text(encoding="utf-8") == SOURCE
    with pytest.raises(CladpyError, match="exists"):
        output.write_source("other", file, overwrite=False)


def test_failure_leaves_the_old_file(tmp_path, monkeypatch):
    """Also under force, and no draft."""
    file = tmp_path / "out.py"
    file.write_text("mine")

    def refuse(self, target):
        raise PermissionError(13, "not allowed")

    monkeypatch.setattr(output.Path, "replace", refuse)
    with pytest.raises(CladpyError, match="not allowed"):
        output.write_source(SOURCE, file, overwrite=True)
    assert [each.name for each in tmp_path.iterdir()] == ["out.py"]
    assert file.read_text() == "mine"
