"""Derivatives travel between processes: by name, by their primal's name, or with the primal's source."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cladpy import gradient, pullback, value_and_gradient
from cladpy.execute.pickling import Origins, found_under, modules_by_value, origins_of, restore

PACKAGE = Path(__file__).parents[2]

MODEL = '''\
"""A user's module."""

import numpy as np
from cladpy import gradient, pullback, value_and_gradient

SCALE = 3.0


def helper(x):
    return x * x


def loss(w, x):
    return np.sum(helper(w) * x) * SCALE


d_loss = gradient(loss, "w")


@gradient("w")
def decorated(w, x):
    return np.sum(w * w * x)


class Model:
    def __init__(self, rate):
        self.rate = rate

    @gradient("x")
    def d_named(self, x):
        return x * x * self.rate

    @gradient
    def d_every(self, x):
        return x * x * self.rate

    def plain(self, x):
        return x * x * self.rate

    @classmethod
    def of_class(cls, x):
        return x * x

    @staticmethod
    def of_nothing(x):
        return x * x


def enclosing():
    factor = 5.0

    def inner(x):
        return helper(x) * factor

    return gradient(inner, "x")


in_closure = enclosing()
of_lambda = gradient(lambda x: helper(x) * SCALE, "x")
'''

# What is pickled, as an expression in the module's names, and what it gives; w = x = [1., 2.].
CASES = {
    "d_loss": ("d_loss", "(w, x)", "[6.0, 24.0]"),
    "decorated": ("decorated", "(w, x)", "[2.0, 8.0]"),
    "under a taken name": ('value_and_gradient(decorated.primal, "w")', "(w, x)", "(9.0, [2.0, 8.0])"),
    "pullback": ('pullback(loss, "w")', "(w, x, 2.0)", "[12.0, 48.0]"),
    "aux and options": (
        'gradient(loss, ("w",), tbr=False, assume_unselected_inactive=True)', "(w, x)", "([6.0, 24.0],)"
    ),
    "function of a class": ("Model.d_named", "(Model(2.0), 3.0)", "12.0"),
    "decorated method": ("Model(2.0).d_named", "(3.0,)", "12.0"),
    "decorated method, every": ("Model(2.0).d_every", "(3.0,)", "(12.0,)"),
    "method": ("gradient(Model(2.0).plain)", "(3.0,)", "(12.0,)"),
    "class method": ('gradient(Model.of_class, "x")', "(3.0,)", "6.0"),
    "static method": ('gradient(Model.of_nothing, "x")', "(3.0,)", "6.0"),
    "second derivative": ('gradient(gradient(Model.of_nothing, "x"), "x")', "(3.0,)", "2.0"),
}  # fmt: skip
BY_VALUE = {
    "closure": ("in_closure", "(3.0,)", "30.0"),
    "lambda": ("of_lambda", "(3.0,)", "18.0"),
}

WRITE = """
import pathlib, pickle, {pickler} as pickler

pickled = {{name: pickler.dumps(eval(expression)) for name, (expression, _, _) in {cases!r}.items()}}
pathlib.Path("../pickled").write_bytes(pickle.dumps(pickled))
"""

READ = """
import pathlib, pickle
import numpy as np
{imports}
w = x = np.array([1.0, 2.0])


def listed(value):
    return tuple(map(listed, value)) if isinstance(value, tuple) else np.asarray(value).tolist()


pickled = pickle.loads(pathlib.Path("../pickled").read_bytes())
for name, (_, arguments, expected) in {cases!r}.items():
    try:
        derivative = pickle.loads(pickled[name])
        result = listed(derivative(*eval(arguments)))
        assert "def " in derivative.source
        print(name, "ok" if result == eval(expected) else result, sep=": ")
    except Exception as error:
        print(name, repr(error).replace(chr(10), " "), sep=": ")
"""


def run(script, folder):
    """Run a script as a program of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "script.py").write_text(script)
    search = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": search, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def arrived(tmp_path_factory):
    """Return what each case gives in another process; the main program's file is gone by then."""
    outcomes = {}

    def travel(pickler, *, as_main):
        if (pickler, as_main) not in outcomes:
            folder = tmp_path_factory.mktemp("travel")
            here, there = folder / "here", folder / "there"
            here.mkdir()
            there.mkdir()
            cases = CASES if pickler == "pickle" else CASES | BY_VALUE
            if not as_main:
                for place in (here, there):
                    (place / "model.py").write_text(MODEL)
            run((MODEL if as_main else "from model import *\n") + WRITE.format(pickler=pickler, cases=cases), here)
            (here / "script.py").unlink()
            imports = OBJECT if as_main else "from model import Model"
            lines = run(READ.format(imports=imports, cases=cases), there).splitlines()
            outcomes[pickler, as_main] = dict(line.split(": ", 1) for line in lines)
        return outcomes[pickler, as_main]

    return travel


OBJECT = "from types import SimpleNamespace\n\nModel = lambda rate: SimpleNamespace(rate=rate)"


@pytest.mark.parametrize("name", CASES)
def test_what_can_be_imported(name, arrived):
    """Pickle carries names; the module is imported where they arrive."""
    assert arrived("pickle", as_main=False)[name] == "ok"


@pytest.mark.parametrize("name", [*CASES, *BY_VALUE])
def test_cloudpickle_from_the_main_program(name, arrived):
    """Cloudpickle carries functions of the main program by value; their source travels along."""
    pytest.importorskip("cloudpickle")
    assert arrived("cloudpickle", as_main=True)[name] == "ok"


@pytest.mark.parametrize("name", [*CASES, *BY_VALUE])
def test_cloudpickle_from_a_module(name, arrived):
    """What can be imported is, and the rest travels by value."""
    pytest.importorskip("cloudpickle")
    assert arrived("cloudpickle", as_main=False)[name] == "ok"


SPAWN = """
import multiprocessing

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        w, x = np.array([1.0, 2.0]), np.array([1.0, 2.0])
        for derivative in (d_loss, decorated):
            print(pool.apply(derivative, (w, x)).tolist())
        print(pool.apply(Model(2.0).d_every, (3.0,)), pool.apply(gradient(Model(2.0).plain, "x"), (3.0,)))
        for derivative in (of_lambda, in_closure):
            try:
                pool.apply(derivative, (3.0,))
            except Exception as error:
                words = ("cannot be imported from '__main__'", "cloudpickle")
                print(type(error).__name__, *(word in str(error) for word in words))
"""


def test_spawned_processes(tmp_path):
    """A pool of spawned processes runs derivatives of the main program; lambdas and closures are a PicklingError."""
    assert run(MODEL + SPAWN, tmp_path).splitlines() == [
        "[6.0, 24.0]",
        "[2.0, 8.0]",
        "(12.0,) 12.0",
        "PicklingError True True",
        "PicklingError True True",
    ]


# ---- within this process ----


def loss(w, x):
    return np.sum(w * w * x)


d_loss = gradient(loss, "w")


@value_and_gradient
def decorated(x):
    return x * x


def test_a_derivative_under_its_own_name_is_found_again():
    """It is the same object."""
    assert pickle.loads(pickle.dumps(decorated)) is decorated


def test_a_derivative_of_an_importable_primal_is_made_again():
    """It is an equal request for the same primal."""
    again = pickle.loads(pickle.dumps(d_loss))
    assert again is not d_loss
    assert again.primal is loss
    assert again.request == d_loss.request


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_each_protocol(protocol):
    """Old protocols serve as well."""
    assert pickle.loads(pickle.dumps(decorated, protocol)) is decorated
    assert pickle.loads(pickle.dumps(pullback(loss, "w", tbr=False), protocol)).request.options.tbr is False


def test_a_lambda_cannot_be_pickled():
    """The error says why, and what to do."""
    with pytest.raises(pickle.PicklingError, match="define it at the top of a module, or use cloudpickle"):
        pickle.dumps(gradient(lambda x: x * x, "x"))


def test_a_name_that_means_something_else():
    """A primal that is no longer what its name means cannot be imported."""

    def loss(w, x):
        return np.sum(w * x)

    loss.__qualname__ = "loss"
    with pytest.raises(pickle.PicklingError, match="'loss' cannot be imported"):
        pickle.dumps(gradient(loss, "w"))


def test_the_pickler_is_told_by_its_frame():
    """Without cloudpickle at work, no module travels by value."""
    assert modules_by_value() == frozenset()
    assert found_under(loss) is loss
    assert origins_of(loss, frozenset()) == Origins()


def test_origins_follow_names_cells_and_classes():
    """Each function that travels by value is listed with its file, once; what is imported is not."""

    class Holder:
        @property
        def value(self):
            return helper(1.0)

    def helper(x):
        return x

    def primal(x):
        return helper(x) * Holder().value + loss(x, x)

    origins = origins_of(primal, frozenset({"nowhere"}))
    assert {function.__name__ for function, _ in origins.functions} == {"primal", "helper", "value"}
    assert list(origins.texts) == [__file__]


def test_a_text_that_differs_from_the_file_is_kept_apart():
    """Where another text has the file's name, the one that travelled gets a name of its own."""

    def primal(x):
        return [x for _ in range(3)]

    restore(Origins(((primal, __file__),), {__file__: "other = 1\n"}))
    assert primal.__code__.co_filename == f"<{__file__} as it was pickled>"
    restore(Origins(((primal, "nowhere.py"),), {"nowhere.py": "other = 2\n"}))
    assert primal.__code__.co_filename == "nowhere.py"
