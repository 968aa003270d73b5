"""What is printed is what ruff's formatter writes, and leaves as it is."""

import ast
import random
import warnings
from pathlib import Path

import gast
import numpy as np
import pytest

from cladpy.emit.printer import print_tree

# Statements as NumPy code has them; each is printed in several widths, so that all are broken in some.
SHAPES = """\
x = y
x = -y
x = 1.5e-07
x = not flag
x = y**2 + z ** (n + 1) - f(x) ** 2 * a.b**-1
x = a if condition else b
x = a if condition else b if other_condition else c
x = first_array @ second_array.T @ third_array + bias
x = alpha * first_array + beta * second_array - gamma / third_array
x = (alpha - beta) * (gamma + delta)
x = (first_array - second_array) * (third_array + fourth_array) * scale
x = 2 * (1.0 / (2 * len(images))) * residual
x = np.sum(residual * residual) / (2 * len(images))
x = np.maximum(images @ w1 + b1, 0)
x = np.sum(d_y * y, axis=-1, keepdims=True)
x = np.where(mask > 0, numerator / denominator, np.zeros_like(numerator))
x = np.zeros(shape, dtype=np.float64)
x = np.einsum("ij,jk->ik", first_operand, second_operand, optimize=True)
x = np.concatenate([first_array, second_array, third_array], axis=1)
x = first_array.reshape(batch, height, width).transpose(0, 2, 1)
x = first_array.reshape(batch, height, width).transpose(0, 2, 1).sum(axis=0).T.copy()
x = (first_array + second_array).reshape(batch, -1).mean()
x = np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
x = u[1:-1, ::2]
x = u[i + 1 :, : n - 1]
x = u[lower + offset : upper + offset : step]
x = u[:: f(x)], u[n(x) :], u[: a.b]
x = u[first_index_of_the_array, second_index_of_the_array, third_index_of_the_array]
x = u[:, None] * v[None, :] + w[..., np.newaxis]
x = table[names["first key"]][names["second key"]]
x = [d_first, d_second, d_third]
x = [first_array_name * second_array_name for first_array_name, second_array_name in zip(left, right)]
x = [item for item in items if item is not None and item.ndim == 2]
x = {name: value.copy() for name, value in parameters.items()}
x = {"learning rate": learning_rate, "momentum": momentum, "weights": (first, second)}
x = {"first": first_array + second_array, **others}
x = sum(value * value for value in values)
x = max(abs(first - second), tolerance * abs(second), key=lambda value: value[0])
x = lambda first, second=3, *rest: first + second * len(rest)
x = f"{name}: {value!r:>10} of {count[0]['key']}"
x = "a text" + 'another "text"' + "it's"
x = b"bytes" * 3, 1j, 10**100, ...
x = first_value == second_value != third_value
x = first_value < second_value and third_value >= fourth_value or not (fifth_value in values)
x = a & b | c ^ d << 2 >> e, ~mask & other_mask
x = y = z = np.zeros_like(values)
x = first, second
x, y = y, x
x, (y, *z) = pair
d_first, d_second = layer_pullback_first_second(first, second, d_output)
first_adjoint, second_adjoint, third_adjoint, fourth_adjoint = unpacked
weights[layer, row, column] = new_weights[layer, row, column]
weights[layer, row, column] = function_of_weights(layer, row, column)
model.layers[index].weights = learning_rate * gradients[index]
x += y
d_x[1:-1] += k * d_y[1:-1]
d_weights[first_index, second_index] -= learning_rate * np.outer(d_hidden, inputs)
x @= y
x: float = 3.0
x: dict[str, np.ndarray] = {}
return
return x
return d_first, d_second
return d_weights, np.sum(d_hidden, axis=0)
return d_first_layer, d_second_layer, d_third_layer, no_adjoint
return np.sum((predictions - targets) ** 2) / len(targets) + regularisation * np.sum(weights**2)
return first_array_name.sum(axis=0) * second_array_name.mean(axis=1) + third_array_name
del x
del first, second[0]
tape_x.append(x)
tape_x.append((first_value, second_value, first_array_name.shape))
np.add.at(d_weights, (first_index, second_index), d_output[first_index] * scale)
np.matmul(first_array, second_array, out=destination)
print("loss", loss, file=sys.stderr, end="")
first_array + second_array
function(*arguments, axis=0, **keywords)
function(generator_item for generator_item in generator_of_items if generator_item)
assert x.shape == y.shape
assert first_array.shape == second_array.shape, "the shapes of the arrays differ"
raise ValueError(f"unknown mode {mode!r}")
raise TypeError("the first argument must be an array") from error
import numpy as np
from numpy import add, multiply, subtract, true_divide, floor_divide, negative, power
global first_name, second_name
for _ in range(n): pass
for i in reversed(range(len(layers) - 1)): pass
for index, (first, second) in enumerate(zip(first_values, second_values)): pass
for first_name, second_name in zip(first_list_of_arrays, second_list_of_arrays): pass
while tape_x: pass
while abs(step) > tolerance and iterations < maximal_iterations: pass
if x is None: pass
if isinstance(first_value, np.ndarray) and not (second_value is None or third_value < 0): pass
if (length := len(values)) > 10: pass
with np.errstate(divide="ignore", invalid="ignore"): pass
with open(first_path) as first_file, open(second_path, "w") as second_file: pass
@np.vectorize
def f(x): return x
def f(first_parameter, second_parameter, *, axis=None, keepdims=False): pass
def f(weights: np.ndarray, biases: np.ndarray, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]: pass
def f(first, /, second=1, *rest, third: int = 2, **others) -> None: pass
class State(NamedTuple): pass
class State(FirstBaseClass, SecondBaseClass, metaclass=MetaClassOfStates): pass
"""
WIDTHS = (100, 70, 50, 35, 25)


def programs():
    """Yield a program for each shape: the statement, twice as deep a second time."""
    lines = SHAPES.replace("@np.vectorize\n", "@np.vectorize;").splitlines()
    for line in lines:
        text = line.replace(";", "\n")
        nested = text.replace("\n", "\n        ")
        yield pytest.param(f"{text}\nif deeper:\n    while deeper:\n        {nested}\n", id=line)


PROGRAMS = list(programs())


@pytest.fixture(scope="module")
def formatted(ruff_format):
    """Return what ruff makes of each shape printed without line breaks, by width."""
    flat = [print_tree(ast.parse(program.values[0]), width=None) for program in PROGRAMS]
    return {width: dict(zip(flat, ruff_format(flat, width=width), strict=True)) for width in WIDTHS}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("text", PROGRAMS)
def test_each_shape_is_printed_as_ruff_writes_it(text, width, formatted):
    """A statement is broken where ruff breaks it, and not elsewhere."""
    tree = gast.parse(text)
    assert formatted[width][print_tree(tree, width=None)] == print_tree(tree, width=width)


@pytest.mark.parametrize("width", WIDTHS)
def test_printed_shapes_stay_as_they_are(width, ruff_format):
    """Formatting what was printed changes nothing."""
    printed = [print_tree(gast.parse(program.values[0]), width=width) for program in PROGRAMS]
    assert printed == ruff_format(printed, width=width)


# ---- random programs ----


class Programs(random.Random):
    """Makes statements of random shape out of names of random length."""

    def name(self):
        """Return a name of up to twenty letters."""
        return "".join(self.choices("abcdexyz", k=self.choice((1, 1, 2, 5, 10, 20))))

    def expression(self, depth):
        """Return an expression of at most the given depth."""
        if depth <= 0 or self.random() < 0.15:
            return self.choice((self.name(), self.name(), str(self.randrange(20)), "None", "1.5", f'"{self.name()}"'))
        makers = (self.binary, self.binary, self.binary, self.call, self.call, self.subscript, self.method, self.other)
        return self.choice(makers)(depth - 1)

    def binary(self, depth):
        """Return operands with an operator, or several, between them."""
        operators = self.choice(
            (("+", "-"), ("*", "/", "@", "//"), ("**",), ("and",), ("or",), ("<", "=="), ("&", "|"))
        )
        operands = [
            f"({self.expression(depth)})" if self.random() < 0.4 else self.choice((self.call, self.method))(depth)
            for _ in range(self.choice((2, 2, 3, 4)))
        ]
        return "".join(f" {self.choice(operators)} {operand}" for operand in operands).split(maxsplit=1)[1]

    def arguments(self, depth):
        """Return the arguments of a call."""
        arguments = [self.expression(depth) for _ in range(self.choice((0, 1, 1, 2, 3)))]
        keywords = [f"k{self.name()}={self.expression(depth)}" for _ in range(self.choice((0, 0, 1, 2)))]
        return ", ".join(arguments + list(dict.fromkeys(keywords)))

    def call(self, depth):
        """Return a call of a function."""
        return f"{self.name()}({self.arguments(depth)})"

    def method(self, depth):
        """Return attributes and calls of methods, one behind the other."""
        links = "".join(
            f".{self.name()}({self.arguments(depth - 1)})" if self.random() < 0.6 else f".{self.name()}"
            for _ in range(self.choice((1, 2, 3)))
        )
        return self.choice((self.name(), self.call(depth), f"({self.expression(depth)})")) + links

    def subscript(self, depth):
        """Return an item or a part of an array."""
        bounds = [self.choice(("", self.expression(depth - 1))) for _ in range(2)]
        index = self.choice((f"{bounds[0]}:{bounds[1]}", self.expression(depth), f"{self.expression(depth)}, ..., ::2"))
        return f"{self.name()}[{index}]"

    def other(self, depth):
        """Return a display, a comprehension, a conditional or an expression with a sign."""
        first, second, third = (f"({self.expression(depth)})" for _ in range(3))
        return self.choice(
            (
                f"[{first}, {second}, {third}]",
                f"({first}, {second})",
                f"[{first} for {self.name()}, q in {second} if {third}]",
                f"{{{first}: {second}, 'k': {third}}}",
                f"{first} if {second} else {third}",
                f"-{first}",
                f"not {first}",
                f"lambda {self.name()}, q=1: {second}",
            )
        )

    def statement(self):
        """Return a statement with one or two expressions."""
        first, second = (f"({self.expression(self.choice((1, 2, 3)))})" for _ in range(2))
        target = self.choice((self.name(), f"{self.name()}.{self.name()}", f"{self.name()}[{second}]", "x, y[0]"))
        return self.choice(
            (
                f"{target} = {first}",
                f"{target} = {first}",
                f"{self.name()} = {target} = {first}",
                f"{self.name()}[{second}] += {first}",
                f"return {first}",
                f"return {first}, {second}",
                first,
                f"if {first}: pass",
                f"for {target} in {first}: pass",
                f"while {first}: {target} = {second}",
                f"assert {first}, {second}",
                f"def f({self.name()}, q={first}): return {second}",
            )
        )


@pytest.mark.parametrize("seed", range(3))
def test_random_statements_are_printed_as_ruff_writes_them(seed, ruff_format):
    """Whatever the shape, the lines are ruff's, and the program is unchanged."""
    source = Programs(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a number is called, a text compared with "is": odd, but it parses
        trees = [ast.parse(source.statement()) for _ in range(150)]
        printed = [print_tree(tree) for tree in trees]
        expected = ruff_format([print_tree(tree, width=None) for tree in trees])
        assert expected == printed
        assert printed == ruff_format(printed)
        assert [ast.dump(tree) for tree in trees] == [ast.dump(ast.parse(text)) for text in printed]


# ---- whole files ----


def without_docstrings(path):
    """Return the tree of a file with the same short docstring everywhere: ruff changes what stands in them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body[0].value.value = "Documented."
    return tree


@pytest.mark.parametrize("width", [100, 50])
def test_files_of_numpy_are_printed_as_ruff_writes_them(width, ruff_format):
    """Blank lines, headers and all else come out as ruff would write them."""
    paths = sorted(Path(np.__file__).parent.rglob("*.py"))[:: 20 if width == 100 else 40]
    trees = [without_docstrings(path) for path in paths]
    assert [print_tree(tree, width=width) for tree in trees] == ruff_format(
        [print_tree(tree, width=None) for tree in trees], width=width
    )
