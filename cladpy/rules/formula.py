"""A derivative formula: a Python expression that says by itself what it reads.

``"d_y * (1.0 - y * y)"`` reads the value of ``y``; ``"np.broadcast_to(d_y, x.shape)"``
reads the shape of ``x`` only, so that the array itself need not be recorded.
"""

import builtins
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import NamedTuple

import gast

from cladpy.errors import CladpyError
from cladpy.rules.formula_names import MODULES, formula_value

_SHAPE_ATTRIBUTES = frozenset({"shape", "ndim", "dtype", "size"})
_SHAPE_FUNCTIONS = frozenset({"len", "shapes_of", "np.shape", "np.ndim", "np.size", "np.result_type"})


class _Parsed(NamedTuple):
    """Hold what a formula's text says."""

    text: str
    expression: gast.expr
    reads: frozenset[str]
    shape_reads: frozenset[str]


class Formula:
    """One formula and what it reads, parsed when it is first asked for: importing 1,500 of them took half a second.

    Parameters
    ----------
    parse : callable
        Gives what the text says.
    """

    def __init__(self, parse: Callable[[], _Parsed]) -> None:
        self._parse = parse

    @cached_property
    def _parsed(self) -> _Parsed:
        return self._parse()

    @property
    def text(self) -> str:
        """The expression as it is declared."""
        return self._parsed.text

    @property
    def expression(self) -> gast.expr:
        """The same, parsed; immutable."""
        return self._parsed.expression

    @property
    def reads(self) -> frozenset[str]:
        """Parameters and results whose *value* is read."""
        return self._parsed.reads

    @property
    def shape_reads(self) -> frozenset[str]:
        """Parameters and results of which only ``.shape``, ``.ndim``, ``.dtype``, ``.size`` or the length is read."""
        return self._parsed.shape_reads


def parse_formula(text: str, values: frozenset[str], cotangents: frozenset[str]) -> Formula:
    """Return a formula over the primal's `values` (parameters and results) and `cotangents`.

    When it is first asked for what it says, it raises a CladpyError C901 if the text does not parse or names something
    that is neither a value, a cotangent, ``np``, ``math``, ``scipy``, a function of ``cladpy.runtime`` nor a builtin.

    Examples
    --------
    >>> formula = parse_formula("d_y[:, None] * y / x.shape[0]", frozenset("xy"), frozenset({"d_y"}))
    >>> sorted(formula.reads), sorted(formula.shape_reads)
    (['y'], ['x'])
    """
    return Formula(partial(_parsed, text, values, cotangents))


def _parsed(text: str, values: frozenset[str], cotangents: frozenset[str]) -> _Parsed:
    try:
        expression = gast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise CladpyError("C901", f"a rule's formula does not parse: {text!r}") from error
    _check_names(text, expression, values | cotangents)
    reads = _Reads(values)
    reads.visit(expression)
    return _Parsed(text.strip(), expression, frozenset(reads.whole), frozenset(reads.shapes - reads.whole))


def rename(formula: Formula, names: Mapping[str, str]) -> Formula:
    """Return the formula with some names replaced; what it reads must not be among them."""
    return Formula(partial(_renamed, formula, names))


def _renamed(formula: Formula, names: Mapping[str, str]) -> _Parsed:
    tree = gast.parse(formula.text, mode="eval")
    for node in gast.walk(tree):
        if isinstance(node, gast.Name):
            node.id = names.get(node.id, node.id)
    return _Parsed(gast.unparse(tree).strip(), tree.body, formula.reads, formula.shape_reads)


def dotted_name(node: gast.AST) -> str:
    """Return ``np.linalg.norm`` for such an attribute chain, else an empty string."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Attribute):
        base = dotted_name(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""


def _check_names(text: str, expression: gast.expr, known: frozenset[str]) -> None:
    """Refuse a formula that names something unknown: a slip of the pen in a rule."""
    for node in gast.walk(expression):
        if not isinstance(node, gast.Name) or isinstance(node.ctx, gast.Store) or node.id in known | MODULES:
            continue
        if formula_value(node.id) is None and not hasattr(builtins, node.id) and node.id not in _bound(expression):
            raise CladpyError("C901", f"a rule's formula names '{node.id}', which is not known: {text!r}")


def _bound(expression: gast.expr) -> frozenset[str]:
    """Return the names that comprehensions of the formula bind."""
    return frozenset(
        node.id for node in gast.walk(expression) if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store)
    )


class _Reads(gast.NodeVisitor):  # type: ignore[misc]  # gast has no stubs
    """Collect which values are read whole and which by their shape only."""

    def __init__(self, values: frozenset[str]) -> None:
        self.values = values
        self.whole: set[str] = set()
        self.shapes: set[str] = set()

    def visit_Name(self, node: gast.Name) -> None:
        if node.id in self.values:
            self.whole.add(node.id)

    def visit_Attribute(self, node: gast.Attribute) -> None:
        if node.attr in _SHAPE_ATTRIBUTES and isinstance(node.value, gast.Name):
            self.shapes |= {node.value.id} & self.values
        else:
            self.visit(node.value)

    def visit_Call(self, node: gast.Call) -> None:
        if dotted_name(node.func) in _SHAPE_FUNCTIONS and all(isinstance(item, gast.Name) for item in node.args):
            self.shapes |= {item.id for item in node.args} & self.values
        else:
            self.generic_visit(node)
