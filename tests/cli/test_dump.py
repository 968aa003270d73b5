"""``cladpy dump``: which requests are generated, with which facts, and where the text goes."""

import numpy as np
import pytest

from cladpy import pipeline
from cladpy.errors import CladpyError

MODEL = """
    from typing import Annotated
    from cladpy import gradient, pullback

    if True:
        crash("the file was run")

    @gradient("w, b")
    def loss(w: Annotated[ndarray, "f8[n]"], b: float, x):
        return w * x + b

    def layer(w, x):
        return w * x

    class Model:
        def loss(self, w, scale=1.0):
            return w

    pull = pullback(layer, "x")
"""


def test_every_request_of_the_file_is_dumped(write, given, run):
    """In source order, one text after the other, without running the file."""
    write(model=MODEL)
    result = run("dump", "model.py")
    assert (result.status, result.err) == (0, "")
    assert result.out == '# gradient(loss, "w, b")\n\n\n# pullback(layer, "x")\n'
    assert given[0].function(2.0, 3.0, 4.0) == 11.0


def test_equal_requests_are_dumped_once(write, given, run):
    """Text twice would help nobody."""
    write(model="import cladpy\ndef f(x): return x\ncladpy.gradient(f, 'x')\ncladpy.gradient(f, 0)\n")
    assert run("dump", "model.py").out == '# gradient(f, "x")\n'


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["model.py:loss"], '# gradient(loss, "w, b")'),
        (["model.py:layer"], '# pullback(layer, "x")'),
        (["model.py:Model.loss"], "# gradient(Model.loss)"),
        (["model.py:layer", "--wrt", "w"], '# gradient(layer, "w")'),
        (["model.py:layer", "--wrt", "x,w"], '# gradient(layer, "x, w")'),
        (["model.py:layer", "--wrt", "1"], '# gradient(layer, "x")'),
        (["model.py:layer", "--mode", "pullback"], "# pullback(layer)"),
        (["model.py:loss", "--mode", "value_and_gradient", "--wrt", "-1"], '# value_and_gradient(loss, "x")'),
    ],
)
def test_a_function_may_be_named(write, given, run, arguments, expected):
    """Its own requests, or the one that the options ask for; else the gradient in every parameter."""
    write(model=MODEL)
    result = run("dump", *arguments)
    assert (result.status, result.out) == (0, f"{expected}\n")


def test_facts_come_from_annotations_and_options(write, given, run):
    """Those of the command line win."""
    write(model=MODEL)
    assert run("dump", "model.py", "--args", "b=f4[] x=f8[n]").status == 0
    assert [each.facts for each in given] == [{"w": "f8[n]", "b": "f4[]", "x": "f8[n]"}, {"x": "f8[n]"}]


def test_the_stage_is_handed_on(write, given, run):
    """The pipeline knows its stages."""
    write(model=MODEL)
    run("dump", "model.py:loss", "--stage", "normalize")
    assert given[0].stage == "normalize"


def test_functions_of_other_files_are_loaded_from_there(write, given, run):
    """A request may be for an imported function."""
    write(model="from side import f\nfrom cladpy import gradient\ngradient(f)", side="def f(x): return 2 * x")
    assert run("dump", "model.py").out == "# gradient(f)\n"
    assert given[0].function(3) == 6


def test_time_is_written_to_standard_error(write, given, run):
    """So that the text stays clean."""
    write(model=MODEL)
    result = run("dump", "model.py:layer", "--time")
    assert result.out == '# pullback(layer, "x")\n'
    assert result.err.startswith('pullback(layer, "x"): ')
    assert result.err.endswith(" ms\n")


def test_text_is_written_to_a_file(write, given, run):
    """And nothing to standard output; no draft stays."""
    folder = write(model=MODEL)
    result = run("dump", "model.py:loss", "-o", "out.py")
    assert (result.status, result.out) == (0, "")
    assert (folder / "out.py").read_text() == '# gradient(loss, "w, b")\n'
    assert sorted(each.name for each in folder.iterdir()) == ["model.py", "out.py"]


def test_a_file_is_overwritten_only_by_force(write, given, run):
    """Refused before anything is generated."""
    folder = write(model=MODEL, out="mine\n")
    result = run("dump", "model.py:loss", "-o", "out.py")
    assert result.status == 1
    assert "error[C305]: out.py exists" in result.err
    assert "--force" in result.err
    assert given == []
    assert (folder / "out.py").read_text() == "mine\n"
    assert run("dump", "model.py:loss", "-o", "out.py", "--force").status == 0
    assert (folder / "out.py").read_text() == '# gradient(loss, "w, b")\n'


def test_one_failure_does_not_stop_the_others(write, given, run, monkeypatch):
    """On standard output; a file is written whole or not at all."""
    generate = pipeline.generate_static

    def fail(function, request, facts, stage, **_more):
        if request.function.name == "loss":
            raise CladpyError("C201", "no rule")
        return generate(function, request, facts, stage)

    monkeypatch.setattr(pipeline, "generate_static", fail)
    folder = write(model=MODEL)
    result = run("dump", "model.py")
    assert (result.status, result.out) == (1, '# pullback(layer, "x")\n')
    assert result.err == "error[C201]: no rule\n"
    assert run("dump", "model.py", "-o", "out.py").status == 1
    assert not (folder / "out.py").exists()


def test_what_is_wrong_in_the_file_is_reported(write, given, run):
    """Wrong requests are errors; those that only a run can tell are told."""
    write(
        model="from cladpy import gradient\ndef f(x): return x\ngradient(f, 'y')\ngradient(f)\ndef g(h): gradient(h)\n"
    )
    result = run("dump", "model.py")
    assert (result.status, result.out) == (1, "# gradient(f)\n")
    assert "model.py:3:13: error[C301]: f has no parameter 'y'" in result.err
    assert "model.py:5:11: skipped: which function h is can only be known when the file runs\n" in result.err


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["absent.py"], "C304", "cannot read absent.py"),
        (["model.py:los"], "C304", "did you mean 'loss'"),
        (["empty.py"], "C305", "no request for a derivative is found in empty.py"),
        (["plain.py"], "C305", "plain.py:FUNCTION, of: f, C.m"),
        (["model.py", "--wrt", "w"], "C305", "none is named"),
        (["model.py:loss", "--wrt", "v"], "C301", "loss has no parameter 'v'"),
        (["model.py:loss", "--args", "w=f5[3]"], "C305", "'f5' is no dtype"),
        (["model.py:loss", "--args", "v=f4[3]"], "C301", "no function has a parameter 'v'"),
        (["model.py:loss", "-o", "no/such/folder.py"], "C305", "cannot write"),
        (["bad.py"], "C304", "bad.py:1:"),
        (["facts.py"], "C305", "facts.py:3:1: error[C305]: cannot read the facts 'f4['"),
    ],
)
def test_errors_are_of_the_user_and_short(write, given, run, arguments, code, text):
    """Exit status 1, on standard error, with a code and no traceback."""
    write(
        model=MODEL,
        empty="",
        plain="def f(x): return x\nclass C:\n    def m(self): return lambda: 1\n",
        bad="def (",
        facts="import cladpy\n@cladpy.gradient\ndef f(x: Annotated[a, 'f4[']): return x\n",
    )
    result = run("dump", *arguments)
    assert (result.status, result.out) == (1, "")
    assert f"error[{code}]" in result.err
    assert text in result.err
    assert "Traceback" not in result.err


def test_functions_that_would_hide_each_other_are_told(write, given, run, monkeypatch):
    """On standard output as a note; a file would be a broken module, so it is not written."""
    monkeypatch.setattr(
        pipeline,
        "generate_static",
        lambda _function, request, *_more, **_keywords: f"def helper(): return {request.wrt!r}\n",
    )
    folder = write(model=MODEL)
    result = run("dump", "model.py")
    assert (result.status, result.out.count("def helper")) == (0, 2)
    assert "note: 'helper' is generated twice" in result.err
    assert run("dump", "model.py", "-o", "out.py").status == 1
    assert not (folder / "out.py").exists()


def test_real_pipeline_gives_a_module_that_runs(write, run):
    """End to end: the printed module needs NumPy and the runtime alone."""
    folder = write(
        model="""
        import numpy as np
        from cladpy import gradient
        @gradient("w")
        def loss(w, x): return np.sum((x @ w) ** 2)
        1 / 0
        """
    )
    assert run("dump", "model.py", "--args", "w=f8[n] x=f8[m,n]", "-o", "out.py").status == 0
    names = {}
    exec((folder / "out.py").read_text(), names)
    x, w = np.arange(6.0).reshape(2, 3), np.array([1.0, -2.0, 0.5])
    np.testing.assert_allclose(names["loss_grad_w"](w, x), 2 * x.T @ (x @ w), rtol=1e-12)  # a few roundings


def test_a_printed_module_defines_what_it_names(write, run):
    """Constants and inactive functions of this and of another file; one module for all requests, helpers once."""
    folder = write(
        other="SCALE = 7.0\ndef factor(n): return n * SCALE\n",
        model="""
        import numpy as np
        from cladpy import gradient, pullback
        from other import factor
        SCALE: float = 2.0
        TABLE = np.array([1.0, 2.0])
        def helper(x): return SCALE * x ** 2
        def first(w): return np.sum(helper(w) * TABLE) * factor(3)
        def second(w, k): return np.sum(helper(w) * k)
        gradient(first, "w"), gradient(second, "w"), pullback(helper, "x")
        1 / 0
        """,
    )
    assert run("dump", "model.py", "--args", "w=f8[n] x=f8[n] k=float", "-o", "out.py").status == 0
    text = (folder / "out.py").read_text()
    assert (text.count("import numpy as np"), text.count("def helper_forward_x("), text.count("SCALE = 2.0")) == (
        1,
        1,
        1,
    )
    names = {}
    exec(text, names)
    w = np.array([0.5, -1.5])
    np.testing.assert_allclose(names["first_grad_w"](w), 4.0 * w * [1.0, 2.0] * 21.0, rtol=1e-12)  # a few roundings
    np.testing.assert_allclose(names["second_grad_w"](w, 3.0), 12.0 * w, rtol=1e-12)


def test_helpers_in_two_forms_have_two_names(write, run):
    """One request knows the helper's argument as a float, the other as an array."""
    write(
        model="""
        import numpy as np
        from cladpy import gradient
        def helper(x): return np.mean(x * x)
        def first(w): return helper(w)
        def second(u): return helper(u)
        gradient(first, "w"), gradient(second, "u")
        """
    )
    result = run("dump", "model.py", "--args", "w=f8[n] u=float")
    assert (result.status, result.err) == (0, "")
    assert result.out.count("def helper_pullback_x(") == result.out.count("def helper_2_pullback_x(") == 1


def test_a_printed_module_has_the_functions_that_were_made_of_others(write, run):
    """A local function that calls itself, and one that is given a local function, where nothing differentiates them."""
    folder = write(
        model="""
        from cladpy import gradient
        RATE = 2.0
        def repeated(f, x, n): return x if n == 0 else repeated(f, f(x), n - 1)
        def loss(w, a, n):
            def power(x, n): return RATE if n == 0 else x * power(x, n - 1)
            return a * power(w, n) * repeated(lambda t: w * t, 1.0, n)
        gradient(loss, "a")
        """,
    )
    assert run("dump", "model.py", "--args", "w=float a=float n=int", "-o", "out.py").status == 0
    names = {}
    exec((folder / "out.py").read_text(), names)
    assert names["loss_grad_a"](3.0, 1.5, 2) == 2.0 * 3.0**2 * 3.0**2
