"""What the tests of static reading share: files that are read and never run."""

import textwrap

import pytest

from cladpy.frontend.static_module import load_static


@pytest.fixture
def read(tmp_path):
    """Write a file and those beside it, and read the first one statically."""

    def read_text(text, **others):
        for name, content in others.items():
            place = tmp_path / (name.replace("__of__", "/") + ".py")
            place.parent.mkdir(exist_ok=True)
            place.write_text(textwrap.dedent(content))
        path = tmp_path / "model.py"
        path.write_text(textwrap.dedent(text))
        return load_static(path)

    return read_text
