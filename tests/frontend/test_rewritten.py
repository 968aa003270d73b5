"""Functions made of the statements of another one."""

import gast

from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.frontend.rewritten import Rewriter

SCALE = 2.0


def outer():
    """Return a function with a cell."""
    shift = 1.0

    def scaled(x, y=3.0, *, z=4.0):
        return x * SCALE + shift + y + z

    return scaled


def rewriter():
    """Return what makes functions of one, and that one."""
    function = outer()
    return Rewriter(function, find_source(function)), function


def test_it_runs_with_the_globals_cells_and_defaults_of_the_other():
    """They are looked up when it runs."""
    made, function = rewriter()
    main = made.main(find_source(function).tree)
    assert main(1.0) == function(1.0) == 10.0
    assert main(1.0, z=0.0) == function(1.0, z=0.0)


def test_names_mean_what_they_mean_there(monkeypatch):
    """Live, for whoever asks the namespace."""
    made, function = rewriter()
    namespace = Namespace(made.main(find_source(function).tree))
    assert (namespace.lookup("SCALE"), namespace.lookup("shift")) == (2.0, 1.0)
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert namespace.lookup("SCALE") == 5.0
    assert namespace.home is globals()


def test_functions_see_one_another_and_have_the_source_that_they_were_made_of():
    """By the names that they are given; errors name the lines of the primal."""
    made, function = rewriter()
    tree = find_source(function).tree
    arguments = gast.parse("def f(x): pass").body[0].args
    part = gast.copy_location(gast.FunctionDef("half", arguments, tree.body, [], None, None, []), tree)
    half = made.add(part, {"mark": 1})
    assert half.mark == 1
    assert made.is_seen("half")
    assert not made.is_seen("whole")
    source = find_source(half)
    assert (source.file, source.name, source.tree.lineno) == (__file__, "half", tree.lineno)
