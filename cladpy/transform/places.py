"""Numbers of the blocks of a function, as its versions carry them."""

from dataclasses import dataclass, field

from cladpy.ir.statements import Block, For, If, While, With

Place = tuple[int, ...]


@dataclass(slots=True)
class Places:
    """The place of each nested block: of an if's two sides and of a loop's body."""

    found: dict[tuple[int, str], Place] = field(default_factory=dict)
    around: dict[int, Place] = field(default_factory=dict)
    loops: set[int] = field(default_factory=set)
    count: int = 0

    @classmethod
    def of(cls, body: Block) -> "Places":
        """Return the places of a function's blocks, numbered as ``number_versions`` does."""
        places = cls()
        places.walk(body, (0,))
        return places

    def walk(self, block: Block, place: Place) -> None:
        """Note the place of each statement of a block, and number the blocks inside."""
        for statement in block:
            self.around[id(statement)] = place
            if isinstance(statement, If):
                self.inner(statement, "body", statement.body, place)
                self.inner(statement, "orelse", statement.orelse, place)
            elif isinstance(statement, For | While):
                self.loops.add(self.count + 1)
                self.inner(statement, "body", statement.body, place)
            elif isinstance(statement, With):
                self.walk(statement.body, place)

    def inner(self, owner: object, side: str, block: Block, place: Place) -> None:
        """Give a block of a statement its number, and walk it."""
        self.count += 1
        inner = (*place, self.count)
        self.found[id(owner), side] = inner
        self.walk(block, inner)

    def loops_of(self, place: Place) -> tuple[int, ...]:
        """Return the loops around a place, from the outside in."""
        return tuple(number for number in place if number in self.loops)

    def body(self, statement: If | For | While) -> Place:
        """Return the place of the body."""
        return self.found[id(statement), "body"]

    def orelse(self, statement: If) -> Place:
        """Return the place of the else side."""
        return self.found[id(statement), "orelse"]
