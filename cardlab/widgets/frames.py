"""What a viewer needs, as plain data: every table of a replay as a lens may see it, the words, and the rulebook.

The shapes are those of `frontend/src/decode.ts` and `table.ts`. Tables travel as the first one and the differences to each next;
sentences travel as phrase, rules and facts, and are put together in the browser as `cardlab.text.sentence` does it here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.explain import take
from cardlab.game import Game
from cardlab.lens import Lens
from cardlab.replay.place import place_code
from cardlab.rulebook import LocatorError, Source, original, read_rulebook
from cardlab.table import difference
from cardlab.text import fact_texts, names_in, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardlab.game import Action
    from cardlab.position import Position
    from cardlab.replay import Replay


NOT_SHOWN = frozenset(
    {
        "under",
        "record",
        "sheet",
        "settings",
        "choices",
        "bots",
        "match",
        "faults",
        "fields",
        "scratch",
        "scratch_table",
        "recorder",
        "quiz",
        "quizzing",
        "play",
    }
)
"""Tables of words that the viewer shows nothing of."""


class Places(dict[str, int]):
    """Texts by the place where each first came up."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


class Steps:
    """Walks a run of plies once and notes for each what changed."""

    def __init__(
        self, game: Game, names: tuple[str, ...], state: Any, lens: Lens, rules: Places | None = None, phrases: Places | None = None
    ) -> None:
        """`state` is walked on itself. `rules` and `phrases`: those of other walks, to be shared with them."""
        self.game, self.names, self.state, self.lens = game, names, state, lens
        self.rules, self.phrases = Places() if rules is None else rules, Places() if phrases is None else phrases
        self.cards, self.infos = game.cards(state, lens), game.seat_infos(state, lens)
        self.at = self._now()
        self.first = {"cards": self.cards, "seats": self.infos, "at": self.at}
        self.steps: list[dict[str, Any]] = []
        self.marks: list[tuple[int, str]] = []
        self.who: int | None = None

    def _now(self) -> tuple[int | None, int, int, str]:
        state = self.state
        return state.player, state.round, state.turn, self.game.phase(state)

    def take(self, who: int, move: Any) -> None:
        """One ply."""
        game, state = self.game, self.state
        why = take(game, self.names, state, who, move)
        step: dict[str, Any] = {"a": why.action, "p": self.phrases[why.phrase], "r": [self.rules[rule] for rule in why.rules]}
        if who != self.who:
            step["w"] = self.who = who
        if why.allowed != len(why.rules):
            step["k"] = why.allowed
        if why.facts:
            step["f"] = fact_texts(why.facts, self.names)
        if why.unjudged:
            step["u"] = [self.rules[rule] for rule in why.unjudged]
        if why.facts_of:
            place = {rule: i for i, rule in enumerate(why.rules)}
            step["g"] = {str(place[rule]): fact_texts(own, self.names) for rule, own in why.facts_of.items()}
        self.marks += [(len(self.steps) + 1, event.kind) for event in why.events if event.kind in game.marks]
        self._changes(step)
        self.steps.append(step)

    def _changes(self, step: dict[str, Any]) -> None:
        cards, infos, at = self.game.cards(self.state, self.lens), self.game.seat_infos(self.state, self.lens), self._now()
        if changed := difference(self.cards, cards):
            step["z"] = changed
        if infos != self.infos:
            step["s"] = [(i, *info) for i, (old, info) in enumerate(zip(self.infos, infos, strict=True)) if old != info]
        for key, old, new in zip("noth", self.at, at, strict=True):
            if old != new:
                step[key] = new
        self.cards, self.infos, self.at = cards, infos, at


def needed_facts(steps: list[dict[str, Any]], rules: list[str], phrases: list[str], game: str) -> None:
    """Drop, in place, the facts that no sentence of a step shows: they would only be carried about."""
    book, texts = read_rulebook(game), words(game)["phrases"]
    by_rule = [names_in(why["en"]) if (why := book[rule].why) and book[rule].voice != "quiet" else frozenset() for rule in rules]
    by_phrase = [names_in(texts[phrase]["en"]) for phrase in phrases]
    for step in steps:
        shown = by_phrase[step["p"]].union(*(by_rule[r] for r in step["r"]))
        _keep(step, "f", {key: value for key, value in step.get("f", {}).items() if key in shown})
        own = {i: {k: v for k, v in facts.items() if k in by_rule[step["r"][int(i)]]} for i, facts in step.get("g", {}).items()}
        _keep(step, "g", {i: facts for i, facts in own.items() if facts})


def _keep(step: dict[str, Any], key: str, value: dict[str, Any]) -> None:
    if value:
        step[key] = value
    else:
        step.pop(key, None)


class Walk:
    """The main line of a replay as the lens may see it, walked as far as it is asked for. Its length is that of all that may be seen."""

    def __init__(self, replay: Replay, lens: Lens) -> None:
        self.replay, self.lens = replay, lens
        self.moves = replay.moves if lens.ply is None else replay.moves[: lens.ply]
        self._steps = Steps(replay.game, replay.names, replay.start_state(), lens)

    def __len__(self) -> int:
        return len(self.moves)

    def to(self, ply: int) -> dict[str, Any]:
        """The plies up to that one, or up to the one that was reached before: `Frames` in the front end's types."""
        done = len(self._steps.steps)
        for who, move in self.moves[done:ply]:
            self._steps.take(who, move)
        needed_facts(self._steps.steps[done:], list(self._steps.rules), list(self._steps.phrases), self.replay.game.name)
        made = _replay_frames(self.replay, self._steps, self.lens)
        if (reached := len(self._steps.steps)) < len(self):
            made["whole"] = len(self)
        made["result"] = _result(self.replay.result) if self.replay.result and reached == len(self.replay.moves) else None
        return made


def frames(replay: Replay, lens: Lens) -> bytes:
    """The tables and steps of a replay's main line as the lens may see them: UTF-8 JSON, `Frames` in the front end's types."""
    return msgspec.json.encode(replay_frames(replay, lens))


def replay_frames(replay: Replay, lens: Lens) -> dict[str, Any]:
    """The same before it is text."""
    walk = Walk(replay, lens)
    return walk.to(len(walk))


def _replay_frames(replay: Replay, walk: Steps, lens: Lens) -> dict[str, Any]:
    game = replay.game
    return {
        "game": game.name,
        "title": replay.title,
        "code": place_code(replay),
        "preset": replay.header.preset,
        "names": replay.names,
        "lens": lens_data(lens),
        "zones": game.zones(walk.state.options, walk.state.seats),
        "bands": game.faces,
        **walk.first,
        "rules": list(walk.rules),
        "phrases": list(walk.phrases),
        "steps": walk.steps,
        "marks": walk.marks,
    }


def lens_data(lens: Lens) -> dict[str, Any]:
    told = {"seat": lens.seat, "spoilers": lens.spoilers, "ply": lens.ply}
    return told if lens.seats is None else told | {"seats": sorted(lens.seats)}


def frames_from(start: Position, actions: Iterable[Action], lens: Lens, title: str) -> bytes:
    """The same of some actions that were played from a position on."""
    return msgspec.json.encode(position_frames(start, actions, lens, title))


def position_frames(start: Position, actions: Iterable[Action], lens: Lens, title: str, state: Any = None) -> dict[str, Any]:
    """The same before it is text. `state`: of the position, with other faces unknown; it is walked on itself."""
    game, state = start.game, start.state if state is None else state
    walk = Steps(game, start.names, state, lens)
    for action in actions:
        walk.take(action.player, game.read(state, action))
    rules, phrases = list(walk.rules), list(walk.phrases)
    needed_facts(walk.steps, rules, phrases, game.name)
    outcome = game.outcome(state)
    return {
        "game": game.name,
        "title": title,
        "preset": start.options.preset,
        "names": start.names,
        "lens": lens_data(lens),
        "zones": game.zones(state.options, state.seats),
        "bands": game.faces,
        **walk.first,
        "rules": rules,
        "phrases": phrases,
        "steps": walk.steps,
        "marks": walk.marks,
        "result": outcome and _result(outcome),
    }


def _result(result: Any) -> dict[str, Any]:
    return {"reason": result.reason, "winners": result.winners, "scores": result.scores}


@lru_cache(maxsize=8)
def words_data(game: str, *widgets: str, beneath: str = "") -> bytes:
    """Every word the viewer shows for that game, in every language: UTF-8 JSON, `Words` in the front end's types. `widgets` name the
    tables of other widgets, whose words are laid over those of the user interface; those of the table `beneath` are laid under them."""
    tables = {table: texts for table, texts in words(game).items() if table not in NOT_SHOWN}
    if beneath:
        tables["ui"] = {**words(game)[beneath], **tables["ui"]}
    for widget in widgets:
        tables["ui"] = {**tables["ui"], **words(game)[widget]}
    return msgspec.json.encode(tables)


def _utf16(line: str, end: int) -> int:
    """An offset as JavaScript counts it."""
    return end + sum(1 for c in line[:end] if ord(c) > 0xFFFF)


def _original(source: Source, items: list[Any]) -> tuple[dict[str, Any] | None, str]:
    true = original(source)
    if true.lines is None:
        return None, true.problem
    spans, problem = [], ""
    for passage in items:
        try:
            for line, start, end in true.spans(passage):
                text = true.lines[line - 1]
                spans.append({"rule": passage.rule, "line": line, "start": _utf16(text, start), "end": _utf16(text, end)})
        except LocatorError as error:
            problem = str(error)
    return {"lines": true.lines[source.first - 1 : source.last], "first": source.first, "spans": spans}, problem


def book_data(game: Game) -> bytes:
    """The rulebook, with the originals where they are attached: UTF-8 JSON, `Book` in the front end's types."""
    book = read_rulebook(game.name)
    sources = []
    for source in book.sources:
        view = book.reading_view(source.id)
        true, problem = _original(source, [p for _, passages in view for p in passages])
        sources.append(
            {
                "id": source.id,
                "language": source.language,
                "short": source.short,
                "title": source.title,
                "sections": [
                    {
                        "title": section.title,
                        "lines": (section.first, section.last),
                        "items": [{"rule": p.rule, "line": p.locator.first} for p in passages],
                    }
                    for section, passages in view
                ],
                "original": true,
                "problem": problem,
            }
        )
    rules = {}
    for rule in book.rules.values():
        entry: dict[str, Any] = {"kind": rule.kind, "voice": rule.voice, "text": rule.text}
        for key, value in (("why", rule.why), ("refusal", rule.refusal), ("question", rule.question), ("near", rule.near)):
            if value:
                entry[key] = value
        rules[rule.id] = entry
    disagreements = [
        {
            "id": d.id,
            "topic": d.topic,
            "rules": d.rules,
            "presets": d.presets,
            "says": {source: {"value": stand.value, "text": stand.text} for source, stand in d.says.items()},
        }
        for d in book.disagreements
    ]
    return msgspec.json.encode({"sources": sources, "rules": rules, "disagreements": disagreements, "presetSources": game.preset_sources})
