"""Mirrors of views that name an element several times, and of those that NumPy gives as read-only.

before: ``b = np.broadcast_to(a, s)``, ``a[0] = p``, ``y = f(b)``
after (forward sweep): ``d_b = writable(np.broadcast_to(d_a, s))``; in reverse: ``add_overlapping(d_b, ...)``

Such a view is only read, so that its mirror is only added to: each element of the base receives what all of its places
in the view receive. ``d_b += ...`` would add one of them. What is stored goes through other names of the same storage.
"""

from collections.abc import Mapping

import gast

from cladpy.analyses.operations import Apply, Operation
from cladpy.ir.expressions import call, constant

OVERLAPPING = frozenset({"broadcast_to", "sliding_window_view"})
READ_ONLY = frozenset({"diagonal", "broadcast_to"})


def overlapping_classes(operations: Mapping[str, Operation], classes: Mapping[str, str]) -> frozenset[str]:
    """Return the representatives of classes of storage that have a view with an element at several places."""
    views = {v for v, made in operations.items() if isinstance(made, Apply) and short_name(made) in OVERLAPPING}
    return frozenset(classes[version] for version in views & classes.keys())


def added_to(view: gast.Call, short: str) -> gast.Call:
    """Return the expression of a mirror's view as one that can be added to."""
    if short == "sliding_window_view":
        view.keywords.append(gast.keyword("writeable", constant(value=True)))
    return call("writable", view) if short in READ_ONLY else view


def short_name(operation: Apply) -> str:
    """Return the name of a function without its module."""
    return operation.rule.name.rpartition(".")[2]
