"""Writes random function bodies from the grammar, keeping track of what is certainly bound and of which kind."""

import re
from dataclasses import dataclass, field

from tests.properties.grammar import CONDITIONS, EXPRESSIONS, LEAVES, LOOPS, STATEMENTS

PLACE = re.compile(r"\{(=?\w+)\}")
POOLS = {
    "s": ("s", "t", "r", "q", "a", "b"),
    "v": ("u", "v", "w", "z"),
    "m": ("A", "B"),
    "l": ("p", "items"),
    "i": ("i", "j", "k"),
    "w": ("view", "part"),
}
NUMBERS = ("0.5", "1.5", "2.0", "0.3", "-0.7", "1.1", "0.25", "-1.2")
SIMPLE = [("", 1, "{sn} > {number}"), ("vectors", 1, "{vn}[{at}] > {number}")]
JUMPS = ("break", "continue", "return")


@dataclass
class Callee:
    """A function that expressions may call: the kinds of its parameters and of its result."""

    name: str
    parameters: tuple
    result: str
    defaults: int = 0
    counts_down: bool = False


@dataclass
class Scope:
    """One function that is being written."""

    choose: object
    features: set
    known: dict
    callees: list = field(default_factory=list)
    result: str = "s"
    lines: list = field(default_factory=list)
    indent: int = 1
    loops: list = field(default_factory=list)  # for each loop around, what is known at its start
    pinned: set = field(default_factory=set)  # names whose kind may not change, and that may not go
    budget: int = 12

    # ---- choosing ----

    def has(self, feature):
        return not feature or feature in self.features

    def chance(self, feature, probability):
        return feature in self.features and self.choose.random() < probability

    def pick(self, table):
        """Return a template whose feature the program has and whose names are bound."""
        fitting = [(weight, text) for feature, weight, text in table if self.has(feature) and self.fits(text)]
        weights = [weight for weight, _ in fitting]
        return self.choose.choices([text for _, text in fitting], weights)[0]

    def fits(self, text):
        kinds = {place[0].lower() for place in PLACE.findall(text) if place in NAMES}
        bare = {place for place in PLACE.findall(text) if place in "vml"}
        return all(self.names(kind) for kind in kinds | bare)

    def names(self, kind):
        return [name for name, found in self.known.items() if found == kind]

    # ---- filling templates ----

    def filled(self, template, depth=2):
        """Fill a template: first what it reads, then what it binds."""
        bound, memory = {}, {}

        def read(match):
            place = match[1]
            return match[0] if place[0] in "=SVMLIW" else self.read(place, depth)

        def bind(match):
            place = match[1]
            if place.startswith("="):
                return memory[place[1]]
            name = self.target(place)
            memory[place[0]] = name
            bound[name] = place[0].lower()
            return name

        text = PLACE.sub(bind, PLACE.sub(read, template))
        return text, bound

    def read(self, place, depth):
        if place in NAMES:
            return self.choose.choice(self.names(place[0]))
        if place == "number":
            return self.choose.choice(NUMBERS)
        if place == "whole":
            return str(self.choose.randrange(1, 4))
        if place == "few":
            return str(self.choose.choice((1, 2, 2, 3, 3, 4)))
        if place == "at":
            return self.index()
        if place == "c":
            return self.condition(depth - 1)
        return self.expression(place, depth)

    def index(self):
        ints = self.names("i")
        if ints and "ints" in self.features and self.choose.random() < 0.5:
            return f"{self.choose.choice(ints)} % 2"
        return self.choose.choice(("0", "1", "-1"))

    def condition(self, depth=1):
        table = CONDITIONS if depth > 0 else SIMPLE
        if not self.names("s") and not self.names("v"):
            return "1.0 > 0.5"
        # What a walrus binds may be skipped, so that it is not known afterwards; it may rebind what is known.
        return self.filled(self.pick(table), depth)[0]

    def expression(self, kind, depth):
        simple = depth <= 0 or (kind in "vml" and self.choose.random() < 0.4)
        table = (LEAVES if simple else EXPRESSIONS)[kind]
        if table is EXPRESSIONS.get("s") and self.callees and self.choose.random() < 0.2:
            called = self.call("s", depth)
            if called:
                return called
        if kind == "s" and not self.names("s"):
            return self.choose.choice(NUMBERS)
        if kind == "i" and not self.names("i"):
            return str(self.choose.randrange(1, 4))
        if kind == "v" and not self.names("v"):
            return f"np.array([{', '.join(self.expression('s', 0) for _ in range(3))}])"
        return f"({self.filled(self.pick(table), depth - 1)[0]})"

    def call(self, result, depth):
        """Return a call of a function with the result, or nothing if there is none."""
        fitting = [
            c for c in self.callees if c.result == result and all(k in "si" or self.names(k) for k in c.parameters)
        ]
        if not fitting:
            return None
        callee = self.choose.choice(fitting)
        count = len(callee.parameters) - (self.choose.randrange(callee.defaults + 1) if callee.defaults else 0)
        arguments = [self.expression(kind, depth - 1) for kind in callee.parameters[:count]]
        if callee.counts_down:
            arguments[-1] = str(self.choose.randrange(4))
        if callee.name.startswith("h") and self.choose.random() < 0.2:
            arguments[-1] = f"{'abc'[count - 1]}={arguments[-1]}"
        return f"{callee.name}({', '.join(arguments)})"

    def target(self, place):
        """Return a name to bind: a bound one for ``{Sn}``, any for ``{S}``."""
        kind = place[0].lower()
        known = [name for name in self.names(kind) if name not in self.loop_names()]
        if place.endswith("n"):
            return self.choose.choice(known or self.names(kind))
        pool = POOLS[kind]
        if self.chance("changing kinds", 0.2):
            pool = POOLS["s"] + POOLS["v"]
        free = [name for name in pool if self.known.get(name, kind) == kind or self.may_change(name)]
        if known and self.choose.random() < 0.3:
            return self.choose.choice(known)
        return self.choose.choice(free)

    def may_change(self, name):
        return name not in self.pinned and not self.loops

    def loop_names(self):
        """Names that loops around count with are rebound only where a program has that feature."""
        return () if "reuse" in self.features else {name for loop in self.loops for name in loop}

    # ---- statements ----

    def put(self, text):
        self.lines += ["    " * self.indent + line for line in text.split("\n")]

    def block(self, count):
        """Write a block; return whether its end is reached."""
        start = len(self.lines)
        self.indent += 1
        reached = self.statements(count)
        self.indent -= 1
        if len(self.lines) == start:
            self.put("    pass")
        return reached

    def statements(self, count):
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            if not self.statement():
                return False
        return True

    def statement(self):
        """Write a statement; return whether the one after it is reached."""
        kind = self.choose.random()
        nested = self.indent > 4 or self.budget < 2
        if "branches" in self.features and kind < 0.16 and not nested:
            return self.branch()
        if "loops" in self.features and kind < 0.34 and not nested:
            return self.loop()
        if kind < 0.38 and self.unpacked_call():
            return True
        if kind < 0.4 and not self.loops and self.chance("deletion", 0.7) and self.deletion():
            return True
        text, bound = self.filled(self.pick(STATEMENTS))
        self.put(text)
        self.known.update(bound)
        return True

    def unpacked_call(self):
        pair, vector = self.call("ss", 2), self.call("v", 2)
        if pair:
            text, bound = self.filled("{S}, {S} = " + pair.replace("{", "{{"))
        elif vector:
            text, bound = self.filled("{V} = " + vector)
        else:
            return False
        self.put(text)
        self.known.update(bound)
        return True

    def deletion(self):
        names = [n for kind in "sv" for n in self.names(kind)[1:] if n not in self.pinned]
        if names:
            name = self.choose.choice(names)
            self.put(f"del {name}")
            del self.known[name]
        return bool(names)

    def branch(self):
        before = dict(self.known)
        self.put(f"if {self.condition(2)}:")
        outcomes = [self.arm(before)]
        while self.choose.random() < 0.25:
            self.known = dict(before)
            self.put(f"elif {self.condition(1)}:")
            outcomes.append(self.arm(before))
        if self.choose.random() < 0.6:
            self.put("else:")
            outcomes.append(self.arm(before))
        else:
            outcomes.append(before)
        reaching = [known for known in outcomes if known is not None]
        self.known = merged(reaching) if reaching else before
        return bool(reaching)

    def arm(self, before):
        """Write one arm; return what is known after it, or None if it jumps away."""
        self.known = dict(before)
        reached = self.block(self.choose.randrange(1, 4))
        jump = self.jump()
        if reached and jump:
            self.put("    " + jump)
            reached = False
        return self.known if reached else None

    def jump(self):
        """Return a jump for the end of an arm, or nothing."""
        possible = [j for j in JUMPS if j in self.features and (j == "return" or self.loops)]
        if not possible or self.choose.random() > (0.5 if self.loops else 0.2):
            return ""
        jump = self.choose.choice(possible)
        return self.returned() if jump == "return" else jump

    def loop(self):
        before = dict(self.known)
        if "while" in self.features and self.choose.random() < 0.35:
            before = self.while_loop()
        else:
            text, bound = self.filled(self.pick(LOOPS), 1)
            self.put(text)
            self.known.update(bound)
            self.body([n for n, k in bound.items() if k == "i"])
        self.known = merged([before, self.known])
        if self.chance("else", 0.3):
            self.put("else:")
            self.block(2)
            self.known = merged([before, self.known])
        return True

    def while_loop(self):
        """Write a loop with a counter of its own; return what is known before it."""
        counter = f"n{len(self.lines)}"
        self.put(f"{counter} = {self.choose.randrange(1, 4)}")
        before = dict(self.known)
        if self.chance("endless", 0.4):
            self.put("while True:")
            self.put(f"    {counter} -= 1")
            self.body([])
            position = self.choose.random()
            exit_ = f"    if {counter} <= 0:\n        break"
            if position < 0.5:
                self.put(exit_)
            else:  # in front of the body, after the counter
                place = max(n for n, line in enumerate(self.lines) if line.strip() == f"{counter} -= 1") + 1
                self.lines[place:place] = ["    " * self.indent + line for line in exit_.split("\n")]
            self.repair(counter, exit_)
            return before
        extra = f" and {self.condition(1)}" if self.choose.random() < 0.5 else ""
        self.put(f"while {counter} > 0{extra}:")
        self.put(f"    {counter} -= 1")
        self.body([])
        return before

    def repair(self, counter, exit_):
        """Let an endless loop end also where `continue` passes its exit: the exit comes first there."""
        place = max(n for n, line in enumerate(self.lines) if line.strip() == f"{counter} -= 1") + 1
        body = [line.strip() for line in self.lines[place:]]
        if "continue" in body and not body[0].startswith(f"if {counter} <= 0"):
            self.lines[place:place] = ["    " * self.indent + line for line in exit_.split("\n")]

    def body(self, counters):
        self.loops.append(set(counters))
        self.block(self.choose.randrange(1, 5))
        self.loops.pop()

    def returned(self):
        if self.result == "s":
            return f"return {self.expression('s', 2)}"
        if self.result == "ss":
            return f"return {self.expression('s', 2)}, {self.expression('s', 1)}"
        return f"return {self.expression('v', 2)}"


NAMES = {f"{kind}{'_' if kind == 'in' else ''}" for kind in ("sn", "vn", "mn", "ln", "in", "wn")} | {
    f"{kind}n" for kind in "SVMLIW"
}


def merged(outcomes):
    """Return what is known whichever way was taken."""
    first, *others = outcomes
    return {name: kind for name, kind in first.items() if all(known.get(name) == kind for known in others)}
