"""What a value holds."""

import types

import numpy as np

from cladpy.execute.parts import arrays_of, parts_of


class Model:
    def __init__(self):
        self.w = np.ones(2)
        self.me = self


def test_parts_come_in_order_and_once():
    """Containers before what they hold; what holds itself ends."""
    model = Model()
    shared = [1.0]
    value = (model, shared, {"a": shared, "b": 2.0})
    parts = list(parts_of(value))
    assert parts[0] is value
    assert parts[1] is model
    assert parts[2] is model.w
    assert sum(part is shared for part in parts) == 1
    assert parts[-1] == 2.0


def test_modules_functions_and_classes_have_no_parts():
    """They are not looked into."""
    assert [type(part) for part in parts_of([np, len, Model, lambda: 1])] == [
        list, types.ModuleType, types.BuiltinFunctionType, type, types.FunctionType,
    ]  # fmt: skip


def test_arrays():
    """In objects and containers, as often as they stand there."""
    a, b = np.ones(1), np.ones(2)
    assert [array.size for array in arrays_of({"x": [a, 1.0, (b, None)], "y": a})] == [1, 2, 1]
    assert list(arrays_of(3.0)) == []
