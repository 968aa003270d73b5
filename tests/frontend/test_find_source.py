"""Tests of the look-up of a live function's source."""

import importlib
import linecache
import os
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import gast
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.find_source import find_source, function_source, location
from cladpy.frontend.source_file import parse_file

ROOT = Path(__file__).parents[2]


def refusal(function):
    """Return the error that a function's look-up ends in."""
    with pytest.raises(CladpyError) as caught:
        find_source(function)
    assert caught.value.code == "C304"
    assert caught.value.hint
    return caught.value


# ---- definitions ----


def test_function_is_found_with_its_file_and_positions(load, text_of):
    """The node is the one of the file's tree, so its line is the line in the file."""
    module = load("import math\n\n\ndef f(x):\n    return math.sin(x)\n")
    source = find_source(module.f)
    assert (source.name, source.qualname, source.is_lambda, source.class_name) == ("f", "f", False, None)
    assert source.file == module.__file__
    assert source.tree.lineno == 4
    assert source.lines[4] == "    return math.sin(x)"
    assert text_of(source.tree.body[0].value, source) == "math.sin(x)"


def test_docstring_left_of_the_code_is_no_obstacle(load, text_of):
    """Dedenting this text would fail; reading the whole file does not."""
    module = load(
        '''
class A:
    def f(self, x):
        """Return it
doubled.
"""
        return 2 * x
'''
    )
    source = find_source(module.A.f)
    assert source.qualname == "A.f"
    assert text_of(source.tree.body[1], source) == "return 2 * x"


def test_nested_functions_of_one_name_are_told_apart(load, text_of):
    """Two functions named inner are found at their own lines."""
    module = load(
        """
        def outer(flag):
            if flag:
                def inner(x):
                    return x
            else:
                def inner(x):
                    return 2 * x
            return inner
        """
    )
    assert text_of(find_source(module.outer(True)).tree.body[0], find_source(module.outer(True))) == "return x"
    assert text_of(find_source(module.outer(False)).tree.body[0], find_source(module.outer(False))) == "return 2 * x"
    assert find_source(module.outer(True)).qualname == "outer.<locals>.inner"


def test_redefined_function_is_the_one_that_runs(load):
    """Of two definitions of a name the live one is found."""
    module = load("def f(x):\n    return x\n\n\nfirst = f\n\n\ndef f(x):\n    return 2 * x\n")
    assert find_source(module.first).tree.lineno == 1
    assert find_source(module.f).tree.lineno == 8


@pytest.mark.parametrize("name", ["method", "static", "of_class", "__call__", "area"])
def test_methods_are_found_with_their_class(load, name):
    """Plain, static and class methods, special methods and property getters know their class."""
    module = load(
        """
        class A:
            def method(self, x):
                return x
            @staticmethod
            def static(x):
                return x
            @classmethod
            def of_class(cls, x):
                return x
            def __call__(self, x):
                return x
            @property
            def area(self):
                return 1.0
        """
    )
    kept = module.A.__dict__[name]
    function = kept.fget if isinstance(kept, property) else kept
    source = find_source(function)
    assert (source.name, source.class_name, source.qualname) == (name, "A", f"A.{name}")


def test_bound_method_gives_its_function(load):
    """The object of a bound method does not matter for its source."""
    module = load("class A:\n    def f(self, x):\n        return x\n")
    assert find_source(module.A().f) == find_source(module.A.f)


def test_function_in_a_method_knows_the_class(load):
    """The zero-argument super() of a nested function refers to the class around its method."""
    module = load("class A:\n    def f(self):\n        def g(x):\n            return x\n        return g\n")
    assert find_source(module.A().f()).class_name == "A"


def test_parameter_with_a_private_name_is_no_obstacle(load):
    """Python renames __x of a method in the code object, not in the text."""
    module = load("class A:\n    def f(self, __x, *, __y=1):\n        return __x\n")
    assert find_source(module.A.f).name == "f"


def test_function_declared_global_inside_another_is_found(load):
    """The qualified name of such a function has no outer part."""
    module = load("def outer():\n    global g\n    def g(x):\n        return x\n\n\nouter()\n")
    source = find_source(module.g)
    assert source.qualname == "g"
    assert parse_file("\n".join(source.lines)).definitions[1].qualname == "g"


def test_names_and_columns_beyond_ascii_are_counted_in_characters(load, text_of):
    """Trees count UTF-8 bytes; a user counts characters."""
    module = load('def größe(π, s="→→"):\n    return π * s + größe\n')
    source = find_source(module.größe)
    place = location(source.tree.body[0].value.left.right, source)
    assert (place.column, place.end_column) == (16, 17)
    assert text_of(source.tree.args.args[1], source) == "s"
    assert text_of(source.tree.body[0].value.right, source) == "größe"


def test_line_ends_of_windows_are_no_part_of_lines(load, text_of):
    """A file with CRLF has the same lines and columns."""
    module = load("def f(x):\n    return x + 1\n", newline="\r\n")
    source = find_source(module.f)
    assert source.lines[1] == "    return x + 1"
    assert text_of(source.tree.body[0], source) == "return x + 1"


def test_form_feed_does_not_end_a_line(load):
    """Only newlines do, in Python's own count too."""
    module = load("a = 1\n\x0c\ndef f(x):\n    return x\n")
    source = find_source(module.f)
    assert source.lines[location(source.tree, source).line - 1] == "def f(x):"


def test_tabs_and_a_byte_order_mark_keep_columns(load, text_of):
    """A tab is one character; the mark at the start of the file is none."""
    module = load("\ufeffdef f(x):\n\treturn x\n")
    source = find_source(module.f)
    assert location(source.tree, source).column == 1
    assert text_of(source.tree.body[0], source) == "return x"


def test_async_function_is_found_for_the_fence_to_refuse(load):
    """What is accepted is decided later; here only the source matters."""
    module = load("async def f(x):\n    return x\n")
    assert isinstance(find_source(module.f).tree, gast.AsyncFunctionDef)


# ---- where text comes from ----


def test_function_made_by_exec_is_found_through_linecache():
    """A text that debuggers can show can be differentiated."""
    text = "def f(x):\n    return x * 2\n"
    linecache.cache["<cell 1>"] = (len(text), None, text.splitlines(keepends=True), "<cell 1>")
    namespace = {}
    exec(compile(text, "<cell 1>", "exec"), namespace)
    try:
        assert find_source(namespace["f"]).lines[1] == "    return x * 2"
    finally:
        del linecache.cache["<cell 1>"]


def test_notebook_cells_are_found_also_with_await_at_their_top():
    """A cell is compiled statement by statement, under a file name that does not exist."""
    text = "await thing()\nf = lambda x: x * 2\n\ndef g(x):\n    return f(x)\n"
    name = "/nowhere/ipykernel_1/2.py"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    namespace = {}
    for statement in gast.gast_to_ast(gast.parse(text)).body[1:]:
        module = gast.gast_to_ast(gast.Module(body=[], type_ignores=[]))
        module.body = [statement]
        exec(compile(module, name, "exec"), namespace)
    try:
        assert find_source(namespace["g"]).tree.lineno == 4
        assert find_source(namespace["f"]).name == "lambda_1"
    finally:
        del linecache.cache[name]


def test_module_in_a_zip_archive_is_found(tmp_path, monkeypatch):
    """The loader of the module hands out its text."""
    with zipfile.ZipFile(tmp_path / "lib.zip", "w") as archive:
        archive.writestr("zipped_model.py", "def f(x):\n    return x\n")
    monkeypatch.syspath_prepend(str(tmp_path / "lib.zip"))
    module = importlib.import_module("zipped_model")
    assert find_source(module.f).lines[0] == "def f(x):"


@pytest.mark.parametrize("flags", [(), ("-O",), ("-OO",)], ids=["plain", "O", "OO"])
def test_script_is_found_after_a_change_of_directory(tmp_path, flags):
    """``python script.py`` leaves a relative file name in its code objects."""
    script = """
        import os
        from cladpy.frontend.find_source import find_source

        def f(x):
            '''Doc.'''
            assert x
            return x

        os.chdir("/")
        print(find_source(f).tree.lineno)
        """
    (tmp_path / "script.py").write_text(textwrap.dedent(script))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, *flags, "script.py"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout == "5\n"


def test_future_statements_are_handed_to_the_comparison(load):
    """Annotations kept as text make other code objects of nested functions."""
    module = load(
        "from __future__ import annotations\n\ndef f(x: int):\n    def g(y: list[int]): return y\n    return g(x)\n"
    )
    assert find_source(module.f).name == "f"


def test_same_text_is_parsed_once(load):
    """Two functions of one file share its tree."""
    module = load("def f(x):\n    return x\n\n\ndef g(x):\n    return x\n")
    assert find_source(module.f).lines is find_source(module.g).lines
    assert find_source(module.f).tree is find_source(module.f).tree


def test_function_of_a_rewritten_module_is_found():
    """Under pytest the assertions of this very file are compiled from another tree."""

    def f(x):
        assert x > 0
        return x

    assert find_source(f).qualname.endswith("f")


def test_function_is_found_in_a_file_that_was_not_run():
    """The static front end takes the same sources from text alone."""
    file = parse_file("class A:\n    def f(self):\n        return lambda x: x\n")
    [method, inner] = [function_source(definition, file, "a.py") for definition in file.definitions]
    assert (method.qualname, method.class_name, method.file) == ("A.f", "A", "a.py")
    assert (inner.qualname, inner.class_name, inner.is_lambda) == ("A.f.<locals>.<lambda>", "A", True)


# ---- no source ----


def test_function_made_from_a_string_is_refused():
    """Text that nobody kept cannot be read."""
    namespace = {}
    exec("def f(x):\n    return x\n", namespace)
    assert "made from a string (<string>)" in refusal(namespace["f"]).message


def test_deleted_file_is_refused(load):
    """The file is named."""
    module = load("def f(x):\n    return x\n")
    Path(module.__file__).unlink()
    assert "its file cannot be read" in refusal(module.f).message


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return 3 * x\n",
        "def f(x):\n    return 2.0 * x\n",
        "\ndef f(x):\n    return 2 * x\n",
        "def g(x):\n    return 2 * x\n",
        "def f(x, y):\n    return 2 * x\n",
        "def f(x:\n",
        "\0",
    ],
    ids=["constant", "type", "line", "name", "parameters", "syntax", "binary"],
)
def test_file_changed_since_its_import_is_refused(load, text):
    """The program that runs is differentiated or none; never the one that was typed later."""
    module = load("def f(x):\n    return 2 * x\n")
    path = Path(module.__file__)
    path.write_text(text)
    os.utime(path, (1, 1))
    assert "no longer reads as it did" in refusal(module.f).message


def test_location_of_a_node_without_position_spans_its_parts(load, text_of):
    """Argument lists, keywords and with items have none of their own in some trees."""
    module = load("def f(x, y=1):\n    with open(x) as z:\n        return z\n\n\ndef g():\n    return 1\n")
    source = find_source(module.f)
    assert text_of(source.tree.args, source) == "x, y=1"
    assert text_of(source.tree.body[0].items[0], source) == "open(x) as z"
    assert location(find_source(module.g).tree.args, find_source(module.g)).line == 6
