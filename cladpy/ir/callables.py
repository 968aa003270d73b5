"""Functions as values of the normal form, which no generated code ever holds.

A nested function that is handed about is a literal (``LocalFunction``), or the tuple of the literal and the defaults
that were computed where it was defined. A partial application is a tuple as well, and so is the method of an object
that is taken without being called: ``(PARTIAL, function, arguments, keywords)``, ``(Method("area"), shape)``. Tuples,
because all analyses know them; what is behind a call is known before any code is generated.
"""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class LocalFunction:
    """A nested function or lambda: what it captures is read by name where it is called.

    Parameters
    ----------
    name : str
        For messages.
    closure : Closure
        Its parameters and body.
    defaults : tuple of str
        Parameters whose defaults stand behind it in a tuple, in this order.
    captures : bool
        Whether it may read variables of a call that is written out: the next one there has variables of its own under
        the same names. Those of the function around it all are one, whenever they are read.
    """

    name: str
    closure: object
    defaults: tuple[str, ...] = ()
    captures: bool = True

    def __repr__(self) -> str:
        """Return how the literal is printed."""
        return f"<local function {self.name}>"


@dataclass(frozen=True, slots=True)
class Method:
    """The method of this name, of the object that stands behind it in a tuple."""

    name: str

    def __repr__(self) -> str:
        """Return how the literal is printed."""
        return f"<method {self.name}>"


@dataclass(frozen=True, slots=True)
class Partial:
    """A partial application of what stands behind it in a tuple."""

    def __repr__(self) -> str:
        """Return how the literal is printed."""
        return "<partial>"


@dataclass(frozen=True, eq=False, slots=True)
class Unspelled:
    """A default that no literal is: the value stands here until the call is spelled out."""

    value: object


@dataclass(frozen=True, slots=True)
class Super:
    """What ``super()`` gives, of the class and the object that stand behind it in a tuple."""

    def __repr__(self) -> str:
        """Return how the literal is printed."""
        return "<super>"


PARTIAL = Partial()
SUPER = Super()
CALLABLES = (LocalFunction, Method, Partial, Super)
"""The literals that stand for functions."""
