"""Programs of the corpus that are not differentiated yet: the list may only shrink."""

REFUSED_FOR_NOW: dict[str, str] = {
    "caught_before_anything_active": "C303",
    "caught_in_a_helper": "C405",
    "caught_where_nothing_is_active": "C405",
    "getattr_by_name": "C201",
    "layers_made_here": "C201",
    "math_of_sequences": "C201",
}
"""Programs that are refused, with the code of the error."""

WRONG_FOR_NOW: dict[str, str] = {}
"""Programs that are differentiated wrongly or crash, with what happens."""
