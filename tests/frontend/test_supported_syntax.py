"""Tests of the table of syntax: complete, consistent, and true of a program for each line."""

import sys

import gast
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.fence import check_syntax
from cladpy.frontend.supported_syntax import SYNTAX, TABLE, readme_table, refusal_of

# The body of ``def f(x, *xs)`` that has a feature and nothing that is refused besides.
PROGRAMS = {
    "Assign": "y = z = x\n(a, [b, *c]), d = (x, [y, z]), x\nxs[0] = x",
    "Attribute.store": "x.a = 1.0",
    "AnnAssign": "y: float = x\nz: int",
    "AugAssign": "x += 1\nx[0] @= 2",
    "NamedExpr": "y = (z := x) + z",
    "Delete": "y = z = w = 1\ndel y, (z, w)",
    "Delete.item": "del x[0]",
    "Delete.attribute": "del x.a",
    "Global": "global g\nreturn g",
    "Global.write": "global g\ng = x",
    "Nonlocal": "n = 0\ndef g():\n    nonlocal n\n    n += 1",
    "Nonlocal.write": None,  # needs a function around f
    "If": "if x:\n    pass\nelif xs:\n    pass\nelse:\n    pass",
    "IfExp": "return x if xs else 0",
    "BoolOp": "return x and (not x or xs)",
    "Compare": "return 0 < x <= 1 is not None",
    "Match": "match x:\n    case 1:\n        return 1",
    "MatchValue": "match x:\n    case 1:\n        return 1\n    case np.pi:\n        return 2",
    "MatchSingleton": "match x:\n    case None:\n        return 1",
    "MatchOr": "match x:\n    case 1 | 2:\n        return 1",
    "MatchAs.wildcard": "match x:\n    case _:\n        return 1",
    "MatchAs": "match x:\n    case 1 as y:\n        return y\n    case z:\n        return z",
    "match_case.guard": "match x:\n    case 1 if xs:\n        return 1",
    "MatchSequence": "match x:\n    case [1, 2]:\n        return 1",
    "MatchStar": "match x:\n    case [1, *y]:\n        return 1",
    "MatchMapping": "match x:\n    case {'a': 1, **rest}:\n        return 1",
    "MatchClass": "match x:\n    case float():\n        return 1",
    "For": "for i, v in enumerate(x):\n    pass",
    "For.else": "for i in x:\n    pass\nelse:\n    pass",
    "While": "while x:\n    pass",
    "While.else": "while x:\n    pass\nelse:\n    pass",
    "Break": "while x:\n    break",
    "Continue": "while x:\n    continue",
    "Return": "for i in x:\n    return i",
    "Call": "return np.sum(x, axis=0)",
    "Call.star": "return g(*xs, 1, *xs)",
    "Call.double_star": "return g(**x)",
    "Call.by_text": "return eval('x')",
    "Lambda": "return (lambda y: x + y)(1)",
    "FunctionDef": "def g(y):\n    return x + y\nreturn g(1)",
    "FunctionDef.decorated": "@deco\ndef g(y):\n    return y",
    "FunctionDef.type_params": "def g[T](y: T) -> T:\n    return y",
    "arguments.default": "def g(y=x, *, z=x): pass",
    "arguments.positional_only": "def g(y, /): pass",
    "arguments.keyword_only": "def g(*, y): pass",
    "arguments.star": "def g(*y): pass",
    "arguments.double_star": "def g(**y): pass",
    "Yield": "yield x",
    "YieldFrom": "yield from x",
    "AsyncFunctionDef": "async def g(): pass",
    "Await": None,  # needs async def f
    "AsyncFor": None,
    "AsyncWith": None,
    "comprehension.async": None,
    "Constant": "return 1, 2.0, 3j, True, None, ..., 'a', b'b'",
    "Name": "return x",
    "Attribute": "return x.T.shape",
    "BinOp": "return x + x - x * x / x // x % x ** x @ x & x | x ^ x << x >> x",
    "UnaryOp": "return -+~x, not x",
    "Subscript": "return x[0, ..., None, xs]",
    "Slice": "return x[1:, ::2, :-1]",
    "JoinedStr": "return f'a {x!r:>{xs}} b'",
    "FormattedValue": "return f'{x}'",
    "Tuple": "return x, ()",
    "List": "return [x, []]",
    "Dict": "return {'a': x}",
    "Starred": "return [*xs, x]",
    "Dict.double_star": "return {**x, 'a': 1}",
    "Set": "return {x}",
    "ListComp": "return [i * j for i in x if i for j in xs]",
    "DictComp": "return {i: i for i in x}",
    "SetComp": "return {i for i in x}",
    "GeneratorExp.argument": "return sum(i for i in x) + max((i for i in x), key=abs)",
    "GeneratorExp": "return (i for i in x)",
    "Expr": "'docstring'\nprint(x)",
    "Assert": "assert x > 0, 'positive'",
    "Raise": "if x:\n    raise ValueError(x) from None",
    "Pass": "pass",
    "With": "with np.errstate(all='ignore'), open(x) as file:\n    return x",
    "Try": "try:\n    pass\nexcept ValueError as e:\n    raise\nelse:\n    pass\nfinally:\n    pass",
    "TryStar": "try:\n    pass\nexcept* ValueError:\n    pass",
    "Import": "import math",
    "ImportFrom": "from math import sin",
    "ClassDef": "class A: pass",
    "TypeAlias": "type A = int",
}
WHOLE = {
    "Nonlocal.write": "def make():\n    n = 0\n    def f():\n        nonlocal n\n        n = 1\n    return f\n",
    "Await": "async def f(x):\n    await x\n",
    "AsyncFor": "async def f(x):\n    async for i in x: pass\n",
    "AsyncWith": "async def f(x):\n    async with x: pass\n",
    "comprehension.async": "async def f(x):\n    return [i async for i in x]\n",
}
FROM_312 = ("FunctionDef.type_params", "TypeAlias")
NOT_OF_PYTHON_3 = {"Exec", "Print", "Repr", "Suite", "stmt", "expr", "pattern"}
FROM_314 = {"TemplateStr", "Interpolation"}


def program(feature):
    """Return the program of a feature."""
    if feature in FROM_312 and sys.version_info < (3, 12):
        pytest.skip("this Python cannot parse it")
    if feature in WHOLE:
        return WHOLE[feature]
    return "def f(x, *xs):\n" + "".join(f"    {line}\n" for line in PROGRAMS[feature].split("\n"))


def test_each_line_has_a_program():
    """Whoever adds a line says what it means."""
    assert set(SYNTAX) == set(PROGRAMS)
    assert len(SYNTAX) == len(TABLE)


@pytest.mark.parametrize("feature", [each.feature for each in TABLE if not each.refusal])
def test_supported_syntax_passes_the_fence(feature, source_of):
    """A program with a supported feature is accepted."""
    check_syntax(source_of(program(feature)))


@pytest.mark.parametrize("feature", [each.feature for each in TABLE if each.refusal])
def test_refused_syntax_is_refused_with_its_code(feature, source_of):
    """A program with a refused feature ends in the error of the table's line."""
    index = 1 if feature == "Nonlocal.write" else 0
    with pytest.raises(CladpyError) as caught:
        check_syntax(source_of(program(feature), index))
    assert caught.value.code == SYNTAX[feature].refusal.code
    assert caught.value.location is not None


@pytest.mark.parametrize("kind", ["stmt", "expr", "pattern"])
def test_each_node_kind_has_a_line(kind):
    """No statement, expression or pattern of the interpreter is overlooked."""
    base = getattr(gast, kind)
    kinds = {
        name for name in dir(gast) if isinstance(getattr(gast, name), type) and issubclass(getattr(gast, name), base)
    }
    covered = {feature.partition(".")[0] for feature in SYNTAX}
    assert kinds - covered == kinds & (NOT_OF_PYTHON_3 | FROM_314)


def test_syntax_in_no_line_is_refused():
    """What a later Python brings is unknown, and unknown is not accepted."""
    assert refusal_of("TemplateStr").code == "C100"


def test_readme_table_lists_every_line_with_words_once():
    """The README says of each feature either that it is supported or that it is not."""
    rows = readme_table().replace("\\|", "!").splitlines()[2:]
    assert [row.count("|") for row in rows] == [4] * len(rows)
    cells = {group.strip(): (accepted, refused) for _, group, accepted, refused, _ in (row.split("|") for row in rows)}
    for syntax in TABLE:
        accepted, refused = cells[syntax.group]
        assert syntax.words.replace("|", "!") in (refused if syntax.refusal else accepted)
