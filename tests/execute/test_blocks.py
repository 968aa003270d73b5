"""Blocks of Jacobians."""

import numpy as np

from cladpy.execute.blocks import Blocks
from cladpy.execute.leaves import Place
from cladpy.execute.structure import structure_of


def test_by_columns_and_by_rows():
    """Both ways fill the same block."""
    result, arguments = structure_of(np.zeros(2)), [structure_of(np.zeros(3))]
    columns, rows = Blocks(result, arguments), Blocks(result, arguments)
    matrix = np.arange(6.0).reshape(2, 3)
    for k in range(3):
        columns.set_column(0, Place(0, (k,)), [matrix[:, k]])
    for k in range(2):
        rows.set_row(Place(0, (k,)), 0, [matrix[k]])
    np.testing.assert_array_equal(columns.structured(bare=True), matrix)
    np.testing.assert_array_equal(rows.structured(bare=True), matrix)


def test_structure():
    """The result's, then that of each argument; a number by a number is one of the result's type."""
    blocks = Blocks(structure_of((np.zeros(2), np.float32(1.0))), [structure_of(2.0), structure_of([1.0, np.zeros(3)])])
    blocks.set_column(0, Place(0, ()), [np.ones(2), 3.0])
    (first, second) = blocks.structured(bare=False)
    assert first[0].shape == (2,)
    assert [np.shape(each) for each in first[1]] == [(2,), (2, 3)]
    assert type(second[0]) is np.float32
    assert second[0] == 3.0
    assert second[1][1].shape == (3,)
