"""Variants of a rule: how they are written, and what is made of the text.

An elementwise or linear variant gets its tangents from its pullbacks: elementwise slopes are
diagonal, so the cotangent's name is replaced; a linear function is applied to the tangent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from cladpy.errors import CladpyError
from cladpy.rules.absences import Absence, NoAdjoint, NotImplementedRule, Zero
from cladpy.rules.formula import Formula, parse_formula, rename
from cladpy.rules.signature import Signature

_SPELLED = {"numpy": "np", "math": "math", "scipy": "scipy"}


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Hold the formulas that apply under one condition.

    Parameters
    ----------
    when : str or None
        The condition, see :mod:`cladpy.rules.variants`; None on the last one, which is general.
    pullbacks : mapping of str to Formula or Absence
        The adjoint of each parameter.
    guarded : mapping of str to Formula
        The same, exact at singular points; for some parameters.
    tangents : mapping of str to Formula
        The contribution of the tangent ``t_x`` of a parameter ``x`` to the tangent of the result.
    saturates : bool
        The function maps infinite to finite values; the rule's own, unless the variant says otherwise.
    results : tuple of str
        Names of the results; the rule's own, unless the function gives fewer under this condition.
    own_tangents : frozenset of str
        Parameters whose tangent is written, and not derived from the adjoint.
    real : bool
        The formulas do not hold for complex operands, though the rule's others may.
    """

    when: str | None
    pullbacks: Mapping[str, Formula | Absence]
    guarded: Mapping[str, Formula]
    tangents: Mapping[str, Formula]
    saturates: bool = False
    results: tuple[str, ...] = ()
    own_tangents: frozenset[str] = frozenset()
    real: bool = False

    @property
    def has_formulas(self) -> bool:
        """Whether there is a derivative at all: not every parameter is declared to have none, or none yet."""
        return any(isinstance(entry, Formula) for entry in self.pullbacks.values())


@dataclass(frozen=True, slots=True)
class Written:
    """Hold the text of one variant, before it is parsed; made by :func:`cladpy.rules.declaration.variant`."""

    when: str | None
    pullbacks: Mapping[str, str | Absence]
    guarded: Mapping[str, str]
    tangents: Mapping[str, str]
    saturates: bool | None = None
    results: tuple[str, ...] = ()
    real: bool = False


def parse_variants(
    name: str, signature: Signature, written: Sequence[Written], *, elementwise: bool, linear: bool
) -> tuple[Variant, ...]:
    """Return the variants of a rule; each is completed from the general one, which is the last.

    Raises
    ------
    CladpyError
        C901 if a formula does not parse, or is for something that is not a parameter.
    """
    return _Parsing(name, signature, elementwise=elementwise, linear=linear).all_variants(written)


class _Parsing:
    """Turn the written variants of one rule into parsed ones."""

    def __init__(self, name: str, signature: Signature, *, elementwise: bool, linear: bool) -> None:
        self.name = name
        self.signature = signature
        self.elementwise = elementwise
        self.linear = linear
        self.parameters = tuple(parameter.name for parameter in signature.parameters)
        self.results = signature.results

    def all_variants(self, written: Sequence[Written]) -> tuple[Variant, ...]:
        """Return the parsed variants, each completed from the general one, which is the last."""
        general = self.variant(written[-1], saturates=False)
        special = [self.variant(each, saturates=general.saturates) for each in written[:-1]]
        return (*(_completed(each, general) for each in special), general)

    @property
    def cotangents(self) -> frozenset[str]:
        """The names of the results' cotangents."""
        return frozenset(f"d_{result}" for result in self.results)

    def variant(self, written: Written, *, saturates: bool) -> Variant:
        self.results = written.results or self.signature.results
        for parameter in (*written.pullbacks, *written.guarded, *written.tangents):
            if parameter not in self.parameters:
                raise CladpyError("C901", f"{self.name}: a formula for '{parameter}', which is not a parameter")
        pullbacks = {name: self.pullback(text) for name, text in written.pullbacks.items()}
        guarded = {name: self.formula(text, self.cotangents) for name, text in written.guarded.items()}
        tangents = self.derived_tangents(pullbacks)
        tangents |= {name: self.formula(text, frozenset({f"t_{name}"})) for name, text in written.tangents.items()}
        return Variant(
            written.when,
            MappingProxyType(pullbacks),
            MappingProxyType(guarded),
            MappingProxyType(tangents),
            saturates=saturates if written.saturates is None else written.saturates,
            results=self.results,
            own_tangents=frozenset(written.tangents),
            real=written.real,
        )

    def pullback(self, written: str | Absence) -> Formula | Absence:
        if isinstance(written, Zero | NotImplementedRule | NoAdjoint):
            return written
        return self.formula(written, self.cotangents)

    def formula(self, text: str, cotangents: frozenset[str]) -> Formula:
        return parse_formula(text, frozenset(self.parameters) | frozenset(self.results), cotangents)

    def derived_tangents(self, pullbacks: Mapping[str, Formula | Absence]) -> dict[str, Formula]:
        """Return the tangents that follow: elementwise slopes are diagonal, linear functions apply to the tangent."""
        formulas = {name: formula for name, formula in pullbacks.items() if isinstance(formula, Formula)}
        if self.elementwise and len(self.cotangents) == 1:
            (cotangent,) = self.cotangents
            return {name: rename(formula, {cotangent: f"t_{name}"}) for name, formula in formulas.items()}
        if self.linear:
            return {name: self.applied(name) for name in formulas if name == self.parameters[0]}
        return {}

    def applied(self, name: str) -> Formula:
        """Return the call of the function itself with the tangent in place of its first parameter."""
        root, *path = self.name.split(".")
        function = ".".join(([_SPELLED[root]] if root in _SPELLED else []) + path)
        text = f"{function}({self.signature.call_text({name: f't_{name}'})})"
        return self.formula(text, frozenset({f"t_{name}"}))


def _completed(special: Variant, general: Variant) -> Variant:
    """Return the variant with what it leaves out; a guard belongs to the formula that it guards.

    Formulas over other results than its own are of no use to it.
    """
    if special.results != general.results:
        return special
    inherited = {name: formula for name, formula in general.guarded.items() if name not in special.pullbacks}
    pullbacks = {**general.pullbacks, **special.pullbacks}
    tangents = {**general.tangents, **special.tangents}
    own = special.own_tangents | (general.own_tangents - set(special.pullbacks))
    return replace(
        special,
        pullbacks=MappingProxyType(pullbacks),
        guarded=MappingProxyType({**inherited, **special.guarded}),
        tangents=MappingProxyType({key: t for key, t in tangents.items() if isinstance(pullbacks.get(key), Formula)}),
        own_tangents=own,
    )
