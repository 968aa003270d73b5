"""Where tapes are made, pushed on and popped from."""

import gast
import pytest

from cladpy.ir import statements as ir
from cladpy.jit.tape_sites import tape_sites

PUSHED = "t = []\nfor i in range(n):\n    t.append(x)\n"
POPPED = "for i in range(n):\n    y = t.pop()\n"


def built(nodes):
    """Return the statements of a text."""
    made = []
    for node in nodes:
        match node:
            case gast.For():
                made.append(ir.For(node.target, node.iter, built(node.body)))
            case gast.While():
                made.append(ir.While(node.test, built(node.body)))
            case gast.If():
                made.append(ir.If(node.test, built(node.body), built(node.orelse)))
            case gast.Assign():
                made.append(ir.Assign(node.targets[0], node.value))
            case gast.Return():
                made.append(ir.Return(node.value))
            case _:
                made.append(ir.Effect(node.value))
    return tuple(made)


def sites(text):
    """Return the tapes of a text."""
    return tape_sites(ir.Function("f", ("x", "n"), built(gast.parse(text).body)))


def test_places():
    """The loops around the push and around the pop, from the birth on."""
    (tape,) = sites(f"{PUSHED}{POPPED}return y")
    assert tape.name == "t"
    assert [type(each) for each in (*tape.nest, *tape.reverse)] == [ir.For, ir.For]


def test_in_a_branch():
    """The birth is where the loops are."""
    text = f"if n:\n    {PUSHED}{POPPED}return x".replace("\nfor", "\n    for").replace("\n    t.", "\n        t.")
    (tape,) = sites(text.replace("\n    y", "\n        y"))
    assert len(tape.nest) == len(tape.reverse) == 1
    assert tape.birth.path


@pytest.mark.parametrize(
    "text",
    [
        f"{PUSHED}{POPPED}return y, t",
        f"{PUSHED}while t:\n    y = t.pop()\nreturn y",
        f"{PUSHED}for i in range(n):\n    y = t.pop() if n else 0.0\nreturn y",
        f"{PUSHED}{POPPED}z = t.pop()\nreturn y",
        f"{PUSHED}{POPPED}f(t)\nreturn y",
        f"{PUSHED}t.append(x)\n{POPPED}return y",
        f"{PUSHED}return x",
        f"t = []\nt.append(x)\n{POPPED}return y",
    ],
)
def test_others(text):
    """Handed out, tested, popped in a condition or twice, named elsewhere, pushed at two places or in no loop."""
    assert sites(text) == []
