"""Statements of the intermediate representation."""

import dataclasses

import pytest

from cladpy.ir import statements as ir
from cladpy.ir.expressions import name, store_name

INNER = ir.Pass(3)
NESTED = (
    ir.Pass(1),
    ir.If(name("c"), (ir.For(store_name("i"), name("x"), (INNER,), 2),), (ir.Pass(4),), 2),
    ir.With(name("w"), (ir.While(name("c"), (ir.Break(6),), 5),), 5),
)


def test_a_block_is_walked_in_source_order():
    """The nested ones behind their owner, a branch's body before its else."""
    assert [type(statement).__name__ for statement in ir.walk(NESTED)] == [
        "Pass",
        "If",
        "For",
        "Pass",
        "Pass",
        "With",
        "While",
        "Break",
    ]
    assert [statement.source for statement in ir.walk(NESTED)] == [1, 2, 2, 3, 4, 5, 5, 6]


def test_statements_are_frozen():
    """A pass builds new ones."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        INNER.source = 4


@pytest.mark.parametrize("kind", ir.Statement.__args__, ids=lambda kind: kind.__name__)
def test_every_statement_knows_the_line_it_stems_from(kind):
    """0 stands for none."""
    (found,) = [field for field in dataclasses.fields(kind) if field.name == "source"]
    assert found.default == 0
