"""Read an expression as one that is computed element by element.

``k * (u[2:] - u[:-2])`` is, of two regions and a number; ``np.where(mask, x, 0.0)`` is; ``x @ y`` is not. Numbers
among the operands are computed once: those that call something are bound before the loop.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import gast
import numpy as np

from cladpy.ir.expressions import dotted, name, names_in, rebuild
from cladpy.ir.fact import Fact
from cladpy.jit.regions import Region, index_names, region_of

OPERATORS = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow)
COMPARISONS = (gast.Lt, gast.LtE, gast.Gt, gast.GtE, gast.Eq, gast.NotEq)
FUNCTIONS = frozenset(
    f"np.{each}"
    for each in (
        *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "exp", "expm1", "log", "log1p"),
        *("sqrt", "abs", "absolute", "square", "maximum", "minimum", "sign", "isnan", "log2", "log10", "arctan2"),
    )
)
EXACT = frozenset({"np.abs", "np.absolute", "np.square", "np.maximum", "np.minimum", "np.sign"})
KINDS = "bifc"
DTYPES = {"b": "bool", "f": "float64", "c": "complex128"}


@dataclass(slots=True)
class Elementwise:
    """An expression over regions and numbers.

    Parameters
    ----------
    value : expression
        In which each region stands as a name of its own.
    regions : mapping
        By these names.
    numbers : mapping
        By name, the expressions that are to be bound before the loop.
    dtype : str
        Of the result; empty where it is not known.
    operations : int
        How many there are: none in a copy.
    """

    value: gast.expr
    regions: Mapping[str, Region]
    numbers: Mapping[str, gast.expr]
    dtype: str = ""
    operations: int = 0

    @property
    def reads(self) -> set[str]:
        """The names that are read, indices included."""
        found = {each for number in (self.value, *self.numbers.values()) for each in names_in(number)}
        found |= {each for region in self.regions.values() for each in (region.name, *index_names(region))}
        return found - set(self.regions) - set(self.numbers)

    def at(self, elements: Mapping[str, gast.expr], numbers: Mapping[str, str]) -> gast.expr:
        """Return the value of one element.

        Parameters
        ----------
        elements : mapping
            By the names of the regions.
        numbers : mapping
            By the names of the numbers, those that they were bound to.
        """

        def placed(node: gast.AST) -> gast.AST | None:
            if not isinstance(node, gast.Name):
                return None
            return elements.get(node.id) or (name(numbers[node.id]) if node.id in numbers else None)

        return rebuild(self.value, placed)


@dataclass(slots=True)
class _Reader:
    fact: Callable[[str], Fact]
    infer: Callable[[gast.expr], Fact]
    regions: dict[str, Region] = field(default_factory=dict)
    numbers: dict[str, gast.expr] = field(default_factory=dict)
    operations: int = 0

    def read(self, node: gast.expr) -> gast.expr | None:
        """Return an expression over marked names; None if it is not computed element by element."""
        region = region_of(node, self.fact)
        if region is not None:
            return self.marked(region)
        if self.is_number(node):
            return self.number(node)
        self.operations += 1
        match node:
            case gast.BinOp(op=operator) if isinstance(operator, OPERATORS):
                parts = self.all([node.left, node.right])
                return parts and gast.BinOp(parts[0], operator, parts[1])
            case gast.UnaryOp(op=gast.USub()):
                parts = self.all([node.operand])
                return parts and gast.UnaryOp(node.op, parts[0])
            case gast.Compare(ops=[operator]) if isinstance(operator, COMPARISONS):
                parts = self.all([node.left, *node.comparators])
                return parts and gast.Compare(parts[0], [operator], parts[1:])
            case gast.Call() if not node.keywords:
                return self.called(node)
        return None

    def kind(self, node: gast.expr) -> str:
        """Return the kind of an expression over marked names: b, i, f or c, as NumPy says; empty if it is not known."""
        if isinstance(node, gast.Name | gast.Constant):
            return self.kind_of_atom(node)
        if isinstance(node, gast.Compare) or (isinstance(node, gast.Call) and dotted(node.func) == "np.isnan"):
            return "b"
        kinds = [self.kind(part) for part in _operands(node)] or [""]
        if "" in kinds or (set(kinds) == {"b"} and not isinstance(node, gast.IfExp)):
            return ""
        widest = max(kinds, key=KINDS.index)
        if isinstance(node, gast.Call) and widest == "c":
            return ""
        is_exact = isinstance(node, gast.Call) and dotted(node.func) in EXACT
        is_divided = isinstance(node, gast.BinOp) and isinstance(node.op, gast.Div)
        return "f" if widest in "bi" and (is_divided or (isinstance(node, gast.Call) and not is_exact)) else widest

    def kind_of_atom(self, node: gast.expr) -> str:
        if isinstance(node, gast.Constant):
            return np.asarray(node.value).dtype.kind
        if node.id in self.regions:
            dtype = self.regions[node.id].fact.dtype
        else:
            number = self.numbers.get(node.id)
            dtype = self.fact(node.id).dtype if number is None else self.infer(number).dtype
        return dtype.kind if dtype is not None and dtype.kind in KINDS else ""

    def called(self, node: gast.Call) -> gast.expr | None:
        path = dotted(node.func)
        if isinstance(node.func, gast.Attribute) and node.func.attr == "copy" and not node.args:
            return self.read(node.func.value)
        if path == "np.where" and len(node.args) == 3:
            parts = self.all(node.args)
            return parts and gast.IfExp(*parts)
        parts = self.all(node.args) if path in FUNCTIONS else None
        return parts and gast.Call(node.func, parts, [])

    def all(self, nodes: Sequence[gast.expr]) -> list[gast.expr] | None:
        found = [self.read(node) for node in nodes]
        return None if any(each is None for each in found) else [each for each in found if each is not None]

    def marked(self, region: Region) -> gast.expr:
        """Return the name that stands for a region."""
        for known, other in self.regions.items():
            if other.name == region.name and other.key() == region.key():
                return name(known)
        mark = f"@{len(self.regions)}"
        self.regions[mark] = region
        return name(mark)

    def is_number(self, node: gast.expr) -> bool:
        """Tell whether an expression is certainly one number, in which numba computes as NumPy does."""
        if isinstance(node, gast.Constant):
            return isinstance(node.value, int | float | complex)
        known = self.fact(node.id) if isinstance(node, gast.Name) else self.infer(node)
        return known.is_scalar and not known.is_array and known.dtype is not None

    def number(self, node: gast.expr) -> gast.expr:
        """Return a number as it stands; where it calls or looks up something, a name for what is computed once."""
        if not any(isinstance(part, gast.Call | gast.Subscript | gast.Attribute) for part in gast.walk(node)):
            return node
        mark = f"@n{len(self.numbers)}"
        self.numbers[mark] = node
        return name(mark)


def _operands(node: gast.expr) -> list[gast.expr]:
    """Return the parts of an expression that its result is made of."""
    match node:
        case gast.BinOp():
            return [node.left, node.right]
        case gast.UnaryOp():
            return [node.operand]
        case gast.IfExp():
            return [node.body, node.orelse]
        case gast.Call():
            return list(node.args)
    return []


def elementwise(node: gast.expr, fact: Callable[[str], Fact], infer: Callable[[gast.expr], Fact]) -> Elementwise | None:
    """Return an expression as one that is computed element by element; None if it is none, or is of numbers alone.

    Parameters
    ----------
    node : expression
    fact : callable
        Gives what is known of a name.
    infer : callable
        Gives what is known of an expression.

    Examples
    --------
    >>> from cladpy.ir.expressions import parse
    >>> from cladpy.ir.fact import FLOAT, Dim, array
    >>> line = array(np.dtype(float), (Dim("n"),))
    >>> difference = parse("k * (u[1:] - u[:-1])")
    >>> found = elementwise(difference, lambda name: FLOAT if name == "k" else line, lambda node: line)
    >>> found.operations, [region.spans[0].start for region in found.regions.values()]
    (2, [1, 0])
    """
    reader = _Reader(fact, infer)
    value = reader.read(node)
    if value is None or not any(region.spans for region in reader.regions.values()):
        return None
    dtype = DTYPES.get(reader.kind(value), "")
    if dtype == "float64" and any(region.fact.dtype == np.float32 for region in reader.regions.values()):
        known = infer(node).dtype  # which of both widths, NumPy's rules tell
        dtype = "" if known is None else known.name
    return Elementwise(value, reader.regions, reader.numbers, dtype, reader.operations)
