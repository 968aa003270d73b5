"""The rows of the matrix that cladpy refuses, each with the code of its error."""

REFUSED: dict[str, str] = {
    "add_itself-diagonal-view_in_loop-product_with_old-new-a": "C120",
    "ellipsis-split-while_true-item_before-array-a": "C120",
    "gather_list-split_first-if-both-copy-v": "C120",
    "gather_unique-diagonal-helper_that_returns-before-filled_in_loop-a": "C120",
    "item-split_first-skipped-view_before-array-v": "C120",
    "item_multiplied-split_first-nested-other_only-parameter-v": "C120",
    "item_of_itself-split-helper_that_returns-other_only-new-a": "C120",
    "mask_divided-diagonal-helper-copy_before-buffer-a": "C120",
    "mask_of_itself-split-early_exit-copy_before-parameter-a": "C120",
    "multiply-split_first-helper_in_loop-behind-zeros_like-v": "C120",
    "out_overlapping-split_first-between_reads-same_only-filled_in_loop-v": "C120",
    "out_where-asarray-if-same_only-buffer-v": "C120",
    "out_where-split_first-nested-other_only-new-v": "C120",
    "out_where-swapaxes-rows_zipped-both-zeros_like-v": "C120",
    "out_where-transposed-once-copy_before-array-v": "C120",
    "slice_subtracted-diagonal-helper-copy_before-zeros_like-a": "C120",
    "slice_subtracted-split-view_in_loop-view_before-array-a": "C120",
    "step-split_first-skipped-view_before-buffer-v": "C120",
    "subtract_at-split-helper-product_with_old-copy-a": "C120",
    "temporary_copy-split-helper_that_returns-other_only-zeros_like-a": "C120",
}
