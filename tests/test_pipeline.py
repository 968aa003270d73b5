"""The list of stages."""

from cladpy import pipeline, stages


def test_each_stage_that_can_be_shown_is_listed_in_order():
    """The list of the pipeline is what the command line offers."""
    assert tuple(name for name, _ in pipeline.STAGES) == stages.NAMES
