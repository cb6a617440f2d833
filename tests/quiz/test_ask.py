"""Asking by hand: what is right by list and by the rules, what is refused, and questions in games and layers."""

import hashlib
import json
import re

import msgspec
import pytest

import cardlab
from cardlab.errors import CardlabError, InvalidAction, UnknownName
from cardlab.paths import replays
from cardlab.quiz.ask import ask
from cardlab.quiz.criteria import ACCEPT, ROUNDS, InvalidAnswer, hashed, judge, right_answers, written
from cardlab.quiz.exercise import QuestionError
from cardlab.replay.layers import layer_path
from cardlab.replay.records import ASKS, Question
from cardlab.replay.writer import append

# A turn of Skip-Bo: the open stock card of A is a 4 and its last, B1 wants a 5, B3 wants a 4, the hand holds 3, 5 and a wild.
LAST_STOCK = "skipbo official | phase=play seat=A B1=4 B3=1,SB,3 | A stock=4 hand=3,5,SB,9,12 D1=8,4 | B stock=?x29,7 hand=?x5"
# Skyjo: A has drawn a 4 (phase place); column 1 shows 4 and 4 above a hidden card.
DRAWN = "skyjo skyoo | phase=place seat=A held=4 discard=1,2,3 | A grid=4,5,h1,h4/4,h0,3,8/h11,h2,10,12 | B grid=?,?,5,0/?x4/?x4"


@pytest.mark.parametrize(("position", "kind", "fields", "right"), [
    # skipbo.objective.empty_stock: what empties the stock; skipbo.build.sequence: the 4 goes where a 4 is wanted
    (LAST_STOCK, "play", {"accept": ["empties=stock"]}, {"S>B3"}),
    (LAST_STOCK, "play", {"accept": ["from=stock0"]}, {"S>B3"}),
    (LAST_STOCK, "play", {"accept": ["to=B1"]}, {"H5>B1", "HSB>B1"}),
    # a wild goes on a pile as any number, and begins one as a 1
    (LAST_STOCK, "play", {"accept": ["rule=skipbo.wild.any_number"]}, {"HSB>B1", "HSB>B3"}),
    (LAST_STOCK, "play", {"accept": ["rule=skipbo.wild.start_pile"]}, {"HSB>B2", "HSB>B4"}),
    (LAST_STOCK, "play", {"accept": ["rule=skipbo.wild.any_number", "to=B1"]}, {"HSB>B1"}),
    (LAST_STOCK, "play", {"right": ["H5>B1"], "accept": ["empties=stock"]}, {"H5>B1", "S>B3"}),
    (LAST_STOCK, "legal", {"action": "H3>B1"}, {"no"}),
    (LAST_STOCK, "legal", {"action": "H5>B1"}, {"yes"}),
    # the faces of a wild's pile continue: the discard's 4 fits B3 as well as the stock's
    (LAST_STOCK, "legal", {"action": "D1>B3"}, {"yes"}),
    # skyjo.column.identical: three equal cards in a column leave
    (DRAWN, "play", {"accept": ["event=column"]}, {"swap r3c1"}),
    (DRAWN, "play", {"accept": ["to=discard", "event=column"]}, {"swap r3c1"}),
    (DRAWN, "legal", {"action": "take"}, {"no"}),
    (DRAWN, "score", {"action": "swap r3c1", "right": ["3"], "about": 0}, None),
])  # fmt: skip
def test_what_the_rules_accept(position, kind, fields, right):
    if right is None:  # no round is counted there, so that there is no score to ask for
        with pytest.raises(QuestionError, match="no round is counted"):
            ask(position, kind, accept=["credited"], **fields)
        return
    assert set(right_answers(ask(position, kind, **fields))) == right


def test_any_legal_action_is_what_the_engine_lists():
    exercise = ask(LAST_STOCK, "play")
    assert exercise.record.accept == ["legal"]
    assert list(right_answers(exercise)) == cardlab.position(LAST_STOCK).legal_actions()


def test_a_rule_may_be_answered_by_its_id_or_its_place():
    """skyjo.turn.draw_look: who has drawn has to decide about that card before anything else."""
    exercise = ask(DRAWN, "rule", action="draw", accept=["forbids"])
    right = right_answers(exercise)
    assert right[0] == exercise.ruling().rules[0]
    places = [answer for answer in right if ":L" in answer]
    assert places
    assert all(judge(exercise, written(exercise, answer)) for answer in right)
    with pytest.raises(InvalidAnswer, match="no rule stands there"):
        written(exercise, "001-skyjo:L9999")


def test_a_passage_accepts_the_rules_that_stand_there():
    exercise = ask(DRAWN, "rule", action="draw", accept=["forbids"])
    place = next(answer for answer in right_answers(exercise) if ":L" in answer)
    by_place = ask(DRAWN, "rule", action="draw", accept=[f"passage={place}"])
    assert exercise.ruling().rules[0] in right_answers(by_place)


def test_scores_are_those_the_round_counted(skyjo):
    n = next(k for k in range(1, len(skyjo)) if skyjo.game.counted(skyjo.at(k).state, list(skyjo.at(k).events)))
    counted = skyjo.game.counted(skyjo.at(n).state, list(skyjo.at(n).events))
    for name, values in (("credited", counted.credited), ("total", counted.totals), ("raw", counted.raw)):
        assert right_answers(ask(skyjo, "score", n, accept=[name])) == (",".join(map(str, values)),)
        for seat, value in enumerate(values):
            assert right_answers(ask(skyjo, "score", n, accept=[name], about=seat)) == (str(value),)
    # asked about the action that closes the round, it is the same
    if (closing := skyjo.action(n)).player >= 0:
        assert right_answers(ask(skyjo, "score", n - 1, action=closing)) == (",".join(map(str, counted.credited)),)


def test_a_score_question_shows_no_points_of_its_round(skyjo):
    n = next(k for k in range(1, len(skyjo)) if skyjo.game.counted(skyjo.at(k).state, list(skyjo.at(k).events)))
    shown = ask(skyjo, "score", n).table
    assert [info.score for info in shown.seats] == list(skyjo.at(n - 1).scores)
    assert not any(value for info in shown.seats for _, value in info.marks)
    assert shown.cards == skyjo.at(n).table().cards, "the cards are what it is counted from"


def test_what_follows_and_what_was_played(skipbo):
    n = next(
        k
        for k in range(1, len(skipbo))
        if skipbo.action(k + 1).player >= 0 and skipbo.explain(k + 1).rules[skipbo.explain(k + 1).allowed :]
    )
    why = skipbo.explain(n + 1)
    assert right_answers(ask(skipbo, "next", n, action=skipbo.action(n + 1))) == why.rules[why.allowed :]
    assert right_answers(ask(skipbo, "next", n, accept=["played"])) == (skipbo.action(n + 1),)


def test_another_preset_may_judge():
    """skyjo.E01: by the Spanish text a round ends at once, so nobody draws any more; Skyoo gives each a last turn."""
    text = "skyjo skyoo | phase=turn seat=B finisher=A discard=3 | A grid=1,2,3,4/5,6,7,8/9,10,11,12 | B grid=?,?,5,0/?x4/?x4"
    assert right_answers(ask(text, "legal", action="draw")) == ("yes",)
    assert right_answers(ask(text, "legal", action="draw", preset="skyjo-es")) == ("no",)
    assert "Skyjo" in ask(text, "legal", action="draw", preset="skyjo-es").prompt("es")


@pytest.mark.parametrize(("kind", "answer", "form"), [
    ("play", " H5>B1 ", "H5>B1"), ("play", "D1:4>B3", "D1>B3"), ("legal", True, "yes"), ("legal", "Sí", "yes"), ("legal", "nee", "no"),
    ("legal", False, "no"), ("rule", "skipbo.build.start", "skipbo.build.start"),
])  # fmt: skip
def test_an_answer_has_one_form(kind, answer, form):
    fields = {} if kind == "play" else {"action": "H5>B1"}
    assert written(ask(LAST_STOCK, kind, **fields), answer) == form


@pytest.mark.parametrize(("kind", "answer", "error"), [
    ("play", "jump", InvalidAction), ("legal", "perhaps", InvalidAnswer), ("rule", "skipbo.nonesuch", UnknownName),
    ("legal", None, InvalidAnswer), ("legal", 2.5, InvalidAnswer),
])  # fmt: skip
def test_what_is_no_answer_is_refused(kind, answer, error):
    fields = {} if kind == "play" else {"action": "H5>B1"}
    with pytest.raises(error):
        written(ask(LAST_STOCK, kind, **fields), answer)


@pytest.mark.parametrize(("fields", "error", "told"), [
    ({"accept": ["cheap"]}, QuestionError, "cannot accept 'cheap'; known for 'play': legal, played, rule=ID"),
    ({"accept": ["rule=skipbo.none"]}, UnknownName, "unknown rule"),
    ({"accept": ["from=attic"]}, QuestionError, "no zone 'attic'; known: draw, B1"),
    ({"accept": ["event=reshuffle"]}, QuestionError, "no answer to it is right"),
    ({"accept": ["played"]}, QuestionError, "the record stops on this ply"),
    ({"right": ["fly"]}, InvalidAction, "invalid action 'fly'"),
    ({"rules": ["skipbo.none"]}, UnknownName, "unknown rule"),
    ({"seat": 7}, QuestionError, "seat 7 is no seat; seats are 0 to 1"),
    ({"tries": 0}, QuestionError, "it cannot hold that"),
    ({"colour": "red"}, UnknownName, "unknown field of a question 'colour'"),
    ({"text": {"xx": "?"}}, UnknownName, "unknown language 'xx'"),
    ({"choices": ["H9>B1", "H3>B1"]}, QuestionError, "none of its choices is right"),
    ({"preset": "moon"}, UnknownName, "unknown preset 'moon'"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(fields, error, told):
    with pytest.raises(error, match=told):
        ask(LAST_STOCK, "play", **fields)


def test_questions_need_what_they_are_about(skyjo):
    with pytest.raises(UnknownName, match="unknown kind of question 'guess'; known: play, legal, rule, score, next"):
        ask(skyjo, "guess", 3)
    with pytest.raises(QuestionError, match="needs an action"):
        ask(skyjo, "legal", 3)
    with pytest.raises(CardlabError, match="it has the plies 0 to"):
        ask(skyjo, "play", 9999)


def test_every_kind_is_told_in_every_language(lesson, skyjo):
    assert set(ACCEPT) == set(ASKS)
    for exercise in cardlab.quiz(lesson):
        prompts = {lang: exercise.prompt(lang) for lang in ("en", "es", "nl")}
        assert len(set(prompts.values())) == 3, prompts
        for lang in prompts:
            assert all(words.strip() for _, words in exercise.choices(lang))


def test_a_choice_may_be_any_text_with_words():
    exercise = ask(
        LAST_STOCK,
        "next",
        action="S>B3",
        choices={"won": {"en": "A has won", "es": "A ha ganado"}, "on": {"en": "A goes on"}},
        right=["won"],
    )
    assert exercise.choices("es") == [("won", "A ha ganado"), ("on", "A goes on")]
    assert judge(exercise, written(exercise, "won")) is True
    assert judge(exercise, written(exercise, "on")) is False
    with pytest.raises(CardlabError):
        written(exercise, "draw")


# -- as the page says it


def test_the_format_page_lists_what_can_be_accepted():
    page = (replays() / "FORMAT.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| .* \| (.*) \|$", page[page.index("\n## Questions") : page.index("\n## Answers and keys")], re.M
    )
    told = {kind: set(re.findall(r"`([a-z]+(?:=[A-Z]+)?)`", cell)) for kind, cell in rows}
    assert told == {"ask": {"accept"}} | {kind: set(known) for kind, known in ACCEPT.items()}


def test_a_hash_is_as_the_page_says():
    made = hashlib.pbkdf2_hmac("sha256", b"S>B1", b"abc/play-12", 20_000, 16).hex()
    assert hashed("S>B1", "abc", "play-12") == made
    assert f"{ROUNDS:,} rounds" in (replays() / "FORMAT.md").read_text(encoding="utf-8")


# -- in files


def test_questions_are_lines_of_the_game(lesson):
    replay = cardlab.load(lesson)
    assert replay.problems == []
    assert {question.id for question in replay.questions} == {"place", "begin", "twice", "why-not"}
    assert [question.ply for question in replay.questions] == sorted(question.ply for question in replay.questions)


def test_a_question_in_a_layer_leaves_the_game_alone(lesson, clock):
    before = lesson.read_bytes()
    layer = layer_path(lesson, "Leo")
    pen = cardlab.load(lesson).annotate(layer, "Leo", language="es", clock=clock)
    made = cardlab.ask(pen, "play", 12, text="¿Y tú?")
    assert lesson.read_bytes() == before
    replay = cardlab.load(lesson)
    notes = replay.annotations(beside=True)
    assert {question.id for question in notes.questions} - {question.id for question in replay.questions} == {made.id}
    assert made.record.text == {"es": "¿Y tú?"} and made.record.author == "Leo"
    assert made.id in [exercise.id for exercise in cardlab.quiz(notes)]
    assert replay.annotations(beside=True).problems == []


def test_edit_withdraw_delete(lesson, clock):
    pen = cardlab.load(lesson).annotate(author="Eva", clock=clock)
    old = next(question for question in pen.notes.questions if question.id == "twice")
    pen.ask_again(old, msgspec.structs.replace(old, text={"en": "Another card?"}))
    assert next(q for q in cardlab.load(lesson).questions if q.id == "twice").text == {"en": "Another card?"}
    pen.undo()
    assert next(q for q in cardlab.load(lesson).questions if q.id == "twice").text == {}
    pen.delete(next(q for q in pen.notes.questions if q.id == "begin"))
    replay = cardlab.load(lesson)
    assert replay.problems == []
    assert {question.id for question in replay.questions} == {"place", "twice", "why-not"}


def test_an_id_stands_once(lesson):
    pen = cardlab.load(lesson).annotate(author="Eva")
    with pytest.raises(QuestionError, match="there is a question with this id already"):
        cardlab.ask(pen, "play", 12, id="place")


@pytest.mark.parametrize(("fields", "told"), [
    ({"ply": 9999}, "question on ply 9999, beyond the end: the main line has"),
    ({"ask": "guess"}, "unknown kind of question 'guess'; known: play, legal"),
    ({"branch": "none"}, "question on the unknown branch 'none'"),
    ({"id": "place"}, "question 'place' stands twice: first in line"),
    ({"tries": "two"}, "expected int | null at $.tries, got 'two'"),
])  # fmt: skip
def test_what_is_wrong_with_a_line_is_told(lesson, fields, told):
    record = {"kind": "question", "seq": 0, "id": "x", "ply": 3, "ask": "play"} | fields
    if "tries" in fields:
        text = lesson.read_text(encoding="utf-8")
        seq = text.count("\n")
        lesson.write_text(text + json.dumps(record | {"seq": seq}) + "\n", encoding="utf-8")
    else:
        append(lesson, msgspec.convert(record, Question))
    problems = cardlab.load(lesson).problems
    assert len(problems) == 1
    assert told in problems[0].what
