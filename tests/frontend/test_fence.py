"""Tests of the fence: what it looks at, and where its errors point."""

import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import find_source


def refused(source, **options):
    """Return the error that a source ends in."""
    with pytest.raises(CladpyError) as caught:
        check_syntax(source, **options)
    return caught.value


def test_first_offence_in_the_text_is_reported(source_of):
    """Of several the first is shown, however deeply it is nested."""
    error = refused(source_of("def f(x):\n    if x:\n        for i in x:\n            del x.a\n    import math\n"))
    assert (error.code, error.location.line) == ("C108", 4)


def test_defaults_decorators_and_annotations_of_the_function_are_not_looked_at(source_of):
    """They are evaluated where the function is defined, and never again."""
    check_syntax(source_of("@deco(eval('1'))\ndef f(x: {1}, y={2}, *z: {3}) -> {4}:\n    w: {5} = x\n    return w\n"))


@pytest.mark.parametrize(
    "inner",
    [
        "@deco(eval('1'))\n    def g(): pass",
        "def g(y=eval('1')): pass",
        "g = lambda y=eval('1'): y",
        "g = lambda: eval('1')",
        "def g():\n        return eval('1')",
    ],
    ids=["decorator", "default", "default of a lambda", "lambda", "body"],
)
def test_nested_functions_are_looked_at_whole(inner, source_of):
    """What defines a nested function is evaluated in each call."""
    assert refused(source_of(f"def f(x):\n    {inner}\n    return x\n")).code == "C107"


def test_lambda_is_checked_like_a_function(source_of):
    """A lambda has nothing but an expression."""
    check_syntax(source_of("f = lambda x: [i for i in x][0]"))
    assert refused(source_of("f = lambda x: (i for i in x)")).code == "C109"


def test_long_expression_is_no_difficulty(source_of):
    """Depth costs the fence no recursion."""
    check_syntax(source_of("def f(x):\n    return " + " + ".join(["x"] * 900) + "\n"))


# ---- names ----


def test_global_that_is_only_read_is_accepted(source_of):
    """A declaration alone changes nothing."""
    check_syntax(source_of("def f(x):\n    global n\n    return n * x\n"))


@pytest.mark.parametrize(
    "write",
    ["n = x", "n += x", "for n in x: pass", "(n := x)", "del n", "def n(): pass", "a, (n, b) = x"],
)
def test_every_way_to_write_a_global_is_refused(write, source_of):
    """The error points to the write, not to the declaration."""
    error = refused(source_of(f"def f(x):\n    global n\n    {write}\n"))
    assert (error.code, error.location.line) == ("C101", 3)
    assert "'n'" in error.message


def test_variable_of_a_comprehension_is_its_own(source_of):
    """It has the name of a global and does not write it."""
    check_syntax(source_of("def f(x):\n    global n\n    return [n for n, m in x]\n"))


def test_global_written_in_a_nested_function_is_refused(source_of):
    """Nested functions run as part of the differentiated one."""
    assert refused(source_of("def f(x):\n    def g():\n        global n\n        n = x\n    g()\n")).code == "C101"


def test_nonlocal_of_the_differentiated_function_is_accepted(source_of):
    """Its variable lives and ends within the call, at any depth."""
    text = """
    def f(x):
        n = 0.0
        def g():
            def h():
                nonlocal n
                n += x
            h()
        g()
        return n
    """
    check_syntax(source_of(text))


def test_nonlocal_beyond_the_differentiated_function_is_refused():
    """That variable outlives the call, so its value is state that a derivative does not see."""

    def make():
        n = 0.0

        def f(x):
            def g():
                nonlocal n
                n += x

            g()
            return n

        return f

    error = refused(find_source(make()))
    assert error.code == "C101"
    assert "belongs to a function around" in error.message


def test_own_function_of_a_builtin_name_is_accepted(source_of):
    """A parameter, a local or a module's function may be called vars or eval."""
    source = source_of("def f(x, vars):\n    def eval(y):\n        return y\n    return eval(vars(x))\n")
    check_syntax(source)
    by_module = source_of("def f(x):\n    return eval(x)\n")
    assert refused(by_module).code == "C107"
    check_syntax(by_module, module_names={"eval"})


# ---- the error ----


def test_notes_are_handed_to_the_error(source_of):
    """Whoever asks knows why the function is differentiated."""
    error = refused(source_of("def f(x):\n    yield x\n"), notes=["needed to differentiate 'loss'"])
    assert str(error).splitlines()[4] == "note: needed to differentiate 'loss'"


def test_async_function_is_refused_at_its_header(source_of):
    """The word async is what stands in the way."""
    assert refused(source_of("@deco\nasync def f(x):\n    return x\n")).location.line == 2
