"""The place of one number in the arguments of a call: ``"x"``, ``"a[3]"``, ``"p.x"``, ``"layers[0]['bias'][1, 2]"``."""

import ast
from dataclasses import dataclass

import numpy as np

from cladpy.errors import CladpyError


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """A parameter, and the way from its value to a number.

    Parameters
    ----------
    text : str
        As asked.
    parameter : str
    path : tuple
        Indices, keys and names of attributes.

    Examples
    --------
    >>> NumberPlace.of("layers[0].bias[1, 2]").path
    (0, 'bias', (1, 2))
    """

    text: str
    parameter: str
    path: tuple[object, ...]

    @classmethod
    def of(cls, text: str) -> "NumberPlace":
        """Read the text of a place.

        Raises
        ------
        CladpyError
            C305 if it is not of that form.
        """
        try:
            node: ast.expr = ast.parse(text.strip(), mode="eval").body
        except SyntaxError:
            raise _misspelt(text) from None
        path: list[object] = []
        while not isinstance(node, ast.Name):
            if isinstance(node, ast.Attribute):
                path.append(node.attr)
            elif isinstance(node, ast.Subscript):
                path.append(_literal(node.slice, text))
            else:
                raise _misspelt(text)
            node = node.value
        return cls(ast.unparse(ast.parse(text.strip(), mode="eval")), node.id, tuple(reversed(path)))

    def check(self, value: object) -> None:
        """Refuse what is no floating number.

        Raises
        ------
        CladpyError
            C301 if there is nothing at the place; C302 for an integer or boolean; C305 for an array or structure.
        """
        found = value
        for step in self.path:
            try:
                found = step_into(found, step)
            except (AttributeError, IndexError, KeyError, TypeError) as error:
                what = f"{type(error).__name__}: {error}"
                raise CladpyError("C301", f"there is no '{self.text}' in this call ({what})") from None
        _check_number(self.text, found)


def step_into(value: object, step: object) -> object:
    """Return the item or attribute of a value that a step of a path leads to."""
    is_name = isinstance(step, str) and not isinstance(value, dict)
    return getattr(value, str(step)) if is_name else value[step]  # type: ignore[index]


def _literal(node: ast.expr, text: str) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise _misspelt(text) from None


def _misspelt(text: str) -> CladpyError:
    hint = "name a parameter, or one number in it: 'x', 'a[3]', 'p.x'"
    return CladpyError("C305", f"'{text}' is no place of a number", hint=hint)


def _check_number(text: str, found: object) -> None:
    if isinstance(found, bool | int | np.integer | np.bool_):
        raise CladpyError(
            "C302", f"the argument '{text}' is a {type(found).__name__}, integer or boolean, and has no derivative",
            hint="pass it as a float, for instance 2.0",
        )  # fmt: skip
    if isinstance(found, np.ndarray) and found.shape:
        first = ", ".join("0" for _ in found.shape)
        raise CladpyError(
            "C305", f"the argument '{text}' is an array of shape {found.shape}, and differentiate takes one number",
            hint=f"ask for an element, '{text}[{first}]', or for jacobian(f, ...)",
        )  # fmt: skip
    if not isinstance(found, float | complex | np.floating | np.complexfloating | np.ndarray):
        raise CladpyError(
            "C305", f"the argument '{text}' is a {type(found).__name__}, and differentiate takes one number",
            hint="name a number in it, for instance 'p.x' or 'p[0]'",
        )  # fmt: skip
