"""What stands between two uses of a region."""

import pytest

from cladpy.ir.expressions import parse
from cladpy.ir.fact import FLOAT, INT
from cladpy.optimize.analysed import analysed
from cladpy.optimize.regions import Regions
from tests.optimize.inference import array
from tests.optimize.program import known_context, read

FACTS = {"z": array("n"), "d": array("n"), "e": array("n"), "s": FLOAT, "i": INT, "k": INT}


@pytest.mark.parametrize(
    ("line", "disturbs"),
    [
        ("d[i + 1] += s", False),
        ("d[:i] += e[:i]", False),
        ("e[i] = s", False),
        ("d[k] += s", True),
        ("d[i + 1] += d[0]", True),
        ("e[:] = d", True),
        ("i = 3", True),
        ("return d", True),
        ("impure()", True),
    ],
)
def test_what_disturbs_a_region(line, disturbs):
    """A read or a store of it; a store into one that is certainly apart does not."""
    text = f"def f(z, s, i, k):\n    d = 2 * z\n    e = 3 * z\n    {line}\n    return d"
    function = read(text)
    context = known_context(function, **FACTS)
    known = analysed(function, context)
    regions = Regions(context, known.storage, known.effects)
    regions.least["i"] = 0
    assert regions.disturbs(function.body[2], parse("d[i]")) is disturbs
