"""Binding: as Python binds, whatever the parameters."""

import inspect

import pytest

from cladpy.execute.arguments import Arguments


def plain(a, b=2, c=3):
    return a, b, c


def only_positional(a, b, /, c):
    return a, b, c


def starred(a, *rest, b, c=5, **options):
    return a, rest, b, c, options


def nothing():
    return ()


def only_stars(*args, **kwargs):
    return args, kwargs


def wide(a, /, b, c=1, *rest, d, e=2, **options):
    return a, b, c, rest, d, e, options


CALLS = [
    ((), {}),
    ((1,), {}),
    ((1, 2), {}),
    ((1, 2, 3), {}),
    ((1, 2, 3, 4), {}),
    ((1,), {"b": 7}),
    ((1,), {"c": 7}),
    ((1, 2), {"c": 7}),
    ((1, 2), {"d": 7}),
    ((), {"a": 1, "b": 2, "c": 3}),
    ((1,), {"a": 1}),
    ((1, 2, 3, 4), {"b": 1, "d": 2, "z": 3}),
]


def outcome(function, args, kwargs):
    """Return the result, or the text of the error."""
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize("function", [plain, only_positional, starred, nothing, only_stars, wide])
@pytest.mark.parametrize(("args", "kwargs"), CALLS)
def test_values_and_errors_are_pythons_own(function, args, kwargs):
    """Each function returns its parameters, so its own call is what is expected."""
    bound = Arguments(function)
    assert outcome(lambda *a, **k: bound.bind(a, k), args, kwargs) == outcome(function, args, kwargs)


@pytest.mark.parametrize("function", [plain, only_positional, starred, nothing, only_stars, wide])
def test_names_come_in_the_order_of_the_signature(function):
    """With their stars, and without."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    parameters = inspect.signature(function).parameters.values()
    assert Arguments(function).names == tuple(parameter.name for parameter in parameters)
    assert Arguments(function).starred == tuple(stars.get(each.kind, "") + each.name for each in parameters)


@pytest.mark.parametrize(
    ("function", "count"), [(plain, 3), (only_positional, 3), (starred, -1), (nothing, 0), (only_stars, -1), (wide, -1)]
)
def test_calls_that_need_no_binding(function, count):
    """Where all parameters can be passed by position, that many arguments are the values."""
    assert Arguments(function).plain == count


def test_defaults_are_read_at_each_call():
    """Also their number may change."""

    def f(a, b=2, *, c=3):
        return a, b, c

    bound = Arguments(f)
    assert bound.bind((1,), {}) == (1, 2, 3)
    f.__defaults__, f.__kwdefaults__ = (10, 20), {"c": 30}
    assert bound.bind((), {}) == (10, 20, 30)
    f.__defaults__, f.__kwdefaults__ = None, None
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'b'"):
        bound.bind((1,), {"c": 1})


def test_lambdas_and_wrappers():
    """A lambda has parameters, too; a wrapper has its own, not those of what it wraps."""

    def wrapper(*args):
        return args

    wrapper.__wrapped__ = plain
    assert Arguments(wrapper).names == ("args",)
    assert Arguments(lambda x, y: x).names == ("x", "y")
    with pytest.raises(TypeError, match=r"<lambda>\(\) missing"):
        Arguments(lambda x: x).bind((), {})
