"""What a declaration becomes: parsed variants, inherited formulas, derived tangents, a registered rule."""

import inspect

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.rules.absences import zero
from cladpy.rules.declaration import qualified_name, renamed, rule, variant
from cladpy.rules.registry import RuleRegistry, default_registry
from cladpy.rules.samples import normal
from cladpy.runtime import no_adjoint


def product(x, y):
    """Stand for a function to be declared."""
    return x * y


def other_product(x, y):
    """Do the same as product."""
    return x * y


@pytest.fixture
def registry():
    """Return an empty registry, so that the rules of the package stay as they are."""
    return RuleRegistry()


def test_elementwise_rule_derives_its_tangents(registry):
    """The tangent of an operand is its pullback with the cotangent renamed."""
    made = rule(product, "z = product(x, y)", x="d_z * y", y="d_z * x", elementwise=True, registry=registry)
    assert made.variants[0].tangents["x"].text == "t_x * y"
    assert made.variants[0].tangents["x"].reads == {"y"}


def test_linear_rule_applies_the_function_to_the_tangent(registry):
    """The tangent passes every parameter on, by keyword where it has a default."""
    made = rule(np.cumsum, "y = cumsum(x, axis=None)", x="d_y", linear=True, registry=registry)
    assert made.variants[0].tangents["x"].text == "np.cumsum(t_x, axis=axis)"


def test_given_tangent_wins(registry):
    """What is written is not derived."""
    made = rule(
        product, "z = product(x, y)", x="d_z * y", tangent={"x": "y * t_x"}, elementwise=True, registry=registry
    )
    assert made.variants[0].tangents["x"].text == "y * t_x"


def test_variant_inherits_what_it_leaves_out(registry):
    """Formulas come from the general variant; a guard comes only with the formula that it guards."""
    made = rule(
        product,
        "z = product(x, y)",
        variants=[variant(when="value(y) == 1", x="d_z"), variant(when="value(y) == 0", x=zero)],
        x="d_z * y",
        y="d_z * x",
        guarded={"x": "multiply_guarded(d_z, y)", "y": "multiply_guarded(d_z, x)"},
        elementwise=True,
        registry=registry,
    )
    special = made.variants[0]
    assert (special.pullbacks["x"].text, special.pullbacks["y"].text) == ("d_z", "d_z * x")
    assert set(special.guarded) == {"y"}
    assert "x" not in made.variants[1].tangents


def test_variant_saturates_as_its_rule_unless_it_says_otherwise(registry):
    """The rule's word is the default."""
    special = [variant(when="value(y) == 1", saturates=False), variant(when="value(y) == 2")]
    made = rule(product, "z = product(x, y)", variants=special, x="d_z * y", saturates=True, registry=registry)
    assert [each.saturates for each in made.variants] == [False, True, True]


def test_every_gives_each_parameter_the_absence(registry):
    """One word stands for all parameters."""
    made = rule(product, "z = product(x, y)", every=no_adjoint, registry=registry)
    assert dict(made.variants[0].pullbacks) == {"x": no_adjoint, "y": no_adjoint}


def test_alias_is_registered_under_its_own_name(registry):
    """Each function object finds a rule, and the rule its function."""
    rule(product, "z = product(x, y)", x="d_z * y", aliases=[other_product], registry=registry)
    found = registry.lookup(other_product)
    assert (found.function, found.name) == (other_product, qualified_name(other_product))


def test_renamed_variants_change_conditions_formulas_and_keys():
    """A name is replaced everywhere, and only as a whole word."""
    (changed,) = renamed([variant(when="literal(low)", x="d_y * (x > low)", low="d_y * lower")], low="min")
    assert changed.when == "literal(min)"
    assert dict(changed.pullbacks) == {"x": "d_y * (x > min)", "min": "d_y * lower"}


@pytest.mark.parametrize(
    "formulas",
    [{"x": "d_z * w"}, {"x": "d_z *"}, {"w": "d_z"}, {"x": "d_y"}],
    ids=["unknown name", "syntax", "unknown parameter", "unknown cotangent"],
)
def test_slip_in_a_formula_is_refused(registry, formulas):
    """A declaration is checked when it is made."""
    with pytest.raises(CladpyError, match="C901"):
        rule(product, "z = product(x, y)", registry=registry, **formulas)


def test_declared_signature_must_parse(registry):
    """The text is a Python signature."""
    with pytest.raises(CladpyError, match="C901"):
        rule(product, "z = product(x, y", x="d_z", registry=registry)


def test_topic_is_the_declaring_module(registry):
    """The coverage table and the tests are made by topic."""
    assert rule(product, "z = product(x)", x="d_z", samples=normal(), registry=registry).topic == __name__


def test_qualified_names():
    """Functions, methods and builtins have the names by which a reader knows them."""
    names = [qualified_name(function) for function in (np.tanh, np.linalg.norm, np.ndarray.sum, abs)]
    assert names == ["numpy.tanh", "numpy.linalg.norm", "numpy.ndarray.sum", "builtins.abs"]


def _with_signature():
    for each in default_registry.all_rules():
        try:
            yield pytest.param(each, inspect.signature(each.function), id=each.name)
        except (TypeError, ValueError):
            continue


@pytest.mark.parametrize(("made", "signature"), [*_with_signature()])
def test_declared_parameters_stand_where_the_function_has_them(made, signature):
    """A positional argument must reach the parameter that the function means; a keyword must exist there."""
    actual = list(signature.parameters.values())
    takes_any = any(each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL) for each in actual)
    names = [each.name for each in actual]
    for place, parameter in enumerate(made.parameters):
        if parameter.kind == "keyword":
            assert parameter.name in names or takes_any
        elif parameter.kind == "positional" and parameter.default is not None and not takes_any:
            assert actual[place].name == parameter.name or actual[place].kind == inspect.Parameter.POSITIONAL_ONLY


def test_all_formulas_of_the_package_parse():
    """They are parsed when they are first used, so that nobody waits for them: here all are."""
    formulas = [formula for each in default_registry.all_rules() for formula in each.formulas]
    assert len(formulas) > 1_000
    assert all(formula.text and formula.expression is not None for formula in formulas)


def test_a_formula_from_outside_is_parsed_at_once(registry):
    """Whoever writes one sees the mistake where it is."""
    with pytest.raises(CladpyError, match="q"):
        rule(product, "z = product(x, y)", x="d_z * q", registry=registry)
