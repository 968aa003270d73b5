"""Texts of what each stage leaves."""

import pytest

from cladpy import CladpyError
from cladpy.request import DiffRequest, FunctionReference
from cladpy.stages import NAMES, check_stage
from cladpy.static_generation import generate_static


def loss(x, y):
    """Return a product of two versions of one name."""
    x = x * y
    return x * x


def shown(stage):
    """Return the text of a stage for the gradient of loss."""
    return generate_static(loss, DiffRequest(FunctionReference.of(loss), "gradient", ("x",), bare=True), {}, stage)


def test_normal_form_has_one_operation_a_statement():
    """What is returned is an operation on names of its own."""
    assert "x = x * y\n    result@ret = x * x\n" in shown("normalize")


def test_versions_are_numbered_and_the_active_ones_listed():
    """Y is not asked for and stays inactive."""
    text = shown("varied")
    assert "x.1 = x.0 * y.0" in text
    assert "# active: x.0, x.1, result@ret.0" in text


@pytest.mark.parametrize("stage", NAMES)
def test_every_stage_has_a_text(stage):
    """None is empty."""
    assert "loss" in shown(stage)


def test_an_unknown_stage_is_refused_with_the_list():
    """The hint names the stages."""
    with pytest.raises(CladpyError) as caught:
        check_stage("nonsense")
    assert caught.value.code == "C305"
    assert "normalize" in caught.value.hint
