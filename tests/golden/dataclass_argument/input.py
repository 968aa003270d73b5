"""A dataclass of arrays: its adjoint has a variable a field."""

from dataclasses import dataclass

import numpy as np

WRT = "p"


@dataclass
class Parameters:
    w: np.ndarray
    b: np.ndarray


def affine(p, x):
    return np.sum((x @ p.w + p.b) ** 2)


def arguments(rng):
    return Parameters(rng.standard_normal((3, 2)), rng.standard_normal(2)), rng.standard_normal((4, 3))
