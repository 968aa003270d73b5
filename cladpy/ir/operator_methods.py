"""The names of the methods behind operators, without their underscores: ``add`` of ``__add__`` and ``__iadd__``."""

from collections.abc import Mapping

import gast

OPERATOR_METHODS: Mapping[type, str] = {
    gast.Add: "add", gast.Sub: "sub", gast.Mult: "mul", gast.Div: "truediv", gast.MatMult: "matmul", gast.Pow: "pow",
    gast.FloorDiv: "floordiv", gast.Mod: "mod", gast.USub: "neg", gast.UAdd: "pos",
}  # fmt: skip
