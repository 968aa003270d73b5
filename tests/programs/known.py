"""Programs of the corpus that are not differentiated yet: the list may only shrink."""

REFUSED_FOR_NOW: dict[str, str] = {
    "caught_in_a_helper": "C405",
    "getattr_by_name": "C201",
    "math_of_sequences": "C201",
    "read_of_what_the_argument_has_updated": "C120",
    "store_through_a_dict_of_attributes": "C120",
    "store_through_a_list_in_an_object": "C120",
    "store_through_a_tuple_of_attributes": "C120",
    "store_through_a_turned_tuple": "C120",
    "store_through_an_inner_object": "C120",
    "store_through_an_object_of_another_class": "C120",
    "store_through_an_object_of_items": "C120",
    "store_through_crossed_attributes": "C120",
    "store_through_two_objects": "C120",
}
"""Programs that are refused, with the code of the error."""

WRONG_FOR_NOW: dict[str, str] = {}
"""Programs that are differentiated wrongly or crash, with what happens."""
