"""Names of a scope, and the cells through which nested functions read them."""

from cladpy.frontend.static.unresolved import Unresolved


def test_closure_holds_what_is_known(read):
    """A nested function sees helpers and constants of the function around it, and placeholders for the rest."""
    module = read("""
        def outer(data):
            rate = 0.5
            count = 0
            def helper(x):
                nonlocal count
                count = count + 1
                return rate * x
            def loss(w):
                return helper(w) + offset(data) + count
            def offset(z):
                return z
            return loss
        """)
    loss = module.function(module.reference("outer.loss"))
    cells = dict(zip(loss.__code__.co_freevars, (cell.cell_contents for cell in loss.__closure__), strict=True))
    assert cells["helper"].__qualname__ == "outer.<locals>.helper"
    assert cells["offset"].__qualname__ == "outer.<locals>.offset"
    assert isinstance(cells["data"], Unresolved)
    assert isinstance(cells["count"], Unresolved)


def test_local_name_is_not_taken_for_a_global(read):
    """A default of a nested function names the local, also before that is bound."""
    module = read("""
        RATE = 1.0
        def outer():
            def inner(x, rate=RATE): return x * rate
            RATE = 2.0
        """)
    assert isinstance(module.function(module.reference("inner")).__defaults__[0], Unresolved)
