"""One declaration a function: signature, formulas and all that follows from them.

::

    rule(np.tanh, "y = tanh(x)", x="d_y * (1.0 - y * y)", elementwise=True, samples=normal())

The keyword arguments named after parameters are the general formulas; ``variants``
come before them, and what a variant leaves out it takes from the general ones.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from cladpy.rules.absences import Absence
from cladpy.rules.complex_operands import COMPLEX
from cladpy.rules.formula import Formula, parse_formula
from cladpy.rules.registry import RuleRegistry, default_registry
from cladpy.rules.samples import Samples, SingularPoint
from cladpy.rules.signature import Parameter, parse_signature
from cladpy.rules.writing import Variant as Variant  # noqa: PLC0414  a part of this module's interface
from cladpy.rules.writing import Written, parse_variants


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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
    gives : "number", "list", "tuple", "str" or "unknown"
        What the result is: a number or array, or a list or tuple of such, or a text; of several named results it is a tuple.
    result_alias : str
        ``""``, ``"may alias x"`` or ``"alias x"``.
    copies : str
        The condition under which the result is new storage all the same: ``"value(copy) == True"``.
    branch_point, pole : frozenset of str
        Parameters in which the slope is infinite while the value is finite; while it is not.
    saturates, cuts : bool
        The function maps infinite to finite values (see the variants too); drops some of its operands' elements.
    complex : bool
        The formulas hold for complex operands too; see :mod:`cladpy.rules.complex_operands`.
    samples, singular
        Where the rule is tested.
    every : Absence or None
        The absence that stands for all parameters.
    sequences : frozenset of str
        Parameters that are lists or tuples of operands, and whose adjoints are lists: those of ``np.concatenate``.
        A list given for any other parameter stands for an array.
    along : mapping of str to Formula
        The one-sided derivative in the direction of the tangent, at singular points too: in the place of the tangent
        where a derivative is differentiated again.
    limit : Formula or None
        The value in the direction of the tangents: in the place of the value where a derivative is differentiated again.
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
    gives: str = "number"
    result_alias: str = ""
    copies: str = ""
    branch_point: frozenset[str] = frozenset()
    pole: frozenset[str] = frozenset()
    saturates: bool = False
    cuts: bool = False
    complex: bool = False
    samples: Samples | None = None
    singular: tuple[SingularPoint, ...] = ()
    every: Absence | None = None
    sequences: frozenset[str] = frozenset()
    along: Mapping[str, Formula] = field(default_factory=dict)
    limit: Formula | None = None
    topic: str = ""

    def __repr__(self) -> str:
        return f"<rule of {self.name}>"

    @property
    def takes_complex(self) -> bool:
        """Whether the formulas hold for complex operands."""
        return self.complex or self.every is not None or self.function in COMPLEX

    @property
    def formulas(self) -> Iterator[Formula]:
        """All formulas of the rule."""
        for variant in self.variants:
            entries = (*variant.pullbacks.values(), *variant.guarded.values(), *variant.tangents.values())
            yield from (entry for entry in entries if isinstance(entry, Formula))
        yield from self.along.values()
        if self.limit is not None:
            yield self.limit

    @property
    def has_formulas(self) -> bool:
        """Whether a variant has a derivative."""
        return any(variant.has_formulas for variant in self.variants)

    @property
    def without_special_variants(self) -> "Rule":
        """The rule with the general formulas alone; where the function returns something else, they are others."""
        *special, general = self.variants
        return replace(self, variants=(*(each for each in special if each.results != general.results), general))

    def takes_sequence(self, parameter: str) -> bool:
        """Tell whether a formula of the rule gives a list where the parameter is a list; else it gives an array."""
        star = any(item.name == parameter and item.kind == "star" for item in self.parameters)
        return star or parameter in self.sequences


def variant(
    *,
    when: str,
    guarded: Mapping[str, str] | None = None,
    tangent: Mapping[str, str] | None = None,
    saturates: bool | None = None,
    results: str = "",
    real: bool = False,
    **pullbacks: str | Absence,
) -> Written:
    """Write formulas that apply under a condition; see :mod:`cladpy.rules.variants` for conditions.

    `results` names what the function returns where that is something else under the condition: ``"s"``. `real`: the
    formulas do not hold for complex operands.
    """
    names = tuple(results.replace(",", " ").split())
    return Written(when, pullbacks, guarded or {}, tangent or {}, saturates, names, real)


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
    function: Callable[..., Any] | None,
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
    gives: str = "number",
    result_alias: str = "",
    copies: str = "",
    saturates: bool = False,
    cuts: bool = False,
    sequences: str = "",
    along: Mapping[str, str] | None = None,
    limit: str = "",
    complex: bool = False,  # noqa: A002  what it says of operands
    samples: Samples | None = None,
    registry: RuleRegistry = default_registry,
    **pullbacks: str | Absence,
) -> Rule | None:
    """Declare the derivative of a function and register it.

    Parameters
    ----------
    function
        The function; `aliases` are others that do the same. None where this NumPy lacks it: nothing is declared.
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
    if function is None:
        return None
    signature = parse_signature(declared)
    qualified = name or qualified_name(function)
    everything = dict.fromkeys((item.name for item in signature.parameters), every) if every is not None else pullbacks
    general = Written(None, everything, guarded or {}, tangent or {}, saturates)
    parsed = parse_variants(qualified, signature, [*variants, general], elementwise=elementwise, linear=linear)
    names = frozenset(item.name for item in signature.parameters)
    values, tangents = names | set(signature.results), frozenset(f"t_{each}" for each in names)
    made = Rule(
        function, qualified, signature.results, signature.parameters, parsed,
        elementwise=elementwise, linear=linear, gives=gives, result_alias=result_alias, copies=copies,
        branch_point=frozenset(branch_point.split()), pole=frozenset(pole.split()), saturates=saturates, cuts=cuts,
        samples=samples, singular=tuple(singular), every=every, complex=complex,
        sequences=frozenset(sequences.split()),
        along={name: parse_formula(text, values, tangents) for name, text in (along or {}).items()},
        limit=parse_formula(limit, values, tangents) if limit else None, topic=sys._getframe(1).f_globals["__name__"],  # noqa: SLF001
    )  # fmt: skip
    # Those of the package itself are all parsed by a test, and here when they are used.
    if not made.topic.startswith("cladpy."):
        for formula in made.formulas:
            formula.expression  # noqa: B018  raises if it says nothing
    registry.register(made)
    for alias in aliases:
        registry.register(replace(made, function=alias, name=qualified_name(alias)))
    return made


def qualified_name(function: Callable[..., Any]) -> str:
    """Return ``"numpy.linalg.norm"``, ``"math.sin"``, ``"numpy.ndarray.sum"``."""
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"{owner.__module__}.{owner.__qualname__}.{function.__name__}"
    module = getattr(function, "__module__", None) or _module_of_nameless(function)
    public = [part for part in module.split(".") if not part.startswith("_")]
    return ".".join([*(public or [module.lstrip("_")]), function.__name__])


def _module_of_nameless(function: Callable[..., Any]) -> str:
    """Return the module of a function that does not name it, as ufuncs need not."""
    if not isinstance(function, np.ufunc):
        return "builtins"
    special = sys.modules.get("scipy.special")
    return "scipy.special" if getattr(special, function.__name__, None) is function else "numpy"
