"""Which version made the array that a version is: stores, and joins of what stores have left, keep the array.

before: ``out.1 = np.zeros(n)``, in a loop ``out.2 = phi(out.1, out.3)``, ``out.3 = store(out.2)``
after:  ``out.1`` for each of them
"""

from collections.abc import Mapping

from cladpy.analyses.versions import Version

JOINS = ("join", "head", "exit")


def origin_of(table: Mapping[str, Version], version: str) -> str | None:
    """Return the version that made the array of a version, or None if it may be one of several arrays.

    Examples
    --------
    >>> made = Version("u", "assign", (0,), (), 1)
    >>> head = Version("u", "head", (0, 1), (1,), 2, ("u.1", "u.3"))
    >>> store = Version("u", "store", (0, 1), (1,), 3, ("u.2",))
    >>> origin_of({"u.1": made, "u.2": head, "u.3": store}, "u.3")
    'u.1'
    """
    found: set[str] = set()
    seen: set[str] = set()
    todo = [version]
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        info = table.get(current)
        if info is not None and (info.kind == "store" or info.kind in JOINS) and info.sources:
            todo += info.sources
        else:
            found.add(current)
    return found.pop() if len(found) == 1 else None
