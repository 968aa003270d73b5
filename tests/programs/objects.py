"""Objects with the methods that Python calls by itself, and objects that keep their attributes in slots."""

import enum
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from tests.programs.corpus import program


class Bag:
    """A list behind the methods of one."""

    def __init__(self, items):
        self.items = list(items)

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __setitem__(self, place, value):
        self.items[place] = value

    def __iadd__(self, value):
        self.items.append(value)
        return self


class Powers:
    """The powers of a number, by a generator."""

    def __init__(self, base, count):
        self.base = base
        self.count = count

    def __iter__(self):
        for k in range(self.count):
            yield self.base**k


class Countdown:
    """Multiples of a number, one at a time."""

    def __init__(self, step, count):
        self.step = step
        self.left = count

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.step * (self.left + 1)


class Vector:
    """Two numbers that are added in place."""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    def __isub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)


class Body:
    """A mass whose state is in slots."""

    __slots__ = ("place", "speed")

    def __init__(self, place, speed):
        self.place = place
        self.speed = speed

    def step(self, dt):
        self.place = self.place + dt * self.speed
        self.speed -= dt * self.place


@dataclass(slots=True)
class Oscillator:
    """The same as a dataclass."""

    place: float
    speed: float = 1.0


@program(0.6)
def object_that_is_iterated_over(x):
    bag, s = Bag([x, x * x]), 0.0
    for k, v in enumerate(bag):
        if k == 5:
            break
        s += v * v
    return s * len(bag) + sum(v * x for v in bag) + max(bag)


@program(0.6)
def generator_method_of_an_object(x):
    s = 0.0
    for v in Powers(x, 4):
        if v < 0.3:
            continue
        s = s * x + v
    first, second = Powers(x, 2)
    return s + sum(Powers(s, 3)) + first * second


@program(0.6)
def object_that_gives_the_next(x):
    s = 0.0
    for v in Countdown(x, 3):
        s = s * x + v
    return s + sum([w * w for w in Countdown(s, 2)])


@program(0.6)
def items_of_an_object(x):
    bag = Bag([x, x * x, 1.0])
    bag[0] = bag[1] * 2.0
    bag[2] += x
    for k in range(2):
        bag[k + 1] *= bag[k]
    return bag[0] * bag[1] + bag[2]


@program(0.6)
def vectors_updated_in_place(x):
    place, speed = Vector(0.0, x), Vector(x, 1.0)
    same = place
    for _ in range(3):
        place += speed
        speed -= place * x
    return place @ speed + same.x


@program(0.6)
def slots_that_are_stored_into(x):
    body = Body(x, 2.0 * x)
    for _ in range(3):
        body.step(0.1)
    return body.place * body.speed


@program(Body(0.5, 2.0), Oscillator(0.4), 0.3)
def slots_of_arguments(body, other, dt):
    body.step(dt)
    other.speed = other.place * body.speed
    other.place += body.place
    return body.place * other.place * other.speed


@program(0.6)
def dataclass_with_slots(x):
    first = Oscillator(x)
    first.speed = first.place * x
    second = Oscillator(first.speed, x)
    second.place += 1.0
    return first.speed * second.place * second.speed


class Window:
    """The last values of a series."""

    def __init__(self, count):
        self.values = []
        self.count = count

    def add(self, value):
        self.values.append(value)
        if len(self.values) > self.count:
            self.values.pop(0)

    def __len__(self):
        return len(self.values)

    def total(self):
        return sum([v * v for v in self.values])


class Holder:
    """An object that holds another, and an array."""

    def __init__(self, x):
        self.window = Window(2)
        self.x = x

    def energy(self):
        return np.sum(self.x**3) * self.window.total()


@program(np.array([1.0, 2.0, 3.0, 0.5]))
def length_of_an_object_that_changes(x):
    window, s = Window(2), 0.0
    for v in x:
        window.add(v * v)
        s += sum(window.values) / len(window)
    return s


@program(np.array([0.5, 1.5]))
def method_of_an_object_updated_behind_it(x):
    holder, s = Holder(x * 1.0), 0.0
    for k in range(3):
        holder.window.add(x[0] * (k + 1))
        s += holder.energy()
        holder.x += x
        holder.window.values[0] = s * 0.01
    return s


class Affine:
    def __init__(self, g, b):
        self.g = g
        self.b = b

    def __call__(self, x):
        return self.g * x + self.b


class Residual:
    def __init__(self, norm, w):
        self.norm = norm
        self.w = w

    def forward(self, x):
        return x + self.norm(x) * self.w


@program(np.array([0.7, -1.2, 0.4]), np.array([1.1, 0.9, 1.3]), 0.3)
def callable_object_in_a_field(x, g, b):
    block = Residual(Affine(g, b), b)
    for _ in range(2):
        x = block.forward(x)
    return np.sum(x * block.norm(x))


@dataclass
class Item:
    name: str
    size: float
    shape: float = 1.0
    kind: str = ""

    def __post_init__(self):
        if not self.kind:
            self.kind = self.name.upper()
        self.size = abs(self.size)


@program(1.3, -0.7)
def attributes_called_as_those_of_arrays(x, y):
    items = [Item("a", x, x * y), Item("b", y, x, "t")]
    t = 0.0
    for item in items:
        t += item.size if item.kind == "A" else 2 * item.size * item.shape
        item.size *= t
    return t * items[0].size * items[1].size


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def applied(self, a, b):
        return a + b if self is Color.RED else a * b

    @property
    def weight(self):
        return 2.0


class Place(enum.IntEnum):
    FIRST = 0
    SECOND = 1


class Weight(float, enum.Enum):
    HALF = 0.5
    MORE = 1.5


@program(1.3)
def members_of_enumerations(x):
    s = 0.0
    for c in Color:
        if c is Color.GREEN:
            s += x
        elif c.name == "BLUE":
            s += x * x * c.value
        s = c.applied(s, x) * c.weight
    s += sum(x * c.value for c in list(Color)) + len(Color) * x
    return s + sum(x**c.value * w for c, w in zip(Color, [1.0, 2.0, 3.0]))  # noqa: B905 -- as users write it


@program({Color.RED: 1.2, Color.BLUE: 3.0})
def members_as_keys(p):
    d = {c: c.value * p[Color.RED] for c in Color}
    e = {Color.RED: d[Color.BLUE], Color.GREEN: p[Color.BLUE]}
    e[Color.RED] *= p[Color.RED]
    t = sum(e.values()) * e.get(Color.GREEN, 0.0)
    for k, v in p.items():
        t += v**k.value if k is Color.RED else v
    return t


@program(np.array([1.0, 2.0]))
def members_as_numbers(x):
    s = x[Place.FIRST] * x[Place.SECOND] ** (Place.SECOND + 2)
    for i in Place:
        s += x[i] ** 2 * i
    for k in Weight:
        s = s * k.value + x[0] ** k
    return s


@program(1.3, ["red", "blue"])
def members_as_states(x, names):
    s, state = x, Color.RED
    for name in names:
        c = Color[name.upper()]
        s = s * x if c is Color.RED else s + x * c.value
    for _ in range(3):
        if state is Color.RED:
            s, state = s * x, Color(2)
        else:
            s, state = s + x * state.value, Color.RED
    return s


@program({"a": 1.3, "b": 0.7}, 2)
def dicts_by_keys_that_are_variables(p, k):
    d = {**p, str(k): p["a"] ** 2}
    d["a"] *= 2.0
    e = {k: [p["a"], p["b"] ** 2], k + 1: [p["a"]]}
    f = {(k, 0): d["b"], (0, k): d["a"] * p["b"]}
    return d["a"] * d["b"] + d[str(k)] + sum(e[k]) * e[k + 1][0] + f[k, 0] * f[0, k]


@program(np.array([1.0, 2.0, 3.0, 0.5]))
def default_dicts_of_lambdas(x):
    sums, pairs = defaultdict(lambda: 1.5), defaultdict(lambda: [0.0, 0])
    for k, v in enumerate(x):
        sums["ab"[k % 2]] *= v
        pairs[k % 2][0] += v
        pairs[k % 2][1] += 1
    return sums["a"] * sums["c"] + sum((k + 1) * total / count for k, (total, count) in pairs.items())


@program(np.array([1.0, 2.0, 3.0, 0.5]), "abba")
def items_of_texts(x, word):
    weights = {"a": x[0], "b": x[1]}
    t = 1.0
    for k in range(4):
        t = t * weights[word[k]] + x[k] * (word[k] == "b")
    for letter in word[1:]:
        t += weights[letter] * x[2] * (letter != "a")
    return t


@program(np.array([1.0, 2.0, 3.0, 0.5]))
def numbers_as_keys_in_arithmetic(x):
    table = {}
    for k, v in enumerate(x):
        table[k * 0.5] = v
    t = 0.0
    for key, v in table.items():
        t += key * v**2 + v ** (key + 1)
    return t


class Cell:
    def __init__(self, v):
        self.v = v


@program(np.array([1.3, 0.7]), 2)
def updated_items_several_times_in_a_list(x, k):
    cells, rows, a = [Cell(x[0])] * 3, [[x[1]]] * k, x * 2.0
    arrays = [a] * k + [x * 3.0]
    for cell in cells:
        cell.v *= x[1]
    rows[0][0] += x[0]
    arrays[1][0] *= x[1]
    arrays[2] += arrays[0]
    return cells[0].v * rows[1][0] ** 2 + np.sum(a) * arrays[2][0] + arrays[0][0] ** 2


class Chained:
    def __init__(self, *layers, **options):
        self.layers, self.options = layers, options

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * self.options.get("scale", 1.0)


class Scaled:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, x):
        return np.tanh(x * self.weight)


@program(np.array([0.7, -1.2, 0.4]))
def constructor_with_star_parameters(x):
    chain = Chained(Scaled(x[0]), Scaled(x), scale=x[1])
    return np.sum(chain(x)) + np.sum(chain.layers[1].weight * chain.options["scale"])


@program(np.array([0.7, -1.2, 0.4]))
def constructor_with_an_empty_star(x):
    return np.sum(Chained(Scaled(x))(x) * x) + len(Chained(x).layers)


@program(np.array([0.7, -1.2, 0.4]))
def constructor_behind_a_star(x):
    weights = [x, x * x]
    return np.sum(Chained(*[Scaled(weight) for weight in weights], scale=x[2])(x))


class Gain:
    scale = 2.0

    def __init__(self, a):
        self.a = a**2

    def step(self, x):
        return self.a * x * self.scale


class Momentum(Gain):
    scale = 3.0

    def __init__(self, a, b):
        super().__init__(a)
        self.velocity = b * Gain.scale

    def step(self, x):
        self.velocity = self.velocity * self.a + x
        return super().step(x) + self.velocity


class Line:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def step(self, x):
        return self.a * x + self.b


@program(1.3, 0.4)
def objects_of_classes_that_compute_and_update(x, y):
    steps = [Gain(x), Momentum(y, x), Line(x, y)]
    v = x
    for k, step in enumerate(steps):
        v = step.step(v) * (k + 1)
    values = [step.step(y) for step in steps]
    return v * values[0] + values[1] * values[2] * steps[1].velocity


class Graph:
    def __init__(self):
        self.nodes = []

    def add(self, value):
        self.nodes.append(Line(value, 2 * value))
        return self.nodes[-1]

    def node(self, k):
        return self.nodes[k]

    def others(self, node):
        return [each for each in self.nodes if each is not node]


def largest(nodes):
    best = nodes[0]
    for node in nodes:
        if node.a > best.a:
            best = node
    return best


@program(1.3, 0.7)
def methods_that_give_parts(x, y):
    graph = Graph()
    first = graph.add(x)
    graph.add(y)
    graph.add(x * y)
    graph.node(1).a *= x
    t = 0.0
    for node in graph.others(first):
        node.b = node.b * first.a
        t += node.b * node.a
    largest(graph.nodes).a *= y
    return t * graph.node(0).a + largest(graph.nodes).b


class Coefficients:
    def __init__(self, *c):
        self.c = c

    def __add__(self, other):
        return Coefficients(*(a + b for a, b in zip(self.c, other.c, strict=True)))

    def slopes(self):
        return Coefficients(*(k * c for k, c in enumerate(self.c) if k))

    def __call__(self, x):
        total = 0.0
        for c in reversed(self.c):
            total = total * x + c
        return total


class Keywords:
    def __init__(self, **named):
        self.named = named

    def product(self):
        return self.named["a"] * self.named["b"]


@program(0.5, 1.3)
def star_of_a_list_that_is_updated_later(a, x):
    items = [a, 2.0, a * a]
    p = Coefficients(*items)
    items.append(x)
    items[0] = 5.0
    return p(x) * len(p.c)


@program(np.array([0.5, 1.3, 0.2]))
def star_of_an_array_that_is_updated_later(a):
    a = a.copy()
    p = Coefficients(*a)
    a[0] = 3.0
    return p(2.0) + a[0]


@program(0.5, 1.3)
def stars_of_a_dict_that_is_updated_later(a, b):
    named = {"a": a, "b": b * a}
    k = Keywords(**named)
    named["a"] = 3.0
    return k.product() * named["a"]


@program(0.5, 0.3, 1.1)
def star_of_a_generator(a, b, x):
    p, q = Coefficients(a, b, 1.0), Coefficients(b, a * b, 2.0)
    return (p + q)(x) * p.slopes()(x)


class Table:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __getitem__(self, place):
        i, j = place
        return self.rows[i][j]

    def __matmul__(self, other):
        n = len(self.rows)
        return Table([[sum(self[i, k] * other[k, j] for k in range(n)) for j in range(n)] for i in range(n)])

    @property
    def trace(self):
        return sum(self[i, i] for i in range(len(self.rows)))


@program(0.3, 1.2)
def items_at_pairs_of_an_object(a, b):
    m = Table([[a, b], [b * a, 1.0]])
    return (m @ m).trace * m[0, 1]
