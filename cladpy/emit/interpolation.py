"""Constants and f-strings.

Before Python 3.12, what stands inside the braces of an f-string can hold neither a
backslash nor the quote around it.  That form is chosen wherever it exists, so that
the text does not depend on the Python that prints it.
"""

import ast
from collections.abc import Sequence

from cladpy.emit.layout import IN_BRACKETS, Layout
from cladpy.emit.literals import QUOTES, escape, literal, preferred_quote, raw_literal
from cladpy.emit.precedence import TEST, YIELD, Tree, kind


class Interpolation(Layout):
    """Writes Constant and JoinedStr."""

    # Inside the braces of an f-string: the quotes that are not taken.  None elsewhere.
    _free_quotes: Sequence[str] | None = None
    # Whether something written since this was last cleared needs Python 3.12 inside braces.
    _too_new = False

    def _Constant(self, tree: Tree) -> None:
        text = None
        if self._free_quotes is not None and isinstance(tree.value, (str, bytes)):
            text = raw_literal(tree.value, self._free_quotes)
            self._too_new |= text is None
        prefix = "u" if tree.kind == "u" else ""
        self.write(prefix + (literal(tree.value) if text is None else text))

    def _JoinedStr(self, tree: Tree) -> None:
        self.write(self._f_string(tree))

    def _FormattedValue(self, tree: Tree) -> None:
        self.write(self._f_string(ast.JoinedStr([tree])))

    def _f_string(self, tree: Tree) -> str:
        """Return an f-string in the first kind of quotes that older Pythons understand, or else for newer ones."""
        free = QUOTES if self._free_quotes is None else self._free_quotes
        literals = "".join(part.value for part in tree.values if kind(part) == "Constant")
        first = preferred_quote(literals)
        for quote in sorted(free, key=lambda quote: (len(quote), quote != first)):
            text = self._quoted_parts(tree, quote, [other for other in free if quote not in other])
            if text is not None:
                return text
        self._too_new = True
        return self._quoted_parts(tree, '"', None) or ""

    def _quoted_parts(self, tree: Tree, quote: str, free: Sequence[str] | None) -> str | None:
        """Return an f-string in the given quotes, None if older Pythons would not understand it."""
        parts = [self._part(part, quote, free) for part in tree.values]
        if any(part is None for part in parts):
            return None
        unicode_prefix = 'u"" ' if tree.values and getattr(tree.values[0], "kind", None) == "u" else ""
        return f"{unicode_prefix}f{quote}{''.join(part for part in parts if part is not None)}{quote}"

    def _part(self, tree: Tree, quote: str, free: Sequence[str] | None) -> str | None:
        if kind(tree) == "Constant":
            return escape(tree.value, quote[0]).replace("{", "{{").replace("}", "}}")
        inner = self._inner(tree.value, quote, free)
        spec = "" if tree.format_spec is None else self._specification(tree.format_spec, quote, free)
        if inner is None or spec is None:
            return None
        opening = "{ " if inner.startswith("{") else "{"
        conversion = "" if tree.conversion in {-1, None} else f"!{chr(tree.conversion)}"
        closing = " }" if inner.endswith("}") and not conversion + spec else "}"
        return f"{opening}{inner}{conversion}{spec}{closing}"

    def _specification(self, tree: Tree, quote: str, free: Sequence[str] | None) -> str | None:
        parts = [self._part(part, quote, free) for part in tree.values]
        return None if None in parts else ":" + "".join(part for part in parts if part is not None)

    def _inner(self, tree: Tree, quote: str, free: Sequence[str] | None) -> str | None:
        """Return the expression inside a pair of braces."""
        saved = self._free_quotes, self._too_new
        self._free_quotes, self._too_new = free, False
        parts = self.captured(lambda: self._interpolated(tree), place=IN_BRACKETS, flat=True)
        text = "".join(part for part in parts if isinstance(part, str))
        too_new = self._too_new
        self._free_quotes, self._too_new = saved
        if free is None:
            return text
        ends_it = quote in text or "\\" in text or (len(quote) == 1 and "\n" in text)
        return None if too_new or ends_it else text

    def _interpolated(self, tree: Tree) -> None:
        if any(kind(node) == "Lambda" for node in ast.walk(tree)):
            self.bracketed("(", lambda: self.expression(tree, YIELD), ")")  # its colon would begin the format
        elif kind(tree) == "Tuple" and len(tree.elts) > 1:
            self.separated(tree.elts, self.expression)
        else:
            self.expression(tree, YIELD if kind(tree) in {"Yield", "YieldFrom"} else TEST)
