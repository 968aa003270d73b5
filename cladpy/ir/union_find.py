"""Disjoint sets of names."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class UnionFind:
    """Disjoint sets of names."""

    parents: dict[str, str] = field(default_factory=dict)

    def find(self, item: str) -> str:
        """Return the representative of the set of an item."""
        root = item
        while self.parents.get(root, root) != root:
            root = self.parents[root]
        while self.parents.get(item, item) != root:
            self.parents[item], item = root, self.parents[item]
        return root

    def union(self, left: str, right: str) -> None:
        """Join the sets of two items; the left one's representative stays."""
        self.parents[self.find(right)] = self.find(left)
