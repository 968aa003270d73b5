"""What an expression of a file names."""

import pytest

from cladpy.planning.discovery.parsed_file import ParsedFile
from cladpy.planning.discovery.static_names import LibraryMember, OwnClass, OwnFunction, OwnModule, StaticNames

PROGRAM = """
import functools, numpy as np, side
import scipy.linalg
from scipy import special as sp
from unknown import thing
@functools.lru_cache
def f(x): return x
@changed
def g(x): return x
class C:
    def m(self): return self
    @staticmethod
    def s(x): return x
    def other(x, self): return self
c = C()
alias = f
"""


@pytest.fixture
def named(tmp_path):
    """Return a function that tells what an expression names at the end of the program."""

    def name(expression):
        path = tmp_path / "model.py"
        path.write_text(f"{PROGRAM}\n({expression})\n")
        (tmp_path / "side.py").write_text("def h(x): return x\n")
        file = ParsedFile.read(path)
        return StaticNames(lambda *_: None).named(file.tree.body[-1].value, file)

    return name


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("np.tanh", "numpy.tanh"),
        ("scipy.linalg.solve", "scipy.linalg.solve"),
        ("sp.erf", "scipy.special.erf"),
        ("thing.part", "unknown.thing.part"),
        ("len", "len"),
    ],
)
def test_members_of_libraries_have_dotted_names(named, expression, name):
    """Whatever they are called in the file; builtins by their own name."""
    assert named(expression) == LibraryMember(name)


@pytest.mark.parametrize(
    ("expression", "qualname", "is_bound", "changed_by"),
    [
        ("f", "f", False, ""),
        ("alias", "f", False, ""),
        ("f.__wrapped__", "f", False, ""),
        ("g", "g", False, "changed"),
        ("side.h", "h", False, ""),
        ("C.m", "C.m", False, ""),
        ("c.m", "C.m", True, ""),
        ("c.s", "C.s", False, ""),
        ("C().m", "C.m", True, ""),
        ("lambda x: x", "<lambda>", False, ""),
    ],
)
def test_functions_are_found(named, expression, qualname, is_bound, changed_by):
    """With the object that they are bound to and the decorator that may change them."""
    found = named(expression)
    assert isinstance(found, OwnFunction)
    assert (found.reference.qualname, found.is_bound, found.changed_by) == (qualname, is_bound, changed_by)


def test_classes_objects_and_modules_are_told_apart(named):
    """An object of a class is known by its class."""
    assert isinstance(named("side"), OwnModule)
    assert named("C").is_instance is False
    assert named("c").is_instance is True
    assert isinstance(named("C"), OwnClass)


@pytest.mark.parametrize("expression", ["f(1)", "1 + 1", "f.attribute", "c.absent", "c()", "side.absent", "[f][0]"])
def test_the_rest_names_nothing(named, expression):
    """What only a run can tell is not guessed."""
    assert named(expression) is None
