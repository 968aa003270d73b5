"""Calls of the iterators of Python and of ``itertools``: which of them are written as loops, and their arguments."""

import itertools

import gast

BUILTINS: dict[str, object] = {
    "map": map, "filter": filter, "zip": zip, "enumerate": enumerate, "reversed": reversed, "iter": iter,
}  # fmt: skip
"""The iterators that are builtins, by name."""

_ARGUMENTS: dict[object, tuple[int, int, frozenset[str]]] = {
    map: (2, 99, frozenset()),
    filter: (2, 2, frozenset()),
    zip: (1, 99, frozenset({"strict"})),
    enumerate: (1, 2, frozenset({"start"})),
    reversed: (1, 1, frozenset()),
    iter: (1, 1, frozenset()),
    itertools.chain: (1, 99, frozenset()),
    itertools.chain.from_iterable: (1, 1, frozenset()),
    itertools.product: (1, 99, frozenset({"repeat"})),
    itertools.accumulate: (1, 2, frozenset({"func", "initial"})),
    itertools.pairwise: (1, 1, frozenset()),
    itertools.islice: (2, 4, frozenset()),
    itertools.count: (0, 2, frozenset({"start", "step"})),
    itertools.repeat: (1, 2, frozenset({"times"})),
    itertools.cycle: (1, 1, frozenset()),
    itertools.takewhile: (2, 2, frozenset()),
    itertools.dropwhile: (2, 2, frozenset()),
    itertools.filterfalse: (2, 2, frozenset()),
    itertools.starmap: (2, 2, frozenset()),
    itertools.zip_longest: (1, 99, frozenset({"fillvalue"})),
    itertools.combinations: (2, 2, frozenset({"r"})),
    itertools.permutations: (1, 2, frozenset({"r"})),
}
"""The iterators that are written as loops: how many arguments they have by place, and the keywords that they take."""


def is_written(node: gast.Call, meant: object) -> bool:
    """Tell whether a call of an iterator has the arguments that are followed."""
    if meant not in _ARGUMENTS:
        return False
    least, most, keywords = _ARGUMENTS[meant]
    given = {keyword.arg for keyword in node.keywords}
    if not least <= len(node.args) <= most or not given <= keywords:
        return False
    if meant is itertools.product:
        times = keyword_of(node, "repeat")
        return times is None or _is_count(times)
    if meant in (itertools.combinations, itertools.permutations):
        return _is_count(argument_of(node, 1, "r"))
    return meant is not itertools.islice or not any(map(_is_negative, node.args[1:]))


def _is_count(node: gast.expr | None) -> bool:
    return isinstance(node, gast.Constant) and type(node.value) is int and 1 <= node.value <= 4


def _is_negative(node: gast.expr) -> bool:
    return isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub)


def argument_of(node: gast.Call, position: int, keyword: str) -> gast.expr | None:
    """Return an argument that may be given by place or by name."""
    return node.args[position] if len(node.args) > position else keyword_of(node, keyword)


def keyword_of(node: gast.Call, word: str) -> gast.expr | None:
    """Return an argument that is given by name."""
    return next((keyword.value for keyword in node.keywords if keyword.arg == word), None)


def is_false(node: gast.expr) -> bool:
    """Tell whether an argument is written as False."""
    return isinstance(node, gast.Constant) and node.value is False


def is_none(node: gast.expr | None) -> bool:
    """Tell whether an argument is missing or None."""
    return node is None or (isinstance(node, gast.Constant) and node.value is None)
