"""What a viewer needs to show a replay judged under another preset, as plain data: `Judged` in `frontend/src/decode.ts`.

A verdict may rest on cards that a lens does not show: where the other rules end a round earlier, its grids are counted while the record
still has them face down. For a lens that does not see such cards only what no face has a say in is told: that the ply has another
effect, and the disagreements that turn the cards up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.game import Outcome
from cardlab.lens import Lens
from cardlab.replay.verdict import Judgement, Verdict
from cardlab.rulebook import Disagreement, Passage, Rulebook, Source
from cardlab.text import LANGUAGES, Text

if TYPE_CHECKING:
    from cardlab.replay import Replay


class _Table(list[Any]):
    """Things by the place where each first came up."""

    def place(self, thing: Any) -> int:
        if thing not in self:
            self.append(thing)
        return self.index(thing)


def judge(replay: Replay, preset: str, upto: int | None) -> Judgement:
    """The replay under that preset, as far as it may be known. UnknownName, OptionsError or ReplayError where that cannot be."""
    from cardlab.replay.under import under

    if upto is None:
        return replay.under(preset)
    return under(replay, preset, {}, upto)


def judged(judgement: Judgement, book: Rulebook, lens: Lens) -> bytes:
    """UTF-8 JSON: the plies that differ, and the scores, as the lens may know them."""
    texts, matters = _Table(), _Table()
    plies = []
    for verdict in judgement.differing:
        covered = bool(verdict.reveals) and not lens.sees_unseen
        disputes = [d for d in verdict.disagreements if not covered or d.option in verdict.reveals]
        effect = {} if covered else {lang: text for lang in LANGUAGES if (text := verdict.effect(lang))}
        ply: dict[str, Any] = {"n": verdict.ply, "v": verdict.verdict, "m": matters.place(_matter(verdict, disputes, covered, book))}
        if effect:
            ply["t"] = texts.place(effect)
        plies.append(ply)
    return msgspec.json.encode(
        {
            "preset": judgement.preset,
            "texts": texts,
            "matters": matters,
            "plies": plies,
            "final": _final(judgement, lens),
        }
    )


def _matter(verdict: Verdict, disputes: list[Disagreement], covered: bool, book: Rulebook) -> dict[str, Any]:
    """What makes the difference: the disagreements, and by source the rules to mark and the lines where it stands."""
    assert verdict.sources is not None
    rules = [r for r in verdict.rules if not covered or any(r in d.rules for d in disputes)]
    sides = []
    for source in verdict.sources:
        stated = [_stands(source, dispute, book) for dispute in disputes]
        own = [p for rule in rules for p in book[rule].passages if p.source == source]
        marked = dict.fromkeys(p.rule for p in (*(p for some in stated for p in some), *own))
        sides.append({"source": source.id, "rules": list(marked), "lines": [_lines(source, dispute) for dispute in disputes]})
    return {"disputes": [d.id for d in disputes], "sides": sides}


def _stands(source: Source, dispute: Disagreement, book: Rulebook) -> list[Passage]:
    """The passages of the reading view at the places where the source takes its stand: those on the rules in dispute, else all."""
    if source.id not in dispute.says:
        return []
    places = dispute.says[source.id].locators
    all_there = [
        p
        for rule in book.values()
        for p in rule.passages
        if p.source == source and any(p.locator.first <= place.last and place.first <= p.locator.last for place in places)
    ]
    return [p for p in all_there if p.rule in dispute.rules] or all_there


def _lines(source: Source, dispute: Disagreement) -> str:
    """Where it takes its stand: "L12, L18-19", or "" where it takes none."""
    if source.id not in dispute.says:
        return ""
    places = dispute.says[source.id].locators
    return ", ".join(dict.fromkeys(f"L{p.first}" if p.first == p.last else f"L{p.first}-{p.last}" for p in places))


def _final(judgement: Judgement, lens: Lens) -> dict[str, Any] | None:
    """Scores and ends side by side, and what is to be said of the rounds. None where they would tell of cards that the lens does not
    show: a round that is not over in the record may be counted under the other rules."""
    if not lens.sees_unseen and any(played.recorded is None for played in judgement.rounds):
        return None
    return {
        "scores": judgement.scores,
        "ends": [_end(outcome, n) for outcome, n in zip(judgement.outcome, judgement.match_end, strict=True)],
        "said": [[played.number, _in_all(played.told(lang) for lang in LANGUAGES)] for played in judgement.rounds if played.remarks],
    }


def _in_all(told: Iterable[tuple[str, ...]]) -> list[Text]:
    return [dict(zip(LANGUAGES, one, strict=True)) for one in zip(*told, strict=True)]


def _end(outcome: Outcome | None, number: int | None) -> dict[str, Any] | None:
    return None if outcome is None else {"round": number, "winners": outcome.winners}
