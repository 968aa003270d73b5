"""The functions of a generated module, compiled: by Python, or by the backend of a request."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cladpy.emit.capabilities import capabilities_of
from cladpy.execute.compile_source import compile_source
from cladpy.execute.kept_text import kept_text
from cladpy.execute.kernel import kernels
from cladpy.execute.line_map import LineMap
from cladpy.execute.twins import Twins
from cladpy.request import Options


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """Functions as they are called.

    Parameters
    ----------
    functions : tuple of callable
        Those that were asked for.
    lines : LineMap
    twins : Twins or None
        What a backend sees in place of the user's globals.
    """

    functions: tuple[Callable[..., Any], ...]
    lines: LineMap
    twins: Twins | None = None


def compiled_module(generated: Any, live: dict[str, Any], options: Options, module: str) -> CompiledModule:
    """Return the functions of a generated module.

    Parameters
    ----------
    generated : Generated
    live : dict
        The user's globals by their names in the text.
    options : Options
    module : str
        Of the primal.

    Raises
    ------
    CladpyError
        C410 for globals that the backend does not take.
    """
    name = generated.names[0]
    if options.jit is None:
        first = compile_source(generated.text, name, live, module=module)
        lines = LineMap(first.__code__.co_filename, generated.text, generated.emitted)
        return CompiledModule(tuple(live[each] for each in generated.names), lines)
    twins = Twins(live, capabilities_of(options.jit, ["fastmath"] * options.fastmath))
    path = kept_text(generated.text, name, twins.dependencies()) if options.cache else None
    compiled: Any = compile_source(generated.text, name, twins.namespace, module=module, path=path)
    lines = LineMap(compiled.py_func.__code__.co_filename, generated.text, generated.emitted)
    functions = tuple(twins.namespace[each] for each in generated.names)
    data = [generated.module.data[each] for each in generated.names]
    return CompiledModule(kernels(functions, live, data, lines), lines, twins)
