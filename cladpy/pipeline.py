"""The stages in order, as one list, and the entry points that run them."""

from cladpy.generation import Generated, Generation
from cladpy.static_generation import generate_static

STAGES: tuple[tuple[str, str], ...] = (
    ("normalize", "one operation a statement, exits at the ends of blocks"),
    ("varied", "which versions depend on what was asked for, and which reach the result"),
    ("recorded", "what the reverse sweep reads, and how it is had again"),
    ("pullback", "both sweeps, before optimisation"),
    ("optimize", "folded, merged, in place, named"),
    ("release", "del after last use"),
)
"""Names that ``cladpy dump --stage`` takes, with what each stage leaves."""

__all__ = ["STAGES", "Generated", "Generation", "generate_static"]
