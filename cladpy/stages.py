"""Texts of what each stage of the pipeline leaves, for reading: names there may hold ``@`` and ``.``.

A name with ``@`` is the compiler's own (``v@3``), one with ``.`` a version of a name (``x.2``).
"""

from collections.abc import Iterable, Mapping

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import to_gast
from cladpy.errors import CladpyError
from cladpy.ir.statements import Comment, Function
from cladpy.transform.needs import Need

NAMES = ("normalize", "varied", "recorded", "pullback", "optimize", "release")


def check_stage(stage: str | None) -> None:
    """Refuse the name of a stage that there is not.

    Raises
    ------
    CladpyError
        C305, listing the stages.
    """
    if stage is not None and stage not in NAMES:
        raise CladpyError("C305", f"there is no stage {stage!r}", hint=f"the stages are: {', '.join(NAMES)}")


def normal_form_text(analysis: FunctionAnalysis) -> str:
    """Return the normal form of a function."""
    form = analysis.form
    return function_text(Function(form.name, form.parameters, form.body))


def varied_text(analysis: FunctionAnalysis) -> str:
    """Return a function over versions, with the active ones listed."""
    active = sorted(analysis.active, key=lambda version: analysis.versions.table[version].position)
    head = (Comment(f"active: {', '.join(active) or 'none'}"),)
    return function_text(Function(analysis.form.name, analysis.versions.parameters, (*head, *analysis.versions.body)))


def recorded_text(name: str, needs: Mapping[str, Need]) -> str:
    """Return what the reverse sweep of a function reads of its primal, and how each piece is had again."""
    lines = [f"# {name}: read by the reverse sweep"]
    lines += [f"# {version:24} {need.how}{' on a tape' if _taped(need) else ''}" for version, need in needs.items()]
    return "\n".join(lines) + "\n"


def _taped(need: Need) -> bool:
    return need.how == "recorded" and bool(need.loops)


def function_text(function: Function, comments: Mapping[int, str] | None = None) -> str:
    """Return the text of a function of the intermediate representation."""
    return print_tree(gast.Module([to_gast(function, comments or {})], []))


def joined(texts: Iterable[str]) -> str:
    """Return several texts as one."""
    return "\n\n".join(texts)
