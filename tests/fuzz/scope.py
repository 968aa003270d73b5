"""The names that a random statement may use, with their values."""

import numpy as np


class Scope:
    """The names that a statement may use."""

    def __init__(self, choose, values, counters, named):
        self.choose = choose
        self.values = {**values, **_items(values)}
        self.counters = counters
        self.named = named

    @property
    def named_indices(self):
        return [name for name in ("place", "where") if name in self.values]

    def arrays(self):
        """Return the names of arrays that have elements."""
        return [name for name, value in self.values.items() if _is_array(value) and name not in ("place", "where")]

    def an_array(self):
        """Return the name of an array, one made here rather than a parameter."""
        arrays = self.arrays()
        local = [name for name in arrays if name not in ("x", "y")]
        return self.choose.choice(local if local and self.choose.random() < 0.85 else arrays)

    def numbers(self):
        """Return the names of numbers."""
        return [name for name, value in self.values.items() if isinstance(value, float | np.floating)]

    def name(self, names):
        """Return one of some names, most often one that is not bound yet."""
        free = [name for name in names if name not in self.values]
        return self.choose.choice(free if free and self.choose.random() < 0.7 else list(names))

    def value_of(self, text):
        """Return the value of an expression here; None if it has none."""
        try:
            return eval(text, {"np": np}, self.values)
        except Exception:  # noqa: BLE001 - a random expression may do anything wrong
            return None

    def shape_of(self, text):
        return np.shape(self.value_of(text))


def _is_array(value):
    return isinstance(value, np.ndarray) and value.ndim > 0 and value.size > 0 and value.dtype.kind == "f"


def _items(values):
    """Return the items of containers and attributes of objects, by their text."""
    found = {}
    for name, value in values.items():
        if isinstance(value, list | tuple):
            found |= {f"{name}[{place}]": item for place, item in enumerate(value)}
        elif isinstance(value, dict):
            found |= {f"{name}[{key!r}]": item for key, item in value.items()}
        elif hasattr(value, "exchange"):
            found |= {f"{name}.{key}": item for key, item in vars(value).items()}
    return found
