"""Derivatives as objects: what they tell of themselves, and what they leave as it was."""

import copy
import dataclasses
import gc
import inspect
import pydoc
import sys
import types
import weakref
from typing import Annotated, NamedTuple

import numpy as np
import pytest

from cladpy import CladpyError, gradient, no_adjoint, pullback, value_and_gradient
from cladpy.planning.request_graph import RequestGraph

X = np.array([1.0, 2.0, 3.0])


def loss(w, b, x):
    """Return a scalar.

    The second paragraph.
    """
    h = np.tanh(w * x)
    return np.sum(h) * b


def layer(x, w):
    return np.tanh(x * w)


def network(x, w):
    return np.sum(layer(layer(x, w), w))


def annotated(w: Annotated[np.ndarray, "f4[batch, 3]"], scale: float = 1.0) -> float:
    return np.sum(w * w) * scale


# ---- what was generated ----


def test_source_is_the_text_of_the_last_call():
    """Each signature has its own text; the one used last is shown."""
    d_loss = gradient(loss, "b")
    d_loss(X, 2.0, X)
    array_text = d_loss.source
    assert "def loss_grad_b(w, b, x):" in array_text
    d_loss(1.5, 2.0, X)
    d_loss(X, 3.0, X)
    assert d_loss.source == array_text


def test_source_before_any_call_is_the_general_form():
    """Without a call the text is right for any numbers, and can be run."""
    text = gradient(loss, "b").source
    namespace = {}
    exec(compile(text, "general", "exec"), namespace)
    expected = np.sum(np.tanh(X * X))
    assert namespace["loss_grad_b"](X, 2.0, X) == pytest.approx(expected)
    assert namespace["loss_grad_b"](1.0, 2.0, 0.5) == pytest.approx(np.tanh(0.5))


def test_source_before_any_call_uses_annotations():
    """Annotations that carry facts specialise the text, which begins with their check."""
    d_annotated = gradient(annotated, "w")
    assert "check_facts(w=(w, 'float32', (None, None)))".replace("'", '"') in d_annotated.source
    d_annotated(np.ones((2, 3)))
    assert "check_facts" not in d_annotated.source


def test_source_for_arguments_runs_nothing():
    """source_for generates for a signature without calling the primal."""
    ran = []

    def noisy(x, log):
        log.append(1)
        return x * x

    def quiet(x, y):
        print("ran")
        return x * y

    text = gradient(quiet, "x").source_for(2.0, y=X[0])
    assert "def quiet_grad_x(x, y):" in text
    assert ran == []


def test_general_form_that_cannot_be_had():
    """Where only arguments tell, print shows the request, and .source says what to do."""
    d_settings = gradient(of_fields, "p")
    with pytest.raises(CladpyError) as caught:
        _ = d_settings.source
    assert any("source_for" in note for note in caught.value.notes)
    assert str(d_settings) == repr(d_settings)
    assert d_settings._repr_html_() is None
    assert "of_fields_grad_p" in d_settings.source_for(Settings(X, 2.0))


def test_plan_names_dependents():
    """The plan is the request alone before a call, and then also what it depends on."""
    d_network = gradient(network, "w")
    assert isinstance(d_network.plan, RequestGraph)
    assert d_network.plan.roots == (d_network.request,)
    d_network(X, 0.5)
    assert [str(request.function) for request in d_network.plan.callees_first()] == ["layer", "network"] or [
        str(request.function) for request in d_network.plan.callees_first()
    ] == ["layer", "layer", "network"]


def test_print_shows_the_source_and_repr_the_request():
    """``print(dloss)`` shows the generated module."""
    d_loss = gradient(loss, "w,b")
    assert repr(d_loss) == '<gradient(loss, "w, b")>'
    d_loss(X, 2.0, X)
    assert str(d_loss) == d_loss.source


# ---- introspection ----


def test_name_documentation_and_signature_are_of_the_primal():
    """Tools of inspection see a function with the primal's parameters."""
    d_loss = gradient(loss, "w,b")
    assert (d_loss.__name__, d_loss.__qualname__, d_loss.__module__) == ("loss", "loss", __name__)
    assert d_loss.__wrapped__ is loss
    assert d_loss.__doc__ == ("Gradient of loss with respect to w, b.\n\nReturn a scalar.\n\nThe second paragraph.")
    assert str(inspect.signature(d_loss)) == "(w, b, x)"
    assert list(inspect.signature(gradient(annotated)).parameters.values()) == list(
        inspect.signature(annotated).parameters.values()
    )
    assert inspect.signature(gradient(annotated)).return_annotation is inspect.Signature.empty


def test_help_shows_signature_and_documentation():
    """``help(dloss)`` reads like the help of a function."""
    text = pydoc.plain(pydoc.render_doc(gradient(loss, "w")))
    assert "loss(w, b, x)" in text
    assert "Gradient of loss with respect to w." in text


def test_signature_of_a_bound_derivative():
    """The object of a method is no parameter of its derivative."""

    class Model:
        @gradient
        def loss(self, x, rate=1.0):
            """Multiply."""
            return x * rate

    assert str(inspect.signature(Model().loss)) == "(x, rate=1.0)"
    assert Model().loss.__doc__.endswith("Multiply.")


@pytest.mark.parametrize("highlighted", [True, False])
def test_notebooks_show_the_source(highlighted, monkeypatch):
    """With Pygments highlighted, without it as it is."""
    if highlighted:
        pytest.importorskip("pygments")
    else:
        monkeypatch.setitem(sys.modules, "pygments", None)
    d_loss = gradient(loss, "b")
    d_loss(X, 2.0, X)
    html = d_loss._repr_html_()
    assert ("<span" in html) is highlighted
    assert "loss_grad_b" in html


def test_terminals_of_ipython_show_the_source():
    """IPython's pretty printer gets the text."""
    written = []
    printer = types.SimpleNamespace(text=written.append)
    d_loss = gradient(loss, "b")
    d_loss(X, 2.0, X)
    d_loss._repr_pretty_(printer, False)
    d_loss._repr_pretty_(printer, True)
    assert written == [d_loss.source, repr(d_loss)]


def test_copies_of_a_derivative_are_itself():
    """As functions are, so that a configuration that holds one can be copied."""
    d_loss = gradient(lambda x: x * x, "x")
    assert copy.copy(d_loss) is d_loss
    assert copy.deepcopy({"d": d_loss})["d"] is d_loss


def test_attributes_of_the_primal_are_kept():
    """What a decorator below left on the function is found on the derivative, and hides nothing of it."""

    def marked(x):
        return x * x

    marked.mark = 7
    marked.request = "the user's own"
    d_marked = gradient(marked, "x")
    assert d_marked.mark == 7
    assert str(d_marked.request) == 'gradient(marked, "x")'


# ---- what the caller has stays as it was ----


class Pair(NamedTuple):
    a: np.ndarray
    b: float


@dataclasses.dataclass
class Settings:
    a: np.ndarray
    b: float
    steps: int = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    a: np.ndarray
    b: float

    def __post_init__(self):
        if self.b < 1.5:
            raise ValueError("adjoints are not built by the constructor")


class Plain:
    def __init__(self):
        self.a = X.copy()
        self.b = 2.0
        self.name = "plain"


def of_fields(p):
    return np.sum(p.a) * p.b


def of_items(p):
    return np.sum(p["a"]) * p["b"]


def of_places(p):
    return np.sum(p[0]) * p[1]


def leaves(value):
    if isinstance(value, dict):
        return value
    if isinstance(value, tuple | list):
        return dict(zip("ab", value, strict=True))
    return {"a": value.a, "b": value.b}


@pytest.mark.parametrize(
    ("primal", "make"),
    [
        (of_fields, lambda: Pair(X.copy(), 2.0)),
        (of_fields, lambda: Settings(X.copy(), 2.0)),
        (of_fields, lambda: Frozen(X.copy(), 2.0)),
        (of_fields, Plain),
        (of_items, lambda: {"a": X.copy(), "b": 2.0}),
        (of_places, lambda: [X.copy(), 2.0]),
        (of_places, lambda: (X.copy(), 2.0)),
    ],
)
def test_structured_arguments(primal, make):
    """The adjoint has the class and structure of the argument, which is left alone."""
    argument = make()
    value, adjoint = value_and_gradient(primal, "p")(argument)
    assert value == 12.0
    assert type(adjoint) is type(argument)
    np.testing.assert_array_equal(leaves(adjoint)["a"], [2.0, 2.0, 2.0])
    assert leaves(adjoint)["b"] == 6.0
    np.testing.assert_array_equal(leaves(argument)["a"], X)
    assert leaves(argument)["b"] == 2.0


def test_leaves_without_adjoint_inside_structures():
    """An integer or a name in a structure is no_adjoint there."""
    assert gradient(of_fields, "p")(Settings(X, 2.0)).steps is no_adjoint
    assert gradient(of_fields, "p")(Plain()).name is no_adjoint


@pytest.mark.parametrize(
    "value", [np.float32(2.0), np.float64(2.0), 2.0, np.array(2.0), np.array([2.0], np.float32), np.ones((2, 0))]
)
def test_adjoints_have_the_type_of_their_argument(value):
    """Also one that the result does not depend on."""

    def f(x, y):
        return np.sum(x) * 3.0

    for adjoint in gradient(f)(value, value):
        assert type(adjoint) is type(value)
        assert np.shape(adjoint) == np.shape(value)
        assert np.asarray(adjoint).dtype == np.asarray(value).dtype


def smooth(u, k):
    for _ in range(3):
        u[1:] += k * u[:-1]
    return np.sum(u**2)


def test_arrays_that_the_primal_updates_stay_as_they_were():
    """What is stored into is copied on entry; also when an exception ends the call."""
    u, before = X.copy(), X.copy()
    first = value_and_gradient(smooth)(u, 0.5)
    np.testing.assert_array_equal(u, before)
    again = value_and_gradient(smooth)(u, 0.5)
    assert first[0] == again[0] == smooth(X.copy(), 0.5)

    def breaks(u, k):
        u[0] = k
        assert u[1] < 0, "too large"
        return np.sum(u)

    with pytest.raises(AssertionError, match="too large"):
        gradient(breaks)(u, 7.0)
    np.testing.assert_array_equal(u, before)


def test_overlapping_arguments_of_which_one_is_updated():
    """Their copies would no longer overlap, so this is C403; arguments that are only read may overlap."""

    def update(u, v):
        u[0] = v[1] * 2.0
        return np.sum(u) + np.sum(v)

    base = np.arange(6.0)
    d_update = gradient(update)
    with pytest.raises(CladpyError, match="u and v share memory, and u is updated in place") as caught:
        d_update(base[:4], base[2:])
    assert caught.value.code == "C403"
    d_u, d_v = d_update(base[::2], base[1::2])
    np.testing.assert_array_equal(d_u, [0.0, 1.0, 1.0])
    np.testing.assert_array_equal(d_v, [1.0, 3.0, 1.0])
    d_x, d_y = gradient(lambda x, y: np.sum(x * y))(base, base)
    np.testing.assert_array_equal(d_x, base)
    assert d_x is not d_y


CONSTANT = np.array([1.0, 2.0, 3.0])


def test_adjoints_own_their_storage():
    """No adjoint shares memory with an argument, a global or another adjoint; each may be written."""

    def linear(x, y, z):
        return np.sum(x * CONSTANT) + np.sum(y) + np.sum(z * x)

    x, y, z = X.copy(), X.copy(), X.copy()
    adjoints = gradient(linear)(x, y, z)
    for number, adjoint in enumerate(adjoints):
        assert adjoint.flags.writeable
        assert adjoint.base is None
        for other in (x, y, z, CONSTANT, *adjoints[:number]):
            assert not np.shares_memory(adjoint, other)


def test_effects_of_the_primal_happen_once(capsys):
    """Output is written once, by the forward sweep."""

    def loud(x):
        print("value", x)
        return x * x

    assert value_and_gradient(loud)(3.0) == (9.0, (6.0,))
    assert capsys.readouterr().out == "value 3.0\n"


# ---- life ----


def test_a_derivative_is_collected_with_its_plans():
    """Nothing global holds on to a derivative, its primal or what it generated."""

    def make():
        def square(x):
            return x * x

        return gradient(square, "x")

    derivative = make()
    derivative(2.0)
    alive = weakref.ref(derivative)
    del derivative
    gc.collect()
    assert alive() is None


def test_arguments_are_not_held():
    """After the call nothing of cladpy refers to the arrays that were passed."""
    d_loss, x = gradient(loss), X.copy()
    d_loss(x, 2.0, X)
    alive = weakref.ref(x)
    del x
    gc.collect()
    assert alive() is None


def test_globals_that_were_replaced_are_not_held(monkeypatch):
    """The generated code refers to what a name means now."""
    monkeypatch.setitem(globals(), "CONSTANT", np.ones(3))
    d_f = gradient(lambda x: np.sum(x * CONSTANT), "x")
    d_f(X)
    alive = weakref.ref(CONSTANT)
    monkeypatch.setitem(globals(), "CONSTANT", np.zeros(3))
    d_f(X)
    monkeypatch.undo()
    gc.collect()
    assert alive() is None


def test_replaced_code_of_the_primal_is_read_anew():
    """A reloading tool that puts new code into a function changes its derivative, parameters included."""

    def primal(x):
        return x * x

    def edited(x, y=2.0):
        return x * x * x * y

    d_primal = gradient(primal)
    assert d_primal(3.0) == (6.0,)
    primal.__code__, primal.__defaults__ = edited.__code__, edited.__defaults__
    assert d_primal(3.0) == (54.0, 27.0)
    assert pullback(primal, "y")(3.0, 1.0, 1.0) == 27.0
