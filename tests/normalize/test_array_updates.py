"""Calls that update an array are written as the stores that they are."""

import numpy as np
import pytest

from cladpy import CladpyError, value_and_gradient
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
        ("np.add(a, b, c)", "v@1 = np.add(a, b)\nc[...] = v@1\n"),
        ("np.add(a, b, out=None)", "np.add(a, b)\n"),
        ("np.add(a, b, out=c, where=True)", "v@1 = np.add(a, b)\nc[...] = v@1\n"),
        ("np.exp(a, out=c.T)", "v@1 = np.exp(a)\nv@2 = c.T\nv@2[...] = v@1\n"),
        (
            "a.sum(axis=0, out=c[0])",
            "v@1 = c[0]\nv@2 = v@1.dtype\nv@3 = a.sum(axis=0, dtype=v@2)\nv@1[...] = v@3\n",
        ),
        ("np.sum(a, dtype=x, out=c)", "v@1 = np.sum(a, dtype=x)\nc[...] = v@1\n"),
        ("np.nan_to_num(a, copy=False)", "v@1 = np.nan_to_num(a)\na[...] = v@1\n"),
        ("np.nan_to_num(a[1:], False, 2.0)", "v@1 = a[1:]\nv@2 = np.nan_to_num(v@1, nan=2.0)\nv@1[...] = v@2\n"),
        ("np.nan_to_num(a, True)", "np.nan_to_num(a, True)\n"),
        ("c.fill(x)", "c[...] = x\n"),
        ("c[i].fill(x * 2)", "v@1 = x * 2\nv@2 = c[i]\nv@2[...] = v@1\n"),
        ("c[0, 1:].fill(x)", "c[0, 1:] = x\n"),
        ("np.copyto(c, b + 1)", "v@1 = b + 1\nc[...] = v@1\n"),
        ("np.copyto(c[::2], b)", "c[::2] = b\n"),
        ("np.copyto(c, b, casting=i)", "np.copyto(c, b, casting=i)\n"),
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


def test_several_places_are_refused():
    """Ufuncs with two results are not differentiated."""
    with pytest.raises(CladpyError) as caught:
        form("np.modf(a, out=(b, c))")
    assert (caught.value.code, caught.value.hint) == ("C122", "pass one array")


@pytest.mark.parametrize("call", ["np.add(a, b, out=c, where=i)", "np.add(a, b, c, where=i)"])
def test_a_masked_call_computes_the_chosen_elements_alone(call):
    """What is not chosen may be singular there, and stays as it is."""
    chosen = """
        v@1 = c.shape
        v@2 = np.broadcast_to(i, v@1)
        v@3 = c.shape
        v@4 = np.broadcast_to(a, v@3)
        v@5 = c.shape
        v@6 = np.broadcast_to(b, v@5)
        v@7 = v@4[v@2]
        v@8 = v@6[v@2]
        v@9 = np.add(v@7, v@8)
        c[v@2] = v@9
    """
    assert text(chosen) == form(call)


def test_a_masked_copy_copies_the_chosen_elements_alone():
    """As ``np.where`` would, without the others."""
    chosen = """
        v@1 = c.shape
        v@2 = np.broadcast_to(i, v@1)
        v@3 = c.shape
        v@4 = np.broadcast_to(b, v@3)
        v@5 = v@4[v@2]
        c[v@2] = v@5
    """
    assert text(chosen) == form("np.copyto(c, b, where=i)")


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
        "np.divide(a, b, out=b, where=a > 2)",
        "np.copyto(b, a[::-1], where=a < 3)",
        "a[[0, 1]].fill(x)",
        "rows = [a, b]",
        "rows[0].fill(x)",
        "np.subtract(a, b, out=rows[1])",
        "return a, b",
    ]
    program = "\n    ".join(["def f(a, b, x):", *body]) + "\n"
    written = normal_form(program).replace("@", "__")
    plain = define("\n    ".join(["def g(a, b, x):", *written.splitlines()]) + "\n")
    expected = define(program)(np.arange(1.0, 6.0), np.ones(5), 0.5)
    found = plain(np.arange(1.0, 6.0), np.ones(5), 0.5)
    assert [part.tolist() for part in expected] == [part.tolist() for part in found]


def test_whether_an_argument_is_updated_must_be_written():
    """As a value it would decide what the program's other names hold."""
    with pytest.raises(CladpyError) as caught:
        form("np.nan_to_num(a, copy=i)")
    assert (caught.value.code, caught.value.hint) == ("C122", "write copy=True or copy=False")


@pytest.mark.parametrize("update", ["np.cumsum(h, out=a)", "h.sum(out=a[:1].reshape(()))", "np.mean(h, out=a[0, ...])"])
def test_sums_are_computed_in_the_dtype_of_their_place(update):
    """NumPy adds up float32 in 64 bits if the result is written there; so does the derivative's forward sweep."""
    program = f"def f(x):\n    h, a = x.astype(np.float32), np.zeros(40)\n    {update}\n    return np.sum(a)\n"
    x = np.random.default_rng(0).standard_normal(40)
    assert value_and_gradient(define(program))(x)[0] == define(program)(x)
