"""The stages of the compiler as text, for programs that are given as text.

Names are printed as they are inside the compiler: ``v@1`` is a temporary of the normal form, ``x.2`` a version. Joins
of versions stand as comments, ``# x.2 = phi(x.1, x.0)``, where they hold, and so do the versions that an update makes,
``# x.2 = store(x.1)``.
"""

import builtins
import itertools
import linecache
import math
import textwrap
from dataclasses import replace
from types import SimpleNamespace

import gast
import numpy as np

import cladpy
from cladpy.analyses.facts_of_values import fact_of
from cladpy.analyses.operations import Apply, CallUser, Chain, Copy, Display, Item, Member, Repeat
from cladpy.analyses.versions import number_versions
from cladpy.emit.printer import print_tree
from cladpy.emit.to_gast import to_gast
from cladpy.frontend.find_source import find_source
from cladpy.frontend.namespace import Namespace
from cladpy.ir import statements as ir
from cladpy.normalize.normal_form import normalize
from cladpy.planning.pushforward_scheduler import PushforwardScheduler
from cladpy.planning.scheduler import DiffScheduler
from cladpy.request import DiffRequest, FunctionReference, Options, parse_wrt, signature_names
from cladpy.transform.pullback_transformer import PullbackTransformer

_numbers = itertools.count(1)


def text(lines):
    """Return lines without their common indentation, as the printers give them."""
    return textwrap.dedent(lines).strip("\n") + "\n"


def module(lines, **more):
    """Return what a module's text defines; the text is known to ``linecache``, so that its functions have a source."""
    source, file = text(lines), f"<program {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace = {"__name__": "program", "np": np, "math": math, "cladpy": cladpy, **more}
    exec(compile(source, file, "exec"), namespace)
    return SimpleNamespace(**{name: value for name, value in namespace.items() if name not in vars(builtins)})


def define(lines, **more):
    """Return the last function that a module's text defines."""
    made = module(lines, **more)
    tree = gast.parse(text(lines))
    return getattr(made, [node.name for node in tree.body if isinstance(node, gast.FunctionDef)][-1])


# ---- normal form and versions ----


def normal_form(lines, **more):
    """Return the normal form of a function, given as text, as text."""
    return block_text(form_of(lines, **more).body)


def form_of(program, **more):
    """Return the normal form of a function, given as text or live."""
    function = define(program, **more) if isinstance(program, str) else program
    return normalize(find_source(function), Namespace(function))


def versions_of(program, **more):
    """Return a function over versions."""
    form = form_of(program, **more)
    return number_versions(form.parameters, form.body)


def block_text(block):
    """Return statements as text, joins as comments."""
    body = with_phis(block)
    tree = to_gast(ir.Function("f", (), body), {})
    return "".join(print_tree(statement, width=None) for statement in tree.body)


def with_phis(block):
    """Return a block in which joins stand as comments where they hold."""
    out = []
    for statement in block:
        if isinstance(statement, ir.If):
            body, orelse = with_phis(statement.body), with_phis(statement.orelse)
            out += [replace(statement, body=body, orelse=orelse), *map(_phi, statement.phis)]
        elif isinstance(statement, ir.For | ir.While):
            body = (*map(_phi, statement.phis), *with_phis(statement.body))
            out += [replace(statement, body=body), *map(_phi, statement.exits)]
        elif isinstance(statement, ir.With):
            out.append(replace(statement, body=with_phis(statement.body)))
        else:
            out.append(statement)
            if getattr(statement, "new", None) is not None:
                out.append(ir.Comment(f"{statement.new} = store({statement.old})"))
    return tuple(out)


def _phi(phi):
    return ir.Comment(f"{phi.target} = phi({', '.join(phi.sources)})")


# ---- facts ----


def fact_text(fact):
    """Return a fact in short: ``float64[x:0, 1, n?]`` for an array, n of unknown size; ``int=2`` for a known value."""
    if fact.known:
        kind = "" if fact.value is None else f"{type(fact.value).__name__}="
        return f"{kind}{getattr(fact.value, '__name__', repr(fact.value))}"
    if fact.is_number:
        dtype = "?" if fact.dtype is None else fact.dtype.name
        name = {"python": {"float64": "float", "int64": "int"}.get(dtype, dtype), "number": f"number {dtype}"}
        return name.get(fact.kind, dtype) + ("" if fact.dims == () and not fact.is_array else _dims_text(fact.dims))
    if fact.items is not None:
        items = [fact_text(item) for item in fact.items]
        if fact.keys is not None:
            items = [f"{key}: {item}" for key, item in zip(fact.keys, items, strict=True)]
        kind = fact.kind if fact.cls is None else fact.cls.__name__
        return f"{kind}({', '.join(items)})"
    return fact.kind if fact.element is None else f"{fact.kind} of {fact_text(fact.element)}"


def _dims_text(dims):
    if dims is None:
        return "[...]"
    return f"[{', '.join(dim.name + ('?' if dim.one is None else '') for dim in dims)}]"


# ---- operations ----


def operation_text(operation):
    """Return an operation in short: ``Apply numpy.sum(x=x.0, axis=None, keepdims=False)``, ``Item x.0[0]``."""
    kind = type(operation).__name__
    match operation:
        case Copy(atom):
            return f"{kind} {print_tree(atom)}"
        case Apply(rule=rule, arguments=arguments):
            return f"{kind} {rule.name}({_arguments_text(arguments)})"
        case CallUser(function=function, arguments=arguments):
            return f"{kind} {function.__qualname__}({_arguments_text(arguments)})"
        case Item(owner, index):
            return f"{kind} {print_tree(gast.Subscript(owner, index, gast.Load()))}"
        case Member(owner, name):
            return f"{kind} {print_tree(owner)}.{name}"
        case Display(kind=shape, items=items, keys=keys, cls=cls):
            pairs = ", ".join(f"{key}: {print_tree(item)}" for key, item in zip(keys, items, strict=True))
            return f"{kind} {shape if cls is None else cls.__name__}({pairs})"
        case Repeat(sequence, times):
            return f"{kind} {print_tree(sequence)} * {print_tree(times)}"
        case Chain(parts):
            return f"{kind} {' + '.join(map(print_tree, parts))}"
    return f"{kind} {print_tree(operation.value)}{' inactive' if operation.inactive else ''}: {operation.why}"


def _arguments_text(arguments):
    return ", ".join(f"{name}={print_tree(value)}" for name, value in arguments.items())


# ---- analyses and both sweeps ----


def request_of(function, wrt=None, mode="gradient", **options):
    """Return the request for a function."""
    asked, bare = parse_wrt(wrt, signature_names(function), function.__name__)
    return DiffRequest(FunctionReference.of(function), mode, asked, bare, options=Options(**options))


def scheduled(function, args, wrt=None, **options):
    """Return the scheduler that planned a gradient as a root, with the root's analysis and request."""
    request = request_of(function, wrt, **options)
    scheduler = DiffScheduler(request.options)
    names = scheduler.prepare(function).form.parameters
    facts = {name: fact_of(value, name) for name, value in zip(names, args, strict=True)}
    return SimpleNamespace(scheduler=scheduler, request=request, analysis=scheduler.plan_root(request, function, facts))


def scheduled_forward(function, args, wrt=None, **options):
    """Return the scheduler that planned a pushforward as a root, with the root's analysis and request."""
    request = request_of(function, wrt, mode="pushforward", **options)
    scheduler = PushforwardScheduler(request.options)
    names = scheduler.prepare(function).form.parameters
    facts = {name: fact_of(value, name) for name, value in zip(names, args, strict=True)}
    analysis = scheduler.plan_root(request, function, facts)
    return SimpleNamespace(scheduler=scheduler, request=request, analysis=analysis, facts=facts)


def analysis_of(program, args, wrt=None, **options):
    """Return the analysis of a function, given as text or live, for a gradient at some arguments."""
    function = define(program) if isinstance(program, str) else program
    return scheduled(function, args, wrt, **options).analysis


def draft_of(program, args, wrt=None, *, bare=False, **options):
    """Return the generated gradient before it is optimised, as text: over variables, ``x@1`` among them."""
    function = define(program) if isinstance(program, str) else program
    planned = scheduled(function, args, wrt, **options)
    callee = planned.scheduler.callee(planned.analysis, planned.request)
    transformer = PullbackTransformer(planned.analysis, callee, record_all=not planned.request.options.tbr)
    asked = planned.request.wrt or planned.analysis.form.parameters
    drafted = transformer.gradient("f_grad", asked, bare=bare, with_value=False, aux=False)
    return block_text(drafted.function.body)


def reverse_of(program, args, wrt=None, **options):
    """Return the reverse sweep of the draft, without its heading."""
    return draft_of(program, args, wrt, **options).partition("# ---- reverse sweep ----\n")[2]


def forward_of(program, args, wrt=None, **options):
    """Return the forward sweep of the draft, without its heading."""
    sweeps = draft_of(program, args, wrt, **options)
    return sweeps.partition("# ---- forward sweep ----\n")[2].partition("# ---- reverse sweep ----\n")[0]
