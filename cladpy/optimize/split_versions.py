"""Give each group of assignments that some read has in common a variable of its own.

before: ``d = e1``, ``d = d + e2``, ``return d``
after:  ``d@1 = e1``, ``d@2 = d@1 + e2``, ``return d@2``

Assignments that reach a common read, through branches and loops, stay together. Afterwards most variables are assigned
once, which is what the other passes look for; name_variables brings the names together again. Variables that lambdas
and comprehensions mention are left alone. Guarantees: linear. Soundness: what cannot be told apart stays together.
Reference: webs, in Muchnick, *Advanced Compiler Design and Implementation*, section 16.3.3.
"""

from collections import Counter
from dataclasses import replace

import gast

from cladpy.analyses.expression_walk import names_in
from cladpy.analyses.liveness import binds, is_always_true, pinned, reads
from cladpy.analyses.storage import variables
from cladpy.ir import statements as ir
from cladpy.ir.expressions import rebuild
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import map_blocks, map_expressions, nested_statements
from cladpy.optimize.variables import base_of

Values = dict[str, int | None]


def run(function: ir.Function, context: Context) -> ir.Function:
    """Return the function with its variables split; see :func:`split` for the names."""
    return split(function, context)[0]


def split(function: ir.Function, context: Context) -> tuple[ir.Function, Context]:
    """Return the function with its variables split, and the context in which the new ones are known."""
    several = _assigned_several_times(function)
    if not several:
        return function, context
    webs = _Webs(function, several)
    names, origins = webs.names(_Numbers(function))
    body = _Renaming(webs, names).block(function.body)
    return replace(function, body=body), context.renamed(origins)


def _assigned_several_times(function: ir.Function) -> set[str]:
    counts = Counter(function.parameters)
    left_alone = set(pinned(function))
    for statement in ir.walk(function.body):
        counts.update(binds(statement))
        if isinstance(statement, ir.For):  # a store target is evaluated in each iteration, the iterable before
            left_alone.update(names_in(statement.target) if not isinstance(statement.target, gast.Name) else ())
        elif isinstance(statement, ir.With):  # an exception may lead out of the middle of the body
            left_alone.update(name for nested in ir.walk(statement.body) for name in binds(nested))
    return {name for name, count in counts.items() if count > 1} - left_alone


class _Numbers:
    """Numbers for new variables: larger than any in use for the base."""

    def __init__(self, function: ir.Function) -> None:
        self.last: dict[str, int] = {}
        for name in sorted(variables(function)):
            base, _, number = name.partition("@")
            self.last[base] = max(self.last.get(base, 0), int(number) if number.isdigit() else 0)

    def new(self, variable: str) -> str:
        base = base_of(variable)
        self.last[base] += 1
        return f"{base}@{self.last[base]}"


class _Webs:
    """Which assignments reach common reads: definitions and joins have numbers, joined by union-find."""

    def __init__(self, function: ir.Function, several: set[str]) -> None:
        self.several = several
        self.variable: list[str] = []  # by number
        self.sources: list[list[int | None] | None] = []  # of a join; None for a definition
        self.parent: list[int] = []
        self.read: dict[int, Values] = {}  # by id(statement): the value that each name has when it is read
        self.bound: dict[int, Values] = {}  # and the one that the statement gives it
        self._assigned: dict[int, set[str]] = {}
        self._jumps: list[tuple[set[str], list[Values | None], list[Values | None]]] = []
        self._used: list[int] = []
        self.dead = False
        self.values: Values = {name: self.new(name) for name in function.parameters if name in several}
        self.block(function.body)
        self._unite_joins()

    # ---- numbering ----

    def new(self, variable: str, sources: list[int | None] | None = None) -> int:
        self.variable.append(variable)
        self.sources.append(sources)
        self.parent.append(len(self.parent))
        return len(self.parent) - 1

    def find(self, number: int) -> int:
        while self.parent[number] != number:
            self.parent[number] = self.parent[self.parent[number]]
            number = self.parent[number]
        return number

    def _unite_joins(self) -> None:
        todo, seen = self._used, set()
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            for source in self.sources[number] or ():
                if source is not None:
                    self._unite(number, source)
                    todo.append(source)

    def _unite(self, left: int, right: int | None) -> None:
        if right is not None:
            left, right = self.find(left), self.find(right)
            self.parent[max(left, right)] = min(left, right)

    # ---- walking forward; ``dead`` holds where no path arrives ----

    def block(self, block: ir.Block) -> None:
        for statement in block:
            self.statement(statement)

    def statement(self, statement: ir.Statement) -> None:
        self._read(statement)
        match statement:
            case ir.If():
                self._branch(statement)
            case ir.For() | ir.While():
                self._loop(statement)
            case ir.With():
                before = self._end(self.assigned(statement))
                self.block(statement.body)
                self._join(self.assigned(statement), [before, self._end(self.assigned(statement))])
            case ir.Break() | ir.Continue():
                assigned, breaks, continues = self._jumps[-1]
                (breaks if isinstance(statement, ir.Break) else continues).append(self._end(assigned))
                self.dead = True
            case ir.Return() | ir.Raise():
                self.dead = True
            case ir.Delete():
                self.values.update(dict.fromkeys(self.several.intersection(statement.names)))
            case _:
                self._bind(statement)

    def _read(self, statement: ir.Statement) -> None:
        found = {name: self.values.get(name) for name in reads(statement) if name in self.several}
        self.read[id(statement)] = found
        self._used += [number for number in found.values() if number is not None]

    def _bind(self, statement: ir.Statement) -> None:
        found = {name: self.new(name) for name in binds(statement) if name in self.several}
        if isinstance(statement, ir.Update):  # one occurrence of the name, both read and bound
            for name, number in found.items():
                self._unite(number, self.values.get(name))
        self.bound[id(statement)] = dict(found)
        self.values.update(found)

    def _branch(self, statement: ir.If) -> None:
        assigned, dead = self.assigned(statement), self.dead
        before = {name: self.values.get(name) for name in assigned}
        self.block(statement.body)
        ends = [self._end(assigned)]
        self.values.update(before)
        self.dead = dead
        self.block(statement.orelse)
        self._join(assigned, [*ends, self._end(assigned)])

    def _loop(self, loop: ir.For | ir.While) -> None:
        assigned = self.assigned(loop)
        arriving = {name: [self.values.get(name)] for name in sorted(assigned)}
        heads: Values = {name: self.new(name, sources) for name, sources in arriving.items()}
        self.values.update(heads)
        if isinstance(loop, ir.For):
            self._bind(loop)
        else:  # the test reads what arrives at the head, not what was there before the loop
            self._read(loop)
        jumps: tuple[set[str], list[Values | None], list[Values | None]] = (assigned, [], [])
        self._jumps.append(jumps)
        self.block(loop.body)
        self._jumps.pop()
        for end in [*jumps[2], self._end(assigned)]:
            for name, value in (end or {}).items():
                arriving[name].append(value)
        endless = isinstance(loop, ir.While) and is_always_true(loop.test)
        self._join(assigned, [*([] if endless else [heads]), *jumps[1]])

    def assigned(self, statement: ir.Statement) -> set[str]:
        """Return the split variables that a statement assigns or deletes, in itself or in what is nested in it."""
        if id(statement) not in self._assigned:
            names = {*binds(statement), *(statement.names if isinstance(statement, ir.Delete) else ())}
            found = self.several & names
            for nested in nested_statements(statement):
                found |= self.assigned(nested)
            self._assigned[id(statement)] = found
        return self._assigned[id(statement)]

    def _end(self, names: set[str]) -> Values | None:
        """Return what arrives from here at a join, for the names that may differ there; None if nothing does."""
        return None if self.dead else {name: self.values.get(name) for name in names}

    def _join(self, names: set[str], ends: list[Values | None]) -> None:
        arriving = [end for end in ends if end is not None]
        self.dead = not arriving
        for name in sorted(names):
            numbers = [end[name] for end in arriving]
            self.values[name] = numbers[0] if len(set(numbers)) == 1 else self.new(name, numbers)

    # ---- the result ----

    def names(self, numbers: _Numbers) -> tuple[dict[int, str], dict[str, str]]:
        """Return the variable of each group, and by new variable the one that it stems from."""
        names: dict[int, str] = {}
        origins: dict[str, str] = {}
        kept: set[str] = set()
        for number in range(len(self.parent)):
            group, variable = self.find(number), self.variable[number]
            if group in names or self.sources[number] is not None:
                continue
            names[group] = variable if variable not in kept else numbers.new(variable)
            if variable in kept:
                origins[names[group]] = variable
            kept.add(variable)
        return names, origins


class _Renaming:
    """Rebuilds a block with the variable of each group."""

    def __init__(self, webs: _Webs, names: dict[int, str]) -> None:
        self.webs = webs
        self.names = names

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(self.statement(statement) for statement in block)

    def statement(self, statement: ir.Statement) -> ir.Statement:
        read = self._variables(self.webs.read.get(id(statement), {}))
        bound = self._variables(self.webs.bound.get(id(statement), {}))
        if isinstance(statement, ir.Delete):
            return replace(statement, names=tuple(read.get(name, name) for name in statement.names))
        if read or bound:
            statement = map_expressions(
                statement, lambda e: _renamed(e, read, read), target=lambda e: _renamed(e, read, bound)
            )
        return map_blocks(statement, self.block)

    def _variables(self, values: Values) -> dict[str, str]:
        return {
            name: self.names[self.webs.find(number)]
            for name, number in values.items()
            if number is not None and self.webs.find(number) in self.names
        }


def _renamed(expression: gast.expr, read: dict[str, str], bound: dict[str, str]) -> gast.expr:
    def change(node: gast.AST) -> gast.AST | None:
        if isinstance(node, gast.Name):
            new = (bound if isinstance(node.ctx, gast.Store) else read).get(node.id, node.id)
            return node if new == node.id else gast.Name(new, node.ctx, node.annotation, node.type_comment)
        return None

    return rebuild(expression, change)
