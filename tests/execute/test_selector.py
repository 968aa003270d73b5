"""The generated look-up: what it reads again, and what it looks at besides the arguments."""

import types

import numpy as np
import pytest

from cladpy.execute import selector
from cladpy.execute.members import Member
from cladpy.execute.watched import Watched
from tests.execute.selecting import make_selector

MODULE = types.ModuleType("module")


def function(x):
    return x


def watched(value, *, text_name=None, **names):
    """Watch the global g, or a dotted name, in a dictionary that is returned as well."""
    names = {"g": value, **names}
    return Watched("g", names, None, value, value, text_name), names


def test_names_of_the_text_are_read_again():
    """What a name of the text means now is put into the namespace of the generated code."""
    each, names = watched(2.0, text_name="g_2")
    namespace = {"g_2": 2.0}
    selects = make_selector((), (), watched=[each], namespace=namespace)
    names["g"] = 5.0
    assert selects()
    assert namespace == {"g_2": 5.0}
    names["g"] = 5
    assert not selects()
    del names["g"]
    assert not selects()


@pytest.mark.parametrize("value", [None, True, len, np, function, np.ndarray])
def test_what_is_compared_by_identity_needs_no_reading(value):
    """It is still what it was."""
    each, names = watched(value, text_name="g")
    namespace = {}
    selects = make_selector((), (), watched=[each], namespace=namespace)
    assert selects()
    assert namespace == {}
    names["g"] = 0
    assert not selects()


def test_what_may_change_in_place_is_looked_at_each_time():
    """The same list may have grown."""
    weights = [1.0, np.ones(2)]
    each, _ = watched(weights)
    selects = make_selector((), (), watched=[each])
    assert selects()
    weights[1] = np.zeros(3)
    assert selects()
    weights.append(1.0)
    assert not selects()


def test_cells():
    """A cell is read, an empty one selects nothing."""

    def outer():
        inner_value = 2.0

        def inner():
            return inner_value

        return inner

    cell = outer().__closure__[0]
    selects = make_selector((), (), watched=[Watched("inner_value", {}, cell, 2.0, 2.0)])
    assert selects()
    cell.cell_contents = 7.0
    assert selects()
    cell.cell_contents = "a"
    assert not selects()
    del cell.cell_contents
    assert not selects()


def test_builtins():
    """A builtin must not be hidden by a global."""
    names = {}
    selects = make_selector((), (), watched=[Watched("abs", names, None, abs, abs)])
    assert selects()
    names["abs"] = function
    assert not selects()


def test_dotted_names(monkeypatch):
    """Each part is looked at: the module, and what it holds."""
    monkeypatch.setattr(MODULE, "function", function, raising=False)
    names = {"m": MODULE}
    selects = make_selector((), (), watched=[Watched("m.function", names, None, MODULE, function)])
    assert selects()
    monkeypatch.setattr(MODULE, "function", len)
    assert not selects()
    monkeypatch.setattr(MODULE, "function", function)
    assert selects()
    names["m"] = types.SimpleNamespace(function=function)
    assert not selects()


def test_members(monkeypatch):
    """Methods, properties with the program of their getter, class methods."""

    class Model:
        def method(self):
            return 1

        @property
        def size(self):
            return 2

        @classmethod
        def make(cls):
            return 3

        @staticmethod
        def free():
            return 4

    members = [Member(Model, name, getattr(Model, name)) for name in ("method", "size", "make", "free")]
    selects = make_selector((), (), members=members)
    assert selects()
    monkeypatch.setattr(Model.size.fget, "__code__", (lambda self: 5).__code__)
    assert not selects()
    monkeypatch.undo()
    assert selects()
    for name in ("method", "size", "make", "free"):
        monkeypatch.setattr(Model, name, function)
        assert not selects()
        monkeypatch.undo()
    assert selects()


def test_conditions_come_last():
    """They are asked only where everything else holds."""
    asked = []
    selects = make_selector((1.0,), (None,), conditions=[lambda: asked.append(1) or len(asked) < 3])
    assert not selects(1)
    assert asked == []
    assert selects(1.0)
    assert selects(1.0)
    assert not selects(1.0)


def test_some_attributes_of_an_argument():
    """Of an object only those that are read are compared."""
    model = types.SimpleNamespace(w=np.ones(2), history=[1.0])
    selects = make_selector((model,), (frozenset({"w"}),))
    model.history.append(2.0)
    assert selects(model)
    assert not selects(types.SimpleNamespace(w=1.0))
    assert not selects(types.SimpleNamespace())
    assert not selects(np)


@pytest.mark.parametrize("argument", [None, 1.0, "a", [1.0], np.float64(1.0), types.SimpleNamespace(shape=None)])
def test_arguments_of_any_other_kind_are_not_selected(argument):
    """Reading what they do not have raises nothing."""
    assert make_selector((np.ones((2, 2)),), (None,))(argument) is False
    assert make_selector(({"a": [1.0, (2.0,)]},), (None,))(argument) is False


def test_errors_of_conditions_are_not_hidden():
    """Only the failure to read an argument means no."""

    def condition():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        make_selector((), (), conditions=[condition])()


def test_large_structures_go_by_their_key(monkeypatch):
    """The text does not grow without bound."""
    many = {f"w{number}": [float(number)] * 5 for number in range(20)}
    monkeypatch.setattr(selector, "MOST_LINES", 30)
    selects = make_selector((many,), (None,))
    assert selects({name: [0.0] * 5 for name in many})
    assert not selects({**many, "w19": [0.0] * 4})
    assert not selects({**many, "w0": [0.0] * 4})
