"""The graph of requests: a value that is built step by step and printed."""

import dataclasses
import itertools

import pytest

from cladpy.planning.request_graph import RequestGraph
from cladpy.request import DiffRequest, FunctionReference


def request(name, *wrt, mode="pullback"):
    return DiffRequest(FunctionReference("model", name, "model.py", 1), mode, wrt or None, bare=False)


LOSS, LAYER, DENSE, TANH = (
    request("loss", "w", mode="gradient"),
    request("layer", "w"),
    request("dense"),
    request("act"),
)


def names(requests):
    return [str(each.function) for each in requests]


def chain(*requests):
    graph = RequestGraph().with_root(requests[0])
    for caller, callee in itertools.pairwise(requests):
        graph = graph.with_dependent(caller, callee)
    return graph


def test_callees_come_first():
    """Also where a caller was met before them, and where two callers share one."""
    graph = chain(LOSS, LAYER, DENSE, TANH).with_dependent(LOSS, TANH)
    assert names(graph.callees_first()) == ["act", "dense", "layer", "loss"]


def test_a_request_met_twice_is_one_node():
    """Equal requests are one, and a second edge adds nothing."""
    graph = chain(LOSS, LAYER)
    assert graph.with_dependent(LOSS, request("layer", "w")) == graph
    assert graph.with_root(LOSS) == graph


def test_a_dependent_that_is_asked_for_is_a_root_too():
    """Its place and its status stay."""
    graph = chain(LOSS, LAYER).with_done(LAYER).with_root(LAYER)
    assert names(graph.roots) == ["loss", "layer"]
    assert graph.nodes[LAYER].status == "done"


def test_each_step_gives_a_new_graph():
    """The old one is as it was."""
    graph = chain(LOSS, LAYER)
    graph.with_done(LOSS).with_rule(LOSS, "numpy.tanh").with_dependent(LAYER, DENSE)
    assert graph == chain(LOSS, LAYER)
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.nodes = {}


def test_neighbours_are_listed_in_the_order_met():
    """Whatever the hashes are."""
    graph = chain(LOSS, LAYER).with_dependent(LOSS, DENSE).with_dependent(DENSE, LAYER)
    assert graph.callees(LOSS) == (LAYER, DENSE)
    assert graph.callers(LAYER) == (LOSS, DENSE)
    assert DENSE in graph
    assert TANH not in graph


def test_recursion_is_a_cycle():
    """Each member comes once, after what lies below the cycle."""
    graph = chain(LOSS, LAYER, DENSE, LAYER).with_dependent(DENSE, TANH)
    assert names(graph.callees_first()) == ["act", "dense", "layer", "loss"]
    assert [graph.is_recursive(each) for each in (LOSS, LAYER, DENSE, TANH)] == [False, True, True, False]
    assert chain(LOSS, LOSS).is_recursive(LOSS)


def test_deep_chains_need_no_recursion():
    """The walk does not use Python's stack."""
    requests = [request(f"f{index}") for index in range(1500)]
    graph = RequestGraph(
        {each: node for each in requests for node in [chain(each).nodes[each]]},
        {caller: (callee,) for caller, callee in itertools.pairwise(requests)},
    )
    assert graph.callees_first()[0] == requests[-1]


def test_text_shows_requests_calls_and_rules():
    """A line a request, callees first; what is asked of a callee only where that is not plain."""
    graph = (
        chain(LOSS, LAYER, LAYER)
        .with_dependent(LOSS, DENSE)
        .with_dependent(LOSS, request("dense", "x"))
        .with_rule(LOSS, "solve_pullback for solve (wrt a)")
        .with_rule(LOSS, "solve_pullback for solve (wrt a)")
        .with_done(LAYER)
        .with_root(dataclasses.replace(LOSS, order=2))
    )
    assert graph.to_text().splitlines() == [
        "layer, pullback, wrt: w (done), recursive",
        "    calls layer",
        "dense, pullback, wrt: every parameter (planned)",
        "dense, pullback, wrt: x (planned)",
        "loss, gradient, wrt: w (planned)",
        "    calls layer",
        "    calls dense",
        "    calls dense (pullback wrt x)",
        "    rule solve_pullback for solve (wrt a)",
        "loss, gradient, order 2, wrt: w (planned)",
    ]


def test_empty_graph_has_no_text():
    """Nothing asked for, nothing shown."""
    assert RequestGraph().to_text() == ""
