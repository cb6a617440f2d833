"""A student's file: a game as one seat knows it after some plies. What is hidden from the seat, and what comes later, is not in it.

The game is played again with a deck that nobody knows; a face is told where the seat sees it, by the `reveal` of a recording. So what
is not in the file cannot be found in it, nor in anything that is made from it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

import msgspec

from cardlab.errors import ReplayError, UnknownName
from cardlab.game import CHANCE, Game, Move
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.quiz.criteria import about_rules, hashed, right_answers
from cardlab.quiz.exercise import Exercise, bind
from cardlab.replay.judge import state_hash
from cardlab.replay.make import NAMESPACE, header, ply_record
from cardlab.replay.notes import Notes
from cardlab.replay.records import KEY_FORMAT, VERSION, Checkpoint, Key, KeyHeader, Leave, Note, Question, Record
from cardlab.replay.writer import create_file, write_lines

if TYPE_CHECKING:
    from cardlab.replay import Replay

KEYS: Final = ("file", "hashes")
"""Where the right answers go: into a file of their own, or into the handout as salted hashes."""


@dataclass
class Handout:
    """A student's file, and the key to its questions."""

    data: bytes
    """The file."""
    key: bytes
    """The file of right answers; it is the teacher's, also where the handout has hashes."""
    plies: Mapping[int, int]
    """Ply of the game -> ply of the handout: reveals of what the seat saw are plies of their own."""
    questions: int = 0
    notes: int = 0
    """Notes that are in it. Whether their words tell of hidden cards no program can say."""
    left_out: list[str] = field(default_factory=list)
    """Questions that are not in it, and why."""

    def write(self, path: str | PathLike[str], key: str | PathLike[str] | None = None) -> None:
        """Write the handout and, where a path is given and there are questions, the key. FileExistsError where a file is there."""
        paths = [Path(path), *([Path(key)] if key is not None and self.questions else [])]
        for there in paths:
            if there.exists():
                raise FileExistsError(17, "is there already, and is not overwritten", str(there))
        for there, data in zip(paths, (self.data, self.key), strict=False):
            create_file(there, data)

    def __bytes__(self) -> bytes:
        return self.data


def handout(
    replay: Replay,
    seat: int | None = None,
    upto: int | None = None,
    *,
    keys: str = "file",
    notes: Notes | None = None,
    with_notes: bool = True,
    title: str | None = None,
    salt: str | None = None,
) -> Handout:
    """The game as that seat knows it after `upto` plies (by itself all). `seat` None: as somebody who watches, and sees no hand.

    In it are the plies with the faces that the seat saw, the seats that left, and what may be read then: the notes and the questions of the
    file, or of `notes` (`replay.annotations(…)`, with layers); with `with_notes` False the questions alone. Questions are without their
    right answers and feedback; hints stay. `keys` "hashes": with the right answers as hashes, so that a quiz judges at once; a program
    can try all answers against them, so that they keep an answer from the eye and no more.
    Left out: what comes later, the result and the length, the deck, the other hands, branches, plies that were taken back, what was
    written later, the history of edits, and where the game comes from, as a seed would tell all cards. ReplayError where the game
    cannot be played to there."""
    if keys not in KEYS:
        raise UnknownName("place for right answers", keys, list(KEYS))
    last = len(replay) if upto is None else upto
    if not 0 <= last <= len(replay):
        raise ReplayError(replay.path, None, f"ply {last} is not on the main line: it has the plies 0 to {len(replay)}")
    if seat is not None and not 0 <= seat < len(replay.names):
        raise ReplayError(replay.path, None, f"no seat {seat}; seats are 0 to {len(replay.names) - 1}")
    shadow = _Shadow(replay, seat, last)
    told = _Told(replay, shadow, seat, last, notes, with_notes)
    asked = list(told.exercises())
    salt = (secrets.token_hex(8) if salt is None else salt) if keys == "hashes" else ""
    records: list[Record] = [*shadow.records, *told.leaves(), *(found := list(told.notes()))]
    records += [_closed(exercise, shadow, seat, salt) for exercise in asked]
    head = header(
        replay.game, replay.at(0).options, replay.names, title=replay.header.title if title is None else title,
        language=replay.header.language, date=replay.header.date, sees=None if seat is None else [seat],
    )  # fmt: skip
    # the id of a game that bots played is made from its seed: the handout has one of its own
    head = msgspec.structs.replace(head, id=str(uuid5(UUID(str(NAMESPACE)), write_lines([head, *records]).decode("utf-8"))))
    return Handout(write_lines([head, *records]), key_file(asked, head.title), shadow.plies, len(asked), len(found), told.left_out)


class _Shadow:
    """The game played again by somebody who knows only what the seat knows."""

    def __init__(self, replay: Replay, seat: int | None, last: int) -> None:
        self.game: Game = replay.game
        self.seat = seat
        self.true, self.state = replay.start_state(), replay.start_state()
        self.true_card: dict[int, int] = {}
        """Card here -> the card of the game that it is. A card of a hidden hand is one of that hand."""
        self.records: list[Record] = []
        self.count = 0
        self.plies: dict[int, int] = {0: 0}
        for number, (player, move) in enumerate(replay.moves[:last], 1):
            self._step(player, move)
            self.plies[number] = self.count
        self.plies[last] = self.count
        self.records.append(Checkpoint(seq=0, ply=self.count, state=state_hash(self.game, self.state)))

    def _step(self, player: int, move: Move) -> None:
        """One ply of the game. Faces told in a recording are told anew by `_tell`, as far as this seat sees them."""
        word = "" if isinstance(move, int) else move[0]
        if word != "reveal":
            self._tell()
            self._take(player, self._unknown(word, move))
        self.game.apply(self.true, player, move)
        if word == "deal":
            self.true_card = {card: card for card in range(len(self.state.face))}
        elif word == "reshuffle":
            self._shuffled()
        elif player != CHANCE:
            self._left_hand()
        if not self._asks(self.true):
            self._tell()

    def _asks(self, state: Any) -> bool:
        return state.player == CHANCE and self.game.asked(state).word == "reveal"

    def _tell(self) -> None:
        """Tell the faces that have become visible, from the cards as they are."""
        while self._asks(self.state):
            asked = self.game.asked(self.state)
            seen = asked.owner is None or asked.owner == self.seat
            faces = [self.true.face[self.true_card[card]] if seen else self.game.unknown for card in asked.cards]
            self._take(CHANCE, ("reveal", tuple(faces)))

    def _zones(self, state: Any) -> list[tuple[bool, list[int]]]:
        """The cards by where they lie, and whether their order there means anything."""
        game = self.game
        return [(zone.layout != "fan", game.pile(state, zone.id)) for zone in game.zones(state.options, state.seats)]

    def _shuffled(self) -> None:
        """After a shuffle the same places hold other cards."""
        for (ordered, mine), (_, true) in zip(self._zones(self.state), self._zones(self.true), strict=True):
            if not ordered:
                known = {card for card in mine if self.true_card[card] in true}
                taken = {self.true_card[card] for card in known}
                mine, true = [card for card in mine if card not in known], [card for card in true if card not in taken]
            self.true_card.update(zip(mine, true, strict=True))

    def _left_hand(self) -> None:
        """The card that left a hidden hand was, here, any of that hand: it changes places with the one that it was."""
        here = {true: card for card, true in self.true_card.items()}
        for (ordered, mine), (_, true) in zip(self._zones(self.state), self._zones(self.true), strict=True):
            if not ordered and len(mine) == len(true):
                gone = [card for card in mine if self.true_card[card] not in true]
                still = [here[card] for card in true if here[card] not in mine]
                for card, other in zip(gone, still, strict=True):
                    self.true_card[card], self.true_card[other] = self.true_card[other], self.true_card[card]

    def _unknown(self, word: str, move: Move) -> Move:
        """The ply as everybody may know it: a deal and a shuffle name no face."""
        if isinstance(move, int) or self.state.player != CHANCE or word != self.game.asked(self.state).word:
            return move
        asked = self.game.asked(self.state)
        return move if asked.open else (word, (self.game.unknown,) * len(move[1]))

    def _take(self, player: int, move: Move) -> None:
        game = self.game
        if (rule := game.forbids(self.state, player, move)) is not None:
            text = game.write(self.state, move)
            raise ReplayError("handout", None, f"ply {self.count + 1}, {text!r}, cannot be told without hidden cards [{rule}]")
        self.records.append(ply_record(player, _short(game.write(self.state, move))))
        game.apply(self.state, player, move)
        self.count += 1


def _short(text: str) -> str:
    """`deal ?x162` for a deal of which nothing is known."""
    word, *faces = text.split(" ")
    return f"{word} ?x{len(faces)}" if len(faces) > 1 and set(faces) == {"?"} else text


class _Told:
    """What was said and asked about a game that may be read in a handout."""

    def __init__(self, replay: Replay, shadow: _Shadow, seat: int | None, last: int, notes: Notes | None, with_notes: bool) -> None:
        self.replay, self.shadow, self.seat, self.last = replay, shadow, seat, last
        self.lens = Lens(seat, last, spoilers=False)
        self.layers = replay.annotations() if notes is None else notes
        self.with_notes = with_notes
        self.left_out: list[str] = []

    def notes(self) -> Iterator[Note]:
        if not self.with_notes:
            return
        for remark in self.layers.filter(lens=self.lens):
            if remark.branch is None and remark.ply <= self.last:
                written = None if remark.note.written is None else self.shadow.plies[remark.note.written]
                yield msgspec.structs.replace(remark.note, seq=0, ply=self.shadow.plies[remark.ply], written=written, of=None, time=None)

    def leaves(self) -> Iterator[Leave]:
        for leave in self.replay.leaves:
            if leave.ply <= self.last:
                yield msgspec.structs.replace(leave, seq=0, ply=self.shadow.plies[leave.ply], time=None)

    def exercises(self) -> Iterator[Exercise]:
        """The questions that may be asked there."""
        for question in self.layers.questions:
            why = self._why_not(question)
            if why:
                self.left_out.append(f"question {question.id!r} is left out: {why}")
            else:
                yield bind(question, self.replay)

    def _why_not(self, question: Question) -> str:
        if question.branch is not None:
            return "it stands on a branch"
        known_at = max(question.ply, question.written or 0)
        if not self.lens.reaches(known_at):
            return f"it needs ply {known_at} to be known"
        if question.seat is not None and question.seat != self.seat:
            return f"it is for the eyes of seat {question.seat}"
        return ""


def _closed(exercise: Exercise, shadow: _Shadow, seat: int | None, salt: str) -> Question:
    """The question without what is right."""
    record = exercise.record
    hashes = sorted(hashed(answer, salt, record.id) for answer in right_answers(exercise)) if salt and exercise.keyed else []
    return msgspec.structs.replace(
        record, seq=0, ply=shadow.plies[record.ply], right=[], accept=[], rules=[], feedback={}, hashes=hashes or record.hashes,
        salt=salt if hashes else record.salt, text=_worded(exercise), position=_blanked(exercise, seat), written=None, of=None, time=None,
    )  # fmt: skip


def _worded(exercise: Exercise) -> dict[str, str]:
    """The question's words: those of its kind are made from what is right, and so are put down as they are."""
    return dict(exercise.record.text) or {lang: exercise.prompt(lang) for lang in ("en", "es", "nl")}


def _blanked(exercise: Exercise, seat: int | None) -> str | None:
    """The position text of a question without the faces that the seat cannot see; those that nobody sees, where it is for all eyes."""
    if exercise.record.position is None:
        return None
    game, state = exercise.game, exercise.position.state
    looks = [exercise.record.seat] if exercise.record.seat is not None else range(state.seats)
    for card in set.intersection(*(set(game.hidden(state, look)) for look in looks)):
        state.face[card] = game.unknown
    return Position(game, state, exercise.names).text


def key_file(exercises: list[Exercise], title: str = "") -> bytes:
    """The right answers to these exercises as a file: every one, and which rules each exercises."""
    lines: list[Record] = [KeyHeader(seq=0, format=KEY_FORMAT, version=f"{VERSION[0]}.{VERSION[1]}", title=title)]
    for exercise in exercises:
        if exercise.keyed and not exercise.record.hashes:
            record = exercise.record
            lines.append(
                Key(
                    seq=0, question=record.id, ask=record.ask, right=list(right_answers(exercise)), rules=list(about_rules(exercise)),
                    tries=record.tries, game=exercise.game.name,
                )
            )  # fmt: skip
    return write_lines(lines)
