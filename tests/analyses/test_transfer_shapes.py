"""Facts of functions that make or join shapes."""

import numpy as np
import pytest

from cladpy.analyses.transfer_shapes import SHAPE_TRANSFERS
from cladpy.ir.fact import FLOAT, INT, NONE, STR, Dim, Fact, array, of_constant
from tests.stages import fact_text

M, N = Dim("m", one=False), Dim("n", one=False)
SINGLE, DOUBLE = np.dtype("f4"), np.dtype("f8")
VECTOR, MATRIX = array(DOUBLE, (M,)), array(SINGLE, (M, N))
SHAPE = Fact("tuple", items=(of_constant(1), INT, of_constant(3)))


def kind(value):
    """Return the fact of a class."""
    return Fact("class", value=value, known=True)


@pytest.mark.parametrize(
    ("function", "arguments", "keywords", "expected"),
    [
        (np.broadcast_to, [FLOAT, SHAPE], {}, "float64[1, r:1?, =3]"),
        (np.broadcast_to, [VECTOR, INT], {}, "float64[r:0?]"),
        (np.reshape, [MATRIX, SHAPE], {}, "float32[1, r:1?, =3]"),
        (np.reshape, [MATRIX, of_constant(-1)], {}, "float32[r:0?]"),
        (np.ndarray.reshape, [MATRIX, of_constant(2), INT], {}, "float32[=2, r:1?]"),
        (np.reshape, [MATRIX, Fact("tuple", element=INT)], {}, "float32[...]"),
        (np.zeros, [SHAPE], {}, "float64[1, r:1?, =3]"),
        (np.ones, [INT, kind(np.float32)], {}, "float32[r:0?]"),
        (np.empty, [of_constant(1)], {"dtype": kind(int)}, "int64[1]"),
        (np.zeros, [INT], {"dtype": NONE}, "float64[r:0?]"),
        (np.concatenate, [Fact("list", items=(VECTOR, array(SINGLE, (N,))))], {}, "float64[r:0?]"),
        (np.stack, [Fact("tuple", items=(MATRIX, MATRIX))], {}, "float32[r:0?, r:1?, r:2?]"),
        (np.stack, [Fact("list", element=VECTOR)], {}, "float64[r:0?, r:1?]"),
        (np.stack, [Fact("list", items=(FLOAT, FLOAT))], {}, "float64[r:0?]"),
        (np.concatenate, [Fact("list", items=(VECTOR, VECTOR))], {"axis": INT}, "float64[r:0?]"),
        (np.repeat, [MATRIX, INT], {}, "float32[r:0?]"),
        (np.repeat, [MATRIX, INT, of_constant(1)], {}, "float32[r:0?, r:1?]"),
        (np.split, [VECTOR, of_constant(2)], {}, "list(float64[r.0:0?], float64[r.1:0?])"),
        (
            np.array_split,
            [MATRIX, Fact("tuple", items=(INT,))],
            {},
            "list(float32[r.0:0?, r.0:1?], float32[r.1:0?, r.1:1?])",
        ),
        (np.split, [VECTOR, INT], {}, "list of float64[r:0?]"),
        (np.linalg.inv, [array(DOUBLE, (M, M))], {}, "float64[r:0?, r:1?]"),
        (np.linalg.solve, [array(DOUBLE, (M, M)), VECTOR], {}, "float64[r:0?]"),
        (np.linalg.solve, [array(DOUBLE, (N, M, M)), VECTOR], {}, "float64[r:0?, r:1?]"),
        (np.linalg.solve, [array(SINGLE, (M, M)), array(SINGLE, (M, N))], {}, "float32[r:0?, r:1?]"),
    ],
)
def test_shapes(function, arguments, keywords, expected):
    """A size that is written in the source is kept; one that is computed is unknown."""
    assert fact_text(SHAPE_TRANSFERS[function](arguments, keywords, "r")) == expected


@pytest.mark.parametrize(
    ("function", "arguments", "keywords"),
    [
        (np.broadcast_to, [STR, INT], {}),
        (np.broadcast_to, [VECTOR], {"shape": INT}),
        (np.reshape, [VECTOR], {"shape": INT}),
        (np.zeros, [INT], {"order": STR}),
        (np.zeros, [INT, STR], {}),
        (np.concatenate, [VECTOR], {}),
        (np.concatenate, [Fact("list", items=(VECTOR, MATRIX))], {}),
        (np.concatenate, [Fact("list", items=(VECTOR, STR))], {}),
        (np.concatenate, [Fact("list")], {}),
        (np.concatenate, [Fact("list", items=(VECTOR, MATRIX))], {"axis": NONE}),
        (np.concatenate, [Fact("list", items=(VECTOR, VECTOR))], {"axis": NONE}),
        (np.repeat, [array(DOUBLE, None), INT, INT], {}),
        (np.repeat, [STR, INT], {}),
        (np.split, [STR, INT], {}),
        (np.linalg.solve, [VECTOR, array(DOUBLE, None)], {}),
    ],
)
def test_shapes_of_which_nothing_is_known(function, arguments, keywords):
    """None lets another way try."""
    assert SHAPE_TRANSFERS[function](arguments, keywords, "r") is None
