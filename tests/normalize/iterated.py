"""The normal form of programs whose iterators hold something active, as text."""

from collections.abc import Mapping

from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.normalize.normal_form import normalize
from cladpy.normalize.owned_calls import Owner
from tests.stages import block_text, define


class Iterations(Mapping):
    """Owners that say of every call that it takes items one by one, of lists."""

    def __getitem__(self, position):
        if "Call" not in position or position[-1] in ("append", "sin"):
            raise KeyError(position)
        return Owner("iteration", keys=("list",) * 4)

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 1


def iterated(lines, **more):
    """Return the normal form of a function, given as text."""
    function = define(lines, **more)
    return block_text(normalize(find_source(function), Namespace(function), Iterations()).body)
