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

    seats: frozenset[int] | None = None
    """Several seats at once, or none, where a teacher turns up one hand after the other: `seat` is then None and says nothing. With
    `spoilers` the cards before these seats that nobody has seen are shown too."""

    def sees(self, owner: int) -> bool:
        """Whether what only `owner` can see is seen through this lens."""
        if self.seats is not None:
            return owner in self.seats
        return self.seat is None or self.seat == owner

    @property
    def sees_unseen(self) -> bool:
        """Whether the face of a card that nobody at the table has seen is shown."""
        return self.seat is None and self.seats is None and self.spoilers

    def turns_up(self, owner: int) -> bool:
        """The same of a card that lies before that seat."""
        return self.sees_unseen or (self.seats is not None and self.spoilers and owner in self.seats)

    def reaches(self, ply: int) -> bool:
        """Whether that ply lies within what may be known."""
        return self.ply is None or ply <= self.ply


EVERYTHING = Lens()
