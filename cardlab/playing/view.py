"""A match as plain data, for a widget or any other front end: only what the person's seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlab.text import check_language, fact_texts, fill, word

if TYPE_CHECKING:
    from cardlab.playing.match import Match
    from cardlab.playing.seen import Seen


def view(match: Match, lang: str, since: int = 0) -> dict[str, Any]:
    """All that the person may see.

    `table`: zones, cards, seats and `at` (player, round, turn, phase) in the shapes of the viewer's frames. `legal`: what may be done,
    each with its words. `tries` and `refusals`: what may be tried by pointing, in the shapes of the scratch table's view. `log`: what
    has happened after ply `since`, each with its sentence, its rules, the cards that came into the own hand, and what changed on the
    table. `clock`: the seconds of a turn and those that remain, or None. `result`: how it ended, or None."""
    check_language(lang)
    table, outcome = match.table, match.outcome
    return {
        "game": match.game.name,
        "title": match.game.title,
        "preset": match.options.preset,
        "file": str(match.path),
        "seat": match.seat,
        "names": list(match.names),
        "bots": list(match.bots),
        "bands": dict(match.game.faces),
        "table": {
            "zones": [list(zone) for zone in table.zones],
            "cards": [[list(cards.codes), cards.count] for cards in table.cards],
            "seats": [[info.score, [list(mark) for mark in info.marks]] for info in table.seats],
            "at": [table.player, table.round, table.turn, table.phase],
        },
        "ply": match.plies,
        "to_act": match.player,
        "left": match.left,
        "over": match.over,
        "legal": [{"action": str(action), "says": says(match, action, lang)} for action in match.legal_actions()],
        **match.tries(),
        "log": told(match.log[since:], lang),
        "clock": None if match.limit is None else {"limit": match.limit, "remaining": match.remaining},
        "result": outcome and {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)},
    }


def says(match: Match, action: str, lang: str) -> str:
    """An action that may be done, in words."""
    ruling = match.ruling(action)
    return fill(word("phrases", ruling.phrase, lang, match.game.name), fact_texts(ruling.facts, match.names))


def told(log: Sequence[Seen], lang: str) -> list[dict[str, Any]]:
    """What has happened, as data."""
    return [
        {
            "ply": seen.ply,
            "player": seen.player,
            "action": seen.why.action,
            "text": seen.why.text(lang),
            "rules": list(seen.why.rules),
            "gained": list(seen.gained),
            "changes": seen.changes,
        }
        for seen in log
    ]
