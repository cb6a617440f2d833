"""What a rule decides about an action, how large a position is, and the smallest one by which a rule still decides the same way.

Positions are worked on as text (`replays/FORMAT.md`): every step is read back by the game, so that what cannot be is never reached.
The steps themselves, and what is odd about a position, are each game's own (`Game.smaller`, `Game.weigh`).

The size of a case is compared item by item, the first one that differs deciding:

1. oddities: what could not have come about in play, or what the action speaks of and is not there;
2. options that differ from the preset;
3. seats;
4. cards that lie anywhere but in the draw pile;
5. cards whose faces are known, those that the action names included;
6. keys that the position text names;
7. the numbers in it, and those of the action, added up;
8. the length of the text and the action, and at last the two themselves, so that no two cases are equally large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from cardlab.errors import CardlabError
from cardlab.game import CHANCE, REFEREE, Event, Game, Move

VERDICTS = ("forbids", "follows", "scores", "allows")
"""What a rule can be to an action: the one that forbids it; the reason of something that followed, or of points that were counted;
one that allows or forces it."""

SCORED = frozenset({"scores", "points", "credited"})
"""Facts of the events that count points."""


Size = tuple[Any, ...]


class Case(NamedTuple):
    """A position as text, and an action in it."""

    text: str
    action: str
    player: int


def owner(game: Game, state: Any, move: Move) -> int:
    """Whose action it is when nobody is named, as `Position.ruling` has it."""
    if isinstance(move, int):
        player: int | None = state.player
        return player if player is not None and player >= 0 else 0
    return REFEREE if game.is_referee(move) else CHANCE


def judge(game: Game, state: Any, player: int, move: Move) -> dict[str, str]:
    """By rule id the verdict that it has on the action; the one rule that forbids it, or all that allow it and made what followed.
    A rule that allows an action and makes something follow besides counts as one that allows."""
    trace: list[str] = []
    forbidden = game.forbids(state, player, move, trace)
    if forbidden is not None:
        return {forbidden: "forbids"}
    verdicts = dict.fromkeys(trace, "allows")
    log: list[Event] = []
    after = state.copy()
    game.apply(after, player, move, log)
    for event in log:
        for rule in event.rules:
            verdicts.setdefault(rule, "scores" if SCORED & event.facts.keys() else "follows")
    return verdicts


class Weighed(NamedTuple):
    """A case in canonical words, how large it is, and what every rule decides in it."""

    case: Case
    size: Size
    verdicts: dict[str, str]


@lru_cache(maxsize=200_000)
def decided(game: Game, case: Case) -> dict[str, str]:
    """What every rule decides about the case; nothing where it cannot be read."""
    try:
        state = game.read_position(case.text)
        return judge(game, state, case.player, game.read(state, case.action))
    except (CardlabError, LookupError, RuntimeError, StopIteration):
        # most that cannot be is refused by the reader; what it lets pass may have no card where the engine looks for one
        return {}


@lru_cache(maxsize=200_000)
def weigh(game: Game, case: Case) -> Weighed | None:
    """The case weighed and judged; None where it cannot be read, or not be read back as it is written."""
    if not (verdicts := decided(game, case)):
        return None
    state = game.read_position(case.text)
    text = game.write_position(state)
    if text != case.text:
        # what a text leaves out may depend on the rest: only what can be read back stands
        try:
            state = game.read_position(text)
        except CardlabError:
            return None
        if game.write_position(state) != text:
            return None
    case = Case(text, case.action, case.player)
    return Weighed(case, _size(game, state, case), verdicts)


def _size(game: Game, state: Any, case: Case) -> Size:
    """How large a case is; see the head of this module."""
    head, middle, *seats = case.text.split(" | ")
    fields = [word for part in (middle, *seats) for word in part.split() if "=" in word and not word.startswith("draw=")]
    weight = game.weigh(state, case.player, game.read(state, case.action))
    return (
        weight.oddities,
        head.count("="),
        state.seats,
        weight.cards,
        weight.known + len(re.findall(r"(?<![\w.])-?\d+|SB", case.action)),
        len(fields),
        sum(_numbers(fields)) + sum(_numbers([case.action])),
        len(case.text) + len(case.action),
        case,
    )


def _numbers(words: list[str]) -> Iterator[int]:
    """The numbers in some words without their signs, times their repeats left out; a wild counts more than any number."""
    for word in words:
        for found in re.findall(r"(?<![\dx])\d+|SB", word.partition("=")[2] or word):
            yield 13 if found == "SB" else int(found)


def smaller(game: Game, case: Case, rule: str, verdict: str) -> Iterator[Case]:
    """The cases one step smaller in which the rule has the same verdict, in the order of the steps. ValueError where it has not
    that verdict in the case itself."""
    start = weigh(game, case)
    if start is None or start.verdicts.get(rule) != verdict:
        raise ValueError(f"{rule} has not the verdict {verdict!r} on {case.action!r} at {case.text!r}")
    for step in game.smaller(case.text, case.action, case.player):
        if decided(game, Case(*step)).get(rule) == verdict:
            found = weigh(game, Case(*step))
            if found is not None and found.size < start.size:
                yield found.case


def shrink(game: Game, case: Case, rule: str, verdict: str) -> Case:
    """The case that is left when no single step makes it smaller. The same case gives the same one always."""
    while (found := next(smaller(game, case, rule, verdict), None)) is not None:
        case = found
    return case
