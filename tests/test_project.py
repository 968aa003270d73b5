"""The tests mirror the package, and no file holds what must not be published."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cladpy"
TESTS = ROOT / "tests"

# Modules without a test file of their own, and why.
SWEEPS = "a part of the sweeps, tested by whole programs in tests/programs and tests/inplace"
COMPILED = "compiled by numba, tested by whole programs in tests/jit"
NOT_MIRRORED = {
    "cladpy/runtime/numba/arrangement.py": COMPILED,
    "cladpy/runtime/numba/complex_parts.py": COMPILED,
    "cladpy/runtime/numba/containers.py": COMPILED,
    "cladpy/runtime/numba/elementwise.py": COMPILED,
    "cladpy/runtime/numba/interpolation.py": COMPILED,
    "cladpy/runtime/numba/shapes.py": COMPILED,
    "cladpy/runtime/numba/storage.py": COMPILED,
    "cladpy/rules/complex_operands.py": "draws the operands of every rule's test with complex operands",
    "cladpy/__main__.py": "calls cladpy.cli, which is tested as a command",
    "cladpy/transform/forward_sweep.py": SWEEPS,
    "cladpy/transform/mirrors.py": SWEEPS,
    "cladpy/transform/pullback_transformer.py": SWEEPS,
    "cladpy/transform/record_slots.py": SWEEPS,
    "cladpy/transform/reverse_calls.py": SWEEPS,
    "cladpy/transform/reverse_containers.py": SWEEPS,
    "cladpy/transform/reverse_rules.py": SWEEPS,
    "cladpy/transform/stored_regions.py": SWEEPS,
    "cladpy/transform/stores_reversed.py": SWEEPS,
    "cladpy/transform/updates_reversed.py": SWEEPS,
    "cladpy/transform/recording.py": SWEEPS,
    "cladpy/transform/needs.py": SWEEPS,
    "cladpy/transform/typed_adjoints.py": "tested by whole programs in tests/jit",
}

TEXT_SUFFIXES = {"", ".cfg", ".md", ".py", ".toml", ".txt"}
LEFT_OVER = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX")) + r")\b")
DISK_PATH = re.compile(r"(?<![\w.~$)}/\\-])/(home|root|work|tmp|Users|mnt|opt|usr/(?!bin/env))\b")


def modules() -> list[Path]:
    """Return the package's modules that need a test file."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != "__init__.py"]


def mirror_of(module: Path) -> list[Path]:
    """Return where a module's tests may stand: cladpy/a/b/c.py in tests/a/test_b_c.py or tests/a/b/test_c.py."""
    *folders, name = module.relative_to(PACKAGE).with_suffix("").parts
    candidates = [TESTS.joinpath(*folders, f"test_{name}.py")]
    if len(folders) > 1:
        candidates.append(TESTS.joinpath(folders[0], f"test_{'_'.join([*folders[1:], name])}.py"))
    return candidates


def texts() -> list[Path]:
    """Return the text files of the project."""
    top = [path for path in ROOT.iterdir() if path.is_file() and path.name != "LICENSE"]
    folders = [".ci", "bench", "cladpy", "examples", "tests"]
    inner = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return sorted(path for path in top + inner if path.suffix in TEXT_SUFFIXES and "__pycache__" not in path.parts)


def relative(path: Path) -> str:
    """Return a path as a test id."""
    return path.relative_to(ROOT).as_posix()


def test_each_module_has_a_test_file():
    """Every module is mirrored in tests/, or excused with a reason."""
    others = [module for module in modules() if relative(module) not in NOT_MIRRORED]
    missing = [module for module in others if not any(path.is_file() for path in mirror_of(module))]
    assert [relative(mirror_of(module)[0]) for module in missing] == []


def test_excuses_are_for_modules_that_exist():
    """No excuse outlives its module."""
    assert [name for name in NOT_MIRRORED if not (ROOT / name).is_file() and (PACKAGE / "cli.py").is_file()] == []


def test_texts_are_fit_to_publish():
    """No note of unfinished work and no path of one machine's disk stands in a file."""
    offending = [
        f"{relative(path)}:{number}: {line}"
        for path in texts()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if LEFT_OVER.search(line) or (DISK_PATH.search(line) and "DISK_PATH = " not in line)
    ]
    assert offending == []


def test_each_test_says_what_it_shows():
    """Every test function has a docstring of one line."""
    tests = [
        (relative(path), node)
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    silent = [(path, node.name) for path, node in tests if len((ast.get_docstring(node) or "").splitlines()) != 1]
    assert silent == []
