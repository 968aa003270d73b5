"""The functions that a user calls: a primal, a request, and generated code for each signature met."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import FunctionType, MethodType
from typing import Any, ClassVar

from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.sizes import Size, sized
from cladpy.emit.other_meaning import check_width
from cladpy.errors import CladpyError
from cladpy.execute.arguments import Arguments
from cladpy.execute.attributes_read import Read, attributes_read, read_of
from cladpy.execute.bound import Bindable, without_annotation
from cladpy.execute.caller import MISSED, Called, make_caller
from cladpy.execute.compiled_module import compiled_module
from cladpy.execute.derivative_as_function import as_function
from cladpy.execute.explanation import Explanation
from cladpy.execute.handing import Handing, Update
from cladpy.execute.members import members_used
from cladpy.execute.overlap import check_overlap
from cladpy.execute.pickling import Origins, reduced, restore
from cladpy.execute.plans import Conform, Entry, Plans
from cladpy.execute.raised import explain
from cladpy.execute.requested import Place, with_place
from cladpy.execute.scalar_result import check_scalar
from cladpy.execute.selector import Checks, checks_of
from cladpy.execute.shown import Shown
from cladpy.execute.signature_key import Whole
from cladpy.execute.slots import Slots
from cladpy.execute.watched import watch
from cladpy.explaining import explained, explained_statically
from cladpy.frontend.annotated_facts import annotated_facts
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.find_source import FunctionSource, find_source, primal_function
from cladpy.frontend.namespace import Namespace
from cladpy.generation import Generated, Generation
from cladpy.ir.fact import Fact
from cladpy.planning.request_graph import RequestGraph
from cladpy.planning.unruled_calls import check_unruled_calls
from cladpy.request import DiffRequest, FunctionReference, Options, Wrt, parse_wrt
from cladpy.rules.custom import custom_registry
from cladpy.static_generation import generate_static

DEFAULTS = Options()
BUILT_ALONG_SIZES = ("C116", "C118", "C119", "C120", "C121", "C201", "C206", "C207")
"""Errors of programs of which not enough is known: what they build may depend on sizes."""
CALLED_AT_ONCE = ("gradient", "value_and_gradient")  # modes whose functions take the primal's arguments


class Derivative(Shown, Bindable, Whole):
    """A derivative of a function: callable, with its generated source.

    Parameters
    ----------
    primal : callable
    wrt : str, int, tuple or None
        What to differentiate by, as for `gradient`.
    aux : bool
    options : Options
    is_method : bool
        The first parameter is the object of a method: it is no part of what ``wrt`` counts.
    requested : Place, optional
        Where the request was made.
    on_gradient : callable, optional
        Gets each name with its adjoint; nothing is returned of them.

    Attributes
    ----------
    primal : callable
        The function that is differentiated.
    request : DiffRequest
        What was asked for.
    function : function
        The Python function behind the primal.
    """

    mode: ClassVar[str] = "gradient"
    title: ClassVar[str] = "Gradient"
    __name__: str
    __qualname__: str

    def __init__(
        self,
        primal: Callable[..., object],
        wrt: Wrt = None,
        *,
        aux: bool = False,
        options: Options = DEFAULTS,
        is_method: bool = False,
        requested: Place | None = None,
        on_gradient: Update | None = None,
    ) -> None:
        # A derivative that is differentiated again keeps what it knows of itself to itself.
        functools.update_wrapper(self, primal, updated=() if isinstance(primal, Whole) else ("__dict__",))
        self.primal = primal
        self.function: FunctionType = primal_function(as_function(primal))
        self._asked = (wrt, aux, options, is_method)
        self._requested = requested
        self._update = on_gradient
        self._as_method: Derivative | None = None
        self._inside: Any = None
        self._adopt()
        own = inspect.cleandoc(primal.__doc__) if primal.__doc__ else None
        self.__doc__ = "\n\n".join(filter(None, (self._summary(), own)))
        self.__signature__ = self._public_signature()

    def _adopt(self) -> None:
        """Read the primal: when the request is made, and again when its code is replaced (a module reloaded)."""
        wrt, aux, options, is_method = self._asked
        source = find_source(self.function)
        if custom_registry.lookup(self.function) is None:  # else its rules stand for its text
            check_syntax(source, module_names=self.function.__globals__)
        self._arguments = Arguments(self.function)
        parameters = self._arguments.starred[1 if is_method else 0 :]
        asked, bare = self._parsed(wrt, parameters)
        if asked is None and is_method:
            asked = tuple(name.lstrip("*") for name in parameters)
        if wrt is not None and not aux:
            self._check_calls(source, asked or ())
        reference = FunctionReference.of(self.function)
        self.request = DiffRequest(reference, self.mode, asked, bare, options=options, aux=aux)
        names = self._arguments.names
        self._slots = self._slots_of(asked, bare=bare, named=wrt is not None)
        self._handing = None if self._update is None else Handing(self._update, self._slots, names)
        reads = attributes_read(source.tree, set(names) - set(self._slots.generated))
        self._read = tuple(reads.get(name) for name in names)
        self._plans = Plans(self._made, self._reads)
        self._code = self._arguments.code
        self._plain = self._arguments.plain

    def _parsed(self, wrt: Wrt, parameters: tuple[str, ...]) -> tuple[tuple[str, ...] | None, bool]:
        """Return what is asked for, as the request names it, and whether one adjoint comes bare."""
        return parse_wrt(wrt, parameters, self.function.__name__)

    def _slots_of(self, asked: tuple[str, ...] | None, *, bare: bool, named: bool) -> Slots:
        """Return the slots of what is asked for; None stands for every parameter."""
        names = self._arguments.names
        return Slots.of(asked or names, names, bare=bare, named=named)

    def _check_values(self, values: tuple[object, ...]) -> None:
        """Refuse arguments that can have no derivative where one was asked for by name."""
        self._slots.check(values)
        if self.request.options.jit is not None:
            for name, value in zip(self._arguments.names, values, strict=True):
                check_width(value, name)

    def _check_calls(self, source: FunctionSource, asked: tuple[str, ...]) -> None:
        """Refuse now what no arguments can make right."""
        try:
            check_unruled_calls(source, Namespace(self.function), asked)
        except CladpyError as error:
            error.notes = with_place(error.notes, self._requested)
            raise

    @property
    def takes(self) -> tuple[str, ...]:
        """Names of what generated code takes."""
        return self._arguments.names

    @property
    def swept(self) -> "Derivative":
        """What is written out where a function calls this and is differentiated."""
        return self

    def written_for(self, facts: Sequence[Fact]) -> FunctionType | None:
        """Return the function of the language that stands for this one where one calls it; None if it is a sweep."""
        return None

    # ---- calls ----

    def __call__(self, /, *args: object, **kwargs: object) -> Any:
        """Return the derivative at the arguments of the primal."""
        call = self._plans.call
        if call is not None and not kwargs and len(args) == self._plain:
            result = call(*args)
            if result is not MISSED:
                return result
        if kwargs or len(args) != self._plain or self.function.__code__ is not self._code:
            args = self._values(args, kwargs)
        entry = self.entry_for(args)
        if self._handing is not None:
            args = (*args, self._handing.receiver(args, dict(zip(entry.users, entry.globals, strict=True))))
        try:
            result = entry.functions[0](*args)
        except Exception as error:
            explain(error, entry.lines, self.__name__)
            raise
        return result if entry.conform is None else entry.conform(result, args)

    def _values(self, args: tuple[object, ...], kwargs: dict[str, object]) -> tuple[object, ...]:
        """Return the value of each parameter, in signature order."""
        if self.function.__code__ is not self._code:
            self._adopt()
        return self._arguments.bind(args, kwargs)

    def entry_for(self, values: tuple[object, ...]) -> Entry:
        """Return the generated code for the values of a call."""
        entry = self._plans.latest
        if entry is None or not entry.selects(*values):
            entry = self._plans.find(values)
        if entry.stored:
            check_overlap(self._arguments.names, values, entry.stored, entry.generated.holders)
        return entry

    def _reads(self, values: tuple[object, ...]) -> tuple[Read, ...]:
        return tuple([read_of(value, read) for value, read in zip(values, self._read, strict=True)])

    # ---- generation ----

    def _made(self, values: tuple[object, ...]) -> Entry:
        """Generate and compile the code for the signature of a call."""
        try:
            self._check_values(values)
            return self._generated(values)
        except CladpyError as error:
            error.notes = with_place(error.notes, self._requested)
            raise
        except Exception as fault:
            raise CladpyError(
                "C901",
                f"{self.request} failed with {type(fault).__name__}: {fault}",
                notes=with_place((), self._requested),
                hint="this is a fault of cladpy: please report it, with the function and the output of `cladpy info`",
            ) from fault

    def _generated(self, values: tuple[object, ...]) -> Entry:
        names = self._arguments.names
        generated, sizes = self._planned(dict(zip(names, values, strict=True)))
        relied = generated.relied
        watched = watch(generated.globals, relied.names)
        live: dict[str, Any] = {each.text_name: each.value for each in watched if each.text_name is not None}
        users = tuple(live)
        made = compiled_module(generated, live, self.request.options, self.__module__)
        functions, lines, twins = made.functions, made.lines, made.twins
        checks = checks_of(
            values,
            self._reads(values),
            watched=watched,
            members=members_used(values, relied.functions, [each.value for each in watched]),
            namespace=live,
            rules=relied.rules,
            conditions=(*relied.conditions, *(() if twins is None else twins.conditions)),
        )
        for size in sizes:
            checks.size(f"a{names.index(size.parameter)}", size)
        stored = tuple(names.index(name) for name in generated.stored)
        entry = Entry(generated, functions, checks.function(len(values)), stored, lines, users, self._conform(values))
        return replace(entry, call=self._caller(checks, values, entry))

    def _planned(self, values: Mapping[str, object]) -> tuple[Generated, tuple[Size, ...]]:
        """Return the code for the signature of a call, with the sizes that it relies on.

        None, unless what a function builds depends on them: it is refused without.
        """
        facts = {name: fact_of(value, name) for name, value in values.items()}
        try:
            return Generation(self.generated_request).run(self.function, facts), ()
        except CladpyError as error:
            if error.code not in BUILT_ALONG_SIZES or self.request.options.jit is not None:
                raise
            refused = error
        known, sizes = sized(facts, values)
        if sizes:
            with suppress(Exception):  # whatever the second look meets: the first error says why
                return Generation(self.generated_request, is_sized=True).run(self.function, known), sizes
        raise refused

    def _caller(self, checks: Checks, values: tuple[object, ...], entry: Entry) -> Callable[..., Any] | None:
        """Return a call as one function, where it takes nothing but arguments and gives nothing but a result."""
        if self._handing is not None or self.mode not in CALLED_AT_ONCE:
            return None
        is_final = self._slots.are_final(values) and self.request.options.jit is None
        called = Called(
            entry.functions[0],
            self.function,
            self._arguments.names,
            entry.stored,
            entry.generated.holders,
            entry.lines,
            entry.conform,
            self._slots,
            has_value=self.mode != "gradient",
            bare=self.request.bare,
            is_final=is_final,
            is_alone=not self.request.aux,
        )
        return make_caller(checks, values, called)

    @property
    def _numba_type_(self) -> Any:
        """The type that numba takes the derivative for, where compiled code calls it."""
        if self.request.options.jit is None:
            raise AttributeError("_numba_type_")
        from cladpy.called_inside import type_for_numba  # noqa: PLC0415 -- numba asks: it is there

        self._inside = self._inside or type_for_numba(self)
        return self._inside

    @property
    def generated_request(self) -> DiffRequest:
        """Return the request as generated code answers it: for whole parameters."""
        return self.request if self._slots.is_whole else replace(self.request, wrt=self._slots.generated)

    def _conform(self, values: tuple[object, ...]) -> Conform | None:
        """Return what gives a result of generated code its public form; None if it has it already."""
        slots, single = self._slots, self.request.bare
        if self._handing is not None:
            return None
        if slots.are_final(values) and self.request.options.jit is None:
            return None
        if not self.request.aux:
            return lambda result, given: slots.finish(result, slots.structures(given), is_single=single)
        return lambda result, given: (slots.finish(result[0], slots.structures(given), is_single=single), result[1])

    # ---- what was generated ----

    @property
    def source(self) -> str:
        """Text of the module used last; before any call, the form for what the annotations say."""
        entry = self._plans.latest
        return self._static_text() if entry is None else str(entry.generated.text)

    def source_for(self, /, *args: object, **kwargs: object) -> str:
        """Return the text of the module for these arguments of the primal, without running it."""
        return str(self._plans.find(self._values(args, kwargs)).generated.text)

    def explain(self, /, *args: object, **kwargs: object) -> Explanation:
        """Say what is kept for the reverse sweep, why, how many bytes it takes, and what would avoid it.

        Parameters
        ----------
        *args, **kwargs
            Those of the primal: the generated code for them runs once, to be measured. Without any, the code used last
            is explained, or the form for what the annotations say, and sizes are told as far as they are known.

        Returns
        -------
        Explanation
            Its text is ``str`` of it; ``records`` and ``total`` are its parts.

        Examples
        --------
        >>> import numpy as np
        >>> from cladpy import gradient
        >>> def loss(w, x):
        ...     return np.sum(np.tanh(x @ w))
        >>> gradient(loss, "w").explain(np.ones((4, 2)), np.ones((3, 4)))
        gradient(loss, "w"): what the forward sweep keeps for the reverse sweep
        <BLANKLINE>
        in loss_grad_w
          v_1: 48 bytes
            made by    v_1 = np.tanh(x @ w)
            read by    d_w = x.T @ (1.0 - v_1 * v_1)
            released   at the end of the function
            to avoid   what reads it needs its values: cladpy.checkpoint(f)(...), where f makes it,
                       keeps the arguments of f instead and runs f once more
        <BLANKLINE>
        arguments that are read: x (the caller's, not counted)
        kept in all: 48 bytes
        """
        if args or kwargs:
            values = self._values(args, kwargs)
            return explained(self.request, self._plans.find(values), values)
        entry = self._plans.latest
        if entry is not None:
            return explained(self.request, entry)
        return explained_statically(
            self.function, self.generated_request, annotated_facts(find_source(self.function).tree.args)
        )

    @property
    def plan(self) -> RequestGraph:
        """The request, and those that it depends on as far as they are known."""
        entry = self._plans.latest
        return RequestGraph().with_root(self.request) if entry is None else entry.generated.plan

    def _static_text(self) -> str:
        facts = annotated_facts(find_source(self.function).tree.args)
        try:
            return generate_static(self.function, self.generated_request, facts)
        except CladpyError as error:
            error.notes = (*error.notes, "this is the form for any arguments; source_for(*args) gives the one for some")
            raise

    def _summary(self) -> str:
        wrt = ", ".join(self.request.wrt or ()) or "every parameter"
        return f"{self.title} of {self.function.__name__} with respect to {wrt}."

    def _public_signature(self) -> inspect.Signature:
        return without_annotation(self.function)

    # ---- as a method, and on its way elsewhere ----

    def for_methods(self) -> "Derivative":
        """Return the derivative that takes the object first: where none was named, of all parameters but the object."""
        wrt, aux, options, is_method = self._asked
        if wrt is not None or is_method:
            return self
        if self._as_method is None:
            made, handed = type(self), self._handed_keyword()
            self._as_method = made(
                self.primal, aux=aux, options=options, is_method=True, requested=self._requested, **handed
            )
        return self._as_method

    def __copy__(self) -> "Derivative":
        return self

    def __deepcopy__(self, _memo: object) -> "Derivative":
        return self

    def __reduce_ex__(self, _protocol: object) -> str | tuple[object, ...]:
        """Pickle by name, by the primal's name, or with the primal's source: see `cladpy.execute.pickling`."""
        wrt, aux, options, is_method = self._asked
        keywords = {"aux": aux, "options": options, "is_method": is_method, **self._handed_keyword()}
        return reduced(self, rebuilt, type(self), wrt, keywords)

    def _handed_keyword(self) -> dict[str, Any]:
        """Return the function that gets the adjoints as a keyword, if there is one."""
        return {} if self._update is None else {"on_gradient": self._update}


def rebuilt(primal: Any, origins: Origins, made: type[Derivative], wrt: Wrt, keywords: dict[str, Any]) -> Derivative:
    """Make a derivative again where it was unpickled."""
    restore(origins)
    return made(primal.__func__ if isinstance(primal, MethodType) else primal, wrt, **keywords)


class ValueAndGradient(Derivative):
    """A function that returns the primal's value, too: ``value, adjoints``."""

    mode = "value_and_gradient"
    title = "Value and gradient"

    def _conform(self, values: tuple[object, ...]) -> Conform:
        slots, single, aux, final = self._slots, self.request.bare, self.request.aux, self._slots.are_final(values)
        final = final and self.request.options.jit is None
        name, handing = self.function.__name__, self._handing

        def conform(result: Any, given: tuple[object, ...]) -> Any:
            if handing is not None:
                check_scalar(result[0] if aux else result, name)
                return result
            value, adjoints = result
            check_scalar(value[0] if aux else value, name)
            return value, adjoints if final else slots.finish(adjoints, slots.structures(given), is_single=single)

        return conform
