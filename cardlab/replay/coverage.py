"""Which rules governed which plies of which games, and which rules no game has shown yet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlab.errors import ReplayError
from cardlab.game import Event, Game
from cardlab.games import GAMES
from cardlab.replay.replay import Replay, load
from cardlab.rulebook import Rule, read_rulebook

if TYPE_CHECKING:
    import pandas

NOT_PLAYED: Final = ("none", "option")
"""What the catalogue says of rules that no ply can show."""


def governed(replay: Replay) -> dict[str, list[int]]:
    """The plies of the main line by the rule that allowed, forced or scored them."""
    found: dict[str, list[int]] = {}
    game, state = replay.game, replay.start_state()
    for n, (player, move) in enumerate(replay.moves, 1):
        rules: list[str] = []
        events: list[Event] = []
        game.forbids(state, player, move, rules)
        game.apply(state, player, move, events)
        for rule in dict.fromkeys([*rules, *(rule for event in events for rule in event.rules)]):
            found.setdefault(rule, []).append(n)
    return found


def refused(replay: Replay) -> dict[str, int]:
    """At how many positions of the main line a rule keeps back an action that the seat to act might think of."""
    found: dict[str, int] = {}
    game, state = replay.game, replay.start_state()
    for player, move in replay.moves:
        for rule in _kept_back(game, state):
            found[rule] = found.get(rule, 0) + 1
        game.apply(state, player, move)
    return found


def _kept_back(game: Game, state: Any) -> set[str]:
    seat = state.player
    if seat is None or seat < 0:
        return set()
    return {rule for move in game.candidates(state) if (rule := game.forbids(state, seat, move)) is not None}


@dataclass(frozen=True)
class Use:
    """What the games made of one rule."""

    game: str
    rule: Rule
    plies: Mapping[str, Sequence[int]]
    """The plies that it governed, by file."""
    refusals: Mapping[str, int]
    """At how many positions it kept back an action that the seat to act might think of, by file."""

    @property
    def total(self) -> int:
        """Plies that it governed in all files."""
        return sum(map(len, self.plies.values()))

    @property
    def kept_back(self) -> int:
        return sum(self.refusals.values())

    @property
    def exercised(self) -> bool:
        """Whether it governed a ply or kept one back."""
        return bool(self.plies or self.refusals)

    @property
    def by(self) -> str:
        """How the engine has it (check, event, outcome, option, none), as the catalogue says; its kind where it does not say."""
        return str(getattr(self.rule, "by", None) or self.rule.kind)

    @property
    def enforced(self) -> bool:
        """Whether a ply can show it."""
        by: str | None = getattr(self.rule, "by", None)
        return by not in NOT_PLAYED if by else self.rule.kind in ("rule", "ruling")


@dataclass(frozen=True)
class Coverage:
    """Every rule of the games that were looked at, most exercised first."""

    uses: tuple[Use, ...]
    files: tuple[str, ...]
    problems: tuple[str, ...]
    """Files that could not be read, and lines that could not be played: `path:line: what`."""

    def __getitem__(self, rule: str) -> Use:
        """What the games made of that rule; KeyError for an id that no game of these has."""
        for use in self.uses:
            if use.rule.id == rule:
                return use
        raise KeyError(rule)

    @property
    def unexercised(self) -> tuple[Use, ...]:
        """Rules that a ply could show and none of the games does, by game and kind."""
        missing = [use for use in self.uses if use.enforced and not use.exercised]
        return tuple(sorted(missing, key=lambda use: (use.game, use.by)))

    def to_frame(self) -> pandas.DataFrame:
        """One row a rule: game, kind, by, plies, kept_back, files; the index is its id."""
        import pandas

        rows = [
            (use.rule.id, use.game, use.rule.kind, use.by, use.total, use.kept_back, tuple(dict.fromkeys([*use.plies, *use.refusals])))
            for use in self.uses
        ]
        return pandas.DataFrame(rows, columns=["rule", "game", "kind", "by", "plies", "kept_back", "files"]).set_index("rule")

    def text(self, lang: str = "en") -> str:
        """A table: plies, kept back, files, rule; then the rules that a ply could show and none does."""
        shown = [use for use in self.uses if use.exercised]
        lines = [f"{len(self.files)} files, {len(shown)} of {sum(use.enforced or use.exercised for use in self.uses)} rules exercised"]
        lines += [*self.problems, "", "  plies  kept back  files  rule"]
        for use in shown:
            files = len({*use.plies, *use.refusals})
            lines.append(f"{use.total:7}  {use.kept_back:9}  {files:5}  {use.rule.id}: {use.rule.text[lang]}")
        missing = self.unexercised
        lines += ["", f"never exercised: {len(missing)}" if missing else "never exercised: none"]
        lines += [f"  {use.by:8} {use.rule.id}: {use.rule.text[lang]}" for use in missing]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def coverage(paths: Iterable[str | PathLike[str]]) -> Coverage:
    """What the games in these files made of the rules; a folder stands for all .jsonl files in it. A file that cannot be read is
    told in `problems`, and so is every line that cannot be played."""
    plies: dict[str, dict[str, list[int]]] = {}
    refusals: dict[str, dict[str, int]] = {}
    files, problems, games = [], [], set()
    for path in _files(paths):
        try:
            replay = load(path)
        except (ReplayError, OSError) as error:
            problems.append(str(error) if isinstance(error, ReplayError) else f"{path}: {error.strerror or error}")
            continue
        problems += map(str, replay.problems)
        if not replay.playable:
            continue
        files.append(path)
        games.add(replay.game.name)
        for rule, numbers in governed(replay).items():
            plies.setdefault(rule, {})[path] = numbers
        for rule, number in refused(replay).items():
            refusals.setdefault(rule, {})[path] = number
    uses = [
        Use(game.name, rule, plies.get(rule.id, {}), refusals.get(rule.id, {}))
        for game in GAMES
        if game.name in games
        for rule in read_rulebook(game.name).values()
    ]
    uses.sort(key=lambda use: (-use.total, -use.kept_back))
    return Coverage(tuple(uses), tuple(files), tuple(problems))


def _files(paths: Iterable[str | PathLike[str]]) -> list[str]:
    found: list[str] = []
    for path in paths:
        found += map(os.fspath, sorted(Path(path).rglob("*.jsonl"))) if Path(path).is_dir() else [os.fspath(path)]
    return list(dict.fromkeys(found))
