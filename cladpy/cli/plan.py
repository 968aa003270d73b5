"""``cladpy plan``: the requests of a file and what each of them needs."""

import sys
from argparse import Namespace

from cladpy.cli.output import write_error
from cladpy.cli.static_requests import StaticFiles, StaticRequest, nothing_found
from cladpy.errors import CladpyError
from cladpy.pipeline import Generation
from cladpy.planning.invocation_visitor import find_requests
from cladpy.planning.request_graph import RequestGraph
from cladpy.static_generation import GENERAL, fact_of_written


def plan(arguments: Namespace) -> int:
    """Write each request with its place, then the graph of all; return the exit status."""
    discovery = find_requests(arguments.file)
    files = StaticFiles({})
    if not (discovery.invocations or discovery.skipped or discovery.errors):
        raise nothing_found(discovery, files.module(arguments.file))
    sys.stdout.writelines(f"{found}\n" for found in (*discovery.invocations, *discovery.skipped))
    failures = list(discovery.errors)
    graph = RequestGraph()
    for request in discovery.requests:
        try:
            ready = files.ready(request)
            graph = graph.merged(planned(ready))
        except CladpyError as error:
            failures.append(error)
    if graph.nodes:
        sys.stdout.write(f"\n{graph.to_text()}\n")
    for failure in failures:
        write_error(failure)
    return 1 if failures else 0


def planned(ready: StaticRequest) -> RequestGraph:
    """Return the graph of one request: what generating it finds that it needs."""
    generation = Generation(ready.request)
    facts = {
        name: fact_of_written(ready.facts[name], name) if name in ready.facts else GENERAL
        for name in generation.parameters(ready.function)
    }
    return generation.run(ready.function, facts).plan
