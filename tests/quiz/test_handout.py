"""A student's file holds what one seat knows after some plies, and not a byte of what is hidden."""

import json
import random
import re

import nbformat
import pytest
from nbclient import NotebookClient

import cardlab
from cardlab.errors import ReplayError, UnknownName
from cardlab.game import CHANCE
from cardlab.lens import Lens
from cardlab.paths import replays
from cardlab.quiz.criteria import right_answers
from cardlab.replay import Replay, loads
from cardlab.replay.check import check_file
from cardlab.replay.make import play_match
from cardlab.replay.records import Question
from cardlab.replay.writer import append
from cardlab.widgets.frames import frames

SAMPLES = [path for path in sorted(replays().glob("*/*.jsonl")) if not cardlab.load(path).is_sheet]


def faces_told(data: bytes) -> list[str]:
    """Every face that a chance line names."""
    plies = [json.loads(line) for line in data.splitlines()]
    return [word for ply in plies if ply["kind"] == "chance" for word in ply["action"].split()[1:]]


# -- what is in it


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_gives_a_file_that_opens_and_checks_clean(path, tmp_path):
    """For every seat and for one who only watches: it opens, it checks clean, and shows the seat what the game shows it."""
    replay = cardlab.load(path)
    for seat in (None, *range(len(replay.names))):
        for upto in (len(replay) // 3, len(replay)):
            made = cardlab.handout(replay, seat, upto)
            student = loads(made.data)
            assert student.problems == []
            assert student.result is None and not student.branches and not student.undone
            for ply, there in made.plies.items():
                look = Lens(seat, spoilers=False)
                mine, true = student.at(there).table(lens=look), replay.at(ply).table(lens=look)
                # Whoever watches sees no hand in the handout, and all of them in the game. A draw that waits for a shuffle is told as
                # a whole when it is done; a stock top that a penalty has laid is told when that seat's turn comes.
                if seat is not None and replay.at(ply).player != CHANCE and path.stem != "cheating-empty-stock":
                    assert mine.cards == true.cards, (ply, there)
                assert mine.seats == true.seats
            file = tmp_path / f"{seat}-{upto}.jsonl"
            made.write(file)
            assert list(check_file(file)) == []


def test_whoever_watches_sees_no_hand(skipbo):
    student = loads(cardlab.handout(skipbo, None, 60).data)
    table = student.at(len(student)).table()
    for seat in range(len(skipbo.names)):
        assert set(table[f"hand{seat}"].codes) <= {"?"}


@pytest.mark.parametrize("game", ["skipbo", "skyjo"])
def test_the_same_moves_by_the_same_seats(game, skipbo, skyjo):
    replay = skipbo if game == "skipbo" else skyjo
    made = cardlab.handout(replay, 0, 100)
    student = loads(made.data)
    acted = [str(replay.action(n)) for n in range(1, 101) if replay.action(n).player >= 0]
    assert [str(student.action(n)) for n in range(1, len(student) + 1) if student.action(n).player >= 0] == acted


# -- what is not


def redealt(replay: Replay, seat: int, upto: int, seed: int) -> Replay | None:
    """The same game with the cards dealt otherwise that the seat never gets to see by ply `upto`; None where the moves forbid that."""
    lines = bytes(replay).decode().splitlines()
    dealt = next(ply for ply in range(upto, 0, -1) if replay.action(ply).startswith("deal "))
    deal = next(i for i, line in enumerate(lines) if json.loads(line)["seq"] == replay.seqs[dealt - 1])
    record = json.loads(lines[deal])
    faces = record["action"].split()[1:]
    unseen = [card for card in replay.game.hidden(replay.at(upto).state, seat) if card < len(faces)]
    mixed = [faces[card] for card in unseen]
    random.Random(seed).shuffle(mixed)
    for card, face in zip(unseen, mixed, strict=True):
        faces[card] = face
    record["action"] = " ".join(["deal", *faces])
    lines[deal] = json.dumps(record, separators=(",", ":"))
    other = loads("\n".join(lines) + "\n")
    return other if len(other) >= upto else None


@pytest.mark.parametrize(("game", "upto"), [("skipbo", 24), ("skipbo", 90), ("skyjo", 24), ("skyjo", 250)])
@pytest.mark.parametrize("seat", [0, 1])
def test_another_deal_of_what_is_hidden_changes_no_byte(game, upto, seat):
    """The strongest form of "not in the file": a game that differs in hidden cards alone makes the very same handout."""
    replay = loads(play_match(game, 2, seed=31, cap=upto + 16, tell=lambda sentence: None))
    mine = cardlab.handout(replay, seat, upto)
    found = 0
    for seed in range(6):
        other = redealt(replay, seat, upto, seed)
        if other is not None and bytes(other) != bytes(replay):
            found += 1
            assert cardlab.handout(other, seat, upto).data == mine.data
            assert frames(loads(cardlab.handout(other, seat, upto).data), Lens()) == frames(loads(mine.data), Lens())
    assert found, "no other deal could be played"


@pytest.mark.parametrize("game", ["skipbo", "skyjo"])
def test_what_comes_later_changes_no_byte(game):
    """However the game goes on after ply N, the handout is the same: no move, no result, no length, no checkpoint."""
    text = play_match(game, 3, seed=5, cap=300, tell=lambda sentence: None)
    lines = text.splitlines(keepends=True)
    whole, part = loads(text), loads("".join(lines[:64]))
    assert len(whole) > len(part) > 50
    assert cardlab.handout(whole, 1, 50).data == cardlab.handout(part, 1, 50).data


def test_no_face_is_named_that_the_seat_did_not_see():
    """Counted: as many faces of each kind as the seat saw turned or drew, and never the order of the deck."""
    replay = loads(play_match("skyjo", 2, seed=5, cap=60, tell=lambda sentence: None))
    for seat in (0, 1):
        data = cardlab.handout(replay, seat, 60).data
        told = [face for face in faces_told(data) if not face.startswith("?")]
        student = loads(data)
        last = student.at(len(student)).state
        assert len(told) == sum(face != student.game.unknown for face in last.face)
        assert not re.search(rb'"deal (?!\?x)', data)


def test_the_seed_and_the_id_of_the_game_are_gone():
    """A source "seed 5" would tell every card, and so would an id that is made from it."""
    replay = loads(play_match("skyjo", 2, seed=5, cap=40, tell=lambda sentence: None))
    made = cardlab.handout(replay, 0, 20)
    head = json.loads(made.data.splitlines()[0])
    assert "seed" in replay.header.source
    assert not {"source", "seed", "bots", "tags"} & set(head)
    assert head["id"] != replay.header.id
    assert head["sees"] == [0]


NOTE_LATER, NOTE_ON_BRANCH, NOTE_OLD = "written-later-7c1", "on-a-branch-9d2", "first-words-3e3"


@pytest.fixture
def told(lesson, clock):
    """The lesson with notes before and after, an edited one, a branch, and a later question."""
    replay = cardlab.load(lesson)
    pen = replay.annotate(author="Eva", language="en", clock=clock)
    ply = max(question.ply for question in replay.questions)
    pen.add("Everybody may read this.", ply=3)
    edited = pen.add(NOTE_OLD, ply=4)
    pen.edit(edited, text="Better words.")
    pen.add(NOTE_LATER, ply=3, written=ply + 8)
    pen.add(NOTE_LATER, ply=ply + 4)
    branch = pen.branch("what if", ply)
    pen.add(NOTE_ON_BRANCH, ply=0, branch=branch)
    cardlab.ask(pen, "next", ply + 6, id="later-question", accept=["played"])
    return cardlab.load(lesson), ply


def test_later_notes_branches_edits_and_questions_are_gone(told):
    replay, ply = told
    made = cardlab.handout(replay, replay.at(ply).player, ply)
    for gone in (NOTE_LATER, NOTE_ON_BRANCH, NOTE_OLD, "later-question", "what if", "withdraw", '"branch"', '"of"', '"time"'):
        assert gone.encode() not in made.data, gone
    student = loads(made.data)
    assert [note.text for note in student.notes] == ["Everybody may read this.", "Better words."]
    assert made.notes == 2
    assert made.left_out == [f"question 'later-question' is left out: it needs ply {ply + 6} to be known"]
    assert b"Everybody" not in cardlab.handout(replay, None, ply, with_notes=False).data


@pytest.mark.parametrize("keys", ["file", "hashes"])
def test_no_right_answer_is_in_it(told, keys):
    """Neither the list, nor what is accepted, nor feedback; in the frames of a viewer neither."""
    replay, ply = told
    made = cardlab.handout(replay, replay.at(ply).player, ply, keys=keys)
    student = loads(made.data)
    assert len(student.questions) == made.questions == 4
    shown = [made.data, frames(student, Lens()), json.dumps(cardlab.quiz(student).data()).encode()]
    for exercise in cardlab.quiz(replay):
        for texts in exercise.record.feedback.values():
            assert not any(words.encode() in data for words in texts.values() for data in shown)
    for question in student.questions:
        assert not (question.right or question.accept or question.rules or question.feedback)
        assert bool(question.hashes) is (keys == "hashes")
    places = [json.loads(line) for line in made.data.splitlines() if b'"place"' in line]
    assert len(places) == 1
    place = next(e for e in cardlab.quiz(replay) if e.id == "place")
    assert not any(f'"{answer}"' in json.dumps(places[0]) for answer in right_answers(place))


def test_a_notebook_that_shows_it_holds_nothing_hidden(told, tmp_path):
    """A student's notebook, run and saved with all that it shows: viewer, questions, verdicts, frames."""
    replay, ply = told
    cardlab.handout(replay, replay.at(ply).player, ply).write(tmp_path / "student.jsonl", tmp_path / "key.jsonl")
    cells = [
        "import cardlab\nreplay = cardlab.load('student.jsonl')\nreplay.show(ply=len(replay))",
        "quiz = cardlab.quiz(replay, student='Ana', answers='ana.jsonl')\n[print(e, e.choices('es'), e.record) for e in quiz]\nquiz.data()",
        "print(quiz.answer('twice', 'no'), quiz.hint('place'))\nquiz.to_frame()",
        "print(replay.notes, [str(p.explanation) for p in replay.plies()], replay.to_frame().to_csv())\nbytes(replay)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    saved = nbformat.writes(notebook)
    assert "Better words." in saved and '"output_type"' in saved
    hidden = [NOTE_LATER, NOTE_ON_BRANCH, NOTE_OLD, "later-question", "One a turn.", "Una por turno.", '"accept": ["', "forbids"]
    assert [text for text in hidden if text in saved.replace("Which rule forbids it", "")] == []
    assert replay.header.id not in saved


def test_questions_move_along(told):
    """The table under each question is the one that the seat saw in the game."""
    replay, ply = told
    seat = replay.at(ply).player
    made = cardlab.handout(replay, seat, ply)
    mine = {exercise.id: exercise for exercise in cardlab.quiz(loads(made.data))}
    for exercise in cardlab.quiz(replay):
        if exercise.id in mine:
            assert mine[exercise.id].position.table(seat).cards == exercise.position.table(seat).cards
            for lang in ("en", "es", "nl"):
                assert mine[exercise.id].prompt(lang) == exercise.prompt(lang)
                assert mine[exercise.id].choices(lang) == exercise.choices(lang)


def test_hashes_judge_at_once_and_the_key_judges_alike(told, tmp_path):
    replay, ply = told
    seat = replay.at(ply).player
    made = cardlab.handout(replay, seat, ply, keys="hashes")
    key = tmp_path / "key.jsonl"
    made.write(tmp_path / "student.jsonl", key)
    for exercise in cardlab.quiz(replay):
        if exercise.id == "later-question":
            continue
        right = set(right_answers(exercise))
        tried = list(exercise.record.choices) or (
            ["yes", "no"] if exercise.ask == "legal" else ["draw", "take", "discard", "swap r1c1", "flip r1c1"]
        )
        for number, answer in enumerate(tried):
            path = tmp_path / f"{exercise.id}-{number}.jsonl"
            quiz = cardlab.quiz(tmp_path / "student.jsonl", student="Ana", answers=path)
            assert quiz.answer(exercise.id, answer).right is (answer in right)
            assert cardlab.grade(path, key)[exercise.id].right is (answer in right)


def test_without_a_key_answers_wait_but_illegal_plays_are_refused(told, tmp_path):
    replay, ply = told
    made = cardlab.handout(replay, replay.at(ply).player, ply)
    made.write(tmp_path / "student.jsonl", tmp_path / "key.jsonl")
    quiz = cardlab.quiz(tmp_path / "student.jsonl", student="Ana", answers=tmp_path / "ana.jsonl")
    assert quiz.answer("twice", "no").right is None
    assert "judged later" in str(quiz.verdict("twice"))
    refused = quiz.answer("place", "take")
    assert refused.right is False and refused.undone
    assert quiz.answer("place", "discard").right is None
    assert (quiz.score().right, quiz.score().open) == (0, 2)
    assert cardlab.grade(tmp_path / "ana.jsonl", tmp_path / "key.jsonl").right == 2


def test_a_position_of_its_own_is_blanked(lesson, clock):
    replay = cardlab.load(lesson)
    pen = replay.annotate(author="Eva", clock=clock)
    full = replay.at(60).text
    assert re.search(r"draw=[\d-]", full) and "h" in full.partition("grid=")[2]
    cardlab.ask(pen, "play", 0, id="own", position=full, seat=0)
    data = cardlab.handout(cardlab.load(lesson), 0, 1).data
    own = next(json.loads(line) for line in data.splitlines() if b'"own"' in line)
    assert full not in data.decode()
    assert not re.search(r"draw=[\d-]|h-?\d", own["position"])


# -- what cannot be


def test_what_cannot_be_is_refused(skyjo, tmp_path):
    with pytest.raises(ReplayError, match="ply 9999 is not on the main line"):
        cardlab.handout(skyjo, 0, 9999)
    with pytest.raises(ReplayError, match="no seat 9; seats are 0 to 2"):
        cardlab.handout(skyjo, 9)
    with pytest.raises(UnknownName, match="known: file, hashes"):
        cardlab.handout(skyjo, 0, keys="nowhere")
    made = cardlab.handout(skyjo, 0, 20)
    made.write(tmp_path / "a.jsonl")
    with pytest.raises(FileExistsError):
        made.write(tmp_path / "a.jsonl")


def test_questions_for_other_eyes_stay_out(lesson):
    append(lesson, Question(seq=0, id="for-leo", ply=2, ask="play", accept=["legal"], seat=1))
    made = cardlab.handout(cardlab.load(lesson), 0, 20)
    assert b"for-leo" not in made.data and b"for-leo" not in made.key
    assert made.left_out[0] == "question 'for-leo' is left out: it is for the eyes of seat 1"
