"""Texts of pushforwards of programs that are given as text."""

from cladpy import pushforward
from tests.stages import define


def pushed(program, args, wrt="x", **more):
    """Return the text of the pushforward of the last function of a module, its imports and docstrings apart."""
    text = pushforward(define(program, **more), wrt).source_for(*args)
    return without_docstrings(text[text.index("def ") :])


def body(program, args, wrt="x", **more):
    """Return the body of that pushforward, without its indentation."""
    lines = pushed(program, args, wrt, **more).rstrip().split("\n")
    return "\n".join(line.removeprefix("    ") for line in lines[1:]) + "\n"


def without_docstrings(text):
    """Return a text without the lines that open with a docstring's quotes."""
    return "\n".join(line for line in text.split("\n") if not line.strip().startswith('"""'))
