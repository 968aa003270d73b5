"""Generator functions, written out where their items are consumed.

before: ``for v in g(x): A``, where ``g`` holds ``yield e``
after:  the body of ``g``, with ``v = e``, A in place of ``yield e``

What is done with an item is done before the generator goes on, as in Python, so that neither sees the other's updates
too early or too late. A consumer that leaves the loop leaves the generator's body.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import gast

from cladpy.ir.expressions import constant
from cladpy.normalize.closures import Closure
from cladpy.normalize.inline_closures import inline
from cladpy.normalize.streams import Streams

if TYPE_CHECKING:
    from cladpy.normalize.flatten_statements import StatementFlattener

Step = Callable[[gast.expr], None]
Yields = list[tuple[Step, bool]]
"""What is done with the items of the generators being written, the innermost last, and whether they are contexts."""


def generate(
    flattener: "StatementFlattener", closure: Closure, node: gast.Call, step: Step, *, is_context: bool = False
) -> None:
    """Write the body of a generator function, with a step for each item.

    ``is_context``: the step goes on with the generator, so that ``finally`` blocks around it are run where they stand.
    """
    consumer = _Place(flattener)

    def on_item(value: gast.expr) -> None:
        held = flattener.expressions.atom(value)  # in the scope of the generator
        with consumer.entered(flattener):
            step(held)

    flattener.yields.append((on_item, is_context))
    inline(flattener, closure, node)
    flattener.yields.pop()


def write_yield(flattener: "StatementFlattener", node: gast.Yield | gast.YieldFrom) -> None:
    """Write what is done with the items that a statement yields."""
    in_finally = any(part is not None for part in flattener.finals)
    if not flattener.yields or (in_finally and not flattener.yields[-1][1]):
        raise flattener.recorder.refuse(
            node, "C103", "this generator cannot be written out where it is consumed",
            hint="append the values to a list and return the list",
        )  # fmt: skip
    on_item = flattener.yields[-1][0]
    if isinstance(node, gast.Yield):
        on_item(constant(None) if node.value is None else node.value)
    else:
        Streams(flattener.expressions, is_eager=False).items(node.value, on_item)


class _Place:
    """Where what consumes a generator stands: its text, its loops, the ``finally`` blocks around it."""

    def __init__(self, flattener: "StatementFlattener") -> None:
        recorder = flattener.recorder
        self.recorded = (recorder.scope, recorder.source, recorder.current)
        self.loops = (list(flattener.finals), list(flattener.broke), list(flattener.yields))

    @contextmanager
    def entered(self, flattener: "StatementFlattener") -> Iterator[None]:
        """Write there for a while."""
        recorder = flattener.recorder
        inner = _Place(flattener)
        self.restore(flattener)
        try:
            yield
        finally:
            inner.restore(flattener)
            recorder.current = inner.recorded[2]

    def restore(self, flattener: "StatementFlattener") -> None:
        """Go on writing at this place."""
        recorder = flattener.recorder
        recorder.scope, recorder.source, recorder.current = self.recorded
        finals, broke, yields = self.loops
        flattener.finals, flattener.broke, flattener.yields = list(finals), list(broke), list(yields)
