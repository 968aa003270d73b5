"""What an expression of a file names: a function of the user's, a generated one, a member of a library.

Found from the text alone, across the user's own files; nothing is imported and no package is initialised.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import gast

from cladpy.errors import CladpyError
from cladpy.frontend.source_file import Definition
from cladpy.frontend.static.module_paths import find_module
from cladpy.frontend.static.static_function import reference_of
from cladpy.planning.discovery.name_scopes import Binding, NameScope
from cladpy.planning.discovery.parsed_file import ParsedFile
from cladpy.request import DiffRequest, FunctionReference

_TRANSPARENT = frozenset(
    {
        *("staticmethod", "classmethod", "functools.cache", "functools.lru_cache", "abc.abstractmethod"),
        *("typing.final", "typing.no_type_check", "numba.njit", "numba.jit"),
        *("cladpy.custom_pullback", "cladpy.custom_pushforward", "cladpy.checkpoint", "cladpy.non_differentiable"),
    }
)


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A module or member of a library, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class OwnFunction:
    """A function of the user's.

    Parameters
    ----------
    reference : FunctionReference
    definition : Definition
    is_bound : bool
        Its first parameter is the object or class that it was taken from.
    changed_by : str
        A decorator that cladpy does not see through; empty if there is none.
    """

    reference: FunctionReference
    definition: Definition
    is_bound: bool = False
    changed_by: str = ""

    def parameter_names(self) -> tuple[str, ...]:
        """Return its parameters as `cladpy.request.signature_names` lists those of a live function."""
        arguments: gast.arguments = self.definition.node.args
        positional = [argument.id for argument in (*arguments.posonlyargs, *arguments.args)]
        star = [f"*{arguments.vararg.id}"] if arguments.vararg else []
        keyword = [argument.id for argument in arguments.kwonlyargs]
        stars = [f"**{arguments.kwarg.id}"] if arguments.kwarg else []
        return (*positional[self.is_bound :], *star, *keyword, *stars)


@dataclass(frozen=True, slots=True)
class OwnClass:
    """A class of the user's, or an object of it."""

    node: ast.ClassDef
    file: ParsedFile
    is_instance: bool = False


@dataclass(frozen=True, slots=True)
class OwnModule:
    """A module of the user's."""

    file: ParsedFile


@dataclass(frozen=True, slots=True)
class GeneratedFunction:
    """What a request gives."""

    request: DiffRequest
    primal: OwnFunction


Named = LibraryMember | OwnFunction | OwnClass | OwnModule | GeneratedFunction | None


@dataclass(slots=True)
class StaticNames:
    """Find what expressions name.

    Parameters
    ----------
    requested : callable
        Given a file and a call or decorated definition, gives the `GeneratedFunction` that it makes, or None.
    """

    requested: Callable[[ParsedFile, ast.AST], GeneratedFunction | None]
    _files: dict[Path, ParsedFile | None] = field(default_factory=dict)
    _open: set[object] = field(default_factory=set)

    def named(self, node: ast.AST, file: ParsedFile) -> Named:
        """Return what an expression names, or None where the text does not tell."""
        return self._once(node, lambda: self._named(node, file))

    def _once(self, what: object, find: Callable[[], Named]) -> Named:
        """Find something, or nothing where the search is for that already: ``f = f``, files that import each other."""
        if what in self._open:
            return None
        self._open.add(what)
        try:
            return find()
        finally:
            self._open.discard(what)

    def value(self, node: ast.expr, file: ParsedFile) -> ast.expr:
        """Return the expression that a name was bound to, or the expression itself."""
        if isinstance(node, ast.Name):
            found = file.scopes[node].find(node.id, _start(node))
            if found is not None and found[0].kind == "value" and isinstance(found[0].node, ast.expr):
                return found[0].node
        return node

    def _named(self, node: ast.AST, file: ParsedFile) -> Named:
        match node:
            case ast.Name():
                return self._of_name(node.id, file.scopes[node], file, _start(node))
            case ast.Attribute():
                return self._member(self.named(node.value, file), node.attr)
            case ast.Lambda():
                return self.own_function(node, file)
            case ast.Call():
                called = self.named(node.func, file)
                if isinstance(called, OwnClass) and not called.is_instance:
                    return OwnClass(called.node, called.file, is_instance=True)
                return self.requested(file, node)
            case _:
                return None

    def _of_name(self, name: str, scope: NameScope, file: ParsedFile, position: tuple[int, int] | None) -> Named:
        found = scope.find(name, position)
        if found is not None:
            return self._of_binding(found[0], found[1], file)
        for star in reversed(scope.module.stars):
            member = self._member(self._module(star.module, star.level, file), name)
            if member is not None:
                return member
        return LibraryMember(name)

    def _of_binding(self, binding: Binding, scope: NameScope, file: ParsedFile) -> Named:
        match binding.kind:
            case "module":
                return self._module(binding.module, 0, file)
            case "member":
                return self._once(binding, lambda: self._imported(binding, file))
            case "function":
                return self.requested(file, binding.node) or self.own_function(binding.node, file)
            case "class":
                return OwnClass(binding.node, file)  # type: ignore[arg-type]
            case "value":
                return self.named(binding.node, file)
            case "parameter":
                return self._receiver(binding, scope, file)
            case _:
                return None

    def _receiver(self, binding: Binding, scope: NameScope, file: ParsedFile) -> Named:
        """Return the object or class that a method's first parameter is; of any other parameter nothing is known."""
        around, node = scope.parent, binding.node
        if around is None or not isinstance(around.node, ast.ClassDef) or not isinstance(node, ast.FunctionDef):
            return None
        first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
        if first is None or _start(first) != binding.position or self._has_decorator(node, file, "staticmethod"):
            return None
        return OwnClass(around.node, file, is_instance=True)

    def _imported(self, binding: Binding, file: ParsedFile) -> Named:
        module = self._module(binding.module, binding.level, file)
        member = self._member(module, binding.member)
        if member is None or isinstance(module, LibraryMember):
            dotted = f"{binding.module}.{binding.member}" if binding.module else binding.member
            inner = self._module(dotted, binding.level, file)
            return inner if isinstance(inner, OwnModule) or member is None else member
        return member

    def _module(self, name: str, level: int, file: ParsedFile) -> OwnModule | LibraryMember:
        path = None if level == 0 and name.partition(".")[0] == "cladpy" else find_module(name, level, file.path)
        own = self.file(path) if path is not None else None
        return OwnModule(own) if own is not None else LibraryMember(name)

    def file(self, path: Path) -> ParsedFile | None:
        """Return a file of the user's, read once; None if it is no Python."""
        if path not in self._files:
            try:
                self._files[path] = ParsedFile.read(path)
            except CladpyError:
                self._files[path] = None
        return self._files[path]

    def _member(self, owner: Named, name: str) -> Named:
        match owner:
            case LibraryMember():
                return LibraryMember(f"{owner.name}.{name}")
            case OwnModule(file):
                found = file.scopes[file.tree].find(name)
                if found is None and not file.scopes[file.tree].stars:
                    path = find_module(name, 1, file.path) if file.path.stem == "__init__" else None
                    inner = self.file(path) if path is not None else None
                    return OwnModule(inner) if inner is not None else None
                return self._of_name(name, file.scopes[file.tree], file, None)
            case OwnClass():
                return self._of_class(owner, name)
            case OwnFunction() if name in ("py_func", "__wrapped__", "__func__"):
                return owner
            case GeneratedFunction() if name == "primal":
                return owner.primal
            case _:
                return None

    def _of_class(self, owner: OwnClass, name: str) -> Named:
        scope = owner.file.scopes[owner.node]
        found = scope.find(name) if name in scope.bindings else None
        if found is None:
            bases = (self.named(base, owner.file) for base in owner.node.bases)
            own = (OwnClass(base.node, base.file, owner.is_instance) for base in bases if isinstance(base, OwnClass))
            return next((member for base in own if (member := self._of_class(base, name)) is not None), None)
        member = self._of_binding(*found, owner.file)
        if not isinstance(member, OwnFunction):
            return member
        is_bound = owner.is_instance and not self._has_decorator(found[0].node, owner.file, "staticmethod")
        is_bound = is_bound or self._has_decorator(found[0].node, owner.file, "classmethod")
        return OwnFunction(member.reference, member.definition, is_bound, member.changed_by)

    def own_function(self, node: ast.AST, file: ParsedFile, *, below: ast.expr | None = None) -> OwnFunction:
        """Return the function that a definition makes.

        Parameters
        ----------
        node : ast.AST
            The definition, or a lambda.
        file : ParsedFile
        below : ast.expr, optional
            One of its decorators, which is given the function; those above it, applied later, do not count.
        """
        decorators = list(getattr(node, "decorator_list", ()))
        if below is not None:
            decorators = decorators[decorators.index(below) + 1 :]
        unknown = [each for each in decorators if self._decorator_name(each, file) not in _TRANSPARENT]
        definition = file.definitions[_start(node)]
        reference = reference_of(definition, file.name, str(file.path))
        return OwnFunction(reference, definition, changed_by=ast.unparse(unknown[0]) if unknown else "")

    def _has_decorator(self, node: ast.AST, file: ParsedFile, name: str) -> bool:
        decorators = getattr(node, "decorator_list", ())
        return any(self._decorator_name(decorator, file) == name for decorator in decorators)

    def _decorator_name(self, decorator: ast.expr, file: ParsedFile) -> str:
        named = self.named(decorator.func if isinstance(decorator, ast.Call) else decorator, file)
        return named.name if isinstance(named, LibraryMember) else ""


def _start(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]
