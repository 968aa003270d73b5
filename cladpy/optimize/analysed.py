"""The analyses of a function, each made when it is first asked for, and kept for the passes that leave it unchanged."""

from functools import cached_property

from cladpy.analyses.storage import Storage
from cladpy.ir import statements as ir
from cladpy.optimize.context import Context
from cladpy.optimize.effects import EffectsOf, stored_classes
from cladpy.optimize.occurrences import Occurrences


class Analysed:
    """A function with its analyses; nothing in them may be edited."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.function = function
        self.context = context

    @cached_property
    def storage(self) -> Storage:
        """Which variables may share memory."""
        return Storage(self.function, self.context)

    @cached_property
    def effects(self) -> EffectsOf:
        """What statements may change."""
        return EffectsOf(self.context, self.storage)

    @cached_property
    def stored(self) -> frozenset[str]:
        """The classes of memory that something may write."""
        return frozenset(stored_classes(self.function, self.effects))

    @cached_property
    def occurrences(self) -> Occurrences:
        """Where variables are bound and read."""
        return Occurrences(self.function)


def analysed(function: ir.Function, context: Context) -> Analysed:
    """Return a function with its analyses: those of the last pass, if it has left the function as it was.

    Examples
    --------
    >>> context = Context({}, bool, bool, True, lambda expression: None)
    >>> function = ir.Function("f", ("x",), ())
    >>> analysed(function, context) is analysed(function, context)
    True
    """
    last = context.kept.get("analysed")
    if isinstance(last, Analysed) and last.function is function:
        return last
    context.kept["analysed"] = found = Analysed(function, context)
    return found
