"""The rows of the matrix that cladpy refuses, each with the code of its error."""

REFUSED: dict[str, str] = {
    "add_itself-diagonal-view_in_loop-product_with_old-new-a": "C120",
    "mask_divided-diagonal-helper-copy_before-buffer-a": "C120",
    "out_where-asarray-if-same_only-buffer-v": "C120",
    "out_where-swapaxes-rows_zipped-both-zeros_like-v": "C120",
    "out_where-transposed-once-copy_before-array-v": "C120",
    "slice_subtracted-diagonal-helper-copy_before-zeros_like-a": "C120",
    "out_where-split_first-nested-other_only-new-v": "C120",
}
