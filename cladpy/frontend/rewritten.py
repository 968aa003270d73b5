"""Functions made of the statements of another one: with its file, its lines, and the names that it sees."""

import ast
from collections.abc import Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

import gast

from cladpy.frontend.find_source import SOURCE, FunctionSource
from cladpy.frontend.namespace import HOME, LIVE, MISSING, Namespace


class LiveGlobals(dict[str, Any]):
    """The globals of functions that stand for another one: what they do not define is looked up as that one sees it."""

    def __init__(self, namespace: Namespace, names: frozenset[str]) -> None:
        super().__init__({LIVE: dict.fromkeys(names, namespace), HOME: namespace.globals})
        self["__name__"] = namespace.globals.get("__name__", "")
        self.namespace = namespace

    def __missing__(self, name: str) -> object:
        found = self.namespace.lookup(name)
        if found is MISSING:
            raise KeyError(name)
        return found


class Rewriter:
    """Makes functions out of one, which share their globals.

    Parameters
    ----------
    function : function
    source : FunctionSource
    """

    def __init__(self, function: FunctionType, source: FunctionSource) -> None:
        self.function, self.source = function, source
        names = {part.id for part in gast.walk(source.tree) if isinstance(part, gast.Name)}
        self.globals = LiveGlobals(Namespace(function), frozenset(names))

    def is_seen(self, name: str) -> bool:
        """Tell whether a name means something to the function, or to those made of it."""
        return name in self.globals or self.globals.namespace.lookup(name) is not MISSING

    def add(
        self, tree: gast.FunctionDef, marks: Mapping[str, object], run: gast.FunctionDef | None = None
    ) -> FunctionType:
        """Make a function, which the others see by its name; ``run``: what it does where it is not differentiated."""
        made = self._made(tree if run is None else run, tree.name)
        if run is not None:
            made.__dict__[SOURCE] = replace(made.__dict__[SOURCE], tree=tree)
        made.__dict__.update(marks)
        self.globals[tree.name] = made
        return made

    def main(self, tree: gast.FunctionDef) -> FunctionType:
        """Make the function that stands for the whole one, with its defaults."""
        made = self._made(tree, self.function.__qualname__)
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        return made

    def _made(self, tree: gast.FunctionDef, qualname: str) -> FunctionType:
        bare = gast.gast_to_ast(gast.Module([_compiled(tree)], []))
        code = compile(ast.fix_missing_locations(bare), self.source.file, "exec")
        names: dict[str, Any] = {}
        exec(code, self.globals, names)
        made: FunctionType = names[tree.name]
        made.__qualname__, made.__module__ = qualname, self.function.__module__
        source = self.source
        made.__dict__[SOURCE] = FunctionSource(
            tree, source.file, source.lines, tree.name, qualname, is_lambda=False, class_name=source.class_name
        )
        return made


def _compiled(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the definition as it is run: defaults and annotations were evaluated when the primal was defined."""
    given = tree.args

    def plain(argument: gast.Name | None) -> gast.Name | None:
        return None if argument is None else gast.Name(argument.id, gast.Param(), None, None)

    arguments = gast.arguments(
        [plain(each) for each in given.args], [plain(each) for each in given.posonlyargs], plain(given.vararg),
        [plain(each) for each in given.kwonlyargs], [None] * len(given.kwonlyargs), plain(given.kwarg), [],
    )  # fmt: skip
    return gast.copy_location(gast.FunctionDef(tree.name, arguments, tree.body, [], None, None, []), tree)
