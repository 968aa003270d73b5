"""Facts of parameters as a user writes them: in annotations, and after ``--args``.

Three spellings are read, from text or from the tree alone; nothing is imported::

    Annotated[np.ndarray, "f4[batch, 784]"]     # the notation of cladpy
    Float32[np.ndarray, "batch 784"]            # jaxtyping
    w1=f4[784,64] b1=f4[64] n=int               # the command line

A dimension with a name is not 1; ``?`` is a dimension of which nothing is known.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

import gast
import numpy as np

from cladpy.errors import CladpyError, Location

Dimension = str | int | None

_SCALARS = ("float", "int", "bool")
_NUMERIC = "fiubc"  # dtype kinds that an array of numbers can have
_FACTS = re.compile(r"\s*(?P<dtype>[\w?<>=|]+)\s*\[(?P<dims>[^\[\]]*)\]\s*")
_ARGUMENT = re.compile(r"[\s,]*(?P<name>[^\s=,\[\]]+)\s*=\s*(?P<facts>[^\s,\[\]=]+\s*(?:\[[^\]]*\]?)?)")
_JAXTYPING = {
    **{name: name.lower() for name in ("Float16", "Float32", "Float64", "Complex64", "Complex128", "Bool")},
    **{f"{sign}Int{bits}": f"{sign}int{bits}".lower() for sign in ("", "U") for bits in (8, 16, 32, 64)},
    **dict.fromkeys(("Float", "Int", "UInt", "Integer", "Complex", "Inexact", "Real", "Num", "Shaped")),
}
_HINT = 'write a dtype and its dimensions, as in "f4[batch, 784]" or "f8[]", or one of: float, int, bool'


@dataclass(frozen=True, slots=True)
class ParameterFacts:
    """What is said of a parameter.

    Parameters
    ----------
    kind : str
        "array", or "float", "int", "bool" for a Python number.
    dtype : numpy.dtype or None
        Of an array; None where any is meant.
    dims : tuple
        A number is that size, a name is a size other than 1, None is any size. ``()`` for a 0-d array and for numbers.
    """

    kind: str
    dtype: np.dtype | None = None
    dims: tuple[Dimension, ...] = ()

    def __str__(self) -> str:
        if self.kind != "array":
            return self.kind
        dims = ", ".join("?" if size is None else str(size) for size in self.dims)
        return f"{self.dtype.str.lstrip('<|=') if self.dtype is not None else '?'}[{dims}]"


def parse_facts(text: str, location: Location | None = None) -> ParameterFacts:
    """Read facts in the notation of cladpy.

    Raises
    ------
    CladpyError
        C305 if the text says nothing of that form.

    Examples
    --------
    >>> parse_facts("f4[batch, 784]").dims
    ('batch', 784)
    >>> str(parse_facts("float64[]")), parse_facts("int").kind
    ('f8[]', 'int')
    """
    if text.strip() in _SCALARS:
        return ParameterFacts(text.strip())
    match = _FACTS.fullmatch(text)
    if not match:
        raise _bad(text, "it is not of the form dtype[dimensions]", location)
    dims = match["dims"].split(",") if match["dims"].strip() else []
    return ParameterFacts(
        "array", _dtype(match["dtype"], text, location), tuple(_dim(part.strip(), text, location) for part in dims)
    )


def parse_arguments(text: str) -> Mapping[str, ParameterFacts]:
    """Read the facts of several parameters, as ``--args`` takes them.

    Raises
    ------
    CladpyError
        C305 if a part is not ``name=facts``, or a name comes twice.

    Examples
    --------
    >>> {name: str(facts) for name, facts in parse_arguments("w1=f4[784,64] n=int").items()}
    {'w1': 'f4[784, 64]', 'n': 'int'}
    """
    found: dict[str, ParameterFacts] = {}
    position = 0
    while text[position:].strip(" \t\r\n,"):
        match = _ARGUMENT.match(text, position)
        if not match or not match["name"].isidentifier():
            rest = text[position:].strip(" \t\r\n,")
            raise CladpyError(
                "C305", f"cannot read the facts at {rest!r}", hint='write "w1=f4[784,64] b1=f4[64] n=int"'
            )
        if match["name"] in found:
            raise CladpyError("C305", f"facts of '{match['name']}' are given twice", hint="give them once")
        found[match["name"]] = parse_facts(match["facts"])
        position = match.end()
    return found


def annotated_facts(
    arguments: ast.arguments | gast.arguments, location: Location | None = None
) -> Mapping[str, ParameterFacts]:
    """Read the facts that the annotations of a function's parameters carry.

    Parameters
    ----------
    arguments : ast.arguments or gast.arguments
        Of a function's node; ``*args`` and ``**kwargs`` carry none.
    location : Location, optional
        Of the function, for errors.

    Returns
    -------
    mapping
        By parameter name; a parameter of which nothing is said is left out.

    Examples
    --------
    >>> tree = ast.parse('def f(x: Annotated[ndarray, "f8[n]"], k: Float32[ndarray, "n 3"], c: int, y): ...')
    >>> {name: str(facts) for name, facts in annotated_facts(tree.body[0].args).items()}
    {'x': 'f8[n]', 'k': 'f4[n, 3]', 'c': 'int'}
    """
    found = {}
    for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if parameter.annotation is not None:
            facts = _of_annotation(_as_ast(parameter.annotation), location)
            if facts is not None:
                found[_name(parameter)] = facts
    return found


def _name(parameter: ast.arg | gast.Name) -> str:
    return str(parameter.arg if isinstance(parameter, ast.arg) else parameter.id)


def _as_ast(annotation: ast.AST) -> ast.AST:
    # gast has classes of its own for names and constants; a round trip gives those of ast
    return annotation if type(annotation).__module__ == "ast" else gast.gast_to_ast(gast.Expression(annotation)).body


def _of_annotation(node: ast.AST, location: Location | None) -> ParameterFacts | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _of_quoted(node.value, location)
    if isinstance(node, ast.Name) and node.id in _SCALARS:
        return ParameterFacts(node.id)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        outer = _last_name(node.value)
        constants = [part.value for part in node.slice.elts[1:] if isinstance(part, ast.Constant)]
        texts = [value for value in constants if isinstance(value, str)]
        if outer == "Annotated":
            return _of_metadata(texts, location) or _of_annotation(node.slice.elts[0], location)
        if outer in _JAXTYPING and len(texts) == 1:
            return _of_jaxtyping(_JAXTYPING[outer], texts[0])
    return None


def _of_quoted(text: str, location: Location | None) -> ParameterFacts | None:
    try:
        inner = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    return None if isinstance(inner, ast.Constant) else _of_annotation(inner, location)


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _of_metadata(texts: list[str], location: Location | None) -> ParameterFacts | None:
    # Annotated is used for many things: only text with brackets, or one of the three words, is meant for us.
    meant = [text for text in texts if "[" in text or text.strip() in _SCALARS]
    return parse_facts(meant[0], location) if meant else None


def _of_jaxtyping(dtype: str | None, text: str) -> ParameterFacts | None:
    dims = text.split()
    if any(part.startswith("*") or part == "..." for part in dims):
        return None  # the number of dimensions is open
    return ParameterFacts("array", np.dtype(dtype) if dtype else None, tuple(map(_jaxtyping_dim, dims)))


def _jaxtyping_dim(part: str) -> Dimension:
    part = part.rpartition("=")[2]  # "rows=3" documents the size 3
    if part.isdecimal():
        return int(part)
    # "#n" may be 1, "_" is anonymous, "n-1" is an expression: of these nothing is known
    return part if part.isidentifier() and part != "_" else None


def _dtype(name: str, text: str, location: Location | None) -> np.dtype | None:
    if name == "?":
        return None
    try:
        dtype = np.dtype(name)
    except (TypeError, SyntaxError, ValueError):
        raise _bad(text, f"'{name}' is no dtype", location) from None
    if dtype.kind not in _NUMERIC:
        raise _bad(text, f"'{name}' is no dtype of numbers", location)
    return dtype


def _dim(part: str, text: str, location: Location | None) -> Dimension:
    if part.isascii() and part.isdecimal():
        return int(part)
    if part in ("?", "_"):
        return None
    if not part.isidentifier():
        raise _bad(text, f"'{part}' is no dimension" if part else "a dimension is missing", location)
    return part


def _bad(text: str, reason: str, location: Location | None) -> CladpyError:
    return CladpyError("C305", f"cannot read the facts {text!r}: {reason}", location=location, hint=_HINT)
