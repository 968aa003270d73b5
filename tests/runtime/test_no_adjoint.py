"""The marker of an empty slot."""

import copy
import pickle

import pytest

from cladpy.runtime.no_adjoint import NoAdjoint, no_adjoint


def test_there_is_one_instance():
    """Identity is how a slot is told empty."""
    assert NoAdjoint() is no_adjoint
    assert pickle.loads(pickle.dumps((no_adjoint, 1)))[0] is no_adjoint
    assert copy.deepcopy([no_adjoint])[0] is no_adjoint
    assert copy.copy(no_adjoint) is no_adjoint


def test_it_prints_as_it_is_written():
    """Results of pullbacks are read by people."""
    assert repr((no_adjoint,)) == "(no_adjoint,)"


def test_it_has_no_truth_value():
    """An adjoint that was not computed cannot pass for a zero."""
    with pytest.raises(TypeError, match=r"\[C404\]"):
        bool(no_adjoint)


def test_it_has_no_arithmetic():
    """Nor for a number."""
    with pytest.raises(TypeError):
        no_adjoint + 1.0
