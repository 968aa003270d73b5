"""Random programs: a seed gives the text of a module with a function ``f``, and arguments for it."""

import ast
import random
from dataclasses import dataclass

import numpy as np

from tests.properties.grammar import FEATURES
from tests.properties.writer import Callee, Scope

HEADER = "import math\n\nimport numpy as np\n"
LENGTH = 3
RARE = ("aliases", "list stores", "matrix stores", "zero arguments")  # mostly refused, or one fault again and again


@dataclass(frozen=True)
class Program:
    """A module's text, arguments of its function ``f`` (several tuples, of one signature), and what to ask for."""

    text: str
    arguments: tuple
    wrt: tuple | None
    features: frozenset


def program(seed: int, without: frozenset = frozenset()) -> Program:
    """Return the program that belongs to a seed, without some features."""
    choose = random.Random(seed)  # noqa: S311 - nothing secret
    share = choose.choice((0.25, 0.4, 0.6))
    features = {feature for feature in FEATURES if choose.random() < share} | {"branches", "vectors"}
    features |= {"loops"} if choose.random() < 0.6 else set()
    features -= {feature for feature in RARE if choose.random() < 0.7}
    features -= without
    parameters = _parameters(choose, features)
    lines = []
    callees = _helpers(choose, features, lines)
    lines += _function("f", parameters, choose, features, callees, budget=choose.choice((2, 3, 3, 4, 5, 6, 8, 12)))
    text = HEADER + "\n" + ast.unparse(ast.parse("\n".join(lines))) + "\n"
    arguments = tuple(_arguments(parameters, np.random.default_rng(seed + k), LENGTH, features) for k in range(2))
    longer = _arguments(parameters, np.random.default_rng(seed + 2), LENGTH + 2, features)
    floating = [name for name, kind in parameters if kind != "i"]
    wrt = (
        None
        if choose.random() < 0.6
        else tuple(sorted(choose.sample(floating, choose.randrange(1, len(floating) + 1))))
    )
    return Program(text, (*arguments, longer), wrt, frozenset(features))


def _parameters(choose, features):
    parameters = [("x", "v"), ("c", "s")]
    if choose.random() < 0.5:
        parameters.append(("y", "v"))
    if choose.random() < 0.5:
        parameters.append(("e", "s"))
    if "ints" in features:
        parameters.append(("n", "i"))
    if features & {"matrices", "matrix stores"}:
        parameters.append(("A", "m"))
    if "list arguments" in features:
        parameters.append(("p", "l"))
    return parameters


def _arguments(parameters, rng, length, features):
    dtype = np.float32 if "single" in features else np.float64
    made = {
        "v": lambda: rng.uniform(-1.4, 1.4, length).astype(dtype),
        "m": lambda: rng.uniform(-1.0, 1.0, (length, length)).astype(dtype),
        "s": lambda: np.array(rng.uniform(0.2, 1.8)) if "zero arguments" in features else float(rng.uniform(0.2, 1.8)),
        "i": lambda: int(rng.integers(1, 4)),
        "l": lambda: [float(v) for v in rng.uniform(-1.0, 1.5, 3)],
    }
    return tuple(made[kind]() for _, kind in parameters)


def _function(name, parameters, choose, features, callees, *, budget, result="s", defaults=0):
    known = dict(parameters)
    scope = Scope(choose, features, known, list(callees), result=result, budget=budget)
    plain = len(parameters) - defaults
    signature = [
        p if place < plain else f"{p}={choose.choice(('0.5', '2.0'))}" for place, (p, _) in enumerate(parameters)
    ]
    scope.lines.append(f"def {name}({', '.join(signature)}):")
    if name == "f":
        _nested(scope)
    reached = scope.statements(budget)
    if reached:
        scope.put(_result(scope) if name == "f" else scope.returned())
    return scope.lines


def _result(scope):
    """Return everything that is known, so that every wrong adjoint shows; some programs leave some out."""
    parts = []
    weights = iter(f"{1 + 0.1 * k:.1f}" for k in range(1, 99))
    for name, kind in scope.known.items():
        if "unread" in scope.features and scope.choose.random() < 0.5:
            continue
        if kind == "s":
            parts.append(f"{next(weights)} * {name}")
        elif kind in "vmw":
            parts.append(f"{next(weights)} * np.sum({name} * {name})")
        elif kind == "l":
            parts.append(f"{next(weights)} * {name}[0] * {name}[-1]")
    return "return " + (" + ".join(parts) or "1.0 * np.sum(x)")


def _nested(scope):
    """Write lambdas and nested functions that capture what is known."""
    captured = [name for name, kind in scope.known.items() if kind == "s"]
    if "lambdas" in scope.features:
        scope.put("s = c * 0.7")
        scope.known["s"] = "s"
        inner = Scope(scope.choose, scope.features - {"walrus"}, {"arg": "s", **scope.known})
        scope.put(f"g = lambda arg: {inner.expression('s', 2)}")
        scope.callees.append(Callee("g", ("s",), "s"))
        captured.append("s")
    if "nested functions" in scope.features:
        scope.put("total = c * 1.0")
        inner = Scope(scope.choose, scope.features - {"walrus"}, {"arg": "s", "total": "s", **scope.known})
        change = "    nonlocal total\n    total = total + arg * 0.3\n" if scope.choose.random() < 0.5 else ""
        scope.put(f"def inner(arg):\n{change}    return {inner.expression('s', 2)} * total")
        scope.known["total"] = "s"
        scope.callees.append(Callee("inner", ("s",), "s"))
        captured.append("total")
    if {"lambdas", "nested functions"} & scope.features:
        scope.pinned |= set(scope.known)


def _helpers(choose, features, lines):
    callees = []
    if "helpers" in features:
        for number in range(choose.randrange(1, 4)):
            kinds = choose.choice((("s",), ("s", "s"), ("v",), ("v", "s"), ("s", "v")))
            result = choose.choice(("s", "s", "v", "ss")) if "v" in kinds else choose.choice(("s", "s", "ss"))
            defaults = 1 if kinds[-1] == "s" and len(kinds) > 1 and choose.random() < 0.4 else 0
            name = f"h{number}"
            parameters = list(zip("abc", kinds, strict=False))
            lines += _function(
                name,
                parameters,
                choose,
                features - {"ints"},
                callees,
                budget=choose.randrange(1, 4),
                result=result,
                defaults=defaults,
            )
            callees.append(Callee(name, kinds, result, defaults))
    if "recursion" in features:
        lines += _recursion(choose, features, callees)
    return callees


def _recursion(choose, features, callees):
    """Write a function that calls itself, or two that call each other."""
    kind = choose.choice(("s", "v"))
    scope = Scope(
        choose, features - {"return", "ints", "deletion"}, {"a": kind, "b": "s"}, list(callees), result=kind, budget=2
    )
    other = choose.choice(("deep", "back"))
    scope.put(f"if n <= 0:\n    {scope.returned()}")
    reached = scope.statements(2)
    step = f"{other}({scope.expression(kind, 1)}, {scope.expression('s', 1)}, n - 1)"
    if reached:
        scope.put(f"return {scope.expression(kind, 1)} * {step} + {scope.expression(kind, 1)}")
    lines = ["def deep(a, b, n):", *scope.lines]
    if other == "back":
        lines += [
            "def back(a, b, n):",
            "    if n <= 0:",
            "        return a * b",
            "    return deep(a * 0.5, b, n - 1) + np.sin(a)",
        ]
    callees.append(Callee("deep", (kind, "s", "i"), kind, counts_down=True))
    return lines
