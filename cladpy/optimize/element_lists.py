"""Hold the elements of an array in a list while a loop reads and updates them one by one.

before: ``for i in range(len(x)):``                  after: ``x_list = x.tolist()``
        ``    d_x[i] += 2 * x[i] * d_y``                      ``for i in range(len(x)):``
                                                              ``    d_x_list[i] += 2 * x_list[i] * d_y``
                                                              ``d_x = np.array(d_x_list, np.float64)``

An element that NumPy gives costs three times what a list's costs, one that it stores five times. Only float64 arrays of
one dimension whose length the loops run over, so that the conversion costs less than they do. What comes from a list is
a Python number: it must reach nothing that tells the two apart (a division or power, which raise where NumPy's give
inf; what is returned; a call of unknown kind), which is followed through all variables and tapes. An array that is
updated has its memory for itself alone, and is made again behind the loop.

Requires facts. Guarantees: one look for each array and outermost loop. Soundness: a use that is not listed here keeps
the array.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import gast
import numpy as np

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import binds, own_expressions, visit_backward
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, constant, dotted, name, names_in, rebuild, store_name
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_blocks, map_expressions, nested_statements
from cladpy.optimize.told_apart import ARITHMETIC, ToldApart
from cladpy.optimize.variables import base_of


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with the elements that its loops go through in lists."""
    if not context.element_lists or not any(isinstance(each, ir.For) for each in function.body):
        return function
    return _Lists(function, context).run()


@dataclass(frozen=True, slots=True)
class _Listed:
    """An array that a loop goes through element by element, and the list that stands for it."""

    array: str
    list_name: str
    is_updated: bool


class _Lists:
    """Finds the arrays of each outermost loop of one function, and writes the loops."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.function = function
        self.context = context
        known = analysed(function, context)
        self.storage, self.effects = known.storage, known.effects
        self.names = set(known.occurrences.definitions)
        self.live_behind: dict[int, frozenset[str]] = {}
        self.assigned = {
            each.target.id: each.value
            for each in ir.walk(function.body)
            if isinstance(each, ir.Assign)
            and isinstance(each.target, gast.Name)
            and known.occurrences.is_single(each.target.id)
        }

    def run(self) -> ir.Function:
        """Return the function."""
        body: list[ir.Statement] = []
        changed = False
        for statement in self.function.body:
            listed = self.listed(statement) if isinstance(statement, ir.For) else []
            if isinstance(statement, ir.For) and listed:
                changed = True
                body += self.written(statement, listed, body)
            else:
                body.append(statement)
        return replace(self.function, body=tuple(body)) if changed else self.function

    # ---- which arrays ----

    def listed(self, loop: ir.For) -> list[_Listed]:
        """Return the arrays whose elements a loop may take from lists."""
        inside = [part for each in ir.walk((loop,)) for part in own_expressions(each)]
        lengths = set(self.lengths(loop))
        found = []
        for variable in dict.fromkeys(n for part in inside for n in names_in(part)):
            fact = self.context.fact(variable)
            if not fact.is_array or fact.dtype != np.float64 or fact.ndim != 1 or fact.dims not in lengths:
                continue
            uses = _Uses(self, loop, variable)
            if (
                uses.are_elements
                and (not uses.is_updated or self.is_its_own(variable, loop))
                and self.is_safe(variable, loop)
            ):
                found.append(_Listed(variable, self.free(f"{base_of(variable)}_list"), uses.is_updated))
        return found

    def lengths(self, loop: ir.For) -> Iterator[object]:
        """Yield the dimensions of the arrays over whose lengths a loop, or one inside it, runs."""
        for each in ir.walk((loop,)):
            if not isinstance(each, ir.For):
                continue
            iterables = [each.iterable]
            iterables += [self.assigned[n] for n in names_in(each.iterable) if n in self.assigned]
            for part in (node for iterable in iterables for node in nodes_in(iterable)):
                measured = _measured(part)
                if measured is not None:
                    yield self.context.fact(measured).dims

    def is_its_own(self, variable: str, loop: ir.For) -> bool:
        """Tell whether nobody else has the memory of an array that the loop updates."""
        return (
            self.storage.members(variable) == {variable}
            and not self.storage.is_external(variable)
            and not any(variable in binds(each) for each in ir.walk((loop,)))
        )

    def is_safe(self, variable: str, loop: ir.For) -> bool:
        """Tell whether numbers of Python's in place of the elements change nothing that can be seen."""
        return not ToldApart(self.function, self.context, variable, loop).are_told_apart()

    def free(self, base: str) -> str:
        """Return a variable that there is not yet."""
        found, number = base, 1
        while found in self.names:
            number += 1
            found = f"{base}@{number}"
        self.names.add(found)
        return found

    # ---- what is written ----

    def written(self, loop: ir.For, listed: list[_Listed], before: list[ir.Statement]) -> list[ir.Statement]:
        """Return a loop with its lists made before it, and the arrays behind; ``before`` may lose what made them."""
        lists = {each.array: each.list_name for each in listed}

        def change(node: gast.AST) -> gast.AST | None:
            if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name) and node.value.id in lists:
                inner = rebuild(node.slice, change)
                return gast.Subscript(name(lists[node.value.id]), inner, node.ctx)
            return None

        def expression(part: gast.expr) -> gast.expr:
            return rebuild(part, change)

        def block(statements: ir.Block) -> ir.Block:
            return tuple(map_blocks(map_expressions(each, expression, target=expression), block) for each in statements)

        head = [ir.Assign(store_name(each.list_name), self.content(each, before), 0) for each in listed]
        (inside,) = block((loop,))
        live = self.live(loop)
        tail = [
            ir.Assign(
                store_name(each.array), call("np.array", name(each.list_name), attribute(name("np"), "float64")), 0
            )
            for each in listed
            if each.is_updated and each.array in live
        ]
        return [*head, inside, *tail]

    def content(self, each: _Listed, before: list[ir.Statement]) -> gast.expr:
        """Return the expression of a list; of zeros that were made just now, without the array."""
        for position in range(len(before) - 1, -1, -1):
            made = before[position]
            if isinstance(made, ir.Assign) and isinstance(made.target, gast.Name) and made.target.id == each.array:
                shape = _zeros_like(made.value)
                if shape is not None and each.is_updated:
                    del before[position]
                    zeros = gast.List([constant(0.0)], gast.Load())
                    return gast.BinOp(zeros, gast.Mult(), call("len", name(shape)))
                break
            if isinstance(made, ir.Comment) or each.array in (n for p in own_expressions(made) for n in names_in(p)):
                break
            if nested_statements(made):
                break
        return call(attribute(name(each.array), "tolist"))

    def live(self, loop: ir.For) -> frozenset[str]:
        """Return what is read behind a loop."""
        if not self.live_behind:

            def edge(statement: ir.Statement, where: str, live: set[str]) -> None:
                if where == "after":
                    self.live_behind[id(statement)] = frozenset(live)

            visit_backward(self.function, lambda statement, live: None, edge)
        return self.live_behind.get(id(loop), frozenset())


class _Uses:
    """How a loop uses an array: by single elements, and whether it updates them."""

    def __init__(self, lists: _Lists, loop: ir.For, variable: str) -> None:
        self.lists, self.variable = lists, variable
        self.is_updated = False
        self.are_elements = all(self._is_fine(each) for each in ir.walk((loop,)))
        if not self.is_updated and self.are_elements:
            effects = lists.effects.statement(loop)
            stored = lists.storage.class_of(variable) in effects.stores or effects.unknown
            self.are_elements = not stored and variable not in effects.binds

    def _is_fine(self, statement: ir.Statement) -> bool:
        if isinstance(statement, ir.Assign | ir.Update) and self._is_element(statement.target):
            self.is_updated = True
            value = self.lists.context.infer(statement.value)
            is_number = isinstance(statement.value, gast.Constant) and isinstance(statement.value.value, int | float)
            if not is_number and not (value.is_scalar and not value.is_array and value.dtype == np.float64):
                return False
            if isinstance(statement, ir.Update) and not isinstance(statement.operator, ARITHMETIC):
                return False
            return self._count(statement.value) and self._count(statement.target)
        return all(self._count(part) for part in own_expressions(statement))

    def _count(self, expression: gast.expr) -> bool:
        """Tell whether each mention is an element or a length; a slice or the whole is neither."""
        nodes = list(nodes_in(expression))
        mentions = sum(isinstance(node, gast.Name) and node.id == self.variable for node in nodes)
        elements = sum(self._is_element(node) for node in nodes)
        lengths = sum(_measured(node) == self.variable for node in nodes)
        return mentions == elements + lengths

    def _is_element(self, node: gast.AST) -> bool:
        if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Name):
            return False
        if node.value.id != self.variable:
            return False
        index = self.lists.context.infer(node.slice)
        return index.is_scalar and not index.is_array and index.dtype is not None and index.dtype.kind in "iu"


def _measured(node: gast.AST) -> str | None:
    """Return ``x`` of ``len(x)``, ``x.size`` and ``x.shape``."""
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "len" and node.args:
        inner: gast.AST = node.args[0]
    elif isinstance(node, gast.Attribute) and node.attr in ("size", "shape"):
        inner = node.value
    else:
        return None
    return inner.id if isinstance(inner, gast.Name) else None


def _zeros_like(value: gast.expr) -> str | None:
    """Return ``x`` of ``np.zeros(x.shape, x.dtype)``."""
    if not isinstance(value, gast.Call) or dotted(value.func) != "np.zeros" or len(value.args) != 2:
        return None
    return _measured(value.args[0])
