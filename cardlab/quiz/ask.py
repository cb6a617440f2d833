"""Asking by hand: a question made and checked against its position, and written into a game or a layer where that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import msgspec

from cardlab.errors import UnknownName
from cardlab.position import Position
from cardlab.quiz.criteria import ACCEPT, check_accept, right_answers, written
from cardlab.quiz.exercise import Exercise, QuestionError, bind
from cardlab.replay.annotate import Annotator
from cardlab.replay.keys import digest
from cardlab.replay.records import ASKS, Question
from cardlab.replay.replay import Replay
from cardlab.text import LANGUAGES, check_language

Words: TypeAlias = str | Mapping[str, str]
"""A text in the language of the game, or texts by language."""

SHOWN: Final = ("text", "action", "about", "preset", "position", "choices", "seat", "branch")
"""What of a question everybody sees: its name is made of nothing else, as a name made of what is right would give that away."""


def ask(on: Replay | Annotator | Position | str, kind: str, ply: int = 0, **fields: Any) -> Exercise:
    """Ask something. See `cardlab.ask`."""
    if kind not in ASKS:
        raise UnknownName("kind of question", kind, list(ASKS))
    pen = on if isinstance(on, Annotator) else None
    replay = on if isinstance(on, Replay) else pen.replay if pen is not None else None
    if isinstance(on, Position):
        fields["position"] = on.text
    elif isinstance(on, str):
        fields["position"] = on
    language = pen.language if pen is not None else replay.header.language if replay is not None else "en"
    exercise = bind(_record(kind, ply, fields, language or "en"), replay, None if pen is None else pen.notes.branches)
    check(exercise)
    if pen is None:
        return exercise
    taken = {known.id for known in pen.notes.questions}
    record, number = exercise.record, 2
    if record.id in taken and "id" in fields:
        raise QuestionError(record.id, "there is a question with this id already")
    while record.id in taken:
        record = msgspec.structs.replace(record, id=f"{exercise.id}-{number}")
        number += 1
    return replace(exercise, record=pen.ask(record))


def name_of(kind: str, ply: int, shown: Mapping[str, Any]) -> str:
    """A name for a question that has none: "play-12-3f09"."""
    return f"{kind}-{ply}-{digest(msgspec.json.encode(shown, order='sorted').decode())[:4]}"


def _record(kind: str, ply: int, fields: dict[str, Any], language: str) -> Question:
    """The line that asks it, with its texts by language. UnknownName for a field that no question has."""
    names = [name for name in Question.__struct_fields__ if name not in ("seq", "ask", "ply", "of", "time")]
    if unknown := [name for name in fields if name not in names]:
        raise UnknownName("field of a question", unknown[0], names)
    given = {name: str(value) if isinstance(value, str) else value for name, value in fields.items()}  # an Action is plain text in a file
    for name in ("text", "hints", "choices", "feedback"):
        if name in given:
            given[name] = _texts(name, given[name], language)
    for name in ("right", "accept", "rules"):
        if isinstance(given.get(name), str):
            given[name] = [given[name]]
    if "right" in given:
        given["right"] = [_plain(answer) for answer in given["right"]]
    if not (given.get("right") or given.get("accept") or given.get("hashes")):
        given["accept"] = [ACCEPT[kind][0]]
    if kind == "legal":
        given.setdefault("tries", 1)
    record = {"kind": "question", "seq": 0, "ask": kind, "ply": ply, "id": ""} | given
    record["id"] = given.get("id") or name_of(kind, ply, {name: value for name, value in given.items() if name in SHOWN})
    try:
        return msgspec.convert(record, Question)
    except msgspec.ValidationError as error:
        raise QuestionError(str(record["id"]), f"it cannot hold that: {str(error)[:1].lower()}{str(error)[1:]}") from None


def _plain(answer: object) -> object:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, (list, tuple)):
        return ",".join(map(str, answer))
    return str(answer) if isinstance(answer, (int, str)) else answer


def _texts(name: str, value: Any, language: str) -> Any:
    """A text by language; lists and tables of texts likewise."""
    if name == "text":
        return _by_language(value, language)
    if name == "hints":
        return [_by_language(one, language) for one in ([value] if isinstance(value, str) else value)]
    if isinstance(value, Mapping):
        return {str(answer): _by_language(texts, language) if texts else {} for answer, texts in value.items()}
    if name == "choices" and isinstance(value, Sequence) and not isinstance(value, str):
        return {str(_plain(answer)): {} for answer in value}
    return value


def _by_language(texts: Words, language: str) -> dict[str, str]:
    if isinstance(texts, str):
        return {language: texts}
    for lang in texts:
        check_language(lang)
    return dict(texts)


def check(exercise: Exercise) -> None:
    """QuestionError where it cannot be asked so: its action cannot be read, nothing is right, a choice or a rule is none; InvalidAction and
    UnknownName where an action or a name in it is."""
    record = exercise.record
    check_accept(exercise)
    for rule in record.rules:
        exercise.book[rule]
    if record.ask in ("legal", "rule") or (record.ask == "next" and "follows" in record.accept):
        exercise.ruling()
    if record.preset is not None and record.ask == "score":
        raise QuestionError(exercise.id, "a score is counted by the preset of the game; ask about a replay that was played by another")
    if "played" in record.accept and exercise.played is None:
        raise QuestionError(exercise.id, "the record stops on this ply, so nothing was played next")
    for answer, texts in record.choices.items():
        if not texts:
            written(exercise, answer)
    for answer in record.feedback:
        if answer != "*":
            written(exercise, answer)
    answers = right_answers(exercise)
    if not answers and not record.hashes:
        raise QuestionError(exercise.id, f"no answer to it is right ({', '.join([*record.right, *record.accept])})")
    if record.choices and record.ask == "play" and not set(answers) & set(record.choices):
        raise QuestionError(exercise.id, "none of its choices is right")
    for lang in LANGUAGES:
        exercise.prompt(lang)
        exercise.choices(lang)
