"""Rules inside programs: the samples once more, through the compiler, with all that facts decide there."""

from operator import attrgetter

import numpy as np
import pytest

from cladpy import CladpyError, check_gradient
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.infer import Inference
from cladpy.frontend.namespace import Namespace
from cladpy.ir.expressions import parse
from cladpy.rules import default_registry
from cladpy.rules.application import quietly
from tests.rules.sample_programs import one_for_each_variant, programs_of

RULES = [rule for rule in default_registry.all_rules() if rule.samples is not None]
OUTSIDE = [rule for rule in RULES if rule.every is None and not rule.name.startswith("cladpy")]


@pytest.mark.parametrize("rule", OUTSIDE, ids=attrgetter("name"))
def test_gradients(rule):
    """A program that is one call has the right gradient, or it is refused as the rule says."""
    for program in filter(lambda program: program.runs(), one_for_each_variant(rule)):
        try:
            quietly(
                lambda function=program.function, args=program.args: check_gradient(
                    function, args, variants=("pushforward",)
                )
            )
        except CladpyError as error:
            assert error.code in ("C202", "C208"), program.text  # noqa: PT017  any other exception shall be seen as it is
        except Exception as error:
            error.add_note(program.text)
            raise


@pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
def test_facts(rule):
    """What is inferred of a result holds of it, in double and in single precision."""
    for program in filter(lambda program: program.runs(), programs_of(rule)):
        single = tuple(arg.astype(np.float32) if _is_double(arg) else arg for arg in program.args)
        for args in (program.args, single):
            facts = {f"p{number}": fact_of(value, f"p{number}") for number, value in enumerate(args, 1)}
            found = Inference(facts, Namespace(program.function).resolve).infer(parse(program.text))
            value = quietly(lambda function=program.function, args=args: function(*args))
            assert holds(found, value), f"{program.text}: {found} does not hold of {value!r}"


def _is_double(value):
    return isinstance(value, np.ndarray) and value.dtype == np.float64


KINDS = {"array": np.ndarray, "scalar": np.generic, "python": (int, float, complex), "list": list, "tuple": tuple}


def holds(fact, value):
    """Tell whether a fact is true of a value."""
    if fact.known:
        return value is fact.value or value == fact.value
    if fact.kind not in KINDS and fact.kind != "number":
        return True
    if not isinstance(value, KINDS.get(fact.kind, (np.ndarray, np.generic, int, float, complex))):
        return False
    if fact.kind in ("list", "tuple"):
        items = fact.items or [fact.element] * len(value)
        return len(items) == len(value) and all(holds(*pair) for pair in zip(items, value, strict=True) if pair[0])
    # scipy.special.factorial gives another dtype where there is nothing to compute.
    if np.size(value) and fact.dtype is not None and fact.dtype != np.asarray(value).dtype:
        return False
    return fact.dims is None or _are_sizes(fact.dims, np.shape(value))


def _are_sizes(dims, shape):
    written = {dim.name: int(dim.name[1:]) for dim in dims if dim.name.startswith("=")}
    return len(dims) == len(shape) and all(
        (dim.one is None or dim.one == (size == 1)) and written.get(dim.name, size) == size
        for dim, size in zip(dims, shape, strict=True)
    )
