"""Names that statements read before they assign them."""

import gast
import pytest

from cladpy.normalize.exposed import changed_names, exposed


@pytest.mark.parametrize(
    ("text", "read", "assigned"),
    [
        ("a = b", "b", "a"),
        ("a = b; c = a", "b", "a c"),
        ("a += b", "a b", "a"),
        ("u[i] = v", "i u v", ""),
        ("a.x = b", "a b", ""),
        ("a, (b, *c) = d", "d", "a b c"),
        ("if a:\n    b = c\nelse:\n    b = d", "a c d", "b"),
        ("if a:\n    b = c\nd = b", "a b c", "d"),
        ("for i in a:\n    b = i\nc = b", "a b", "c"),
        ("while a:\n    b = c", "a c", ""),
        ("with a as b:\n    c = b", "a", "b c"),
        ("with a:\n    c = b", "a b", "c"),
        ("a: float = b", "b", "a"),
        ("a: float", "", ""),
        ("def f(x):\n    return x + y", "x y", "f"),
        ("try:\n    a = b\nfinally:\n    c = d", "b d", ""),
        ("return a", "a", ""),
    ],
)
def test_what_is_read_and_assigned(text, read, assigned):
    """On some path, and on every path."""
    found = exposed(gast.parse(text).body)
    assert tuple(" ".join(sorted(names)) for names in found) == (read, assigned)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a = b", "a"),
        ("u[i] = v", "u"),
        ("u[i][j] += v", "u"),
        ("p.x.y = v", "p"),
        ("l.append(v)", "l v"),
        ("np.exp(a, out=b)", "a b np"),
        ("c = np.exp(a, out=b)", "b c"),
        ("del d[k]", "d"),
        ("for i in x:\n    s += i", "i s"),
    ],
)
def test_what_may_change(text, names):
    """Names that are bound, stored into, or given to a call that is made for its effect."""
    assert " ".join(sorted(changed_names(gast.parse(text).body))) == names
