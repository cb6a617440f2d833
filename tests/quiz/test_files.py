"""Questions among the other lines: in branches, in what was taken back, in merged layers, in a game whose people are unknown."""

import json

import cardlab
from cardlab.game import CHANCE
from cardlab.quiz.criteria import right_answers
from cardlab.replay.anonymise import anonymise
from cardlab.replay.layers import layer_path
from cardlab.replay.merge import merge
from cardlab.replay.records import Undo
from cardlab.replay.writer import append


def test_a_question_on_a_branch_is_asked_there(lesson, clock):
    pen = cardlab.load(lesson).annotate(author="Eva", clock=clock)
    ply = next(question.ply for question in pen.replay.questions if question.id == "place")
    branch = pen.branch("thrown away", ply)
    pen.play(branch, "discard")
    made = cardlab.ask(pen, "play", 1, branch=branch)
    replay = cardlab.load(lesson)
    again = next(exercise for exercise in cardlab.quiz(replay) if exercise.id == made.id)
    assert again.position.phase == "flip" and set(right_answers(again)) == set(replay.branch(branch).at(1).legal_actions())
    pen.delete_branch(branch)
    assert made.id not in [question.id for question in cardlab.load(lesson).questions]


def test_a_question_on_a_ply_that_was_taken_back_is_not_asked(lesson, clock):
    replay = cardlab.load(lesson)
    while replay.action(len(replay)).player == CHANCE:
        append(lesson, Undo(seq=0, of=replay.seqs[-1]))
        replay = cardlab.load(lesson)
    pen = replay.annotate(author="Eva", clock=clock)
    made = cardlab.ask(pen, "play", len(replay))
    append(lesson, Undo(seq=0, of=replay.seqs[-1]))
    shorter = cardlab.load(lesson)
    assert len(shorter) == len(replay) - 1
    assert shorter.problems == []
    assert made.id not in [question.id for question in shorter.questions], "it is about a table that is not on record any more"
    assert next(q for q in shorter.document.asked.values() if q.id == made.id).branch in shorter.undone, "and it is not lost"


def test_layers_with_questions_merge(lesson, clock, tmp_path):
    made = []
    for name in ("Ana", "Leo"):
        pen = cardlab.load(lesson).annotate(layer_path(lesson, name), name, clock=clock)
        made.append(cardlab.ask(pen, "play", 20, text=f"{name} asks").id)
    layers = [layer_path(lesson, name) for name in ("Ana", "Leo")]
    merged = tmp_path / "lesson.notes.all.jsonl"
    merged.write_bytes(merge(layers, cardlab.load(lesson)).data)
    again = merge([*reversed(layers), merged], cardlab.load(lesson))
    assert again.data == merged.read_bytes()
    replay = cardlab.load(lesson)
    assert {question.id for question in replay.annotations(merged).questions} - {q.id for q in replay.questions} == set(made)


def test_people_of_a_question_become_unknown(lesson, clock, tmp_path):
    pen = cardlab.load(lesson).annotate(author="Eva", clock=clock)
    made = cardlab.ask(pen, "play", 20, text={"en": "Eva asks: what would Mia do?"}, feedback={"*": {"en": "Mia knows."}})
    right = {e.id: right_answers(e) for e in cardlab.quiz(lesson)}
    out = tmp_path / "unknown.jsonl"
    anonymise(lesson, out)
    text = out.read_text(encoding="utf-8")
    assert not any(name in text for name in ("Eva", "Mia", "Leo"))
    assert {e.id: right_answers(e) for e in cardlab.quiz(out)} == right
    line = next(json.loads(line) for line in text.splitlines() if f'"{made.id}"' in line)
    assert line["author"].startswith("Author") and "Player" in line["text"]["en"]


def test_a_name_tells_nothing_of_what_is_right(skyjo):
    """Ids are made of what everybody sees: two questions that differ in what is right have one."""
    one = cardlab.ask(skyjo, "rule", 20, action=skyjo.action(21), accept=["governs"])
    other = cardlab.ask(skyjo, "rule", 20, action=skyjo.action(21), accept=["allows"], feedback={"*": "No."}, rules=["skyjo.turn.draw"])
    assert one.id == other.id and right_answers(one) != right_answers(other)


def test_two_questions_of_one_kind_on_one_ply(lesson):
    pen = cardlab.load(lesson).annotate(author="Eva")
    ids = [cardlab.ask(pen, "play", 20, hints=[hint]).id for hint in ("one", "two", "three")]
    assert len(set(ids)) == 3
    assert cardlab.load(lesson).problems == []
