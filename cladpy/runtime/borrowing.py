"""Which helpers may return storage that belongs to an argument: the cotangent itself, a view of it, parts of it.

All others return fresh arrays, which the caller owns.
"""

from typing import Final

BORROWING: Final = frozenset(
    {
        "array_adjoint",
        "as_cotangent",
        "block_adjoint",
        "broadcast_adjoint",
        "c_adjoint",
        "as_tangent",
        "check_slots",
        "check_tangent",
        "column_stack_adjoint",
        "conjugated",
        "diag_adjoint",
        "diff_adjoint",
        "dstack_adjoint",
        "edged_diff_adjoint",
        "einsum_adjoint",
        "einsum_operand_adjoint",
        "einsum_replaced",
        "gather_weights",
        "hstack_adjoint",
        "floating_parts",
        "object_of",
        "note_error",
        "pad_adjoint",
        "r_adjoint",
        "real_part",
        "resized",
        "restore_axes",
        "rollaxis_adjoint",
        "split_adjoint",
        "spread_weights",
        "stop_adjoint",
        "unbroadcast",
        "unbroadcast_to",
        "unreduce",
        "vstack_adjoint",
    }
)
"""Names of the helpers; what `unreduce` and `diag_adjoint` return may be read-only."""
