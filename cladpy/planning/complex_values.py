"""Refuse complex values on an active path where a rule's formulas do not hold for them.

Which rules hold says ``Rule.takes_complex``. A value may also be complex without being known to be: that of a function
whose result is real or complex as values have it (``np.roots``), and what is computed from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import gast

from cladpy.analyses.infer import Inference, is_real_or_complex
from cladpy.analyses.operations import Apply, CallCustom, CallUser, Opaque, Operation
from cladpy.errors import CladpyError
from cladpy.ir.expressions import names_in
from cladpy.ir.fact import Fact, holds_complex
from cladpy.ir.statements import Assign


@dataclass(slots=True)
class ComplexValues:
    """Looks at the assignments of a function, in order.

    Parameters
    ----------
    inference : Inference
        Of expressions over versions.
    doubtful : set of str
        Versions that may be complex without being known to be.
    """

    inference: Inference
    doubtful: set[str] = field(default_factory=set)

    def check(self, statement: Assign, operation: Operation | None, *, is_active: bool) -> None:
        """Refuse an active operation on complex values whose rule does not take them.

        Raises
        ------
        CladpyError
            C208.
        """
        made = statement.target.id if isinstance(statement.target, gast.Name) else ""
        if self.is_doubtful(statement.value) and may_be_complex(self.inference.facts.get(made), known=False):
            self.doubtful.add(made)
        if not is_active or not isinstance(operation, Apply | CallCustom):
            return
        if isinstance(operation, Apply) and not operation.variant.has_formulas:
            return  # of no values: refused as the rule says
        takes = isinstance(operation, Apply) and operation.rule.takes_complex and not operation.variant.real
        if not takes and (made in self.doubtful or self.involves_complex(operation.arguments, made)):
            raise CladpyError(
                "C208",
                f"{named(operation)} of complex values has no derivative rule",
                hint="write real and imaginary parts as two arrays, or take the real part first",
            )

    def is_doubtful(self, value: gast.expr) -> bool:
        """Tell whether a value is of a function that is real or complex, or made from such a value."""
        called = self.inference.function(value.func) if isinstance(value, gast.Call) else None
        return (called is not None and is_real_or_complex(called)) or bool(self.doubtful & set(names_in(value)))

    def involves_complex(self, arguments: Mapping[str, gast.expr], made: str) -> bool:
        """Tell whether an operand or the result is complex, or may be."""
        if any(self.doubtful & set(names_in(argument)) for argument in arguments.values()):
            return True
        facts = [*map(self.inference.infer, arguments.values()), self.inference.facts.get(made)]
        return any(may_be_complex(fact, known=True) for fact in facts)


def meets_complex(inference: Inference, operations: Iterable[Operation]) -> bool:
    """Tell whether a function holds complex values: its own, those of globals, literals, and what may be complex."""
    if any(map(holds_complex, inference.facts.values())):
        return True
    for operation in operations:
        value = operation.value if isinstance(operation, Opaque) else None
        called = inference.function(value.func) if isinstance(value, gast.Call) else None
        if isinstance(operation, Apply):
            called = operation.rule.function
        if called is not None and is_real_or_complex(called):
            return True
        arguments = operation.arguments.values() if isinstance(operation, Apply | CallUser) else ()
        if any(holds_complex(inference.infer(argument)) for argument in arguments):
            return True
    return False


def may_be_complex(fact: Fact | None, *, known: bool) -> bool:
    """Tell whether a value, or something in it, is known to be complex; if not ``known``, whether its dtype is open."""
    if fact is None:
        return not known
    if fact.items is not None:
        return any(may_be_complex(item, known=known) for item in fact.items)
    if fact.element is not None:
        return may_be_complex(fact.element, known=known)
    if not fact.is_number or fact.dtype is None:
        return not known
    return fact.dtype.kind == "c"


def named(operation: Apply | CallCustom) -> str:
    """Return what is applied, for an error."""
    return operation.rule.name if isinstance(operation, Apply) else f"the custom rule of {operation.function!r}"
