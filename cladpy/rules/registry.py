"""The rules, by function object, by qualified name and by method."""

import importlib
import sys
import threading
from collections.abc import Callable
from functools import reduce
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from cladpy.errors import CladpyError

if TYPE_CHECKING:
    from cladpy.rules.declaration import Rule

_ROOTS = frozenset({"numpy", "math", "cmath", "builtins", "operator", "scipy", "statistics"})


class RuleRegistry:
    """Find the rule of a function.

    Functions are compared by identity and equality; objects that cannot be hashed
    have no rule.  A name finds a rule also where it is an alias of the declared one
    (``numpy.absolute`` for ``numpy.abs``), without importing anything of the user's.

    Examples
    --------
    >>> import math
    >>> from cladpy.rules import default_registry
    >>> default_registry.lookup(math.tanh).name
    'math.tanh'
    >>> default_registry.lookup([]) is None
    True
    """

    def __init__(self) -> None:
        self._by_function: dict[Any, Rule] = {}
        self._by_name: dict[str, Rule] = {}
        self._methods: dict[tuple[str, str], Any] = {}
        self._later: dict[str, str] = {}
        self._lock = threading.RLock()

    def register(self, rule: "Rule") -> None:
        """Add a rule; a function has one.

        Raises
        ------
        CladpyError
            C901 if the function or the name has a rule already.
        """
        if rule.function in self._by_function or rule.name in self._by_name:
            raise CladpyError("C901", f"two rules for {rule.name}")
        self._by_function[rule.function] = rule
        self._by_name[rule.name] = rule

    def register_method(self, kind: str, name: str, function: Callable[..., Any]) -> None:
        """Say that the method or property `name` of a `kind` ("array") is `function` of the object and the arguments."""
        self._methods[kind, name] = function

    def register_later(self, library: str, topic: str) -> None:
        """Say that the module `topic` declares the rules of an optional `library`: imported when that is."""
        self._later[library] = topic

    def lookup(self, function: object) -> "Rule | None":
        """Return the rule of a function, or None."""
        try:
            found = self._by_function.get(function)
        except TypeError:  # not hashable
            return None
        if found is None and self._load(lambda library: library in sys.modules):
            return self._by_function.get(function)
        return found

    def lookup_name(self, name: str) -> "Rule | None":
        """Return the rule of a qualified name such as ``"numpy.linalg.norm"``, or None."""
        self._load(lambda library: name.startswith(f"{library}."))
        return self._by_name.get(name) or self.lookup(_resolve(name))

    def lookup_method(self, kind: str, name: str) -> "Rule | None":
        """Return the rule that differentiates a method or property, the object being its first argument, or None."""
        return self.lookup(self._methods.get((kind, name)))

    def methods(self, kind: str) -> tuple[str, ...]:
        """Return the names of the methods and properties of a kind that have a rule, sorted."""
        return tuple(sorted(name for known, name in self._methods if known == kind))

    def all_rules(self) -> "tuple[Rule, ...]":
        """Return every rule, in the order of declaration; of optional libraries where they are installed."""
        self._load(lambda _library: True)
        return tuple(self._by_name.values())

    def rules_of(self, topic: ModuleType) -> "tuple[Rule, ...]":
        """Return the rules that a module declares, in the order of declaration."""
        return tuple(rule for rule in self.all_rules() if rule.topic == topic.__name__)

    def _load(self, is_wanted: Callable[[str], bool]) -> bool:
        """Import the rules of the optional libraries that are wanted; tell whether there were any."""
        if not any(map(is_wanted, tuple(self._later))):
            return False
        with self._lock:  # another thread may be importing them: wait until they are all there
            for library, topic in tuple(self._later.items()):
                if is_wanted(library) and is_installed(library):
                    importlib.import_module(topic)
                if is_wanted(library):
                    self._later.pop(library, None)
        return True


def is_installed(library: str) -> bool:
    """Tell whether a library can be imported, and import it."""
    try:
        importlib.import_module(library)
    except ImportError:
        return False
    return True


def _resolve(name: str) -> object:
    """Return the object behind a dotted name of a library that is imported already, or None."""
    root, *path = name.split(".")
    if root not in _ROOTS:
        return None
    try:
        return reduce(getattr, path, sys.modules.get(root))
    except AttributeError:
        return None


default_registry: Final = RuleRegistry()
"""The rules of cladpy; importing ``cladpy.rules`` fills it."""
