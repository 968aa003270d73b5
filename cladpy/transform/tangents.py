"""The tangents of the primal's versions: which are carried, their names, zeros and facts.

before: ``h.1 = x.0 @ w.0``      after: ``tangent.h.1``, of the same structure, shape and dtype as ``h.1``

A version is carried if it is active; if a carried join may hold it; and if it may share storage with what is updated in
place and carried: every alias and view of such storage is taken of the tangent too, so that nothing has to be known of
aliases. A tangent that is not carried is zero.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.heap import IMMUTABLE
from cladpy.analyses.operations import CallUser, Operation
from cladpy.ir.expressions import call, constant, name, names_in, rebuild
from cladpy.ir.fact import Fact
from cladpy.transform.tangent_bits import TangentBits

PREFIX = "@tangent."  # of the tangent of a version, in a draft
VARIABLE = "t:"  # of the variable that holds it: see cladpy.optimize.variables
JOINS = ("join", "head", "exit")
SHAPES = ("shape", "dtype", "ndim", "size")
WITHOUT_NUMBERS = frozenset({"str", "none", "function", "module", "class", "slice", "ellipsis"})


@dataclass(slots=True)
class Tangents:
    """What the parts of the transformation ask about tangents.

    Parameters
    ----------
    analysis : FunctionAnalysis
    is_root : bool
        The user calls the function; any other is called by generated code, which may update in place what it returns.
    has_branch_points, unbounded
        What the callees do and the callers hand over, see :class:`cladpy.transform.tangent_bits.TangentBits`.
    """

    analysis: FunctionAnalysis
    is_root: bool = True
    has_branch_points: Callable[[CallUser], bool] = lambda _operation: False
    unbounded: frozenset[str] = frozenset()
    carried: frozenset[str] = field(init=False)
    bits: TangentBits = field(init=False)
    extra: dict[str, Fact] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.carried = _carried(self.analysis)
        self.bits = TangentBits(self.analysis, self.is_root, self.has_branch_points, self.unbounded)

    @property
    def is_of_derivative(self) -> bool:
        """Tell whether what is differentiated is a derivative that was generated: then of second order, or higher."""
        return self.analysis.form.source.file.startswith("<cladpy ")

    def is_active(self, version: str) -> bool:
        """Tell whether a version's tangent may be other than zero."""
        return version in self.analysis.active

    def reads_active(self, node: gast.AST) -> bool:
        """Tell whether an expression reads an active version."""
        return any(self.is_active(found) for found in names_in(node))

    def operation(self, version: str) -> Operation | None:
        """Return what makes a version."""
        return self.analysis.operations.get(version)

    # ---- names ----

    def of(self, version: str) -> gast.Name:
        """Return the tangent of a carried version."""
        return name(PREFIX + version)

    def variable(self, version: str) -> str:
        """Return the variable that holds the tangent of a version: ``t:x@2`` of ``x@2``, ``t:@3`` of ``v@3``."""
        variable = self.analysis.variables[version]
        base, mark, number = variable.partition("@")
        return f"{VARIABLE}{'' if base == 'v' and mark else base}{mark}{number}"

    def printable(self, node: gast.expr) -> gast.expr:
        """Return an expression of a draft over variables."""

        def change(part: gast.AST) -> gast.AST | None:
            if isinstance(part, gast.Name) and "." in part.id:
                return gast.Name(self.variable_of(part.id), part.ctx, None, None)
            return None

        return rebuild(node, change)

    def variable_of(self, draft: str) -> str:
        """Return the variable of a version or tangent."""
        if draft.endswith(".unbound"):
            return draft.removesuffix(".unbound")
        if draft.startswith(PREFIX):
            return self.variable(draft.removeprefix(PREFIX))
        return self.analysis.variables.get(draft, draft)

    # ---- values ----

    def read(self, node: gast.expr) -> gast.expr:
        """Return the tangent of an atom, zero where none is carried; what is no number stands for itself."""
        if isinstance(node, gast.Name) and node.id in self.analysis.versions.table:
            return self.of(node.id) if node.id in self.carried else self.zero(node)
        if isinstance(node, gast.Constant):
            return constant(0.0) if isinstance(node.value, int | float | complex) else node
        return node if self.infer(node).kind in WITHOUT_NUMBERS else self.zero(node)

    def zero(self, node: gast.expr) -> gast.expr:
        """Return the zero tangent of a value: of its structure, with storage of its own."""
        fact = self.infer(node)
        if fact.is_scalar and fact.kind != "array":
            return constant(0.0)
        if fact.is_array and fact.is_floating:
            is_parameter = isinstance(node, gast.Name) and node.id in self.analysis.versions.parameters
            if is_parameter and self.must_be_laid_out(node.id):
                return call("laid_out_like", constant(0.0), node)
            return call("np.zeros_like", node)
        return call("zero_tangent", node)

    def infer(self, node: gast.expr, label: str = "e") -> Fact:
        """Return the facts of an expression of the draft."""
        return self.analysis.infer(node, _Facts(self), label)

    def must_be_new(self, version: str) -> bool:
        """Tell whether the tangent of a new value must be new, because it may be updated in place."""
        stores = self.analysis.stores
        if stores.is_stored(version):
            return True
        result = self.analysis.result
        return not self.is_root and result is not None and stores.classes.get(version) == stores.classes.get(result)

    def must_be_laid_out(self, version: str) -> bool:
        """Tell whether the tangent of a new value needs its layout, because it may be reshaped and updated."""
        return self.analysis.layout_matters and self.must_be_new(version) and self.analysis.fact(version).dims != ()


class _Facts(dict):  # type: ignore[type-arg]
    """Facts of tangents, those of their versions, and of names that the draft makes; looked up on demand."""

    def __init__(self, tangents: Tangents) -> None:
        super().__init__()
        self.tangents = tangents

    def __missing__(self, key: str) -> Fact:
        if key in self.tangents.extra:
            return self.tangents.extra[key]
        if key.startswith(PREFIX):
            return self.tangents.analysis.fact(key.removeprefix(PREFIX)).without_value()
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return key in self.tangents.extra or (isinstance(key, str) and key.startswith(PREFIX))

    def get(self, key: str, default: object = None) -> object:
        try:
            return self[key]
        except KeyError:
            return default


def _carried(analysis: FunctionAnalysis) -> frozenset[str]:
    """Return the versions that have a tangent."""
    members = _stored_classes(analysis)
    found: set[str] = set()
    todo = [version for version in analysis.active if version in analysis.versions.table]
    while todo:
        version = todo.pop()
        if version in found or analysis.versions.table[version].kind == "unbound":
            continue
        found.add(version)
        info = analysis.versions.table[version]
        todo += [source for source in info.sources if source in analysis.versions.table]
        todo += members.get(analysis.stores.classes.get(version, version), ())
    return frozenset(found)


def _stored_classes(analysis: FunctionAnalysis) -> Mapping[str, list[str]]:
    """Return the versions by the class of storage that is updated in place."""
    members: dict[str, list[str]] = {}
    for version in _mutable(analysis):
        if analysis.stores.is_stored(version):
            members.setdefault(analysis.stores.classes.get(version, version), []).append(version)
    return members


def _mutable(analysis: FunctionAnalysis) -> Iterator[str]:
    return (version for version in analysis.versions.table if analysis.fact(version).kind not in IMMUTABLE)
