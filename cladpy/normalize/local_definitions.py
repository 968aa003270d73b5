"""The functions that are defined in one scope: which they are, what they capture, and which call one another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import gast

from cladpy.normalize.closures import bound_names, parameters


@dataclass(frozen=True, slots=True)
class LocalDefinition:
    """A local function: the statement that defines it, and the definition that this is."""

    statement: gast.stmt
    tree: gast.FunctionDef

    @property
    def free(self) -> set[str]:
        """The names that it captures, or that mean something outside; those of its own scopes left out."""
        return free_names(self.tree)


def local_definitions(body: Iterable[gast.stmt]) -> Iterator[tuple[str, LocalDefinition]]:
    """Yield the local functions of a scope by name, those inside of other functions left out."""
    for node in body:
        if isinstance(node, gast.FunctionDef):
            yield node.name, LocalDefinition(node, node)
            continue
        if isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda) and len(node.targets) == 1:
            target, made = node.targets[0], node.value
            if isinstance(target, gast.Name):
                returned = gast.copy_location(gast.Return(made.body), made.body)
                tree = gast.FunctionDef(target.id, made.args, [returned], [], None, None, [])
                yield target.id, LocalDefinition(node, gast.copy_location(tree, node))
        for part in ("body", "orelse", "finalbody"):
            yield from local_definitions(getattr(node, part, []))
        for handler in (*getattr(node, "handlers", []), *getattr(node, "cases", [])):
            yield from local_definitions(handler.body)


def groups_of(known: dict[str, LocalDefinition]) -> list[list[str]]:
    """Return the functions that call one another, or themselves; those that others call first."""
    reached = {each: known[each].free & {*known} for each in known}
    for middle in known:
        for each in known:
            if middle in reached[each]:
                reached[each] = reached[each] | reached[middle]
    groups: list[list[str]] = []
    for each in known:
        if any(each in group for group in groups):
            continue
        if each in reached[each]:
            groups.append([other for other in known if other in reached[each] and each in reached[other]])
    return sorted(groups, key=lambda group: len(reached[group[0]]))


def is_bound_again(function: str, body: list[gast.stmt]) -> bool:
    """Tell whether the name of a local function is bound anywhere else."""
    count = 0
    for part in (each for statement in body for each in gast.walk(statement)):
        count += isinstance(part, gast.FunctionDef) and part.name == function
        count += isinstance(part, gast.Name) and part.id == function and not isinstance(part.ctx, gast.Load)
        count += isinstance(part, gast.Nonlocal) and function in part.names
    return count != 1


def takes_plain_arguments(tree: gast.FunctionDef) -> bool:
    """Tell whether a lambda with the same names takes the arguments of a function."""
    given = tree.args
    return not (given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg or given.defaults)


def free_names(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function reads or rebinds and that are not its own."""
    own = {each.id for each in parameters(tree.args)} | (bound_names(tree.body) - nonlocals_of([tree]))
    found: set[str] = set()
    todo: list[gast.AST] = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, gast.FunctionDef):
            found |= free_names(node)
            todo += [each for each in (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list) if each]
            continue
        if isinstance(node, gast.Lambda):
            inner = gast.FunctionDef("", node.args, [gast.Return(node.body)], [], None, None, [])
            found |= free_names(inner)
            todo += [each for each in (*node.args.defaults, *node.args.kw_defaults) if each]
            continue
        if isinstance(node, gast.ListComp | gast.SetComp | gast.GeneratorExp | gast.DictComp):
            targets = {
                part.id for each in node.generators for part in gast.walk(each.target) if isinstance(part, gast.Name)
            }
            inner_names = {part.id for part in gast.walk(node) if isinstance(part, gast.Name)}
            first = {part.id for part in gast.walk(node.generators[0].iter) if isinstance(part, gast.Name)}
            found |= (inner_names - targets) | first
            continue
        if isinstance(node, gast.Name):
            found.add(node.id)
        todo += gast.iter_child_nodes(node)
    return (found | nonlocals_of([tree])) - own


def nonlocals_of(trees: Iterable[gast.AST]) -> set[str]:
    """Return the names that functions, or those inside of them, declare nonlocal."""
    nodes = (node for tree in trees for node in gast.walk(tree))
    return {each for node in nodes if isinstance(node, gast.Nonlocal) for each in node.names}


def bound_inside(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function and the functions inside of it bind, their own names left out."""
    names = {node.id for node in gast.walk(tree) if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load)}
    return names | {node.name for node in gast.walk(tree) if isinstance(node, gast.FunctionDef) and node is not tree}


def has_computed_default(tree: gast.FunctionDef) -> bool:
    """Tell whether a default is no literal."""
    defaults = (*tree.args.defaults, *tree.args.kw_defaults)
    return any(each is not None and not isinstance(each, gast.Constant) for each in defaults)


def hides(node: gast.AST, names: set[str]) -> bool:
    """Tell whether a lambda, comprehension or local function has variables by names that are to be given to others."""
    if isinstance(node, gast.Lambda):
        return any(each.id in names for each in parameters(node.args))
    if isinstance(node, gast.comprehension):
        return any(isinstance(part, gast.Name) and part.id in names for part in gast.walk(node.target))
    if isinstance(node, gast.FunctionDef):
        own = {each.id for each in parameters(node.args)} | (bound_names(node.body) - nonlocals_of([node]))
        return bool(own & names)
    return False
