"""The one lens that decides what may be known: whose seat, up to which ply, with or without what comes later."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lens:
    """What a reader may know. It filters cards, moves, notes, branches and results alike."""

    seat: int | None = None
    """The seat looked from; None looks at every hand at once."""
    ply: int | None = None
    """The last ply that may be known; None sets no end."""
    spoilers: bool = True
    """False hides what comes later: with seat None, also the face-down cards that nobody at the table has seen."""

    def sees(self, owner: int) -> bool:
        """Whether what only `owner` can see is seen through this lens."""
        return self.seat is None or self.seat == owner

    @property
    def sees_unseen(self) -> bool:
        """Whether the face of a card that nobody at the table has seen is shown."""
        return self.seat is None and self.spoilers

    def reaches(self, ply: int) -> bool:
        """Whether that ply lies within what may be known."""
        return self.ply is None or ply <= self.ply


EVERYTHING = Lens()
