"""The lattice of facts."""

import itertools

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from cladpy.ir import fact as f
from cladpy.ir.fact import BOOL, BOTTOM, COMPLEX, FLOAT, INT, NONE, ONE, STR, UNKNOWN, Dim, Fact, join

SINGLE, DOUBLE, WHOLE = (np.dtype(kind) for kind in ("f4", "f8", "i8"))
M, N = Dim("m", one=False), Dim("n", one=False)
ROWS = f.array(DOUBLE, (M, N))


# ---- what a fact says ----


@pytest.mark.parametrize(
    ("fact", "number", "python", "scalar", "array", "floating"),
    [
        (FLOAT, True, True, True, False, True),
        (INT, True, True, True, False, False),
        (f.scalar(SINGLE), True, False, True, False, True),
        (f.array(DOUBLE, ()), True, False, True, True, True),
        (ROWS, True, False, False, True, True),
        (f.array(None, None), True, False, False, True, False),
        (Fact("number"), True, False, False, False, False),
        (STR, False, False, False, False, False),
        (UNKNOWN, False, False, False, False, False),
        (BOTTOM, False, False, False, False, False),
    ],
)
def test_kinds_of_numbers(fact, number, python, scalar, array, floating):
    """Each property says what is certain."""
    assert (fact.is_number, fact.is_python, fact.is_scalar) == (number, python, scalar)
    assert (fact.is_array, fact.is_floating) == (array, floating)


def test_number_of_dimensions():
    """None where it is not known."""
    assert [ROWS.ndim, FLOAT.ndim, f.array(DOUBLE, None).ndim] == [2, 0, None]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (FLOAT, True),
        (COMPLEX, True),
        (INT, False),
        (BOOL, False),
        (f.array(WHOLE, (M,)), False),
        (f.array(None, (M,)), True),
        (STR, False),
        (NONE, False),
        (UNKNOWN, True),
        (Fact("object"), True),
        (Fact("tuple", items=(INT, STR)), False),
        (Fact("tuple", items=(INT, FLOAT)), True),
        (Fact("list", items=()), False),
        (Fact("list", element=INT), False),
        (Fact("list", element=UNKNOWN), True),
        (Fact("range"), False),
    ],
)
def test_what_a_derivative_may_flow_through(fact, expected):
    """Whatever may be floating, or hold something floating."""
    assert fact.may_hold_derivative is expected


def test_known_values_are_forgotten_on_demand():
    """A fact without one is itself."""
    two = f.of_constant(2)
    assert (two.value, two.known) == (2, True)
    assert two.without_value() == INT
    assert ROWS.without_value() is ROWS


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.5, Fact("python", DOUBLE, (), value=2.5, known=True)),
        (True, Fact("python", np.dtype(bool), (), value=True, known=True)),
        (None, NONE),
        (..., Fact("ellipsis", value=..., known=True)),
        ("a", Fact("str", value="a", known=True)),
        (b"a", UNKNOWN),
    ],
)
def test_facts_of_literals(value, expected):
    """Their type and their value."""
    assert f.of_constant(value) == expected


def test_literals_of_other_types_differ():
    """1 and 1.0 and True are equal in Python."""
    facts = [f.of_constant(1), f.of_constant(1.0), f.of_constant(True)]
    assert all(left != right for left, right in itertools.combinations(facts, 2))


# ---- joins ----


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (FLOAT, BOTTOM, FLOAT),
        (BOTTOM, ROWS, ROWS),
        (f.of_constant(1), f.of_constant(2), INT),
        (FLOAT, INT, Fact("python", None, ())),
        (FLOAT, f.scalar(DOUBLE), Fact("number", DOUBLE, (), value=f.WITHOUT_STORAGE)),
        (FLOAT, f.array(DOUBLE, ()), Fact("number", DOUBLE, ())),
        (f.scalar(SINGLE), f.scalar(DOUBLE), Fact("scalar", None, ())),
        (ROWS, f.array(SINGLE, (M, N)), f.array(None, (M, N))),
        (ROWS, f.array(DOUBLE, (M,)), f.array(DOUBLE, None)),
        (ROWS, f.array(DOUBLE, (N, N)), f.array(DOUBLE, (Dim("j:0", one=False), N))),
        (ROWS, f.array(DOUBLE, (ONE, N)), f.array(DOUBLE, (Dim("j:0"), N))),
        (ROWS, FLOAT, Fact("number", DOUBLE, None)),
        (ROWS, STR, UNKNOWN),
        (f.of_constant("a"), f.of_constant("b"), STR),
        (NONE, FLOAT, Fact("optional", element=FLOAT)),
        (Fact("tuple", items=(INT, ROWS)), Fact("tuple", items=(FLOAT, ROWS)),
         Fact("tuple", items=(Fact("python", None, ()), ROWS))),
        (Fact("list", items=(INT,)), Fact("list", items=(INT, INT)), Fact("list", element=INT)),
        (Fact("list", items=(INT,)), Fact("tuple", items=(INT,)), UNKNOWN),
        (Fact("dict", items=(INT,), keys=("a",)), Fact("dict", items=(INT,), keys=("b",)),
         Fact("dict", element=INT, key=STR)),
        (Fact("object", items=(), keys=(), cls=list), Fact("object", items=(), keys=(), cls=dict), UNKNOWN),
    ],
)  # fmt: skip
def test_joins(left, right, expected):
    """What holds of both; a dimension that differs gets a name of the join's own."""
    assert join(left, right, "j") == expected


def test_numbers_that_cannot_be_updated_in_place():
    """Those of Python and NumPy, either of them, and no array without dimensions."""
    either = join(FLOAT, f.scalar(DOUBLE))
    assert either.is_storageless
    assert join(either, FLOAT).is_storageless
    assert not join(either, f.array(DOUBLE, ())).is_storageless


def test_an_unknown_dtype_is_not_float64():
    """NumPy takes None for float64 where it compares dtypes."""
    unknown = f.array(None, (M, N))
    assert unknown != ROWS
    assert join(ROWS, unknown).dtype is None
    assert join(unknown, ROWS).dtype is None


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        (Fact("list", items=(f.of_constant(1), f.of_constant(2))), INT),
        (Fact("tuple", items=(INT, FLOAT)), Fact("python", None, ())),
        (Fact("list", items=()), BOTTOM),
        (Fact("list", element=ROWS), ROWS),
        (Fact("list"), UNKNOWN),
    ],
)
def test_what_is_known_of_every_item(container, expected):
    """The join of the items, without their values."""
    assert f.element_of(container) == expected


def dims():
    """Return a strategy for dimensions: 1, sizes that are not, sizes of which nothing is known."""
    return st.sampled_from([ONE, M, N, Dim("k")])


NUMBERS = st.one_of(
    st.sampled_from([FLOAT, INT, BOOL, f.of_constant(2), f.of_constant(2.0), f.scalar(SINGLE), Fact("number")]),
    st.builds(lambda dtype, shape: f.array(dtype, tuple(shape)), st.sampled_from([SINGLE, WHOLE]), st.lists(dims())),
)
FACTS = st.recursive(
    st.one_of(NUMBERS, st.sampled_from([UNKNOWN, BOTTOM, NONE, STR, Fact("range")])),
    lambda inner: st.builds(
        lambda kind, items: Fact(kind, items=tuple(items)),
        st.sampled_from(["tuple", "list"]),
        st.lists(inner, max_size=2),
    ),
    max_leaves=4,
)


def unnamed(fact):
    """Return a fact whose dimensions keep only whether they are 1."""
    return f.rename_dims(fact, lambda dim, _label: Dim("", dim.one))


@hypothesis.given(FACTS, FACTS)
def test_a_join_does_not_depend_on_the_order(left, right):
    """Nothing is lost on one side only."""
    assert unnamed(join(left, right)) == unnamed(join(right, left))


@hypothesis.given(FACTS, FACTS)
def test_a_join_is_an_upper_bound(left, right):
    """Joining one side again adds nothing."""
    both = join(left, right)
    assert unnamed(join(both, left)) == unnamed(both)
    assert unnamed(join(both, right)) == unnamed(both)


@hypothesis.given(FACTS)
def test_a_join_with_itself_is_itself(fact):
    """And with what no value reaches."""
    assert join(fact, fact) == join(fact, BOTTOM) == join(BOTTOM, fact) == fact


# ---- names of dimensions ----


def test_dimensions_are_renamed_through_containers():
    """Each by its place; 1 stays 1."""
    fact = Fact("tuple", items=(f.array(DOUBLE, (M, ONE)), Fact("list", element=f.array(DOUBLE, (N,))), FLOAT))
    renamed = f.rename_dims(fact, lambda dim, label: Dim(label, dim.one), "x")
    assert renamed == Fact(
        "tuple",
        items=(
            f.array(DOUBLE, (Dim("x.0:0", one=False), ONE)),
            Fact("list", element=f.array(DOUBLE, (Dim("x.1.e:0", one=False),))),
            FLOAT,
        ),
    )
