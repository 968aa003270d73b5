"""What is lost where the facts of several values are joined: whether they are of different structure."""

from cladpy.ir.fact import BOTTOM, Fact, holds_local_function, join


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
