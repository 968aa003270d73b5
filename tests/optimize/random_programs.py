"""Random small programs in the notation of program.py: branches, loops, views, stores, tapes, effects.

The numbers in them are small whole ones, so that results are exact and may be compared to the last bit.
"""

ARRAYS = ("x", "y", "z", "v", "w")
SCALARS = ("s", "r")
ADJOINTS = ("d_x", "d_y", "d_z")
RECENT = 3  # variables among which most reads choose
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
        self.depth = 1

    def fresh(self, base):
        self.counts[base] = self.counts.get(base, 0) + 1
        return f"{base}__{self.counts[base]}"

    def pick(self, kind):
        """Return a bound variable, more often than not one of those bound last."""
        names = [name for name, found in self.known.items() if found == kind]
        return self.choose.choice(names[-RECENT:] if self.choose.randrange(3) else names)

    def put(self, depth, text):
        self.lines.append(f"{'    ' * depth}{text} #{self.source}")

    # ---- expressions ----

    def part(self, kind, text):
        """Return an operand: the text itself, or a temporary that now holds it, as in the raw form of a program."""
        if self.choose.randrange(3) == 0:
            return f"({text})"
        name = self.fresh("d" if self.reverse else "v")
        self.bind(self.depth, name, kind, text)
        if self.choose.randrange(6) == 0:
            self.choose.choice([self.store, self.update, self.effect, self.pop])(self.depth)
        return name

    def scalar(self, size=2):
        """Return a scalar expression of some size, or a name."""
        pick = self.choose.randrange(9 if size else 3)
        if pick < 2:
            return self.pick("scalar")
        if pick == 2:
            return self.choose.choice(["1.0", "2.0", "3", "0.5"])
        if pick < 6:
            left, right = self.scalar(size - 1), self.scalar(size - 1)
            return self.part("scalar", f"{left} {self.choose.choice('+-*')} {right}")
        if pick == 6:
            return self.part("scalar", f"np.sum({self.array(size - 1)})")
        if pick == 7:
            return f"len({self.pick('array')})"
        return self.part("scalar", f"-{self.scalar(size - 1)}")

    def array(self, size=2):
        """Return an expression of an array of some size, or a name."""
        pick = self.choose.randrange(12 if size else 3)
        if pick < 3:
            return self.pick("array")
        if pick < 6:
            left, right = self.array(size - 1), self.array(size - 1)
            return self.part("array", f"{left} {self.choose.choice('+-*')} {right}")
        if pick < 8:
            number, values = self.scalar(size - 1), self.array(size - 1)
            return self.part("array", f"{number} * {values}")
        if pick == 8:
            return self.part("array", f"{self.array(size - 1)} * ({self.pick('array')} > {self.pick('array')})")
        if pick == 9:
            return self.part("array", f"{self.pick('array')}[::-1]")
        if pick == 10:
            return self.part("array", f"{self.pick('array')}.copy()")
        return self.part("array", f"-{self.array(size - 1)}")

    # ---- statements ----

    def target(self, kind):
        pick = self.choose.randrange(4)
        if pick == 0:
            return self.fresh("d" if self.reverse else "v")
        if pick == 3 and self.choose.randrange(2):  # a version of a name, as if it had been bound before
            base = self.choose.choice(SCALARS if kind == "scalar" else ARRAYS[:3])
            return f"{base}__{100 + len(self.lines)}"
        if kind == "scalar":
            return self.choose.choice(["d_s", "d_r"] if self.reverse and pick == 1 else SCALARS)
        return self.choose.choice(ADJOINTS if self.reverse and pick == 1 else ARRAYS)

    def bind(self, depth, name, kind, text):
        self.put(depth, f"{name} = {text}")
        self.known.pop(name, None)  # so that it is the last one
        self.known[name] = kind

    def statement(self, depth, loops):
        self.source += self.choose.randrange(6) == 0  # several statements make a group
        writers = [self.assign, self.assign, self.assign, self.accumulate, self.accumulate, self.store, self.store]
        writers += [self.update, self.copy, self.copy_and_change, self.copy_and_change, self.compute_again]
        writers += [self.push, self.pop, self.effect]
        if depth < 3:
            writers += [self.branch, self.loop]
        if depth < 2:
            writers += [self.pushing_loops]
        if loops:
            writers += [self.leave]
        self.depth = depth
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

    def change(self, depth, name, kind):
        """Write something that changes what a variable holds, or what its memory does."""
        pick = self.choose.randrange(3)
        if pick == 0 and name not in ARGUMENTS:
            self.bind(depth, name, kind, self.array(1) if kind == "array" else self.scalar(1))
        elif pick == 1 and kind == "array":
            self.put(depth, f"{name}[1:] {self.choose.choice(['=', '+='])} {self.scalar(1)}")
        elif name not in ARGUMENTS:
            self.bind(depth, name, kind, f"{name} {self.choose.choice('+-*')} {self.pick(kind)}")

    def copy_and_change(self, depth):
        """Write a copy, a change of the original or the copy, and a reader of both."""
        kind = self.choose.choice(["array", "array", "scalar"])
        source, name = self.pick(kind), self.target(kind)
        self.bind(depth, name, kind, source)
        self.change(depth, self.choose.choice([source, name]), kind)
        self.bind(depth, self.target(kind), kind, f"{name} {self.choose.choice('+-')} {source}")

    def compute_again(self, depth):
        """Write one computation twice, perhaps with a change in between, and a reader of both."""
        kind = self.choose.choice(["array", "array", "scalar"])
        left, right = self.pick("array"), self.pick("array")
        text = f"{left} {self.choose.choice('+-*')} {right}" if kind == "array" else f"np.sum({left} * {right})"
        names = [self.fresh("d" if self.reverse else "v"), self.target(kind)]
        for name in names:
            self.bind(depth, name, kind, text)
            if self.choose.randrange(3) == 0:
                self.change(depth, self.choose.choice([name, left, right]) if kind == "array" else name, kind)
        self.bind(depth, self.target(kind), kind, f"{names[0]} - {names[1]}")

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
        pick = self.choose.randrange(3)
        if pick == 0:
            self.put(depth, f"add_at({self.pick('array')}, 1, {self.scalar(1)})")
        elif pick == 1:
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
        outside, self.depth = dict(self.known), depth + 1
        pushed = self.array(1)
        self.put(depth + 1, f"{tape}.append({pushed})")
        self.body(depth)
        self.known = outside  # the loop may not run at all
        while_loop = self.choose.randrange(2)
        if while_loop:
            self.put(depth, f"while {tape}:")
        else:
            self.put(depth, f"for i__{len(self.lines)} in reversed(range(len({tape}))):")
        name = self.choose.choice([self.fresh("v"), "x", "y"])
        known = dict(self.known)
        self.bind(depth + 1, name, "array", f"{tape}.pop()")
        if self.choose.randrange(3) == 0:
            self.depth = depth + 1
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
        for _ in range(2 + choose.randrange(6)):
            writer.statement(1, False)
        writer.lines.append("    # ---- reverse sweep ----")
        writer.reverse = True
        for _ in range(3 + choose.randrange(8)):
            writer.statement(1, False)
    except UnusableError:
        return None
    scalars = [name for name, kind in writer.known.items() if kind == "scalar" and choose.randrange(3)]
    arrays = [name for name, kind in writer.known.items() if kind == "array" and choose.randrange(3)]
    results = [*scalars, *(f"owned({name})" for name in arrays), "c"]
    writer.put(1, f"return ({', '.join(results)},)")
    return "\n".join(writer.lines)
