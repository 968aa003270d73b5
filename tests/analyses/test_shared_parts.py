"""The result of a call is one with the parts of the arguments that it has, and with no others."""

from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.operations import CallUser
from cladpy.analyses.shared_parts import RESULT, shared_parts
from cladpy.planning.function_facts import FunctionFacts
from cladpy.request import Options
from tests.stages import define, module

CLASSES = """
class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right

"""


def shared(body, *values):
    """Return which parts of a function's result are which of its parameters' ``a`` and ``b``."""
    function = define(f"{CLASSES}def f(a, b):\n" + "".join(f"    {line}\n" for line in body.splitlines()))
    known = FunctionFacts(Options())
    facts = {name: fact_of(value, name) for name, value in zip("ab", values, strict=True)}
    prepared, table = known.specialized(function, facts)
    analysis = known.store_analysis_of(prepared, table)
    analysis.run()
    return shared_parts(analysis.heap, {"a": "a.0", "b": "b.0"}, known.result_version(prepared.versions))


def pair(left, right):
    return module(CLASSES).Pair(left, right)


def test_a_part_is_named_by_the_keys_that_lead_to_it():
    """The other parts are not one with it."""
    found = shared("return (a.left, b)", pair([1.0], [2.0]), [3.0])
    assert set(found.one) == {(("a", ("left",)), (RESULT, (0,))), (("b", ()), (RESULT, (1,)))}


def test_what_the_result_holds_twice_is_one():
    """Though nothing else has it."""
    found = shared("made = [a[0], b[0]]\nreturn (made, made)", [1.0], [2.0])
    assert found.one == (((RESULT, (0,)), (RESULT, (1,))),)


def test_a_new_array_is_part_of_nothing():
    """Nor are parts of the arguments related that the result does not reach."""
    found = shared("u = a if a[0] > b[0] else b\nreturn u[0] * 2.0", [1.0], [2.0])
    assert found.one == ()


def test_either_of_two_parts_relates_both():
    """They are one as far as the result tells."""
    found = shared("u = a if a[0] > b[0] else b\nreturn u", [1.0], [2.0])
    assert set(found.one) == {(("a", ()), ("b", ())), (("a", ()), (RESULT, ()))}


def test_a_copy_shares_what_it_holds():
    """Whether or not the function looks at that."""
    found = shared("return a.copy()", {"k": [1.0]}, [2.0])
    assert found.one == ((("a", ("k",)), (RESULT, ("k",))),)
    assert found.copies == (((RESULT, ()), ("a", ())),)


def test_the_caller_tells_parts_apart():
    """What is taken out of the result is the part of the argument that it is."""
    program = CLASSES + (
        "def wrapped(o, x):\n    return Pair(o.left, [x])\n"
        "def f(x):\n    o = Pair([x], [x])\n    v = wrapped(o, x).left\n    u = o.left\n    w = o.right\n"
        "    return v[0] + u[0] + w[0]\n"
    )
    function = define(program)
    known = FunctionFacts(Options())
    prepared, table = known.specialized(function, {"x": fact_of(1.0, "x")})
    assert any(isinstance(each, CallUser) for each in table.operations.values())
    analysis = known.store_analysis_of(prepared, table)
    stores = analysis.run()
    v, u, w = (stores.classes[version] for version in ("v.0", "u.0", "w.0"))
    assert v == u
    assert v != w
