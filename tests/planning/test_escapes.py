"""What a varied value is put into that no adjoint follows: refused where it is put, or where it is read besides."""

import queue

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, check_gradient, gradient

HISTORY = [0.0]
TABLE = {0: 1.0}
BUFFER = np.ones(3)


class State:
    """An object of the module."""

    last = 0.0

    def keep(self, x):
        """Store into an attribute."""
        self.last = x
        return self.last


STATE = State()


def appended(x):
    HISTORY.append(x)
    return HISTORY[-1]


def appended_elsewhere(x):
    note(x)
    return HISTORY[-1]


def note(x):
    HISTORY.append(x)


def filled(x):
    BUFFER.fill(x)
    return BUFFER[0]


def stored_item(x):
    TABLE[0] = x * x
    return TABLE[0]


def stored_attribute(x):
    STATE.last = x * x
    return STATE.last


def stored_by_a_method(x):
    return STATE.keep(x * x)


def stored_element(x):
    BUFFER[0] = x * x
    return BUFFER[0]


def updated(x):
    BUFFER[:] *= x
    return BUFFER[0]


def remembered(x, seen=[]):  # noqa: B006 -- that is the point
    seen.append(x)
    return sum(seen)


def queued(x):
    q = queue.Queue()
    q.put(x * x)
    return q.get()


def into_a_set(x):
    seen = set()
    seen.add(x)
    return sum(seen)


def as_a_key(x):
    d = {}
    d[x] = 2.0
    return sum(d)


def as_a_key_of_a_comprehension(x):
    d = {x * i: i for i in (1.0, 2.0)}
    return sum(k * v for k, v in d.items())


def by_a_method_that_is_read(x):
    d = np.zeros(2)
    factor = 1.0 if d.__setitem__(0, x) is None else 2.0
    return d[0] * factor


def by_a_method_in_a_display(x):
    d = np.zeros(2)
    factor = [d.__setitem__(0, x), 3.0][1]
    return d[0] * factor


def into_records(x):
    d = np.zeros(2, dtype=[("a", float), ("b", float)])
    d["a"][0] = x
    return d["a"][0]


def into_a_record(x):
    d = np.zeros(2, dtype=[("a", float)])
    row = d[1]
    row["a"] = x * x
    return d["a"][1]


def into_objects(x):
    d = np.zeros(2, dtype=object)
    d[0] = x * x
    return d[0]


def into_the_dict_of_an_object(x):
    state = State()
    state.__dict__["last"] = x * x
    return state.last


@pytest.mark.parametrize("is_helper", [False, True])
@pytest.mark.parametrize(
    ("function", "code"),
    [
        (appended, "C101"),
        (appended_elsewhere, "C101"),
        (filled, "C101"),
        (stored_item, "C101"),
        (stored_attribute, "C101"),
        (stored_by_a_method, "C101"),
        (stored_element, "C101"),
        (updated, "C101"),
        (queued, "C123"),
        (into_a_set, "C205"),
        (as_a_key, "C205"),
        (as_a_key_of_a_comprehension, "C205"),
        (by_a_method_that_is_read, "C123"),
        (by_a_method_in_a_display, "C123"),
        (into_records, "C205"),
        (into_a_record, "C205"),
        (into_objects, "C205"),
        (into_the_dict_of_an_object, "C205"),
    ],
)
def test_what_would_be_lost_is_refused(function, code, is_helper):
    """In the function itself and in a helper alike, whose result would else count as inactive."""
    with pytest.raises(CladpyError) as caught:
        gradient((lambda x: function(x) * 3.0) if is_helper else function, "x")(1.5)
    assert caught.value.code == code


def test_a_default_that_is_updated_outlives_the_call():
    """Python makes a default once, so a helper that updates it keeps what it was given."""

    def loss(x):
        return remembered(x) + remembered(2 * x)

    with pytest.raises(CladpyError, match="outlives the call") as caught:
        gradient(loss, "x")(1.5)
    assert caught.value.code == "C101"


# ---- what keeps nothing ----


def say(x):
    assert x == x  # noqa: PLR0124 -- for the call's sake


def check_positive(x):
    if x < 0:
        raise ValueError(f"negative: {x}")


def logged(x):
    HISTORY.append(x)
    return x * x


def logged_by_a_helper(x):
    note(x * x)
    return x * x


def looked_at(x):
    say(x)
    check_positive(x)
    return x * x


def cut_key(values):
    known, s = {}, 0.0
    for v in values:
        key = cladpy.stop_adjoint(v)
        if key not in known:
            known[key] = v * v
        s += known[key]
    return s


def cut_member(x):
    seen = set()
    while x not in seen and len(seen) < 3:
        seen.add(cladpy.stop_adjoint(x))
        x = x * x
    return x


def counted(x):
    TABLE["calls"] = TABLE.get("calls", 0) + 1
    return x * x


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (logged, 1.5),
        (logged_by_a_helper, 1.5),
        (looked_at, 1.5),
        (cut_key, [1.5, 2.0]),
        (cut_member, 1.1),
        (counted, 1.5),
    ],
)
def test_what_is_not_read_again_is_output(function, argument):
    """Logs, checks and counters stand, in the function and in what it calls for its effect."""
    check_gradient(function, (argument,), variants=("pushforward",))


def test_a_check_that_fails_raises():
    """A helper that is called for its effect raises as in the primal."""
    with pytest.raises(ValueError, match="negative"):
        gradient(looked_at)(-1.0)


def test_a_global_that_is_stored_into_is_read_as_it_is():
    """A store of what is inactive is seen by what reads the global behind it."""

    def loss(x):
        TABLE[0] = 3.0
        return x * TABLE[0]

    assert gradient(loss, "x")(1.5) == 3.0


def test_tangents_are_not_lost_either():
    """Forward mode has the same places that no tangent follows."""
    for function in (by_a_method_that_is_read, into_records, into_objects, into_the_dict_of_an_object):
        with pytest.raises(CladpyError):
            cladpy.pushforward(function, "x")(1.5, 1.0)


def test_passive_records_and_objects_are_data():
    """What they hold has no derivative, and is read as it is."""

    def loss(x):
        table = np.zeros(2, dtype=[("a", float)])
        table["a"] = 2.0
        names = np.array(["u", None], dtype=object)
        return x * table["a"][0] + (x if names[0] == "u" else 0.0)

    check_gradient(loss, (1.5,), variants=())
