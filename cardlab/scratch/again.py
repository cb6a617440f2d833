"""Playing again what followed, behind a move that was inserted or changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cardlab.errors import CardlabError
from cardlab.explain import Ruling, rule
from cardlab.game import CHANCE, Action, Move
from cardlab.position import Position
from cardlab.replay.carry import carrier
from cardlab.scratch.lines import Play
from cardlab.scratch.tree import Node, ScratchError, asking_engine, play
from cardlab.text import fill, word

if TYPE_CHECKING:
    from cardlab.scratch.table import Scratch

LEGAL: Final = "legal"
ILLEGAL: Final = "illegal"
UNKNOWN: Final = "unknown"
MOST: Final = 5_000


@dataclass(frozen=True)
class Replayed:
    """A later move, played again."""

    number: int
    """Its place behind the change, counted from 1."""
    action: Action
    """As it was."""
    verdict: str
    """legal: still so. illegal: a rule forbids it now. unknown: never possible to know."""
    node: Node | None = None
    """Where it was played again; None where it was not."""
    now: Action | None = None
    """As it is now, where the same card lies at another place."""
    ruling: Ruling | None = None
    """What forbids it, where it is illegal."""
    why: str = ""
    """Why it cannot be known: other_cards, behind (a move that cannot be played again), or unknown (a card has to be told first)."""
    behind: int = 0
    """The number of the move that it depends on."""

    def text(self, lang: str = "en") -> str:
        """What became of it, in words."""
        key = f"again_{self.why}" if self.verdict == UNKNOWN else f"again_{self.verdict}"
        facts = {"why": self.ruling.refusal(lang) if self.ruling is not None else "", "number": str(self.behind)}
        return f"{self.action}: {fill(word('scratch', key, lang), facts)}"


@dataclass(frozen=True)
class Reapplied:
    """A line that was played again behind a change."""

    node: Node
    """The node of the change."""
    moves: tuple[Replayed, ...]
    """Every later move, in order."""

    def count(self, verdict: str) -> int:
        """How many of them are of that verdict."""
        return sum(1 for move in self.moves if move.verdict == verdict)

    @property
    def end(self) -> Node:
        """The last node that came of it."""
        return next((move.node for move in reversed(self.moves) if move.node is not None), self.node)

    def text(self, lang: str = "en") -> str:
        """The counts, and what became of each move that is not simply legal."""
        facts = {"legal": str(self.count(LEGAL)), "illegal": str(self.count(ILLEGAL)), "unknown": str(self.count(UNKNOWN))}
        said = [fill(word("scratch", "again_counts", lang), facts)]
        return "\n".join(said + [move.text(lang) for move in self.moves if move.verdict != LEGAL])

    def __str__(self) -> str:
        return self.text()


def insert(scratch: Scratch, actions: Sequence[str], player: int | None, replace: bool, line: Sequence[Action] | None) -> Reapplied:
    """See `Scratch.insert`. What followed is, where `line` does not say it, the main branch behind the node, else the record behind it.
    IllegalAction and InvalidAction for the actions themselves, and nothing has moved then. With `replace`, as many later moves are left
    out as there are actions."""
    if not actions:
        raise ScratchError("no action is named")
    here = scratch.node
    before = scratch.at(here)
    later = list(line) if line is not None else what_followed(scratch, here)
    if len(later) > MOST:
        raise ScratchError(f"{len(later)} moves are more than can be played again at once ({MOST})")
    if replace:
        left_out = later[: len(actions)]
        later, old = later[len(actions) :], (_walk(before, left_out) or [before])[-1]
    else:
        old = before
    for action in actions:  # before anything moves
        before = play(before, action, player, here.checked)
    new = scratch.node
    for action in actions:
        new = scratch.play(action, player)
    with asking_engine(here.checked):
        moves = _again(scratch, old, later)
    return Reapplied(new, tuple(moves))


def what_followed(scratch: Scratch, node: Node) -> list[Action]:
    """The actions behind a node: those of its main branch, up to a change of cards; at a node that the record led to, those of the
    record."""
    found, there = [], node
    while there.children and there.children[0].action is not None:
        there = there.children[0]
        assert there.action is not None  # looked at just now
        found.append(there.action)
    left = scratch.left
    if found or left is None or any(n.kind != "play" for n in node.path[1:]):
        return found
    done, rest = [n.action for n in node.path[1:]], left.rest(scratch.lens)
    return rest[len(done) :] if [(a, a.player) for a in rest[: len(done)]] == [(a, a.player) for a in done if a] else found


def _walk(position: Position, actions: Sequence[Action]) -> list[Position]:
    """The positions after each action of a line that is known to be legal; as far as it is."""
    found = []
    for action in actions:
        try:
            position = position.play(action, action.player)
        except CardlabError:
            break
        found.append(position)
    return found


def _again(scratch: Scratch, old: Position, later: Sequence[Action]) -> list[Replayed]:
    """Each later move against the position that the moves before it came to, and against the one it was played in: the same card, the
    same question, else it is not the same move. Those that can be played again become one run of nodes."""
    game = scratch.game
    side = carrier(game, old.options)
    run, checked = scratch.position, scratch.node.checked
    moves: list[Replayed] = []
    plies: list[tuple[int, str]] = []
    first_fault, next_id = 0, len(scratch.tree.nodes)
    was: Position | None = old
    for number, action in enumerate(later, 1):
        player = action.player
        move = _same(side, was, run, action)
        verdict: dict[str, Any]
        if move is not None and game.forbids(run.state, player, move) is None:
            now = Action(game.write(run.state, move), player)
            run = play(run, now, player, checked)
            plies.append((player, str(now)))
            verdict = {"verdict": LEGAL, "now": now, "node": len(plies)}
        else:
            verdict = _lost(run, action, move, first_fault)
            first_fault = first_fault or number
        moves.append(Replayed(number, action, **verdict))
        following = _walk(was, [action]) if was is not None else []
        was = following[0] if following else None
    if plies:
        scratch.grow(Play(0, next_id, scratch.node.id, plies, by="again"))
    nodes = scratch.tree.nodes
    return [Replayed(m.number, m.action, m.verdict, nodes[next_id + m.node - 1], m.now) if isinstance(m.node, int) else m for m in moves]


def _lost(run: Position, action: Action, move: Move | None, first_fault: int) -> dict[str, Any]:
    """Why a move cannot be played again: what comes first and is refused is illegal; what comes behind such a one, is about other cards or
    waits for a card to be told cannot be known."""
    game, player = run.game, action.player
    if run.player == CHANCE and player != CHANCE:
        return {"verdict": UNKNOWN, "why": "unknown"}
    try:
        said = move if move is not None else run.read(action, player)[1]
        refused = game.forbids(run.state, player, said) is not None
    except (CardlabError, LookupError):
        return {"verdict": UNKNOWN, "why": "other_cards"}
    if refused and not first_fault:
        return {"verdict": ILLEGAL, "ruling": rule(game, run.names, run.state, player, said)}
    if move is None:
        return {"verdict": UNKNOWN, "why": "other_cards"}
    return {"verdict": UNKNOWN, "why": "behind", "behind": first_fault}


def _same(side: Any, was: Position | None, run: Position, action: Action) -> Move | None:
    """The move in `run` that is this action of `was`; None where it would be about other cards, or where the line that it comes from
    cannot be walked so far, as its cards are not known."""
    if was is None:
        return None
    try:
        _, move = was.read(action, action.player)
        same: Move | None = side.same(was.state, run.state, action.player, move)
    except (CardlabError, LookupError):
        return None
    return same
