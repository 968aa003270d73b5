"""Find where each tape of a function is made, pushed on and popped from, and how often it can be pushed on.

Direction none: one walk. A tape is told of if it is made by ``[]`` in a block behind which a nest of loops pushes on it
at one place, and if one place pops from it, certainly once each time that its statement runs. Soundness: what is
returned, tested, or popped from in a condition is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import gast

from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.tapes import list_method, tapes
from cladpy.ir import statements as ir
from cladpy.ir.expressions import nodes_of

CONDITIONAL = (gast.IfExp, gast.BoolOp, gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
Path = tuple[ir.Statement, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A statement, its block, and the statements around it, from the outside in."""

    statement: ir.Statement
    block: ir.Block
    path: Path


@dataclass(slots=True)
class Tape:
    """The places of one tape.

    Parameters
    ----------
    name : str
    birth, push, pop : Site
    """

    name: str
    birth: Site
    push: Site
    pop: Site

    @property
    def nest(self) -> Path:
        """The statements around the push, from the loop behind the birth on."""
        return self.push.path[len(self.birth.path) :]

    @property
    def reverse(self) -> Path:
        """The statements around the pop, from the loop behind the birth on."""
        return self.pop.path[len(self.birth.path) :]


@dataclass(slots=True)
class _Sites:
    births: dict[str, list[Site]] = field(default_factory=dict)
    pushes: dict[str, list[Site]] = field(default_factory=dict)
    pops: dict[str, list[Site]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)

    def walk(self, block: ir.Block, path: Path) -> None:
        for statement in block:
            site = Site(statement, block, path)
            match statement:
                case ir.Assign(target=gast.Name(id=variable), value=gast.List(elts=[])):
                    self.births.setdefault(variable, []).append(site)
                case ir.Return(value=value) | ir.While(test=value):
                    self.others |= {node.id for node in nodes_of(value) if isinstance(node, gast.Name)}
                case _:
                    self.look(statement, site)
            for inner in _blocks(statement):
                self.walk(inner, (*path, statement))

    def look(self, statement: ir.Statement, site: Site) -> None:
        for expression in own_expressions(statement):
            hidden = {
                id(node) for each in nodes_of(expression) if isinstance(each, CONDITIONAL) for node in nodes_of(each)
            }
            for node in nodes_of(expression):
                method = list_method(node)
                if method is None:
                    continue
                variable, kind = method
                if id(node) in hidden or (kind == "append" and expression is not getattr(statement, "value", None)):
                    self.others.add(variable)
                (self.pushes if kind == "append" else self.pops).setdefault(variable, []).append(site)


def tape_sites(function: ir.Function) -> list[Tape]:
    """Return the tapes of a function of which all places are known, in the order in which they are made."""
    sites = _Sites()
    sites.walk(function.body, ())
    found: list[Tape] = []
    known = tapes(function) - sites.others
    for variable, births in sites.births.items():
        pushes, pops = sites.pushes.get(variable, []), sites.pops.get(variable, [])
        if variable not in known or not len(births) == len(pushes) == len(pops) == 1:
            continue
        tape = Tape(variable, births[0], pushes[0], pops[0])
        if _is_behind(tape.birth, tape.push) and _is_behind(tape.birth, tape.pop) and tape.nest:
            found.append(tape)
    return found


def _is_behind(birth: Site, site: Site) -> bool:
    """Tell whether a site stands in, or inside of, the block of a birth, behind it."""
    depth = len(birth.path)
    if len(site.path) < depth or any(a is not b for a, b in zip(site.path, birth.path, strict=False)):
        return False
    outer = site.path[depth] if len(site.path) > depth else site.statement
    places = {id(each): place for place, each in enumerate(birth.block)}
    return places.get(id(outer), -1) > places[id(birth.statement)]


def _blocks(statement: ir.Statement) -> Iterator[ir.Block]:
    for part in ("body", "orelse"):
        block = getattr(statement, part, None)
        if block:
            yield block
