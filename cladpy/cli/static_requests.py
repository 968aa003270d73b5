"""What a file asks for, made ready for the pipeline: requests, function objects and facts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType

from cladpy.errors import CladpyError, Location, display_path
from cladpy.frontend.annotated_facts import ParameterFacts, annotated_facts
from cladpy.frontend.source_file import Definition
from cladpy.frontend.static_module import StaticModule, load_static
from cladpy.planning.discovery.static_names import OwnFunction
from cladpy.planning.invocation_visitor import Discovery
from cladpy.request import DiffRequest, FunctionReference, parse_wrt

_TARGET = re.compile(r"(?P<file>.+):(?P<function>[^\W\d]\w*(?:\.[^\W\d]\w*)*)")


@dataclass(frozen=True, slots=True)
class StaticRequest:
    """A request with what the pipeline needs of its function."""

    request: DiffRequest
    function: FunctionType
    facts: Mapping[str, ParameterFacts]


@dataclass(slots=True)
class StaticFiles:
    """Load the files in which the functions of requests are defined, once each.

    Parameters
    ----------
    given : mapping
        Facts of the command line; each has to be of some parameter.
    """

    given: Mapping[str, ParameterFacts]
    _modules: dict[str, StaticModule] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def module(self, path: str) -> StaticModule:
        """Return a file, read statically."""
        if path not in self._modules:
            self._modules[path] = load_static(path)
        return self._modules[path]

    def ready(self, request: DiffRequest) -> StaticRequest:
        """Return a request with its function and facts.

        Raises
        ------
        CladpyError
            C304 if its function is not to be had; C305 if an annotation cannot be read.
        """
        module = self.module(request.function.file)
        definition = module.definition(request.function)
        facts = dict(annotated_facts(definition.node.args, location_of_definition(definition, module)))
        mine = {name: each for name, each in self.given.items() if name in _names(definition)}
        self._used |= set(mine)
        return StaticRequest(request, module.function(request.function), facts | mine)

    def check_given(self) -> None:
        """Raise C301 where facts were given of what no function has."""
        unused = [name for name in self.given if name not in self._used]
        if unused:
            raise CladpyError("C301", f"no function has a parameter '{unused[0]}'", hint="look at the names in --args")


def split_target(target: str) -> tuple[str, str | None]:
    """Split ``FILE:FUNCTION``; the function may be left out.

    Examples
    --------
    >>> split_target("examples/train.py:Model.loss")
    ('examples/train.py', 'Model.loss')
    >>> split_target("train.py")
    ('train.py', None)
    """
    match = _TARGET.fullmatch(target)
    if match is None or Path(target).exists():
        return target, None
    return match["file"], match["function"]


def requests_of(
    discovery: Discovery, module: StaticModule, name: str | None, mode: str | None, wrt: str | None
) -> tuple[DiffRequest, ...]:
    """Return the requests that a command line means.

    Those found in the file; with a function, those for it; with a mode or parameters, that one request.

    Raises
    ------
    CladpyError
        C305 if a mode or parameters are given without a function; C301, C304 for unknown names.
    """
    if name is None:
        if mode is not None or wrt is not None:
            hint = f"write {display_path(str(module.path))}:FUNCTION"
            raise CladpyError("C305", "--wrt and --mode say what to ask of one function, and none is named", hint=hint)
        return discovery.requests
    reference = module.reference(name)
    found = tuple(each for each in discovery.requests if each.function == reference)
    if found and mode is None and wrt is None:
        return found
    return (_asked(module.definition(reference), reference, mode or "gradient", wrt),)


def _asked(definition: Definition, reference: FunctionReference, mode: str, wrt: str | None) -> DiffRequest:
    names = tuple(OwnFunction(reference, definition).parameter_names())
    position = int(wrt) if wrt is not None and re.fullmatch(r"-?\d+", wrt.strip()) else wrt
    known, bare = parse_wrt(position, names, reference.name)
    return DiffRequest(reference, mode, known, bare)


def nothing_found(discovery: Discovery, module: StaticModule) -> CladpyError:
    """Return the error that a file asks for nothing."""
    names = ", ".join(each.name for each in module.functions if "<" not in each.name)
    file = display_path(str(module.path))
    hint = f"name a function, as {file}:FUNCTION, of: {names}" if names else "the file defines no function"
    return CladpyError("C305", f"no request for a derivative is found in {file}", hint=hint)


def location_of_definition(definition: Definition, module: StaticModule) -> Location:
    """Return the first line of a function."""
    node = definition.node
    line = module.source.lines[node.lineno - 1]
    return Location(str(module.path), node.lineno, node.col_offset + 1, node.lineno, len(line) + 1, module.source.lines)


def _names(definition: Definition) -> Iterator[str]:
    arguments = definition.node.args
    return (each.id for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))
