"""What syntax is supported: one table, from which the fence, its errors and the README are made.

To add or to remove support, exchange one line: ``yes(...)`` or ``no(...)``.  A feature
is a node kind, or a node kind and a detail that the fence tells apart; one that is
in no line is refused as C100.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cladpy.frontend.refusals import REFUSALS, Refusal

MARKERS = ("<!-- supported:begin -->", "<!-- supported:end -->")
"""The comments of the README between which ``readme_table`` stands."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """One feature of Python's syntax and what cladpy does with it.

    Parameters
    ----------
    feature : str
        A node kind, or a node kind and a detail: ``"Delete"``, ``"Delete.item"``.
    group : str
        The row of the README's table.
    words : str
        What the README calls it; empty if another line's words cover it.
    refusal : Refusal or None
        The error; None if the feature is supported.
    """

    feature: str
    group: str
    words: str
    refusal: Refusal | None = None


def yes(feature: str, group: str, words: str = "") -> Syntax:
    """Declare a feature that is supported."""
    return Syntax(feature, group, words)


def no(feature: str, group: str, words: str, refusal: str) -> Syntax:
    """Declare a feature that is refused, by the name of its refusal."""
    return Syntax(feature, group, words, REFUSALS[refusal])


ASSIGNMENTS = "assignments"
BRANCHES = "branches"
LOOPS = "loops"
FUNCTIONS = "functions"
EXPRESSIONS = "expressions"
CONTAINERS = "containers"
STATEMENTS = "other statements"

TABLE: tuple[Syntax, ...] = (
    yes("Assign", ASSIGNMENTS, "`x = y = ...`, `a, (b, *c) = ...`, `a[i] = ...`"),
    yes("Attribute.store", ASSIGNMENTS, "`a.x = ...`"),
    yes("AnnAssign", ASSIGNMENTS, "`x: float = ...`"),
    yes("AugAssign", ASSIGNMENTS, "`x += ...` and its family"),
    yes("NamedExpr", ASSIGNMENTS, "`(x := ...)`"),
    yes("Delete", ASSIGNMENTS, "`del x`"),
    yes("Delete.item", ASSIGNMENTS, "`del a[i]`, `del a[i:j]`, `del d[k]`"),
    no("Delete.attribute", ASSIGNMENTS, "`del a.x`", "deleted attribute"),
    yes("Global", ASSIGNMENTS),
    no("Global.write", ASSIGNMENTS, "writing a global", "global"),
    yes("Nonlocal", ASSIGNMENTS, "`nonlocal` in nested functions"),
    no("Nonlocal.write", ASSIGNMENTS, "writing a variable of an outer function", "outer variable"),
    yes("If", BRANCHES, "`if`, `elif`, `else`"),
    yes("IfExp", BRANCHES, "`a if c else b`"),
    yes("BoolOp", BRANCHES, "`and`, `or`, `not`"),
    yes("Compare", BRANCHES, "`a < b < c`"),
    yes("Match", BRANCHES, "`match` with every kind of pattern, `|`, names and guards"),
    yes("MatchValue", BRANCHES),
    yes("MatchSingleton", BRANCHES),
    yes("MatchOr", BRANCHES),
    yes("MatchAs.wildcard", BRANCHES),
    yes("MatchAs", BRANCHES),
    yes("match_case.guard", BRANCHES),
    yes("MatchSequence", BRANCHES),
    yes("MatchStar", BRANCHES),
    yes("MatchMapping", BRANCHES),
    yes("MatchClass", BRANCHES),
    yes("For", LOOPS, "`for` over ranges, sequences, arrays, iterators of Python's and of `itertools`, generators"),
    yes("For.else", LOOPS, "`for ... else`"),
    yes("While", LOOPS, "`while`"),
    yes("While.else", LOOPS, "`while ... else`"),
    yes("Break", LOOPS, "`break`, `continue` and `return` anywhere"),
    yes("Continue", LOOPS),
    yes("Return", LOOPS),
    yes("Call", FUNCTIONS, "calls with keywords"),
    yes("Call.star", FUNCTIONS, "`f(*args)`"),
    yes("Call.double_star", FUNCTIONS, "`f(**kwargs)`"),
    no("Call.by_text", FUNCTIONS, "`exec`, `eval`, `locals`, `vars`, `globals`", "by text"),
    yes("Lambda", FUNCTIONS, "lambdas"),
    yes("FunctionDef", FUNCTIONS, "nested functions"),
    yes("FunctionDef.decorated", FUNCTIONS),
    yes("arguments.default", FUNCTIONS, "defaults"),
    yes("arguments.positional_only", FUNCTIONS, "positional-only and keyword-only parameters"),
    yes("arguments.keyword_only", FUNCTIONS),
    yes("arguments.star", FUNCTIONS, "`*args`"),
    yes("arguments.double_star", FUNCTIONS, "`**kwargs`"),
    no("Yield", FUNCTIONS, "`yield` in the function itself", "generator"),
    no("YieldFrom", FUNCTIONS, "", "generator"),
    no("AsyncFunctionDef", FUNCTIONS, "`async`, `await`", "async"),
    no("Await", FUNCTIONS, "", "async"),
    no("AsyncFor", FUNCTIONS, "", "async"),
    no("AsyncWith", FUNCTIONS, "", "async"),
    no("comprehension.async", FUNCTIONS, "", "async"),
    yes("Constant", EXPRESSIONS, "constants, names, attributes, all operators"),
    yes("Name", EXPRESSIONS),
    yes("Attribute", EXPRESSIONS),
    yes("BinOp", EXPRESSIONS),
    yes("UnaryOp", EXPRESSIONS),
    yes("Subscript", EXPRESSIONS, "every kind of index"),
    yes("Slice", EXPRESSIONS),
    yes("JoinedStr", EXPRESSIONS, "f-strings"),
    yes("FormattedValue", EXPRESSIONS),
    yes("Tuple", CONTAINERS, "tuples, lists, dicts"),
    yes("List", CONTAINERS),
    yes("Dict", CONTAINERS),
    yes("Starred", CONTAINERS, "`[*a, b]`"),
    yes("Dict.double_star", CONTAINERS, "`{**d}`"),
    yes("Set", CONTAINERS, "sets of what has no derivative"),
    yes("ListComp", CONTAINERS, "comprehensions of lists, dicts and sets"),
    yes("DictComp", CONTAINERS),
    yes("SetComp", CONTAINERS),
    yes("GeneratorExp.argument", CONTAINERS, "generator expressions that are consumed where they stand"),
    no("GeneratorExp", CONTAINERS, "generator expressions elsewhere", "kept generator"),
    yes("Expr", STATEMENTS, "`print(...)` and other calls for their effect, docstrings"),
    yes("Assert", STATEMENTS, "`assert`"),
    yes("Raise", STATEMENTS, "`raise`"),
    yes("Pass", STATEMENTS, "`pass`"),
    yes("With", STATEMENTS, "`with a, b as c:`"),
    yes("Try", STATEMENTS, "`try`, `except`, `else` and `finally` where nothing is caught"),
    no("TryStar", STATEMENTS, "`except*`", "group"),
    yes("Import", STATEMENTS, "imports"),
    yes("ImportFrom", STATEMENTS, ""),
    no("ClassDef", STATEMENTS, "classes inside the function", "class"),
    no("TypeAlias", STATEMENTS, "type aliases", "types"),
    no("FunctionDef.type_params", STATEMENTS, "", "types"),
)
"""Every feature, in the order of the README's table."""

SYNTAX: Mapping[str, Syntax] = MappingProxyType({syntax.feature: syntax for syntax in TABLE})
"""The table by feature."""


def refusal_of(feature: str) -> Refusal | None:
    """Return the error for a feature, or None if programs may use it.

    Examples
    --------
    >>> refusal_of("While") is None, refusal_of("Await").code, refusal_of("Print").code
    (True, 'C102', 'C100')
    """
    syntax = SYNTAX.get(feature)
    return syntax.refusal if syntax else REFUSALS["unknown"]


def readme_table() -> str:
    """Return the Markdown table that the README shows between ``MARKERS``."""
    rows = ["| | supported | refused, with the line and what to write instead |", "|---|---|---|"]
    for group in dict.fromkeys(syntax.group for syntax in TABLE):
        members = [syntax for syntax in TABLE if syntax.group == group and syntax.words]
        accepted = _listed(syntax for syntax in members if not syntax.refusal)
        refused = _listed(syntax for syntax in members if syntax.refusal)
        rows.append(f"| {group} | {accepted} | {refused} |")
    return "\n".join(rows) + "\n"


def _listed(features: Iterable[Syntax]) -> str:
    return ", ".join(syntax.words for syntax in features).replace("|", "\\|")
