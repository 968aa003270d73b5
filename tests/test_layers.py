"""The package's layers import downwards only, and at the top of the file only."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cladpy"

# From the bottom up. Layers of one rank do not import one another; the modules of the foundation are one layer.
RANKS = (
    ("foundation",),
    ("runtime", "ir"),
    ("frontend", "rules"),
    ("normalize",),
    ("analyses",),  # of the normal form, whose shape they may ask normalize for
    ("planning",),
    ("transform",),
    ("optimize",),
    ("release",),
    ("emit", "backends"),
    ("jit",),  # over what emit has brought into a backend's form
    ("execute",),
    ("pipeline",),
    ("api",),
    ("testing",),  # checks what the requests give
    ("cli",),
    ("package",),
)
MODULES = {  # the layer of each module that stands beside the layers' folders
    **dict.fromkeys(("errors", "source", "names", "request"), "foundation"),
    **dict.fromkeys(("explaining", "generation", "static_generation", "stages"), "pipeline"),
    **dict.fromkeys(("derivative", "composed", "pullback", "pushforward", "requesting", "forward_api"), "api"),
    **dict.fromkeys(
        ("differentiate", "error_estimation", "jacobian", "hessian", "called_inside", "written_columns"), "api"
    ),
    **dict.fromkeys(("", "__init__", "__main__"), "package"),
}
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}

# Files that may import inside a function, and why.
LATE_IMPORTS = {
    "cladpy/derivative.py": "numba, which is optional, asks for the type of a derivative",
    "cladpy/cli/output.py": "pygments, which is optional, highlights on terminals",
}

FILES = sorted(PACKAGE.rglob("*.py"))


def layer_of(module: str) -> str:
    """Return the layer that a module of the package, such as "cladpy.ir.facts", belongs to."""
    name = module.split(".")[1] if "." in module else ""
    return MODULES.get(name, name)


def module_of(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the dotted name of everything that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            for alias in node.names:
                yield node.lineno, resolve(node.module, alias.name)


def resolve(module: str, name: str) -> str:
    """Return the module that `from module import name` imports: a submodule, or the module itself."""
    folder = ROOT.joinpath(*module.split("."))
    is_module = (folder / name).is_dir() or (folder / f"{name}.py").is_file()
    return f"{module}.{name}" if is_module else module


def upward_imports(module: str, tree: ast.AST) -> list[str]:
    """Return a complaint for each import that does not lead to a lower layer or to the module's own."""
    own = layer_of(module)
    complaints = []
    for line, imported in imported_modules(tree):
        if imported.split(".")[0] == "cladpy":
            other = layer_of(imported)
            if other != own and RANK[other] >= RANK[own]:
                complaints.append(f"line {line}: {own} imports {imported} of {other}")
    return complaints


def test_layers_import_downwards_only():
    """No module imports from a layer above or beside its own."""
    modules = {module_of(path): ast.parse(path.read_text()) for path in FILES}
    assert [module for module in modules if layer_of(module) not in RANK] == []  # add it to RANKS
    complaints = {module: upward_imports(module, tree) for module, tree in modules.items()}
    assert {module: lines for module, lines in complaints.items() if lines} == {}


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(module_of(path)) == "runtime"], ids=module_of)
def test_runtime_imports_numpy_only(path):
    """What generated code calls needs NumPy and the standard library, nothing of the compiler."""
    allowed = {"numpy", *sys.stdlib_module_names}
    if path.parent.name == "scipy":  # what the rules of SciPy's functions call: imported with them only
        allowed.add("scipy")
    if path.parent.name == "numba":  # imported by compiled text only
        allowed.add("numba")
    imported = {name for _, name in imported_modules(ast.parse(path.read_text()))}
    others = {name for name in imported if name.split(".")[0] not in allowed and layer_of(name) != "runtime"}
    assert others == set()


def test_imports_stand_at_the_top():
    """No function imports, but for the few that load an optional library."""
    functions = [
        (path.relative_to(ROOT).as_posix(), node)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    late = {(path, line) for path, function in functions for line, _ in imported_modules(function)}
    assert sorted((path, line) for path, line in late if path not in LATE_IMPORTS) == []


@pytest.mark.parametrize(
    ("module", "text", "refused"),
    [
        ("cladpy.ir.facts", "from cladpy.errors import CladpyError", False),
        ("cladpy.ir.facts", "from cladpy.ir.statements import Assign", False),
        ("cladpy.ir.facts", "import cladpy.pipeline", True),
        ("cladpy.frontend.fence", "from cladpy.rules import registry", True),
        ("cladpy.errors", "from cladpy import gradient", True),
        ("cladpy.cli", "from cladpy.pipeline import stages", False),
        ("cladpy", "from cladpy.api import gradient", False),
    ],
)
def test_direction_of_an_import(module, text, refused):
    """The check itself tells downwards from upwards and sideways."""
    assert bool(upward_imports(module, ast.parse(text))) == refused
