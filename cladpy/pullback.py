"""Pullbacks: forward and reverse half, with a state that is used once."""

import inspect
from typing import Any

from cladpy.derivative import Derivative
from cladpy.errors import CladpyError
from cladpy.execute.detached import detached, identities
from cladpy.execute.plans import Conform, Entry
from cladpy.execute.raised import explain
from cladpy.execute.seed import cast_seed
from cladpy.execute.structure import Structure, structure_of


class State:
    """What the forward half hands to the reverse half, and which is used up by it.

    Parameters
    ----------
    owner : Derivative
        The pullback that made it.
    entry : Entry
        The generated code that made it.
    content : object
        What the generated pullback reads.
    result : Structure
        Of the primal's result.
    structures : tuple of Structure
        Of what was asked for.
    taken : frozenset of int
        Identities of the caller's arrays.
    """

    __slots__ = ("_content", "entry", "owner", "result", "structures", "taken")

    def __init__(
        self,
        owner: Derivative,
        entry: Entry,
        content: object,
        *,
        result: Structure,
        structures: tuple[Structure, ...],
        taken: frozenset[int],
    ) -> None:
        self._content = [content]
        self.owner = owner
        self.entry = entry
        self.result = result
        self.structures = structures
        self.taken = taken

    def take(self) -> object:
        """Return the content, once, and let go of it.

        Raises
        ------
        CladpyError
            C306 the second time.
        """
        try:
            return self._content.pop()  # in one step: two threads cannot both have it
        except IndexError:
            raise CladpyError(
                "C306", f"this state of {self.owner!r} has been used already", hint="call forward again for another one"
            ) from None

    @property
    def is_used(self) -> bool:
        """Tell whether the content was taken."""
        return not self._content

    def __repr__(self) -> str:
        return f"<{'used ' if self.is_used else ''}state of {self.owner!r}>"


class Pullback(Derivative):
    """From a cotangent of the result to adjoints of the parameters."""

    mode = "pullback"
    title = "Pullback"

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Run both halves; the cotangent is the last positional argument, or ``seed=``."""
        args, kwargs, seed = self._split(args, kwargs)
        _, state = self.run_forward(self._values(args, kwargs))
        return self.reverse(state, seed)

    def forward(self, /, *args: object, **kwargs: object) -> tuple[Any, State]:
        """Run the primal; return its value and the state for `reverse`.

        The state holds arguments that the reverse half reads, not copies of them: leave them as they are until then.
        The value is the caller's.
        """
        value, state = self.run_forward(self._values(args, kwargs))
        return detached(value, state._content[0]), state  # noqa: SLF001 - the two are one

    def reverse(self, state: State, seed: object) -> Any:
        """Return the adjoints for a cotangent of the result; a state serves once.

        Raises
        ------
        CladpyError
            C402 if the seed does not fit the result; C306 if the state was used; C305 if it is of another derivative.
        """
        if not isinstance(state, State):
            raise CladpyError("C305", f"a state is expected, not a {type(state).__name__}", hint=_HALVES)
        if state.owner is not self:
            raise CladpyError("C305", f"this state is of {state.owner!r}, not of {self!r}", hint=_HALVES)
        entry = state.entry
        seeds = [cast_seed(seed, state.result)]
        taken = set(state.taken) | identities(seed, entry.globals)
        try:
            # Neither is named here, so that the pullback can release what it has read.
            given = entry.functions[1](state.take(), seeds.pop())
        except Exception as error:
            explain(error, entry.lines, self.__name__)
            raise
        adjoints = [given[self._arguments.names.index(name)] for name in self._slots.generated]
        return self._slots.finish(adjoints, state.structures, taken, absent_is_zero=True)

    def run_forward(self, values: tuple[object, ...]) -> tuple[Any, State]:
        """Run the primal for the values of its parameters; return what generated code gives, and the state."""
        entry = self.entry_for(values)
        try:
            value, content = entry.functions[0](*values)
        except Exception as error:
            explain(error, entry.lines, self.__name__)
            raise
        if value is None:
            hint = "return what the cotangent is for: is a return statement missing?"
            raise CladpyError("C303", f"{self.function.__name__} returned None", hint=hint)
        structures = self._slots.structures(values)
        taken = frozenset(identities(*values))
        result = structure_of(value)
        return value, State(self, entry, content, result=result, structures=structures, taken=taken)

    def _split(
        self, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> tuple[tuple[object, ...], dict[str, object], object]:
        """Return the arguments of the primal, and the seed."""
        if "seed" in kwargs and "seed" not in self._arguments.names:
            return args, {name: value for name, value in kwargs.items() if name != "seed"}, kwargs["seed"]
        if not args or (self._fits(args, kwargs) and not self._fits(args[:-1], kwargs)):
            raise CladpyError(
                "C305", "the seed is missing: the cotangent of the result comes after the arguments", hint=_BOTH
            )
        return args[:-1], kwargs, args[-1]

    def _fits(self, args: tuple[object, ...], kwargs: dict[str, object]) -> bool:
        try:
            self._arguments.bind(args, kwargs)
        except TypeError:
            return False
        return True

    def _conform(self, values: tuple[object, ...]) -> Conform | None:
        return None

    def _public_signature(self) -> inspect.Signature:
        """Return the primal's signature with the seed, which may also come last by position."""
        signature = super()._public_signature()
        if "seed" in signature.parameters:
            return signature
        parameters = list(signature.parameters.values())
        last = parameters[-1:] if parameters and parameters[-1].kind is inspect.Parameter.VAR_KEYWORD else []
        seed = inspect.Parameter("seed", inspect.Parameter.KEYWORD_ONLY)
        return signature.replace(parameters=[*parameters[: len(parameters) - len(last)], seed, *last])


_BOTH = "call it as pull(*args, seed) or pull(*args, seed=seed)"
_HALVES = "value, state = pull.forward(*args); pull.reverse(state, seed)"
