"""Second derivatives: products of the Hessian with vectors, its diagonal, and the Hessian itself.

A product is the pushforward of the gradient function (forward over reverse), in about twice the memory of the gradient.
Where forward mode does not take that function it is the pullback of the pushforward (reverse over forward), or that of
the gradient function (reverse over reverse), which is the same, since the Hessian is symmetric. The others are made of
products with unit vectors.
"""

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np

from cladpy.composed import Composed
from cladpy.derivative import Derivative
from cladpy.execute.blocks import Blocks
from cladpy.execute.finish import finish
from cladpy.execute.leaves import dtype_of, leaf_values, leaves_of, shape_of, with_leaves
from cladpy.execute.scalar_result import check_scalar
from cladpy.execute.structure import Branch, NumberLeaf, Structure
from cladpy.ir.fact import Fact
from cladpy.jacobian import groups, refusal, takes_several
from cladpy.pullback import Pullback
from cladpy.pushforward import Pushforward, Pushforwards, TangentAlone
from cladpy.runtime import no_adjoint
from cladpy.written_columns import WrittenColumns


class HessianVectorProduct(Composed, Pushforward):
    """From arguments and vectors to the Hessian of a scalar times the vectors."""

    mode = "hessian_vector_product"
    title = "Hessian-vector product"
    mark = "v_"
    given = "vectors"

    def __init__(self, primal: Any, wrt: Any = None, **keywords: Any) -> None:
        super().__init__(primal, wrt, **keywords)
        slope = Derivative(primal, wrt, **keywords)
        self._push = Pushforward(primal, wrt, **keywords)
        self._over_reverse = TangentAlone(slope, wrt, **keywords)
        self._over_forward = Pullback(self._push, wrt, **keywords)
        self._twice_reverse = Pullback(slope, wrt, **keywords)
        self._several = Pushforwards(slope, wrt, **keywords)

    def _shown(self) -> Derivative:
        return self._over_reverse

    @property
    def swept(self) -> Derivative:
        """The sweep over the gradient: what is written out where a function calls this and is differentiated."""
        return self._over_reverse

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the product in the structure of what was asked for; the vectors come last, or as ``v_x=``."""
        args, kwargs, given = self._split(args, kwargs)
        values = self._values(args, kwargs)
        self._check_values(values)
        product, structures = self.product(values, given), self._slots.structures(values)
        parts = (product,) if self.request.bare else product
        formed = [
            finish(part, structure, absent_is_zero=True) for part, structure in zip(parts, structures, strict=True)
        ]
        return formed[0] if self.request.bare else tuple(formed)

    def product(self, values: tuple[object, ...], given: Sequence[object]) -> Any:
        """Return the product for all values of a call and a vector for each parameter asked for."""
        self._used = self._route(values)
        if self._used is self._over_reverse:
            return self._over_reverse.alone(values, given, self._structure(values))
        if self._used is self._twice_reverse:
            return self._twice_reverse(*values, seed=given[0] if self.request.bare else tuple(given))
        (value, _), state = self._over_forward.run_forward((*values, *self._push.cast_tangents(values, given)))
        check_scalar(value, self.function.__name__)
        products = self._over_forward.reverse(state, (no_adjoint, 1.0))
        return products if self.request.bare else products[: len(given)]

    def _structure(self, values: tuple[object, ...]) -> Structure:
        """Return the structure of the gradient, which the product has too."""
        return gradient_structure(self._slots.structures(values), bare=self.request.bare)

    def products(self, values: tuple[object, ...], given: Sequence[Sequence[object]]) -> list[Any]:
        """Return the products with several vectors: in one sweep, where that is to be had."""
        if len(given) > 1 and self._route(values) is self._over_reverse and takes_several(self._several, values):
            self._used = self._several
            return self._several.all_along(values, given)[1]
        return [self.product(values, vectors) for vectors in given]

    def _route(self, values: tuple[object, ...]) -> Derivative:
        """Return the composition that takes the program."""
        refused = refusal(self._over_reverse, values)
        if refused is None:
            return self._over_reverse
        if refused.code.startswith("C3"):
            raise refused
        tangents = self._push.cast_tangents(values, [no_adjoint] * len(self._slots.slots))
        if refusal(self._push, values) is None and refusal(self._over_forward, (*values, *tangents)) is None:
            return self._over_forward
        if refusal(self._twice_reverse, values) is None:
            return self._twice_reverse
        raise refused


class Hessian(Composed):
    """The second derivatives of a scalar by each number of some arguments."""

    mode = "hessian"
    title = "Hessian"

    def __init__(self, primal: Any, wrt: Any = None, **keywords: Any) -> None:
        super().__init__(primal, wrt, **keywords)
        self._product = HessianVectorProduct(primal, wrt, **keywords)
        self._written = WrittenColumns()

    def _shown(self) -> Derivative:
        return self._product

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the Hessian: in the structure of what was asked for, each leaf of it in that structure again."""
        values = self._values(args, kwargs)
        self._check_values(values)
        self._used = self._product
        arguments = self._slots.structures(values)
        slopes = gradient_structure(arguments, bare=self.request.bare)
        blocks = Blocks(slopes, arguments)
        for group in groups(arguments):
            columns = self._product.products(values, [vectors for _, _, vectors in group])
            for (argument, place, _), column in zip(group, columns, strict=True):
                blocks.set_column(argument, place, leaf_values(column, slopes))
        return blocks.structured(bare=self.request.bare)

    def written_for(self, facts: Sequence[Fact]) -> FunctionType | None:
        """Return the function that makes it of products with unit vectors."""
        return self._written.made(self, self._product, facts)


class HessianDiagonal(Hessian):
    """The second derivative of a scalar by each number of some arguments, twice by the same."""

    mode = "hessian_diagonal"
    title = "Diagonal of the Hessian"

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the diagonal in the structure of what was asked for."""
        values = self._values(args, kwargs)
        self._check_values(values)
        self._used = self._product
        arguments = self._slots.structures(values)
        found = [[np.zeros(shape_of(leaf), dtype_of(leaf)) for leaf in leaves_of(each)] for each in arguments]
        for group in groups(arguments):
            products = self._product.products(values, [vectors for _, _, vectors in group])
            for (argument, place, _), product in zip(group, products, strict=True):
                part = product if self.request.bare else product[argument]
                leaf: Any = leaf_values(part, arguments[argument])[place.leaf]
                found[argument][place.leaf][place.index] = np.asarray(leaf)[place.index]
        made = [_structured(each, arrays) for each, arrays in zip(arguments, found, strict=True)]
        return made[0] if self.request.bare else tuple(made)


def gradient_structure(arguments: Sequence[Structure], *, bare: bool) -> Structure:
    """Return the structure of a gradient by these arguments."""
    if bare:
        return arguments[0]
    return Branch("sequence", tuple, tuple(range(len(arguments))), tuple(arguments))


def _structured(structure: Structure, arrays: Sequence[np.ndarray]) -> object:
    pairs = zip(leaves_of(structure), arrays, strict=True)
    return with_leaves(structure, (leaf.kind(a[()]) if isinstance(leaf, NumberLeaf) else a for leaf, a in pairs))
