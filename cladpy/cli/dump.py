"""``cladpy dump``: the generated source of a file's requests, or of one function."""

import sys
import time
from argparse import Namespace
from pathlib import Path

from cladpy import pipeline
from cladpy.cli.one_module import clashes, one_module, pieces_of
from cladpy.cli.output import already_there, write_error, write_source
from cladpy.cli.static_requests import StaticFiles, StaticRequest, nothing_found, requests_of, split_target
from cladpy.errors import CladpyError
from cladpy.frontend.annotated_facts import parse_arguments
from cladpy.planning.invocation_visitor import Discovery, find_requests


def dump(arguments: Namespace) -> int:
    """Write the source that the arguments ask for; return the exit status.

    A request that cannot be generated is reported and the others are written; into a file, all or nothing.
    """
    out = Path(arguments.out) if arguments.out else None
    if out is not None and out.exists() and not arguments.force:
        raise already_there(out)
    path, name = split_target(arguments.target)
    discovery = find_requests(path)
    files = StaticFiles(parse_arguments(arguments.args or ""))
    module = files.module(path)
    requests = requests_of(discovery, module, name, arguments.mode, arguments.wrt)
    failures = 0 if name else _report(discovery)
    if not requests and not failures:
        raise nothing_found(discovery, module)
    texts: list[str] = []
    for request in requests:
        try:
            texts.append(_beside(texts, files.ready(request), arguments.stage, show_time=arguments.time))
        except CladpyError as error:
            write_error(error)
            failures += 1
    files.check_given()
    if texts and not (failures and out):
        if arguments.stage is None:
            _check_together(texts, out)
            text = one_module(texts)
        else:
            text = "\n\n".join(texts)
        write_source(text, out, overwrite=arguments.force)
    return 1 if failures else 0


def _check_together(texts: list[str], out: Path | None) -> None:
    """Tell where the modules of several requests are not one: a later function would hide an earlier one."""
    for name in clashes(texts):
        message = f"'{name}' is generated twice, in different forms"
        error = CladpyError("C305", message, hint="dump the requests apart: FILE:FUNCTION --wrt ...")
        if out is not None:
            raise error
        sys.stderr.write(f"note: {message}; {error.hint}\n")


def _beside(texts: list[str], ready: StaticRequest, stage: str | None, *, show_time: bool) -> str:
    """Return the text of a request; where functions of it have the names of others, with further names."""
    text = _generated(ready, stage, frozenset(), show_time=show_time)
    if stage is None and clashes([*texts, text]):
        taken = frozenset(filter(None, (piece.name for each in texts for piece in pieces_of(each))))
        text = _generated(ready, stage, taken, show_time=show_time)
    return text


def _generated(ready: StaticRequest, stage: str | None, reserved: frozenset[str], *, show_time: bool) -> str:
    start = time.perf_counter()
    text = pipeline.generate_static(
        ready.function, ready.request, ready.facts, stage, reserved=reserved, runs_alone=True
    )
    if show_time:
        sys.stderr.write(f"{ready.request}: {1000 * (time.perf_counter() - start):.1f} ms\n")
    return text if text.endswith("\n") else f"{text}\n"


def _report(discovery: Discovery) -> int:
    """Write what is wrong with a file's requests, and what only a run can tell; return the number of errors."""
    for error in discovery.errors:
        write_error(error)
    for skipped in discovery.skipped:
        sys.stderr.write(f"{skipped}\n")
    return len(discovery.errors)
