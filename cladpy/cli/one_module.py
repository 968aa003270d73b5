"""Put the modules of several requests together: one block of imports, and each function and constant once."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

import gast

from cladpy.emit.generated_module import merged_imports
from cladpy.emit.printer import print_tree

IMPORTS = (ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement of a module as it is written, with the comments above it; or what stands behind the last one.

    Parameters
    ----------
    text : str
    node : ast.stmt or None
    """

    text: str
    node: ast.stmt | None

    @property
    def name(self) -> str | None:
        """The name that is defined."""
        if isinstance(self.node, ast.FunctionDef | ast.ClassDef):
            return self.node.name
        target = self.node.targets[0] if isinstance(self.node, ast.Assign) else None
        return target.id if isinstance(target, ast.Name) else None

    @property
    def is_literal(self) -> bool:
        """Tell whether it binds a name to a value that is written out."""
        if not isinstance(self.node, ast.Assign):
            return False
        try:
            ast.literal_eval(self.node.value)
        except ValueError:
            return False
        return True

    @property
    def is_short(self) -> bool:
        """Tell whether it stands right below the piece before it."""
        return self.node is not None and not isinstance(self.node, ast.FunctionDef | ast.ClassDef)


def one_module(texts: list[str]) -> str:
    r"""Return the text of all modules in one.

    Examples
    --------
    >>> print(one_module(["import numpy as np\n\nK = 2\n", "import math\nimport numpy as np\n\nK = 2\n"]))
    import math
    <BLANKLINE>
    import numpy as np
    <BLANKLINE>
    K = 2
    <BLANKLINE>
    """
    pieces = [piece for text in texts for piece in pieces_of(text)]
    imports = [alone for piece in pieces if isinstance(piece.node, IMPORTS) for alone in gast.parse(piece.text).body]
    others = list({piece.text: piece for piece in pieces if not isinstance(piece.node, IMPORTS)}.values())
    literals = [piece for piece in others if piece.is_literal]
    out = print_tree(gast.Module(merged_imports(imports), [])).rstrip("\n") if imports else ""
    if literals:  # they read nothing that stands above them
        out += ("\n\n" if out else "") + "\n".join(piece.text for piece in literals)
    before = literals[-1] if literals else None
    for piece in others:
        if not piece.is_literal:
            out += ("" if not out else "\n" if _are_short(before, piece) else "\n\n\n") + piece.text
            before = piece
    return out + "\n"


def _are_short(before: Piece | None, piece: Piece) -> bool:
    return before is not None and before.is_short and piece.is_short


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the statements of a module in order."""
    lines, done = text.splitlines(), 0
    for node in ast.parse(text).body:
        piece = "\n".join(lines[done : node.end_lineno])
        yield Piece(piece.strip("\n"), node)
        done = node.end_lineno or done
    rest = "\n".join(lines[done:]).strip("\n")
    if rest:
        yield Piece(rest, None)


def clashes(texts: list[str]) -> list[str]:
    r"""Return the names that two modules define in different ways.

    Examples
    --------
    >>> clashes(["def f(): return 1\n", "def f(): return 2\nK = 3\n", "K = 3\n"])
    ['f']
    """
    known: dict[str, str] = {}
    found: dict[str, None] = {}
    for piece in (piece for text in texts for piece in pieces_of(text)):
        if piece.node is None or piece.name is None:
            continue
        if known.setdefault(piece.name, ast.dump(piece.node)) != ast.dump(piece.node):
            found[piece.name] = None
    return list(found)
