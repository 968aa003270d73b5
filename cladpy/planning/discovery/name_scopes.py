"""What the names of a scope are bound to in the text of a file."""

import ast
from dataclasses import dataclass, field

Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Binding:
    """One place where a name is bound.

    Parameters
    ----------
    kind : str
        "module" (``import a.b``), "member" (``from a import b``), "function", "class", "value" (one expression),
        "parameter" or "other".
    node : ast.AST
        The definition, the value, or the function of a parameter.
    position : pair of int
        Line and column.
    is_conditional : bool
        It is an assignment or a definition in a branch or a loop.
    module, level : str, int
        Dotted name and leading dots of an import.
    member : str
        Name that is imported from the module.
    """

    kind: str
    node: ast.AST
    position: Position
    is_conditional: bool = False
    module: str = ""
    level: int = 0
    member: str = ""


@dataclass(slots=True, eq=False)
class NameScope:
    """The names of a module, class, function, lambda or comprehension.

    Parameters
    ----------
    node : ast.AST
    parent : NameScope or None
    bindings : dict
        Of each name, in source order.
    stars : list of Binding
        Its ``from a import *``.
    outside : dict
        Names declared ``global`` or ``nonlocal``, and which of the two.
    """

    node: ast.AST
    parent: "NameScope | None" = None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[Binding] = field(default_factory=list)
    outside: dict[str, str] = field(default_factory=dict)

    @property
    def is_class(self) -> bool:
        """Tell whether this is the body of a class, whose names nested functions do not see."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def module(self) -> "NameScope":
        """Give the scope of the module."""
        return self if self.parent is None else self.parent.module

    def find(self, name: str, position: Position | None = None) -> "tuple[Binding, NameScope] | None":
        """Return the binding that a name has at a position, and its scope, or None.

        Parameters
        ----------
        name : str
        position : pair of int, optional
            Of the use; without it, and in an inner function, the end of the scope counts.
        """
        scope: NameScope | None = self
        if self.outside.get(name) == "global":
            scope = self.module
        elif name in self.outside:
            scope = self.parent
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return _chosen(scope.bindings[name], position if scope is self else None), scope
            scope = scope.parent
        return None


def _chosen(known: list[Binding], position: Position | None) -> Binding:
    """Choose the last binding before a use; where branches bind differently, none is known.

    An import counts as what is meant, whatever a branch puts in its place where it fails.
    """
    before = [each for each in known if position is None or each.position < position] or known
    last = before[-1]
    if len(before) == 1 or not last.is_conditional:
        return last
    certain = [each for each in before if not each.is_conditional]
    if certain and certain[-1].kind in ("module", "member"):
        return certain[-1]
    return Binding("other", last.node, last.position)
