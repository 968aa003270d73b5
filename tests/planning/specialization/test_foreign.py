"""Texts of other functions in terms of the primal's names."""

import pytest

from cladpy.analyses.facts import FactTable
from cladpy.planning.function_facts import FunctionFacts
from cladpy.planning.specialization.foreign import default_values, foreign_closure
from cladpy.planning.specialization.scene import Scene
from cladpy.request import Options
from tests.stages import define, module, print_tree

OTHER = module("RATE = 3.0\n\ndef scaled(x, k=2.0, *, table=(1.0, 2.0)):\n    return np.sin(x) * RATE * len(table)\n")


@pytest.fixture
def scene():
    """Return the scene of a function of another module."""
    function = define("RATE = 1.0\n\ndef f(x, sin):\n    y = x * RATE\n    return y\n")
    known = FunctionFacts(Options())
    prepared = known.prepare(function)
    return Scene(prepared, FactTable({}, {}), known.resolver(prepared), known.prepare)


def test_globals_of_the_other_module_get_names(scene):
    """Modules and builtins are the same in both."""
    closure = foreign_closure(scene, OTHER.scaled)
    assert print_tree(closure.body[0]) == "return np.sin(x) * RATE_2 * len(table)\n"
    assert scene.namespace.lookup("RATE_2") == 3.0
    assert closure.bound == {"x", "k", "table"}
    assert closure.source.name == "scaled"


def test_defaults(scene):
    """Literals are written, other values named."""
    found = {name: print_tree(value) for name, value in default_values(scene, OTHER.scaled).items()}
    assert found == {"k": "2.0", "table": "scaled_table"}
    assert scene.namespace.lookup("scaled_table") == (1.0, 2.0)
