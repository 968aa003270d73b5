"""Functions made of the statements of another one: with its file, its lines, and the names that it sees."""

import ast
from collections.abc import Mapping
from types import FunctionType, MappingProxyType
from typing import Any

import gast

from cladpy.frontend.find_source import SOURCE, FunctionSource, find_source
from cladpy.frontend.namespace import HOME, LIVE, MISSING, Namespace

RUN = "__cladpy_run__"  # of a made function: the definition that Python runs


class LiveGlobals(dict[str, Any]):
    """The globals of functions that stand for another one: what they do not define is looked up as that one sees it."""

    def __init__(self, namespace: Namespace, names: frozenset[str]) -> None:
        super().__init__({LIVE: dict.fromkeys(names, namespace), HOME: namespace.home})
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
        made = self._made(tree, tree.name, marks if run is None else {**marks, RUN: run})
        self.globals[tree.name] = made
        return made

    def main(self, tree: gast.FunctionDef, marks: Mapping[str, object] = MappingProxyType({})) -> FunctionType:
        """Make the function that stands for the whole one, with its defaults."""
        made = self._made(tree, self.function.__qualname__, marks)
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        return made

    def _made(self, tree: gast.FunctionDef, qualname: str, marks: Mapping[str, object]) -> FunctionType:
        return made_function(self.function, tree, self.globals, marks, qualname)


def made_function(
    function: FunctionType,
    tree: gast.FunctionDef,
    seen: dict[str, Any],
    marks: Mapping[str, object],
    qualname: str | None = None,
) -> FunctionType:
    """Make a function of a tree, in place of another one or of a part of it.

    Parameters
    ----------
    function : function
        What it is made of.
    tree : FunctionDef
        What is differentiated.
    seen : dict
        Its globals.
    marks : mapping
        Attributes of the function; RUN is the definition to run in place of the tree, where that differs.
    """
    source = find_source(function)
    bare = gast.gast_to_ast(gast.Module([_compiled(marks.get(RUN, tree))], []))
    code = compile(ast.fix_missing_locations(bare), source.file, "exec")
    names: dict[str, Any] = {}
    exec(code, seen, names)
    made: FunctionType = names[tree.name]
    made.__qualname__, made.__module__ = qualname or function.__qualname__, function.__module__
    made.__dict__[SOURCE] = FunctionSource(
        tree, source.file, source.lines, tree.name, made.__qualname__, is_lambda=False, class_name=source.class_name
    )
    made.__dict__.update(marks)
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
