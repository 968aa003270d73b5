"""A function whose assignments hand on what they assign through ``noted``, for an estimate of rounding errors.

before: ``y = x * x``         after: ``y = noted(x * x, errors, "y", 3)``
before: ``s += y``            after: ``s += y``, ``s = noted(s, errors, "s", 4)``
before: ``u[i] += y``         after: ``u[i] = noted(u[i] + y, errors, "u", 5)``

Guarantees: it computes what the primal computes; the number of a line is that of the primal's file.
"""

from types import FunctionType

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import FunctionSource, find_source, location
from cladpy.frontend.rewritten import Rewriter
from cladpy.ir.expressions import constant, name, rebuild, store_name

NOTED = "noted"
READ = (gast.Constant, gast.Name, gast.Attribute, gast.Subscript)  # another name of a value rounds nothing
CONTAINERS = (gast.List, gast.Tuple, gast.Dict, gast.Set, gast.ListComp, gast.DictComp, gast.SetComp, gast.Lambda)
EXACT = (*READ, *CONTAINERS)


def with_notes(function: FunctionType, wrt: tuple[str, ...]) -> FunctionType:
    """Return the function with a further first parameter, that takes the log of the errors.

    Raises
    ------
    CladpyError
        C305 for a function that has a name which is needed.
    """
    source = find_source(function)
    return _Notes(source, Rewriter(function, source)).run(wrt)


class _Notes:
    def __init__(self, source: FunctionSource, rewriter: Rewriter) -> None:
        self.source, self.rewriter = source, rewriter
        self.taken = {part.id for part in gast.walk(source.tree) if isinstance(part, gast.Name)}
        self.errors = "errors"
        while self.errors in self.taken:
            self.errors += "_2"

    def run(self, wrt: tuple[str, ...]) -> FunctionType:
        tree = self.source.tree
        if NOTED in self.taken or self.rewriter.is_seen(NOTED):
            raise CladpyError(
                "C305", f"the name '{NOTED}' is needed for the estimate", location=location(tree, self.source),
                hint="give what has this name another one",
            )  # fmt: skip
        given = tree.args
        first = gast.Name(self.errors, gast.Param(), None, None)
        before = [first, *given.posonlyargs] if given.posonlyargs else given.posonlyargs
        args = given.args if given.posonlyargs else [first, *given.args]
        arguments = gast.arguments(
            args, before, given.vararg, given.kwonlyargs, given.kw_defaults, given.kwarg, given.defaults
        )
        entries = [self.entry(parameter, tree) for parameter in wrt]
        body = [*entries, *self.block(tree.body)]
        made = gast.FunctionDef(tree.name, arguments, body, [], None, None, [])
        return self.rewriter.main(gast.copy_location(made, tree))

    def entry(self, parameter: str, tree: gast.FunctionDef) -> gast.stmt:
        """Return the note of a parameter, whose value is rounded too."""
        head = gast.copy_location(gast.Constant(None, None), tree)
        head.end_lineno, head.end_col_offset = tree.lineno, len(self.source.lines[tree.lineno - 1].encode())
        value = self.note(name(parameter), parameter, head)
        return gast.copy_location(gast.Assign([store_name(parameter)], value, None), head)

    def block(self, statements: list[gast.stmt]) -> list[gast.stmt]:
        return [made for statement in statements for made in self.statement(statement)]

    def statement(self, node: gast.stmt) -> list[gast.stmt]:
        if isinstance(node, gast.Assign | gast.AnnAssign):
            return self.assignment(node)
        if isinstance(node, gast.AugAssign):
            return self.update(node)
        if isinstance(node, gast.Return):
            if node.value is None or isinstance(node.value, EXACT):
                return [node]
            return [gast.copy_location(gast.Return(self.note(node.value, "return", node)), node)]
        parts = {
            part: self.block(getattr(node, part)) for part in ("body", "orelse", "finalbody") if hasattr(node, part)
        }
        if not parts or isinstance(node, gast.FunctionDef | gast.ClassDef):
            return [node]
        return [gast.copy_location(type(node)(**(dict(gast.iter_fields(node)) | parts)), node)]

    def assignment(self, node: gast.Assign | gast.AnnAssign) -> list[gast.stmt]:
        """Return an assignment of one target with its value noted; the names of several are noted behind it."""
        targets = node.targets if isinstance(node, gast.Assign) else [node.target]
        is_display = isinstance(node.value, gast.Tuple) and isinstance(targets[0], gast.Tuple)
        if node.value is None or (isinstance(node.value, EXACT) and not is_display):
            return [node]
        if len(targets) == 1 and not isinstance(targets[0], gast.Tuple | gast.List):
            value = self.note(node.value, _root(targets[0]), node)
            return [gast.copy_location(gast.Assign(targets, value, None), node)]
        plain = [part for target in targets for part in _names(target)]
        return [node, *(self.again(each, node) for each in plain)]

    def update(self, node: gast.AugAssign) -> list[gast.stmt]:
        """Return an update with its result noted."""
        if isinstance(node.target, gast.Name):
            return [node, self.again(node.target.id, node)]
        read = rebuild(node.target, lambda part: _loaded(part) if part is node.target else None)
        value = gast.copy_location(gast.BinOp(read, node.op, node.value), node)
        noted = self.note(value, _root(node.target), node)
        return [gast.copy_location(gast.Assign([node.target], noted, None), node)]

    def again(self, identifier: str, node: gast.AST) -> gast.stmt:
        noted = self.note(name(identifier), identifier, node)
        return gast.copy_location(gast.Assign([store_name(identifier)], noted, None), node)

    def note(self, value: gast.expr, identifier: str, node: gast.AST) -> gast.expr:
        parts = [value, name(self.errors), constant(identifier), constant(node.lineno)]
        return gast.copy_location(gast.Call(name(NOTED), parts, []), node)


def _names(target: gast.expr) -> list[str]:
    """Return the names that a target binds."""
    if not isinstance(target, gast.Tuple | gast.List | gast.Starred):
        return [target.id] if isinstance(target, gast.Name) else []
    parts = [target.value] if isinstance(target, gast.Starred) else target.elts
    return list(dict.fromkeys(found for part in parts for found in _names(part)))


def _root(target: gast.expr) -> str:
    """Return the name by which a place is reached."""
    while isinstance(target, gast.Subscript | gast.Attribute):
        target = target.value
    return target.id if isinstance(target, gast.Name) else "?"


def _loaded(target: gast.expr) -> gast.expr:
    """Return the place of a store as it is read."""
    if isinstance(target, gast.Subscript):
        return gast.copy_location(gast.Subscript(target.value, target.slice, gast.Load()), target)
    return gast.copy_location(gast.Attribute(target.value, target.attr, gast.Load()), target)
