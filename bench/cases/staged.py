"""The gradient of the MNIST loss as cladpy makes it with more and more of the compiler switched on.

The stages are those of the ablation that cladpy grew from. The early ones are made by leaving passes out, and by
writing the births of adjoints out in full: a zero array that the first contribution is added to.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import NamedTuple

import gast

from bench.cases import mnist
from cladpy.analyses.facts_of_values import fact_of
from cladpy.generation import Generation
from cladpy.ir import statements as ir
from cladpy.ir.expressions import attribute, call, name, store_name, subscript
from cladpy.ir.expressions import constant as literal
from cladpy.optimize.passes import SIMPLIFY
from cladpy.optimize.variables import is_derivative
from cladpy.request import DiffRequest, FunctionReference, Options, signature_names

PASSES = frozenset(each for each, _, _ in SIMPLIFY)
REUSE = frozenset({"buffer_reuse", "flip_updates"})
REVERSE = "---- reverse sweep ----"


@dataclass(frozen=True)
class Stage:
    """One step of the ablation.

    Parameters
    ----------
    title : str
    of_data : bool
        The images and targets get adjoints, which nobody asked for.
    zeroed : frozenset of str
        Which adjoints are born as zeros: of matrix "products" (written into them with ``out=`` where "into"), and
        "others".
    left_out : frozenset of str
        Passes of the optimiser.
    releases : bool
        Only what is read is recorded, and each array is released after its last use.
    """

    title: str
    of_data: bool = False
    zeroed: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    releases: bool = True


ALL = frozenset({"products", "others"})
STAGES = {
    "S0": Stage("one operation a line, all recorded, adjoints born as zeros", True, ALL, PASSES | REUSE, False),
    "S1": Stage("no adjoint of fixed data", False, ALL, PASSES | REUSE, False),
    "S2": Stage("products into existing storage", False, ALL | {"into"}, PASSES | REUSE, False),
    "S3": Stage("elementwise steps in place", False, frozenset({"products", "into"}), PASSES, False),
    "S4": Stage("no zeros that are replaced", False, frozenset(), PASSES, False),
    "S5": Stage("early release", False, frozenset(), PASSES, True),
    "S6": Stage("facts: folded, gathered, without temporaries"),
}


class StagedGeneration(Generation):
    """A generation whose adjoints are born as a stage says."""

    stage_of: Stage

    def add(self, drafted, analysis, handed=None):
        """Write the births out before the function is optimised."""
        body = drafted.function.body
        mark = next(n for n, each in enumerate(body) if isinstance(each, ir.Comment) and each.text == REVERSE)
        births = _Births(self.stage_of, drafted.facts)
        reverse = tuple(made for each in body[mark:] for made in births.of(each))
        function = replace(drafted.function, body=(*body[:mark], *reverse))
        super().add(replace(drafted, function=function), analysis, handed)


class _Births:
    def __init__(self, stage, facts):
        self.stage, self.facts, self.born = stage, facts, set()

    def of(self, statement):
        """Return the statements that stand for the first assignment to an adjoint."""
        if not isinstance(statement, ir.Assign) or not isinstance(statement.target, gast.Name):
            return [statement]
        variable, value = statement.target.id, statement.value
        fact = self.facts.get(variable)
        is_copy = isinstance(value, gast.Name | gast.Constant)
        if variable in self.born or not is_derivative(variable) or is_copy or fact is None or not fact.dims:
            return [statement]
        self.born.add(variable)
        is_product = isinstance(value, gast.BinOp) and isinstance(value.op, gast.MatMult)
        if ("products" if is_product else "others") not in self.stage.zeroed:
            return [statement]
        source = statement.source
        if is_product and "into" in self.stage.zeroed:
            rows, columns = attribute(value.left, "shape"), attribute(value.right, "shape")
            shape = gast.Tuple([subscript(rows, literal(0)), subscript(columns, literal(1))], gast.Load())
            zeros = call("np.zeros", shape, attribute(value.left, "dtype"))
            return [ir.Assign(store_name(variable), call("np.matmul", value.left, value.right, out=zeros), source)]
        contribution = f"{variable}0"
        return [
            ir.Assign(store_name(contribution), value, source),
            ir.Assign(store_name(variable), call("np.zeros_like", name(contribution)), source),
            ir.Assign(store_name(variable), gast.BinOp(name(variable), gast.Add(), name(contribution)), source),
        ]


class Staged(NamedTuple):
    """The gradient function of a stage.

    Attributes
    ----------
    call : callable
        Gives the adjoints of the parameters.
    function : function
        The generated one behind it.
    text : str
    """

    call: Callable
    function: FunctionType
    text: str


def staged(stage):
    """Return the gradient function of a stage."""
    values = (*mnist.parameters(), *mnist.examples(mnist.BATCH))
    names = signature_names(mnist.loss)
    asked = names if stage.of_data else mnist.NAMES
    options = Options(tbr=stage.releases, early_release=stage.releases)
    request = DiffRequest(FunctionReference.of(mnist.loss), "gradient", asked, bare=False, options=options)
    generation = StagedGeneration(request, without=stage.left_out)
    generation.stage_of = stage
    generated = generation.run(mnist.loss, {n: fact_of(v, n) for n, v in zip(names, values, strict=True)})
    function = generated.compiled()
    if not stage.of_data:
        return Staged(function, function, generated.text)
    return Staged(lambda *arguments: function(*arguments)[: len(mnist.NAMES)], function, generated.text)
