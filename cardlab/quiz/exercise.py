"""An exercise: a question on its position, with all that the rules say about it and nothing that the question hides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardlab import explain
from cardlab.errors import CardlabError, UnknownName
from cardlab.explain import Explanation, Ruling
from cardlab.game import CHANCE, REFEREE, Action, Counted, Game
from cardlab.lens import Lens
from cardlab.position import Position, read_position
from cardlab.replay.carry import Carrier, carrier
from cardlab.replay.records import ASKS, Question
from cardlab.replay.tracks import Branch, Track
from cardlab.replay.under import other_options
from cardlab.rulebook import Rulebook, read_rulebook
from cardlab.table import Table
from cardlab.text import fact_texts, fill, word

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.replay.notes import Notes


class QuestionError(CardlabError):
    """A question that cannot be asked as it stands. `.id` names it."""

    def __init__(self, id: str, why: str) -> None:
        super().__init__(f"question {id!r}: {why}")
        self.id = id


@dataclass(frozen=True)
class Exercise:
    """A question on its position."""

    record: Question
    position: Position
    before: Position | None = None
    """The position one ply earlier, where there is one: a question about a score shows the points that were on the table then."""
    played: Action | None = None
    """What the record did next; None where it stops there."""
    found: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was found out about it, so that it is found out once."""

    # -- what there is to know

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def ask(self) -> str:
        return self.record.ask

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def names(self) -> tuple[str, ...]:
        return self.position.names

    @property
    def book(self) -> Rulebook:
        return read_rulebook(self.game.name)

    @property
    def player(self) -> int:
        """The seat whose action is meant: `about`, or the seat to act (0 where none is)."""
        about, to_act = self.record.about, self.position.player
        if about is not None and self.ask != "score":
            return about
        return to_act if to_act is not None and to_act >= 0 else 0

    @property
    def lens(self) -> Lens:
        """What may be seen while it is asked."""
        return Lens(self.record.seat, None, spoilers=False)

    @property
    def table(self) -> Table:
        """The table as it is shown. A question about a score shows no points of the round that is asked about."""
        table = self.position.table(lens=self.lens)
        if self.ask != "score":
            return table
        earlier = self.before.table(lens=self.lens).seats if self.before is not None else table.seats
        seats = tuple(info._replace(marks=tuple(mark for mark in info.marks if not mark[1])) for info in earlier)
        return replace(table, seats=seats)

    @property
    def known_at(self) -> int:
        """The ply of the match, on the main line, that one must know to see it (`Lens.reaches`)."""
        return max(self.record.ply, self.record.written or 0)

    @property
    def keyed(self) -> bool:
        """Whether it can be judged here: by its list, by the rules or by hashes."""
        return bool(self.record.right or self.record.accept or self.record.hashes)

    # -- what the rules say

    @cached_property
    def carried(self) -> Carrier | None:
        """The game under the preset that it is judged by; None where that is the game's own."""
        if self.record.preset is None:
            return None
        options = other_options(self.game, self.position.options, self.position.seats, self.record.preset, {})
        return carrier(self.game, options)

    def ruling(self, action: str | None = None) -> Ruling:
        """Whether that action, by itself the one that it is about, may be taken. InvalidAction where it cannot be read."""
        text = self._action() if action is None else action
        if self.carried is None:
            return self.position.ruling(text, self._who(text))
        state = self.position.state
        move = self.game.read(state, text)
        who = self._who(text)
        carried = self.carried.carry(state, move)
        forbidden = self.carried.forbids(carried, who, move)
        found = explain.rule(self.game, self.names, carried, who, move)
        if forbidden is not None and (found.legal or found.rules != (forbidden,)):
            found = replace(found, legal=False, rules=(forbidden,), allowed=1)
        return found

    def _who(self, text: str) -> int:
        """Who takes an action: words are chance's or the referee's."""
        move = self.game.read(self.position.state, text)
        if isinstance(move, int):
            return self.player
        return REFEREE if self.game.is_referee(move) else CHANCE

    def _action(self) -> str:
        if self.record.action is None:
            raise QuestionError(self.id, f"a question of the kind {self.ask!r} needs an action")
        return self.record.action

    def taken(self, action: str | None = None) -> Position:
        """The position after that action. IllegalAction and InvalidAction as `Position.play`."""
        text = self._action() if action is None else action
        return self.position.play(text, self._who(text))

    @cached_property
    def why(self) -> Explanation:
        """Why the action that it is about could be done and what followed, or the refusal."""
        ruling = self.ruling()
        if not ruling.legal or self.carried is not None:
            return ruling
        explanation = self.taken().explanation
        assert explanation is not None  # a played position has one
        return explanation

    @cached_property
    def counted(self) -> Counted:
        """What the round counted that is asked about. QuestionError where none was counted."""
        after = self.position if self.record.action is None else self.taken()
        found = self.game.counted(after.state, list(after.events))
        if found is None:
            raise QuestionError(self.id, "no round is counted on this ply, so there is no score to ask for")
        return found

    def legal_actions(self) -> list[Action]:
        """What may be played, judged by its preset."""
        if self.carried is None:
            return self.position.legal_actions() if self.player == self.position.player else []
        carried = self.carried.carry(self.position.state)
        moves = self.game.candidates(carried)
        texts = [self.game.write(carried, move) for move in moves if self.carried.forbids(carried, self.player, move) is None]
        return [Action(text, self.player) for text in texts]

    # -- in words

    def prompt(self, lang: str = "en") -> str:
        """The question in words: its own in that language, else in English, else in the first it has; without any, those of the kind."""
        if self.record.text:
            return in_language(self.record.text, lang)
        key, facts = self._words(lang)
        return fill(word("quiz", key, lang), facts)

    def _words(self, lang: str) -> tuple[str, dict[str, str]]:
        record, name = self.record, self.names[self.player]
        if self.ask == "play":
            asked = next((rule.partition("=")[2] for rule in record.accept if rule.startswith("rule=")), None)
            if asked is not None:
                return "play_rule", {"name": name, "rule": self.book[asked].statement(lang)}
            return "play_choice" if record.choices and record.accept == ["legal"] else "play", {"name": name}
        if self.ask == "score":
            key = next((f"score_{key}" for key in ("total", "raw") if key in record.accept), "score")
            return ("score_all", {}) if record.about is None else (key, {"name": self.names[record.about]})
        if record.action is None:
            return "next_play", {}
        told = {"told": self.told(record.action, lang)}
        if self.ask == "legal" and record.preset is not None:
            return "legal_under", told | {"preset": word("presets", record.preset, lang, self.game.name)}
        if self.ask == "rule" and not self.ruling().legal:
            return "rule_forbids", told
        return self.ask, told

    def told(self, action: str, lang: str = "en") -> str:
        """What that action would be, in words."""
        ruling = self.ruling(action)
        told = fill(word("phrases", ruling.phrase, lang, self.game.name), fact_texts(ruling.facts, self.names))
        return f"{told[:1].upper()}{told[1:]}"

    def choices(self, lang: str = "en") -> list[tuple[str, str]]:
        """The answers to choose among, each with its words; yes and no where it is asked whether something is allowed. Empty where any
        answer may be given."""
        if not self.record.choices and self.ask == "legal":
            return [(answer, word("quiz", answer, lang)) for answer in ("yes", "no")]
        return [(answer, self.answer_text(answer, lang)) for answer in self.record.choices]

    def answer_text(self, answer: str, lang: str = "en") -> str:
        """An answer in words: what the action does, what the rule says; the answer itself where there is nothing more to say."""
        if own := self.record.choices.get(answer):
            return in_language(own, lang)
        if self.ask == "legal":
            return word("quiz", answer, lang)
        if answer in self.book:
            return self.book[answer].statement(lang)
        if rules := rules_at(self.book, answer):
            return " ".join(self.book[rule].statement(lang) for rule in rules)
        if self.ask in ("play", "next"):
            return f"{self.told(answer, lang)} ({answer})"
        return answer

    def data(self) -> dict[str, Any]:
        """All that a widget shows of it, as plain data in every language: no right answer, no feedback, no hint that was not asked for."""
        languages = ("en", "es", "nl")
        choices = {lang: dict(self.choices(lang)) for lang in languages}
        return {
            "id": self.id,
            "ask": self.ask,
            "ply": self.record.ply,
            "branch": self.record.branch,
            "seat": self.record.seat,
            "player": self.player,
            "action": self.record.action,
            "prompt": {lang: self.prompt(lang) for lang in languages},
            "choices": [{"answer": answer, "text": {lang: choices[lang][answer] for lang in languages}} for answer in choices["en"]],
            "free": not choices["en"] or self.ask == "play",
            "tries": self.record.tries,
            "hints": len(self.record.hints),
        }

    def __str__(self) -> str:
        return self.prompt()

    def __repr__(self) -> str:
        return f"<cardlab exercise {self.id!r}: {self.prompt()}>"


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """A text in that language, else in English, else in the first it has."""
    return texts.get(lang) or texts.get("en") or next(iter(texts.values()), "")


def rules_at(book: Rulebook, place: str) -> list[str]:
    """The rules that stand at a place such as "000-official:L12"; none where nothing does, or where it is no place."""
    return [rule.id for rule in book.rules.values() if place in map(place_of, rule.passages)]


def place_of(passage: Any) -> str:
    """A passage as an answer names it: the source and the lines, "000-official:L12"."""
    where = passage.locator
    lines = f"L{where.first}" if where.first == where.last else f"L{where.first}-{where.last}"
    return f"{passage.source.id}:{lines}"


def bind(record: Question, replay: Replay | None = None, branches: Mapping[str, Branch] | None = None) -> Exercise:
    """The question on its position: in `replay`, on one of its branches, or on its own position text. QuestionError where it has none,
    or asks what is not known."""
    if record.ask not in ASKS:
        raise UnknownName("kind of question", record.ask, list(ASKS))
    names = replay.names if replay is not None else None
    if record.position is not None:
        exercise = Exercise(record, read_position(record.position, names))
    elif replay is None:
        raise QuestionError(record.id, "it has no position text, and no game was given")
    else:
        known = branches if branches is not None else replay.branches
        if record.branch is not None and record.branch not in known:
            raise UnknownName("branch", record.branch, list(known))
        track: Track = replay.main if record.branch is None else known[record.branch]
        if record.ply > len(track):
            raise QuestionError(record.id, f"ply {record.ply} is not on {track.what}: it has the plies 0 to {len(track)}")
        before = track.at(record.ply - 1) if record.ply else None
        exercise = Exercise(record, track.at(record.ply), before, track.action(record.ply + 1) if record.ply < len(track) else None)
    _check_seats(exercise)
    return exercise


def _check_seats(exercise: Exercise) -> None:
    for name in ("seat", "about"):
        seat = getattr(exercise.record, name)
        if seat is not None and seat >= exercise.position.seats:
            raise QuestionError(exercise.id, f"{name} {seat} is no seat; seats are 0 to {exercise.position.seats - 1}")


def exercises(replay: Replay, notes: Notes | None = None) -> Iterator[Exercise]:
    """The questions of a game, or of a game with its layers, on their positions."""
    records: Sequence[Question] = replay.questions if notes is None else notes.questions
    branches = replay.branches if notes is None else notes.branches
    for record in records:
        yield bind(record, replay, branches)
