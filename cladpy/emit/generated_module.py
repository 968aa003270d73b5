"""A module of generated functions: what the names in it mean, and the imports that it needs.

before: trees in which ``own@u`` is a global of the user's, and ``own`` the runtime's
after:  ``own`` where only one of the two occurs in the module, else ``own_2`` for the user's

A global of another module that has a name of this one's is renamed likewise. Guarantees: no new name is one that a
function of the module binds or reads.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType

import gast

from cladpy.analyses.runtime_names import runtime_value
from cladpy.emit.capabilities import CHECKED, PYTHON, Capabilities
from cladpy.emit.comment import BlankLine
from cladpy.emit.data_parameters import free_names, with_data_parameters
from cladpy.emit.printer import print_tree
from cladpy.frontend.namespace import MARK, MISSING, Namespace, RenamedGlobal, unmarked
from cladpy.ir.expressions import dotted, nodes_of, parse
from cladpy.normalize.closures import renamed
from cladpy.rules.formula_names import exporter

Owner = Namespace | RenamedGlobal
RUNTIME = "cladpy.runtime"


@dataclass(frozen=True, slots=True)
class Written:
    """A generated function as a tree, with the namespace of the primal that it stems from."""

    tree: gast.FunctionDef
    namespace: Namespace
    in_bounds: bool = False


@dataclass(frozen=True, slots=True)
class GeneratedModule:
    """Functions whose names are settled.

    Parameters
    ----------
    trees : tuple of FunctionDef
    globals : mapping
        By name in the trees, where the user's own globals are looked up.
    capabilities : Capabilities
        Of the backend that compiles the functions.
    data : mapping
        By function, the globals of the user's that it takes as further arguments.
    in_bounds : frozenset of str
        Functions whose indices need no check.
    """

    trees: tuple[gast.FunctionDef, ...]
    globals: Mapping[str, Owner]
    capabilities: Capabilities = PYTHON
    data: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    in_bounds: frozenset[str] = frozenset()

    def text(self, definitions: Sequence[gast.stmt] = (), imports: Sequence[gast.stmt] = ()) -> str:
        """Return the module's text, callees first; behind its imports the definitions of globals, if they are given."""
        head = merged_imports([*self.imports(), *imports])
        return print_tree(gast.Module([*head, *definitions, *map(self._decorated, reversed(self.trees))], []))

    def _decorated(self, tree: gast.FunctionDef) -> gast.FunctionDef:
        """Return a function under the decorator of its backend."""
        if self.capabilities.decorator is None:
            return tree
        decorator = self.capabilities.decorator
        if tree.name in self.in_bounds:
            decorator = decorator.replace(CHECKED, "")
        return gast.FunctionDef(tree.name, tree.args, tree.body, [parse(decorator)], None, None, [])

    def for_backend(self, capabilities: Capabilities) -> "GeneratedModule":
        """Return the module as a backend takes it, whose functions stand in its form already."""
        if capabilities.live_globals:
            return replace(self, capabilities=capabilities)
        trees, data = with_data_parameters(self.trees, self._is_data)
        return replace(self, trees=trees, data=data, capabilities=capabilities)

    def _is_data(self, name: str) -> bool:
        """Tell whether a name is a global of the user's that is neither called nor looked into."""
        if name not in self.globals or self._is_of_cladpy(name):
            return False
        value = self.globals[name].resolve(name)
        return value is not MISSING and not callable(value) and not isinstance(value, ModuleType)

    @property
    def identifiers(self) -> set[str]:
        """All names that occur in the functions."""
        return {name for tree in self.trees for name in _identifiers(tree)}

    def imports(self) -> list[gast.stmt]:
        """Return the imports of the names that the trees read and that are no globals of the user's."""
        used = {name for tree in self.trees for name in free_names(tree)}
        needed = {name for name in used - {tree.name for tree in self.trees} if self._is_of_cladpy(name)}
        found: list[gast.stmt] = []
        if self.capabilities.decorator is not None:
            found.append(gast.Import([gast.alias(self.capabilities.decorator.partition(".")[0], None)]))
        if "math" in needed:
            found.append(gast.Import([gast.alias("math", None)]))
        if "np" in needed:
            found.append(gast.Import([gast.alias("numpy", "np")]))
        if "scipy" in needed:
            found += [gast.Import([gast.alias(module, None)]) for module in _scipy_modules(self.trees)]
        ordered = sorted(needed)
        for module in dict.fromkeys(filter(None, map(self._exporter, ordered))):
            names = [gast.alias(name, None) for name in ordered if self._exporter(name) == module]
            found.append(gast.ImportFrom(module, names, 0))
        return found

    def _exporter(self, name: str) -> str:
        """Return the module that a name of the runtime is imported from."""
        own = RUNTIME if name in self.capabilities.helpers else exporter(name)
        return self.capabilities.runtime if own == RUNTIME and self.capabilities.runtime is not None else own

    def _is_of_cladpy(self, name: str) -> bool:
        owner = self.globals.get(name)
        return owner is None or owner.resolve(name) is runtime_value(name)


def assembled(written: Sequence[Written], bound: Mapping[str, Namespace]) -> GeneratedModule:
    """Return the module of these functions.

    Parameters
    ----------
    written : sequence of Written
    bound : mapping
        Names that were chosen for functions which no text of the user's may name: custom rules.
    """
    naming = _Naming(bound, {name for each in written for name in _identifiers(each.tree)})
    trees = tuple(naming.settled(each) for each in written)
    return GeneratedModule(trees, naming.globals, in_bounds=frozenset(e.tree.name for e in written if e.in_bounds))


@dataclass(slots=True)
class _Naming:
    bound: Mapping[str, Namespace]
    identifiers: set[str]
    globals: dict[str, Owner] = field(default_factory=dict)

    def settled(self, written: Written) -> gast.FunctionDef:
        """Return a tree with those names replaced that mean something else elsewhere in the module."""
        new = {name: self.name_of(name, written.namespace) for name in sorted(free_names(written.tree))}
        changed = {name: other for name, other in new.items() if name != other}
        return renamed(written.tree, changed) if changed else written.tree

    def name_of(self, name: str, namespace: Namespace) -> str:
        """Return the name in the module for a free name of a function, and note what it means."""
        meant = namespace.resolve(name)
        bound = self.bound.get(name)
        if bound is not None and (meant is MISSING or meant is bound.lookup(name)):
            known = self.globals.setdefault(name, bound)
            return name if known.resolve(name) is bound.lookup(name) else self.other_name(name, bound)
        if meant is MISSING or (runtime_value(name) is not MISSING and meant is not runtime_value(name)):
            return name  # generated code's own: the user's would be marked
        plain = unmarked(name)
        if name.endswith(MARK) and plain in self.identifiers:
            return self.other_name(plain, namespace)
        known = self.globals.setdefault(plain, namespace)
        shared = not isinstance(known, RenamedGlobal) and known.shares(namespace, plain)
        return plain if shared else self.other_name(plain, namespace)

    def other_name(self, name: str, namespace: Namespace) -> str:
        """Return a name that stands for a global of another module, or for one with a name of the runtime's."""
        for new, known in self.globals.items():
            if isinstance(known, RenamedGlobal) and known.name == name and known.namespace.shares(namespace, name):
                return new
        count = 2
        while f"{name}_{count}" in self.globals or f"{name}_{count}" in self.identifiers:
            count += 1
        self.globals[f"{name}_{count}"] = RenamedGlobal(namespace, name)
        return f"{name}_{count}"


def merged_imports(statements: Sequence[gast.stmt]) -> list[gast.stmt]:
    """Return imports in the usual order: Python's own first, modules before names, one statement a module."""
    modules: dict[tuple[str, str | None], gast.stmt] = {}
    names: dict[str, dict[tuple[str, str | None], gast.alias]] = {}
    for statement in statements:
        for alias in statement.names:
            key = (alias.name, alias.asname)
            if isinstance(statement, gast.Import):
                modules.setdefault(key, gast.Import([alias]))
            else:
                names.setdefault(statement.module, {}).setdefault(key, alias)
    found = [(key[0], modules[key]) for key in sorted(modules, key=str)]
    for module in sorted(names):
        aliases = [names[module][key] for key in sorted(names[module], key=str)]
        found.append((module, gast.ImportFrom(module, aliases, 0)))
    own = [statement for module, statement in found if module.partition(".")[0] in sys.stdlib_module_names]
    others = [statement for _module, statement in found if statement not in own]
    return [*own, *([BlankLine()] if own and others else []), *others]


def _scipy_modules(trees: Sequence[gast.FunctionDef]) -> list[str]:
    """Return the modules of SciPy that functions name: ``scipy.special``."""
    paths = [dotted(part) or "" for tree in trees for part in nodes_of(tree) if isinstance(part, gast.Attribute)]
    return sorted({".".join(path.split(".")[:2]) for path in paths if path.startswith("scipy.")})


def _identifiers(tree: gast.FunctionDef) -> set[str]:
    return {tree.name} | {part.id for part in nodes_of(tree) if isinstance(part, gast.Name)}
