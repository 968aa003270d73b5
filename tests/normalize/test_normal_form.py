"""The normal form of a whole function."""

import gast

from cladpy.ir import statements as ir
from tests.stages import define, form_of, normal_form, text

LAYER = """
def layer(x, w=1.0, *rest, bias, **options):
    '''Return what a layer gives.'''
    h = np.tanh(x @ w)
    return h + bias
"""


def test_parameters_come_in_signature_order():
    """Those with defaults and stars too."""
    form = form_of(LAYER)
    assert form.name == "layer"
    assert form.parameters == ("x", "w", "rest", "bias", "options")


def test_the_result_has_a_name():
    """An expression that is returned is bound; a name or literal is returned as it stands."""
    assert normal_form(LAYER) == "v@1 = x @ w\nh = np.tanh(v@1)\nresult@ret = h + bias\nreturn result@ret\n"
    assert normal_form("def f(x):\n    return x\n") == "return x\n"
    assert normal_form("def f(x):\n    return 1.5\n") == "return 1.5\n"


def test_statements_know_the_line_that_they_stem_from():
    """Temporaries belong to the statement whose value they are part of."""
    form = form_of(LAYER)
    assert [statement.source for statement in form.body] == [2, 2, 3, 3]
    assert {number: line.text for number, line in form.lines.items()} == {
        1: "'''Return what a layer gives.'''",
        2: "h = np.tanh(x @ w)",
        3: "return h + bias",
    }


def test_the_users_names_are_known():
    """Nothing that is generated may be called like one of them."""
    assert {"layer", "x", "w", "rest", "bias", "options", "h", "np"} == form_of(LAYER).user_names


def test_a_lambda_has_a_normal_form():
    """It is a function that returns its body."""
    made = define("f = lambda x: x * 2 + 1\n\ndef g():\n    return f\n")()
    form = form_of(made)
    assert form.name == "lambda_1"
    assert [type(statement) for statement in form.body] == [ir.Assign, ir.Assign, ir.Return]


def test_only_the_last_statement_returns():
    """On every path there is one way out."""
    program = "def f(x, n):\n    for i in range(n):\n        if x > i:\n            return x * 2\n    return x\n"
    body = form_of(program).body
    assert [body[-1]] == [statement for statement in ir.walk(body) if isinstance(statement, ir.Return)]


def test_operands_are_atoms_everywhere():
    """In every assignment that is no comparison, an operand is a name, a literal or a global."""
    program = """
    def f(x, w, n):
        total = sum(x[k + 1] * w for k in range(n - 1))
        while abs(total) > np.sum(w) * 2:
            total, x = total / (n + 1), x[1:] if n else -x * w
        return {"a": total ** (2 + n)}, [x.T[0] @ w]
    """
    atoms = gast.Name | gast.Constant | gast.Attribute | gast.expr_context | gast.operator | gast.unaryop | gast.Slice
    for statement in ir.walk(form_of(program).body):
        if isinstance(statement, ir.Assign):
            assert all(isinstance(part, atoms) for part in gast.iter_child_nodes(statement.value)), statement


def test_a_helper_that_updates_its_argument_is_written_out():
    """What it stores into is the caller's, whose adjoint is at hand there."""
    assert text(
        """
        y = x * 2
        k@1 = 3
        result@1 = None
        y[0] = k@1
        return y
        """
    ) == normal_form(
        """
        def put(a, k):
            a[0] = k

        def f(x):
            y = x * 2
            put(y, 3)
            return y
        """
    )


def test_a_helper_that_reads_a_global_of_the_callers_name_is_not_written_out():
    """The name would mean something else there."""
    program = """
    scale = 2.0

    def put(a):
        a[0] = scale

    def f(x, scale):
        put(x)
        return x
    """
    assert normal_form(program) == "put(x)\nreturn x\n"


def test_other_helpers_stay_calls():
    """They are differentiated as functions of their own."""
    assert normal_form("def g(t):\n    return t * t\n\ndef f(x):\n    return g(x)\n") == (
        "result@ret = g(x)\nreturn result@ret\n"
    )
