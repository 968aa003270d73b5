"""Options of the backend while cladpy's functions are compiled."""

import sys
from types import SimpleNamespace

import pytest

from cladpy.execute.overlap_checks import overlap_checks_inside


@pytest.fixture
def backend(monkeypatch):
    """Return a backend that notes what is set."""
    noted = SimpleNamespace(llvm_version_info=(20, 1, 8), options=[])
    noted.set_option = lambda _, option: noted.options.append(option)
    monkeypatch.setitem(sys.modules, "llvmlite.binding", noted)
    return noted


def test_the_option_lasts_as_long_as_the_block(backend):
    """The process is left as it was."""
    with overlap_checks_inside():
        assert backend.options == ["-hoist-runtime-checks=false"]
    assert backend.options == ["-hoist-runtime-checks=false", "-hoist-runtime-checks=true"]


def test_the_option_is_reset_where_compiling_fails(backend):
    """Also by an exception."""
    with pytest.raises(ValueError, match="no"), overlap_checks_inside():
        raise ValueError("no")
    assert backend.options[-1] == "-hoist-runtime-checks=true"


@pytest.mark.parametrize("version", [(15, 0, 7), (99, 0, 0)])
def test_other_versions_are_left_alone(backend, version):
    """An option that is not known could end the process."""
    backend.llvm_version_info = version
    with overlap_checks_inside():
        pass
    assert backend.options == []


def test_nothing_is_done_without_the_backend(monkeypatch):
    """It is not imported for this."""
    monkeypatch.delitem(sys.modules, "llvmlite.binding", raising=False)
    with overlap_checks_inside():
        assert "llvmlite.binding" not in sys.modules
