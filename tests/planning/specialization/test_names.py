"""New names."""

from cladpy.planning.specialization.names import Names
from tests.stages import form_of


def test_names_of_a_function_are_taken():
    """Its parameters, what it assigns, stores into and loops over."""
    form = form_of("def f(x, n):\n    y = (x + 1) * 2\n    for i, j in n:\n        y = y + (i, j)[0]\n    return y\n")
    names = Names.of(form.parameters, form.body)
    assert {"x", "n", "y", "i", "j", "v@1"} <= names.taken
    assert [names.fresh("v"), names.fresh("v"), names.fresh("left")] == ["v@4", "v@5", "left@1"]
