"""Functions ready to be analysed."""

from cladpy.frontend.namespace import ExtendedNamespace, Namespace
from cladpy.planning.prepared import Prepared, foreign_names
from tests.stages import block_text, define, form_of

PROGRAM = "def own(a):\n    return a\n\ndef f(x):\n    y = own(x)\n    return len(y)\n"


def test_versions_are_those_of_the_form():
    """Globals of the user's that the runtime has names for are marked."""
    function = define(PROGRAM)
    namespace = Namespace(function)
    form = form_of(function)
    assert foreign_names(form, namespace) == {"own"}
    prepared = Prepared.of(function, form, namespace)
    assert block_text(prepared.versions.body).startswith("y.0 = own@u(x.0)\n")
    assert prepared.variables["y.0"] == "y"


def test_another_form_has_versions_of_its_own():
    """And may see more names."""
    function = define(PROGRAM)
    prepared = Prepared.of(function, form_of(function), Namespace(function))
    more = ExtendedNamespace(function, {})
    other = prepared.with_form(form_of("def f(x):\n    return x\n"), more)
    assert (other.function, other.namespace) == (function, more)
    assert block_text(other.versions.body) == "return x.0\n"
