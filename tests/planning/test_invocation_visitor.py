"""Discovery of requests in the text of a file."""

import textwrap

import pytest

from cladpy.errors import CladpyError
from cladpy.planning.invocation_visitor import find_requests
from cladpy.request import FunctionReference, Options


@pytest.fixture
def discover(tmp_path):
    """Write a file and those beside it, and find the requests of the first one."""

    def discover_text(text, **others):
        for name, content in others.items():
            place = tmp_path / (name.replace("__of__", "/") + ".py")
            place.parent.mkdir(exist_ok=True)
            place.write_text(textwrap.dedent(content))
        path = tmp_path / "model.py"
        path.write_text(textwrap.dedent(text))
        return find_requests(path)

    return discover_text


def shown(discovery):
    """Return the requests as text, in source order; nothing may be wrong or left over."""
    assert discovery.skipped == ()
    assert discovery.errors == ()
    return [str(each.request) for each in discovery.invocations]


LOSS = "def loss(w, b, x): return w * x + b\n"


@pytest.mark.parametrize(
    "call",
    [
        "import cladpy\ncladpy.gradient(loss, 'w')",
        "import cladpy as c\nc.gradient(loss, 'w')",
        "from cladpy import gradient\ngradient(loss, 'w')",
        "from cladpy import gradient as g\ng(loss, 'w')",
        "from cladpy import *\ngradient(loss, 'w')",
        "import cladpy.api\ncladpy.api.gradient(loss, 'w')",
        "import cladpy.api as api\napi.gradient(loss, 'w')",
        "import cladpy\ng = cladpy.gradient\ng(loss, 'w')",
        "import cladpy\nh = cladpy\nh.gradient(loss, 'w')",
        "def f():\n    from cladpy import gradient as g\n    return g(loss, 'w')",
        "try:\n    from cladpy import gradient\nexcept ImportError:\n    gradient = None\ngradient(loss, 'w')",
        "if 1:\n    import cladpy\ncladpy.gradient(loss, 'w')",
        "class C:\n    from cladpy import gradient\n    x = gradient(loss, 'w')",
        "import cladpy\n[cladpy.gradient(loss, 'w') for i in range(3)]",
        "import cladpy\nlambda: cladpy.gradient(loss, 'w')",
        "from cladpy import gradient\ngradient('w')(loss)",
        "from cladpy import gradient\ngradient(loss, wrt='w')",
        "from cladpy import gradient\ngradient(function=loss, wrt='w')",
        "from cladpy import gradient\ngradient(loss, 0)",
        "from cladpy import gradient\ngradient(loss, -3)",
        "from cladpy import gradient\nWRT = 'w'\ngradient(loss, WRT)",
        "import cladpy\nasync def f():\n    await cladpy.gradient(loss, 'w')",
    ],
)
def test_requests_are_found_under_any_alias(discover, call):
    """Modules, members, stars, assignments, inner scopes, keywords and both forms of the call."""
    assert shown(discover(LOSS + call)) == ['gradient(loss, "w")']


@pytest.mark.parametrize(
    "text",
    [
        "gradient(loss, 'w')",
        "from other import gradient\ngradient(loss, 'w')",
        "import numpy as cladpy\ncladpy.gradient(loss, 'w')",
        "from cladpy import gradient\ndef gradient(f, wrt): ...\ngradient(loss, 'w')",
        "from cladpy import gradient\ngradient = print\ngradient(loss, 'w')",
        "from cladpy import gradient\ndef f(gradient): return gradient(loss, 'w')",
        "from cladpy import gradient\nlambda gradient: gradient(loss, 'w')",
        "from cladpy import gradient\n[gradient(loss, 'w') for gradient in ()]",
        "from cladpy import gradient\nfor gradient in (): gradient(loss, 'w')",
        "from cladpy import gradient\ndef f():\n    gradient = print\n    gradient(loss, 'w')",
        "from cladpy import gradient\ndef f():\n    gradient(loss, 'w')\n    gradient = print",
        "class C:\n    from cladpy import gradient\n    def f(self): gradient(loss, 'w')",
        "import cladpy\ncladpy.zero_like(loss)",
        "import cladpy\nprint('cladpy.gradient(loss, 0)')",
        "import cladpy\n# cladpy.gradient(loss, 0)",
        "from cladpy import gradient\ng = gradient('w')",
        "match 3:\n    case gradient: gradient(loss, 'w')",
        "try: pass\nexcept OSError as gradient: gradient(loss, 'w')",
        "import numpy as np\nnp.gradient(loss, 'w')",
    ],
)
def test_other_calls_are_no_requests(discover, text):
    """Shadowed names, functions of other libraries, strings and comments."""
    assert shown(discover(LOSS + text)) == []


@pytest.mark.parametrize(
    ("decorator", "request_text"),
    [
        ("@gradient('w,b')", 'gradient(loss, "w, b")'),
        ("@gradient(('w',))", 'gradient(loss, ("w",))'),
        ("@gradient(1)", 'gradient(loss, "b")'),
        ("@gradient()", "gradient(loss)"),
        ("@gradient", "gradient(loss)"),
        ("@gradient(wrt='w')", 'gradient(loss, "w")'),
        ("@gradient('w', tbr=False, aux=True)", 'gradient(loss, "w", aux=True, tbr=False)'),
        ("@cladpy.pullback('x, w')", 'pullback(loss, "x, w")'),
        ("@cladpy.value_and_gradient('w')", 'value_and_gradient(loss, "w")'),
        ("@gradient('w')\n@functools.lru_cache", 'gradient(loss, "w")'),
        ("@unknown\n@gradient('w')", 'gradient(loss, "w")'),
    ],
)
def test_decorators_are_requests(discover, decorator, request_text):
    """With and without a call; a decorator above is applied to what is generated."""
    text = f"import cladpy, functools\nfrom cladpy import gradient\n{decorator}\n{LOSS}"
    assert shown(discover(text)) == [request_text]


@pytest.mark.parametrize("mode", ["gradient", "value_and_gradient", "pullback", "pushforward", "jacobian", "hessian"])
def test_each_function_of_the_family_is_a_mode(discover, mode):
    """The mode is the function's own name, whatever it is called in the file."""
    text = f"{LOSS}from cladpy import {mode} as m\nm(loss, 'w', early_release=False, jit='numba')"
    (request,) = discover(text).requests
    assert (request.mode, request.wrt, request.bare) == (mode, ("w",), True)
    assert request.options == Options(early_release=False, jit="numba")


def test_handing_adjoints_out_is_an_option_of_gradients(discover):
    """Which function gets them does not matter; the other modes have no adjoints to hand out."""
    text = f"{LOSS}import cladpy\ncladpy.gradient(loss, 'w', on_gradient=print)\n"
    found = discover(f"{text}cladpy.jacobian(loss, 'w', on_gradient=print)")
    assert [str(request) for request in found.requests] == ['gradient(loss, "w", on_gradient=True)']
    assert [error.code for error in found.errors] == ["C305"]


PROGRAM = """
import cladpy
from cladpy import gradient
class Base:
    def energy(self, q): return q
class Model(Base):
    def loss(self, w, x): return w
    @staticmethod
    def plain(w): return w
    @classmethod
    def made(cls, w): return w
    def train(self):
        return {expression}
    class Inner:
        def loss(self, w): return w
square = lambda v: v * v
model = Model()
def outer():
    def inner(w, x): return w
    alias = inner
    return {expression}
"""


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("gradient(Model.loss, 'w')", ["Model.loss"]),
        ("gradient(Model.loss, 1)", ["Model.loss"]),
        ("gradient(Model().loss, 0)", ["Model.loss"]),
        ("gradient(model.loss, 0)", ["Model.loss"]),
        ("gradient(model.plain, 0)", ["Model.plain"]),
        ("gradient(Model.made, 0)", ["Model.made"]),
        ("gradient(Model.Inner.loss, 'w')", ["Model.Inner.loss"]),
        ("gradient(Model.energy, 'q')", ["Base.energy"]),
        ("gradient(square, 'v')", ["<lambda>"]),
        ("gradient(lambda w, x: w * x, 'w')", ["Model.train.<locals>.<lambda>", "outer.<locals>.<lambda>"]),
    ],
)
def test_the_function_is_found(discover, expression, found):
    """Methods, bound or not, inherited ones, nested classes and lambdas."""
    discovery = discover(PROGRAM.format(expression=expression))
    expected = found if len(found) == 2 else found * 2
    assert [each.request.function.qualname for each in discovery.invocations] == expected
    wrt = {each.request.wrt for each in discovery.invocations}
    assert len(wrt) == 1
    assert wrt <= {("w",), ("q",), ("v",)}


@pytest.mark.parametrize("name", ["inner", "alias"])
def test_a_nested_function_is_found_where_it_is_seen(discover, name):
    """In its own scope by name; elsewhere the name is nothing."""
    discovery = discover(PROGRAM.format(expression=f"gradient({name}, 'w')"))
    assert [each.request.function.qualname for each in discovery.invocations] == ["outer.<locals>.inner"]
    assert [each.location.line for each in discovery.skipped] == [13]


def test_a_method_that_asks_for_itself(discover):
    """``self`` is an object of the class around."""
    discovery = discover("""
        from cladpy import gradient
        class Model:
            def loss(self, w): return w
            def train(me): return gradient(me.loss, 0)
            @classmethod
            def make(cls): return gradient(cls.loss, "w")
        """)
    assert shown(discovery) == ['gradient(Model.loss, "w")'] * 2


def test_references_say_where_the_function_is(discover, tmp_path):
    """As those of the live function would."""
    discovery = discover("from cladpy import gradient\n\n@gradient('w')\ndef f(w): return w\ngradient(lambda a: a)\n")
    file = str(tmp_path / "model.py")
    assert [each.function for each in discovery.requests] == [
        FunctionReference("model", "f", file, 3),
        FunctionReference("model", "<lambda>", file, 5, column=19),
    ]
    assert [(each.location.line, each.location.column) for each in discovery.invocations] == [(3, 2), (5, 1)]


def test_definition_before_the_call_counts(discover):
    """Of several definitions, the last one above; inside a function, the last of the file."""
    discovery = discover("""
        from cladpy import gradient
        def f(a): return a
        gradient(f)
        def f(b): return b
        gradient(f)
        def g(): return gradient(f)
        def f(c): return c
        """)
    assert [each.request.function.line for each in discovery.invocations] == [3, 5, 8]


def test_functions_of_own_modules_are_found_by_path(discover, tmp_path):
    """Siblings, packages, relative imports, re-exports, stars and cycles; nothing of them is run."""
    discovery = discover(
        """
        import side
        import pack.inner as pi
        import pack
        from side import f, C, grad
        from pack import inner, again
        from pack.inner import deep as d
        from star import *
        grad(f, "x")
        grad(side.f, "x")
        grad(C.method, "x")
        grad(pi.deep, "x")
        grad(pack.inner.deep, "x")
        grad(inner.deep, "x")
        grad(again, "x")
        grad(d, "x")
        grad(shining, "x")
        """,
        side="from cladpy import gradient as grad\nimport model\nraise RuntimeError\ndef f(x): return x\n"
        "class C:\n    def method(self, x): return x",
        pack__of____init__="from .inner import deep as again\nraise RuntimeError",
        pack__of__inner="from . import absent\nfrom .deeper import deep\n",
        pack__of__deeper="def deep(x): return x",
        star="def shining(x): return x",
    )
    functions = [(each.request.function.module, each.request.function.qualname) for each in discovery.invocations]
    assert shown(discovery)[2] == 'gradient(C.method, "x")'
    assert functions == [
        *[("side", "f")] * 2,
        ("side", "C.method"),
        *[("pack.deeper", "deep")] * 5,
        ("star", "shining"),
    ]
    assert discovery.invocations[-1].request.function.file == str(tmp_path / "star.py")


def test_modules_that_import_each_other_are_no_trouble(discover):
    """A name that two files take from each other is nothing."""
    discovery = discover("from side import f\nfrom cladpy import gradient\ngradient(f)", side="from model import f")
    assert [each.reason for each in discovery.skipped] == ["which function f is can only be known when the file runs"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(function): return gradient(function, 'w')", "which function function is"),
        ("gradient(make(), 'w')", "which function make() is"),
        ("from side import absent\ngradient(absent)", "which function absent is"),
        ("import broken\ngradient(broken.f)", "which function broken.f is"),
        ("gradient(loss, names)", "the parameters asked for"),
        ("gradient(loss, f'w')", "the parameters asked for"),
        ("gradient(loss, 'w', tbr=flag)", "the option tbr"),
        ("gradient(loss, 'w', **options)", "the options"),
        ("@change\ndef g(x): return x\ngradient(g)", "g is decorated with change"),
        ("@gradient('x')\n@change\ndef g(x): return x", "g is decorated with change"),
        ("loss = loss_2 = something()\ngradient(loss)", "which function loss is"),
        ("for loss in fs: pass\ngradient(loss)", "which function loss is"),
        ("if flag:\n    h = loss\nelse:\n    h = abs\ngradient(h)", "which function h is"),
        ("if flag:\n    loss = fast\ngradient(loss)", "which function loss is"),
        ("if flag:\n    def loss(w): return w\ngradient(loss)", "which function loss is"),
        ("h = h\ngradient(h)", "which function h is"),
        ("d = gradient(loss, 'w')\ngradient(d, 'b')", "differentiates a generated function in another way"),
    ],
)
def test_what_only_a_run_can_tell_is_skipped_with_a_reason(discover, text, reason):
    """Not an error, and never a guess."""
    program = f"from cladpy import gradient\n{LOSS}{text}"
    discovery = discover(program, side="x = 1", broken="def (")
    assert reason in discovery.skipped[-1].reason
    assert len(discovery.skipped) == 1
    assert discovery.errors == ()


def test_a_function_that_is_defined_in_one_branch_is_known(discover):
    """There is no other that the name could mean."""
    text = f"from cladpy import gradient\nif flag:\n    {LOSS}gradient(loss, 'w')"
    assert shown(discover(text)) == ['gradient(loss, "w")']


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("gradient(loss, 'wt')", "C301", "loss has no parameter 'wt'; did you mean 'w'?"),
        ("gradient(loss, 9)", "C301", "none at position 9"),
        ("gradient(loss, 'w,w')", "C305", "'w' is asked for twice"),
        ("gradient(loss, 1.5)", "C305", "float"),
        ("gradient(loss, 'w', usefull=False)", "C305", "gradient has no option 'usefull'"),
    ],
)
def test_requests_that_no_run_could_fulfil_are_errors(discover, call, code, message):
    """With the place of the argument that is wrong; the other requests are found all the same."""
    discovery = discover(f"from cladpy import gradient\n{LOSS}{call}\ngradient(loss, 'b')")
    (error,) = discovery.errors
    assert (error.code, error.location.line) == (code, 3)
    assert message in error.message
    assert error.location.column > 1
    assert [str(each) for each in discovery.requests] == ['gradient(loss, "b")']


def test_keywords_of_other_modes_are_their_own(discover):
    """Only the reverse modes are known to have no more."""
    assert shown(discover(f"{LOSS}import cladpy\ncladpy.jacobian(loss, 'w', chunk=3)")) == ['jacobian(loss, "w")']


def test_intervals_are_left_out(discover):
    """Before and after count; a decorator counts where it stands; a string is no comment."""
    discovery = discover("""
        from cladpy import gradient
        @gradient("a")
        def before(a): return a
        text = "# cladpy: off"
        gradient(lambda b: b, "b")
        # cladpy: off
        @gradient("c")
        def inside(c): return c
        gradient(inside, "nonsense")
        # cladpy: on
        @gradient("d")
        def after(d): return d
        """)
    assert [each.request.wrt for each in discovery.invocations] == [("a",), ("b",), ("d",)]


def test_derivatives_of_derivatives_have_a_higher_order(discover):
    """By nesting, through a name, and of a decorated function; its primal is the function itself."""
    discovery = discover("""
        from cladpy import gradient
        def f(x): return x * x * x
        gradient(gradient(f, "x"), "x")
        d = gradient(f, "x")
        d2 = gradient(d, "x")
        d3 = gradient(d2, "x")
        @gradient("y")
        def g(y): return y
        gradient(g, "y")
        gradient(g.primal, "y")
        """)
    assert shown(discovery) == [
        'gradient(f, "x", order=2)',
        'gradient(f, "x")',
        'gradient(f, "x")',
        'gradient(f, "x", order=2)',
        'gradient(f, "x", order=3)',
        'gradient(g, "y")',
        'gradient(g, "y", order=2)',
        'gradient(g, "y")',
    ]


def test_equal_requests_are_one(discover):
    """Invocations keep both places."""
    discovery = discover(f"from cladpy import gradient\n{LOSS}gradient(loss, 'w')\ngradient(loss, 0)")
    assert len(discovery.invocations) == 2
    assert len(discovery.requests) == 1


def test_parameters_keep_their_stars(discover):
    """A position beyond the named ones is an element of ``*args``."""
    discovery = discover("from cladpy import gradient\ngradient(lambda a, *rest, k=1, **o: a, (0, 2, 'k'))")
    assert discovery.requests[0].wrt == ("a", "rest[1]", "k")


def test_columns_are_characters(discover):
    """Not bytes: carets stand under what is meant."""
    discovery = discover("from cladpy import gradient\ns = 'é'; gradient(lambda w: w, 'v')")
    assert (discovery.errors[0].location.column, discovery.errors[0].location.end_column) == (32, 35)


def test_file_that_cannot_be_read_is_an_error(tmp_path):
    """As for the static loader."""
    with pytest.raises(CladpyError, match="C304"):
        find_requests(tmp_path / "absent.py")
