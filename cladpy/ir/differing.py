"""What is lost where the facts of several values are joined: whether they are of different structure."""

from collections.abc import Iterator

from cladpy.ir.fact import BOTTOM, Fact, holds_capturing, holds_local_function, join


def differ(facts: list[Fact]) -> bool:
    """Tell whether what is known of some values is lost where they are joined: they are of different structure."""
    joined = BOTTOM
    for fact in facts:
        joined = join(joined, fact if fact.kind != "python" else fact.without_value(), "element")
    return (_holds(joined, "unknown") and not all(_holds(fact, "unknown") for fact in facts)) or any(
        (fact.known and fact.kind not in {"python", "none"}) or holds_local_function(fact) for fact in facts
    )


def are_of_classes(facts: list[Fact]) -> bool:
    """Tell whether values are, or hold, objects of several classes of the user's."""
    return any(_holds(fact, "object") for fact in facts) and differ(facts)


def lose_functions(facts: list[Fact]) -> bool:
    """Tell whether it is no longer known, of some values that are joined, which nested functions they hold."""
    joined = BOTTOM
    for fact in facts:
        joined = join(joined, fact, "element")
    held = [fact for fact in facts if holds_local_function(fact)]
    return any(holds_capturing(fact) or [*_functions(fact)] != [*_functions(joined)] for fact in held)


def _functions(fact: Fact) -> Iterator[object]:
    """Yield the functions that are known in a value."""
    if fact.known and fact.kind == "function":
        yield fact.value
    for item in fact.items or ():
        yield from _functions(item)


def are_none_at_times(facts: list[Fact]) -> bool:
    """Tell whether some values are None where others are not."""
    joined = BOTTOM
    for fact in facts:
        joined = join(joined, fact, "element")
    return _holds(joined, "optional") and not all(_holds(fact, "optional") for fact in facts)


def _holds(fact: Fact, kind: str) -> bool:
    """Tell whether a value is of a kind, or holds one that is."""
    inner = (*(fact.items or ()), *([fact.element] if fact.element is not None else []))
    return fact.kind == kind or any(_holds(item, kind) for item in inner)
