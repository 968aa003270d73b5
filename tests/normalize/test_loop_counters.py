"""The place of an item is kept from one to the next."""

import itertools

from tests.normalize.iterated import iterated


def test_what_is_left_early_counts_before_its_items():
    """So that ``continue`` leaves nothing out, and the item behind the last is not made."""
    program = """
        def f(x, g, n):
            for v in itertools.islice(map(g, x), n):
                if v:
                    continue
                g(v)
            return None
    """
    assert iterated(program, itertools=itertools) == (
        "next@1 = 0\n"
        "for item@1 in x:\n"
        "    if next@1 < n:\n"
        "        place@1 = next@1\n"
        "        next@1 = next@1 + 1\n"
        "        v@1 = g(item@1)\n"
        "        v = v@1\n"
        "        if v:\n"
        "            continue\n"
        "        else:\n"
        "            g(v)\n"
        "    else:\n"
        "        break\n"
        "return None\n"
    )
