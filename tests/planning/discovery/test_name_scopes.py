"""What a name is bound to, at a place of the text."""

import ast

import pytest

from cladpy.planning.discovery.scope_builder import scopes_of


def binding_of_use(text):
    """Return the kind and line of the binding of the name in ``use(name)``."""
    tree = ast.parse(text)
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "use")
    name = call.args[0]
    found = scopes_of(tree)[name].find(name.id, (name.lineno, name.col_offset))
    return found and (found[0].kind, found[0].position[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use(x)", None),
        ("x = 1\nuse(x)\nx = 2", ("value", 1)),
        ("use(x)\nx = 2", ("value", 2)),
        ("x = 1\nx = 2\nuse(x)", ("value", 2)),
        ("x = 1\nx = use(x)", ("value", 1)),
        ("def f(): use(x)\nx = 1\nx = 2", ("value", 3)),
        ("x = 1\ndef f(x): use(x)", ("parameter", 2)),
        ("x = 1\ndef f(x):\n    x = 3\n    use(x)", ("value", 3)),
        ("x = 1\nclass C:\n    x = 2\n    use(x)", ("value", 3)),
        ("x = 1\nclass C:\n    x = 2\n    def f(self): use(x)", ("value", 1)),
        ("x = 1\n[use(x) for x in y]", ("other", 2)),
        ("x = 1\n[x for x in use(x)]", ("value", 1)),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        use(x)", ("value", 2)),
        ("x = 1\ndef f():\n    x = 2\n    def g():\n        global x\n        use(x)", ("value", 1)),
        ("def f():\n    global x\n    x = 2\nuse(x)", ("value", 3)),
        ("if a: x = 1\nuse(x)", ("value", 1)),
        ("if a: x = 1\nelse: x = 2\nuse(x)", ("other", 2)),
        ("x = 1\nif a: x = 2\nuse(x)", ("other", 2)),
        ("x = 1\nif a: x = 2\nx = 3\nuse(x)", ("value", 3)),
        ("try: import x\nexcept E: x = None\nuse(x)", ("module", 1)),
        ("import x\nx = None\nuse(x)", ("value", 2)),
    ],
)
def test_the_binding_is_that_of_the_place(text, expected):
    """Scopes as in Python; the last binding above; nothing certain where branches differ."""
    assert binding_of_use(text) == expected
