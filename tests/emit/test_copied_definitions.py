"""What a printed module copies of the user's files."""

import gast
import pytest

from cladpy.emit.copied_definitions import copied_definitions
from cladpy.emit.generated_module import merged_imports
from cladpy.emit.printer import print_tree
from cladpy.frontend.namespace import Namespace, RenamedGlobal
from cladpy.frontend.static_module import load_static


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Return a function that writes files and gives the namespaces of their functions called f."""
    monkeypatch.chdir(tmp_path)

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.py").write_text(text)
        return {name: Namespace(_function_f(str(tmp_path / f"{name}.py"))) for name in texts}

    return write


def _function_f(path):
    module = load_static(path)
    return module.function(module.reference("f"))


def copied(owners, identifiers=()):
    """Return the text of what is copied."""
    found = copied_definitions(owners, set(identifiers))
    return print_tree(gast.Module([*merged_imports(found.imports), *found.definitions], []))


def test_constants_functions_and_what_they_read(files):
    """Callees first; annotations and comments are left out, and so is what nothing names."""
    model = files(
        model="import numpy as np\nfrom scipy import special as s\n\nRATE: float = 0.5  # of cooling\nunused = 3\n\n"
        "def inner(n):\n    return n * RATE * s.e\n\ndef f(n: int, k=RATE) -> float:\n    return inner(n) + np.sum(k)\n"
    )["model"]
    assert copied({"f": model}, ["np"]) == (
        "import numpy as np\nfrom scipy import special as s\n\nRATE = 0.5\n\n\n"
        "def inner(n):\n    return n * RATE * s.e\n\n\n"
        "def f(n, k=RATE):\n    return inner(n) + np.sum(k)\n"
    )


def test_a_definition_takes_no_name_of_the_text(files):
    """What the text names keeps its name; what only a copied function reads may be renamed, itself included."""
    model = files(model="v_1 = 2.0\n\ndef f(x):\n    return x if x > v_1 else f(x + 1)\n")["model"]
    assert copied({"f": model}, ["v_1", "f"]) == (
        "v_1_2 = 2.0\n\n\ndef f(x):\n    return x if x > v_1_2 else f(x + 1)\n"
    )


def test_globals_of_two_files(files):
    """The names in the text tell them apart, in what is copied, too."""
    both = files(
        first="from second import g\nK = 2.0\n\ndef f(x):\n    return x * K\n",
        second="K = 3.0\n\ndef g(x):\n    return x * K\n\ndef f(x):\n    return g(x)\n",
    )
    owners = {"K": both["first"], "g": both["first"], "K_2": RenamedGlobal(both["second"], "K")}
    assert copied(owners) == "K = 2.0\nK_2 = 3.0\n\n\ndef g(x):\n    return x * K_2\n"


def test_a_name_that_is_bound_twice(files):
    """The value stands for it if it is known and plain; else the file is imported, and a comment says so."""
    model = files(model="N = 3\nN = N + 1\nT = [1.0]\nT.append(2.0)\n\ndef f(x):\n    return x * N * T[0]\n")["model"]
    text = copied({"N": model, "T": model})
    assert text.startswith("N = 4\n# T is bound in several places in model.py; this import runs that file\n")
    assert text.endswith("from model import T\n")


def test_cells(files):
    """A plain value of a function around is written down; for anything else a comment stands."""
    text = "def make(k):\n    rate = 0.5\n\n    def f(x):\n        return x * rate * k\n\n    return f\n"
    model = files(model=text)["model"]
    assert (
        copied({"rate": model, "k": model}) == "rate = 0.5\n# k is a variable of the function around make.<locals>.f\n"
    )


@pytest.mark.parametrize(
    "value", ["-0.0", "float('inf')", "float('-inf')", "1e-300", "-3", "True", "None", "'a'", "(1, [2.5, {'k': -1.0}])"]
)
def test_plain_values_are_written_exactly(files, value):
    """Also where no single statement binds them."""
    model = files(model=f"K = 1\nK = {value}\n\ndef f(x):\n    return K\n")["model"]
    names = {}
    exec(copied({"K": model}), names)
    assert repr(names["K"]) == repr(eval(value))


def test_decorators_of_rules_are_left_out(files):
    """The copied function is called, not differentiated."""
    decorators = "@cladpy.non_differentiable\n@functools.cache\n"
    model = files(model=f"import functools\nimport cladpy\n\n{decorators}def f(x):\n    return x\n")["model"]
    assert copied({"f": model}) == "import functools\n\n\n@functools.cache\ndef f(x):\n    return x\n"
