"""Colours for columns that do not meet."""

import numpy as np
import pytest

from cladpy.execute.coloring import color_columns


def rows_of(pattern):
    """Return the rows of each column's entries."""
    return [np.flatnonzero(column) for column in pattern.T]


@pytest.mark.parametrize(
    ("pattern", "colors"),
    [(np.eye(5, dtype=bool), 1), (np.ones((3, 5), bool), 5), (np.tri(5, dtype=bool) & ~np.tri(5, k=-2, dtype=bool), 2)],
)
def test_numbers_of_colors(pattern, colors):
    """One for a diagonal, one a column for a full matrix, the width of a band."""
    assert len(set(color_columns(rows_of(pattern), len(pattern)))) == colors


def test_columns_of_one_color_share_no_row():
    """For random patterns."""
    generator = np.random.default_rng(3)
    for density in (0.05, 0.2):
        pattern = generator.random((40, 60)) < density
        colors = np.array(color_columns(rows_of(pattern), 40))
        for color in set(colors.tolist()):
            assert pattern[:, colors == color].sum(axis=1).max() <= 1
