"""``sum``, ``max``, ``min``, ``any`` and ``all`` of iterables, written as the loops that they are.

before: ``sum(x * k for k in ks if k)``   after: ``sum@1 = 0``, ``for k in ks:`` ``if k: sum@1 += x * k``
before: ``max(a, b, c)``                  after: ``v@1 = max(a, b)``, ``max(v@1, c)``
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import constant, name, store_name
from cladpy.ir.statements import Assert, Assign, If, Update
from cladpy.normalize.closures import rename_comprehension
from cladpy.normalize.streams import Streams

if TYPE_CHECKING:
    from cladpy.normalize.flatten_expressions import ExpressionFlattener

REDUCERS = ("sum", "max", "min", "any", "all")


@dataclass(slots=True)
class Reductions:
    """Writes the loops of reductions."""

    flattener: "ExpressionFlattener"

    def reduction(self, node: gast.Call) -> gast.expr | None:
        """Write ``sum(... for ...)`` and its like as the loop that they are."""
        function = node.func
        if (
            not isinstance(function, gast.Name)
            or function.id not in REDUCERS
            or not self.flattener.is_builtin(function.id)
        ):
            return None
        if not node.args or node.keywords:
            return None
        comprehension = isinstance(node.args[0], gast.GeneratorExp | gast.ListComp)
        if function.id == "sum" and len(node.args) <= 2:
            start = node.args[1] if len(node.args) == 2 else constant(0)
            return self.accumulate(self.generator(node.args[0]), self.flattener.atom(start))
        if function.id in ("max", "min"):
            return self.extremum(node)
        if comprehension and len(node.args) == 1:
            return self.quantified(node.args[0], function.id)
        return None

    def generator(self, node: gast.expr) -> gast.GeneratorExp | gast.ListComp:
        """Return a comprehension over the items of an iterable, which may be one already."""
        if isinstance(node, gast.GeneratorExp | gast.ListComp):
            return node
        loop = gast.comprehension(store_name("item"), node, [], 0)
        return gast.GeneratorExp(name("item"), [loop])

    def extremum(self, node: gast.Call) -> gast.expr:
        """Write ``max`` and ``min`` as calls of two arguments each, left to right."""
        arguments = node.args
        if len(arguments) == 1 and isinstance(arguments[0], gast.Starred):
            arguments = [arguments[0].value]
        if len(arguments) == 1 and isinstance(arguments[0], gast.Tuple | gast.List) and arguments[0].elts:
            arguments = arguments[0].elts
        if len(arguments) == 1:
            return self.extremum_of(self.generator(arguments[0]), node)
        if any(isinstance(argument, gast.Starred) for argument in arguments):
            raise self.flattener.recorder.refuse(node, "C119", "a * in a call of max or min")
        first, *rest = self.flattener.atoms(arguments)
        value = first
        for position, other in enumerate(rest):
            value = gast.copy_location(gast.Call(node.func, [value, other], []), node)
            if position + 1 < len(rest):
                value = self.flattener.recorder.bind(value)
        return value

    def extremum_of(self, node: gast.GeneratorExp | gast.ListComp, call: gast.Call) -> gast.expr:
        """Write the loop that finds the largest or smallest of what a comprehension yields."""
        best, found = self.flattener.recorder.fresh("best"), self.flattener.recorder.fresh("found")
        self.flattener.recorder.emit(Assign(store_name(best), constant(0.0), self.flattener.recorder.current))
        self.flattener.recorder.emit(Assign(store_name(found), constant(False), self.flattener.recorder.current))
        comprehension = rename_comprehension(node, self.flattener.recorder.fresh, self.flattener.local)

        def step() -> None:
            value, source = self.flattener.atom(comprehension.elt), self.flattener.recorder.current
            chosen = gast.copy_location(gast.Call(call.func, [name(best), value], []), call)
            better = Assign(store_name(best), chosen, source)
            start = (Assign(store_name(best), value, source), Assign(store_name(found), constant(True), source))
            self.flattener.recorder.emit(If(name(found), (better,), start, source))

        self.loops(comprehension.generators, step)
        message = constant("max() or min() of nothing")
        self.flattener.recorder.emit(Assert(name(found), message, self.flattener.recorder.current))
        return name(best)

    def quantified(self, node: gast.GeneratorExp | gast.ListComp, function: str) -> gast.expr:
        """Write the loop of ``any`` or ``all``: items behind the deciding one are not evaluated."""
        result = self.flattener.recorder.fresh("decided")
        for generator in node.generators:
            Streams(self.flattener).check_no_cursor(generator.iter)
        start = function == "all"
        self.flattener.recorder.emit(Assign(store_name(result), constant(start), self.flattener.recorder.current))
        comprehension = rename_comprehension(node, self.flattener.recorder.fresh, self.flattener.local)

        def step() -> None:
            with self.flattener.recorder.nested() as body:
                value = gast.Call(name("bool"), [self.flattener.atom(comprehension.elt)], [])
                self.flattener.recorder.emit(Assign(store_name(result), value, self.flattener.recorder.current))
            undecided = name(result) if start else gast.UnaryOp(gast.Not(), name(result))
            self.flattener.recorder.emit(If(undecided, tuple(body), (), self.flattener.recorder.current))

        self.loops(comprehension.generators, step)
        return name(result)

    def accumulate(self, node: gast.GeneratorExp | gast.ListComp, start: gast.expr) -> gast.expr:
        """Write the loop that adds up what a comprehension yields."""
        total = self.flattener.recorder.fresh("sum")
        is_new = isinstance(start, gast.Constant)  # else the start would be updated in place
        self.flattener.recorder.emit(Assign(store_name(total), start, self.flattener.recorder.current))
        comprehension = rename_comprehension(node, self.flattener.recorder.fresh, self.flattener.local)

        def step() -> None:
            source, item = self.flattener.recorder.current, self.flattener.atom(comprehension.elt)
            if is_new:
                self.flattener.recorder.emit(Update(store_name(total), gast.Add(), item, source))
            else:
                added = gast.BinOp(name(total), gast.Add(), item)
                self.flattener.recorder.emit(Assign(store_name(total), added, source))

        self.loops(comprehension.generators, step)
        return name(total)

    def loops(self, generators: list[gast.comprehension], step: Callable[[], None]) -> None:
        """Write nested loops over generators, with their conditions, around a step."""
        Streams(self.flattener).generators(generators, step)
