"""What is written before loops so that their indices need no check."""

import gast
import pytest

from cladpy.analyses.affine import Affine
from cladpy.emit.printer import print_tree
from cladpy.ir import statements as ir
from cladpy.ir.expressions import parse
from cladpy.jit.reach_checks import Asked, ReachChecks

N, K, LENGTH = Affine.of("n#0"), Affine.of("k#1"), Affine.of("u:0#length")
KNOWN = {"n": N, "k": K, "m": N + Affine(2)}
LOOP = ir.For(gast.Name("i", gast.Store(), None, None), parse("range(n)"), (ir.Pass(),))


def asked(trips, least, changing=()):
    """Return the tests and the arguments of the check that is asked for, or None."""
    checks = ReachChecks(frozenset({"n", "k", "u"}))
    checks.written["u:0#length"] = parse("u.shape[0]")
    if not checks.ask(Asked(trips, "x", least, LOOP), parse("x.shape[0]"), KNOWN, frozenset(changing)):
        return None
    check, loop = checks.put((LOOP,))
    assert loop == LOOP
    test = print_tree(check.test) if isinstance(check, ir.If) else ""
    inner = check.body[0] if isinstance(check, ir.If) else check
    return test, print_tree(inner.value)


@pytest.mark.parametrize(
    ("trips", "least", "expected"),
    [
        ((N,), N, ("", "check_reach(x.shape[0], n)")),
        ((), Affine(1), ("", "check_reach(x.shape[0], 1)")),
        ((N,), N + Affine(1), ("n > 0", "check_reach(x.shape[0], n + 1)")),
        ((N, K), K, ("n > 0 and k > 0", "check_reach(x.shape[0], k)")),
        ((LENGTH - Affine(2),), LENGTH, ("u.shape[0] > 2", "check_reach(x.shape[0], u.shape[0])")),
        ((Affine(3), N), Affine(3), ("n > 0", "check_reach(x.shape[0], 3)")),
        ((N,), N.times(2) - K, ("n > 0", "check_reach(x.shape[0], 2 * n - k)")),
    ],
)
def test_checks(trips, least, expected):
    """Under the condition that the loops run, where the length would be asked for without it."""
    assert asked(trips, least) == expected


@pytest.mark.parametrize(
    ("trips", "least", "changing"),
    [((N,), N, ["n"]), ((Affine.of("n#7"),), N, []), ((N,), Affine.of("v:0#length"), []), ((LENGTH,), N, ["u"])],
)
def test_what_cannot_be_read_there(trips, least, changing):
    """A name that the loop binds, an older value, a length of nothing that is at hand."""
    assert asked(trips, least, changing) is None
