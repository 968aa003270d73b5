"""Bind the arguments of a call to the primal's parameters, as Python itself would.

before: ``f(w, b, x=1.0, *rest, scale=2.0, **options)``      after: a function of the same parameters that returns a
tuple of them, ``(w, b, x, rest, scale, options)``: defaults, errors and their texts are Python's own.
"""

import ast
import inspect
import types
from typing import Any


class Arguments:
    """The parameters of a primal, and the binding of a call's arguments to them.

    Parameters
    ----------
    function : function
        The primal; its defaults are read at each call.

    Attributes
    ----------
    names : tuple of str
        Without stars, as the generated function takes them.
    starred : tuple of str
        The same with their stars, as `parse_wrt` takes them.
    plain : int
        Number of arguments of a call that needs no binding; -1 where each call needs it.

    Examples
    --------
    >>> def f(w, *rest, scale=2.0): ...
    >>> arguments = Arguments(f)
    >>> arguments.names, arguments.bind((1, 2, 3), {})
    (('w', 'rest', 'scale'), (1, (2, 3), 2.0))
    """

    __slots__ = ("_binder", "_function", "code", "names", "plain", "starred")

    def __init__(self, function: types.FunctionType) -> None:
        code = function.__code__
        tree = _parameters(code, len(function.__defaults__ or ()), set(function.__kwdefaults__ or ()))
        positional = [each.arg for each in (*tree.posonlyargs, *tree.args)]
        keyword = [each.arg for each in tree.kwonlyargs]
        rest = [f"*{tree.vararg.arg}"] if tree.vararg else []
        options = [f"**{tree.kwarg.arg}"] if tree.kwarg else []
        self._function = function
        self.code = code
        self.starred = (*positional, *rest, *keyword, *options)
        self.names = tuple(name.lstrip("*") for name in self.starred)
        self.plain = len(positional) if len(positional) == len(self.names) else -1
        self._binder = _binder(function.__name__, tree, self.names)

    def bind(self, args: tuple[object, ...], kwargs: dict[str, object]) -> tuple[object, ...]:
        """Return the value of each parameter, in signature order.

        Raises
        ------
        TypeError
            As a call of the primal would.
        """
        binder = self._binder
        if binder.__defaults__ is not self._function.__defaults__:
            binder.__defaults__ = self._function.__defaults__
        if binder.__kwdefaults__ is not self._function.__kwdefaults__:
            binder.__kwdefaults__ = self._function.__kwdefaults__
        return binder(*args, **kwargs)


def _parameters(code: types.CodeType, defaults: int, keyword_defaults: set[str]) -> ast.arguments:
    """Return the parameters of a code object; each default is a None in the place of the live one."""
    names = iter(code.co_varnames)
    positional = [ast.arg(next(names)) for _ in range(code.co_argcount)]
    keyword = [ast.arg(next(names)) for _ in range(code.co_kwonlyargcount)]
    vararg = ast.arg(next(names)) if code.co_flags & inspect.CO_VARARGS else None
    kwarg = ast.arg(next(names)) if code.co_flags & inspect.CO_VARKEYWORDS else None
    return ast.arguments(
        posonlyargs=positional[: code.co_posonlyargcount],
        args=positional[code.co_posonlyargcount :],
        vararg=vararg,
        kwonlyargs=keyword,
        kw_defaults=[ast.Constant(None) if each.arg in keyword_defaults else None for each in keyword],
        kwarg=kwarg,
        defaults=[ast.Constant(None) for _ in range(defaults)],
    )


def _binder(name: str, parameters: ast.arguments, names: tuple[str, ...]) -> types.FunctionType:
    """Return the function of these parameters that returns them; its name stands in the errors of a wrong call."""
    tree = ast.parse("def primal(): return ()")
    definition: Any = tree.body[0]
    definition.args = parameters
    definition.body = [ast.Return(ast.Tuple([ast.Name(each, ast.Load()) for each in names], ast.Load()))]
    namespace: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "<cladpy arguments>", "exec"), namespace)
    made: types.FunctionType = namespace["primal"]
    made.__name__ = made.__qualname__ = name  # Python takes the name in its errors from here
    return made
