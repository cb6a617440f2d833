"""Letting bots play on: one folded branch."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from cardlab.errors import UnknownName
from cardlab.game import CHANCE, Move, Outcome
from cardlab.scratch.hidden import UNKNOWN, face_text, unseen
from cardlab.scratch.lines import Play
from cardlab.scratch.tree import Node, ScratchError, asking_engine
from cardlab.text import fill, word

if TYPE_CHECKING:
    from cardlab.scratch.table import Scratch

MOST = 5_000
"""Plies that may be asked for at once."""


@dataclass(frozen=True)
class PlayedOut:
    """What the bots did."""

    first: Node
    """The node that the folded branch begins with."""
    last: Node
    """The node now on the table."""
    plies: int
    outcome: Outcome | None
    """How the match ended; None where it goes on."""
    capped: bool
    """Whether the cap stopped them short of what was asked for."""

    def text(self, lang: str = "en") -> str:
        """What they did, and whether the cap stopped them."""
        key = "played_out_end" if self.outcome else "played_out_cap" if self.capped else "played_out_plies"
        return fill(word("scratch", key, lang), {"plies": str(self.plies)})

    def __str__(self) -> str:
        return self.text()


def play_out(scratch: Scratch, plies: int | None, bots: str, seed: int, cap: int) -> PlayedOut:
    """Bots play `plies` plies, or to the end of the match, at most `cap`. Cards that are not known here are first dealt at random from the
    seed, in a node of their own. UnknownName for the bot; ScratchError where nobody is to act any more, or the cap is beyond MOST."""
    game = scratch.game
    if bots not in game.bots:
        raise UnknownName("bot", bots, list(game.bots))
    if not 1 <= cap <= MOST:
        raise ScratchError(f"the cap is 1 to {MOST} plies, not {cap}")
    if plies is not None and plies < 1:
        raise ScratchError(f"expected at least one ply, not {plies}")
    if scratch.position.player is None:
        raise ScratchError("the match is over: there is nothing to play out")
    state = scratch.position.state
    if any(face_text(game, state, card) == UNKNOWN for card in unseen(game, state, scratch.lens)) and state.player != CHANCE:
        scratch.rest_at_random(seed)
    state, random = scratch.position.state, Random(f"play out/{seed}")
    wanted = min(cap, plies or cap)
    made: list[tuple[int, str]] = []
    with asking_engine(scratch.node.checked):
        while state.player is not None and len(made) < wanted:
            player = state.player
            move: Move = game.sample(state, random) if player == CHANCE else game.bots[bots](state, player, random)
            made.append((player, game.write(state, move)))
            if (rule := game.forbids(state, player, move)) is not None:
                raise ScratchError(f"the bot {bots!r} found no legal action in this position [{rule}]")
            game.apply(state, player, move)
    first = len(scratch.tree.nodes)
    last = scratch.grow(Play(0, first, scratch.node.id, made, by=bots, folded=True))
    outcome = game.outcome(state)
    capped = outcome is None and len(made) == cap and (plies is None or plies > cap)
    return PlayedOut(scratch.tree.node(first), last, len(made), outcome, capped)
