"""Steps are made until nothing is left to do."""

from cladpy.analyses.infer import Inference
from cladpy.frontend.namespace import MISSING
from cladpy.planning.specialization.names import Names
from cladpy.planning.specialization.specialize import Known, specialize
from tests.planning.specialization.specialized import specialized
from tests.stages import form_of, text, versions_of


def test_one_step_makes_the_next_possible():
    """A loop that is written out has conditions that are decided."""
    program = """
    def f(x, layers):
        for layer in layers:
            if layer is None:
                x = x * 2
            elif isinstance(layer, tuple):
                x = x * layer[0]
        return x
    """
    assert specialized(program, 1.0, (None, (2.0,))) == text(
        """
        layer = layers[0]
        x = x * 2
        layer = layers[1]
        v@1 = layer[0]
        x = x * v@1
        return x
        """
    )


def test_a_form_with_nothing_to_do_has_no_next_one():
    """It is kept as it is."""
    program = "def f(x):\n    return x * 2\n"
    form, numbered = form_of(program), versions_of(program)
    inference = Inference({}, lambda _path: MISSING)
    known = Known(form.body, numbered.body, inference, Names.of(form.parameters, form.body))
    assert specialize(known) is None
