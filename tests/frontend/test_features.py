"""Tests of the features of single nodes: what an error would point to."""

import gast
import pytest

from cladpy.frontend.features import features


def found(text):
    """Return the features of the first statement of a text, each with the text its node spans."""
    statement = gast.parse(text).body[0]
    node = statement.value if isinstance(statement, gast.Expr) else statement
    return [(finding.feature, finding.name, finding.node) for finding in features(node, None)]


def test_deletion_has_the_features_of_its_targets():
    """Each target is judged, also in a nested tuple."""
    assert [feature for feature, _, _ in found("del a, (b.c, [d[0]])")] == ["Delete", "Delete.attribute", "Delete.item"]


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("for x in y: pass", ["For"]),
        ("while x: pass\nelse: pass", ["While", "While.else"]),
        ("with a, b as c: pass", ["With"]),
        ("f(*a, b, **c)", ["Call", "Call.star", "Call.double_star"]),
        ("eval('x')", ["Call", "Call.by_text"]),
        ("{**a, 'b': 1}", ["Dict", "Dict.double_star"]),
        ("a.b", ["Attribute"]),
        ("(x for x in y)", ["GeneratorExp"]),
        ("try: pass\nexcept A: raise\nfinally: pass", ["Try"]),
        ("try: pass\nexcept* A: raise\nexcept* B: pass", ["TryStar"]),
        ("@d\ndef f(): pass", ["FunctionDef", "FunctionDef.decorated"]),
    ],
)
def test_details_follow_the_kind(text, features):
    """A kind's details are told apart for the table."""
    assert [feature for feature, _, _ in found(text)] == features


def test_error_about_groups_of_exceptions_points_to_the_first_handler():
    """It is what tells the statement from others."""
    [(_, _, node)] = found("try: pass\nexcept* A: raise\nexcept* B: pass")
    assert node.lineno == 2


def test_generator_is_an_argument_also_by_keyword():
    """Only a generator that a call takes is consumed at once."""
    call = gast.parse("f((x for x in y), key=(x for x in y))").body[0].value
    features_of_arguments = [
        next(features(call.args[0], call)).feature,
        next(features(call.keywords[0].value, call.keywords[0])).feature,
    ]
    assert features_of_arguments == ["GeneratorExp.argument"] * 2


def test_names_are_those_the_user_wrote():
    """Messages spell the name that the code is about."""
    assert [name for _, name, _ in found("@d\ndef g(): pass")] == ["g", "g"]
    assert found("vars(x)")[1][1] == "vars"
