"""What a printed module reads of the user's files, copied from their text so that the module runs by itself.

before: text that reads ``SCALE`` and ``plain``, and the file model.py
after:  ``SCALE = 2.0`` and ``def plain(n): ...`` as model.py has them, with what they read in turn, callees first

A name that one statement of the file's own block binds is copied with that statement; one that has a plain value is
written as that value; what a library gives is imported. For anything else the file itself is imported, which runs it.
"""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import gast
import numpy as np

from cladpy.analyses.runtime_names import runtime_value
from cladpy.emit.comment import Comment
from cladpy.emit.file_bindings import bindings_of
from cladpy.emit.generated_module import Owner
from cladpy.errors import display_path
from cladpy.frontend.find_source import SOURCE
from cladpy.frontend.namespace import LIVE, MISSING, Namespace, RenamedGlobal
from cladpy.frontend.rewritten import RUN
from cladpy.frontend.static.module_paths import find_module
from cladpy.ir.expressions import dotted, rebuild
from cladpy.normalize.closures import bound_names, parameters, renamed

PLAIN = (bool, int, float, complex, str, bytes, type(None))
OF_CLADPY: Mapping[tuple[str, str | None], str] = {("numpy", None): "np", ("math", None): "math"}


@dataclass(frozen=True, slots=True)
class Copied:
    """Statements for the head of a printed module."""

    imports: tuple[gast.stmt, ...]
    definitions: tuple[gast.stmt, ...]


def copied_definitions(owners: Mapping[str, Owner], identifiers: set[str]) -> Copied:
    """Return the definitions of the globals that a module's text names.

    Parameters
    ----------
    owners : mapping
        By name in the text, where the global is looked up.
    identifiers : set of str
        All names of the text: a definition that is copied for another one takes none of them.
    """
    copier = _Copier(identifiers | set(owners))
    found = [_Global.of(name, owner) for name, owner in owners.items() if owner.lookup(name) is not runtime_value(name)]
    copier.given |= {(each.file, each.name): each.printed for each in found}  # before any other name is given
    for each in found:
        copier.copy_from(each)
    return Copied(tuple(copier.imports.values()), tuple(copier.definitions))


@dataclass(frozen=True, slots=True)
class _Global:
    """A global that the text names: where it is looked up, by which name, and the name that the text has for it."""

    namespace: Namespace
    file: str
    name: str
    printed: str

    @classmethod
    def of(cls, printed: str, owner: Owner) -> "_Global":
        namespace, name = (owner.namespace, owner.name) if isinstance(owner, RenamedGlobal) else (owner, printed)
        value = namespace.lookup(name)
        if isinstance(value, FunctionType) and not isinstance(namespace.globals.get("__file__"), str):
            return cls(namespace, value.__code__.co_filename, value.__name__, printed)  # a rule, which no text names
        return cls(namespace, namespace.function.__code__.co_filename, name, printed)


@dataclass(slots=True)
class _Copier:
    taken: set[str]
    imports: dict[tuple[str, str | None], gast.stmt] = field(default_factory=dict)
    imported: dict[tuple[str, str | None], str] = field(default_factory=lambda: dict(OF_CLADPY))
    definitions: list[gast.stmt] = field(default_factory=list)
    given: dict[tuple[str, str], str] = field(default_factory=dict)
    done: set[tuple[str, str]] = field(default_factory=set)
    files: dict[str, Mapping[str, gast.stmt | None]] = field(default_factory=dict)

    def copy_from(self, found: "_Global") -> None:
        """Copy what a function of the user's sees by a name."""
        cell = found.namespace.cell(found.name)
        if cell is MISSING:
            self.copy(found.file, found.name, found.printed, found.namespace.globals)
        elif not self.write_value(found.printed, cell):
            around = found.namespace.function.__qualname__
            self.definitions.append(Comment(f"{found.printed} is a variable of the function around {around}"))

    def copy(self, file: str, name: str, printed: str, values: Mapping[str, Any]) -> str:
        """Copy what a file binds to a name; return the name that the printed module has for it."""
        printed = self.given.setdefault((file, name), printed)
        if (file, name) in self.done:
            return printed
        self.done.add((file, name))
        statement = self.statements(file).get(name)
        value = values.get(name, MISSING)
        made = _made_definition(value)
        if made is not None:
            self.copy_statement(made, file, value.__globals__)
        elif isinstance(statement, gast.Import | gast.ImportFrom):
            self.given[file, name] = printed = self.copy_import(statement, file, name, printed)
        elif statement is not None:
            self.copy_statement(statement, file, values)
        elif name not in self.statements(file) and _exporter(value) not in (None, values.get("__name__")):
            self.import_value(value, printed)
        elif not self.write_value(printed, value):
            self.import_file(str(values.get("__name__")), file, name, printed)
        return printed

    def copy_statement(self, statement: gast.stmt, file: str, values: Mapping[str, Any]) -> None:
        """Copy a statement, behind the definitions of what it reads."""
        statement = _plain(statement)
        bound = bound_names([statement])
        names = {name: self.given.get((file, name)) or self.unused(name) for name in sorted(bound)}
        self.given |= {(file, name): new for name, new in names.items()}
        self.done |= {(file, name) for name in bound}
        for name in sorted(_read_names(statement) - bound):
            if name in self.statements(file) or name in values:
                names[name] = self.copy(file, name, self.given.get((file, name)) or self.unused(name), values)
        changed = {name: new for name, new in names.items() if name != new}
        self.definitions.append(_renamed_statement(statement, changed) if changed else statement)

    def copy_import(self, statement: Any, file: str, name: str, printed: str) -> str:
        """Import a library's name, or copy what another file of the user's binds; return the name that it has."""
        alias = next(each for each in statement.names if (each.asname or each.name.partition(".")[0]) == name)
        if isinstance(statement, gast.ImportFrom):
            path = find_module(statement.module or "", statement.level or 0, Path(file))
            if path is not None:
                return self.copy(str(path), alias.name, printed, {"__name__": statement.module})
        key = (statement.module, alias.name) if isinstance(statement, gast.ImportFrom) else (alias.name, None)
        printed = self.imported.setdefault(key, printed)
        if isinstance(statement, gast.ImportFrom):
            self.imports[key] = gast.ImportFrom(statement.module, [_alias(alias.name, printed)], 0)
        else:
            whole = alias.asname is None and "." in alias.name  # import a.b binds a
            self.imports[key] = gast.Import([gast.alias(alias.name, None) if whole else _alias(alias.name, printed)])
        return printed

    def import_value(self, value: Any, printed: str) -> None:
        """Import what the function itself imports: a module, or what one exports."""
        module = str(_exporter(value))
        if isinstance(value, ModuleType):
            self.imports[module, printed] = gast.Import([_alias(module, printed)])
        else:
            self.imports[module, printed] = gast.ImportFrom(module, [_alias(value.__name__, printed)], 0)

    def import_file(self, module: str, file: str, name: str, printed: str) -> None:
        """Import from the user's file what can be had in no other way."""
        why = "is bound in several places" if name in self.statements(file) else "is not found"
        self.definitions.append(Comment(f"{name} {why} in {display_path(file)}; this import runs that file"))
        self.definitions.append(gast.ImportFrom(module, [_alias(name, printed)], 0))

    def write_value(self, printed: str, value: object) -> bool:
        """Define a name by its value, if that can be written down."""
        literal = _literal(value)
        if literal is None:
            return False
        self.definitions.append(_assignment(printed, literal))
        return True

    def unused(self, name: str) -> str:
        """Return a name for a definition that the module's text does not name."""
        candidate, count = name, 1
        while candidate in self.taken or (candidate != name and runtime_value(candidate) is not MISSING):
            count += 1
            candidate = f"{name}_{count}"
        self.taken.add(candidate)
        return candidate

    def statements(self, file: str) -> Mapping[str, gast.stmt | None]:
        """Return what `bindings_of` says of a file."""
        if file not in self.files:
            self.files[file] = bindings_of(file)
        return self.files[file]


def _made_definition(value: Any) -> gast.FunctionDef | None:
    """Return what runs as a function that was made of others, which no file has; None for any other value."""
    known = value.__dict__ if isinstance(value, FunctionType) else {}
    if SOURCE not in known or LIVE not in value.__globals__:
        return None
    run: gast.FunctionDef = known.get(RUN, known[SOURCE].tree)
    return run


def _exporter(value: Any) -> str | None:
    """Return the module by whose name a value can be imported: itself, or one that has it; None if there is none."""
    if isinstance(value, ModuleType):
        return value.__name__
    called = getattr(value, "__name__", None)
    home = "numpy" if isinstance(value, np.ufunc) else getattr(value, "__module__", None)
    known = sys.modules.get(home) if isinstance(home, str) and isinstance(called, str) else None
    return home if known is not None and getattr(known, str(called), MISSING) is value else None


def _read_names(statement: gast.stmt) -> set[str]:
    """Return the names of the file's own block that a statement reads."""
    own: set[str] = set()
    if isinstance(statement, gast.FunctionDef):
        own = bound_names(statement.body) | {each.id for each in parameters(statement.args)}
    return {each.id for each in gast.walk(statement) if isinstance(each, gast.Name)} - own


def _plain(statement: gast.stmt) -> gast.stmt:
    """Return a definition without annotations, and without the decorators that cladpy reads."""
    if isinstance(statement, gast.AnnAssign):
        return gast.Assign([statement.target], statement.value, None)
    if not isinstance(statement, gast.FunctionDef):
        return statement
    kept = [each for each in statement.decorator_list if not _is_of_cladpy(each)]
    arguments = rebuild(
        statement.args, lambda part: gast.Name(part.id, part.ctx, None, None) if isinstance(part, gast.Name) else None
    )
    return gast.FunctionDef(statement.name, arguments, statement.body, kept, None, None, [])


def _is_of_cladpy(decorator: gast.expr) -> bool:
    path = dotted(decorator.func if isinstance(decorator, gast.Call) else decorator) or ""
    return path.rpartition(".")[2] in ("non_differentiable", "custom_pullback", "custom_pushforward")


def _renamed_statement(statement: gast.stmt, names: Mapping[str, str]) -> gast.stmt:
    made: gast.stmt = renamed(statement, names)
    if isinstance(made, gast.FunctionDef) and made.name in names:
        return gast.FunctionDef(
            names[made.name], made.args, made.body, made.decorator_list, made.returns, None, made.type_params
        )
    return made


def _literal(value: object) -> gast.expr | None:
    """Return the text of a plain value, None for any other."""
    if type(value) in PLAIN:
        if isinstance(value, float | complex) and not np.isfinite(value):
            return gast.parse(f"float('{value}')").body[0].value if isinstance(value, float) else None
        negative = isinstance(value, int | float) and (value < 0 or math.copysign(1.0, value) < 0)
        constant = gast.Constant(-value if negative else value, None)  # type: ignore[operator]
        return gast.UnaryOp(gast.USub(), constant) if negative else constant
    if type(value) in (tuple, list):
        items = [_literal(item) for item in value]  # type: ignore[attr-defined]
        kind = gast.Tuple if isinstance(value, tuple) else gast.List
        return None if None in items else kind(items, gast.Load())
    if type(value) is dict:
        keys, items = [_literal(key) for key in value], [_literal(item) for item in value.values()]
        return None if None in (*keys, *items) else gast.Dict(keys, items)
    return None


def _assignment(name: str, value: gast.expr) -> gast.stmt:
    return gast.Assign([gast.Name(name, gast.Store(), None, None)], value, None)


def _alias(name: str, printed: str) -> gast.alias:
    return gast.alias(name, None if name == printed else printed)
