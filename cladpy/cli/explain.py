"""``cladpy explain``: what the requests of a file, or one function's gradient, keep for the reverse sweep."""

import sys
from argparse import Namespace

from cladpy.cli.output import write_error
from cladpy.cli.static_requests import StaticFiles, nothing_found, requests_of, split_target
from cladpy.errors import CladpyError
from cladpy.explaining import explained_statically
from cladpy.frontend.annotated_facts import parse_arguments
from cladpy.planning.invocation_visitor import find_requests


def explain(arguments: Namespace) -> int:
    """Write the explanation of each request; return the exit status."""
    path, name = split_target(arguments.target)
    discovery = find_requests(path)
    files = StaticFiles(parse_arguments(arguments.args or ""))
    module = files.module(path)
    requests = requests_of(discovery, module, name, None, arguments.wrt)
    if not requests:
        raise nothing_found(discovery, module)
    failures = 0
    for number, request in enumerate(requests):
        try:
            ready = files.ready(request)
            text = str(explained_statically(ready.function, ready.request, ready.facts))
        except CladpyError as error:
            write_error(error)
            failures += 1
        else:
            sys.stdout.write(f"{chr(10) if number else ''}{text}")
    files.check_given()
    return 1 if failures else 0
