"""Makes a program that fails smaller, as long as it fails in the same way."""

import ast
import copy


def minimize(text, fails, rounds=400):
    """Return a smaller text for which ``fails(text)`` still holds.

    Statements are left out, bodies take the place of their statement, expressions that of a part of theirs or a
    number; whatever still fails is kept, and the rest is tried on.
    """
    before = None
    while before != text and rounds > 0:
        before = text
        for change in (_statements, _bodies, _expressions):
            text, rounds = _pass(text, fails, change, rounds)
    return text


def _pass(text, fails, change, rounds):
    """Try one kind of change at every place, from the end."""
    place = len(change(ast.parse(text))) - 1
    while place >= 0 and rounds > 0:
        tree = ast.parse(text)
        edits = change(tree)
        if place < len(edits):
            edits[place]()
            smaller = _printed(tree)
            if smaller is not None and len(smaller) < len(text):
                rounds -= 1
                if fails(smaller):
                    text = smaller
        place -= 1
    return text, rounds


def _printed(tree):
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(text, "smaller", "exec")
    except (SyntaxError, ValueError, AttributeError, TypeError):
        return None
    return text


def _blocks(node):
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield field, block


def _set(node, field, value):
    return lambda: setattr(node, field, value)


def _statements(tree):
    """Return edits that leave out a statement."""
    edits = []
    for node in ast.walk(tree):
        for field, block in _blocks(node):
            if len(block) > 1 or field == "orelse":
                edits.extend(_set(node, field, block[:number] + block[number + 1 :]) for number in range(len(block)))
    return edits


def _bodies(tree):
    """Return edits that put a body in the place of its statement."""
    edits = []
    for node in ast.walk(tree):
        for field, block in _blocks(node):
            for number, statement in enumerate(block):
                if not isinstance(statement, ast.FunctionDef):
                    edits.extend(
                        _set(node, field, block[:number] + inner + block[number + 1 :])
                        for _, inner in _blocks(statement)
                        if inner
                    )
    return edits


def _expressions(tree):
    """Return edits that put a part, or a number, in the place of an expression."""
    edits = []
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(value, ast.Constant | ast.Name) and _is_read(value):
                edits += [_set(node, field, copy.deepcopy(part)) for part in [ast.Constant(1.0), *_parts(value)]]
    return edits


def _parts(value):
    return [part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr) and _is_read(part)]


def _is_read(node):
    return not isinstance(getattr(node, "ctx", None), ast.Store)
