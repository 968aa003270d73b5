"""Whole generated texts, as ``--update-golden`` has written them and a reader has read them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cladpy import check_gradient
from tests.golden.texts import FOLDER, NAMES, Golden

ROOT = Path(__file__).parent.parent
RUFF = Path(sys.executable).with_name("ruff")
needs_ruff = pytest.mark.skipif(not RUFF.exists() and shutil.which("ruff") is None, reason="ruff is not installed")


@pytest.fixture(params=NAMES)
def golden(request):
    """Return each program in turn."""
    return Golden.of(request.param)


def test_the_text_is_the_expected_one(golden, update_golden):
    """Character by character."""
    if update_golden:
        golden.expected.write_text(golden.text(), encoding="utf-8")
    assert golden.expected.read_text(encoding="utf-8") == golden.text()


def test_the_expected_text_computes_the_gradient(golden):
    """The module runs by itself, beside what the user's module defines, and agrees with central differences."""
    namespace = dict(vars(golden.module))
    exec(compile(golden.expected.read_text(encoding="utf-8"), golden.expected.name, "exec"), namespace)
    arguments = golden.arguments()
    wrt = tuple(golden.module.WRT.split(", "))
    name = f"{golden.primal.__name__}_grad_{'_'.join(wrt)}"

    def derivative(*args):
        if golden.hands_out:
            adjoints = {}
            namespace[name](*args, adjoints.__setitem__)
            return tuple(adjoints[each] for each in wrt)
        found = namespace[name](*args)
        return structured(found if len(wrt) > 1 else (found,), args)

    check_gradient(golden.primal, arguments, wrt, derivative=derivative)


def structured(adjoints, arguments):
    """Return adjoints with those of objects, which generated code gives as tuples, as objects again."""
    kinds = [type(argument) if hasattr(argument, "__dataclass_fields__") else None for argument in arguments]
    return tuple(adjoint if kind is None else kind(*adjoint) for adjoint, kind in zip(adjoints, kinds, strict=False))


@pytest.fixture
def ruff(tmp_path):
    """Return a function that runs ruff on the expected texts, with nothing of this project's around."""

    def run(*arguments):
        program = str(RUFF) if RUFF.exists() else "ruff"
        command = [program, *arguments, "--isolated", "--no-cache", "--line-length", "100"]
        texts = map(str, FOLDER.glob("*/expected.py"))
        return subprocess.run([*command, *texts], capture_output=True, text=True, check=False, cwd=tmp_path)

    return run


@needs_ruff
def test_the_texts_pass_the_default_rules(ruff):
    """No unused import, no undefined or unused name."""
    done = ruff("check")
    assert done.returncode == 0, done.stdout


@needs_ruff
def test_the_texts_are_formatted(ruff):
    """At a width of 100 columns the formatter changes nothing."""
    done = ruff("format", "--diff")
    assert done.returncode == 0, done.stdout


def test_the_texts_do_not_depend_on_the_order_of_sets():
    """Other seeds of Python's hashes give the same bytes."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen(
            [sys.executable, str(FOLDER / "texts.py")],
            env=environment | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2024")
    ]
    texts = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert texts[0] == texts[1] == texts[2]
    assert texts[0].count("---- reverse sweep ----") == len(NAMES)


def test_no_program_is_left_without_a_text():
    """And no text without its program."""
    assert NAMES == sorted(path.parent.name for path in FOLDER.glob("*/expected.py"))
    assert np.unique(NAMES).size == len(NAMES)
