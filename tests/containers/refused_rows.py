"""The rows of the matrix that cladpy refuses, each with the code of its error."""

REFUSED: dict[str, str] = {
    "objects-shrunk_and_added-in_an_updated_object-while_true-before-c": "C120",
    "object_of_arrays-added_new-in_an_updated_object-skipped-kept_total-t": "C120",
    "numbers-under_condition-in_an_updated_object-else-product_with_old-t": "C120",
    "tuple_of_lists-swapped_with_products-in_an_updated_object-helper_that_returns-behind-c": "C120",
    "object-under_condition-in_an_updated_list-once-product_with_old-t": "C121",
    "objects-rebound_by_one_path-by_if-early_exit-only_other-c": "C121",
    "table-set_to_new-in_an_updated_object-early_return-kept_total-t": "C120",
    "lists-grown_and_set-in_an_updated_object-element_loop-item_before-c": "C120",
    "dict_of_arrays-added_new-in_an_updated_object-while-behind-c": "C120",
    "dict_of_lists-by_a_function-in_an_updated_object-early_exit-copied-t": "C120",
    "object_of_arrays-swapped_with_products-in_an_updated_object-if-item_before-c": "C120",
    "object_of_a_subclass-rebound_by_one_path-in_an_updated_object-helper_in_loop-only_other-t": "C120",
    "dicts-set_to_other_item-in_an_updated_object-between_reads-before-c": "C120",
    "arrays-multiplied-in_an_updated_object-nested-product_with_old-c": "C120",
    "numbers-kept_and_set-in_an_updated_object-never-behind-t": "C120",
}
