"""Read an element once that statements of a loop read several times.

before: ``d_a = 200.0 * (x_list[i + 1] - x_list[i] * x_list[i])``, ``d_x_list[i] -= 2 * d_a * x_list[i]``
after:  ``v_1 = x_list[i]``, ``d_a = 200.0 * (x_list[i + 1] - v_1 * v_1)``, ``d_x_list[i] -= 2 * d_a * v_1``

An element of a list costs ten times what a variable's value costs, one of an array thirty times. Of lists that stand
for arrays, and of arrays of numbers; in loops of the reverse sweep, for the primal's lines stay as their author wrote
them. Guarantees: linear. Soundness: only what a block reads anyway, whatever its branches do, and until its array is
stored into or its index bound again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import gast

from cladpy.analyses.expression_walk import names_in, nodes_in
from cladpy.analyses.liveness import SCOPES
from cladpy.ir import statements as ir
from cladpy.ir.expressions import children, fingerprint, name, rebuild, store_name
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.effects import Effects
from cladpy.optimize.rewriting import map_blocks, map_expressions
from cladpy.optimize.sweeps import reverse_sweep


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the elements that its reverse loops read in variables."""
    if not context.element_lists or not any(isinstance(each, ir.For | ir.While) for each in function.body):
        return function
    reverse = reverse_sweep(function)
    reads = _ElementReads(function, context)
    body = tuple(
        map_blocks(each, reads.block) if isinstance(each, ir.For | ir.While) and id(each) in reverse else each
        for each in function.body
    )
    return function if body == function.body else replace(function, body=body)


@dataclass(slots=True)
class _Read:
    """An element that is in force, the statements of the block that read it, and how often they do."""

    node: gast.Subscript
    places: list[int] = field(default_factory=list)


class _ElementReads:
    """Goes through the loops of a reverse sweep."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        known = analysed(function, context)
        self.context, self.storage, self.effects = context, known.storage, known.effects
        self.lists = {
            each.target.id
            for each in ir.walk(function.body)
            if isinstance(each, ir.Assign) and isinstance(each.target, gast.Name) and _makes_list(each.value)
        }
        self.numbers = {int(part) for each in known.occurrences.definitions for part in _number_of(each)}

    def block(self, block: ir.Block) -> ir.Block:
        """Return a block with its elements in variables."""
        found = [each for each in self.repeated(block) if len(each.places) > 1]
        names: dict[int, dict[str, str]] = {}  # by statement, variables by the text of the element
        first: dict[int, list[ir.Statement]] = {}
        for each in found:
            variable = self.free()
            begin = min(each.places)
            first.setdefault(begin, []).append(ir.Assign(store_name(variable), each.node, block[begin].source))
            for place in each.places:
                names.setdefault(place, {})[fingerprint(each.node)] = variable
        written: list[ir.Statement] = []
        for place, statement in enumerate(block):
            written += first.get(place, ())
            written.append(map_blocks(_with_names(statement, names.get(place, {})), self.block))
        unchanged = not found and all(a is b for a, b in zip(written, block, strict=True))
        return block if unchanged else tuple(written)

    def repeated(self, block: ir.Block) -> Iterator[_Read]:
        """Yield the elements that the statements of a block itself read, each as long as it stays what it is."""
        reads: dict[str, _Read] = {}
        for place, statement in enumerate(block):
            effects = self.effects.statement(statement)
            again = isinstance(statement, ir.While) or self.effects.unknown_calls(statement)
            for node in () if again else _unconditional(_evaluated(statement)):
                if self.is_element(node):
                    reads.setdefault(fingerprint(node), _Read(node)).places.append(place)
            for text in [text for text, each in reads.items() if self.ends(effects, each.node)]:
                yield reads.pop(text)
        yield from reads.values()

    def is_element(self, node: gast.AST) -> bool:
        """Tell whether a node reads a number off a list that stands for an array, or off an array of numbers."""
        if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Name):
            return False
        if any(isinstance(part, gast.Call | gast.Subscript) for part in nodes_in(node.slice)):
            return False
        if node.value.id in self.lists:
            return True
        owner, element = self.context.fact(node.value.id), self.context.infer(node)
        return owner.kind == "array" and owner.is_number and element.is_scalar and not element.is_array

    def ends(self, effects: Effects, node: gast.Subscript) -> bool:
        """Tell whether behind a statement an element may be another number."""
        if effects.unknown or not effects.binds.isdisjoint(names_in(node)):
            return True
        return self.storage.class_of(node.value.id) in effects.stores

    def free(self) -> str:
        """Return a variable that there is not yet."""
        number = max(self.numbers, default=0) + 1
        self.numbers.add(number)
        return f"v@{number}"


def _makes_list(value: gast.expr) -> bool:
    """Tell whether an expression is the list that stands for an array: ``x.tolist()``, ``[0.0] * len(x)``."""
    if isinstance(value, gast.BinOp):
        return isinstance(value.left, gast.List)
    return isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute) and value.func.attr == "tolist"


def _number_of(variable: str) -> Iterator[str]:
    base, mark, number = variable.partition("@")
    if base == "v" and mark and number.isdigit():
        yield number


def _evaluated(statement: ir.Statement) -> list[gast.expr]:
    """Return what a statement evaluates before it does anything else, as expressions that may be changed."""
    found: list[gast.expr] = []
    map_expressions(statement, lambda each: found.append(each) or each)  # type: ignore[func-returns-value]
    return found


def _unconditional(expressions: list[gast.expr]) -> Iterator[gast.AST]:
    """Yield the nodes that are evaluated whatever the values are."""
    todo: list[gast.AST] = [*expressions]
    while todo:
        node = todo.pop()
        if isinstance(node, SCOPES):
            continue
        yield node
        if isinstance(node, gast.IfExp):
            todo.append(node.test)
        elif isinstance(node, gast.BoolOp):
            todo.append(node.values[0])
        elif isinstance(node, gast.Compare):
            todo += [node.left, node.comparators[0]]
        else:
            todo += children(node)


def _with_names(statement: ir.Statement, names: dict[str, str]) -> ir.Statement:
    """Return a statement that reads variables instead of elements."""
    if not names:
        return statement

    def change(node: gast.AST) -> gast.AST | None:
        if isinstance(node, gast.Subscript) and fingerprint(node) in names:
            return name(names[fingerprint(node)])
        return None

    return map_expressions(statement, lambda value: rebuild(value, change))
