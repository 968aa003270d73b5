"""The texts of the errors C1xx: why a syntax is refused, and what to write instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error for a syntax; ``{name}`` stands for the name that the offending code is about.

    Parameters
    ----------
    code : str
        A code of ``cladpy.errors.CODES``.
    message : str
        What stands there and why that is a difficulty.
    hint : str
        What to write instead.
    label : str
        Words after the carets; may be empty.
    """

    code: str
    message: str
    hint: str
    label: str = ""


REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "unknown": Refusal(
            "C100",
            "cladpy does not know this syntax ({name})",
            "write it with the statements and expressions of the README's table",
        ),
        "global": Refusal(
            "C101",
            "the global variable '{name}' is written, and to a derivative globals are constants",
            "pass '{name}' as an argument and return its new value",
            "written here",
        ),
        "outer variable": Refusal(
            "C101",
            "'{name}' belongs to a function around the differentiated one and is written",
            "pass '{name}' as an argument and return its new value",
            "written here",
        ),
        "async": Refusal(
            "C102",
            "asynchronous code: the event loop decides when it goes on, so its reverse has no order",
            "await what the numerical part needs before it, and differentiate a plain function",
        ),
        "generator": Refusal(
            "C103",
            "a generator function: what it yields is asked for from outside, one value at a time",
            "append the values to a list and return the list, or consume it where it is called: for v in f(x)",
            "yields here",
        ),
        "group": Refusal(
            "C104",
            "a group of exceptions is handled here, one part of it by this block",
            "handle single exceptions with except",
        ),
        "class": Refusal(
            "C106",
            "the class '{name}' is made anew in each call of the function",
            "define the class at the top of the file",
        ),
        "by text": Refusal(
            "C107",
            "{name}() reads or binds names by text, so the source does not show what it does",
            "use the names themselves, or keep the values in a dict",
        ),
        "deleted attribute": Refusal(
            "C108",
            "an attribute is deleted, and the reverse sweep cannot put it back",
            "set it to None",
        ),
        "kept generator": Refusal(
            "C109",
            "a generator expression that is kept computes its values whenever it is asked for them",
            "write a list comprehension: [...] in place of (...)",
        ),
        "types": Refusal(
            "C114",
            "a type is declared inside the function",
            "declare it at the top of the file",
        ),
    }
)
"""Every refusal by the name that the table of ``supported_syntax.py`` gives it."""
