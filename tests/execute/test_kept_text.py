"""Texts lie where the environment says, each by what compiled code depends on."""

from pathlib import Path

import pytest

from cladpy.execute.kept_text import FOLDER, folder, kept_text


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Keep nothing beyond a test."""
    monkeypatch.setenv(FOLDER, str(tmp_path))


def test_one_file_for_what_is_the_same(tmp_path):
    """A text with the same surroundings has one file."""
    path = kept_text("x = 1\n", "f_grad_x", ["int 3"])
    assert Path(path).read_text() == "x = 1\n"
    assert kept_text("x = 1\n", "f_grad_x", ["int 3"]) == path
    assert len({path, kept_text("x = 2\n", "f_grad_x", ["int 3"]), kept_text("x = 1\n", "f_grad_x", ["int 4"])}) == 3
    assert folder() == tmp_path


def test_settings_of_the_backend_count(monkeypatch):
    """Code that was compiled under others is not taken."""
    path = kept_text("x = 1\n", "f_grad_x", [])
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    assert kept_text("x = 1\n", "f_grad_x", []) != path


def test_the_users_folder_otherwise(monkeypatch):
    """Where the environment names none."""
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert folder() == Path("/somewhere/cladpy")
