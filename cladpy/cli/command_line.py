"""The arguments of the command ``cladpy``, and its exit status."""

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from cladpy.cli.dump import dump
from cladpy.cli.explain import explain
from cladpy.cli.info import info, version
from cladpy.cli.output import write_error
from cladpy.cli.plan import plan
from cladpy.cli.rules import rules
from cladpy.errors import CladpyError
from cladpy.request import MODES

_DUMP = """Print the generated source of every request found in FILE, or of FUNCTION. The file is read, not run.
A nested function or a method is written with what is around it: FILE:Model.loss. Of a Jacobian or Hessian, which call a
sweep for each column, the sweep is printed."""
_EXPLAIN = """Print what the generated code of every request found in FILE, or of FUNCTION, keeps of the forward sweep
for the reverse sweep: what reads it, its size as far as --args or annotations tell, when it is released, and what would
avoid it. The file is read, not run; in a program, gradient(f, "w").explain(*args) measures the bytes of a call."""
_ARGS = 'facts of parameters: "w1=f4[784,64] b1=f4[64] n=int"; a named dimension is not 1, "?" is any'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process if left out.

    Returns
    -------
    int
        0, or 1 after an error; argparse itself exits with 2 where the arguments are not of the right form.
    """
    parsed = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        status = command(parsed)
        sys.stdout.flush()
    except CladpyError as error:
        write_error(error)
        return 1
    except BrokenPipeError:  # the reader has seen enough; nothing is left to be flushed at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as failure:  # noqa: BLE001 - whatever escapes is a fault of cladpy
        traceback.print_exc()
        write_error(_fault(failure))
        return 1
    return status


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    root = argparse.ArgumentParser(prog="cladpy", description="Source-to-source automatic differentiation of Python.")
    root.add_argument("--version", action="version", version=f"cladpy {version('cladpy')}")
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    _add_dump(commands)
    each = commands.add_parser("plan", help="print the requests of a file and what they need")
    each.add_argument("file", metavar="FILE")
    each.set_defaults(command=plan)
    each = commands.add_parser(
        "explain", help="print what is kept for the reverse sweep, and why", description=_EXPLAIN
    )
    each.add_argument("target", metavar="FILE[:FUNCTION]")
    each.add_argument("--wrt", metavar="w,b", help="parameters of FUNCTION, by name or position (default: every one)")
    each.add_argument("--args", metavar="FACTS", help=_ARGS)
    each.set_defaults(command=explain)
    each = commands.add_parser("rules", help="list the functions that have a derivative rule")
    each.add_argument("--missing", metavar="MODULE", help="list those of a module that have none: numpy.linalg")
    each.set_defaults(command=rules)
    each = commands.add_parser("info", help="print versions, for a report")
    each.set_defaults(command=info)
    return root


def _add_dump(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    each = commands.add_parser("dump", help="print generated source", description=_DUMP)
    each.add_argument("target", metavar="FILE[:FUNCTION]")
    each.add_argument("--wrt", metavar="w,b", help="parameters of FUNCTION, by name or position (default: every one)")
    each.add_argument("--mode", choices=MODES, metavar="MODE", help=f"one of {', '.join(MODES)} (default: gradient)")
    each.add_argument("--args", metavar="FACTS", help=_ARGS)
    each.add_argument("--stage", metavar="NAME", help="what one stage of the pipeline leaves, instead of the result")
    each.add_argument("-o", "--out", metavar="OUT", help="write to a file, which must not exist")
    each.add_argument("--force", action="store_true", help="overwrite OUT")
    each.add_argument("--time", action="store_true", help="print on standard error how long generation takes")
    each.set_defaults(command=dump)


def _fault(failure: Exception) -> CladpyError:
    return CladpyError(
        "C901",
        f"{type(failure).__name__}: {failure}",
        hint="please report this with the file and the output of: cladpy info",
    )
