"""Modules that are read when they are first looked at."""

from pathlib import Path

import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.static.lazy_module import LazyModule, new_module
from cladpy.frontend.static.unresolved import Unresolved


def test_file_is_read_at_the_first_look_and_once(tmp_path):
    """Its own name and place need no look."""
    looks = []

    def fill(module):
        looks.append(module.__name__)
        vars(module)["x"] = 3

    module = LazyModule(tmp_path / "side.py", fill)
    assert (module.__name__, module.__file__, looks) == ("side", str(tmp_path / "side.py"), [])
    assert (module.x, module.x, looks) == (3, 3, ["side"])
    with pytest.raises(AttributeError, match="binds no name 'y'"):
        module.y  # noqa: B018
    assert looks == ["side"]


def test_names_of_a_file_that_cannot_be_read_are_unresolved(tmp_path):
    """Protocols are not looked for in vain."""

    def fail(module):
        raise CladpyError("C304", "no such file")

    module = LazyModule(tmp_path / "side.py", fail)
    assert isinstance(module.x, Unresolved)
    assert "no such file" in repr(module.x)
    assert not hasattr(module, "__wrapped__")


def test_cycle_of_imports_sees_what_is_bound_so_far(tmp_path):
    """A module that is being read is not read again."""

    def fill(module):
        vars(module)["seen"] = hasattr(module, "later")
        vars(module)["later"] = 1

    assert LazyModule(tmp_path / "side.py", fill).seen is False


def test_package_of_a_module():
    """As Python has it, for relative imports."""
    assert new_module(Path("/nowhere/model.py")).__package__ == ""
