"""What the names in a module of generated functions mean."""

import gast
import numpy as np

from cladpy.emit.generated_module import Written, assembled, free_names
from cladpy.frontend.namespace import Namespace
from cladpy.runtime import own as own_of_the_runtime
from tests.stages import module


def written(text, program):
    """Return a function's tree, as it is in text where @ cannot be written, beside the globals of a program."""
    tree = gast.parse(text.replace("__of_the_user", "_OF_THE_USER")).body[0]
    for part in gast.walk(tree):
        if isinstance(part, gast.Name):
            part.id = part.id.replace("_OF_THE_USER", "@u")
    return Written(tree, Namespace(program.f))


def names(made, position=0):
    """Return the free names of one of the module's functions."""
    return sorted(free_names(made.trees[position]))


OWN = "def own(a):\n    return 3.0 * a\n\ndef f(x):\n    return own(x)\n"


def test_a_name_of_the_runtimes_that_is_also_the_users():
    """The user's is renamed where both occur in the module, and only there."""
    program = module(OWN)
    both = [written("def g(x):\n    return own(own__of_the_user(x))", program)]
    made = assembled(both, {})
    assert names(made) == ["own", "own_2"]
    assert made.globals["own_2"].lookup("own_2") is program.own
    assert [alias.name for each in made.imports() for alias in each.names] == ["own"]

    made = assembled([written("def g(x):\n    return own__of_the_user(x)", program)], {})
    assert names(made) == ["own"]
    assert made.globals["own"].lookup("own") is program.own is not own_of_the_runtime
    assert made.imports() == []


def test_a_new_name_is_none_that_a_function_has():
    """A local variable own_2 keeps its name."""
    program = module(OWN)
    made = assembled([written("def g(x, own_2):\n    return own(own__of_the_user(x)) + own_2", program)], {})
    assert names(made) == ["own", "own_3"]


def test_globals_of_two_modules():
    """The second module's is renamed; NumPy is the same in both."""
    first, second = (
        module("SCALE = 2.0\n\ndef f(x):\n    return x\n"),
        module("SCALE = 3.0\n\ndef f(x):\n    return x\n"),
    )
    text = "def g(x):\n    return np.sum(x) * SCALE"
    made = assembled([written(text, first), written(text, second)], {})
    assert (names(made, 0), names(made, 1)) == (["SCALE", "np"], ["SCALE_2", "np"])
    assert made.globals["SCALE_2"].lookup("SCALE_2") == 3.0
    assert made.globals["np"].lookup("np") is np
    assert [type(each).__name__ for each in made.imports()] == ["Import"]
