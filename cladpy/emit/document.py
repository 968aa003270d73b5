"""Elements of a text whose line breaks are still open.

A document is a string, a tuple of documents, or one of the classes below.  An
element is laid out *flat* (on the current line) or *broken* (over several lines);
each group decides for what it contains.  Groups with a key are remembered, so that
elements elsewhere can follow the decision.  Key 0 is nobody's: it stands for the
enclosing group.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A place where the line may break: `flat` is printed where it does not."""

    flat: str


SOFT = Line("")
SPACE = Line(" ")


@dataclass(frozen=True, slots=True, eq=False)
class Indent:
    """Lines that begin inside `content` are indented, if `when` is 0 or the group of that key broke."""

    content: "Document"
    when: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Content that is laid out flat if it fits and broken if it does not.

    Parameters
    ----------
    content : Document
    key : int
        Name under which the decision is remembered.
    when : int
        If given, there is no group here unless the group of that key broke.
    broken : bool
        Break without measuring.
    """

    content: "Document"
    key: int = 0
    when: int = 0
    broken: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class IfBroken:
    """`content` where the group `key` broke, `otherwise` where it is flat."""

    content: "Document"
    otherwise: "Document" = ""
    key: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """Content that may break although the group `key` around it is flat.

    This is how ``x = f(`` stays on the line, without parentheses around the whole
    right side, while the arguments are broken.
    """

    content: "Document"
    key: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BestFit:
    """Content without places to break, put in parentheses only where that makes it fit."""

    content: "Document"
    key: int


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The first of the variants that fits up to its first line break; the last one if none does."""

    variants: "tuple[Document, ...]"


Document = str | Line | Indent | Group | IfBroken | Relaxed | BestFit | Choice | tuple["Document", ...]
