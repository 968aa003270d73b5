"""The look-up of a signature, as code: it tells whether a call has the types that a generated function is for.

before: the arguments of a call, ``(array f8[?, ?], 2.0)``, and the globals relied on
after: ``selects(a0, a1)``, a function of one comparison for each thing that must hold, which reads the globals again

It says of values what `key_of` says, ten times faster. Its text is made of names and literals of its own alone.
"""

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cladpy.analyses.facts_of_values import MAX_ITEMS
from cladpy.analyses.sizes import Size
from cladpy.execute.attributes_read import Read
from cladpy.execute.members import Member
from cladpy.execute.signature_key import IDENTICAL, key_of
from cladpy.execute.watched import Watched
from cladpy.frontend.namespace import interpreted
from cladpy.rules.custom import RulesReliedOn

MOST_LINES = 300  # of a check; a structure that needs more is compared by its key
NUMBERS = (float, int, complex)
FAILURES = (AttributeError, IndexError, KeyError, TypeError, ValueError)  # of reading what is of another form

Selects = Callable[..., bool]


def checks_of(
    arguments: Sequence[object],
    reads: Sequence[Read],
    *,
    watched: Sequence[Watched] = (),
    members: Sequence[Member] = (),
    namespace: dict[str, object] | None = None,
    rules: RulesReliedOn | None = None,
    conditions: Sequence[Callable[[], bool]] = (),
) -> "Checks":
    """Return the checks that tell whether generated code is for the arguments of a call.

    Parameters
    ----------
    arguments : sequence
        Those of the call that the code was generated for.
    reads : sequence of Read
        For each argument, the attributes of it that the primal reads.
    watched : sequence of Watched
        Globals and cells that the code reads, or that its planning relied on.
    members : sequence of Member
        Methods and properties that the code was made from.
    namespace : dict
        Of the generated code; its user's names are read again where the function gives True.
    rules : RulesReliedOn, optional
        Rules that the code was made by.
    conditions : sequence of callable
        What else must hold.

    Examples
    --------
    >>> selects = checks_of((np.ones((2, 3)), 1.0), (None, None)).function(2)
    >>> selects(np.zeros((5, 7)), 3.0), selects(np.zeros((5, 1)), 3.0), selects(np.zeros((5, 7)), 3)
    (True, False, False)
    """
    writer = Checks({"N": {} if namespace is None else namespace, "ndarray": np.ndarray, "key_of": key_of})
    for position, (value, read) in enumerate(zip(arguments, reads, strict=True)):
        writer.argument(f"a{position}", value, read)
    for each in watched:
        writer.watched(each)
    for member in members:
        writer.value(writer.variable(f"{writer.constant(member.owner)}.{member.name}"), member.value)
    if rules is not None and rules.found:
        writer.rules(rules)
    for condition in conditions:
        writer.require(f"{writer.constant(condition)}()")
    return writer


@dataclass(slots=True)
class Checks:
    """Lines that hold of arguments ``a0``, ``a1`` and so on, or return False, and the constants that they name."""

    constants: dict[str, object]
    lines: list[str] = field(default_factory=list)
    variables: int = 0

    # ---- the function ----

    def function(self, parameters: int) -> Selects:
        """Return the function of these lines."""
        names = ", ".join(f"a{position}" for position in range(parameters))
        body = "\n".join(f"        {line}" for line in (*self.lines, "return True"))
        text = f"def selects({names}):\n    try:\n{body}\n    except FAILURES:\n        return False\n"
        namespace: dict[str, Any] = {**self.constants, "FAILURES": FAILURES}
        exec(compile(text, "<cladpy selector>", "exec"), namespace)
        return namespace["selects"]

    def constant(self, value: object) -> str:
        """Return a new name for a value."""
        name = f"K{len(self.constants)}"
        self.constants[name] = value
        return name

    def variable(self, expression: str) -> str:
        """Bind an expression, so that it is evaluated once."""
        self.variables += 1
        name = f"v{self.variables}"
        self.lines.append(f"{name} = {expression}")
        return name

    def require(self, condition: str) -> None:
        """Add a condition."""
        self.lines.append(f"if not ({condition}): return False")

    # ---- values ----

    def argument(self, expression: str, value: object, read: Read) -> None:
        """Require of an argument what was read of it."""
        if read is None:
            self.value(expression, value)
            return
        self.require(f"type({expression}) is {self.constant(type(value))}")
        for attribute in sorted(read):
            self.value(self.variable(f"{expression}.{attribute}"), getattr(value, attribute))

    def value(self, expression: str, value: object) -> None:
        """Require of a name that what it holds has the key of a value."""
        kind = type(value)
        if kind is np.ndarray:
            self.array(expression, value)
        elif kind in NUMBERS or (isinstance(value, np.generic) and value.dtype.kind in "iufcb"):
            self.require(f"type({expression}) is {self.constant(kind)}")
        elif value is None or kind is bool:
            self.require(f"{expression} is {value}")
        elif kind is str:
            self.require(f"type({expression}) is {self.constant(str)} and {expression} == {self.constant(value)}")
        elif kind is types.FunctionType:
            self.python_function(expression, value)
        elif isinstance(value, IDENTICAL) or interpreted(value) is not value:
            self.require(f"{expression} is {self.constant(value)}")
            if isinstance(value, property) and isinstance(value.fget, types.FunctionType):
                self.python_function(self.variable(f"{expression}.fget"), value.fget)
        else:
            self.structure(expression, value, kind)

    def array(self, expression: str, value: Any) -> None:
        """Require type, number of dimensions and ones of an array."""
        dtype = self.constant(value.dtype)
        has_dtype = f"{expression}.dtype is {dtype} or {expression}.dtype == {dtype}"
        self.require(f"type({expression}) is ndarray and ({has_dtype})")
        if value.ndim == 0:
            self.require(f"{expression}.shape == ()")
            return
        sizes = [f"s{axis}" for axis in range(value.ndim)]
        self.lines.append(f"{', '.join(sizes)}, = {expression}.shape")  # raises where their number differs
        ones = (f"{name} {'==' if size == 1 else '!='} 1" for name, size in zip(sizes, value.shape, strict=True))
        self.require(" and ".join(ones))

    def size(self, expression: str, size: Size) -> None:
        """Require a size or a whole number that the code relies on."""
        for kind, step in size.path:
            written = {"item": f"[{self.constant(step)}]", "attribute": f".{step}", "shape": f".shape[{step}]"}
            expression += written[kind]
        self.require(f"{expression} == {size.number}")

    def rules(self, rules: RulesReliedOn) -> None:
        """Require that rules hold: at once while nothing was registered since, without a call of Python's."""
        same = [f"{self.constant(owner)}.{read} is {self.constant(found)}" for owner, read, found in rules.tables]
        self.require(f"{' and '.join(same)} or {self.constant(rules.hold)}()")

    def python_function(self, expression: str, value: Any) -> None:
        """Require a function with its code and defaults."""
        if value.__kwdefaults__:
            self.by_key(expression, value)
            return
        parts = ((part, self.constant(getattr(value, part))) for part in ("__code__", "__defaults__", "__kwdefaults__"))
        same = " and ".join(f"{expression}.{part} is {constant}" for part, constant in parts)
        self.require(f"{expression} is {self.constant(value)} and {same}")

    def structure(self, expression: str, value: Any, kind: type) -> None:
        """Require the same class and keys, and then of each item; what is long or of another kind goes by its key."""
        if kind not in (tuple, list, dict) and not (isinstance(value, tuple) and hasattr(value, "_fields")):
            self.by_key(expression, value)
            return
        if len(self.lines) > MOST_LINES or _is_long(value, ()):
            self.by_key(expression, value)
            return
        self.require(f"type({expression}) is {self.constant(kind)} and len({expression}) == {len(value)}")
        if kind is dict:
            self.require(f"tuple({expression}) == {self.constant(tuple(value))}")
        items = value.items() if kind is dict else enumerate(value)
        for key, item in items:
            self.value(self.variable(f"{expression}[{self.constant(key)}]"), item)

    def by_key(self, expression: str, value: object) -> None:
        """Require the key of a value."""
        self.require(f"key_of({expression}) == {self.constant(key_of(value))}")

    # ---- globals and cells ----

    def watched(self, watched: Watched) -> None:
        """Require what a global or cell was."""
        expression = self.look_up(watched)
        if expression is None:
            return
        self.value(expression, watched.value)
        if watched.text_name is not None and not _is_compared_by_identity(watched.value):
            self.lines.append(f"N[{self.constant(watched.text_name)}] = {expression}")

    def look_up(self, watched: Watched) -> str | None:
        """Bind a name to what a watched name means now; None for a builtin, which must not be hidden meanwhile."""
        first, *members = watched.path.split(".")
        if watched.cell is not None:
            value = self.variable(f"{self.constant(watched.cell)}.cell_contents")
        elif first in watched.globals:
            value = self.variable(f"{self.constant(watched.globals)}[{self.constant(first)}]")
        else:
            self.require(f"{self.constant(first)} not in {self.constant(watched.globals)}")
            return None
        owner = watched.first
        for member in members:
            self.require(f"{value} is {self.constant(owner)}")
            value = self.variable(f"{value}.{member}")
            owner = getattr(owner, member, None)
        return value


def _is_compared_by_identity(value: object) -> bool:
    return value is None or isinstance(value, (bool, types.FunctionType, *IDENTICAL))


def _is_long(value: Any, around: tuple[object, ...]) -> bool:
    """Tell whether a container holds itself, or a list so long that its items are no part of the key."""
    if not isinstance(value, tuple | list | dict):
        return False
    if len(value) > MAX_ITEMS or any(value is outer for outer in around):
        return True
    items = value.values() if isinstance(value, dict) else value
    return any(_is_long(item, (*around, value)) for item in items)
