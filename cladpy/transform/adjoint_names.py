"""The variable of each adjoint: ``d_h`` for ``h``, ``d_t_0`` for an item of ``t``, a marked one where that is taken.

before: ``h``, ``d_h`` of the user's; ``t = (a, b)``, ``t_0``     after: ``d_h@a``, ``d_d_h``; ``d_t_0``, ``d_t_0@a``

A mark stands behind ``@``, so that no name of the user's can have it; the naming pass prints ``d_h_2``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from cladpy.transform.structures import Path, suffix


@dataclass(slots=True)
class AdjointNames:
    """Gives each variable, or item of one, an adjoint variable that nothing else has.

    Parameters
    ----------
    variables : iterable of str
        Those of the primal.

    Examples
    --------
    >>> names = AdjointNames.beside(["h", "d_h", "t", "t_0", "v@3"])
    >>> names.of("h"), names.of("d_h"), names.of("v@3"), names.of("t", (0,)), names.of("t_0"), names.of("t_0")
    ('d_h@a', 'd_d_h', 'd@3', 'd_t_0', 'd_t_0@a', 'd_t_0@a')
    """

    taken: set[str]
    given: dict[tuple[str, Path], str] = field(default_factory=dict)

    @classmethod
    def beside(cls, variables: Iterable[str]) -> "AdjointNames":
        """Return the names beside a function's variables."""
        return cls({part for variable in variables for part in (variable, variable.partition("@")[0])})

    def of(self, variable: str, path: Path = ()) -> str:
        """Return the variable of the adjoint of a variable, or of one of its items."""
        key = (variable, path)
        if key not in self.given:
            self.given[key] = self._unused(_spelled(variable, path))
            self.taken.add(self.given[key])
        return self.given[key]

    def _unused(self, spelled: str) -> str:
        base, mark, number = spelled.partition("@")
        candidate, count = spelled, 1
        while candidate in self.taken:
            suffixed = "a" if count == 1 else f"a{count}"
            candidate = f"{base}@{suffixed}{mark and '_'}{number}"
            count += 1
        return candidate


def _spelled(variable: str, path: Path) -> str:
    if variable.startswith("v@"):
        return f"d@{variable[2:]}{'x' if path else ''}{suffix(path)}"
    base, _, number = variable.partition("@")
    return f"d_{base}{suffix(path)}{'@' + number if number else ''}"
