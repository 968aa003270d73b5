"""Colours for the columns of a sparse matrix: columns of one colour share no row, so that one sweep gives them all.

Greedy in order of falling degree. Source: Curtis, Powell & Reid, On the estimation of sparse Jacobian matrices, IMA J.
Appl. Math. 13, 1974; Gebremedhin, Manne & Pothen, What color is your Jacobian?, SIAM Review 47, 2005.
"""

from collections.abc import Sequence

import numpy as np


def color_columns(rows_of: Sequence[np.ndarray], rows: int) -> list[int]:
    """Return a colour for each column, given the rows of its entries.

    Examples
    --------
    >>> diagonal = [np.array([0]), np.array([1]), np.array([2])]
    >>> color_columns(diagonal, 3)
    [0, 0, 0]
    >>> banded = [np.array([0, 1]), np.array([0, 1, 2]), np.array([1, 2])]
    >>> color_columns(banded, 3)
    [1, 0, 2]
    """
    columns_in: list[list[int]] = [[] for _ in range(rows)]  # coloured ones, by row
    colors = [-1] * len(rows_of)
    order = sorted(range(len(rows_of)), key=lambda column: (-len(rows_of[column]), column))
    for column in order:
        taken = {colors[other] for row in rows_of[column] for other in columns_in[row]}
        colors[column] = next(color for color in range(len(rows_of) + 1) if color not in taken)
        for row in rows_of[column]:
            columns_in[row].append(column)
    return colors
