"""What steps look at and write with."""

import pytest

from cladpy.analyses.facts import FactTable
from cladpy.frontend.namespace import Namespace, RenamedGlobal
from cladpy.ir.expressions import constant, parse
from cladpy.ir.fact import FLOAT, NONE
from cladpy.planning.function_facts import FunctionFacts
from cladpy.planning.specialization.scene import Scene
from cladpy.request import Options
from tests.stages import block_text, define

PROGRAM = "rate = 2.0\nother = 3.0\n\ndef f(x, n):\n    y = (x + 1) * rate\n    return y\n"


@pytest.fixture
def scene():
    """Return the scene of a function."""
    known = FunctionFacts(Options())
    prepared = known.prepare(define(PROGRAM))
    facts = {"x.0": FLOAT, "n.0": NONE}
    return Scene(prepared, FactTable(facts, {}), known.resolver(prepared), known.prepare)


def test_what_is_known(scene):
    """Of expressions over versions."""
    assert scene.fact(parse("y")).kind == "unknown"
    assert scene.truth(scene.numbered[0].value) is None
    assert scene.local == {"x", "n", "y", "v@1"}


def test_new_names_are_those_of_nothing_else(scene):
    """Whatever is bound."""
    with scene.writing(scene.body[1]) as block:
        assert scene.bind(constant(1.0)).id == "v@2"
        assert scene.held(constant(2.0), "rest").id == "rest@1"
    assert block_text(tuple(block)) == "v@2 = 1.0\nrest@1 = 2.0\n"
    assert [statement.source for statement in block] == [scene.body[1].source] * 2


def test_names_for_values(scene):
    """One that means the value already, or one that means nothing."""
    mine = scene.prepared.namespace
    assert scene.name_for("rate", mine).id == "rate"
    assert scene.name_of_value("rate", 5.0).id == "rate_2"
    assert scene.name_of_value("x", 6.0).id == "x_2"
    assert scene.name_of_value("gain", 7.0).id == "gain"
    assert scene.name_for("other", RenamedGlobal(mine, "rate")).id in ("rate", "other_2")
    assert [scene.namespace.lookup(name) for name in ("rate", "rate_2", "x_2", "gain")] == [2.0, 5.0, 6.0, 7.0]


def test_a_new_body(scene):
    """The function sees the names that were made."""
    scene.name_of_value("gain", 7.0)
    made = scene.made(scene.body[1:])
    assert block_text(made.form.body) == "y = v@1 * rate\nreturn y\n"
    assert made.namespace.lookup("gain") == 7.0
    assert isinstance(made.namespace, Namespace)


def test_errors_have_a_place(scene):
    """That of the statement."""
    error = scene.refuse(scene.body[0], "C116", "no")
    assert (error.code, error.location.line) == ("C116", 5)
