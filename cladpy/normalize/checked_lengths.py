"""Values that a try statement takes apart: of another length they raise a ValueError, which a handler may catch.

before: ``try: k, v = line.split("=")`` ``except ValueError: B``
after: ``try: v@1 = line.split("=")``, ``if not has_length(v@1, 2): raise ValueError(...)``, ``k, v = v@1``

Elsewhere items are read without it: such a program has no value.
"""

from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import call, constant, name, store_name

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener


def with_lengths(flattener: "StatementFlattener", node: gast.Try) -> gast.Try:
    """Return a try statement that checks the lengths of what it takes apart; itself if nothing is to be checked."""
    if not any(_catches(flattener, handler) for handler in node.handlers):
        return node
    body = _Lengths(flattener).block(node.body)
    if all(one is other for one, other in zip(body, node.body, strict=False)):
        return node
    return gast.copy_location(gast.Try(body, node.handlers, node.orelse, node.finalbody), node)


def _catches(flattener: "StatementFlattener", handler: gast.ExceptHandler) -> bool:
    """Tell whether a handler may catch a ValueError."""
    if handler.type is None:
        return True
    parts = handler.type.elts if isinstance(handler.type, gast.Tuple) else [handler.type]
    meant = [flattener.expressions.class_meant(part) for part in parts]
    return any(not isinstance(each, type) or issubclass(ValueError, each) for each in meant)


class _Lengths:
    """Writes the checks into the statements of a block, and those inside of them."""

    def __init__(self, flattener: "StatementFlattener") -> None:
        self.flattener = flattener

    def block(self, statements: list[gast.stmt]) -> list[gast.stmt]:
        return [part for statement in statements for part in self.statement(statement)]

    def statement(self, node: gast.stmt) -> list[gast.stmt]:
        if isinstance(node, gast.Assign) and len(node.targets) == 1 and _takes_apart(node.targets[0], node.value):
            return self.checked(node)
        blocks = ((each, getattr(node, each, None)) for each in ("body", "orelse"))
        inner = {each: block for each, block in blocks if isinstance(block, list)}
        if not inner or isinstance(node, gast.FunctionDef | gast.ClassDef | gast.Try):
            return [node]
        changed = {each: self.block(block) for each, block in inner.items()}
        if all(len(changed[each]) == len(block) and changed[each] == block for each, block in inner.items()):
            return [node]
        fields = {each: getattr(node, each, None) for each in node._fields} | changed
        return [gast.copy_location(type(node)(**fields), node)]

    def checked(self, node: gast.Assign) -> list[gast.stmt]:
        """Return the assignment of a tuple behind the check of the length of what it is taken from."""
        target, held = node.targets[0], self.flattener.recorder.fresh()
        self.flattener.expressions.local.add(held)
        stars = sum(isinstance(each, gast.Starred) for each in target.elts)
        count = constant(len(target.elts) - stars)
        test = call("has_length", name(held), count, **({"or_more": constant(value=True)} if stars else {}))
        raised = gast.Raise(call("ValueError", constant("a value is taken apart into names of another number")), None)
        parts = [
            gast.Assign([store_name(held)], node.value, None),
            gast.If(gast.UnaryOp(gast.Not(), gast.copy_location(test, node)), [gast.copy_location(raised, node)], []),
            gast.Assign(node.targets, name(held), None),
        ]
        return [gast.copy_location(part, node) for part in parts]


def _takes_apart(target: gast.expr, value: gast.expr) -> bool:
    """Tell whether a value of a length that its text does not tell is taken apart."""
    if not isinstance(target, gast.Tuple | gast.List):
        return False
    return not isinstance(value, gast.Tuple | gast.List) or any(isinstance(each, gast.Starred) for each in value.elts)
