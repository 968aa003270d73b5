"""Random small programs in the notation of program.py: branches, loops, views, stores, tapes, effects.

The numbers in them are small whole ones, so that results are exact and may be compared to the last bit.
"""

ARRAYS = ("x", "y", "z", "v", "w")
SCALARS = ("s", "r")
ADJOINTS = ("d_x", "d_y", "d_z")
ARGUMENTS = ("a", "b", "c")  # a and b are arrays, c is a number


class Writer:
    """Writes one program; ``known`` are the variables that are certainly bound, with their kinds."""

    def __init__(self, choose):
        self.choose = choose  # a random.Random
        self.lines = []
        self.known = {"a": "array", "b": "array", "c": "scalar"}
        self.counts = {}
        self.tapes = {}  # tape -> how many values are on it
        self.reverse = False
        self.source = 0

    def fresh(self, base):
        self.counts[base] = self.counts.get(base, 0) + 1
        return f"{base}__{self.counts[base]}"

    def pick(self, kind):
        return self.choose.choice([name for name, found in self.known.items() if found == kind])

    def put(self, depth, text):
        self.lines.append(f"{'    ' * depth}{text} #{self.source}")

    # ---- expressions ----

    def scalar(self, depth=2):
        pick = self.choose.randrange(9 if depth else 3)
        if pick < 2:
            return self.pick("scalar")
        if pick == 2:
            return self.choose.choice(["1.0", "2.0", "3", "0.5"])
        if pick < 6:
            return f"({self.scalar(depth - 1)} {self.choose.choice('+-*')} {self.scalar(depth - 1)})"
        if pick == 6:
            return f"np.sum({self.array(depth - 1)})"
        if pick == 7:
            return f"len({self.pick('array')})"
        return f"-{self.scalar(depth - 1)}"

    def array(self, depth=2):
        pick = self.choose.randrange(12 if depth else 3)
        if pick < 3:
            return self.pick("array")
        if pick < 6:
            return f"({self.array(depth - 1)} {self.choose.choice('+-*')} {self.array(depth - 1)})"
        if pick < 8:
            return f"({self.scalar(depth - 1)} * {self.array(depth - 1)})"
        if pick == 8:
            return f"({self.array(depth - 1)} * ({self.pick('array')} > {self.pick('array')}))"
        if pick == 9:
            return f"{self.pick('array')}[::-1]"
        if pick == 10:
            return f"{self.pick('array')}.copy()"
        return f"-{self.array(depth - 1)}"

    # ---- statements ----

    def target(self, kind):
        pick = self.choose.randrange(3)
        if pick == 0:
            return self.fresh("d" if self.reverse else "v")
        if kind == "scalar":
            return self.choose.choice(["d_s", "d_r"] if self.reverse and pick == 1 else SCALARS)
        return self.choose.choice(ADJOINTS if self.reverse and pick == 1 else ARRAYS)

    def bind(self, depth, name, kind, text):
        self.put(depth, f"{name} = {text}")
        self.known[name] = kind

    def statement(self, depth, loops):
        self.source += self.choose.randrange(2)
        writers = [self.assign, self.assign, self.assign, self.accumulate, self.accumulate, self.store, self.update]
        writers += [self.copy, self.copy, self.push, self.pop, self.effect]
        if depth < 3:
            writers += [self.branch, self.loop]
        if depth < 2:
            writers += [self.pushing_loops]
        if loops:
            writers += [self.leave]
        self.choose.choice(writers)(depth)

    def assign(self, depth):
        kind = self.choose.choice(["array", "scalar"])
        text = self.array() if kind == "array" else self.scalar()
        self.bind(depth, self.target(kind), kind, text)

    def accumulate(self, depth):
        kind = self.choose.choice(["array", "array", "scalar"])
        name = self.choose.choice(ADJOINTS if kind == "array" else ["d_s", "d_r"])
        text = self.array(1) if kind == "array" else self.scalar(1)
        if self.known.get(name) == kind:
            text = f"{name} {self.choose.choice('++-')} {text}"
        self.bind(depth, name, kind, text)

    def store(self, depth):
        name = self.pick("array")
        index = self.choose.choice(["0", "1:", ":-1", ":"])
        operator = self.choose.choice(["=", "+=", "-="])
        value = self.array(1) if index == ":" and self.choose.randrange(2) else self.scalar(1)
        self.put(depth, f"{name}[{index}] {operator} {value}")

    def update(self, depth):
        kind = self.choose.choice(["array", "scalar"])
        name = self.pick(kind)
        if name not in ARGUMENTS:
            self.put(depth, f"{name} {self.choose.choice(['+=', '-=', '*='])} {self.scalar(1)}")

    def copy(self, depth):
        kind = self.choose.choice(["array", "scalar"])
        source = self.pick(kind)
        self.bind(depth, self.target(kind), kind, source)

    def push(self, depth):
        if depth == 1:
            name = self.choose.choice(list(self.tapes) or [None]) if self.choose.randrange(2) else None
            if name is None:
                name = self.fresh("tape")
                self.put(depth, f"{name} = []")
                self.tapes[name] = 0
            self.put(depth, f"{name}.append({self.array(1)})")
            self.tapes[name] += 1

    def pop(self, depth):
        full = [name for name, count in self.tapes.items() if count]
        if depth == 1 and full:
            name = self.choose.choice(full)
            self.tapes[name] -= 1
            self.bind(depth, self.target("array"), "array", f"{name}.pop()")

    def effect(self, depth):
        if self.choose.randrange(2):
            self.put(depth, f"impure({self.pick('array')}, {self.scalar(1)})")
        else:
            self.bind(depth, self.target("scalar"), "scalar", f"impure({self.array(1)}, {self.pick('scalar')})")

    def block(self, depth, size, *, loops):
        before = len(self.lines)
        for _ in range(1 + self.choose.randrange(size)):
            self.statement(depth, loops)
        if len(self.lines) == before:
            self.put(depth, "pass")

    def branch(self, depth):
        self.put(depth, f"if {self.scalar(1)} > {self.choose.choice(['0', '2', '10'])}:")
        known = dict(self.known)
        self.block(depth + 1, 3, loops=False)
        self.known, one = dict(known), self.known
        if self.choose.randrange(2):
            self.put(depth, "else:")
            self.block(depth + 1, 3, loops=False)
        self.known = {name: kind for name, kind in one.items() if self.known.get(name) == kind}

    def loop(self, depth):
        self.put(depth, f"for i__{len(self.lines)} in range({self.choose.randrange(4)}):")
        self.body(depth)

    def body(self, depth):
        known = dict(self.known)
        self.block(depth + 1, 5, loops=True)
        # A name that changes its kind in a loop would be of another kind in the next iteration.
        for name in [name for name, kind in known.items() if self.known.get(name) != kind]:
            raise UnusableError(name)
        self.known = known

    def leave(self, depth):
        self.put(depth, f"if {self.scalar(1)} > 3:")
        self.put(depth + 1, self.choose.choice(["break", "continue"]))

    def pushing_loops(self, depth):
        """Write a loop that pushes on a tape and one that goes back."""
        tape, trips = self.fresh("tape"), self.choose.randrange(4)
        self.put(depth, f"{tape} = []")
        self.put(depth, f"for i__{len(self.lines)} in range({trips}):")
        pushed = self.array(1)
        self.put(depth + 1, f"{tape}.append({pushed})")
        self.body(depth)
        while_loop = self.choose.randrange(2)
        if while_loop:
            self.put(depth, f"while {tape}:")
        else:
            self.put(depth, f"for i__{len(self.lines)} in reversed(range(len({tape}))):")
        name = self.choose.choice([self.fresh("v"), "x", "y"])
        known = dict(self.known)
        self.bind(depth + 1, name, "array", f"{tape}.pop()")
        if self.choose.randrange(3) == 0:
            self.put(depth + 1, f"d_x = {self.array(1)}")
            self.known["d_x"] = "array"
        self.block(depth + 1, 3, loops=False)
        for each, kind in known.items():
            if self.known.get(each) != kind:
                raise UnusableError(each)
        self.known = known


class UnusableError(Exception):
    """The program would change the kind of a name in a loop."""


def program(choose):
    """Return the text of a random program, or None."""
    writer = Writer(choose)
    writer.lines.append("def f(a, b, c):")
    writer.lines.append("    # ---- forward sweep ----")
    try:
        for _ in range(2 + choose.randrange(7)):
            writer.statement(1, False)
        writer.lines.append("    # ---- reverse sweep ----")
        writer.reverse = True
        for _ in range(2 + choose.randrange(9)):
            writer.statement(1, False)
    except UnusableError:
        return None
    scalars = [name for name, kind in writer.known.items() if kind == "scalar" and choose.randrange(2)]
    arrays = [name for name, kind in writer.known.items() if kind == "array" and choose.randrange(2)]
    results = [*scalars, *(f"owned({name})" for name in arrays), "c"]
    writer.put(1, f"return ({', '.join(results)},)")
    return "\n".join(writer.lines)
