"""The quiz and the lesson viewer without a browser: what they send, what an answer does, what is never in the page."""

import json
import re
from pathlib import Path

import pytest

import cardlab
from cardlab.quiz.criteria import right_answers
from cardlab.replay.place import PlaceError
from cardlab.text import LANGUAGES, words
from cardlab.widgets.lesson import LessonViewer

SAMPLES = Path(__file__).parent.parent.parent / "replays"
COLUMN, THREE = SAMPLES / "skyjo" / "column.jsonl", SAMPLES / "skipbo" / "three-players.jsonl"
PAGE = ("frames", "question", "notes", "branches", "judged")
"""What a lesson sends that is of this game; the rulebook and the words are the same for all."""


def told(widget):
    return json.loads(widget.question)


def answer(widget, text):
    """As the page does: to the question that it shows."""
    return widget._answer({"at": told(widget)["at"], "answer": text}, [])[0]


def page(widget):
    return b"\n".join(getattr(widget, name) for name in PAGE if widget.has_trait(name))


def first_choice(replay, legal=2):
    """The first ply at which a seat may do several things."""
    return next(n for n in range(len(replay)) if (replay.at(n).player or 0) >= 0 and len(replay.at(n).legal_actions()) >= legal)


@pytest.fixture(params=[COLUMN, THREE], ids=["skyjo", "skipbo"])
def replay(request):
    return cardlab.load(request.param)


@pytest.fixture
def quiz(replay, tmp_path):
    """A play with two hints and feedback, a ruling, and a guess, at the first choice of the game."""
    ply = first_choice(replay)
    seat = replay.at(ply).player
    refused = refused_at(replay, ply)
    exercises = [
        cardlab.ask(
            replay, "play", ply, id="play", seat=seat, tries=3, hints=["Look up.", "Look down."], feedback={"*": "Words for later."}
        ),
        cardlab.ask(replay, "legal", ply, id="legal", action=refused),
        cardlab.ask(replay, "next", ply, id="next", accept=["played"]),
    ]
    return cardlab.quiz(exercises, student="Ana", answers=tmp_path / "ana.jsonl", lang="en")


def refused_at(replay, ply):
    """An action that can be read on that ply and is refused."""
    position = replay.at(ply)
    thoughts = ["flip r1c1", "swap r1c1", "draw", "S>B1", "take"]
    readable = [text for text in thoughts if readable_at(position, text)]
    return next(text for text in readable if not position.ruling(text).legal)


def readable_at(position, text):
    try:
        position.ruling(text)
    except cardlab.InvalidAction:
        return False
    return True


# -- the quiz


def test_what_is_right_is_not_in_the_page(quiz):
    """No criterion, no list of right answers, no feedback, no hint before it is asked for: for every question, before it is answered."""
    widget = quiz.show()
    for number in range(len(quiz)):
        widget._go({"number": number}, [])
        data = page(widget).decode()
        for hidden in ('"accept"', '"right":[', "Words for later.", "Look up.", "Look down.", "hashes", '"feedback"'):
            assert hidden not in data, hidden
        assert told(widget)["asked"]["told"] is None
        assert json.loads(widget.frames)["steps"] == [] and json.loads(widget.frames)["result"] is None


def test_pointing_says_nothing_of_what_is_allowed(quiz):
    """Every try has the same form, whatever the rules say of it; legal and refused ones are among them, in an order of the table's."""
    widget = quiz.show()
    moves = told(widget)["asked"]["pointed"]["moves"]
    position = quiz["play"].position
    rulings = {move[0]: position.ruling(move[0]).legal for move in moves}
    assert set(rulings.values()) == {True, False}
    assert {str(action) for action in position.legal_actions()} <= rulings.keys()
    assert all(move[6] == -1 for move in moves) and told(widget)["asked"]["pointed"]["rules"] == []
    assert moves == sorted(moves, key=lambda move: json.dumps(move[1:3]).replace(" ", "").encode())


def test_a_refused_play_is_undone_with_the_reason(quiz, replay):
    """The table is that of before, the verdict tells the rule, and one try is gone."""
    widget = quiz.show()
    before = json.loads(widget.frames)
    refused = refused_at(replay, quiz["play"].record.ply)
    assert answer(widget, refused) == {}
    said = told(widget)["asked"]
    assert said["told"]["right"] is False and said["told"]["undone"] is True and said["left"] == 2
    assert said["told"]["rules"] == list(quiz["play"].position.ruling(refused).rules)
    assert "The move is taken back." in said["told"]["text"]["en"]
    assert json.loads(widget.frames) == before


def test_a_right_play_is_shown_and_turns_up_nothing(quiz, replay):
    """One step is added to the table, and no face is in it that nobody could see before."""
    widget = quiz.show()
    right = right_answers(quiz["play"])[0]
    assert answer(widget, right) == {}
    made = json.loads(widget.frames)
    assert told(widget)["asked"]["closed"] and told(widget)["marks"][0] == "right" and len(made["steps"]) == 1
    seen = {code for codes, _ in made["cards"] for code in codes}
    after = {code for zone in made["steps"][0].get("z", []) for code in (zone[1] if isinstance(zone[1], list) else [zone[2]])}
    hidden = {code for code in after - seen if not code.startswith("?") and code != "" and "=" not in code and "!" not in code}
    assert not hidden
    assert told(widget)["score"]["en"] == "1 of 3 right"


def test_hints_come_one_after_the_other(quiz):
    widget = quiz.show()
    for shown in (1, 2, 2):
        widget._hint({"at": told(widget)["at"]}, [])
        assert [text["en"] for text in told(widget)["asked"]["shown"]] == ["Look up.", "Look down."][:shown]


def test_a_restart_changes_nothing(quiz, replay, tmp_path):
    """A new quiz of the same file shows the same verdicts, tries, hints and score."""
    widget = quiz.show()
    answer(widget, refused_at(replay, quiz["play"].record.ply))
    widget._hint({"at": told(widget)["at"]}, [])
    before = told(widget)
    again = cardlab.quiz(list(quiz.exercises), student="Ana", answers=tmp_path / "ana.jsonl", lang="en").show()
    after = told(again)
    assert {**after, "at": 0} == {**before, "at": 0}
    assert again.frames == widget.frames


def test_what_cannot_be_read_is_no_try(quiz):
    widget = quiz.show()
    assert "invalid action" in answer(widget, "juggle")["error"]
    assert told(widget)["asked"]["left"] == 3 and len(quiz.answers) == 0
    assert widget._answer({"at": -1, "answer": "draw"}, [])[0] == {"error": "stale"}
    assert widget._go({"number": 9}, [])[0] == {"error": "no question 9"}
    with pytest.raises(ValueError, match="no question 9; questions are 0 to 2"):
        quiz.show(number=9)


def test_the_first_open_question_is_shown(quiz):
    quiz.answer("play", right_answers(quiz["play"])[0])
    assert quiz.show().number == 1


def test_a_question_about_points_shows_none(tmp_path):
    """The table of a round that is over, without the points that are asked for; neither does the outcome tell them."""
    replay = cardlab.load(COLUMN)
    scores = [
        cardlab.ask(replay, "score", n) for n in range(1, len(replay) + 1) if replay.game.counted(replay.at(n).state, replay.at(n).events)
    ]
    assert scores
    for exercise in scores:
        widget = cardlab.quiz([exercise]).show()
        made = json.loads(widget.frames)
        assert [tuple(seat[1]) for seat in made["seats"]] == [tuple(map(list, seat.marks)) for seat in exercise.table.seats]
        assert made["result"] is None
        lesson = LessonViewer(replay, cardlab.quiz([exercise]))
        last = json.loads(lesson.frames)["steps"][-1]
        assert "s" not in last and last["r"] == []


def test_a_question_as_text_and_its_code(quiz, replay):
    """Prompt, table, choices; after a hint and an answer also these, with the rules; nothing that was not shown. The code opens it."""
    widget = quiz.show(lang="en")
    text, code = (widget._text({}, [])[0][key] for key in ("text", "code"))
    assert code == "play" and quiz["play"].prompt("en") in text and "to act" in text
    assert "Look up." not in text and "Words for later." not in text
    widget._hint({"at": told(widget)["at"]}, [])
    refused = refused_at(replay, quiz["play"].record.ply)
    answer(widget, refused)
    text = widget._text({}, [])[0]["text"]
    assert "Hint 1 of 2: Look up." in text and "Look down." not in text and quiz.verdict("play").text("en") in text
    assert quiz["play"].position.ruling(refused).rules[0] in text
    assert quiz.show(at="legal").number == 1
    assert widget._go({"question": "next"}, [])[0] == {} and widget.number == 2
    assert "unknown question" in widget._go({"question": "k3f0-17"}, [])[0]["error"]
    with pytest.raises(cardlab.UnknownName, match="unknown question 'nowhere'"):
        quiz.show(at="nowhere")


def test_a_notebook_that_is_run_again_says_the_same(quiz):
    """The text beside the widget has every prompt and choice, and nothing of how far anybody is."""
    data = quiz.show(lang="es")._repr_mimebundle_()[0]
    for exercise in quiz:
        assert exercise.prompt("es") in data["text/plain"]
    quiz.answer("legal", "no")
    assert quiz.show(lang="es")._repr_mimebundle_()[0]["text/plain"] == data["text/plain"]
    assert quiz._repr_mimebundle_()[0]["text/plain"].startswith("QuizWidget(")


# -- the lesson viewer


@pytest.fixture
def lesson(replay, quiz):
    return replay.show(quiz=quiz, lang="en")


def test_what_comes_after_a_question_is_not_in_the_page(replay, quiz, lesson):
    """The page of a game held back at a ply is that of a game whose record ends there."""
    ply = quiz["play"].record.ply
    assert len(json.loads(lesson.frames)["steps"]) == ply and lesson.seat is not None
    text = Path(replay.path).read_text(encoding="utf-8").splitlines(keepends=True)
    plies = [i for i, line in enumerate(text) if json.loads(line)["kind"] in ("action", "chance", "referee")]
    cut = cardlab.loads("".join(text[: plies[ply]]))
    shorter = LessonViewer(cut, quiz)
    assert len(cut) == ply
    assert json.loads(shorter.frames) == {**json.loads(lesson.frames), "lens": json.loads(shorter.frames)["lens"]}
    assert lesson.question == shorter.question


def test_it_goes_on_only_after_an_answer(lesson, quiz):
    """Each question in its turn; then the rest of the game."""
    held = len(json.loads(lesson.frames)["steps"])
    assert "Answer first" in lesson._onward({"at": told(lesson)["at"]}, [])[0]["error"]
    for exercise in quiz:
        assert told(lesson)["asked"]["id"] == exercise.id and len(json.loads(lesson.frames)["steps"]) == held
        assert answer(lesson, right_answers(exercise)[0]) == {}
        assert lesson._onward({"at": told(lesson)["at"]}, [])[0] == {}
    assert told(lesson)["asked"] is None and len(json.loads(lesson.frames)["steps"]) == len(lesson._replay)
    assert str(quiz.score()) == "3 of 3 right"


def test_other_hands_stay_hidden_in_a_lesson(lesson):
    """Where all questions are asked through one seat's eyes, no other seat can be looked from."""
    own, frames = lesson.seat, lesson.frames
    for message in ({"seat": None}, {"seat": (own + 1) % 3}):
        assert "only" in lesson._lens(message, [])[0]["error"]
    assert "only" in lesson._reveal({"seats": [(own + 1) % 3]}, [])[0]["error"]
    lesson._lens({"seat": own, "spoilers": True}, [])
    assert lesson.frames == frames and lesson.spoilers is False


def test_a_lesson_shows_no_card_that_nobody_has_seen(replay, quiz):
    """Not either where every hand is seen, nor where a teacher shows hands one by one."""
    seen = replay.show(quiz=cardlab.quiz([cardlab.ask(replay, "next", quiz["play"].record.ply, accept=["played"])]))
    before = seen.frames
    for message in ({"seat": None, "spoilers": True}, {"seat": None}):
        assert seen._lens(message, [])[0] == {}
        assert seen.frames == before
    seen._reveal({"seats": [0, 1]}, [])
    assert not [code for codes, _ in json.loads(seen.frames)["cards"] for code in codes if len(code) > 1 and code.startswith("?")]


def test_what_waits_for_an_answer_is_asked_on_the_scratch_table_too(lesson, quiz, replay):
    """It is answered there or here, and each shows what was answered on the other; nothing is tried out before."""
    ply = quiz["play"].record.ply
    assert lesson._what_if({"ply": ply}, [])[0] == {}
    table = lesson.scratch
    assert told(table)["asked"]["id"] == "play" and json.loads(table.moment)["closed"]
    answer(table, refused_at(replay, ply))
    assert told(lesson)["asked"]["left"] == 2 and told(lesson)["asked"]["told"] == told(table)["asked"]["told"]
    answer(lesson, right_answers(quiz["play"])[0])
    assert told(table)["asked"]["closed"] and json.loads(table.moment)["moves"]


def test_an_open_question_is_not_reached_from_an_earlier_ply(tmp_path):
    """Where the position that it is about comes onto a table that was opened before it, it is asked there."""
    replay = cardlab.load(COLUMN)
    ply = next(n for n in range(2, len(replay)) if (replay.at(n).player or 0) >= 0 and replay.action(n).player >= 0)
    lesson = replay.show(quiz=cardlab.quiz([cardlab.ask(replay, "next", ply, id="next", accept=["played"])]))
    lesson._what_if({"ply": ply - 1}, [])
    table = lesson.scratch
    moment = json.loads(table.moment)
    assert told(table)["asked"] is None and moment["moves"]
    for name, more in (("insert", {"text": "draw draw"}), ("play_out", {"bots": "sensible", "seed": 1}), ("edit", {})):
        assert "error" in table._do({"do": name, "at": moment["at"], **more}, [])[0], name
    assert "error" not in table._enter({"at": moment["at"], "text": str(replay.action(ply))}, [])[0]
    assert told(table)["asked"]["id"] == "next" and json.loads(table.moment)["moves"] == []
    table._do({"do": "step", "by": -1, "at": json.loads(table.moment)["at"]}, [])
    assert told(table)["asked"] is None and json.loads(table.moment)["moves"]


def test_guess_first(replay, tmp_path):
    """At every choice the next move is held back until something was chosen; how many there will be is not told; a restart goes on."""
    viewer = replay.show(guess=True, student="Leo", answers=tmp_path / "leo.jsonl")
    first = first_choice(replay)
    assert viewer._upto == first and told(viewer)["count"] == 0 and told(viewer)["marks"] == []
    answer(viewer, str(replay.action(first + 1)))
    assert told(viewer)["asked"]["told"]["right"] is True and told(viewer)["score"]["en"] == "1 of 1 right"
    assert viewer._onward({"at": told(viewer)["at"]}, [])[0] == {}
    assert viewer._upto > first
    again = replay.show(guess=True, student="Leo", answers=tmp_path / "leo.jsonl")
    assert again._upto == viewer._upto and told(again)["score"] == told(viewer)["score"]


def test_questions_of_the_game_are_asked(tmp_path):
    """Without a quiz those of the file are; a game without any says so."""
    with pytest.raises(cardlab.ReplayError, match="asks no question"):
        cardlab.load(COLUMN).show(student="Ana")


# -- in front of a class


def test_hands_are_shown_one_by_one():
    """The faces of a hand that was not asked for are not in the page."""
    replay = cardlab.load(THREE)
    ply = 12
    viewer = replay.show(projector=True, ply=ply)
    hands = [f"hand{seat}" for seat in range(3)]

    def codes(seats):
        viewer._reveal({"seats": seats}, [])
        made = json.loads(viewer.frames)
        names = [zone[0] for zone in made["zones"]]
        cards = [list(codes) for codes, _ in made["cards"]]
        for step in made["steps"][:ply]:
            for change in step.get("z", []):
                if isinstance(change[1], list):
                    cards[change[0]] = change[1]
                else:
                    cards[change[0]][change[1]] = change[2]
        return [cards[names.index(hand)] for hand in hands]

    assert all(set(hand) == {"?"} for hand in codes([]))
    shown = codes([1])
    assert "?" not in shown[1] and set(shown[0]) == set(shown[2]) == {"?"}
    assert shown[1] == list(replay.at(ply).table(1)[hands[1]].codes)
    assert viewer._reveal({"seats": [7]}, [])[0]["error"]
    viewer._reveal({"seats": None}, [])
    assert json.loads(viewer.frames) == json.loads(replay.show().frames)


def test_a_step_as_text_and_its_code(replay):
    """The text is that of `cardlab show`; the code opens the viewer at the place."""
    from click.testing import CliRunner

    from cardlab.cli import cli

    viewer = replay.show(lang="en")
    said = viewer._text({"ply": 7, "line": None}, [])[0]
    assert said["text"] == CliRunner().invoke(cli, ["show", replay.path, "--ply", "7"]).output.rstrip("\n")
    assert replay.show(at=said["code"]).ply == 7
    with pytest.raises(PlaceError, match="another game"):
        replay.show(at="zzzz-7")
    with pytest.raises(PlaceError, match="expected the game, the ply"):
        replay.show(at="seven")
    with pytest.raises(ValueError, match="no ply 9999"):
        replay.show(at=said["code"].replace("-7", "-9999"))


def test_the_text_of_a_held_game_ends_where_it_is_held(lesson):
    """A ply that may not be known is not told as text either."""
    held = lesson._upto
    far = lesson._text({"ply": 60, "line": None}, [])[0]
    assert far == lesson._text({"ply": held, "line": None}, [])[0] and far["code"].endswith(f"-{held}")


# -- asking in edit mode


def test_a_question_is_written_from_the_page(tmp_path):
    """It stands in the layer, is undone as notes are, and what cannot be asked is told and writes nothing."""
    replay = cardlab.load(THREE)
    layer = tmp_path / "three-players.notes.eva.jsonl"
    viewer = replay.show(edit=layer, author="Eva", lang="es")
    fields = {"kind": "legal", "ply": 4, "action": "H3>D1", "text": "¿Se puede?", "hints": ["Mira D1."], "tries": 2, "language": "es"}
    done, _ = viewer._write({"do": "ask", **fields}, [])
    [question] = replay.annotations(layer).questions
    assert done == {"done": True, "id": question.id}
    assert (question.ask, question.ply, question.tries, question.text) == ("legal", 4, 2, {"es": "¿Se puede?"})
    assert cardlab.quiz(replay.annotations(layer)).answer(0, "yes").right is True
    size = layer.stat().st_size
    for bad in ({"action": "juggle"}, {"ply": 9999}, {"ply": True}, {"kind": "riddle"}, {"kind": "rule", "action": ""}):
        assert viewer._write({"do": "ask", **fields, **bad}, [])[0]["error"]
    assert layer.stat().st_size == size
    viewer._write({"do": "undo"}, [])
    assert not replay.annotations(layer).questions


def test_a_question_with_choices_and_feedback_is_written_from_the_page(tmp_path):
    """Choices with words and without, several of them right, what is said to each wrong one and to all others, hints: all in the language
    of the page, which need not be that of the game."""
    replay = cardlab.load(THREE)
    layer = tmp_path / "three-players.notes.eva.jsonl"
    viewer = replay.show(edit=layer, author="Eva", lang="nl")
    asked = {
        "kind": "rule", "ply": 4, "action": "H3>B1", "language": "nl", "hints": ["Kijk."], "tries": 3, "trying": True,
        "choices": {"skipbo.build.start": "", "skipbo.build.sequence": "", "c": "Geen enkele."},
        "right": ["skipbo.build.start", "c"], "feedback": {"skipbo.build.sequence": "Er ligt nog niets.", "*": "Nee."},
    }  # fmt: skip
    assert "error" not in viewer._write({"do": "ask", **asked}, [])[0]
    [question] = replay.annotations(layer).questions
    assert question.choices == {"skipbo.build.start": {}, "skipbo.build.sequence": {}, "c": {"nl": "Geen enkele."}}
    assert question.hints == [{"nl": "Kijk."}] and question.trying and question.tries == 3
    quiz = cardlab.quiz(replay.annotations(layer), lang="nl")
    wrong = quiz.answer(0, "skipbo.build.sequence")
    assert wrong.right is False and "Er ligt nog niets." in wrong.text("nl")
    assert [quiz.answer(0, text).right for text in ("skipbo.build.start", "c")] == [True, True]


# -- words


def test_the_words_of_the_questions_are_those_that_are_used(root):
    """Each word of the table is used by the front end or in Python, and each that is used stands in one of the tables."""
    folder = root / "frontend" / "src"
    code = "\n".join(
        (folder / name).read_text(encoding="utf-8") for name in ("asking.ts", "quizview.ts", "view/question.ts", "view/quizhead.ts")
    )
    widgets = root / "cardlab" / "widgets"
    python = "\n".join((widgets / name).read_text(encoding="utf-8") for name in ("asking.py", "asking_table.py", "lesson.py"))
    table, shared = words()["quizzing"], words()["ui"].keys() | words()["recorder"].keys()
    used = set(re.findall(r'\bui\(state, "(\w+)"', code))
    assert used <= table.keys() | shared
    families = {key for key in table if key.startswith(("mark_", "verdict_"))}
    assert {key for key in table if f'"{key}"' in code or f'"{key}"' in python} | families == set(table)
    for text in table.values():
        assert set(text) == set(LANGUAGES) and len({tuple(sorted(re.findall(r"\{\w+\}", one))) for one in text.values()}) == 1
