"""Programs of the corpus that are not differentiated yet: the list may only shrink."""

REFUSED_FOR_NOW: dict[str, str] = {
    "attribute_store": "C201",
    "dict_item_store": "C201",
    "expression_tree": "C201",
    "filtered_comprehension": "C201",
    "for_over_dict_items": "C201",
    "for_over_dict_values": "C201",
    "for_over_enumerate_of_zip": "C201",
    "for_over_zip": "C201",
    "functions_chosen_by_a_branch": "C201",
    "functions_in_a_tuple": "C201",
    "helper_result_unused": "C123",
    "helper_with_double_star_parameter": "C201",
    "helper_with_star_parameter": "C201",
    "lambda_as_an_argument": "C116",
    "list_append": "C123",
    "list_append_in_a_loop": "C123",
    "list_comprehension": "C201",
    "list_item_augmented": "C201",
    "list_item_store": "C201",
    "list_of_array_elements": "C201",
    "local_dict": "C201",
    "logistic_regression": "C201",
    "map_over_elements": "C120",
    "method_of_a_global_object": "C201",
    "method_of_an_argument": "C201",
    "nested_comprehension": "C120",
    "object_selected": "C201",
    "partial_function": "C201",
    "reduce_over_elements": "C116",
    "sorted_list": "C201",
    "stack": "C123",
    "star_call": "C201",
    "tuple_handed_through": "C201",
    "two_lists": "C120",
}
"""Programs that are refused, with the code of the error."""

WRONG_FOR_NOW: dict[str, str] = {
    "argument_without_dimensions_updated": "the value is what the reverse sweep restores",
    "condition_on_what_is_updated": "the condition is read again after what it reads was updated in place",
    "sum_updated_in_place": "wrong numbers",
}
"""Programs that are differentiated wrongly or crash, with what happens."""
