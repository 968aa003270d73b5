"""One declaration a function: signature, formulas and all that follows from them.

::

    rule(np.tanh, "y = tanh(x)", x="d_y * (1 - y * y)", elementwise=True, samples=normal())

The keyword arguments named after parameters are the general formulas; ``variants``
come before them, and what a variant leaves out it takes from the general ones.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from cladpy.errors import CladpyError
from cladpy.rules.absences import Absence, NoAdjoint, NotImplementedRule, Zero
from cladpy.rules.formula import Formula, parse_formula, rename
from cladpy.rules.registry import default_registry
from cladpy.rules.samples import Samples, SingularPoint
from cladpy.rules.signature import Parameter, Signature, parse_signature

_SPELLED = {"numpy": "np", "math": "math"}


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
    """

    when: str | None
    pullbacks: Mapping[str, Formula | Absence]
    guarded: Mapping[str, Formula]
    tangents: Mapping[str, Formula]
    saturates: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Hold everything that is declared of one function.

    Parameters
    ----------
    function, name
        The function and its qualified name, ``"numpy.tanh"``.
    results : tuple of str
        Names of the results; one, unless the function returns a tuple.
    parameters : tuple of Parameter
        In the order of the function's signature.
    variants : tuple of Variant
        The first whose condition holds applies.
    elementwise : bool
        Formulas have the result's shape: the compiler un-broadcasts and casts.
    linear : bool
        Linear in its first parameter.
    facts : str or None
        Name of the function that gives the facts of the result.
    result_alias : str
        ``""``, ``"may alias x"`` or ``"alias x"``.
    branch_point, pole : frozenset of str
        Parameters in which the slope is infinite while the value is finite; while it is not.
    saturates, cuts : bool
        The function maps infinite to finite values (see the variants too); drops some of its operands' elements.
    samples, singular
        Where the rule is tested.
    every : Absence or None
        The absence that stands for all parameters.
    topic : str
        The module that declares the rule.
    """

    function: Callable[..., Any]
    name: str
    results: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    variants: tuple[Variant, ...]
    elementwise: bool = False
    linear: bool = False
    facts: str | None = None
    result_alias: str = ""
    branch_point: frozenset[str] = frozenset()
    pole: frozenset[str] = frozenset()
    saturates: bool = False
    cuts: bool = False
    samples: Samples | None = None
    singular: tuple[SingularPoint, ...] = ()
    every: Absence | None = None
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """Hold the text of one variant, before it is parsed; made by :func:`variant`."""

    when: str | None
    pullbacks: Mapping[str, str | Absence]
    guarded: Mapping[str, str]
    tangents: Mapping[str, str]
    saturates: bool | None = None


def variant(
    *,
    when: str,
    guarded: Mapping[str, str] | None = None,
    tangent: Mapping[str, str] | None = None,
    saturates: bool | None = None,
    **pullbacks: str | Absence,
) -> Written:
    """Write formulas that apply under a condition; see :mod:`cladpy.rules.variants` for conditions."""
    return Written(when, pullbacks, guarded or {}, tangent or {}, saturates)


def renamed(variants: Iterable[Written], **names: str) -> list[Written]:
    """Return variants for a function that does the same with parameters of other names."""

    def changed(text: str) -> str:
        return re.sub(r"\b[A-Za-z_]\w*\b", lambda word: names.get(word[0], word[0]), text)

    def each(texts: Mapping[str, Any]) -> dict[str, Any]:
        return {names.get(key, key): changed(text) if isinstance(text, str) else text for key, text in texts.items()}

    return [
        replace(
            item,
            when=changed(item.when or ""),
            pullbacks=each(item.pullbacks),
            guarded=each(item.guarded),
            tangents=each(item.tangents),
        )
        for item in variants
    ]


def rule(  # noqa: PLR0913  a declaration: one keyword a property, all of them optional
    function: Callable[..., Any],
    declared: str,
    *,
    aliases: Iterable[Callable[..., Any]] = (),
    name: str = "",
    variants: Sequence[Written] = (),
    guarded: Mapping[str, str] | None = None,
    tangent: Mapping[str, str] | None = None,
    every: Absence | None = None,
    branch_point: str = "",
    pole: str = "",
    singular: Iterable[SingularPoint] = (),
    elementwise: bool = False,
    linear: bool = False,
    facts: str | None = None,
    result_alias: str = "",
    saturates: bool = False,
    cuts: bool = False,
    samples: Samples | None = None,
    **pullbacks: str | Absence,
) -> Rule:
    """Declare the derivative of a function and register it.

    Parameters
    ----------
    function
        The function; `aliases` are others that do the same.
    declared : str
        ``"y = sum(x, axis=None, *, keepdims=False)"``: a Python signature with the names that the formulas
        use.  Positions are the function's own; what is not modelled is left out.
    **pullbacks
        A formula or an absence for each parameter that can have an adjoint.

    The other parameters are described with :class:`Rule` and :class:`Variant`.

    Raises
    ------
    CladpyError
        C901 if a formula does not parse, or names something that is not known.
    """
    signature = parse_signature(declared)
    qualified = name or qualified_name(function)
    everything = dict.fromkeys((item.name for item in signature.parameters), every) if every is not None else pullbacks
    general = Written(None, everything, guarded or {}, tangent or {}, saturates)
    parsing = _Parsing(qualified, signature, elementwise=elementwise, linear=linear)
    made = Rule(
        function, qualified, signature.results, signature.parameters, parsing.all_variants([*variants, general]),
        elementwise=elementwise, linear=linear, facts=facts, result_alias=result_alias,
        branch_point=frozenset(branch_point.split()), pole=frozenset(pole.split()), saturates=saturates, cuts=cuts,
        samples=samples, singular=tuple(singular), every=every, topic=sys._getframe(1).f_globals["__name__"],  # noqa: SLF001
    )  # fmt: skip
    default_registry.register(made)
    for alias in aliases:
        default_registry.register(replace(made, function=alias, name=qualified_name(alias)))
    return made


def qualified_name(function: Callable[..., Any]) -> str:
    """Return ``"numpy.linalg.norm"``, ``"math.sin"``, ``"numpy.ndarray.sum"``."""
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"{owner.__module__}.{owner.__qualname__}.{function.__name__}"
    module = (getattr(function, "__module__", None) or "builtins").lstrip("_")
    return f"{module}.{function.__name__}"


class _Parsing:
    """Turn the written variants of one rule into parsed ones."""

    def __init__(self, name: str, signature: Signature, *, elementwise: bool, linear: bool) -> None:
        self.name = name
        self.signature = signature
        self.elementwise = elementwise
        self.linear = linear
        self.parameters = tuple(parameter.name for parameter in signature.parameters)
        self.cotangents = frozenset(f"d_{result}" for result in signature.results)

    def all_variants(self, written: Sequence[Written]) -> tuple[Variant, ...]:
        """Return the parsed variants, each completed from the general one, which is the last."""
        general = self.variant(written[-1], saturates=False)
        special = (self.variant(each, saturates=general.saturates) for each in written[:-1])
        return (*(_completed(each, general) for each in special), general)

    def variant(self, written: Written, *, saturates: bool) -> Variant:
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
        )

    def pullback(self, written: str | Absence) -> Formula | Absence:
        if isinstance(written, Zero | NotImplementedRule | NoAdjoint):
            return written
        return self.formula(written, self.cotangents)

    def formula(self, text: str, cotangents: frozenset[str]) -> Formula:
        return parse_formula(text, frozenset(self.parameters) | frozenset(self.signature.results), cotangents)

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
    """Return the variant with what it leaves out; a guard belongs to the formula that it guards."""
    inherited = {name: formula for name, formula in general.guarded.items() if name not in special.pullbacks}
    pullbacks = {**general.pullbacks, **special.pullbacks}
    tangents = {**general.tangents, **special.tangents}
    return replace(
        special,
        pullbacks=MappingProxyType(pullbacks),
        guarded=MappingProxyType({**inherited, **special.guarded}),
        tangents=MappingProxyType({key: t for key, t in tangents.items() if isinstance(pullbacks.get(key), Formula)}),
    )
