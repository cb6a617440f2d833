"""Making replays: matches played by bots, and lessons composed by hand. Every action is checked as it is made."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from random import Random
from typing import Any, Final, Self
from uuid import UUID, uuid5

from cardlab.errors import UnknownName
from cardlab.game import CHANCE, REFEREE, Game, Move
from cardlab.games import find_game
from cardlab.position import Position, start
from cardlab.replay.judge import state_hash
from cardlab.replay.records import (
    FORMAT,
    GLYPHS,
    VERSION,
    ActionPly,
    BranchStart,
    ChancePly,
    Checkpoint,
    Header,
    Note,
    Record,
    RefereePly,
    Result,
)
from cardlab.replay.writer import write_file, write_lines
from cardlab.rulebook import read_rulebook

EVERY: Final = 100
"""Plies between two checkpoints."""

BOT_NAMES: Final = ("Ana", "Leo", "Mia", "Tom", "Eva", "Jan", "Sofia", "Hugo")

NAMESPACE: Final = UUID("6c1f6f0e-8d0b-5b57-9a9c-0d6a4f5be2a1")
"""Under which the ids of made games are formed, so that the same game gets the same id."""


def header(
    game: Game,
    options: Any,
    seats: Sequence[str],
    *,
    title: str = "",
    language: str = "en",
    id: str = "",
    date: str | None = None,
    source: str | None = None,
    tags: Sequence[str] = (),
    sees: Sequence[int] | None = None,
    position: str | None = None,
) -> Header:
    """The header of a new file: every option is written out, so that a later change of a preset changes no old game."""
    return Header(
        seq=0, format=FORMAT, version=f"{VERSION[0]}.{VERSION[1]}", game=game.name, preset=options.preset, options=options.as_dict(),
        seats=list(seats), title=title, language=language, rulebook=read_rulebook(game.name).version, id=id, date=date, source=source,
        tags=list(tags), sees=None if sees is None else list(sees), position=position,
    )  # fmt: skip


def ply_record(player: int, action: str, branch: str | None = None) -> ActionPly | ChancePly | RefereePly:
    """The line of one ply; its `seq` is given when it is written."""
    if player == CHANCE:
        return ChancePly(seq=0, action=str(action), branch=branch)
    if player == REFEREE:
        return RefereePly(seq=0, action=str(action), branch=branch)
    return ActionPly(seq=0, seat=player, action=str(action), branch=branch)


def play_match(
    game: Game | str,
    players: int | Sequence[str] = 2,
    preset: str | None = None,
    seed: int = 0,
    bots: str | Sequence[str] = "sensible",
    cap: int = 20_000,
    *,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[str], object] | None = None,
    progress: Callable[[int], object] | None = None,
) -> str:
    """The text of a replay file of a match between bots: the same arguments give the same text.

    `players`: how many, or their names. `bots`: one name for all seats, or one a seat. After `cap` plies a match that has not
    ended is left there: the file then has no result and its header says so, and `tell` is called with a sentence (a warning,
    where none is given). `progress` is called now and then with the number of plies so far."""
    game = find_game(game) if isinstance(game, str) else game
    names = [BOT_NAMES[i] if i < len(BOT_NAMES) else f"Bot {i + 1}" for i in range(players)] if isinstance(players, int) else list(players)
    chosen = game.options(preset or next(iter(game.presets)), dict(options or {}))
    state = game.start(chosen, len(names))
    players_by_seat = _bots(game, bots, len(names))
    records = _play_out(game, state, players_by_seat, Random(seed), cap, progress)
    outcome = game.outcome(state)
    kinds = bots if isinstance(bots, str) else ", ".join(bots)
    source = f"played by bots ({kinds}), seed {seed}"
    if outcome is None:
        source += f"; stopped at the cap of {cap} plies"
        sentence = f"no end after {cap} plies (the cap): the game has no result"
        if tell is not None:
            tell(sentence)
        else:
            warnings.warn(sentence, stacklevel=2)
    else:
        records.append(Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores)))
    name = str(uuid5(NAMESPACE, repr((game.name, sorted(chosen.as_dict().items()), names, seed, kinds, cap))))
    first = header(game, chosen, names, id=name, source=source)
    return write_lines([first, *records]).decode("utf-8")


def _bots(game: Game, bots: str | Sequence[str], seats: int) -> list[Callable[[Any, int, Random], int]]:
    kinds = [bots] * seats if isinstance(bots, str) else list(bots)
    if len(kinds) != seats:
        raise ValueError(f"expected one bot for all or {seats}, one a seat; got {len(kinds)}")
    for kind in kinds:
        if kind not in game.bots:
            raise UnknownName("bot", kind, list(game.bots))
    return [game.bots[kind] for kind in kinds]


def _play_out(
    game: Game,
    state: Any,
    bots: Sequence[Callable[[Any, int, Random], int]],
    random: Random,
    cap: int,
    progress: Callable[[int], object] | None,
) -> list[Record]:
    """Plies and checkpoints up to the end or the cap; `state` is then the last one."""
    records: list[Record] = []
    plies = 0
    while state.player is not None and plies < cap:
        player = state.player
        move: Move = game.sample(state, random) if player == CHANCE else bots[player](state, player, random)
        records.append(ply_record(player, game.write(state, move)))
        if (rule := game.forbids(state, player, move)) is not None:
            raise AssertionError(f"{game.name}: ply {plies + 1}, {game.write(state, move)!r} is not legal [{rule}]")
        game.apply(state, player, move)
        plies += 1
        if plies % EVERY == 0 or state.player is None:
            records.append(Checkpoint(seq=0, ply=plies, state=state_hash(game, state)))
        if progress is not None and plies % EVERY == 0:
            progress(plies)
    return records


class Composer:
    """Writes a game by hand, each action checked as it comes: `IllegalAction` and `InvalidAction` as `Position.play`.

        game = Composer("skipbo", seats=["Ana", "Leo"], title="First turn", deck=[…])
        game.play("draw", "S>B1").note("The stock comes first.", author="Eva", rule="skipbo.stock.play")
        game.write("first-turn.jsonl")

    With `deck` (faces, first dealt first) the set-up up to the deal is played at once, `starter` (a seat) to take the first turn.
    Notes stand on the ply just played. All methods that add something return the composer."""

    def __init__(
        self,
        game: Game | str,
        preset: str | None = None,
        seats: Sequence[str] = ("Ana", "Leo"),
        *,
        title: str = "",
        language: str = "en",
        options: Mapping[str, Any] | None = None,
        deck: Sequence[str] | None = None,
        starter: int | None = None,
        author: str = "",
        date: str | None = None,
        source: str | None = "composed",
        tags: Sequence[str] = (),
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.position = start(self.game, seats, preset, options=options)
        """The position after what was played so far on the line that is being written."""
        self.author = author
        """Of notes that name none."""
        self._header = header(self.game, self.position.options, seats, title=title, language=language, date=date, source=source, tags=tags)
        self._records: list[Record] = []
        self._branch: str | None = None
        self._lines: dict[str | None, list[Position]] = {None: [self.position]}
        if deck is not None:
            self._set_up(list(deck), starter)

    def _set_up(self, deck: list[str], starter: int | None) -> None:
        dealt = False
        while self.position.player == CHANCE and not dealt:
            move = self.game.deal_from(self.position.state, deck, starter)
            dealt = not isinstance(move, int) and move[0] == "deal"
            self.chance(self.game.write(self.position.state, move))

    def _take(self, action: str, player: int) -> Self:
        self.position = self.position.play(action, player)
        self._lines[self._branch].append(self.position)
        self._records.append(ply_record(player, action, self._branch))
        plies = len(self._lines[None]) - 1
        if self._branch is None and plies % EVERY == 0:
            self._checkpoint()
        return self

    def _checkpoint(self) -> None:
        end = self._lines[None]
        self._records.append(Checkpoint(seq=0, ply=len(end) - 1, state=state_hash(self.game, end[-1].state)))

    def play(self, *actions: str) -> Self:
        """Actions by the seats to act, in order."""
        for action in actions:
            player = self.position.player
            self._take(action, player if player is not None and player >= 0 else 0)  # 0: refused with the rule that says why
        return self

    def chance(self, *actions: str) -> Self:
        """Chance actions: deals, shuffles, reveals."""
        for action in actions:
            self._take(action, CHANCE)
        return self

    def sample(self, seed: int = 0) -> Self:
        """The chance actions that are due, drawn from a seed."""
        random = Random(seed)
        while self.position.player == CHANCE:
            self._take(self.position.sample(random), CHANCE)
        return self

    def referee(self, *actions: str) -> Self:
        """Penalties and irregularities that are called."""
        for action in actions:
            self._take(action, REFEREE)
        return self

    def note(
        self,
        text: str,
        *,
        author: str | None = None,
        language: str | None = None,
        glyph: str | None = None,
        rule: str | None = None,
        card: str | None = None,
        ply: int | None = None,
    ) -> Self:
        """A note on the ply just played, or on `ply` of the line that is being written. Unknown glyphs and rules are refused."""
        if glyph is not None and glyph not in GLYPHS:
            raise UnknownName("glyph", glyph, list(GLYPHS))
        if rule is not None:
            read_rulebook(self.game.name)[rule]  # refuses unknown ids, naming close ones
        end = len(self._lines[self._branch]) - 1
        if ply is not None and not 0 <= ply <= end:
            raise IndexError(f"ply {ply} is not there yet: the line has the plies 0 to {end}")
        self._records.append(
            Note(
                seq=0, ply=end if ply is None else ply, author=self.author if author is None else author, text=text,
                language=self._header.language if language is None else language, glyph=glyph, rule=rule, card=card, branch=self._branch,
            )
        )  # fmt: skip
        return self

    def branch(self, id: str, ply: int, name: str = "", author: str | None = None) -> Self:
        """Leave the line that is being written after its ply `ply`; what follows belongs to the branch until `main()`."""
        if id in self._lines:
            raise ValueError(f"branch {id!r} is there already")
        line = self._lines[self._branch]
        if not 0 <= ply < len(line):
            raise IndexError(f"ply {ply} is not there yet: the line has the plies 0 to {len(line) - 1}")
        self._records.append(BranchStart(seq=0, id=id, ply=ply, name=name, parent=self._branch, author=author))
        self._branch, self.position = id, line[ply]
        self._lines[id] = [self.position]
        return self

    def main(self) -> Self:
        """Go back to the end of the main line."""
        self._branch, self.position = None, self._lines[None][-1]
        return self

    def text(self) -> str:
        """The file as text. A checkpoint of the last ply and, where the match is over, the result stand at the end."""
        end, plies = self._lines[None][-1], len(self._lines[None]) - 1
        records = [*self._records, Checkpoint(seq=0, ply=plies, state=state_hash(self.game, end.state))]
        if (outcome := end.outcome) is not None:
            records.append(Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores)))
        told = self._header.id or str(uuid5(NAMESPACE, write_lines([self._header, *records]).decode("utf-8")))
        return write_lines([_with_id(self._header, told), *records]).decode("utf-8")

    def write(self, path: str | PathLike[str]) -> None:
        """Write the file, in one step."""
        write_file(path, self.text().encode("utf-8"))


def _with_id(first: Header, id: str) -> Header:
    import msgspec

    return msgspec.structs.replace(first, id=id)
