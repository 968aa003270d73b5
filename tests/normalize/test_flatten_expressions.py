"""Expressions are taken apart: every operation has atoms for operands."""

import pytest

from tests.stages import normal_form, text


def returned(expression):
    """Return the normal form of a function of x, y, n and a mask that returns an expression."""
    return normal_form(f"def f(x, y, n, mask):\n    return {expression}\n")


def check(expression, expected):
    """Compare the normal form of a returned expression; of ``expected`` the last line is the result's value."""
    *before, value = text(expected).splitlines(keepends=True)
    end = f"return {value}" if value in ("v@1\n", "v@2\n") else f"result@ret = {value}return result@ret\n"
    assert "".join(before) + end == returned(expression)


def test_nested_operations_become_one_operation_each():
    """Operands first, from left to right, each in a temporary of its own."""
    check(
        "np.tanh(x @ y + 1.0) * -x",
        """
        v@1 = x @ y
        v@2 = v@1 + 1.0
        v@3 = np.tanh(v@2)
        v@4 = -x
        v@3 * v@4
        """,
    )


@pytest.mark.parametrize("atom", ["x", "2.5", "-2.5", "'text'", "None"])
def test_atoms_need_no_temporary(atom):
    """A name or a literal, a negative one too, is returned as it stands."""
    assert returned(atom) == "return {}\n".format(atom.replace("'", '"'))


def test_global_names_are_atoms():
    """A dotted name that starts outside the function is not taken apart."""
    check("np.pi * np.sin(x)", "v@1 = np.sin(x)\nnp.pi * v@1")


def test_attributes_of_values_are_operations():
    """The attribute of an expression is read off a temporary, one behind the other."""
    check(
        "(x @ y).T.shape[0]",
        """
        v@1 = x @ y
        v@2 = v@1.T
        v@3 = v@2.shape
        v@3[0]
        """,
    )


def test_indices_consist_of_atoms():
    """Bounds of slices and items of index tuples are evaluated before."""
    check(
        "x[n + 1 :, 2 * n, None, ...]",
        """
        v@1 = n + 1
        v@2 = 2 * n
        x[v@1:, v@2, None, ...]
        """,
    )


def test_calls_keep_stars_and_keywords():
    """Only the values are taken apart, in the order of the text."""
    check(
        "np.sum(x * 2, *y, axis=n + 1, **mask)",
        """
        v@1 = x * 2
        v@2 = n + 1
        np.sum(v@1, *y, axis=v@2, **mask)
        """,
    )


def test_methods_are_called_on_atoms():
    """The object of a method is evaluated before the arguments."""
    check("(x + y).sum(axis=n - 1)", "v@1 = x + y\nv@2 = n - 1\nv@1.sum(axis=v@2)")


def test_conditional_expressions_become_branches():
    """Only the chosen side is evaluated."""
    check(
        "(x * 2 if n > 0 else y) + 1",
        """
        if n > 0:
            v@1 = x * 2
        else:
            v@1 = y
        v@1 + 1
        """,
    )


def test_comparisons_stay_whole():
    """What only compares carries no derivative and keeps its short circuits as written."""
    check("n > 0 and x[n] < y[0] + 1", "n > 0 and x[n] < y[0] + 1")


def test_comparisons_of_calls_with_effects_are_taken_apart():
    """A call that is not a library's is evaluated by itself."""
    assert text(
        """
        v@1 = g(x)
        result@ret = v@1 > 0
        return result@ret
        """
    ) == normal_form(
        """
        def g(x):
            return x

        def f(x):
            return g(x) > 0
        """
    )


@pytest.mark.parametrize(("word", "test"), [("and", "v@1"), ("or", "not v@1")])
def test_operands_behind_and_or_are_evaluated_where_they_decide(word, test):
    """The result is the operand that Python returns."""
    expected = f"v@1 = x\nif {test}:\n    v@1 = y * 2\nv@1"
    check(f"x {word} y * 2", expected)


def test_chained_comparisons_evaluate_the_middle_once():
    """``a < g(b) < c`` calls g once, and does not look at c where the first comparison fails."""
    assert text(
        """
        v@1 = g(x)
        v@2 = 0 < v@1
        if v@2:
            v@2 = v@1 < 9
        return v@2
        """
    ) == normal_form("def g(x):\n    return x\n\ndef f(x):\n    return 0 < g(x) < 9\n")


def test_a_name_that_a_later_operand_rebinds_is_kept_first():
    """Operands are read from left to right."""
    check("x * (x := y + 1)", "v@1 = x\nx = y + 1\nv@1 * x")


def test_displays_hold_atoms():
    """Tuples, lists and dicts of expressions become displays of names."""
    check("(x + 1, [y, *n])", "v@1 = x + 1\nv@2 = [y, *n]\nv@1, v@2")
    check("{'a': x + 1, n: y}", 'v@1 = x + 1\n{"a": v@1, n: y}')


def test_texts_are_left_alone():
    """An f-string is evaluated where it stands."""
    check("f'{x + 1}'", 'f"{x + 1}"')


def test_lambdas_are_literals():
    """Wherever they stand."""
    check("[lambda t: t, x]", "[<local function lambda>, x]")
    check("g(lambda t: t)", "g(<local function lambda>)")


def test_stars_in_displays_stay():
    """What they stand for is not known yet."""
    check(
        "{**x, 'a': y + 1}",
        """
        v@1 = y + 1
        {**x, "a": v@1}
    """,
    )


def iterated(expression):
    """Return the normal form of a loop over an expression."""
    return normal_form(f"def f(x, y, n):\n    for t in {expression}:\n        z = t\n    return z\n")


@pytest.mark.parametrize(
    ("expression", "before", "iterable"),
    [
        ("range(n + 1)", "v@1 = n + 1\n", "range(v@1)"),
        ("x * 2", "v@1 = x * 2\n", "v@1"),
        ("sorted(x)", "v@1 = sorted(x)\n", "v@1"),
    ],
)
def test_iterables_of_loops_keep_their_form(expression, before, iterable):
    """range, zip, enumerate and reversed stay, since the reverse sweep runs them backwards; all else is a value."""
    assert iterated(expression) == f"{before}for t in {iterable}:\n    z = t\nreturn z\n"


@pytest.mark.parametrize(
    ("expression", "before", "targets", "iterable"),
    [
        ("zip(x, y * 2)", "v@1 = y * 2\n", "item@1, item@2", "zip(x, v@1)"),
        ("zip(x, y, strict=True)", "", "item@1, item@2", "zip(x, y, strict=True)"),
        ("zip(x, y, strict=False)", "", "item@1, item@2", "zip(x, y)"),
        ("enumerate(x, start=n)", "", "index@1, item@1", "enumerate(x, n)"),
        ("enumerate(reversed(x), n)", "", "index@1, item@1", "enumerate(reversed(x), n)"),
    ],
)
def test_pairs_under_one_name_are_made_in_the_loop(expression, before, targets, iterable):
    """The loop's own variables are those that its reverse takes apart."""
    expected = f"{before}for {targets} in {iterable}:\n    t = {targets}\n    z = t\nreturn z\n"
    assert expected == iterated(expression)


def test_a_shadowed_builtin_is_an_ordinary_function():
    """A local name ``range`` is not Python's."""
    program = "def f(x, range):\n    for t in range(3):\n        x = t\n    return x\n"
    assert normal_form(program) == "v@1 = range(3)\nfor t in v@1:\n    x = t\nreturn x\n"
