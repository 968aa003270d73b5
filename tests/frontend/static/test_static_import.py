"""Imports of a file that is not run."""

import sys
import time

import numpy as np

from cladpy.frontend.static.unresolved import Unresolved


def test_own_modules_are_read_by_path(read, tmp_path):
    """Siblings, packages and relative imports are read statically; nothing reaches sys.modules."""
    before = set(sys.modules)
    module = read(
        """
        import side_a
        import pack.inner
        from side_b import *
        from pack import value, inner as renamed
        from pack.inner import f, absent
        from side_b import helper as h
        """,
        side_a="import model, side_b\nraise_now = undefined()\nK = 3\ndef f(x): return x * K",
        side_b="__all__ = ['helper']\ndef helper(x): return x\nHIDDEN = 1",
        pack__of____init__="value = 5\nfrom . import inner",
        pack__of__inner="from .deeper import g\nfrom .. import outside\nfrom . import value\ndef f(x): return g(x)",
        pack__of__deeper="def g(x): return x + 1",
    )
    names = module.namespace
    assert names["side_a"].f(2) == 6
    assert names["side_a"].side_b.helper is names["h"] is names["helper"]
    assert "HIDDEN" not in names
    assert names["f"] is names["pack"].inner.f is names["renamed"].f
    assert names["f"](1) == 2
    assert names["value"] == 5
    assert isinstance(names["absent"], Unresolved)
    assert names["f"].__module__ == "pack.inner"
    new = {name for name in set(sys.modules) - before if name.split(".")[0] in ("side_a", "side_b", "pack", "model")}
    assert new == set()


def test_a_sibling_hides_a_module_of_the_standard_library(read):
    """As for Python, but not one that is built into the interpreter, nor NumPy."""
    names = read(
        "import random, time, numpy\n", random="def uniform(): return 4", time="pi = 3", numpy="pi = 3"
    ).namespace
    assert names["random"].uniform() == 4
    assert names["time"] is time
    assert names["numpy"] is np


def test_broken_sibling_is_a_placeholder(read):
    """A file beside it that is no Python concerns only those who use it."""
    names = read("import broken\nfrom broken import g\ndef f(x): return x", broken="def (").namespace
    assert isinstance(names["broken"].anything, Unresolved)
    assert "broken.py is no Python" in repr(names["g"])
    assert not hasattr(names["broken"], "__wrapped__")
