"""The optimiser: a flat list of passes, each from Function to Function."""

from collections.abc import Callable, Collection

from cladpy.analyses.expression_walk import forget
from cladpy.errors import CladpyError
from cladpy.ir.statements import Function
from cladpy.optimize import (
    any_order,
    buffer_reuse,
    common_subexpressions,
    constant_folding,
    copy_propagation,
    dead_code,
    dead_restores,
    element_lists,
    element_reads,
    float_literals,
    fold_back,
    gather_scalars,
    inner_products,
    late_clears,
    loop_constants,
    merge_adds,
    merge_stores,
    merge_terms,
    merge_updates,
    method_sums,
    name_variables,
    own_storage,
    split_versions,
)
from cladpy.optimize.context import Context

Run = Callable[[Function, Context], Function]
ROUNDS = 6  # rounds of simplification; programs seen so far settle after three

SIMPLIFY: tuple[tuple[str, Run, str], ...] = (
    ("dead_code", dead_code.run, "what nothing reads goes, the primal's result too"),
    ("copy_propagation", copy_propagation.run, "the original is read instead of a copy, a literal instead of a name"),
    ("common_subexpressions", common_subexpressions.run, "what is computed twice and alive anyway is read instead"),
    ("constant_folding", constant_folding.run, "literals are computed where that is exact"),
    ("loop_constants", loop_constants.run, "what a loop records and does not change is computed before it"),
    ("merge_adds", merge_adds.run, "d = e, d = d + e becomes 2 * e"),
    ("merge_terms", merge_terms.run, "t * x + t * x of a tangent becomes 2 * t * x"),
    ("any_order", any_order.run, "sums of products that may be taken in any order are products of matrices"),
    ("inner_products", inner_products.run, "the sum of a product of two vectors is their inner product"),
    ("gather_scalars", gather_scalars.run, "scalars of a product to its left: one pass over the array"),
    ("fold_back", fold_back.run, "temporaries go back into the expressions that read them"),
    ("merge_stores", merge_stores.run, "a region is written once, in place where it is an operand"),
    ("dead_restores", dead_restores.run, "what is restored twice before it is read is restored once"),
)

FINISH: tuple[tuple[str, Run, str], ...] = (
    ("late_clears", late_clears.run, "a region is cleared behind the readers of what it held"),
    ("own_storage", own_storage.run, "requests for storage are granted: handed over, or copied"),
    ("copy_propagation", copy_propagation.run, "what was handed over needs no second name"),
    ("buffer_reuse", buffer_reuse.run, "adjoints that own their memory are updated in place"),
    ("dead_code", dead_code.run, "what was replaced goes"),
    ("method_sums", method_sums.run, "an array is asked for its sum"),
    ("flip_updates", constant_folding.flip_updates, "t += -e becomes t -= e"),
    ("merge_updates", merge_updates.run, "what a loop adds to an element in several places is added at once"),
    ("float_literals", float_literals.run, "loops over numbers calculate with floats alone"),
    ("element_lists", element_lists.run, "loops over elements go through lists"),
    ("element_reads", element_reads.run, "an element that is read twice is read once"),
)


def optimize(
    function: Function,
    context: Context,
    *,
    check: Callable[[Function], None] | None = None,
    without: Collection[str] = (),
) -> name_variables.PrintedFunction:
    """Return the function optimised, its variables named as they are printed.

    Parameters
    ----------
    function : Function
        A whole generated function over variables.
    context : Context
        What is known of its variables and calls.
    check : callable, optional
        Gets the function behind each pass, and raises if it is not sound.
    without : collection of str
        Passes that are left out, to measure what they are worth; those that a function needs are not listed.
    """
    if check is not None:
        check(function)
    function, context = split_versions.split(function, context)
    watch = _Watch(context, check)
    for _ in range(ROUNDS):
        before = function
        for name, run, _why in SIMPLIFY:
            if name in without:
                continue
            function = watch.run(name, run, function)
        if function is before:
            break
    for name, run, _why in FINISH:
        if name in without:
            continue
        function = watch.run(name, run, function)
    named = name_variables.run(function, context)
    named = dead_code.run(named, named.context(context))  # copies between variables that got one name
    if check is not None:
        check(named)
    forget()
    return named


class _Watch:
    """Runs passes, checks what they make, and leaves out one that is known to change nothing."""

    def __init__(self, context: Context, check: Callable[[Function], None] | None) -> None:
        self.context = context
        self.check = check
        self.settled: dict[str, Function] = {}  # by pass, a function that it does not change

    def run(self, name: str, run: Run, function: Function) -> Function:
        """Return what a pass makes of a function."""
        if self.settled.get(name) is function:
            return function
        changed = run(function, self.context)
        if self.check is not None:
            self._check(name, changed)
        if changed is function:
            self.settled[name] = function
        return changed

    def _check(self, name: str, changed: Function) -> None:
        try:
            self.check(changed)  # type: ignore[misc]  # asked by the caller
        except CladpyError as fault:
            fault.notes = (*fault.notes, f"behind the pass {name}")
            raise
