"""How functions and classes are written."""

from cladpy.emit.blank_lines import Suite
from cladpy.emit.compound_statements import CompoundStatements
from cladpy.emit.layout import Words
from cladpy.emit.parameters import parameters_of
from cladpy.emit.precedence import Tree, kind


class Definitions(CompoundStatements):
    """Writes FunctionDef and ClassDef."""

    def _FunctionDef(self, tree: Tree) -> None:
        self._function("def ", tree)

    def _AsyncFunctionDef(self, tree: Tree) -> None:
        self._function("async def ", tree)

    def _function(self, keyword: str, tree: Tree) -> None:
        self._decorators(tree)
        self.line(lambda: self._function_header(keyword, tree))
        self._body(tree, Suite.FUNCTION)

    def _function_header(self, keyword: str, tree: Tree) -> None:
        self.write(keyword + tree.name)
        self.type_parameters(getattr(tree, "type_params", []))
        self.group(lambda: self._signature(tree))
        self._colon(tree)

    def _signature(self, tree: Tree) -> None:
        self.parameters(tree.args)
        if tree.returns is None:
            return
        self.write(" -> ")
        if not any(parameters_of(tree.args)):
            self.fitted(tree.returns, words=Words.PARENTHESIZE)
        elif kind(tree.returns) == "Subscript":
            self.expression(tree.returns)  # rather break the parameters
        else:
            self.fitted(tree.returns)

    def _ClassDef(self, tree: Tree) -> None:
        self._decorators(tree)
        self.line(lambda: self._class_header(tree))
        self._body(tree, Suite.CLASS)

    def _class_header(self, tree: Tree) -> None:
        self.write(f"class {tree.name}")
        self.type_parameters(getattr(tree, "type_params", []))
        if tree.bases or tree.keywords:
            self.arguments(tree.bases, tree.keywords, of_class=True)
        self._colon(tree)

    def _decorators(self, tree: Tree) -> None:
        for decorator in tree.decorator_list:
            self.header("@", decorator, ending="")

    def _colon(self, tree: Tree) -> None:
        self.write(": ..." if is_dummy(tree) else ":")

    def _body(self, tree: Tree, suite: Suite) -> None:
        if not is_dummy(tree):
            self.block(tree.body, suite)

    # ---- type parameters ----

    def _TypeVar(self, tree: Tree) -> None:
        self.write(tree.name)
        if tree.bound is not None:
            self.write(": ")
            self.expression(tree.bound)
        self._type_default(tree)

    def _ParamSpec(self, tree: Tree) -> None:
        self.write(f"**{tree.name}")
        self._type_default(tree)

    def _TypeVarTuple(self, tree: Tree) -> None:
        self.write(f"*{tree.name}")
        self._type_default(tree)

    def _type_default(self, tree: Tree) -> None:
        default = getattr(tree, "default_value", None)  # of Python 3.13
        if default is not None:
            self.write(" = ")
            self.expression(default)


def is_dummy(tree: Tree) -> bool:
    """Return whether a definition has a body of three dots, which stand on the line of its header."""
    body = [statement for statement in tree.body if kind(statement) != "BlankLine"]
    if len(body) != 1 or kind(body[0]) != "Expr":
        return False
    value = body[0].value
    return kind(value) == "Constant" and value.value is Ellipsis
