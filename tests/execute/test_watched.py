"""What changes between two calls is seen by the second: globals, cells, helpers, methods, defaults, rules."""

import types

import numpy as np
import pytest

import cladpy
from cladpy import gradient
from cladpy.execute.watched import Watched, watch
from cladpy.frontend.namespace import Namespace, RenamedGlobal

X = np.array([1.0, 2.0, 3.0])

SCALE = 2.0
TABLE = np.array([1.0, 2.0, 3.0])
POWER = 2
FLAG = True
LAYERS = [1.0, 2.0]
MODULE = types.ModuleType("module")


def helper(x):
    return x * 2.0


def other_helper(x):
    return x * x * x


def with_default(x, k=2.0):
    return x * k


def with_axis(x, axis=0):
    return np.sum(np.sum(x, axis=axis) ** 2)


class Config:
    rate = 2.0


class Model:
    def __init__(self):
        self.weight = 2.0

    def inner(self, x):
        return x * self.weight

    def loss(self, x):
        return np.sum(self.inner(x))


SETTINGS = types.SimpleNamespace(rate=2.0)


@pytest.fixture
def rebind(monkeypatch):
    """Rebind a global of this module for the test."""
    return lambda name, value: monkeypatch.setitem(globals(), name, value)


# ---- globals ----


def test_a_global_number(rebind):
    """Its value is read at each call; nothing is generated again."""
    d_f = gradient(lambda x: x * SCALE, "x")
    assert d_f(3.0) == 2.0
    first = d_f._plans.latest
    rebind("SCALE", 5.0)
    assert d_f(3.0) == 5.0
    assert d_f._plans.latest is first


def test_a_global_number_that_becomes_an_array(rebind):
    """Another type is another signature; going back finds the first code again."""
    d_f = gradient(lambda x: np.sum(x * SCALE), "x")
    assert d_f(3.0) == 2.0
    first = d_f._plans.latest
    rebind("SCALE", X)
    assert d_f(3.0) == 6.0
    rebind("SCALE", 4.0)
    assert d_f(3.0) == 4.0
    assert d_f._plans.latest is first


def test_a_global_array_of_another_dtype_and_shape(rebind):
    """The adjoint keeps the dtype of its parameter whatever the global has."""
    d_f = gradient(lambda x: np.sum(x * TABLE), "x")
    np.testing.assert_array_equal(d_f(X.astype(np.float32)), [1.0, 2.0, 3.0])
    rebind("TABLE", np.array([4, 5, 6]))
    np.testing.assert_array_equal(d_f(X.astype(np.float32)), [4.0, 5.0, 6.0])
    rebind("TABLE", np.ones((2, 3), np.float32))
    np.testing.assert_array_equal(d_f(X), [2.0, 2.0, 2.0])
    rebind("TABLE", np.full((1,), 7.0))
    assert d_f(X).tolist() == [7.0, 7.0, 7.0]


def test_a_global_array_updated_in_place(rebind):
    """Its content is read at each call."""
    rebind("TABLE", TABLE.copy())
    d_f = gradient(lambda x: np.sum(x * TABLE), "x")
    d_f(X)
    TABLE[0] = 10.0
    np.testing.assert_array_equal(d_f(X), [10.0, 2.0, 3.0])


def test_a_global_exponent(rebind):
    """A number that a formula may have been chosen by."""
    d_f = gradient(lambda x: np.sum(x**POWER), "x")
    np.testing.assert_array_equal(d_f(X), 2 * X)
    rebind("POWER", 3)
    np.testing.assert_array_equal(d_f(X), 3 * X**2)
    rebind("POWER", 2.0)
    np.testing.assert_array_equal(d_f(X), 2 * X)


def test_a_global_flag(rebind):
    """A flag may decide what was generated."""
    d_f = gradient(lambda x: x * x if FLAG else x * 3.0, "x")
    assert d_f(2.0) == 4.0
    rebind("FLAG", False)
    assert d_f(2.0) == 3.0


def test_a_global_list_that_grows(rebind):
    """The length of a list is part of the signature, and the list may be changed in place."""
    rebind("LAYERS", [1.0, 2.0])

    def f(x):
        for weight in LAYERS:
            x = x * weight
        return x

    d_f = gradient(f, "x")
    assert d_f(1.0) == 2.0
    LAYERS.append(5.0)
    assert d_f(1.0) == 10.0


def test_attributes_of_a_global_object_and_of_a_class(monkeypatch):
    """They are read at each call, and their types looked at."""
    d_object = gradient(lambda x: np.sum(x * SETTINGS.rate), "x")
    d_class = gradient(lambda x: np.sum(x * Config.rate), "x")
    assert d_object(3.0) == d_class(3.0) == 2.0
    for owner in (SETTINGS, Config):
        monkeypatch.setattr(owner, "rate", 5.0)
    assert d_object(3.0) == d_class(3.0) == 5.0
    for owner in (SETTINGS, Config):
        monkeypatch.setattr(owner, "rate", X)
    assert d_object(3.0) == d_class(3.0) == 6.0


def test_a_builtin_that_is_hidden(rebind, monkeypatch):
    """A global defined later hides a builtin of the same name."""
    d_f = gradient(lambda x: x * abs(-2.0), "x")
    assert d_f(1.0) == 2.0
    monkeypatch.setitem(globals(), "abs", helper)
    assert d_f(1.0) == -4.0


def test_a_global_that_is_gone(monkeypatch):
    """It is an error then, as in the primal."""
    monkeypatch.setitem(globals(), "GONE", 2.0)
    d_f = gradient(lambda x: x * GONE, "x")  # noqa: F821
    assert d_f(1.0) == 2.0
    monkeypatch.delitem(globals(), "GONE")
    with pytest.raises((NameError, cladpy.CladpyError)):
        d_f(1.0)


# ---- helpers ----


def test_a_helper_defined_again(rebind):
    """A notebook cell that is run again binds the name to another function."""
    d_f = gradient(lambda x: helper(x), "x")
    assert d_f(2.0) == 2.0
    rebind("helper", other_helper)
    assert d_f(2.0) == 12.0


def test_a_helper_with_new_code(monkeypatch):
    """A reloading tool puts new code into the same function."""
    d_f = gradient(lambda x: helper(x), "x")
    assert d_f(2.0) == 2.0
    monkeypatch.setattr(helper, "__code__", other_helper.__code__)
    assert d_f(2.0) == 12.0


def test_a_helper_of_a_helper(rebind):
    """What a helper calls counts as well."""

    def outer(x):
        return helper(x) * 3.0

    d_f = gradient(lambda x: outer(x), "x")
    assert d_f(2.0) == 6.0
    rebind("helper", other_helper)
    assert d_f(2.0) == 36.0


def test_a_helper_in_a_module(monkeypatch):
    """Attributes of modules are followed."""
    monkeypatch.setattr(MODULE, "helper", helper, raising=False)
    d_f = gradient(lambda x: MODULE.helper(x), "x")
    assert d_f(2.0) == 2.0
    monkeypatch.setattr(MODULE, "helper", other_helper)
    assert d_f(2.0) == 12.0


def test_a_helper_that_becomes_a_class_or_a_number(rebind):
    """The name may mean anything later; then it is planned, or refused, anew."""
    d_f = gradient(lambda x: helper(x), "x")
    assert d_f(2.0) == 2.0
    rebind("helper", 3.0)
    with pytest.raises((TypeError, cladpy.CladpyError)):
        d_f(2.0)


def test_a_default_of_a_helper(monkeypatch):
    """Numbers and structure that a default gives."""
    d_f = gradient(lambda x: with_default(x), "x")
    assert d_f(3.0) == 2.0
    monkeypatch.setattr(with_default, "__defaults__", (5.0,))
    assert d_f(3.0) == 5.0
    square = np.array([[1.0, 2.0], [3.0, 5.0]])
    d_axis = gradient(lambda x: with_axis(x), "x")
    np.testing.assert_array_equal(d_axis(square), [[8.0, 14.0], [8.0, 14.0]])
    monkeypatch.setattr(with_axis, "__defaults__", (1,))
    np.testing.assert_array_equal(d_axis(square), [[6.0, 6.0], [16.0, 16.0]])


def test_a_default_of_the_primal(monkeypatch):
    """The primal's own defaults are read at each call."""
    d_f = gradient(with_default, "x")
    assert d_f(3.0) == 2.0
    monkeypatch.setattr(with_default, "__defaults__", (5.0,))
    assert d_f(3.0) == 5.0
    monkeypatch.setattr(with_default, "__defaults__", None)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'k'"):
        d_f(3.0)


# ---- cells and methods ----


def test_a_closure_cell():
    """What an enclosing function rebinds, numbers and functions."""

    def enclosing():
        factor, inner = 2.0, helper

        def f(x):
            return np.sum(inner(x) * factor)

        def change(number, function):
            nonlocal factor, inner
            factor, inner = number, function

        return f, change

    f, change = enclosing()
    d_f = gradient(f, "x")
    assert d_f(2.0) == 4.0
    change(5.0, helper)
    assert d_f(2.0) == 10.0
    change(X, helper)
    assert d_f(2.0) == 12.0
    change(1.0, other_helper)
    assert d_f(2.0) == 12.0


def test_one_name_in_two_closures():
    """Each closure has its own cell."""

    def enclosing(factor):
        return lambda x: x * factor

    assert [gradient(enclosing(factor), "x")(1.0) for factor in (2.0, 3.0)] == [2.0, 3.0]


def test_a_method(monkeypatch):
    """A method replaced on its class is planned anew."""
    model = Model()
    d_loss = gradient(model.loss, "x")
    np.testing.assert_array_equal(d_loss(X), [2.0, 2.0, 2.0])
    model.weight = 3.0
    np.testing.assert_array_equal(d_loss(X), [3.0, 3.0, 3.0])
    monkeypatch.setattr(Model, "inner", lambda self, x: x * x * self.weight)
    np.testing.assert_array_equal(d_loss(X), 6.0 * X)


# ---- rules ----


def test_a_rule_registered_between_two_calls():
    """The rule is used from then on."""

    def ruled(x):
        return x * 2.0

    d_f = gradient(lambda x: ruled(x), "x")
    assert d_f(3.0) == 2.0

    @cladpy.custom_pullback(ruled)
    def pullback_of_ruled(d_out):
        return (d_out * 100.0,)

    assert d_f(3.0) == 100.0


def test_a_rule_overridden_for_a_while():
    """Within the context the other rule holds, and not behind it."""

    def ruled(x):
        return x * 2.0

    d_f = gradient(lambda x: ruled(x), "x")
    assert d_f(3.0) == 2.0
    with cladpy.override(ruled, lambda d_out: (d_out * 7.0,)):
        assert d_f(3.0) == 7.0
    assert d_f(3.0) == 2.0


# ---- the parts ----


def test_what_is_watched():
    """A name is watched where it is looked up: cell, global or builtin, the last through a rename."""
    cell_value = 1.0

    def f(x):
        return x * cell_value * SCALE

    namespace = Namespace(f)
    cell, module, missing = (Watched.of(namespace, name) for name in ("cell_value", "SCALE", "nowhere"))
    assert missing is None
    assert cell.cell is f.__closure__[0]
    assert (module.cell, module.globals, module.value) == (None, globals(), 2.0)
    renamed = Watched.of(RenamedGlobal(namespace, "SCALE"), "SCALE_2")
    assert renamed.key == module.key


def test_each_variable_is_watched_once():
    """A name of the text that planning relied on too is watched under its name in the text."""
    namespace = Namespace(helper)
    watched = watch({"SCALE": namespace, "len": namespace}, [(namespace, "SCALE"), (namespace, "Config.rate")])
    assert [(each.path, each.text_name) for each in watched] == [
        ("SCALE", "SCALE"),
        ("len", "len"),
        ("Config.rate", None),
    ]
