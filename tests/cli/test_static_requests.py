"""What a command line means."""

import pytest

from cladpy.cli.static_requests import split_target


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("model.py", ("model.py", None)),
        ("model.py:loss", ("model.py", "loss")),
        ("a/b.py:Model.loss", ("a/b.py", "Model.loss")),
        ("C:/a/b.py", ("C:/a/b.py", None)),
        ("C:\\a\\b.py:f", ("C:\\a\\b.py", "f")),
        ("model.py:3", ("model.py:3", None)),
        ("model.py:", ("model.py:", None)),
    ],
)
def test_target_is_a_file_and_perhaps_a_function(target, expected):
    """A drive or a number after the colon is no function."""
    assert split_target(target) == expected


def test_a_file_whose_name_looks_like_both_is_a_file(tmp_path, monkeypatch):
    """What exists is meant."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py:loss").write_text("")
    assert split_target("model.py:loss") == ("model.py:loss", None)
