"""Statements are taken apart."""

import functools

import pytest

from cladpy import CladpyError
from tests.stages import normal_form, text


def form(body, parameters="x, y, n"):
    """Return the normal form of a function with a body, its last return left out."""
    lines = text(body).splitlines()
    program = "\n    ".join([f"def f({parameters}):", *lines, "return x"]) + "\n"
    return normal_form(program).removesuffix("return x\n")


def refusal(body):
    """Return the code with which a body is refused."""
    with pytest.raises(CladpyError) as caught:
        form(body)
    return caught.value.code


# ---- assignments ----


def test_chained_assignments_evaluate_their_value_once():
    """Each target gets the same object."""
    assert form("x = z = y + 1") == "v@1 = y + 1\nx = v@1\nz = v@1\n"


def test_a_swap_reads_both_sides_first():
    """Values that a target is about to rebind are kept in temporaries."""
    assert form("x, y = y, x") == "v@1 = y\nv@2 = x\nx = v@1\ny = v@2\n"


def test_unpacking_of_a_display_needs_no_tuple():
    """Item by item, values that no target rebinds directly."""
    assert form("(a, b), c = (n, 2.0), y * 2") == text(
        """
        v@1 = n, 2.0
        v@2 = y * 2
        a = v@1[0]
        b = v@1[1]
        c = v@2
        """
    )


def test_unpacking_of_a_value_reads_its_items():
    """A value that is rebound while it is unpacked is kept."""
    assert form("x, z = x") == "v@1 = x\nx = v@1[0]\nz = v@1[1]\n"


def test_starred_targets_take_the_rest_as_a_list():
    """Items behind the star count from the end."""
    assert form("a, *b, c = y") == text(
        """
        a = y[0]
        v@1 = y[1:-1]
        b = list(v@1)
        c = y[-1]
        """
    )


def test_stores_have_atoms_for_value_and_place():
    """The value is evaluated before the place, as Python does."""
    assert form("x[n + 1, :] = y * 2") == "v@1 = y * 2\nv@2 = n + 1\nx[v@2, :] = v@1\n"
    assert form("n.weight = y * 2") == "v@1 = y * 2\nn.weight = v@1\n"
    assert form("n.layers[0].weight = y") == text(
        """
        v@1 = n.layers
        v@2 = v@1[0]
        v@2.weight = y
        """
    )


def test_annotations_are_left_out():
    """An annotated name without a value binds nothing."""
    assert form("z: float = y + 1\nw: float") == "z = y + 1\n"


def test_augmented_assignments_are_updates():
    """In place where the value allows it: the operation stays together."""
    assert form("x += y * 2\nx[n] -= y") == "v@1 = y * 2\nx += v@1\nx[n] -= y\n"


def test_an_augmented_target_is_read_before_its_value():
    """Where the value rebinds the target, the old one is kept first."""
    assert form("n += (n := y)") == "v@1 = n\nn = y\nn = v@1 + n\n"


# ---- control flow ----


def test_branches_are_nested_blocks():
    """A branch without statements is filled with pass."""
    assert form("if n:\n    'nothing'\nelif y > 1:\n    x = y") == text(
        """
        if n:
            pass
        elif y > 1:
            x = y
        """
    )


def test_loop_targets_are_names():
    """Other targets are assigned at the top of the body."""
    assert form("for (a, b), x[0] in zip(y, n):\n    pass") == text(
        """
        for (a, b), v@1 in zip(y, n):
            x[0] = v@1
        """
    )


def test_a_condition_without_effects_stays_with_its_loop():
    """It is evaluated before each iteration, as written."""
    assert form("while x < n and y[0] > 1:\n    x = x + 1") == "while x < n and y[0] > 1:\n    x = x + 1\n"


def test_a_condition_with_effects_moves_into_its_loop():
    """It is evaluated at the top of each iteration, which then may end the loop."""
    assert form("while h(x):\n    x = x + 1", "x, h") == text(
        """
        while True:
            v@1 = h(x)
            if not v@1:
                break
            else:
                x = x + 1
        """
    )


@pytest.mark.parametrize("loop", ["for i in range(n):", "while x < n:"])
def test_else_of_a_loop_runs_where_no_break_was(loop):
    """A flag tells, started before the loop."""
    body = f"{loop}\n    x = x + 1\n    if x > y:\n        break\nelse:\n    x = 0.0"
    assert form(body) == text(
        f"""
        broke@1 = False
        {loop}
            x = x + 1
            if x > y:
                broke@1 = True
                break
        if not broke@1:
            x = 0.0
        """
    )


def test_a_break_of_an_inner_loop_is_not_the_outer_ones():
    """Only the loop that is left has its flag set."""
    body = "for i in range(n):\n    for j in range(n):\n        break\nelse:\n    x = y"
    assert form(body) == text(
        """
        broke@1 = False
        for i in range(n):
            for j in range(n):
                break
        if not broke@1:
            x = y
        """
    )


def test_contexts_keep_their_body():
    """One context, without a name."""
    assert form("with np.errstate(all='ignore'):\n    x = y") == 'with np.errstate(all="ignore"):\n    x = y\n'


# ---- the rest ----


def test_assertions_keep_condition_and_message():
    """They carry no derivative."""
    assert form("assert n > 0, 'n is positive'") == 'assert n > 0, "n is positive"\n'
    assert form("assert n > 0, (n, y + 1)") == "assert n > 0, (n, y + 1)\n"


def test_exceptions_are_raised_as_written():
    """Their arguments are not taken apart."""
    assert form("if n < 0:\n    raise ValueError(f'{n + 1}')") == 'if n < 0:\n    raise ValueError(f"{n + 1}")\n'


def test_calls_for_their_effect_stay():
    """Other expressions are evaluated, literals left out."""
    assert form("'doc'\nprint(x + 1)\ny * 2\nn") == "v@1 = x + 1\nprint(v@1)\nv@2 = y * 2\n"


def test_deletions_are_left_out():
    """Storage is released by a pass of its own."""
    assert form("z = y\ndel z") == "z = y\n"


# ---- nested functions ----


def test_a_nested_function_that_is_called_alone_needs_no_value():
    """It is written out where it is called."""
    assert form("g = lambda t: t\nx = g(y)") == "x = y\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("g = lambda t: t\ng = lambda t: t * y", "g = <local function lambda>\ng = <local function lambda>\n"),
        ("def g(t):\n    return t\ng = 1", "g = <local function g>\ng = 1\n"),
        (
            "def g(t, k=y * 2, c=1):\n    return t\nx = g",
            "v@1 = y * 2\nv@2 = v@1\ng = <local function g>, v@2\nx = g\n",
        ),
        ("g = lambda *t: t\nx = g(*n)", "g = <local function lambda>\nx = g(*n)\n"),
    ],
)
def test_other_nested_functions_are_values(body, expected):
    """Literals, in front of the defaults that are computed."""
    assert form(body) == expected


def test_decorators_of_nested_functions_are_called():
    """From the inside out, but for those that change nothing."""
    body = "@y\n@functools.cache\n@n(2)\ndef g(t):\n    return t\nx = g"
    form = normal_form("def f(x, y, n):\n    " + body.replace("\n", "\n    ") + "\n    return x\n", functools=functools)
    assert form == "v@1 = n(2)\nv@2 = v@1(<local function g>)\ng = y(v@2)\nx = g\nreturn x\n"
