"""Write what follows a branch into both of its sides, where they leave values of different structure.

before: ``if c: f = sin`` ``else: f = square``, ``y = f(x)``
after:  ``if c: f = sin``, ``y = f(x)`` ``else: f = square``, ``y = f(x)``

Requires structured exits. Guarantees: the same statements run in the same order.
"""

from dataclasses import replace

from cladpy.ir.differing import differ
from cladpy.ir.fact import Fact
from cladpy.ir.statements import Block, For, If, Phi, Return, Statement, While, With, walk
from cladpy.planning.specialization.prune import leaves
from cladpy.planning.specialization.rewrite import live_parts
from cladpy.planning.specialization.scene import Scene

MOST_STATEMENTS = 400  # of what is written twice


def split(scene: Scene) -> Block:
    """Return the body with its first such branch taken apart; itself if there is none."""
    return _Split(scene).block(scene.body, scene.numbered)


class _Split:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def block(self, block: Block, numbered: Block) -> Block:
        for position, (statement, twin) in enumerate(zip(block, numbered, strict=True)):
            rest = block[position + 1 :]
            if isinstance(statement, If) and isinstance(twin, If) and self.is_to_be_split(twin, rest):
                return (*block[:position], *_taken_apart(statement, rest))
            new = self.inside(statement, twin)
            if new is not statement:
                return (*block[:position], new, *rest)
        return block

    def inside(self, statement: Statement, twin: Statement) -> Statement:
        if not isinstance(statement, If | For | While | With):
            return statement
        for part in live_parts(twin, self.scene.truth):
            inner = getattr(statement, part, ())
            new = self.block(inner, getattr(twin, part)) if inner else inner
            if new is not inner:
                return replace(statement, **{part: new})  # type: ignore[arg-type]
        return statement

    def is_to_be_split(self, twin: If, rest: Block) -> bool:
        if self.scene.truth(twin.test) is not None or not _without_return(rest):
            return False
        if sum(1 for _ in walk(rest)) > MOST_STATEMENTS:
            return False
        return any(differ(self.possible(phi)) for phi in twin.phis)

    def possible(self, phi: Phi) -> list[Fact]:
        """Return the facts of what a join may hold, joins inside of the branch looked through."""
        table, versions = self.scene.table.facts, self.scene.prepared.versions.table
        facts, todo, seen = [], list(phi.sources), set()
        while todo:
            version = todo.pop()
            if version in seen or version not in table:
                continue
            seen.add(version)
            if versions[version].kind == "join":
                todo += versions[version].sources
            else:
                facts.append(table[version])
        return facts


def _taken_apart(statement: If, rest: Block) -> Block:
    inner = _without_return(rest)
    body = statement.body if leaves(statement.body) else (*statement.body, *inner)
    orelse = statement.orelse if leaves(statement.orelse) else (*statement.orelse, *inner)
    return (replace(statement, body=body, orelse=orelse), *rest[len(inner) :])


def _without_return(rest: Block) -> Block:
    return rest[:-1] if rest and isinstance(rest[-1], Return) else rest
