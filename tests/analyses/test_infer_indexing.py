"""The facts of items, slices and gathers."""

import pytest

from tests.analyses.test_infer import infer


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v[0]", "float64"),
        ("v[i]", "float64"),
        ("m[0]", "float32[m:1]"),
        ("m[0, 1]", "float32"),
        ("m[...]", "float32[m:0, m:1]"),
        ("m[..., 0]", "float32[m:0]"),
        ("v[0, ...]", "float64[]"),
        ("m[0, ..., 1]", "float32[]"),
        ("v[None]", "float64[1, v:0]"),
        ("v[:, None]", "float64[v:0, 1]"),
        ("v[None, ..., None]", "float64[1, v:0, 1]"),
        ("m[:, 0][None]", "float32[1, m:0]"),
        ("v[0, 0]", "unknown"),
    ],
)
def test_basic_indices(expression, expected):
    """Ints take a dimension away, None adds a 1, Ellipsis stands for the rest and makes an array of no dimensions."""
    assert infer(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v[:]", "float64[v:0]"),
        ("v[0:]", "float64[v:0]"),
        ("v[::-1]", "float64[v:0]"),
        ("v[1:]", "float64[(v:0)-1?]"),
        ("v[:-1]", "float64[(v:0)-1?]"),
        ("v[1:-1]", "float64[(v:0)-2?]"),
        ("v[2:]", "float64[(v:0)-2?]"),
        ("v[:-2]", "float64[(v:0)-2?]"),
        ("v[:2]", "float64[(v:0)[None:2:None]?]"),
        ("v[-2:]", "float64[(v:0)[-2:None:None]?]"),
        ("v[::2]", "float64[(v:0)[None:None:2]?]"),
        ("v[i:]", "float64[e:0?]"),
        ("m[1:, :]", "float32[(m:0)-1?, m:1]"),
    ],
)
def test_slices(expression, expected):
    """Equal slices of equal dimensions are equal: what is cut off from both ends counts, not where."""
    assert infer(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v[k]", "float64[k:0]"),
        ("m[k]", "float32[k:0, m:1]"),
        ("m[[0, 1]]", "float32[e:0?, m:1]"),
        ("v[w]", "float64[e:0?]"),
        ("m[w]", "float32[e:0?, m:1]"),
        ("m[m > 0]", "float32[e:0?]"),
        ("v[f]", "number float64[...]"),
        ("v[True]", "float64[e:0?, v:0]"),
        ("m[True, 0]", "float32[...]"),
    ],
)
def test_gathers(expression, expected):
    """An index array gives its own dimensions, a mask as many elements as it holds."""
    assert infer(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("p[0]", "float"),
        ("p[-1]", "float64[p[1]:0]"),
        ("p[1:]", "tuple(float64[p[1]:0])"),
        ("p[i]", "number float64[...]"),
        ("p[5]", "bottom"),
        ("p[i:]", "tuple of number float64[...]"),
        ("l[0]", "float"),
        ("l[i]", "float"),
        ("d['a']", "float"),
        ("d['c']", "bottom"),
        ("d[t]", "bottom"),
        ("pair[0]", "float"),
    ],
)
def test_containers(expression, expected):
    """An index that is known gives its item, another the join of all."""
    assert infer(expression) == expected
