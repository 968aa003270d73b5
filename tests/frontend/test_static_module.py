"""Files as function objects, without running them."""

import textwrap
import types

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.static.unresolved import Unresolved
from cladpy.frontend.static_module import load_static
from cladpy.request import FunctionReference


@pytest.fixture
def load(tmp_path):
    """Write a file and those beside it, and read the first one statically."""

    def load(text, **others):
        for name, content in others.items():
            place = tmp_path / (name.replace("__of__", "/") + ".py")
            place.parent.mkdir(exist_ok=True)
            place.write_text(textwrap.dedent(content))
        path = tmp_path / "model.py"
        path.write_text(textwrap.dedent(text))
        return load_static(path)

    return load


def test_nothing_of_the_file_is_run(load, tmp_path, capsys):
    """No statement, default, decorator, base class or class body of the user's is executed."""
    marker = tmp_path / "marker"
    module = load(
        f"""
        def leave(*args, **kwargs):
            open({str(marker)!r}, "w").close()
            raise RuntimeError("this ran")

        class Hook:
            def __init_subclass__(cls):
                leave()
            def __class_getitem__(cls, item):
                leave()
            def __set_name__(self, owner, name):
                leave()
            def __call__(self, *args):
                leave()

        print("hello")
        leave()
        class Below(Hook, tag=leave()):
            leave()
            x = leave()
        class Plain(Hook): pass
        class Meta(type):
            def __new__(*args): leave()
        class Made(metaclass=Meta): pass
        T = Hook[int]
        @leave
        def f(x, y=leave(), *, z: leave() = leave()): return x
        for i in range(3): leave()
        while True: leave()
        with leave(): pass
        try: leave()
        except leave(): leave()
        value = leave()
        table = [leave(), lambda: leave()]
        if leave(): pass
        max(1, 2, key=leave)
        largest = max([1], key=leave)
        assert leave()
        import side
        """,
        side="raise RuntimeError('a sibling ran')",
    )
    assert not marker.exists()
    assert capsys.readouterr().out == ""
    assert isinstance(module.namespace["value"], Unresolved)
    assert isinstance(module.namespace["f"], Unresolved)
    assert isinstance(module.namespace["Below"], Unresolved)
    assert isinstance(module.namespace["Plain"], Unresolved)
    assert isinstance(module.namespace["Made"], Unresolved)
    assert isinstance(module.namespace["side"], types.ModuleType)


def test_functions_compute_what_the_file_defines(load):
    """The function object is the one that an import would make."""
    module = load("""
        import numpy as np

        RATE = 0.5

        def helper(x):
            return x * RATE

        def loss(w, x, *, scale=2.0):
            return np.sum(helper(w @ x)) * scale
        """)
    loss = module.namespace["loss"]
    assert loss(np.array([1.0, 2.0]), np.array([3.0, 4.0])) == 11.0
    assert (loss.__module__, loss.__qualname__, loss.__kwdefaults__) == ("model", "loss", {"scale": 2.0})


def test_reference_by_name(load):
    """Nested names may be left out where they are not needed; a wrong one is answered with the closest."""
    module = load("""
        def loss(w): return w
        class A:
            def step(self): return 1
        class B:
            def step(self): return 1
        def train():
            def inner(x): return x
        """)
    assert module.reference("inner").qualname == "train.<locals>.inner"
    assert module.reference("A.step").line == 4
    with pytest.raises(CladpyError, match="several functions are called 'step'"):
        module.reference("step")
    with pytest.raises(CladpyError, match="did you mean 'loss'"):
        module.reference("los")
    with pytest.raises(CladpyError, match="C304"):
        module.function(FunctionReference("model", "other", "model.py", 1))


def test_last_of_several_definitions_counts(load):
    """A function that is defined again replaces the first."""
    module = load("def f(x): return x\ndef f(x): return 2 * x\n")
    assert module.namespace["f"](1) == 2
    assert module.reference("f").line == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"def f(:\n", "bad.py is no Python"),
        (b"return 1\n", "bad.py is no Python: 'return' outside function"),
        (b"x = 1\n\0", "C304"),
        (b"# coding: nonsense\n", "UTF-8"),
        (b"x = '\xff'\n", "UTF-8"),
    ],
)
def test_file_that_is_no_python_is_refused(tmp_path, text, expected):
    """The error is cladpy's own, with the place where there is one."""
    path = tmp_path / "bad.py"
    path.write_bytes(text)
    with pytest.raises(CladpyError, match=expected) as caught:
        load_static(path)
    assert caught.value.code == "C304"


def test_missing_file_is_refused(tmp_path):
    """So is a folder."""
    with pytest.raises(CladpyError, match=r"cannot read .*absent\.py"):
        load_static(tmp_path / "absent.py")
    with pytest.raises(CladpyError, match="cannot read"):
        load_static(tmp_path)


def test_latin_1_and_empty_files_are_read(tmp_path):
    """A declared encoding is obeyed; nothing in a file is no error."""
    path = tmp_path / "latin.py"
    path.write_bytes("# coding: latin-1\nX = 'é'\n".encode("latin-1"))
    assert load_static(path).namespace["X"] == "é"
    path.write_text("")
    assert load_static(path).functions == {}


def test_reading_gives_no_warning(load):
    """Python's own warnings about the text are for the run."""
    assert load("X = '\\d'\nY = 1\nZ = Y is 1\n").namespace["Y"] == 1
