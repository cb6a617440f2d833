"""Find the smallest positions for the rules and write them to `cardlab/games/*/smallest.toml`: `python scripts/smallest.py [GAME…]`.

Where a rule decides something is looked for in the positions that the games' tests ask about, in the sample games, and in matches
of the bots under every preset with options changed at random. The smallest cases found are shrunk (`cardlab/shrink.py`). Nothing here
depends on the time or on an unseeded generator: a second run over the same tests and samples writes the same files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import cardlab  # noqa: E402
from cardlab import paths  # noqa: E402
from cardlab.errors import CardlabError, OptionsError  # noqa: E402
from cardlab.game import CHANCE, REFEREE, Game, Move  # noqa: E402
from cardlab.games import GAMES, find_game  # noqa: E402
from cardlab.rulebook import read_rulebook  # noqa: E402
from cardlab.shrink import Case, Weighed, judge, owner, shrink, weigh  # noqa: E402

KEPT: Final = 3
"""Cases kept for a rule, a verdict and a preset: those with the least that is odd, then the fewest options changed, the fewest seats,
the shortest text."""
SHARE: Final = 12
"""Rules (with a verdict each) that are shrunk one after the other by one process."""
WORKERS: Final = 4
MATCHES: Final = 14
"""Matches that bots play for each preset."""
PLIES: Final = 300
"""Plies of each of them at most."""
TESTS: Final = ("test_*_rules.py", "test_*_match.py", "test_*_scenarios.py", "test_*_lines.py", "test_*_rounds.py", "test_*_turns.py",
                "test_*_position.py")  # fmt: skip
"""Tests whose positions are looked at; not those that play whole matches."""

Found = dict[tuple[str, str, str], list[tuple[tuple[int, int, int, int, Case], Case]]]
"""By rule, verdict and preset the cases found so far, smallest first."""


class Harvest:
    """Cases in which a rule decides, the smallest ones kept."""

    def __init__(self, game: Game) -> None:
        self.game, self.found = game, Found()
        self._seen: set[tuple[str, int, Move]] = set()

    def look(self, state: Any, player: int, move: Move) -> None:
        """Keep what is decided about this action in this state."""
        verdicts = judge(self.game, state, player, move)
        wanted = []
        rough = (self.game.weigh(state, player, move).oddities, len(state.options.changes()), state.seats)
        for rule, verdict in verdicts.items():
            key = rule, verdict, state.options.preset
            kept = self.found.get(key, [])
            if len(kept) < KEPT or kept[-1][0][:3] >= rough:
                wanted.append(key)
        if not wanted:
            return
        try:
            case = Case(self.game.write_position(state), self.game.write(state, move), player)
        except CardlabError:
            return
        rank = (*rough, len(case.text) + len(case.action), case)
        for key in wanted:
            kept = self.found.setdefault(key, [])
            if all(case != other for _, other in kept):
                kept.append((rank, case))
                kept.sort(key=lambda one: one[0])
                del kept[KEPT:]


def from_tests(harvest: Harvest) -> None:
    """What the games' tests ask the engine about."""
    game = harvest.game
    plain = game.forbids
    inside = False

    def forbids(state: Any, player: int, move: Move, trace: list[str] | None = None) -> str | None:
        nonlocal inside
        if not inside:
            inside = True
            try:
                harvest.look(state, player, move)
            finally:
                inside = False
        return plain(state, player, move, trace)

    game.forbids = forbids  # type: ignore[method-assign]
    try:
        files = [str(file) for pattern in TESTS for file in sorted((ROOT / "tests" / "games").glob(pattern)) if game.name in file.name]
        if code := pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", *files]):
            raise SystemExit(f"the tests of {game.name} do not pass (exit code {code})")
    finally:
        del game.forbids


def from_samples(harvest: Harvest) -> None:
    """The plies of the sample games, and what could have been tried instead."""
    for file in sorted(paths.replays().rglob("*.jsonl")):
        replay = cardlab.load(file)
        if replay.game.name != harvest.game.name:
            continue
        before = replay.at(0).state
        for ply in replay.main.plies():
            _sweep(harvest, before, Random(f"{file.name}/{ply.number}"), 0.1)
            harvest.look(before, ply.player, harvest.game.read(before, ply.action))
            before = ply.position.state


def from_bots(harvest: Harvest) -> None:
    """Matches of bots under every preset, most with some options changed at random."""
    game = harvest.game
    for preset in game.presets:
        for number in range(MATCHES):
            random = Random(f"{game.name}/{preset}/{number}")
            state = _start(game, preset, random, changes=0 if number % 4 == 0 else random.randint(1, 4))
            bot = game.bots[random.choice(["random", "sensible", "sensible"])]
            for _ in range(PLIES):
                if state.player is None:
                    _sweep(harvest, state, random, 1)
                    break
                _sweep(harvest, state, random, 0.05)
                move, player = _next(game, state, bot, random)
                harvest.look(state, player, move)
                game.apply(state, player, move)


def _start(game: Game, preset: str, random: Random, changes: int) -> Any:
    """The start of a match by a preset, so many of its options changed at random."""
    from cardlab.games.skipbo import options as skipbo
    from cardlab.games.skyjo import options as skyjo

    words: dict[str, tuple[Any, ...]] = skipbo.WORDS if game.name == "skipbo" else {skyjo.dotted(k): v for k, v in skyjo.CHOICES.items()}  # type: ignore[assignment]
    while True:
        chosen = {name: random.choice(words[name]) for name in random.sample(sorted(words), changes)}
        try:
            return game.start(game.options(preset, chosen), random.choice([1, 2, 2, 2, 3, 4, 4, 6]))
        except OptionsError:
            continue


def _next(game: Game, state: Any, bot: Any, random: Random) -> tuple[Move, int]:
    if random.random() < 0.03:
        for move in random.sample(calls := list(_words(game, state)), len(calls)):
            if game.is_referee(move) and game.forbids(state, REFEREE, move) is None:
                return move, REFEREE
    if state.player == CHANCE:
        return game.sample(state, random), CHANCE
    return bot(state, state.player, random), state.player


def _words(game: Game, state: Any) -> Iterator[Move]:
    """Actions of chance and the referee, fit or not."""
    texts = [f"{word} {seat}" for word in ("penalty", "out_of_turn", "dealer", "starter", "leave") for seat in range(state.seats)]
    texts += [f"overdraw {seat} {number}" for seat in range(state.seats) for number in (1, 2)]
    texts += ["noticed", "timeout", "reveal 1", "reveal 1 1", "deal ?x162", "deal ?x150", "reshuffle ?x12", "dealer_draw 1 1"]
    texts += [f"take_back {play}" for play in ("S>B1", "H7>B1", "D1>B2")]
    for text in texts:
        try:
            yield game.read(state, text)
        except CardlabError:
            continue


def _sweep(harvest: Harvest, state: Any, random: Random, share: float) -> None:
    """What may be tried here, by the seat to act, by another one, by chance and the referee, for a share of the positions."""
    if random.random() >= share:
        return
    game = harvest.game
    seat = owner(game, state, 0)
    for move in game.tries(state):
        if game.write(state, move).endswith(">H"):
            continue
        harvest.look(state, seat, move)
        if random.random() < 0.1:
            harvest.look(state, (seat + 1) % state.seats, move)
    for called in _words(game, state):
        harvest.look(state, owner(game, state, called), called)


def harvest(game: Game) -> Found:
    found = Harvest(game)
    from_tests(found)
    from_samples(found)
    from_bots(found)
    return found.found


# -- shrinking


Key = tuple[str, str, str]
"""Rule, verdict, preset."""


def smallest_cases(game: Game, found: Found) -> dict[Key, Case]:
    """The smallest case for each rule, verdict and preset. No rule depends on another one, so that they are shared out."""
    shares = [(game.name, share) for share in _shares(found)]
    with ProcessPoolExecutor(WORKERS) as pool:
        return {key: case for done in pool.map(_shrunk, shares) for key, case in done.items()}


def _shares(found: Found) -> Iterator[Found]:
    """The cases in shares of some rules each, neighbours together: they are often shown by the same positions."""
    whats = sorted({key[:2] for key in found})
    for first in range(0, len(whats), SHARE):
        yield {key: kept for key, kept in found.items() if key[:2] in whats[first : first + SHARE]}


def _shrunk(share: tuple[str, Found]) -> dict[Key, Case]:
    """The smallest case for each key of a share. What one preset has is tried under the others: as it stands there, and with the
    options that it was found with."""
    game, found = find_game(share[0]), share[1]
    best: dict[Key, Weighed] = {}

    def offer(case: Case, rule: str, verdict: str, preset: str) -> None:
        start = weigh(game, case)
        if start is None or start.verdicts.get(rule) != verdict:
            return
        shrunk = weigh(game, shrink(game, start.case, rule, verdict))
        assert shrunk is not None
        if (key := (rule, verdict, preset)) not in best or shrunk.size < best[key].size:
            best[key] = shrunk

    def told(rule: str, verdict: str) -> list[Weighed]:
        return [best[rule, verdict, preset] for preset in game.presets if (rule, verdict, preset) in best]

    for rule, verdict in sorted({key[:2] for key in found}):
        for preset in game.presets:
            for other in told(rule, verdict):
                for case in _moved(game, other.case, preset):
                    offer(case, rule, verdict, preset)
            if (rule, verdict, preset) not in best or best[rule, verdict, preset].size[1]:
                for _, case in found.get((rule, verdict, preset), []):
                    offer(case, rule, verdict, preset)
        # what a later preset has may be smaller than what an earlier one has
        least = min((other.size[:7] for other in told(rule, verdict)), default=())
        for preset in game.presets:
            if (rule, verdict, preset) not in best or best[rule, verdict, preset].size[:7] > least:
                for other in told(rule, verdict):
                    for case in _moved(game, other.case, preset):
                        offer(case, rule, verdict, preset)
    return {key: weighed.case for key, weighed in best.items()}


def _moved(game: Game, case: Case, preset: str) -> Iterator[Case]:
    """The case under another preset: with the options it names alone, and with all that makes the same game of it."""
    state = game.read_position(case.text)
    rest = case.text.partition(" | ")[2]
    wanted = state.options.as_dict()
    base = game.options(preset, {}).as_dict()
    for changes in (state.options.changes(), {name: value for name, value in wanted.items() if base[name] != value}):
        told = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in changes.items()]
        yield Case(f"{' '.join([game.name, preset, *told])} | {rest}", case.action, case.player)


# -- the file


HEAD: Final = """# The smallest position for each rule, what the rule decides there and under which presets (`cardlab.smallest`).
# Made by `python scripts/smallest.py`; not to be edited by hand.
"""
UNREADABLE: Final = {"skyjo.E12": "by_reading"}
"""Rules that are enforced and that no action can bring up, and the word that says why (`words.toml`, table `smallest`)."""


def write_cases(game: Game, best: dict[Key, Case]) -> str:
    """The file: one entry for all presets of a rule in which it is shown by the same position."""
    presets = list(game.presets)
    groups: dict[tuple[str, str, str, str, str, int], list[str]] = {}
    for (rule, verdict, preset), case in sorted(best.items(), key=lambda one: (*one[0][:2], presets.index(one[0][2]))):
        head, _, rest = case.text.partition(" | ")
        options = " ".join(head.split()[2:])
        groups.setdefault((rule, verdict, options, rest, case.action, case.player), []).append(preset)
    lines = [HEAD]
    if without := [rule for rule in read_rulebook(game.name) if rule in UNREADABLE]:
        lines += ["[without]", *(f'"{rule}" = "{UNREADABLE[rule]}"' for rule in without), ""]
    for (rule, verdict, options, rest, action, player), names in groups.items():
        lines += ["[[cases]]", f'rule = "{rule}"', f'verdict = "{verdict}"', f"presets = [{', '.join(map(_quoted, names))}]"]
        lines += [f'options = "{options}"'] if options else []
        lines += [f'position = "{rest}"', f'action = "{action}"']
        state = game.read_position(f"{' '.join(filter(None, (game.name, names[0], options)))} | {rest}")
        lines += [f"player = {player}"] if player != owner(game, state, game.read(state, action)) else []
        lines.append("")
    return "\n".join(lines)


def _quoted(word: str) -> str:
    return f'"{word}"'


def main(names: list[str]) -> None:
    for game in GAMES:
        if names and game.name not in names:
            continue
        found = harvest(game)
        book = read_rulebook(game.name)
        enforced = {rule.id for rule in book.values() if rule.by not in ("none", "option")}
        if missing := sorted(enforced - {key[0] for key in found} - UNREADABLE.keys()):
            raise SystemExit(f"no position for {', '.join(missing)}")
        best = smallest_cases(game, found)
        file = ROOT / "cardlab" / "games" / game.name / "smallest.toml"
        file.write_text(write_cases(game, best), encoding="utf-8")
        print(f"{file.relative_to(ROOT)}: {len({key[0] for key in best})} rules, {len(best)} cases")


if __name__ == "__main__":
    main(sys.argv[1:])
