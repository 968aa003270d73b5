"""Specialise a normal form to what the facts of a signature tell: step by step, until nothing changes.

Requires facts that are final. Guarantees: the form gives what it gave before, in every call with the signature. The
steps are tried in the order of ``STEPS``; behind each the facts are found out again.

Functions that are values are written out first: one that rebinds a variable of the primal's may change what is decided.
"""

from collections.abc import Callable

from cladpy.ir.statements import Block
from cladpy.planning.prepared import Prepared
from cladpy.planning.specialization.arrays_of_lists import arrays_of_lists
from cladpy.planning.specialization.chosen_items import chosen_items
from cladpy.planning.specialization.dispatched import dispatched
from cladpy.planning.specialization.erase import erased
from cladpy.planning.specialization.keyed_tables import keyed_tables
from cladpy.planning.specialization.lists_of_classes import lists_of_classes
from cladpy.planning.specialization.local_functions import written_out
from cladpy.planning.specialization.members import settled_members
from cladpy.planning.specialization.methods import methods_written_out
from cladpy.planning.specialization.named_members import named_members
from cladpy.planning.specialization.peeled import peeled
from cladpy.planning.specialization.prune import prune
from cladpy.planning.specialization.records import settled_records
from cladpy.planning.specialization.result_dtypes import without_equal_dtypes
from cladpy.planning.specialization.scene import Scene
from cladpy.planning.specialization.split import split
from cladpy.planning.specialization.stars import without_stars, without_stars_in_lists
from cladpy.planning.specialization.unroll import Unroll
from cladpy.planning.specialization.user_calls import spelled_out


def _unrolled(scene: Scene) -> Block:
    return Unroll(scene).block(scene.body, scene.numbered)


def _pruned(scene: Scene) -> Block:
    return prune(scene.body, scene.numbered, scene.truth)


STEPS: tuple[Callable[[Scene], Block], ...] = (
    written_out,
    dispatched,
    named_members,
    settled_members,
    settled_records,
    without_stars,
    methods_written_out,
    spelled_out,
    lists_of_classes,
    _unrolled,
    peeled,
    keyed_tables,
    chosen_items,
    split,
    _pruned,
    without_stars_in_lists,
    arrays_of_lists,
    without_equal_dtypes,
    erased,
)


def specialize(scene: Scene) -> Prepared | None:
    """Return the function with one step made, None if there is nothing left to do."""
    for step in STEPS:
        body = step(scene)
        if body is not scene.body and body != scene.body:
            return scene.made(body)
    return None
