"""Drawing arguments."""

import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.rules.samples import at, away_from, booleans, calls, normal, only, positive, uniform, unit_interval


@pytest.fixture
def generator():
    """Return a generator with a fixed seed: the bounds below hold of every draw."""
    return np.random.default_rng(7)


def test_named_parameters_are_drawn_their_own_way(generator):
    """A name wins over the draw for all."""
    samples = normal() & positive("y")
    assert samples.draw("x", (1000,), generator).min() < 0
    assert samples.draw("y", (1000,), generator).min() >= 0.3


def test_intervals(generator):
    """Bounds are kept."""
    assert np.abs(unit_interval().draw("x", (1000,), generator)).max() <= 0.9
    assert uniform(2.0, 3.0).draw("x", (1000,), generator).min() >= 2.0


def test_points_are_kept_away_from(generator):
    """On either side, for the named parameter."""
    samples = normal() & away_from(0, "x")
    assert np.abs(samples.draw("x", (1000,), generator)).min() >= 0.25
    assert np.abs(samples.draw("y", (1000,), generator)).min() < 0.25


def test_masks_are_boolean(generator):
    """Conditions are drawn as such."""
    assert booleans().draw("c", (3, 4), generator).dtype == bool


def test_calls_add_up_and_only_leaves_the_standard_ones_out():
    """Each is the inside of a call."""
    assert (normal() & calls("x[3]") & calls("x[4]")).calls == ("x[3]", "x[4]")
    assert (normal() & calls("x[3]")).standard
    assert not (normal() & only("x[3]")).standard


def test_parameter_without_a_draw_is_refused(generator):
    """A sample says everything."""
    with pytest.raises(CladpyError, match="how to draw 'y'"):
        normal("x").draw("y", (3,), generator)


def test_singular_point_tells_arguments_from_adjoints():
    """The prefix is that of generated adjoints."""
    point = at(x=0.0, y=1.0, d_x=np.inf, literal="y")
    assert (dict(point.arguments), dict(point.adjoints)) == ({"x": 0.0, "y": 1.0}, {"x": np.inf})
    assert point.literals == {"y"}
