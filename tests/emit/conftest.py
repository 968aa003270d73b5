"""What the tests of the printer share: ruff's formatter, and trees with comments in them."""

import re
import subprocess
import sys

import gast
import pytest

from cladpy.emit.comment import Comment


@pytest.fixture(scope="session")
def ruff_format(tmp_path_factory):
    """Return a function that formats many texts at once, each as a file of its own, with ruff's defaults."""
    pytest.importorskip("ruff")

    def format_texts(texts: list[str], *, width: int = 100) -> list[str]:
        folder = tmp_path_factory.mktemp("ruff")
        paths = [folder / f"text_{number}.py" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
        command = [sys.executable, "-m", "ruff", "format", "--isolated", "--quiet", "--no-cache"]
        subprocess.run([*command, "--line-length", str(width), str(folder)], check=True)
        return [path.read_text(encoding="utf-8", errors="surrogatepass") for path in paths]

    return format_texts


@pytest.fixture(scope="session")
def parse_with_comments():
    """Return a function that parses a text into a gast tree in which each comment line is a statement."""

    def parse(text: str) -> gast.Module:
        marked = re.sub(r"^( *)# ?(.*)$", lambda found: f"{found[1]}COMMENT({found[2]!r})", text, flags=re.MULTILINE)
        return _Unmark().visit(gast.parse(marked))

    return parse


class _Unmark(gast.NodeTransformer):
    """Put comments where calls of COMMENT are."""

    def visit_Expr(self, node: gast.Expr) -> gast.stmt:
        is_mark = isinstance(node.value, gast.Call) and getattr(node.value.func, "id", None) == "COMMENT"
        return Comment(node.value.args[0].value) if is_mark else node
