"""Tell whether numbers of Python's in place of an array's elements would change anything that can be seen.

Direction: along assignments and tapes, without regard to order; lattice: sets of variables; meet: union. What comes
from an element is followed through the whole function. Sums, differences, products, comparisons, branches, functions of
``math`` and NumPy, and stores into arrays give the same for both kinds of numbers. A division or a power raises for the
one where it gives inf for the other; two truth values add up to 2 or to True; what is returned, and what a call of
unknown kind gets, shows its type.

Soundness: a use that is not listed here counts as one that tells them apart.
"""

import gast

from cladpy.analyses.expression_walk import nodes_in
from cladpy.analyses.liveness import binds, own_expressions
from cladpy.analyses.tapes import list_method
from cladpy.ir import statements as ir
from cladpy.ir.expressions import dotted
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context

ARITHMETIC = (gast.Add, gast.Sub, gast.Mult)
PLAIN = (gast.Name, gast.Constant, gast.BoolOp, gast.IfExp, gast.UnaryOp, gast.Compare)
KEEPING_VALUE = frozenset({"float", "abs", "min", "max"})


class ToldApart:
    """What comes from the elements of one array, while a loop of a function reads them off a list.

    Parameters
    ----------
    function : Function
    context : Context
    array : str
    loop : For
        In the function.
    """

    def __init__(self, function: ir.Function, context: Context, array: str, loop: ir.For) -> None:
        self.function, self.context, self.array = function, context, array
        self.tapes = analysed(function, context).storage.tapes
        self.inside = {id(each) for each in ir.walk((loop,))}
        self.tainted: set[str] = set()

    def are_told_apart(self) -> bool:
        """Tell whether some use may give another result for a number of Python's than for one of NumPy's."""
        statements = list(ir.walk(self.function.body))
        count = -1
        while count != len(self.tainted):
            count = len(self.tainted)
            for each in statements:
                self._spread(each)
        return not all(self._is_safe_statement(each) for each in statements)

    def _spread(self, statement: ir.Statement) -> None:
        if isinstance(statement, ir.Assign | ir.Update | ir.For):
            value = statement.iterable if isinstance(statement, ir.For) else statement.value
            if self._is_tainted(value, statement):
                self.tainted.update(binds(statement))
        for part in own_expressions(statement):
            for node in nodes_in(part):
                method = list_method(node)
                if method is not None and method[1] == "append" and self._is_tainted(node.args[0], statement):
                    self.tainted.add(method[0])

    def _is_tainted(self, expression: gast.AST, statement: ir.Statement) -> bool:
        inside = id(statement) in self.inside
        for node in nodes_in(expression):
            if isinstance(node, gast.Name) and node.id in self.tainted:
                return True
            if inside and isinstance(node, gast.Subscript) and getattr(node.value, "id", None) == self.array:
                return True
        return False

    def _is_safe_statement(self, statement: ir.Statement) -> bool:
        if isinstance(statement, ir.Return):
            return self._is_safe(statement.value, statement) and not self._returns_bare(statement.value, statement)
        if isinstance(statement, ir.Update) and not isinstance(statement.operator, ARITHMETIC):
            own = getattr(statement.target, "id", None) in self.tainted
            if own or self._is_tainted(statement.value, statement):
                return False
        if isinstance(statement, ir.For) and self._is_tainted(statement.iterable, statement):
            return False
        if isinstance(statement, ir.Assign | ir.Update) and self._is_tainted(statement.value, statement):
            return self._takes_numbers(statement.target) and self._are_safe(statement)
        return self._are_safe(statement)

    def _are_safe(self, statement: ir.Statement) -> bool:
        return all(self._is_safe(part, statement) for part in own_expressions(statement))

    def _takes_numbers(self, target: gast.expr) -> bool:
        """Tell whether a target is a variable, or a place in an array, which takes numbers of both kinds alike."""
        if isinstance(target, gast.Subscript):
            return self.context.infer(target.value).is_array
        return isinstance(target, gast.Name)

    def _returns_bare(self, value: gast.expr, statement: ir.Statement) -> bool:
        items = value.elts if isinstance(value, gast.Tuple) else [value]
        for item in items:
            if isinstance(item, gast.Tuple):
                if self._returns_bare(item, statement):
                    return True
            elif self._is_tainted(item, statement) and not (
                isinstance(item, gast.Call) and dotted(item.func) in ("float", "np.array", "np.float64")
            ):
                return True
        return False

    def _is_safe(self, node: gast.AST, statement: ir.Statement) -> bool:
        """Tell whether an expression does with what is tainted only what gives the same for both kinds of numbers."""
        if not isinstance(node, gast.expr) or not self._is_tainted(node, statement):
            return True
        children = [child for child in gast.iter_child_nodes(node) if isinstance(child, gast.expr)]
        if isinstance(node, gast.Subscript):
            return self._is_element(node, statement)
        if isinstance(node, gast.BinOp):
            kinds = [self.context.infer(each).dtype for each in (node.left, node.right)]
            booleans = all(kind is not None and kind.kind == "b" for kind in kinds)
            if not isinstance(node.op, ARITHMETIC) or booleans:
                return False
        elif isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Invert):
            return False
        elif isinstance(node, gast.Call):
            if not self._is_known_call(node):
                return False
            children = [*node.args]
        elif isinstance(node, gast.Tuple):
            return isinstance(statement, ir.Return) and all(self._is_safe(each, statement) for each in children)
        elif not isinstance(node, PLAIN):
            return False
        return all(self._is_safe(each, statement) for each in children)

    def _is_element(self, node: gast.Subscript, statement: ir.Statement) -> bool:
        """Tell whether a subscript reads or stores an element whose index is not tainted."""
        return not self._is_tainted(node.slice, statement) and not (
            isinstance(node.value, gast.Name) and node.value.id in self.tainted
        )

    def _is_known_call(self, node: gast.Call) -> bool:
        path = dotted(node.func) or ""
        root, _, member = path.partition(".")
        if list_method(node) is not None and node.func.value.id in self.tapes:
            return True
        if node.keywords:
            return False
        return path in KEEPING_VALUE or (root in ("math", "np") and "." not in member and self.context.is_pure(node))
