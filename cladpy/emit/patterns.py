"""How `match` and its patterns are written."""

from cladpy.emit.definitions import Definitions
from cladpy.emit.expressions import is_open_tuple
from cladpy.emit.layout import Words
from cladpy.emit.precedence import NAMED, TEST, Tree, kind


class Patterns(Definitions):
    """Writes Match and its patterns."""

    def _Match(self, tree: Tree) -> None:
        self.line(lambda: self._subject(tree.subject))
        self._indent += 1
        for case in tree.cases:
            self.dispatch(case)
        self._indent -= 1

    def _match_case(self, tree: Tree) -> None:
        self.line(lambda: self._case(tree))
        self.block(tree.body)

    def _subject(self, tree: Tree) -> None:
        self.write("match ")
        if is_open_tuple(tree):
            self.value(tree)
        else:
            self.fitted(tree, NAMED)
        self.write(":")

    def _case(self, tree: Tree) -> None:
        self.write("case ")
        if kind(tree.pattern) == "MatchOr":
            self.parentheses_if_broken(lambda: self.dispatch(tree.pattern))
        else:
            self.dispatch(tree.pattern)
        if tree.guard is not None:
            self.write(" if ")
            self.fitted(tree.guard, NAMED, words=Words.PARENTHESIZE)
        self.write(":")

    def _MatchValue(self, tree: Tree) -> None:
        self.expression(tree.value, TEST)

    def _MatchSingleton(self, tree: Tree) -> None:
        self.write(repr(tree.value))

    def _MatchSequence(self, tree: Tree) -> None:
        self._brackets("[", tree.patterns, "]")

    def _MatchStar(self, tree: Tree) -> None:
        self.write(f"*{tree.name or '_'}")

    def _MatchMapping(self, tree: Tree) -> None:
        items = list(zip(tree.keys, tree.patterns, strict=True))
        entries = [*items, (None, tree.rest)] if tree.rest else items
        if entries:
            self.bracketed("{", lambda: self.separated(entries, self._entry), "}")
        else:
            self.write("{}")

    def _entry(self, entry: tuple[Tree, Tree]) -> None:
        key, pattern = entry
        if key is None:
            self.write(f"**{pattern}")
        else:
            self.expression(key)
            self.write(": ")
            self.dispatch(pattern)

    def _MatchClass(self, tree: Tree) -> None:
        self.dispatch(tree.cls)
        keywords = list(zip(tree.kwd_attrs, tree.kwd_patterns, strict=True))
        arguments = [*((None, pattern) for pattern in tree.patterns), *keywords]
        if arguments:
            self.bracketed("(", lambda: self.group(lambda: self.separated(arguments, self._keyword_pattern)), ")")
        else:
            self.write("()")

    def _keyword_pattern(self, argument: tuple[str | None, Tree]) -> None:
        name, pattern = argument
        if name is not None:
            self.write(f"{name}=")
        self.dispatch(pattern)

    def _MatchAs(self, tree: Tree) -> None:
        if tree.pattern is not None:
            self._inner_pattern(tree.pattern, {"MatchAs"})
            self.write(" as ")
        self.write(tree.name or "_")

    def _MatchOr(self, tree: Tree) -> None:
        for place, pattern in enumerate(tree.patterns):
            if place:
                self.chain_break(" ")
                self.write("| ")
            self._inner_pattern(pattern, {"MatchAs", "MatchOr"})

    def _inner_pattern(self, tree: Tree, looser: set[str]) -> None:
        """Write a pattern, in parentheses if it binds looser than its position allows."""
        if kind(tree) in looser and getattr(tree, "pattern", tree) is not None:
            self.bracketed("(", lambda: self.dispatch(tree), ")")
        else:
            self.dispatch(tree)

    def _brackets(self, opening: str, patterns: list[Tree], closing: str) -> None:
        if patterns:
            self.bracketed(opening, lambda: self.separated(patterns, self.dispatch), closing)
        else:
            self.write(opening + closing)
