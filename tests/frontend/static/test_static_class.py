"""Classes made from their definitions."""

import dataclasses

from cladpy.frontend.static.unresolved import Unresolved


def test_classes_are_made_from_their_definitions(read):
    """Plain classes, data classes and named tuples keep methods, fields and constants."""
    module = read('''
        from __future__ import annotations
        import functools
        from abc import ABC, abstractmethod
        from dataclasses import dataclass, field
        from typing import ClassVar, Generic, NamedTuple, TypeVar
        import numpy as np

        T = TypeVar("T")

        @dataclass(frozen=True, slots=True)
        class Params:
            """Weights."""
            w: np.ndarray
            b: "float" = 0.5
            tags: list[str] = field(default_factory=list)
            kind: ClassVar[str] = "linear"
            cached: Missing = make()
            def scale(self, k):
                return self.b * k

        class Point(NamedTuple):
            x: float
            y: float = 2.0
            def norm(self): return self.x + self.y

        class Base(ABC, Generic[T]):
            RATE = 0.1
            __hidden = 3
            values = compute()
            @abstractmethod
            def f(self, x): ...
            @staticmethod
            def double(x): return 2 * x
            @property
            def hidden(self): return self.__hidden
            @hidden.setter
            def hidden(self, value): pass
            @functools.cached_property
            def slow(self): return 1

        class Model(Base[int]):
            def f(self, x): return super().double(x) * self.RATE
            class Inner:
                def g(self, x): return x
        ''')
    names = module.namespace
    params = names["Params"](1.0)
    assert (params.b, params.tags, params.kind, params.scale(4)) == (0.5, [], "linear", 2.0)
    assert [each.name for each in dataclasses.fields(params)] == ["w", "b", "tags", "cached"]
    assert names["Params"].__doc__ == "Weights."
    assert names["Point"](1.0) == (1.0, 2.0)
    assert names["Point"](1.0).norm() == 3.0
    model = names["Model"]()
    assert (model.f(5.0), model.hidden, model.slow) == (1.0, 3, 1)
    assert isinstance(names["Model"].values, Unresolved)
    assert names["Model"].Inner().g(3) == 3
    assert names["Model"].Inner.__qualname__ == "Model.Inner"
    assert names["Params"].__module__ == "model"
    assert module.function(module.reference("Model.f")) is names["Model"].f


def test_methods_of_a_class_that_cannot_be_made_are_still_found(read):
    """The class is a placeholder, its functions are not."""
    module = read("""
        import torch
        class Net(torch.nn.Module):
            def forward(self, x): return x + 1
        """)
    assert isinstance(module.namespace["Net"], Unresolved)
    assert module.function(module.reference("Net.forward"))(None, 1) == 2
