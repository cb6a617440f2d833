"""What is right: every right answer to an exercise, found by its list and by the rules, and what a student wrote as one answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import pbkdf2_hmac
from typing import Any, Final

from cardlab.errors import CardlabError, UnknownName
from cardlab.game import Action
from cardlab.position import Position
from cardlab.quiz.exercise import Exercise, QuestionError, place_of, rules_at

ROUNDS: Final = 20_000
"""Rounds of hashing: looking through all answers that can be takes somebody a while, and judging one takes no time."""

ACCEPT: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("legal", "played", "rule=ID", "event=KIND", "from=ZONE", "to=ZONE", "empties=ZONE"),
    "legal": ("ruling",),
    "rule": ("governs", "allows", "forbids", "passage=PLACE"),
    "score": ("credited", "total", "raw"),
    "next": ("follows", "played"),
}
"""By kind what the rules may be asked to accept. The first is what holds where a question made by hand says nothing."""

_YES: Final = {"yes": "yes", "true": "yes", "legal": "yes", "sí": "yes", "si": "yes", "ja": "yes"}
_NO: Final = {"no": "no", "false": "no", "illegal": "no", "nee": "no"}


class InvalidAnswer(CardlabError):
    """An answer that is none to this question: it counts as no try. `.answer` is it as given."""

    def __init__(self, answer: object, why: str) -> None:
        super().__init__(f"invalid answer {answer!r}: {why}")
        self.answer = answer


# -- an answer as it is written


def written(exercise: Exercise, answer: object) -> str:
    """The answer in its one form: an action as the game writes it, yes or no, a rule id or a place, numbers with commas, or a choice.
    InvalidAction where an action cannot be read, UnknownName for a rule that is none, InvalidAnswer for anything else."""
    text = _plain(answer)
    if text in exercise.record.choices:
        return text
    found = _FORMS[exercise.ask](exercise, text)
    if exercise.record.choices and exercise.ask != "play" and found not in exercise.record.choices:
        raise UnknownName("choice", text, list(exercise.record.choices))
    return found


def _plain(answer: object) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, (list, tuple)):
        return ",".join(_plain(one) for one in answer)
    if isinstance(answer, (str, int)):
        return str(answer).strip()
    raise InvalidAnswer(answer, "expected a text, a number, numbers in a list, or True or False")


def _action(exercise: Exercise, text: str) -> str:
    state = exercise.position.state
    return exercise.game.write(state, exercise.game.read(state, text))


def _yes_or_no(exercise: Exercise, text: str) -> str:
    found = (_YES | _NO).get(text.casefold())
    if found is None:
        raise InvalidAnswer(text, "expected yes or no")
    return found


def _rule(exercise: Exercise, text: str) -> str:
    if text in exercise.book or rules_at(exercise.book, text):
        return text
    if re.fullmatch(r"[\w-]+:L\d+(-\d+)?", text):
        raise InvalidAnswer(text, "no rule stands there")
    return exercise.book[text].id  # UnknownName, with those that are close


def _numbers(exercise: Exercise, text: str) -> str:
    parts = [part.strip().replace("−", "-").replace("–", "-") for part in re.split(r"[,;]|\s+", text) if part.strip()]
    wanted = 1 if exercise.record.about is not None else exercise.position.seats
    if len(parts) != wanted or not all(re.fullmatch(r"[+-]?\d{1,6}", part) for part in parts):
        raise InvalidAnswer(text, "expected a number" if wanted == 1 else f"expected {wanted} numbers, one a seat")
    return ",".join(str(int(part)) for part in parts)


def _what_follows(exercise: Exercise, text: str) -> str:
    return text if text in exercise.book else _action(exercise, text)


_FORMS: Final[Mapping[str, Callable[[Exercise, str], str]]] = {
    "play": _action, "legal": _yes_or_no, "rule": _rule, "score": _numbers, "next": _what_follows,
}  # fmt: skip


# -- what is right


def right_answers(exercise: Exercise) -> tuple[str, ...]:
    """Every right answer in its one form: those listed, then those that the rules accept. Empty where they are hashed or not here."""
    if "right" not in exercise.found:
        exercise.found["right"] = _right_answers(exercise)
    return exercise.found["right"]  # type: ignore[no-any-return]


def _right_answers(exercise: Exercise) -> tuple[str, ...]:
    listed = [written(exercise, answer) for answer in exercise.record.right]
    found = _BY_RULES[exercise.ask](exercise, exercise.record.accept) if exercise.record.accept else []
    if exercise.record.choices and exercise.ask != "play":
        found = [answer for answer in found if answer in exercise.record.choices]
    return tuple(dict.fromkeys([*listed, *found]))


def judge(exercise: Exercise, answer: str) -> bool | None:
    """Whether an answer in its one form is right; None where that cannot be told here."""
    record = exercise.record
    if record.hashes:
        return hashed(answer, record.salt, record.id) in record.hashes
    if not exercise.keyed:
        return False if exercise.ask == "play" and not _taken_as_choice(exercise, answer) and not exercise.ruling(answer).legal else None
    return answer in right_answers(exercise)


def _taken_as_choice(exercise: Exercise, answer: str) -> bool:
    """Whether it is a choice with words of its own, which need not be an action."""
    return bool(exercise.record.choices.get(answer))


@lru_cache(maxsize=4096)
def hashed(answer: str, salt: str, id: str) -> str:
    """An answer as a handout keeps it: PBKDF2 with SHA-256 over the answer, salted with the salt and the question's id, 16 bytes in
    hexadecimal."""
    return pbkdf2_hmac("sha256", answer.encode("utf-8"), f"{salt}/{id}".encode(), ROUNDS, 16).hex()


def check_accept(exercise: Exercise) -> None:
    """QuestionError where the rules are asked for something that they do not know for this kind, or that is not on this table."""
    known = ACCEPT[exercise.ask]
    for text in exercise.record.accept:
        name, eq, value = text.partition("=")
        if not any(name == one.partition("=")[0] and bool(eq) == ("=" in one) for one in known):
            raise QuestionError(exercise.id, f"cannot accept {text!r}; known for {exercise.ask!r}: {', '.join(known)}")
        if name == "rule":
            exercise.book[value]
        elif name == "passage" and not rules_at(exercise.book, value):
            raise QuestionError(exercise.id, f"no rule stands at {value!r}")
        elif name in ("from", "to", "empties"):
            _zone(exercise, value)


def _zone(exercise: Exercise, name: str) -> str:
    """The id of a zone by its id, or by its kind where the seat to act has one ("stock")."""
    zones = exercise.game.zones(exercise.position.options, exercise.position.seats)
    for zone in zones:
        if zone.id == name or (zone.kind == name and zone.owner == exercise.player):
            return zone.id
    raise QuestionError(exercise.id, f"no zone {name!r}; known: {', '.join(zone.id for zone in zones)}")


def _plays(exercise: Exercise, accept: Iterable[str]) -> list[str]:
    wanted = [text.partition("=")[::2] for text in accept]
    plain = all(name in ("legal", "played") for name, _ in wanted)
    found = []
    for action in exercise.legal_actions():
        if ("played", "") in wanted and exercise.played != action:
            continue
        after = None if plain else exercise.taken(action)
        if after is None or all(_holds(exercise, action, after, name, value) for name, value in wanted):
            found.append(str(action))
    return found


def _holds(exercise: Exercise, action: Action, after: Position, name: str, value: str) -> bool:
    """Whether that is true of an action which leads to `after`."""
    why = after.explanation
    assert why is not None  # a played position has one
    if name == "rule":
        return value in why.rules
    if name == "event":
        return any(event.kind == value for event in why.events)
    if name in ("legal", "played"):
        return True
    zone = _zone(exercise, value)
    old, new = exercise.position.table()[zone].count, after.table()[zone].count
    return new < old if name == "from" else new > old if name == "to" else bool(old) and not new


def _rulings(exercise: Exercise, accept: Iterable[str]) -> list[str]:
    return ["yes" if exercise.ruling().legal else "no"]


def _rules(exercise: Exercise, accept: Iterable[str]) -> list[str]:
    why = exercise.why
    rules = list(why.rules)
    for text in accept:
        name, _, value = text.partition("=")
        if name == "allows":
            rules = [rule for rule in rules if why.legal and rule in why.rules[: why.allowed]]
        elif name == "forbids":
            rules = [] if why.legal else rules
        elif name == "passage":
            rules = [rule for rule in exercise.book if rule in rules_at(exercise.book, value)]
    places = [place_of(passage) for rule in rules for passage in exercise.book[rule].passages]
    return [*rules, *places]


def _scores(exercise: Exercise, accept: Iterable[str]) -> list[str]:
    counted, about = exercise.counted, exercise.record.about
    found = []
    for name in accept:
        values = {"credited": counted.credited, "total": counted.totals, "raw": counted.raw}[name]
        found.append(",".join(map(str, values)) if about is None else str(values[about]))
    return found


def _follow(exercise: Exercise, accept: Iterable[str]) -> list[str]:
    found: list[str] = []
    if "played" in accept and exercise.played is not None:
        found.append(str(exercise.played))
    if "follows" in accept:
        found += exercise.why.rules[exercise.why.allowed :] if exercise.why.legal else ()
    return found


_BY_RULES: Final[Mapping[str, Callable[[Exercise, Any], list[str]]]] = {
    "play": _plays, "legal": _rulings, "rule": _rules, "score": _scores, "next": _follow,
}  # fmt: skip


def about_rules(exercise: Exercise) -> tuple[str, ...]:
    """The rules that it exercises: those it names, else what the rules make of it."""
    if exercise.record.rules:
        return tuple(exercise.record.rules)
    if not exercise.keyed or exercise.record.hashes:
        return ()
    if exercise.ask == "score":
        counted, about = exercise.counted, exercise.record.about
        seats = range(exercise.position.seats) if about is None else (about,)
        return tuple(dict.fromkeys(exercise.game.score_rule(counted, "credited", seat) for seat in seats))
    if exercise.ask == "legal":
        return exercise.ruling().rules[:1]
    answers = right_answers(exercise)
    if exercise.ask in ("rule", "next") and (rules := [answer for answer in answers if answer in exercise.book]):
        return tuple(rules[:1])
    if exercise.ask == "play":
        named = tuple(text.partition("=")[2] for text in exercise.record.accept if text.startswith("rule="))
        legal = [answer for answer in answers if answer in exercise.legal_actions()]
        return named or (exercise.ruling(legal[0]).rules[:1] if legal else ())
    return ()
