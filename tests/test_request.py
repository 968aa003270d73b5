"""Requests: reading what is asked for, and the frozen key made of it."""

import pickle

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.request import DiffRequest, FunctionReference, Options, parse_wrt, signature_names

PARAMETERS = ("w", "b", "x", "y")


def outer():
    def inner(a):
        return a

    return inner


class Model:
    def loss(self, w):
        return w


def asked(wrt, names=PARAMETERS):
    return parse_wrt(wrt, names, "loss")


@pytest.mark.parametrize(
    ("wrt", "names", "bare"),
    [
        (None, None, False),
        ("w", ("w",), True),
        (" w ", ("w",), True),
        (1, ("b",), True),
        (np.int64(1), ("b",), True),
        (-1, ("y",), True),
        ("w,b", ("w", "b"), False),
        ("b , w", ("b", "w"), False),
        (("w",), ("w",), False),
        (["w"], ("w",), False),
        ((0,), ("w",), False),
        (("y", 0), ("y", "w"), False),
    ],
)
def test_wrt_is_read_in_the_order_asked(wrt, names, bare):
    """One name or int is bare; several names, or any tuple, are a tuple in the order asked."""
    assert asked(wrt) == (names, bare)


@pytest.mark.parametrize(
    ("wrt", "names"),
    [
        (1, ("args[0]",)),
        (3, ("args[2]",)),
        ("args", ("args",)),
        ("args[1]", ("args[1]",)),
        ((0, 2), ("w", "args[1]")),
        ("scale", ("scale",)),
        ("options", ("options",)),
    ],
)
def test_positions_beyond_the_named_parameters_fall_into_var_positional(wrt, names):
    """A position past the named parameters is an element of ``*args``; stars are not part of a name."""
    assert asked(wrt, ("w", "*args", "scale", "**options"))[0] == names


@pytest.mark.parametrize(
    ("wrt", "code", "text"),
    [
        ("wt", "C301", "did you mean 'w'?"),
        ("w,weights", "C301", "'weights'"),
        ("args[0]", "C301", "'args[0]'"),
        (4, "C301", "none at position 4"),
        (-5, "C301", "none at position -5"),
        ("", "C305", "no parameter"),
        ((), "C305", "no parameter"),
        ("w,", "C305", "an empty name"),
        (("w", ""), "C305", "an empty name"),
        ("w,w", "C305", "'w' is asked for twice"),
        (("w", 0), "C305", "'w' is asked for twice"),
        (True, "C305", "bool"),
        (1.0, "C305", "float"),
        (("w", None), "C305", "NoneType"),
        ((("w",), "b"), "C305", "tuple"),
        ({"w"}, "C305", "set"),
    ],
)
def test_wrt_that_cannot_be_meant_is_refused(wrt, code, text):
    """Unknown names are C301; nothing, twice the same, and other types are C305."""
    with pytest.raises(CladpyError) as caught:
        asked(wrt)
    assert caught.value.code == code
    assert text in caught.value.message
    assert "w, b, x, y" in caught.value.hint


@pytest.mark.parametrize("wrt", ["args, args[0]", "args[0], args", "args[1], args[1]", (1, "args[0]")])
def test_an_element_of_args_is_asked_for_once(wrt):
    """Whole and element, or the same element twice, would be two slots for one value."""
    with pytest.raises(CladpyError, match="C305"):
        asked(wrt, ("w", "*args"))


def test_negative_position_is_refused_with_var_positional():
    """With ``*args`` the last parameter depends on the call."""
    with pytest.raises(CladpyError, match="C305"):
        asked(-1, ("w", "*args"))


def test_function_without_parameters_has_none_to_ask_for():
    """The error still reads well where there is nothing to list."""
    with pytest.raises(CladpyError, match="loss has 0 parameters, none at position 0"):
        asked(0, ())


def test_signature_names_keep_stars_and_drop_self():
    """Stars tell ``*args`` apart; a bound method's own object is not a parameter."""

    def f(a, /, b, *rest, c=1, **options):
        return a

    assert signature_names(f) == ("a", "b", "*rest", "c", "**options")
    assert signature_names(Model().loss) == ("w",)


def test_reference_names_the_function_without_its_enclosing_scopes():
    """A nested function is shown by its own name, a method by its class and name."""
    assert FunctionReference.of(outer()).name == "inner"
    assert FunctionReference.of(outer()).qualname == "outer.<locals>.inner"
    assert FunctionReference.of(Model().loss).name == "Model.loss"
    assert FunctionReference.of(Model().loss) == FunctionReference.of(Model.loss)
    assert FunctionReference.of(outer).line == outer.__code__.co_firstlineno


def test_lambdas_on_one_line_are_different_references():
    """Name, file and line are equal there, so the column decides."""
    first, second = (lambda x: x), (lambda x: -x)
    assert FunctionReference.of(first) != FunctionReference.of(second)


@pytest.mark.parametrize("function", [np.tanh, len, 3])
def test_only_python_functions_can_be_referred_to(function):
    """What has no Python code has nothing to differentiate."""
    with pytest.raises(CladpyError, match="C304"):
        FunctionReference.of(function)


def test_requests_are_values():
    """Equal requests are one key, pickle, and differ where any part differs."""
    request = DiffRequest(FunctionReference.of(outer), "gradient", ("w",), bare=True)
    assert pickle.loads(pickle.dumps(request)) == request
    assert len({request, DiffRequest(FunctionReference.of(outer), "gradient", ("w",), bare=True)}) == 1
    assert request != DiffRequest(FunctionReference.of(outer), "gradient", ("w",), bare=False)
    assert request != DiffRequest(request.function, "gradient", ("w",), bare=True, options=Options(tbr=False))


def test_request_reads_as_the_call_that_makes_it():
    """What differs from the defaults is shown, and nothing else."""
    function = FunctionReference("m", "loss", "m.py", 1)
    assert str(DiffRequest(function, "gradient", None, bare=False)) == "gradient(loss)"
    assert str(DiffRequest(function, "gradient", ("w",), bare=True)) == 'gradient(loss, "w")'
    assert str(DiffRequest(function, "gradient", ("w",), bare=False)) == 'gradient(loss, ("w",))'
    full = DiffRequest(
        function, "pullback", ("w", "b"), False, 2, ("w", "b"), Options(jit="numba", tbr=False), aux=True
    )
    assert str(full) == 'pullback(loss, "w, b", order=2, slots="w, b", aux=True, tbr=False, jit=\'numba\')'
