"""Where modules lie, by path alone."""

import pytest

from cladpy.frontend.static.module_paths import find_module, module_name


@pytest.fixture
def tree(tmp_path):
    """Make a package with a subpackage, a namespace folder and a script."""
    for name in ("pack/__init__", "pack/inner", "pack/sub/__init__", "pack/sub/deep", "space/module", "script", "pack"):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("script.py", "script"),
        ("pack/__init__.py", "pack"),
        ("pack/sub/deep.py", "pack.sub.deep"),
        ("space/module.py", "module"),
    ],
)
def test_name_has_the_packages_around_a_file(tree, file, name):
    """A folder without ``__init__.py`` is no package."""
    assert module_name(tree / file) == name


@pytest.mark.parametrize(
    ("name", "level", "importer", "expected"),
    [
        ("pack", 0, "script.py", "pack/__init__.py"),
        ("pack.inner", 0, "script.py", "pack/inner.py"),
        ("space.module", 0, "script.py", "space/module.py"),
        ("space", 0, "script.py", None),
        ("absent", 0, "script.py", None),
        ("script", 0, "pack/sub/deep.py", "script.py"),
        ("deep", 0, "pack/sub/deep.py", "pack/sub/deep.py"),
        ("pack.sub", 0, "pack/inner.py", "pack/sub/__init__.py"),
        ("", 1, "pack/inner.py", "pack/__init__.py"),
        ("sub.deep", 1, "pack/inner.py", "pack/sub/deep.py"),
        ("inner", 2, "pack/sub/deep.py", "pack/inner.py"),
        ("", 2, "pack/sub/deep.py", "pack/__init__.py"),
        ("inner", 90, "pack/sub/deep.py", None),
    ],
)
def test_modules_are_found_as_python_would(tree, name, level, importer, expected):
    """Beside the importer, from the outermost package, or by leading dots."""
    assert find_module(name, level, tree / importer) == (tree / expected if expected else None)


def test_working_directory_is_searched_last(tree, tmp_path, monkeypatch):
    """As with ``python -m``."""
    monkeypatch.chdir(tree)
    assert find_module("script", 0, tmp_path / "elsewhere" / "other.py") == tree / "script.py"
