"""Functions of the intermediate representation from text, and back.

In the text ``v__1`` stands for the variable ``v@1``, ``T_x`` for the tangent ``t:x``, ``# 3`` at the end of a line for
the number of the primal statement, and ``# ---- reverse sweep ----`` for that comment. A value that pops a tape or
calls a function whose name begins with ``impure`` is impure.
"""

import ast
import re
from dataclasses import replace

import gast
import numpy as np

from cladpy.emit.to_gast import to_gast
from cladpy.ir import fact
from cladpy.ir import statements as ir
from cladpy.optimize.context import Context
from cladpy.optimize.rewriting import rename
from tests.optimize.inference import infer

PURE = {
    "settled",
    "len",
    "range",
    "reversed",
    "zip",
    "enumerate",
    "abs",
    "float",
    "int",
    "min",
    "max",
    "owned",
    "own",
    "unbroadcast",
}
ROUNDS = 4  # of inference: what goes round a loop settles in two
FRESH_METHODS = {"sum", "copy", "mean", "dot", "astype"}
VIEWS = {"broadcast_to", "reshape", "ravel", "transpose", "asarray", "squeeze", "expand_dims"}


def read(text, *, name=None):
    """Return the function that a text of one ``def`` describes."""
    lines = text.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    lines = [line[indent:] for line in lines]
    shown = "\n".join(re.sub(r"#\s*(----.*)$", r"'# \1'", line) for line in lines)
    tree = gast.parse(shown).body[0]
    sources = {
        number: int(found[1]) for number, line in enumerate(lines, 1) if (found := re.search(r"#\s*(\d+)\s*$", line))
    }
    reader = _Reader(sources)
    return ir.Function(name or tree.name, tuple(_variable(a.id) for a in tree.args.args), reader.block(tree.body))


def _variable(name):
    return re.sub("^T_", "t:", name).replace("__", "@")


class _Renamer(gast.NodeTransformer):
    def visit_Name(self, node):
        return gast.Name(_variable(node.id), node.ctx, None, None)


class _Reader:
    def __init__(self, sources):
        self.sources = sources

    def block(self, statements):
        return tuple(self.statement(each) for each in statements)

    def expression(self, node):
        return _Renamer().visit(node)

    def statement(self, node):
        source = self.sources.get(node.lineno, 0)
        e = self.expression
        match node:
            case gast.Assign():
                value = e(node.value)
                return ir.Assign(e(node.targets[0]), value, source, _is_impure(value))
            case gast.AugAssign():
                return ir.Update(e(node.target), node.op, e(node.value), source)
            case gast.Expr(value=gast.Constant(value=str() as text)):
                return ir.Comment(text.removeprefix("# "))
            case gast.Expr():
                return ir.Effect(e(node.value), source)
            case gast.If():
                return ir.If(e(node.test), self.block(node.body), self.block(node.orelse), source)
            case gast.For():
                return ir.For(e(node.target), e(node.iter), self.block(node.body), source)
            case gast.While():
                return ir.While(e(node.test), self.block(node.body), source)
            case gast.With():
                return ir.With(e(node.items[0].context_expr), self.block(node.body), source)
            case gast.Return():
                return ir.Return(e(node.value), source)
            case gast.Delete():
                return ir.Delete(tuple(_variable(target.id) for target in node.targets), source)
            case gast.Assert():
                return ir.Assert(e(node.test), None, source)
            case gast.Raise():
                return ir.Raise(e(node.exc), None, source)
        return {"Break": ir.Break, "Continue": ir.Continue, "Pass": ir.Pass}[type(node).__name__](source)


def _is_impure(value):
    return any(
        isinstance(node, gast.Call)
        and (
            (isinstance(node.func, gast.Name) and node.func.id.startswith("impure"))
            or (isinstance(node.func, gast.Attribute) and node.func.attr == "pop")
        )
        for node in gast.walk(value)
    )


def text_of(function):
    """Return a function as text; a variable that is no identifier yet is written with two underscores."""
    names = {name: name.replace("@", "__").replace("t:", "T_") for name in _names(function)}
    body = rename(function.body, names)
    tree = to_gast(replace(function, body=body, parameters=tuple(names[p] for p in function.parameters)), {})
    module = gast.Module([_Uncommented().visit(tree)], [])
    return ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(module)))


class _Uncommented(gast.NodeTransformer):
    def visit_Comment(self, node):
        return gast.Expr(gast.Constant("# " + node.text, None))


def _names(function):
    found = set(function.parameters)
    for statement in ir.walk(function.body):
        for field in ("target", "value", "test", "iterable", "context", "message", "exception"):
            node = getattr(statement, field, None)
            if node is not None:
                found.update(part.id for part in gast.walk(node) if isinstance(part, gast.Name))
        if isinstance(statement, ir.Delete):
            found.update(statement.names)
    return found


def execute(function, *arguments, **namespace):
    """Run a function and return what it returns."""
    scope = {"np": np, "owned": own, "own": own, "add_at": np.add.at, **namespace}
    exec(compile(text_of(function), "<program>", "exec"), scope)
    return scope[function.name](*arguments)


def own(value):
    """Return a value that shares no memory."""
    return value.copy() if isinstance(value, np.ndarray) else value


def is_pure(call):
    """Tell what the text's calls do: NumPy's functions and array methods have no effects."""
    match call.func:
        case gast.Name(id=name):
            return name in PURE or name.startswith("pure")
        case gast.Attribute(attr=attribute):
            return attribute not in ("append", "pop") and not attribute.startswith("impure")
    return False


def is_fresh(call):
    """Tell whether a call's result is new memory."""
    match call.func:
        case gast.Attribute(value=gast.Name(id="np"), attr=attribute):
            return attribute not in VIEWS
        case gast.Attribute(attr=attribute):
            return attribute in FRESH_METHODS
        case gast.Name(id=name):
            return name in ("len", "abs", "float", "int", "range") or name.startswith("pure_fresh")
    return False


def shown(text):
    """Return the text of a function in the form that :func:`text_of` gives it."""
    return text_of(read(text))


def after(run, text, **facts):
    """Return what a pass makes of a program, as text; facts by variable, those of others are inferred."""
    function = read(text)
    return text_of(run(function, known_context(function, **facts)))


def known_context(function, *, reserved=(), **facts):
    """Return the context of a function: the given facts, and what follows from them for the other variables."""
    given = {_variable(name): value for name, value in facts.items()}
    known = dict(given)
    for _ in range(ROUNDS):
        for statement in ir.walk(function.body):
            if isinstance(statement, ir.Assign | ir.Update) and isinstance(statement.target, gast.Name):
                _learn(statement, known, given)
    return context(
        reserved=reserved,
        infer=infer,
        **{name.replace("@", "__").replace("t:", "T_"): each for name, each in known.items()},
    )


def _learn(statement, known, given):
    target, value = statement.target.id, statement.value
    if isinstance(statement, ir.Update):
        value = gast.BinOp(statement.target, statement.operator, value)
    if target not in given:
        known[target] = fact.join(known.get(target, fact.BOTTOM), infer(value, known))


def context(*, reserved=(), infer=None, **facts):
    """Return a context with facts by variable (two underscores for the mark)."""
    known = {_variable(name): value for name, value in facts.items()}

    def look_up(expression):
        if isinstance(expression, gast.Name):
            return known.get(expression.id, fact.UNKNOWN)
        if isinstance(expression, gast.Constant):
            return fact.of_constant(expression.value)
        return (infer or (lambda e, known: fact.UNKNOWN))(expression, known)

    return Context(known, is_pure, is_fresh, True, look_up, frozenset(reserved))
