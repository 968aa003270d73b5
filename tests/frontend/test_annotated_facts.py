"""Facts of parameters, from annotations and from the command line."""

import ast

import gast
import numpy as np
import pytest

from cladpy.errors import CladpyError
from cladpy.frontend.annotated_facts import ParameterFacts, annotated_facts, parse_arguments, parse_facts


def array(dtype, *dims):
    return ParameterFacts("array", np.dtype(dtype) if dtype else None, dims)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f4[784, 64]", array("float32", 784, 64)),
        ("f4[784,64]", array("float32", 784, 64)),
        (" f8 [ n , n ] ", array("float64", "n", "n")),
        ("f8[]", array("float64")),
        ("float32[1, batch]", array("float32", 1, "batch")),
        ("i8[0]", array("int64", 0)),
        ("bool[?]", array("bool", None)),
        ("c16[_, 3]", array("complex128", None, 3)),
        ("?[n]", array(None, "n")),
        ("float", ParameterFacts("float")),
        (" int ", ParameterFacts("int")),
        ("bool", ParameterFacts("bool")),
    ],
)
def test_notation_is_read(text, expected):
    """A dtype with dimensions is an array; three words are Python numbers."""
    assert parse_facts(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "form"),
        ("f4", "form"),
        ("f4[3", "form"),
        ("f4[3]]", "form"),
        ("f5[3]", "'f5' is no dtype"),
        ("U3[3]", "'U3' is no dtype of numbers"),
        ("O[3]", "no dtype of numbers"),
        ("f4[3,]", "a dimension is missing"),
        ("f4[-1]", "'-1' is no dimension"),
        ("f4[...]", "'...' is no dimension"),
        ("f4[n+1]", "'n+1' is no dimension"),
    ],
)
def test_bad_notation_is_refused_with_a_hint(text, reason):
    """The message says what is wrong, the hint what to write."""
    with pytest.raises(CladpyError) as caught:
        parse_facts(text)
    assert caught.value.code == "C305"
    assert reason in caught.value.message
    assert "f4[batch, 784]" in caught.value.hint


@pytest.mark.parametrize("text", ["f4[784, n]", "f8[]", "i8[?]", "int", "?[3]"])
def test_facts_print_as_they_are_written(text):
    """The printed form is the notation itself."""
    assert str(parse_facts(text)) == text


@pytest.mark.parametrize("separator", [" ", "  ", ",", ", ", "\n"])
def test_arguments_are_separated_by_spaces_or_commas(separator):
    """Brackets may hold spaces and commas of their own."""
    text = separator.join(["w1=f4[784, 64]", "b1=f4[64]", "n=int"])
    expected = {"w1": array("f4", 784, 64), "b1": array("f4", 64), "n": ParameterFacts("int")}
    assert parse_arguments(text) == expected


def test_no_arguments_are_no_facts():
    """An empty text says nothing."""
    assert parse_arguments("  ") == {}


@pytest.mark.parametrize(
    "text", ["w", "w=", "=f4[3]", "1w=f4[3]", "w=f4[3", "w=f4[3] f8[3]", "w=f4[3] w=f4[3]", "w==3"]
)
def test_bad_arguments_are_refused(text):
    """Each part is one name and its facts."""
    with pytest.raises(CladpyError, match="C305"):
        parse_arguments(text)


ANNOTATIONS = [
    ('Annotated[np.ndarray, "f4[batch, 784]"]', array("f4", "batch", 784)),
    ('typing.Annotated[np.ndarray, doc("pixels"), "f8[n]"]', array("f8", "n")),
    ('Annotated[float, "learning rate"]', ParameterFacts("float")),
    ('Annotated[np.ndarray, "pixels"]', None),
    ('Float32[np.ndarray, "batch 784"]', array("f4", "batch", 784)),
    ('jaxtyping.Float[np.ndarray, "n n"]', array(None, "n", "n")),
    ('Float64[np.ndarray, ""]', array("f8")),
    ('Float64[np.ndarray, "#n _ n-1 rows=3"]', array("f8", None, None, None, 3)),
    ('Float64[np.ndarray, "*batch 3"]', None),
    ('Float64[np.ndarray, "... 3"]', None),
    ('UInt8[np.ndarray, "n"]', array("uint8", "n")),
    ('Bool[np.ndarray, "n"]', array("bool", "n")),
    ("float", ParameterFacts("float")),
    ("int", ParameterFacts("int")),
    ("'int'", ParameterFacts("int")),
    ("'Annotated[np.ndarray, \"f4[3]\"]'", array("f4", 3)),
    ("'not python('", None),
    ("np.ndarray", None),
    ("list[float]", None),
    ("float | None", None),
]


@pytest.mark.parametrize(("annotation", "expected"), ANNOTATIONS)
@pytest.mark.parametrize("parse", [ast.parse, gast.parse], ids=["ast", "gast"])
def test_annotations_are_read_from_both_kinds_of_tree(annotation, expected, parse):
    """Nothing is imported or evaluated; an annotation that says nothing gives no facts."""
    arguments = parse(f"def f(x: {annotation}, y): ...").body[0].args
    assert annotated_facts(arguments) == ({} if expected is None else {"x": expected})


def test_every_kind_of_parameter_is_read():
    """Positional-only and keyword-only parameters carry facts; the starred ones do not."""
    arguments = ast.parse("def f(a: int, /, b: int, *c: int, d: int, **e: int): ...").body[0].args
    assert list(annotated_facts(arguments)) == ["a", "b", "d"]


def test_bad_facts_in_an_annotation_are_refused():
    """Text with brackets is meant for cladpy, so it has to be right."""
    with pytest.raises(CladpyError, match="f5"):
        annotated_facts(ast.parse('def f(x: Annotated[np.ndarray, "f5[3]"]): ...').body[0].args)
