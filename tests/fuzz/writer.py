"""Writes random programs: each statement is tried out, so that most programs run.

The variables' values behind the lines written so far tell which names there are, and of which shape.
"""

import random
import re

from tests.fuzz.expressions import scalar
from tests.fuzz.helpers import Helpers
from tests.fuzz.patterns import pattern
from tests.fuzz.program import HEADER, PARTS, Program, Unusable, arguments, values_behind
from tests.fuzz.scope import Scope
from tests.fuzz.statements import another_name, named_index, new_array, read, store

TRIES = 12
KINDS = (store,) * 9 + (another_name,) * 4 + (new_array,) * 2 + (read,) * 3 + (named_index,)
INDENT = "    "
FIRST = ("a = x.copy()", "a = x * 1.0", "a = np.sin(x) + 1.0", "a = x", "b = x", "a = y * p")
PARAMETERS = "x, y, p"


def program(seed):
    """Return the program that belongs to a seed."""
    choose = random.Random(seed)  # noqa: S311 - nothing secret
    args = arguments(choose)
    helpers = Helpers(choose, args, Writer) if choose.random() < 0.4 else None
    writer = Writer(choose, args, helpers)
    writer.start()
    writer.statements(choose.choice((2, 3, 3, 4, 5, 6, 8)))
    return Program(writer.text(writer.result()), args)


class Writer:
    """Writes one function."""

    def __init__(self, choose, args, helpers=None, header=HEADER, signature=PARAMETERS):
        self.choose = choose
        self.args = args
        self.helpers = helpers
        self.header = header
        self.signature = signature
        self.lines = []
        self.depth = 1
        self.counters = []
        self.loops = 0
        self.values = {}  # what a name has in either run
        self.bound = set()  # names that are bound in each run that comes this far

    def text(self, last):
        """Return the text of the module, with a last line of the function."""
        helpers = self.helpers.text if self.helpers else ""
        body = "\n".join([*self.lines, INDENT + last])
        parts = "".join(part for key, part in PARTS.items() if key in body or key in helpers)
        return f"{self.header}{parts}{helpers}def f({self.signature}):\n{body}\n"

    def put(self, lines, *, depth=None):
        """Append lines if the program still runs with them; tell whether it does."""
        before = len(self.lines)
        self.lines += [INDENT * (self.depth if depth is None else depth) + line for line in lines]
        try:
            found = [values_behind(self.text("return locals()"), args) for args in self.args]
        except Unusable:
            del self.lines[before:]
            return False
        reached = [values for values in found if values is not None]
        self.values = {name: value for values in reversed(reached) for name, value in values.items()} or self.values
        self.bound = set.intersection(*map(set, reached)) if reached else self.bound
        return True

    def start(self):
        """Write the first lines: arrays of their own, or parameters that are updated."""
        self.put(["total = 0.0", self.choose.choice(FIRST)])

    def scope(self):
        return Scope(self.choose, self.values, self.counters, self.helpers)

    def statements(self, budget):
        """Write statements, compound ones among them."""
        while budget > 0:
            kind = self.choose.random()
            if kind < 0.16 and self.depth < 4 and self.loops < 2:
                budget -= self.loop(min(budget, 4))
            elif kind < 0.24 and self.depth < 4:
                budget -= self.branch(min(budget, 3))
            elif kind < 0.26 and self.depth < 3:
                budget -= self.early_return()
            elif kind < 0.34 and self.helpers:
                budget -= self.call()
            elif kind < 0.42:
                budget -= self.pattern()
            else:
                self.simple()
                budget -= 1

    def simple(self):
        """Write a statement of a random kind that works; nothing, if none of some does."""
        for _ in range(TRIES):
            if self.put(self.choose.choice(KINDS)(self.choose, self.scope())):
                return

    def block(self, heads, budget, first="pass"):
        """Write the heads of blocks, each with statements behind a first one; tell how many statements that were."""
        spent = 0
        for head in heads:
            self.lines.append(INDENT * self.depth + head)
            self.depth += 1
            place = len(self.lines)
            reached = self.put([first])
            if reached:
                spent += 1
                self.statements(max(1, budget // len(heads)))
                if len(self.lines) > place + 1 and first == "pass":
                    del self.lines[place]
            else:
                del self.lines[place - 1]
            self.depth -= 1
            if not reached:
                break
        return spent + 1

    def loop(self, budget):
        """Write a loop: over numbers, rows, by while; left early or not."""
        counter = "ijk"[self.loops]
        scope = self.scope()
        source = scope.an_array()
        row = scope.name(("row", "part"))
        kind = self.choose.choice(("range", "range", "range", "rows", "pairs", "enumerate", "while", "back", "chunks"))
        self.loops += 1
        kept = list(self.counters)
        before, values = list(self.lines), dict(self.values)
        heads = {
            "range": f"for {counter} in range({self.choose.choice((2, 3, 3))}):",
            "rows": f"for {row} in {source}:",
            "pairs": f"for {row}, {scope.name('uvw')} in zip({source}, {scope.an_array()}):",
            "enumerate": f"for {counter}, {row} in enumerate({source}):",
            "while": f"while {counter} < 2:",
            "back": f"for {counter} in range(2, -1, -1):",
            "chunks": f"for {counter} in ({self.choose.choice(('0, 2', '1, 0', '2, 2'))}):",
        }
        if kind == "while":
            self.lines.append(INDENT * self.depth + f"{counter} = 0")
        if kind in ("range", "back", "while", "chunks", "enumerate"):
            self.counters.append(counter)
        budget = self.block([heads[kind]], budget, first=f"{counter} += 1" if kind == "while" else "pass")
        if self.choose.random() < 0.2:
            self.leave(counter if counter in self.counters else None)
        self.counters = kept
        self.loops -= 1
        if not self.put([]):
            self.lines, self.values = before, values
        return budget

    def leave(self, counter):
        """Write a way out of a loop at its end, or a rest of the iteration that is skipped sometimes."""
        condition = scalar(self.choose, self.scope()) + " > 0.5"
        if counter and self.choose.random() < 0.5:
            condition = f"{counter} == 1"
        self.depth += 1
        if self.put([f"if {condition}:", INDENT + self.choose.choice(("break", "continue"))]):
            self.simple()
        self.depth -= 1

    def branch(self, budget):
        """Write an if, with an else or not."""
        condition = self.choose.choice(("p > 0.5", "p < 0.5", f"{scalar(self.choose, self.scope())} > 0.4"))
        if self.counters and self.choose.random() < 0.4:
            condition = f"{self.choose.choice(self.counters)} % 2 == 0"
        heads = [f"if {condition}:", *(["else:"] if self.choose.random() < 0.6 else [])]
        return self.block(heads, budget)

    def early_return(self):
        """Write a return under a condition."""
        condition = self.choose.choice(("p > 0.5", f"{scalar(self.choose, self.scope())} > 1.0"))
        value = scalar(self.choose, self.scope())
        self.put([f"if {condition}:", f"{INDENT}return {value} + np.sum({self.scope().an_array()} ** 2)"])
        return 1

    def call(self):
        """Write a call of a helper."""
        for _ in range(TRIES):
            if self.put([self.helpers.call(self.scope())]):
                break
        return 1

    def pattern(self):
        """Write lines that belong together."""
        for _ in range(TRIES):
            if self.put(pattern(self.choose, self.scope())):
                break
        return 2

    def result(self):
        """Return the last line: most of what is known is read, so that every wrong adjoint shows."""
        scope = self.scope()
        weights = iter(f"{1 + 0.1 * number:.1f}" for number in range(1, 99))
        share = self.choose.choice((0.5, 0.8, 1.0))
        parts = [
            f"{next(weights)} * np.sum({self.choose.choice(('{0} * {0}', 'np.sin({0})', '{0}'))})".format(name)
            for name in scope.arrays()
            if re.split(r"[.[]", name)[0] in self.bound and self.choose.random() < share
        ]
        numbers = [name for name in scope.numbers() if name != "p" and name in self.bound]
        parts += [f"{next(weights)} * {name}" for name in numbers if self.choose.random() < share]
        return "return " + (" + ".join(parts) or f"np.sum({scope.an_array()})")
