"""Through which operands of an operation a derivative may flow."""

import pytest

from cladpy.analyses.operations import links
from tests.analyses.test_classify import operation


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v", ["v"]),
        ("2.5", []),
        ("v * f", ["v", "f"]),
        ("np.clip(v, f, 2.0)", ["v", "f"]),
        ("np.sum(m, axis=i)", ["m"]),
        ("np.floor(v)", []),
        ("np.argmax(v)", []),
        ("v[i]", ["v"]),
        ("layer.w", ["layer"]),
        ("(v, f)", ["v", "f"]),
        ("{'a': v}", ["v"]),
        ("l * i", ["l"]),
        ("l + l", ["l", "l"]),
        ("square(v, f)", ["v", "f"]),
        ("ruled(v, f)", ["v", "f"]),
        ("logged(v)", []),
        ("v > f", []),
        ("nothing(v, f)", ["nothing", "v", "f"]),
    ],
)
def test_links(expression, expected):
    """Not through indices, comparisons, slopes that are zero, and functions that are not differentiated."""
    assert links(operation(expression)) == expected
