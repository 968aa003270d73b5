"""Put a pushforward together: the primal's statements, each with that of its tangent, between arguments and result.

before: the analysis of a function     after: ``loss_pushforward_w(w, x, t_w) -> value, t_value``

The parameters are the primal's, behind them one tangent for each parameter that has one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import CallUser
from cladpy.errors import CladpyError
from cladpy.ir.expressions import attribute, call, constant, name, store_name
from cladpy.ir.fact import Fact, join
from cladpy.ir.statements import Assign, Function, Return
from cladpy.transform.pullback_transformer import Drafted
from cladpy.transform.refusals import Refusals
from cladpy.transform.tangent_sweep import TangentSweep
from cladpy.transform.tangents import PREFIX, VARIABLE, Tangents


@dataclass(slots=True)
class PushforwardTransformer:
    """Transforms one function.

    Parameters
    ----------
    analysis : FunctionAnalysis
    callee : callable
        The plan of a call of a user's function.
    """

    analysis: FunctionAnalysis
    callee: Callable[[CallUser, str], Any]

    def pushforward(self, function_name: str, wrt: tuple[str, ...], *, is_root: bool = False) -> Drafted:
        """Return the function from the primal's arguments, and tangents of some, to value and tangent.

        Parameters
        ----------
        function_name : str
        wrt : tuple of str
            The parameters with a tangent, in the order in which the function takes them.
        is_root : bool
            The user calls it: what it returns shares no storage with anything else.
        """
        tangents = Tangents(self.analysis, is_root=is_root)
        refusals = Refusals(self.analysis.form.lines, f"{self.analysis.form.name} with respect to {', '.join(wrt)}")
        sweep = TangentSweep(tangents, self.callee, refusals)
        self.entry(sweep, wrt)
        body = (*sweep.out, *sweep.block(self.analysis.versions.body), self.result(tangents, is_root=is_root))
        parameters = (*self.analysis.form.parameters, *(VARIABLE + parameter for parameter in wrt))
        made = Function(function_name, parameters, body, self.docstring(wrt))
        return Drafted(made, self.variable_facts(tangents, wrt), {})

    def entry(self, sweep: TangentSweep, wrt: tuple[str, ...]) -> None:
        """Write the copies of what the primal stores into, and the zero tangents of what has none given."""
        for parameter in self.analysis.form.parameters:
            if parameter in self.analysis.stores.parameters:
                sweep.emit(_copied(parameter, parameter, self.analysis.fact(f"{parameter}.0")))
            if f"{parameter}.0" not in sweep.tangents.carried:
                continue
            variable = VARIABLE + parameter
            if parameter not in wrt:
                zero = sweep.tangents.zero(gast.Name(f"{parameter}.0", gast.Load(), None, None))
                sweep.bind(f"{PREFIX}{parameter}.0", zero, 0)
            elif parameter in self.analysis.stores.parameters:
                sweep.emit(_copied(variable, variable, self.analysis.fact(f"{parameter}.0")))

    def result(self, tangents: Tangents, *, is_root: bool) -> Return:
        """Return the statement that returns value and tangent."""
        last = self.analysis.versions.body[-1]
        value = last.value if isinstance(last, Return) else constant(None)
        if self.analysis.infer(value, {}).kind == "none":
            raise self.nothing_returned()
        tangent = tangents.read(value)
        if is_root:
            tangent = call("owned", tangent)
        pair = gast.Tuple([tangents.printable(value), tangents.printable(tangent)], gast.Load())
        return Return(pair, getattr(last, "source", 0))

    def nothing_returned(self) -> CladpyError:
        """Return the error for a function without a result."""
        line = self.analysis.form.lines.get(getattr(self.analysis.versions.body[-1], "source", 0))
        return CladpyError(
            "C303", f"{self.analysis.form.name} returns None", location=None if line is None else line.location,
            hint="return what the tangent is for: is a return statement missing?",
        )  # fmt: skip

    def docstring(self, wrt: tuple[str, ...]) -> str:
        """Say what the function gives, on one line where that fits."""
        rest = ", ".join(parameter for parameter in self.analysis.form.parameters if parameter not in wrt)
        text = f"Value and tangent of {self.analysis.form.name} for tangents of {', '.join(wrt)}"
        return f"{text}; without tangent: {rest}." if rest else f"{text}."

    def variable_facts(self, tangents: Tangents, wrt: tuple[str, ...]) -> Mapping[str, Fact]:
        """Return what holds of each variable wherever it is assigned."""
        facts: dict[str, Fact] = {}
        for version, variable in self.analysis.variables.items():
            fact = self.analysis.fact(version).without_value()
            if fact.kind == "bottom":
                continue
            held = [variable, *([tangents.variable(version)] if version in tangents.carried else [])]
            for each in held:
                facts[each] = join(facts[each], fact) if each in facts else fact
        for parameter in wrt:
            facts.setdefault(VARIABLE + parameter, self.analysis.fact(f"{parameter}.0").without_value())
        return facts | tangents.extra


def _copied(target: str, source: str, fact: Fact) -> Assign:
    value = call(attribute(name(source), "copy")) if fact.is_array else call("detached", name(source))
    return Assign(store_name(target), value, 0)
