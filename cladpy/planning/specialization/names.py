"""New names for what specialisation writes: numbered from the first that the form does not use."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from cladpy.ir.expressions import names_in
from cladpy.ir.statements import Assign, Block, For, Update, walk


@dataclass(slots=True)
class Names:
    """Gives names ``base@k`` that nothing binds yet.

    Examples
    --------
    >>> names = Names({"v@1", "v@3"})
    >>> names.fresh("v"), names.fresh("v"), names.fresh("left")
    ('v@2', 'v@4', 'left@1')
    """

    taken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, parameters: Iterable[str], block: Block) -> "Names":
        """Return the names that are free in a function."""
        targets = [s.target for s in walk(block) if isinstance(s, Assign | Update | For)]
        return cls({*parameters, *(n for target in targets for n in names_in(target))})

    def fresh(self, base: str) -> str:
        """Return a new name."""
        number = 1
        while f"{base}@{number}" in self.taken:
            number += 1
        self.taken.add(f"{base}@{number}")
        return f"{base}@{number}"
