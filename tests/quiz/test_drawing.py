"""Drawing questions from a game: good ones, the same for a seed, with choices that are plausible and wrong, and fair to who is asked."""

import random

import pytest

import cardlab
from cardlab.errors import UnknownName
from cardlab.position import Position
from cardlab.quiz import tempting
from cardlab.quiz.criteria import about_rules, right_answers
from cardlab.quiz.exercise import Exercise, rules_at
from cardlab.replay import loads
from cardlab.replay.make import play_match
from cardlab.replay.records import ASKS
from cardlab.text import LANGUAGES


@pytest.fixture(scope="module")
def drawn(every_preset) -> list[Exercise]:
    return cardlab.questions(every_preset, n=12, seed=7)


def test_every_preset_gives_questions_of_many_kinds(every_preset, drawn):
    assert len(drawn) == 12
    assert len({exercise.id for exercise in drawn}) == 12
    assert {exercise.ask for exercise in drawn} >= {"play", "legal", "rule", "next"}
    assert [exercise.record.ply for exercise in drawn] == sorted(exercise.record.ply for exercise in drawn)


def test_the_same_for_a_seed(every_preset, drawn):
    again = cardlab.questions(every_preset, n=12, seed=7)
    assert [exercise.record for exercise in again] == [exercise.record for exercise in drawn]
    other = cardlab.questions(every_preset, n=12, seed=8)
    assert [exercise.record for exercise in other] != [exercise.record for exercise in drawn]


def test_each_can_be_put_and_judged(drawn):
    for exercise in drawn:
        assert right_answers(exercise), exercise
        assert about_rules(exercise), exercise
        for lang in LANGUAGES:
            assert exercise.prompt(lang)
            assert all(words for _, words in exercise.choices(lang))
        assert exercise.data()["id"] == exercise.id


def test_wrong_choices_are_wrong_by_the_engine(drawn):
    """A choice that is not right is an action that is refused, a rule that does not govern, or a number that was not counted."""
    for exercise in drawn:
        choices, right = list(exercise.record.choices), set(right_answers(exercise))
        if not choices:
            continue
        wrong = [choice for choice in choices if choice not in right]
        assert wrong and len(wrong) < len(choices)
        for choice in wrong:
            if exercise.ask == "play":
                assert not exercise.ruling(choice).legal
            elif exercise.ask in ("rule", "next"):
                rules = [choice] if choice in exercise.book else rules_at(exercise.book, choice)
                assert not set(rules) & set(exercise.why.rules), (exercise, choice)
            else:
                assert int(choice) != exercise.counted.credited[exercise.record.about]


def test_who_is_asked_can_know_the_answer(drawn):
    """However the cards lie that the seat cannot see, the same answers are right; and nothing that it is shown differs."""
    for exercise in drawn:
        seat = exercise.record.seat
        if seat is None:
            continue
        state = exercise.position.state
        hidden = exercise.game.hidden(state, seat)
        faces = [state.face[card] for card in hidden]
        random.Random(exercise.id).shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            state.face[card] = face
        other = Exercise(exercise.record, Position(exercise.game, state, exercise.names), exercise.before, exercise.played)
        assert set(right_answers(other)) == set(right_answers(exercise)), exercise
        assert other.data() == exercise.data()
        assert other.table == exercise.table


def test_a_question_about_a_ruling_says_yes_and_no(skyjo):
    """Not all of "is it legal?" may be answered with no."""
    found = {right_answers(exercise) for exercise in cardlab.questions(skyjo, ["legal"], n=16, seed=1)}
    assert found == {("yes",), ("no",)}


def test_what_sources_judge_differently_is_asked(skyjo):
    """skyjo.E01: the Spanish text ends a round at once; Skyoo gives a last turn, which is then not allowed by it."""
    disputed = [e for e in cardlab.questions(skyjo, ["legal"], n=16, seed=1) if e.record.preset]
    assert disputed
    for exercise in disputed:
        here = exercise.position.ruling(exercise.record.action, exercise.record.seat)
        assert exercise.ruling().legal != here.legal
        assert exercise.prompt("es").startswith("Según «")


def test_points_are_asked_where_rounds_were_counted(skyjo):
    asked = cardlab.questions(skyjo, ["score"], n=3)
    assert asked
    for exercise in asked:
        counted = exercise.counted
        assert right_answers(exercise) == (str(counted.credited[exercise.record.about]),)


def test_nothing_is_asked_of_a_hand_that_is_not_known():
    """In a handout only moves of seats whose whole hand is known can be asked about (an empty hand is)."""
    replay = loads(play_match("skipbo", 2, seed=3, cap=120, tell=lambda sentence: None))
    closed = loads(cardlab.handout(replay, seat=1).data)
    asked = cardlab.questions(closed, n=30, seed=1)
    assert asked
    assert all("?" not in exercise.table[f"hand{exercise.record.seat}"].codes for exercise in asked)
    assert 1 in {exercise.record.seat for exercise in asked}


def test_only_one_seat(skyjo):
    assert {e.record.seat for e in cardlab.questions(skyjo, ["legal", "rule", "play"], n=8, seat=2)} == {2}
    with pytest.raises(ValueError, match="no seat 5; seats are 0 to 2"):
        cardlab.questions(skyjo, seat=5)


def test_unknown_kinds_are_refused(skyjo):
    with pytest.raises(UnknownName, match=f"known: {', '.join(ASKS)}"):
        cardlab.questions(skyjo, ["guess"])


def test_they_can_be_kept_in_a_layer(skyjo_text, tmp_path, clock):
    path = tmp_path / "match.jsonl"
    path.write_text(skyjo_text, encoding="utf-8")
    replay = cardlab.load(path)
    made = cardlab.questions(replay, n=6, seed=2)
    pen = replay.annotate(tmp_path / "match.notes.eva.jsonl", "Eva", clock=clock)
    for exercise in made:
        pen.ask(exercise.record)
    kept = cardlab.quiz(replay.annotations(beside=True))
    assert {e.id: right_answers(e) for e in kept} == {e.id: right_answers(e) for e in made}


def test_what_is_tempting_is_refused_and_varied(skipbo):
    plies = list(skipbo.plies())
    ply = next(ply for ply in plies if ply.player >= 0 and ">" in ply.action and ply.turn > 4)
    found = tempting.refused(skipbo.at(ply.number - 1), plies, ply.number)
    assert 0 < len(found) <= tempting.MOST
    assert not any(ruling.legal for ruling in found.values())
    assert len({ruling.rules[0] for ruling in found.values()}) > 1
