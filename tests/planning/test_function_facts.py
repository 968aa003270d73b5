"""Functions in the normal form, with facts and summaries for each signature."""

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient, gradient, runtime
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.operations import CallUser
from cladpy.frontend.namespace import MISSING
from cladpy.ir.expressions import name
from cladpy.planning.function_facts import FunctionFacts, signature_of
from cladpy.request import Options
from tests.stages import define, fact_text, module, text


def facts_of(*values, names="abcd"):
    """Return facts by parameter."""
    return {parameter: fact_of(value, parameter) for parameter, value in zip(names, values, strict=False)}


@pytest.fixture
def known():
    """Return what is known of functions: nothing yet."""
    return FunctionFacts(Options())


def functions(program):
    """Return the functions of a program."""
    return module(text(program))


def result(known, function, *values):
    """Return the facts of the result of a function."""
    return fact_text(known.result_of(*known.specialized(function, facts_of(*values))))


def summary(known, function, *values):
    """Return the parameters that share storage with the result, and those that are stored into."""
    arguments = {parameter: name(parameter) for parameter in facts_of(*values)}
    found = known.summary(CallUser(function, arguments, None), facts_of(*values))
    return found.aliased, found.stored


# ---- preparing ----


def test_a_function_is_prepared_once(known):
    """Its normal form and versions do not depend on the signature."""
    program = functions("def f(a):\n    return a * 2\n")
    prepared = known.prepare(program.f)
    assert known.prepare(program.f) is prepared
    assert known.prepared_of(prepared.form) is prepared
    assert prepared.variables["a.0"] == "a"


def test_two_closures_of_one_code_are_two_functions(known):
    """What they capture may differ."""
    program = functions("def make(k):\n    def f(a):\n        return a * k\n    return f\n")
    first, second = program.make(2.0), program.make(np.ones(3))
    assert result(known, first, 1.0) == "float"
    assert result(known, second, 1.0) == "float64[k:0]"


def test_a_global_named_as_a_helper_of_the_runtime_is_marked(known):
    """And what a user changes of a global is noted, for the next call to notice."""
    program = functions("SCALE = 2.0\n\ndef own(a):\n    return a\n\ndef f(a):\n    return own(a) * SCALE * np.pi\n")
    prepared = known.prepare(program.f)
    resolve = known.resolver(prepared)
    assert resolve("own@u") is program.own
    assert resolve("own") is runtime.own
    assert (resolve("SCALE"), resolve("unbroadcast").__name__, resolve("nothing")) == (2.0, "unbroadcast", MISSING)
    assert resolve("np.tanh") is np.tanh
    assert [(path, value) for _, path, value in known.relied()] == [("own", program.own), ("SCALE", 2.0)]


# ---- facts ----


def test_facts_are_made_once_for_a_signature(known):
    """Values of other sizes share them."""
    program = functions("def f(a, b):\n    return a @ b\n")
    first = known.specialized(program.f, facts_of(np.ones((2, 3)), np.ones(3)))[1]
    assert known.specialized(program.f, facts_of(np.ones((5, 4)), np.ones(4)))[1] is first
    assert known.specialized(program.f, facts_of(np.ones((5, 1)), np.ones(1)))[1] is not first


def test_results_of_callees(known):
    """Numbers lose their value on the way in: a callee is not planned once for each literal."""
    program = functions(
        """
        def scaled(a, k, flag):
            return a * k if flag else k

        def f(a):
            return scaled(a, 2.0, True), scaled(a, 3.0, True)
        """
    )
    assert result(known, program.f, np.ones(3)) == "tuple(float64[v@1.0:0], float64[v@2.0:0])"
    assert len([key for key in known.tables if key[0] is program.scaled]) == 1


def test_facts_of_recursive_functions_are_a_fixed_point(known):
    """What is not known yet is taken to be nothing, until the result stays."""
    program = functions(
        """
        def f(a, b):
            if b == 0:
                return a
            return f(a / 2.0, b - 1)
        """
    )
    assert result(known, program.f, np.ones((2, 2)), 1) == "float64[result@ret.2:0, result@ret.2:1]"
    assert result(known, program.f, 4, 1) == "?"  # an int, or a float


def test_recursion_without_an_end_has_no_facts(known):
    """Nothing is ever returned."""
    program = functions("def f(a):\n    return f(a)\n")
    assert result(known, program.f, 1.0) == "bottom"


def test_signatures_are_facts_by_parameter():
    """Equal for values between which the code makes no difference."""
    assert signature_of(facts_of(1.0, np.ones(3))) == signature_of(facts_of(2.0, np.ones(7)))


# ---- summaries ----


@pytest.mark.parametrize(
    ("body", "aliased", "stored"),
    [
        ("return a * b", (), ()),
        ("return a", ("a",), ()),
        ("return a[1:]", ("a",), ()),
        ("return a.T if b[0] > 0 else b", ("a", "b"), ()),
        ("return a[b > 0]", (), ()),
        ("return a.copy()", (), ()),
        ("return a[0]", (), ()),
        ("a[0] = b[0]\n    return b", ("b",), ("a",)),
        ("c = a[1:]\n    c += b[0]\n    return c", ("a",), ("a",)),
        ("a = a * 1.0\n    a[0] = b[0]\n    return a", (), ()),
    ],
)
def test_what_a_function_does_to_storage(known, body, aliased, stored):
    """Which arguments its result may share storage with, which it updates."""
    program = functions(f"def f(a, b):\n    {body}\n")
    assert summary(known, program.f, np.ones(3), np.ones(3)) == (aliased, stored)


def test_summaries_go_through_calls(known):
    """A helper of a helper."""
    program = functions("def g(a):\n    return a[1:]\n\ndef f(a, b):\n    return g(b)\n")
    assert summary(known, program.f, np.ones(3), np.ones(3)) == (("b",), ())


def test_a_recursive_function_may_do_anything_while_it_is_looked_at(known):
    """Its summary may say too much, never too little."""
    program = functions("def f(a, b):\n    if b[0] > 0:\n        return a\n    return f(b, a)\n")
    assert summary(known, program.f, np.ones(3), np.ones(3)) == (("a", "b"), ())


def test_of_a_function_without_source_everything_is_expected(known):
    """It may return any argument."""
    namespace = {}
    exec("def f(a, b):\n    return a\n", namespace)
    assert summary(known, namespace["f"], 1.0, 2.0) == (("a", "b"), ())


def test_trees_are_told_apart_by_the_depth_that_is_written(known):
    """Of a depth that is not known, nothing is; nor of one that is too large."""
    program = functions(
        "def build(n, x):\n    return (x, build(n - 1, x), build(n - 1, x)) if n else None\n"
        "def small(a):\n    return build(2, a)\n"
        "def large(a):\n    return build(9, a)\n"
        "def whichever(a, b):\n    return build(b, a)\n"
    )
    leaf = "tuple(float, None, None)"
    assert result(known, program.small, 1.0) == f"tuple(float, {leaf}, {leaf})"
    assert result(known, program.large, 1.0).count("float") < 10
    assert result(known, program.whichever, 1.0, 2).count("float") < 3


NESTING = """
def count(n, path, x):
    if n == 0:
        return path
    return count(n - 1, (path, x), x)


def f(x):
    return count(N, x, x)[1] * x
"""


def test_what_is_nested_deeper_with_every_call_is_known_where_the_depth_is():
    """A deeper one is refused at a line: nothing tells its structure."""
    check_gradient(define(NESTING.replace("N", "5")), (1.3,), variants=())
    with pytest.raises(CladpyError) as refused:
        gradient(define(NESTING.replace("N", "60")))(1.3)
    assert refused.value.code == "C120"
    assert refused.value.location is not None


def test_a_function_without_a_rule_is_named_where_it_is_given_a_list_that_grew():
    """What it gives is taken to share the list; that is not the reason."""
    program = "import numpy as np\n\n\ndef f(xs):\n    out = []\n    for v in xs:\n        out.append(v * v)\n"
    with pytest.raises(CladpyError, match="sqrt has no derivative rule") as refused:
        gradient(define(f"{program}    return np.lib.scimath.sqrt(out)[0]\n"))([1.0, 2.0])
    assert refused.value.code == "C201"
