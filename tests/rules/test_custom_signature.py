"""What custom pullbacks read, and which signatures are refused."""

import re

import numpy as np
import pytest

import cladpy
from cladpy import CladpyError
from cladpy.rules.custom_signature import primal_parameters, read_signature


def product(data, weight):
    return data * weight


def product_forward(data, weight):
    return data * weight, data


def product_pullback(data, d_out):
    return None, data * d_out


def reads_of(rule, primal=product, wrt=None, forward=None):
    """Return what a rule reads: its own spelling, the kind, and the primal's parameter."""
    return [(read.name, read.kind, read.parameter) for read in read_signature(rule, primal, wrt, forward).reads]


def test_only_what_is_named_is_read():
    """A rule names any of the parameters, the result and the cotangent, in its own order."""
    assert reads_of(lambda d_out, result, weight: None) == [
        ("d_out", "cotangent", ""),
        ("result", "result", ""),
        ("weight", "parameter", "weight"),
    ]


def test_cotangent_may_have_another_name():
    """It is d_ and a name."""
    assert reads_of(lambda d_h: None) == [("d_h", "cotangent", "")]


def test_parameters_of_the_primal_come_before_other_meanings():
    """A parameter called result, state or d_model is that parameter."""

    def primal(result, state, d_model):
        return result * state * d_model

    assert [kind for _, kind, _ in reads_of(lambda result, state, d_model, d_out: None, primal)] == [
        "parameter",
        "parameter",
        "parameter",
        "cotangent",
    ]


def test_state_is_what_the_forward_function_hands_over():
    """With forward=, a rule reads state."""
    assert reads_of(lambda state, d_out: None, forward=product_forward) == [
        ("state", "state", ""),
        ("d_out", "cotangent", ""),
    ]


def test_parameters_with_a_default_may_be_the_rule_s_own():
    """What is no name of the primal is left to its default."""
    found = reads_of(lambda data, d_out, epsilon=1e-6: None)
    assert found == [("data", "parameter", "data"), ("d_out", "cotangent", "")]


def test_keyword_only_parameters_are_passed_by_keyword():
    """The rule may insist on names."""
    rule = read_signature(lambda data, *, d_out: None, product, None, None)
    assert [read.by_keyword for read in rule.reads] == [False, True]


@pytest.mark.parametrize(
    ("wrt", "covered"),
    [
        (None, {"data", "weight"}),
        ("weight", {"weight"}),
        ("weight, data", {"data", "weight"}),
        (("data",), {"data"}),
        (1, {"weight"}),
    ],
)
def test_wrt_says_what_is_covered(wrt, covered):
    """As in a request; all parameters, if it is left out."""
    assert read_signature(product_pullback, product, wrt, None).covers == covered


def test_parameters_of_ufuncs_are_called_as_numpy_calls_them():
    """x, or x1 and x2: ufuncs of older NumPy tell no signature."""
    assert [p.name for p in primal_parameters(np.tanh)] == ["x"]
    assert [p.name for p in primal_parameters(np.arctan2)] == ["x1", "x2"]


def test_a_rule_may_name_a_ufunc_s_parameters_itself():
    """They have no names that a program could use, so a rule that takes all of them chooses its own."""
    rule = read_signature(lambda y, x, d_out: None, np.arctan2, "x", None)
    assert [read.parameter for read in rule.reads] == ["x1", "x2", ""]
    assert rule.covers == {"x2"}


def test_a_rule_reads_some_parameters_of_a_ufunc_by_numpy_s_names():
    """Which of them a rule reads can only be told by NumPy's names."""
    assert reads_of(lambda x2, d_out: None, np.arctan2) == [("x2", "parameter", "x2"), ("d_out", "cotangent", "")]


class Model:
    def layer(self, x):
        return x


def with_state(state, x):
    return state * x


WRONG = {  # what does not fit: the rule, its primal, the options of the registration
    "reads 'values', which product does not have": (lambda values, d_out: 0, product, {}),
    "reads 'wieght', which product does not have; did you mean 'weight'?": (lambda wieght, d_out: 0, product, {}),
    "takes no cotangent": (lambda data: 0, product, {}),
    "takes several cotangents": (lambda d_out, d_other: 0, product, {}),
    "takes any number of arguments": (lambda data, *rest: 0, product, {}),
    "reads 'state', and there is no forward function": (lambda state, d_out: 0, product, {}),
    "does not read 'state'": (lambda d_out: 0, product, {"forward": product_forward}),
    "does not take product's arguments": (lambda state, d_out: 0, product, {"forward": lambda data: 0}),
    "reads 'state', which is a parameter": (lambda state, d_out: 0, with_state, {"forward": with_state}),
    "product has no parameter 'wieght'; did you mean 'weight'?": (product_pullback, product, {"wrt": "wieght"}),
    "takes any number of arguments, and a slot belongs": (product_pullback, lambda *args: 0, {}),
    "layer is a method of one object": (product_pullback, Model().layer, {}),
    "a rule is registered for 3.0, which is no function": (product_pullback, 3.0, {}),
    "max tells no signature": (product_pullback, max, {}),
}
HINTS = {
    "reads 'values', which product does not have": "a rule may read: data, weight, result, d_out",
    "takes any number of arguments": "name what it reads: data, weight, result, d_out",
    "reads 'state', and there is no forward function": "add forward=...",
    "does not read 'state'": "name a parameter state",
    "layer is a method of one object": "register the rule for the function of the class: Model.layer",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_signatures_are_refused(text):
    """The error says what does not fit and what a rule may read."""
    rule, primal, options = WRONG[text]
    with pytest.raises(CladpyError, match=re.escape(text)) as raised:
        read_signature(rule, primal, options.get("wrt"), options.get("forward"))
    assert raised.value.code == "C204"
    assert raised.value.hint == HINTS.get(text, raised.value.hint)


def test_the_error_points_to_the_rule():
    """The place is the line on which the rule is defined, behind its decorators."""
    with pytest.raises(CladpyError) as raised:
        read_signature(lambda values, d_out: 0, product, None, None)
    assert "lambda values, d_out" in str(raised.value)
    with pytest.raises(CladpyError) as raised:

        @cladpy.custom_pullback(product)
        def rule(values, d_out):
            return values, d_out

    assert "        def rule(values, d_out):\n      |         ^^^^^^^^" in str(raised.value)


def test_a_rule_says_what_it_is_for():
    """As the request graph shows it."""
    assert str(read_signature(product_pullback, product, "weight", None)) == "product_pullback for product, wrt: weight"
