"""Compiled text: its name, its lines in tracebacks and debuggers, and its end."""

import gc
import io
import linecache
import pdb  # noqa: T100 - it is what is tested
import sys
import traceback
import weakref

import numpy as np
import pytest

from cladpy import gradient, pullback
from cladpy.execute.compile_source import PREFIX, compile_source

TEXT = """\
def double(x):
    return 2 * x


def twice(x):
    return [double(part) for part in x]
"""


def names():
    """Return the generated texts that linecache holds."""
    return {name for name in linecache.cache if name.startswith(PREFIX)}


def test_texts_of_one_name_are_told_apart():
    """The file name says module and function, and counts."""
    first, second = (compile_source(TEXT, "twice", {}, module="told.apart") for _ in range(2))
    assert first([1, 2]) == [2, 4]
    assert first.__code__.co_filename == "<cladpy told.apart.twice #1>"
    assert second.__code__.co_filename == "<cladpy told.apart.twice #2>"


def test_lines_are_found_under_the_name():
    """Also after a look for changed files."""
    function = compile_source(TEXT, "double", {})
    linecache.checkcache()
    assert linecache.getline(function.__code__.co_filename, 2) == "    return 2 * x\n"


def test_lines_go_with_the_last_function():
    """Each function of the module keeps the text; when none is left, it is gone."""
    namespace = {}
    double = compile_source(TEXT, "double", namespace)
    twice, name = namespace.pop("twice"), double.__code__.co_filename
    del double, namespace
    gc.collect()
    assert name in linecache.cache
    assert twice([1]) == [2]
    del twice
    gc.collect()
    assert name not in linecache.cache


def square_of_sum(x):
    return np.sum(x) ** 2


def test_lines_of_a_derivative_go_with_it():
    """Both halves of a pullback and the gradient; a state keeps the code that made it."""
    gc.collect()
    before = names()
    d_f, pull = gradient(square_of_sum, "x"), pullback(square_of_sum, "x")
    d_f(np.ones(2))
    _, state = pull.forward(np.ones(2))
    assert len(names() - before) == 2
    del d_f, pull
    gc.collect()
    assert len(names() - before) == 1
    del state
    gc.collect()
    assert names() == before


def test_a_function_under_its_name_is_what_is_returned():
    """The namespace given is that of the functions."""
    namespace = {"factor": 3}
    function = compile_source("def f(x):\n    return factor * x\n", "f", namespace)
    assert function is namespace["f"]
    assert function(2) == 6
    namespace["factor"] = 5
    assert function(2) == 10


def failing(x, index):
    y = x * 2.0
    return np.sum(y[index])


def test_tracebacks_show_generated_lines():
    """The line of the generated text stands in the traceback."""
    with pytest.raises(IndexError) as caught:
        gradient(failing, "x")(np.ones(3), 7)
    text = "".join(traceback.format_exception(caught.value))
    assert f'File "<cladpy {__name__}.failing_grad_x #' in text
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.line
    assert "[index]" in frame.line


def test_debuggers_step_into_generated_lines():
    """With pdb one steps from a call into the generated text, lists it and reads its names."""
    d_f = gradient(square_of_sum, "x")
    x = np.array([1.0, 2.0])
    d_f(x)
    code = d_f._plans.latest.functions[0].__code__
    line = max(number for _, _, number in code.co_lines() if number)
    commands = "continue\nlist 1, 9\np x.tolist()\nstep\nwhere\ncontinue\n"
    written = io.StringIO()
    debugger = pdb.Pdb(stdin=io.StringIO(commands), stdout=written, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    assert debugger.set_break(code.co_filename, line, temporary=True) is None
    tracing = sys.gettrace()
    try:
        result = debugger.runcall(d_f, x)
    finally:
        sys.settrace(tracing)
    np.testing.assert_array_equal(result, [6.0, 6.0])
    shown = written.getvalue()
    assert "def square_of_sum_grad_x(x):" in shown
    assert "[1.0, 2.0]" in shown
    assert f"<cladpy {__name__}.square_of_sum_grad_x #" in shown


def test_nothing_holds_the_namespace():
    """The registration of the lines does not keep the functions alive."""
    function = compile_source(TEXT, "double", {})
    alive = weakref.ref(function)
    del function
    gc.collect()
    assert alive() is None
