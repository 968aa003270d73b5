"""The optimiser as a whole: the specimens, random programs, and the time that long programs take."""

import cProfile
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cladpy.ir import statements as ir
from cladpy.ir.fact import FLOAT
from cladpy.optimize import split_versions
from cladpy.optimize.passes import FINISH, SIMPLIFY, optimize
from cladpy.release.insert_del import insert_del
from cladpy.release.verify import verify
from tests.optimize import specimens
from tests.optimize.executed import outcome
from tests.optimize.inference import array
from tests.optimize.program import context, execute, known_context, read, shown, text_of
from tests.optimize.random_programs import program

PASSES = [*SIMPLIFY, *SIMPLIFY, *FINISH]


@pytest.mark.parametrize("name", ["LOSS", "HEAT", "ROOT"])
def test_specimens_become_what_the_design_shows(name):
    """The raw programs of the three specimens end as the texts that a reviewer would accept."""
    function = read(getattr(specimens, name))
    known = known_context(function, **getattr(specimens, f"{name}_FACTS"))
    released = insert_del(optimize(function, known, check=verify), known)
    assert shown(getattr(specimens, f"{name}_RESULT")) == text_of(released)


def _loss_arguments():
    rng = np.random.default_rng(7)
    shapes = ((5, 4), (4,), (4, 3), (3,), (6, 5), (6, 3))
    return [rng.normal(size=shape) for shape in shapes]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (specimens.LOSS, _loss_arguments()),
        (specimens.HEAT, [np.linspace(0.0, 1.0, 9) ** 2, 0.1, 4]),
    ],
    ids=["loss", "heat"],
)
def test_specimens_without_facts_give_the_same_numbers(text, arguments):
    """What is not known costs text and speed, never the result."""
    function = read(text)
    released = insert_del(optimize(function, context(), check=verify), context())
    verify(released)
    expected, found = execute(function, *arguments), execute(released, *arguments)
    for wanted, got in zip(expected, found, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-13)  # the order of factors may differ


@settings(max_examples=16)
@given(seed=st.integers(0, 2**32), known=st.booleans())
def test_every_pass_keeps_results_arguments_and_effects(seed, known):
    """Random programs give the same results and effects behind each pass, and leave their arguments alike."""
    text = program(random.Random(seed))  # noqa: S311 - nothing is kept secret here
    if text is None:
        return
    function = read(text)
    before = outcome(function)
    if not before.is_exact():
        return
    facts = {"a": array("n"), "b": array("n"), "c": FLOAT} if known else {}
    knowledge = known_context(function, **facts)
    changed, split_knowledge = split_versions.split(function, knowledge)
    for name, run, _why in PASSES:
        changed = run(changed, split_knowledge)
        verify(changed)
        assert not outcome(changed).differs_from(before), f"{name}\n{text}\n{text_of(changed)}"
    released = insert_del(optimize(function, knowledge, check=verify), knowledge)
    verify(released)
    assert not outcome(released).differs_from(before), f"all\n{text}\n{text_of(released)}"
    assert not outcome(released).shares_memory(), f"{text}\n{text_of(released)}"


def _long_program(statements):
    """Return a straight program: a chain of array operations and the adjoints of each."""
    lines = ["def f(x):", "    # ---- forward sweep ----", "    h__0 = x + 1.0 # 1"]
    half = statements // 4
    for number in range(1, half):
        lines += [f"    v__{number} = h__{number - 1} * 1.5 # {number}"]
        lines += [f"    h__{number} = np.sin(v__{number}) # {number}"]
    lines += ["    # ---- reverse sweep ----", f"    d_h__{half - 1} = np.cos(h__{half - 1}) # {half}"]
    for number in range(half - 1, 0, -1):
        lines += [f"    d__{number} = d_h__{number} * v__{number} # {number}"]
        lines += [f"    d_h__{number - 1} = d__{number} * 1.5 # {number}"]
    return read("\n".join([*lines, "    return owned(d_h__0)"]))


def test_long_straight_programs_take_twice_the_work():
    """Twice as many statements take about twice as many calls: no pass is quadratic."""
    calls = []
    for size in (500, 1000):
        function = _long_program(size)
        known = known_context(function, x=array("n"))
        profile = cProfile.Profile()
        profile.runcall(lambda function=function, known=known: insert_del(optimize(function, known), known))
        calls.append(sum(entry.callcount for entry in profile.getstats()))
    assert calls[1] < 2.3 * calls[0]


def test_the_argument_is_never_edited():
    """The passes share what they do not change and leave the function that they were given as it was."""
    function = read(specimens.HEAT)
    before = text_of(function)
    statements = list(ir.walk(function.body))
    optimize(function, known_context(function, **specimens.HEAT_FACTS))
    assert before == text_of(function)
    assert all(a is b for a, b in zip(statements, ir.walk(function.body), strict=True))


def test_the_same_text_comes_out_twice():
    """Nothing in the result depends on the order of sets or on earlier runs."""
    function = read(specimens.LOSS)
    known = known_context(function, **specimens.LOSS_FACTS)
    assert text_of(optimize(function, known)) == text_of(optimize(function, known))


def test_each_pass_is_checked_on_request():
    """The check is given the function behind each pass."""
    seen = []
    optimize(read(specimens.ROOT), context(), check=seen.append)
    assert len(seen) > len(SIMPLIFY) + len(FINISH)
