"""Requests: what may be asked for and how, what comes back, and what is refused at once."""

import functools

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError, gradient, no_adjoint, pullback, value_and_gradient

W, B, X = np.array([1.0, 2.0]), 3.0, np.array([0.5, 0.25])
FAMILY = [gradient, value_and_gradient, pullback]


def loss(w, b, x, steps=2):
    return np.sum(w * w * x) * b * steps


def powers(x, *factors, scale=1.0):
    return np.sum(x) * factors[0] * factors[1] ** 2 * scale


class Model:
    def __init__(self, rate):
        self.rate = rate
        self.calls = 0

    def loss(self, x, y=2.0):
        return x * x * y * self.rate

    @gradient("x")
    def d_decorated(self, x):
        return x**3 * self.rate

    @gradient
    def d_every(self, x, y):
        return x * y * self.rate

    @classmethod
    @value_and_gradient("x")
    def of_class(cls, x):
        return x * x

    @staticmethod
    @gradient("x")
    def of_nothing(x):
        return x * x

    @gradient("x")
    @staticmethod
    def of_nothing_inside(x):
        return x * x


def code_of(call):
    with pytest.raises(CladpyError) as caught:
        call()
    return caught.value.code


# ---- what is asked for, and what comes back ----


@pytest.mark.parametrize(
    ("wrt", "expected"),
    [
        ("b", 3.0),
        (1, 3.0),
        (-3, 3.0),
        (("b",), (3.0,)),
        ((1,), (3.0,)),
        (["b"], (3.0,)),
    ],
)
def test_one_parameter_is_bare_unless_a_tuple_asks(wrt, expected):
    """A string with one name, or an int, gives the bare adjoint; a tuple gives a tuple."""
    assert gradient(loss, wrt)(W, B, X) == expected


@pytest.mark.parametrize("wrt", ["b, x", ("b", "x"), (1, 2), ("b", 2)])
def test_several_parameters_come_in_the_order_asked(wrt):
    """Names and positions may be mixed."""
    d_b, d_x = gradient(loss, wrt)(W, B, X)
    assert d_b == 3.0
    np.testing.assert_allclose(d_x, [6.0, 24.0])


def test_without_names_every_parameter_has_a_slot():
    """What holds nothing floating gives no_adjoint, so that the length never varies."""
    d_w, d_b, d_x, d_steps = gradient(loss)(W, B, X)
    np.testing.assert_allclose(d_w, [6.0, 6.0])
    assert d_b == 3.0
    np.testing.assert_allclose(d_x, [6.0, 24.0])
    assert d_steps is no_adjoint


def test_value_comes_before_the_adjoints():
    """value_and_gradient gives the primal's value and what gradient gives."""
    value, (d_b, d_x) = value_and_gradient(loss, "b,x")(W, B, X)
    assert value == loss(W, B, X)
    assert d_b == 3.0
    np.testing.assert_allclose(d_x, [6.0, 24.0])
    value, d_b = value_and_gradient(loss, "b")(W, B, X)
    assert d_b == 3.0


@pytest.mark.parametrize("request_of", FAMILY)
@pytest.mark.parametrize("wrt", ["x", ("x",), 0, None])
def test_each_request_is_a_decorator_too(request_of, wrt):
    """Without a function, a request makes a decorator; the primal stays at hand."""

    def square(x):
        return x * x

    decorated = request_of(wrt)(square)
    assert decorated.primal is square
    assert decorated.request == request_of(square, wrt).request
    assert request_of(wrt=wrt)(square).request == decorated.request


def test_decorator_without_parentheses():
    """``@gradient`` asks for every parameter."""

    @gradient
    def square(x):
        return x * x

    assert square(3.0) == (6.0,)
    assert square.primal(3.0) == 9.0


def test_auxiliary_part_is_handed_on():
    """With aux=True the second part of the result comes with the adjoints, or with the value."""

    def with_trace(x):
        h = x * x
        return np.sum(h), {"h": h, "name": "trace"}

    d_x, trace = gradient(with_trace, "x", aux=True)(W)
    np.testing.assert_allclose(d_x, 2 * W)
    np.testing.assert_allclose(trace["h"], W * W)
    assert trace["name"] == "trace"
    (value, trace), d_x = value_and_gradient(with_trace, "x", aux=True)(W)
    assert value == 5.0
    np.testing.assert_allclose(d_x, 2 * W)
    assert trace["name"] == "trace"


def test_auxiliary_part_is_the_callers():
    """It shares nothing with the adjoints, and the reverse sweep leaves it as the primal made it."""

    def with_activations(x):
        h = np.exp(x)
        return np.sum(h * h), (h, x)

    d_x, (h, x) = gradient(with_activations, "x", aux=True)(W)
    np.testing.assert_allclose(d_x, 2 * np.exp(2 * W))
    np.testing.assert_array_equal(h, np.exp(W))
    np.testing.assert_array_equal(x, W)
    assert not np.shares_memory(d_x, h)


def test_auxiliary_part_is_finished_with_structures():
    """The adjoint of a dict is a dict with an auxiliary part, too."""

    def of_dict(params):
        return params["a"] * params["b"], 7

    d_params, aux = gradient(of_dict, "params", aux=True)({"a": 2.0, "b": 3.0})
    assert d_params == {"a": 3.0, "b": 2.0}
    assert aux == 7


# ---- arguments as Python takes them ----


def test_arguments_by_name_default_and_position():
    """The derivative binds its arguments as the primal does."""
    d_loss = gradient(loss, "b")
    assert d_loss(W, B, X) == d_loss(x=X, b=B, w=W) == d_loss(W, x=X, b=B, steps=2)
    assert d_loss(W, B, X, 4) == d_loss(W, B, X, steps=4) == 2 * d_loss(W, B, X)


def test_wrong_arguments_raise_what_the_primal_raises():
    """The text of the error names the primal and its parameters."""
    with pytest.raises(TypeError) as expected:
        loss(W, B)
    with pytest.raises(TypeError) as caught:
        gradient(loss, "b")(W, B)
    assert str(caught.value) == str(expected.value)
    with pytest.raises(TypeError, match="unexpected keyword argument 'bias'"):
        gradient(loss, "b")(W, B, X, bias=1)


@pytest.mark.parametrize(
    ("wrt", "expected"),
    [
        ("factors[1]", 2 * 3.0 * 2.0 * 5.0),
        (2, 2 * 3.0 * 2.0 * 5.0),
        (("factors[1]", 1), (2 * 3.0 * 2.0 * 5.0, 3.0 * 25.0)),
        ("scale", 3.0 * 2.0 * 25.0),
        ("factors", (3.0 * 25.0, 2 * 3.0 * 2.0 * 5.0)),
    ],
)
def test_elements_of_star_arguments(wrt, expected):
    """``"args[1]"`` and a position beyond the named parameters mean one element; the name means all."""
    assert gradient(powers, wrt)(W, 2.0, 5.0) == pytest.approx(expected)


def test_options_of_a_primal_are_a_dict():
    """The adjoint of ``**options`` is a dict of those that were passed."""

    def scaled(x, **options):
        return x * options["rate"]

    assert gradient(scaled)(2.0, rate=3.0) == (3.0, {"rate": 2.0})
    assert gradient(scaled, "options")(2.0, rate=3.0) == {"rate": 2.0}


def test_nothing_passed_for_stars_has_nothing():
    """``*args`` and ``**options`` that are empty hold nothing floating."""

    def alone(x, *rest, **options):
        return x * x

    assert gradient(alone)(3.0) == (6.0, no_adjoint, no_adjoint)
    assert gradient(alone, "x, rest")(3.0) == (6.0, ())


def test_element_that_was_not_passed():
    """An element beyond those of the call is an error that says how many there are."""
    with pytest.raises(CladpyError, match="has 2 elements in this call, and 'factors\\[4\\]' is asked for") as caught:
        gradient(powers, "factors[4]")(W, 2.0, 5.0)
    assert caught.value.code == "C301"


def test_keyword_only_and_positional_only_parameters():
    """They are asked for by name and passed as the primal demands."""

    def f(a, /, b, *, c, d=2.0):
        return a * b * c * d

    assert gradient(f, "a,c,d")(1.0, 2.0, c=3.0) == (12.0, 4.0, 6.0)
    with pytest.raises(TypeError, match="positional-only"):
        gradient(f, "a")(a=1.0, b=2.0, c=3.0)


def test_a_parameter_may_be_called_self():
    """The derivative's own parameter stands in nobody's way."""

    def f(self, function):
        return self * function

    assert gradient(f, "self")(self=2.0, function=3.0) == 3.0


# ---- methods ----


def test_bound_method():
    """The object is not counted, not asked for, and read anew at each call."""
    model = Model(10.0)
    d_loss = gradient(model.loss)
    assert d_loss(3.0) == (120.0, 90.0)
    assert gradient(model.loss, 0)(3.0) == gradient(model.loss, "x")(3.0) == 120.0
    assert d_loss.primal == model.loss
    model.rate = 1.0
    assert d_loss(3.0, y=1.0) == (6.0, 9.0)
    assert gradient(model.loss)(3.0, 2) == (12.0, no_adjoint)


def test_decorated_method():
    """A decorated method is bound to its object; where nothing is named, the object is not asked for."""
    model = Model(2.0)
    assert model.d_decorated(3.0) == 54.0
    assert model.d_every(3.0, 5.0) == (10.0, 6.0)
    assert model.d_decorated.primal(3.0) == 54.0
    assert "def d_decorated_grad_x(self, x)" in model.d_decorated.source
    assert model.d_decorated == model.d_decorated
    assert model.d_decorated != Model(2.0).d_decorated


def test_decorated_method_of_the_class():
    """Taken from the class, it takes the object as its first argument."""
    assert Model.d_decorated(Model(2.0), 3.0) == 54.0
    assert Model.d_decorated.primal(Model(2.0), 3.0) == 54.0


def test_class_methods_and_static_methods():
    """Class methods get the class, static ones nothing, in either order of the decorators."""
    assert Model.of_class(3.0) == Model(1.0).of_class(3.0) == (9.0, 6.0)
    assert Model.of_nothing(3.0) == Model(1.0).of_nothing(3.0) == 6.0
    assert Model.of_nothing_inside(3.0) == Model(1.0).of_nothing_inside(3.0) == 6.0


def test_gradient_of_a_gradient():
    """A derivative may be asked for the derivative of a derivative."""

    def cube(x):
        return x**3

    assert gradient(gradient(cube, "x"), "x")(2.0) == 12.0


# ---- options ----


@pytest.mark.parametrize("option", ["assume_unselected_inactive", "varied", "useful", "tbr", "early_release"])
@pytest.mark.parametrize("request_of", FAMILY)
def test_options_are_part_of_the_request(request_of, option):
    """Each option is taken by each request."""
    changed = not getattr(request_of(loss).request.options, option)
    request = request_of(loss, "b", **{option: changed}).request
    assert getattr(request.options, option) is changed
    assert f"{option}={changed}" in str(request)


@pytest.mark.parametrize("request_of", FAMILY)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tbd": True}, "there is no option 'tbd'; did you mean 'tbr'?"),
        ({"early_relase": False}, "did you mean 'early_release'?"),
        ({"warp": 1}, "there is no option 'warp'"),
        ({"varied": 1}, "varied is True or False, not 1"),
        ({"jit": "llvm"}, "jit='llvm' is no backend"),
        ({"jit": ["numba"]}, "is no backend"),
    ],
)
def test_unknown_options_are_refused(request_of, options, message):
    """An option that does not exist, or not with this value, is C305 at once."""
    with pytest.raises(CladpyError, match=message.replace("?", "\\?")) as caught:
        request_of(loss, "b", **options)
    assert caught.value.code == "C305"


def test_aux_is_a_flag():
    """Anything but True and False is a mistake."""
    assert code_of(lambda: gradient(loss, "b", aux="trace")) == "C305"


def test_options_are_keyword_only():
    """A third positional argument is refused by Python itself."""
    with pytest.raises(TypeError):
        gradient(loss, "b", True)


# ---- what is refused when the request is made ----


@pytest.mark.parametrize("request_of", FAMILY)
def test_unknown_parameter(request_of):
    """The error suggests a name that is close."""
    with pytest.raises(CladpyError, match="loss has no parameter 'stesp'; did you mean 'steps'") as caught:
        request_of(loss, "stesp")
    assert caught.value.code == "C301"


@pytest.mark.parametrize(
    ("function", "hint"),
    [
        (len, "differentiate a Python function"),
        (functools.partial(loss, W), r"\.func"),
        (Model, "pass a function"),
        (3.5, "pass the function itself"),
    ],
)
def test_what_has_no_source(function, hint):
    """Only Python functions can be differentiated; the hint says what to pass instead."""
    with pytest.raises(CladpyError, match=hint) as caught:
        gradient(function, "w")
    assert caught.value.code == "C304"


def test_parameters_asked_for_twice():
    """``gradient("w", "b")`` is meant as one request."""
    with pytest.raises(CladpyError, match="asked for twice") as caught:
        gradient("w", "b")
    assert caught.value.code == "C305"
    assert '"w, b"' in caught.value.hint


def test_unsupported_syntax_is_refused_at_once():
    """What needs no types is checked before any call."""

    def bad(x):
        try:
            y = x * x
        except* ValueError:
            y = x
        return y

    with pytest.raises(CladpyError, match=r"test_api\.py") as caught:
        gradient(bad)
    assert caught.value.code == "C104"


def test_syntax_of_a_function_with_a_rule_does_not_matter():
    """Its rule stands for its text."""

    def guarded(x):
        try:
            y = x * x
        except* ValueError:
            y = x
        return y

    @cladpy.custom_pullback(guarded)
    def guarded_pullback(x, d_out):
        return (2.0 * x * d_out,)

    assert gradient(guarded, "x")(3.0) == 6.0


def test_decorated_function_that_calls_itself():
    """Under its decorator the name is the derivative; the hint gives the request without a decorator."""
    with pytest.raises(CladpyError, match="power calls itself") as caught:

        @gradient("x")
        def power(x, n):
            return x * power(x, n - 1) if n else 1.0

    assert caught.value.code == "C308"
    assert 'd_power = gradient(power, "x")' in caught.value.hint
    assert (
        caught.value.location.lines[caught.value.location.line - 1].strip()
        == "return x * power(x, n - 1) if n else 1.0"
    )


def test_function_that_calls_itself_without_a_decorator():
    """The request by call leaves the name to the primal."""

    def power(x, n):
        return x * power(x, n - 1) if n else 1.0

    assert gradient(power, "x")(2.0, 3) == 12.0


def test_local_name_like_the_function_is_no_call_of_itself():
    """A parameter that hides the function's name means something else."""

    @gradient("x")
    def apply(x, apply):
        return apply(x)

    assert apply(2.0, np.square) == 4.0


# ---- what is refused at the call ----


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (2, "int"),
        (True, "bool"),
        (np.int32(2), "int32"),
        (np.arange(3), "int64 array"),
        (np.array([True]), "bool array"),
        ([1, 2], "list"),
        (None, "None"),
        ("a", "str"),
    ],
)
def test_named_parameter_without_derivative(value, what):
    """A parameter that is named, and holds nothing floating, is C302; unnamed it gives no_adjoint."""

    def f(x, y):
        return x * 2.0

    with pytest.raises(CladpyError, match="the argument 'y' is") as caught:
        gradient(f, "y")(1.0, value)
    assert caught.value.code == "C302"
    assert what in caught.value.message
    d_x, d_y = gradient(f)(1.0, value)
    assert d_x == 2.0
    assert d_y is no_adjoint


def test_named_element_without_derivative():
    """The element of star arguments that is named counts, not the others."""
    assert code_of(lambda: gradient(powers, "factors[0]")(W, 2, 5.0)) == "C302"
    assert gradient(powers, "factors[1]")(W, 2, 5.0) == pytest.approx(60.0)


class Tagged(np.ndarray):
    """A subclass of ndarray."""


def test_subclass_of_ndarray():
    """What a subclass does is not known; the hint says how to get a plain array."""
    with pytest.raises(CladpyError, match=r"np\.asarray") as caught:
        gradient(loss, "b")(W.view(Tagged), B, X)
    assert caught.value.code == "C404"


@pytest.mark.parametrize("request_of", [gradient, value_and_gradient])
@pytest.mark.parametrize(
    ("primal", "code", "words"),
    [
        (lambda x: x * 2, "C303", "array"),
        (lambda x: None, "C303", "None"),
        (lambda x: (x, x), "C303", "tuple"),
        (lambda x: [np.sum(x)], "C303", "list"),
    ],
)
def test_results_that_are_no_scalar(request_of, primal, code, words):
    """The gradient of something else than a real scalar is refused."""
    with pytest.raises(CladpyError, match=words) as caught:
        request_of(primal, "x")(W)
    assert caught.value.code == code


def sometimes_nothing(x, flag):
    if flag:
        return np.sum(x)
    return None


def sometimes_a_vector(x, flag):
    if flag:
        return x
    return np.sum(x)


@pytest.mark.parametrize("request_of", [gradient, value_and_gradient])
def test_results_that_only_a_call_can_tell(request_of):
    """Where one path returns a scalar and another does not, the call decides, at the line of the return."""
    assert code_of(lambda: request_of(sometimes_nothing, "x")(W, 0)) == "C303"
    assert code_of(lambda: request_of(sometimes_a_vector, "x")(W, 1)) == "C303"
    request_of(sometimes_nothing, "x")(W, 1)
    request_of(sometimes_a_vector, "x")(W, 0)


def test_missing_return_has_a_hint():
    """A function without a return statement gets the hint that one may be missing."""

    def forgetful(x):
        np.sum(x)

    with pytest.raises(CladpyError, match="return") as caught:
        gradient(forgetful, "x")(W)
    assert caught.value.code == "C303"


def test_error_of_a_call_names_the_place_of_the_request():
    """The note leads to the line on which the derivative was asked for."""
    request = gradient(lambda x: x * 2, "x")
    line = test_error_of_a_call_names_the_place_of_the_request.__code__.co_firstlineno + 2
    with pytest.raises(CladpyError) as caught:
        request(W)
    assert any(f"test_api.py:{line}" in note for note in caught.value.notes)


def test_public_names():
    """The package exports the requests, the marker and the error."""
    for name in ("gradient", "value_and_gradient", "pullback", "no_adjoint", "zero_like", "zero_init", "CladpyError"):
        assert name in cladpy.__all__
        assert hasattr(cladpy, name)
