"""Hand each adjoint to the caller's function as soon as it is final, instead of returning them all.

before: ``d_b = d_r.sum(axis=0)``, ``d_h = d_r @ w.T``, ``d_w = h.T @ d_r``, ``return d_b, d_w``
after:  ``d_b = d_r.sum(axis=0)``, ``on_gradient("b", d_b)``, ``d_h = d_r @ w.T``, ``d_w = h.T @ d_r``,
        ``on_gradient("w", d_w)``

The caller's function may keep the adjoint, write into it, and update the parameter in place. So a call stands behind
the last statement that binds the adjoint, that may look at its memory, or that may look at memory of the parameter
(a shape is no memory), in the body itself: never in a loop or branch, and never in the forward sweep. What a call
needs is computed before the calls that might change it.

Requires: printed names, granted storage; the last pass but ``del``. Soundness: late rather than early. That parameters
share no memory with one another, nor with globals, is for the call to check.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import gast

from cladpy.analyses.liveness import own_expressions
from cladpy.analyses.storage import EXTERNAL, variables
from cladpy.ir import statements as ir
from cladpy.ir.expressions import call, constant, dotted, name, names_in, store_name
from cladpy.optimize.analysed import analysed
from cladpy.optimize.context import Context
from cladpy.optimize.name_variables import PrintedFunction
from cladpy.release.quiet_functions import QuietFunctions
from cladpy.release.reached_parameters import ReachedParameters, contents_read

REVERSE = "---- reverse sweep ----"
CALLBACK = "on_gradient"
NOTHING_KNOWN = QuietFunctions()


@dataclass(frozen=True, slots=True)
class HandedOut:
    """What a gradient function hands out.

    Parameters
    ----------
    parameters : tuple of str
        Of the primal, in the order of the adjoints that the function returns.
    bare : bool
        It returns one adjoint, without a tuple.
    rest : int or None
        Where the tuple that it returns has the adjoints: 0 before what is auxiliary, 1 behind the value; None where
        it returns them alone.
    """

    parameters: tuple[str, ...]
    bare: bool
    rest: int | None = None


def hand_out(
    function: PrintedFunction,
    context: Context,
    handed: HandedOut,
    *,
    called: QuietFunctions = NOTHING_KNOWN,
    avoided: Collection[str] = (),
) -> PrintedFunction:
    """Return the function with one more parameter, to which it gives each adjoint.

    Parameters
    ----------
    function : PrintedFunction
        A gradient function, optimised and named.
    context : Context
        Of its printed names.
    handed : HandedOut
    called : QuietFunctions
        What is known of the generated functions that it calls.
    avoided : collection of str
        Names that nothing may get.
    """
    return _Handing(function, called.known_to(context), handed, called, avoided).run()


@dataclass(frozen=True, slots=True)
class _Handed:
    """A call to be placed: the parameter and the expression of its adjoint."""

    parameter: str
    adjoint: gast.expr


class _Handing:
    """Places the calls in one function."""

    def __init__(
        self,
        function: PrintedFunction,
        context: Context,
        handed: HandedOut,
        called: QuietFunctions,
        avoided: Collection[str],
    ) -> None:
        self.function = function
        self.context = context
        known = analysed(function, context)
        self.storage, self.effects = known.storage, known.effects
        self.reached = ReachedParameters(function, context, self.storage, handed.parameters, called)
        self.handed = handed
        self.taken = {*variables(function), *avoided}
        self.callback = self._free(CALLBACK)

    def run(self) -> PrintedFunction:
        """Return the function."""
        *body, last = self.function.body
        adjoints, rest = self._parts(last.value)  # type: ignore[union-attr]
        calls = [
            _Handed(parameter, adjoint)
            for parameter, adjoint in zip(self.handed.parameters, adjoints, strict=True)
            if not _is_absent(adjoint)
        ]
        if rest is not None and not _is_plain(rest):
            rest = self._held("value" if self.handed.rest == 1 else "auxiliary", rest, body, last.source)
        calls = [self._settled(each, calls, body, last.source) for each in calls]
        places = [self._place(each, body) for each in calls]
        built: list[ir.Statement] = []
        for position, statement in enumerate((*body, None)):
            for each, place in zip(calls, places, strict=True):
                if place == position:
                    built.append(self._call(each, built))
            if statement is not None:
                built.append(statement)
        if rest is not None:
            built.append(ir.Return(rest, last.source))
        docstring = f"{self.function.docstring}\n\n    {self.callback} gets each adjoint as soon as it is final.\n    "
        parameters = (*self.function.parameters, self.callback)
        return replace(self.function, body=tuple(built), parameters=parameters, docstring=docstring)

    # ---- what is returned ----

    def _parts(self, value: gast.expr) -> tuple[Sequence[gast.expr], gast.expr | None]:
        """Return the adjoints, and what else is returned."""
        rest = None
        if self.handed.rest is not None:
            rest, value = value.elts[1 - self.handed.rest], value.elts[self.handed.rest]
        return [value] if self.handed.bare else value.elts, rest

    def _held(self, base: str, value: gast.expr, body: list[ir.Statement], source: int) -> gast.expr:
        """Give a value a name before anything is handed out: behind what makes what it reads."""
        variable = self._free(base)
        position = len(body)
        while position and self.effects.is_pure(value) and not self._is_made_by(value, body[position - 1]):
            position -= 1
        body.insert(position, ir.Assign(store_name(variable), value, source))
        return name(variable)

    def _settled(self, each: _Handed, calls: Sequence[_Handed], body: list[ir.Statement], source: int) -> _Handed:
        """Return a call whose adjoint nothing that is handed out before can change."""
        if _is_plain(each.adjoint):
            return each
        others = [other for other in calls if other is not each]
        read = self._contents(each.adjoint)
        if not any(self._is_shown(other, read) for other in others):
            return each
        return replace(each, adjoint=self._held(f"d_{each.parameter}", each.adjoint, body, source))

    # ---- where the calls stand ----

    def _place(self, each: _Handed, body: Sequence[ir.Statement]) -> int:
        """Return the first position in the body at which a call may stand."""
        position = len(body)
        while position and not self._is_obstacle(each, body[position - 1]):
            position -= 1
        return position

    def _is_obstacle(self, each: _Handed, statement: ir.Statement) -> bool:
        """Tell whether a call must stay behind a statement."""
        if self._is_made_by(each.adjoint, statement):
            return True
        parts = (part for inner in ir.walk((statement,)) for part in own_expressions(inner))
        return any(self._is_shown(each, self._contents(part)) for part in parts)

    def _is_made_by(self, value: gast.expr, statement: ir.Statement) -> bool:
        """Tell whether a statement makes or changes what an expression reads, or begins the reverse sweep."""
        if isinstance(statement, ir.Comment):
            return statement.text == REVERSE
        effects = self.effects.statement(statement)
        if not effects.binds.isdisjoint(names_in(value)):
            return True
        written = {*effects.stores, *([self.storage.class_of(EXTERNAL)] if effects.unknown else [])}
        return not written.isdisjoint(self.storage.classes_read(value))

    def _contents(self, value: gast.expr) -> set[str]:
        """Return the variables of which an expression reads more than the shape."""
        return contents_read(value, lambda variable: self.context.fact(variable).is_number)

    def _is_shown(self, each: _Handed, read: Collection[str]) -> bool:
        """Tell whether one of the variables may hold memory that a call gives away."""
        if any(each.parameter in self.reached.by(variable) for variable in read):
            return True
        given = {self.storage.class_of(root) for root in self.storage.roots(each.adjoint)}
        return any(self.storage.class_of(other) in given for other in read if not self.storage.is_immutable(other))

    def _call(self, each: _Handed, before: Sequence[ir.Statement]) -> ir.Effect:
        """Return the call; it belongs to the group of the statement that it follows."""
        source = next((known.source for known in reversed(before) if not isinstance(known, ir.Comment)), 0)
        return ir.Effect(call(name(self.callback), constant(each.parameter), each.adjoint), source)

    def _free(self, base: str) -> str:
        """Return a name that nothing has."""
        found, number = base, 1
        while found in self.taken:
            number += 1
            found = f"{base}_{number}"
        self.taken.add(found)
        return found


def _is_plain(value: gast.expr) -> bool:
    return isinstance(value, gast.Name | gast.Constant)


def _is_absent(adjoint: gast.expr) -> bool:
    """Tell whether a slot holds the marker of a parameter without adjoint."""
    return dotted(adjoint) == "no_adjoint"
