"""Put a pushforward together: the primal's statements, each with that of its tangent, between arguments and result.

before: the analysis of a function     after: ``loss_pushforward_w(w, x, t_w) -> value, t_value``

The parameters are the primal's, behind them one tangent for each parameter that has one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast

from cladpy.analyses.function_analysis import FunctionAnalysis
from cladpy.analyses.operations import CallUser
from cladpy.errors import CladpyError
from cladpy.ir.expressions import attribute, call, constant, name, store_name
from cladpy.ir.fact import CONTAINERS, Fact, join
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
    has_branch_points : callable
        Whether the function that a call calls, or one that it calls in turn, has slopes that may be infinite.
    unbounded : frozenset of str
        Parameters whose tangents may be infinite.
    """

    analysis: FunctionAnalysis
    callee: Callable[[CallUser, str, frozenset[str]], Any]
    has_branch_points: Callable[[CallUser], bool]
    unbounded: frozenset[str] = frozenset()

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
        sweep = self.sweep(wrt, is_root=is_root)
        self.entry(sweep, wrt)
        returned = self.result(sweep.tangents, is_root=is_root)
        return self.drafted(sweep, Function(function_name, self.parameters(wrt), (), self.docstring(wrt)), returned)

    def tangent(self, function_name: str, wrt: tuple[str, ...]) -> Drafted:
        """Return the function to the tangent alone: what only the value needs is dead code, and goes."""
        sweep = self.sweep(wrt, is_root=True)
        self.entry(sweep, wrt)
        returned = self.result(sweep.tangents, is_root=True)
        alone = Return(returned.value.elts[1], returned.source)
        docstring = self.docstring(wrt).replace("Value and tangent", "Tangent")
        return self.drafted(sweep, Function(function_name, self.parameters(wrt), (), docstring), alone)

    def derivative(self, function_name: str, parameter: str, path: tuple[object, ...], text: str) -> Drafted:
        """Return the function from the primal's arguments to the derivative of its result by one number.

        Parameters
        ----------
        function_name, parameter : str
        path : tuple
            The way from the parameter to the number: indices, keys, names of attributes.
        text : str
            The number's place as the user names it.
        """
        sweep = self.sweep((text,), is_root=True)
        self.entry(sweep, ())
        self.unit(sweep, parameter, path)
        returned = self.tangent_alone(sweep.tangents)
        rest = ", ".join(each for each in self.analysis.form.parameters if each != parameter)
        docstring = f"Derivative of {self.analysis.form.name} by {text}{rest and f'; without tangent: {rest}'}."
        return self.drafted(sweep, Function(function_name, self.analysis.form.parameters, (), docstring), returned)

    def parameters(self, wrt: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parameters: the primal's, and a tangent for each that has one."""
        return (*self.analysis.form.parameters, *(VARIABLE + parameter for parameter in wrt))

    def sweep(self, wrt: tuple[str, ...], *, is_root: bool) -> TangentSweep:
        """Return the sweep to be written; its refusals name what was asked for."""
        refusals = Refusals(self.analysis.form.lines, f"{self.analysis.form.name} with respect to {', '.join(wrt)}")
        tangents = Tangents(self.analysis, is_root, self.has_branch_points, self.unbounded)
        return TangentSweep(tangents, self.callee, refusals)

    def drafted(self, sweep: TangentSweep, function: Function, returned: Return) -> Drafted:
        """Return a function with its body, and what is known of its variables."""
        body = (*sweep.out, *sweep.block(self.analysis.versions.body), returned)
        return Drafted(replace(function, body=body), self.variable_facts(sweep.tangents), {})

    def unit(self, sweep: TangentSweep, parameter: str, path: tuple[object, ...]) -> None:
        """Write the tangent of a parameter in which one number moves."""
        version = f"{parameter}.0"
        fact, value = self.analysis.fact(version), name(version)
        index = constant(path[0]) if path else None
        if not path:
            is_number = fact.is_scalar and fact.kind != "array"
            unit = constant(1.0) if is_number else call("as_tangent", constant(1.0), value)
            sweep.bind(PREFIX + version, unit, 0)
        elif fact.is_array and len(path) == 1:
            sweep.bind(PREFIX + version, sweep.tangents.zero(value), 0)
            place = gast.Subscript(name(VARIABLE + parameter), index, gast.Store())
            sweep.emit(Assign(place, constant(1.0), 0))
        else:
            sweep.bind(PREFIX + version, call("unit_tangent", value, *map(constant, path)), 0)
            if parameter in self.analysis.stores.parameters:
                sweep.emit(Assign(store_name(VARIABLE + parameter), self.copied_tangent(parameter), 0))

    def tangent_alone(self, tangents: Tangents) -> Return:
        """Return the statement that returns the tangent; of a structure that holds other things, without them."""
        returned = self.result(tangents, is_root=True)
        value, tangent = returned.value.elts
        is_number = self.analysis.infer(self.returned(), {}).is_number
        return Return(tangent if is_number else call("floating_parts", tangent, value), returned.source)

    def returned(self) -> gast.expr:
        """Return what the primal returns, over versions."""
        last = self.analysis.versions.body[-1]
        return last.value if isinstance(last, Return) else constant(None)

    def entry(self, sweep: TangentSweep, wrt: tuple[str, ...]) -> None:
        """Write the copies of what the primal stores into, and the zero tangents of what has none given."""
        for parameter in self.analysis.form.parameters:
            if parameter in self.analysis.stores.parameters:
                sweep.emit(self.copied(parameter))
            if f"{parameter}.0" not in sweep.tangents.carried:
                continue
            variable = VARIABLE + parameter
            if parameter not in wrt:
                zero = sweep.tangents.zero(gast.Name(f"{parameter}.0", gast.Load(), None, None))
                sweep.bind(f"{PREFIX}{parameter}.0", zero, 0)
                if (
                    parameter in self.analysis.stores.parameters
                    and self.analysis.fact(f"{parameter}.0").kind in CONTAINERS
                ):
                    sweep.emit(Assign(store_name(variable), self.copied_tangent(parameter), 0))
            elif parameter in self.analysis.stores.parameters:
                sweep.emit(Assign(store_name(variable), self.copied_tangent(parameter), 0))

    def copied(self, parameter: str) -> Assign:
        """Return the copy of what is stored into: of an array, or of a container with the arrays in it."""
        value = name(parameter)
        if self.analysis.fact(f"{parameter}.0").kind in CONTAINERS:
            made = call("entry_copy", value)
            made.keywords.append(gast.keyword("arrays", constant(True)))
        elif self.analysis.layout_matters:
            made = call("laid_out_like", value, value)
        else:
            made = call(attribute(value, "copy"))
        return Assign(store_name(parameter), made, 0)

    def copied_tangent(self, parameter: str) -> gast.expr:
        """Return the copy of the tangent of what is stored into, held as that is."""
        tangent = name(VARIABLE + parameter)
        if self.analysis.fact(f"{parameter}.0").kind in CONTAINERS:
            return call("entry_tangent", tangent, name(parameter))
        if self.analysis.layout_matters:
            return call("laid_out_like", tangent, name(parameter))
        return call(attribute(tangent, "copy"))

    def result(self, tangents: Tangents, *, is_root: bool) -> Return:
        """Return the statement that returns value and tangent."""
        value = self.returned()
        if self.analysis.infer(value, {}).kind == "none":
            raise self.nothing_returned()
        tangent = tangents.read(value)
        kind = self.analysis.infer(value, {}).kind
        if is_root and kind not in CONTAINERS:  # of the parts of a container the caller's side takes care
            tangent = call("owned", tangent)
        pair = gast.Tuple([tangents.printable(value), tangents.printable(tangent)], gast.Load())
        return Return(pair, getattr(self.analysis.versions.body[-1], "source", 0))

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

    def variable_facts(self, tangents: Tangents) -> Mapping[str, Fact]:
        """Return what holds of each variable wherever it is assigned."""
        facts: dict[str, Fact] = {}
        for version, variable in self.analysis.variables.items():
            fact = self.analysis.fact(version).without_value()
            if fact.kind == "bottom":
                continue
            held = [variable, *([tangents.variable(version)] if version in tangents.carried else [])]
            for each in held:
                facts[each] = join(facts[each], fact) if each in facts else fact
        for parameter in self.analysis.form.parameters:
            facts.setdefault(VARIABLE + parameter, self.analysis.fact(f"{parameter}.0").without_value())
        return facts | tangents.extra
