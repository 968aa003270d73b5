"""Calls that update an array are written as the stores that they are."""

import numpy as np
import pytest

from cladpy import CladpyError
from cladpy.ir import statements as ir
from tests.stages import define, form_of, normal_form, text


def form(body):
    """Return the normal form of a body, without the last return."""
    program = "\n    ".join(["def f(a, b, c, i, x):", *text(body).splitlines(), "return a"]) + "\n"
    return normal_form(program).removesuffix("return a\n")


@pytest.mark.parametrize(
    ("call", "stores"),
    [
        ("np.multiply(a, b, out=c)", "v@1 = np.multiply(a, b)\nc[...] = v@1\n"),
        ("np.multiply(a, b, out=c[1:])", "v@1 = np.multiply(a, b)\nc[1:] = v@1\nv@2 = c[1:]\n"),
        ("np.multiply(a, b, out=(c,))", "v@1 = np.multiply(a, b)\nc[...] = v@1\n"),
        ("np.add(a, b, out=None)", "np.add(a, b, out=None)\n"),
        ("c.fill(x)", "c[...] = x\n"),
        ("c[i].fill(x * 2)", "v@1 = x * 2\nc[i] = v@1\n"),
        ("np.copyto(c, b + 1)", "v@1 = b + 1\nc[...] = v@1\n"),
        ("np.copyto(c[::2], b)", "c[::2] = b\n"),
        ("np.copyto(c, b, where=i)", "np.copyto(c, b, where=i)\n"),
    ],
)
def test_calls_and_their_stores(call, stores):
    """The value first, then one store into all of the array or into the slice that was passed, which is the result."""
    assert form(call) == stores


def test_the_value_of_a_call_with_out_is_the_array():
    """It can be read on."""
    assert form("a = np.exp(b, out=c) + 1") == "v@1 = np.exp(b)\nc[...] = v@1\na = c + 1\n"


@pytest.mark.parametrize(("call", "sign"), [("np.add.at", "+"), ("np.subtract.at", "-")])
def test_unbuffered_updates_count_an_element_as_often_as_it_is_named(call, sign):
    """They are updates with a mark, since ``c[i] += x`` would count it once."""
    (update,) = [
        statement
        for statement in form_of(f"def f(c, i, x):\n    {call}(c, i, x)\n    return c\n").body
        if isinstance(statement, ir.Update)
    ]
    assert update.at
    assert form(f"{call}(c, i, x * 2)") == f"v@1 = x * 2\nc[i] {sign}= v@1\n"


def test_a_place_that_is_no_name_is_refused():
    """Where the result goes must be known."""
    with pytest.raises(CladpyError) as caught:
        form("np.add(a, b, out=c.grid)")
    assert (caught.value.code, caught.value.hint) == ("C122", "pass a name or a slice of one")


def test_a_global_is_not_stored_into():
    """A second call of the primal would see it."""
    with pytest.raises(CladpyError) as caught:
        normal_form("class Table:\n    rows = np.zeros(3)\n\ndef f(x):\n    np.copyto(Table.rows, x)\n    return x\n")
    assert caught.value.code == "C101"


def test_methods_of_other_objects_stay_calls():
    """``fill`` of a global is not known to be an array's."""
    program = "class Bucket:\n    pass\n\nbucket = Bucket()\n\ndef f(x):\n    bucket.fill(x)\n    return x\n"
    assert normal_form(program) == "bucket.fill(x)\nreturn x\n"


def test_the_stores_do_what_the_calls_do():
    """Also where operands and result overlap."""
    body = [
        "np.multiply(a[:-1], a[1:], out=a[1:])",
        "np.add(a, b, out=b)",
        "np.copyto(a[::2], b[::2])",
        "b[1:].fill(x)",
        "return a, b",
    ]
    program = "\n    ".join(["def f(a, b, x):", *body]) + "\n"
    written = normal_form(program).replace("@", "__")
    plain = define("\n    ".join(["def g(a, b, x):", *written.splitlines()]) + "\n")
    expected = define(program)(np.arange(1.0, 6.0), np.ones(5), 0.5)
    found = plain(np.arange(1.0, 6.0), np.ones(5), 0.5)
    assert [part.tolist() for part in expected] == [part.tolist() for part in found]
