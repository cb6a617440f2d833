"""What the person's seat may not know is in nothing that comes out of a match: hidden cards dealt otherwise change no byte of it."""

from __future__ import annotations

import json
from random import Random

import pytest

import cardlab
from cardlab.errors import CardlabError, IllegalAction
from cardlab.playing.match import Match
from cardlab.playing.prompt import MatchPrompt
from cardlab.text import LANGUAGES
from tests.play.conftest import stand_in

CASES = [
    ("skyjo", 2, 0, {}),
    ("skyjo", 3, 2, {"ui.round_score": "live", "row.removal": "optional", "column.removal": "optional"}),
    ("skyjo", 1, 0, {"solo.mode": "single_grid"}),
    ("skipbo", 2, 1, {}),
    ("skipbo", 4, 0, {"partners.mode": "pairs", "variant.short": True}),
    ("skipbo", 3, 1, {"score.enabled": True}),  # not turn.must_play: there a discard does tell of the hand it comes from
]


def shown(match: Match) -> bytes:
    """Every byte that can be had from it without looking into the file or into what is private."""
    widget = match.show()
    data = widget._repr_mimebundle_()[0]
    said: list[object] = [str(match), data["text/plain"], data["text/html"], widget.frames, widget.moment, widget.form]
    said += [match.log, [seen.why.events for seen in match.log], match.table]
    said += [match.legal_actions(), match.outcome, match.player, match.plies]
    for lang in LANGUAGES:
        prompt = MatchPrompt(match, said.append, lang)
        prompt.greet()
        prompt.show()
        prompt.help()
        prompt._told = 0
        prompt.tell()
        prompt.why()
        said.append(json.dumps(match.view(lang)))
    taught: set[str] = set()
    pointed = [one["action"] for one in match.tries()["tries"]]
    typed = ["S>B1", "D1>B2", "H13>B1", "swap r9c9", "reveal 7", "deal 1", "reshuffle 1 2", "timeout", "penalty 1"]
    for text in [] if match.ended else pointed + typed:
        try:
            ruling = match.ruling(text)
            said.append(ruling)
        except CardlabError as error:
            said.append(str(error))
            continue
        if not ruling and ruling.rules[0] not in taught:
            taught.add(ruling.rules[0])
            before = match.plies
            with pytest.raises(IllegalAction) as refused:
                match.play(text)
            said += [str(refused.value), refused.value.ruling, match.lesson(refused.value, "nl")]
            said += [widget._enter({"at": widget._times, "text": text}, []), widget._tell({"do": "lesson", "text": text}, [])]
            assert match.plies == before
    return repr(said).encode()


def dealt_anew(lines: list[dict], match: Match, random: Random) -> list[dict]:
    """The file with the cards that the seat cannot know dealt among themselves (checkpoints, which tell of them, left out)."""
    state = match._recorder.position.state
    hidden = match.game.hidden(state, match.seat)
    mixed = random.sample(hidden, len(hidden))
    kept = [dict(line) for line in lines]
    deal = next(line for line in reversed(kept) if line["kind"] == "chance" and line["action"].startswith("deal "))
    assert kept.index(deal) > max((i for i, line in enumerate(kept) if line.get("action", "").startswith("reshuffle")), default=-1)
    before = deal["action"].split()[1:]
    after = list(before)
    for card, other in zip(hidden, mixed, strict=True):
        after[card] = before[other]
    deal["action"] = " ".join(["deal", *after])
    assert after != before
    kept = [line for line in kept if line["kind"] != "checkpoint"]
    for seq, line in enumerate(kept):
        line["seq"] = seq
    return kept


@pytest.mark.parametrize(("game", "players", "seat", "options"), CASES)
def test_hidden_cards_dealt_otherwise_show_nowhere(tmp_path, game, players, seat, options):
    """At every few actions of a match: the same plies over another hidden deal, and not a byte differs."""
    path, random, compared = tmp_path / "match.jsonl", Random(1), 0
    match = cardlab.play(game, players=players, seat=seat, options=options, seed=11, file=path)
    while compared < 8 and not match.ended:
        for _ in range(4):
            match.play(stand_in(match))
        match.close()
        data = path.read_bytes()
        lines = [json.loads(line) for line in data.splitlines()]
        other = dealt_anew(lines, match, random)
        assert shown_of(path, lines) == shown_of(path, other), f"after {match.plies} plies"
        compared += 1
        path.write_bytes(data)
        match = cardlab.play(resume=path)
    match.close()
    assert compared == 8


def shown_of(path, lines):
    """What the match in that file shows."""
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
    with Match(path, clock=lambda: 0.0) as match:
        return shown(match)
