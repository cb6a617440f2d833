"""Recording as it happens: unknown cards, undo, resuming, notes, who leaves; and the plain prompt."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner

import cardlab
from cardlab.cli import cli
from cardlab.errors import IllegalAction, InvalidAction, OptionsError, ReplayError, UnknownName
from cardlab.game import CHANCE, REFEREE
from cardlab.games import GAMES, find_game
from cardlab.games.skipbo.state import FACES
from cardlab.games.skyjo.state import FACE_TEXT, unseen_to_turn
from cardlab.position import start
from cardlab.replay import writer
from cardlab.replay.check import check_files
from cardlab.replay.recorder import Recorder

EVERY = [pytest.param(game.name, preset, id=f"{game.name}-{preset}") for game in GAMES for preset in game.presets]


@pytest.fixture(autouse=True)
def _hasty(monkeypatch):
    """Without waiting for the disk: nothing is killed here."""
    monkeypatch.setattr(writer.os, "fsync", lambda descriptor: None)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "match.jsonl"


@pytest.fixture
def skyjo(file):
    """A round of Skyjo at a table, with nobody's cards seen, ready for the first turn of Leo."""
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, author="Eva") as match:
        match.enter("5")
        for place in ("r1c1", "r1c2", "r1c1", "r1c2"):
            match.play(f"flip {place}")
        match.enter("7 3 0 12")
        yield match


# -- a match at the table, told from a match that is known


def bot_match(game, preset, seats, seed, cap):
    """What bots do, with every card known: (action, player, position after it)."""
    random, position = Random(seed), start(game, seats, preset)
    for _ in range(cap):
        if position.player is None:
            return
        state, player = position.state, position.player
        action = position.sample(random) if player == CHANCE else game.write(state, game.bots["sensible"](state, player, random))
        position = position.play(action, player)
        yield str(action), player, position


def told(match, truth):
    """The true faces of what is asked for, as the person at the table sees them."""
    state, true = match.position.state, truth.state.face
    if match.game.name == "skyjo":
        return [FACE_TEXT[true[card]] for card in unseen_to_turn(state)]
    return [FACES[true[card]] for card in state.pending]


@pytest.mark.parametrize("sees", [[], [0], [0, 1, 2]], ids=["nobody", "Ana", "everybody"])
@pytest.mark.parametrize(("name", "preset"), EVERY)
def test_a_match_with_unknown_cards_comes_to_the_same(name, preset, sees, tmp_path):
    """A match of bots is typed in again with the deck unknown, up to the first new draw pile: each face is told when it becomes
    visible to one who looks over the shoulders of `sees`. Turns, tables and scores are those of the match."""
    game, file = find_game(name), tmp_path / "match.jsonl"
    asked = 0
    with cardlab.record(name, ["Ana", "Leo", "Mia"], preset, file=file, sees=sees) as match:
        for action, player, after in bot_match(game, preset, 3, seed=5, cap=500):
            if action.startswith("deal "):
                assert match.actions[-1].startswith("deal ?") or match.asked.open  # nobody knows it: written by itself
            else:
                match.enter(action) if player == CHANCE else match.play(action, player)
            due = game.asked(after.state).word if after.player == CHANCE else ""
            if due == "reshuffle":
                break  # whoever shuffles does not know the order
            dealing = due == "deal"
            while match.asked is not None and match.asked.word == "reveal" and not (dealing and match.actions[-1].startswith("deal")):
                match.enter(" ".join(told(match, after)))
                asked += 1
            if dealing:
                continue
            assert (match.position.round, match.position.turn) == (after.round, after.turn)
            assert match.position.scores == after.scores
            for seat in range(3):
                _agree(match.position.table(seat), after.table(seat), sees)
    assert asked > 5
    replay = cardlab.load(file)
    assert replay.problems == []
    assert replay.at(len(replay)) == match.position
    assert set(replay.unjudged) == {ply for ply, action in enumerate(match.actions, 1) if action.startswith("deal ?")}
    for ply in range(1, len(replay) + 1):
        assert replay.explain(ply).text()


def _agree(known, true, sees):
    """What is known shows what is there, and of hands that are seen everything is known."""
    for zone, cards, real in zip(known.zones, known.cards, true.cards, strict=True):
        assert cards.count == real.count, zone.id
        if zone.kind == "hand" and (zone.owner not in sees or known.player == CHANCE):
            continue
        if known.player != CHANCE and not (zone.kind == "drawn" and known.player not in sees):
            assert cards.codes == real.codes, zone.id


# -- faces


def test_what_is_asked(skyjo):
    match = skyjo
    assert match.asked is None and match.position.player == 1
    match.play("draw")
    assert match.asked is None  # the card in Leo's hand is seen by Leo alone
    assert match.position.table(None)["drawn"].codes == ("?",)
    match.play("swap r3c4")
    asked = match.asked
    assert (asked.word, asked.number, asked.owner, asked.open) == ("reveal", 2, None, True)
    assert asked.places == ((1, "r3c4"), (None, "discard"))
    assert asked.left["7"] == 9 and asked.left["8"] == 10
    match.enter("8 7")
    assert match.position.table(None)["discard"].codes == ("7",)
    assert match.position.player == 0


def test_a_drawn_card_is_asked_for_where_its_seat_is_seen(file):
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, sees=["leo"]) as match:
        match.enter("5")
        for _ in range(4):
            match.play(match.legal()[0])
        match.enter("7 3 0 12")
        match.play("draw")
        assert (match.asked.owner, match.asked.places) == (1, ((1, "drawn"),))
        match.enter("4")
        assert match.position.table(1)["drawn"].codes == ("4",)
        assert match.position.table(0)["drawn"].codes == ("?",)
    assert match.header.sees == [1]
    assert cardlab.resume(file).sees == {1}


def test_faces_that_cannot_be_are_refused_with_the_count(file):
    deck = ["?"] * 140 + ["7"] * 10  # somebody saw them at the bottom of the pile
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, deck=deck) as match:
        assert "7" not in match.asked.left and match.asked.left["8"] == 10
        before = file.read_bytes()
        with pytest.raises(
            IllegalAction,
            match=r"illegal action 'reveal 7' by chance: 7 can still be on 0 cards, and 1 cannot be named \[skyjo.deck.composition\]",
        ) as refused:
            match.enter("7")
        assert (refused.value.ruling.facts["copies"], refused.value.ruling.facts["wanted"]) == (0, 1)
        assert file.read_bytes() == before
        match.enter("8")


def test_skipbo_faces_with_the_count(file):
    deck = ["?"] * 150 + ["7"] * 12
    with cardlab.record("skipbo", ["Ana", "Leo"], file=file, deck=deck) as match:
        match.enter("3 12")
        assert (match.asked.number, match.asked.places) == (2, ((0, "stock"), (1, "stock")))
        with pytest.raises(
            IllegalAction,
            match=r"by chance: there are 12 cards with 7, 12 of them are known already, and 1 more cannot be named \[skipbo.E33\]",
        ):
            match.enter("1 7")
        match.enter("1 2")
        match.play("draw")
        assert match.position.player == 0 and match.position.table(None)["hand0"].codes == ("?",) * 5
        legal = match.legal()
        assert {"S>B1", "H1>B1", "HSB>B1", "H12>D1"} <= set(legal) and not {"H2>B1", "H7>D1"} & set(legal)
        match.play("H1>B1")
        with pytest.raises(IllegalAction, match=r"\[skipbo.E33\]"):
            match.play("H7>D1")
    assert cardlab.load(file).problems == []


def test_a_partly_known_deck(file):
    deck = ["?"] * 150
    deck[24:27] = ["5", "-2", "?"]  # the first discard, then the draw pile
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, deck=deck, sees=[0, 1]) as match:
        assert match.asked is None and match.position.table(None)["discard"].codes == ("5",)
        for _ in range(4):
            match.play(match.legal()[0])
        match.enter("1 2 3 4")
        match.play("draw")
        assert match.asked is None and match.position.table(1)["drawn"].codes == ("-2",)
    assert cardlab.load(file).unjudged == {1: cardlab.load(file).explain(1).unjudged}


def test_a_bad_deck_leaves_no_file(file):
    with pytest.raises(IllegalAction, match=r"\[skyjo.deck.total\]"):
        cardlab.record("skyjo", ["Ana", "Leo"], file=file, deck=["5"] * 10)
    assert list(file.parent.iterdir()) == []
    with pytest.raises(OptionsError):
        cardlab.record("skyjo", ["Ana"] * 9, file=file)
    with pytest.raises(UnknownName, match=r"unknown seat 'Mia'; known: 0 \(Ana\), 1 \(Leo\)"):
        cardlab.record("skyjo", ["Ana", "Leo"], file=file, sees=["Mia"])
    assert list(file.parent.iterdir()) == []


def test_a_file_that_is_there_is_not_touched(file):
    file.write_text("dear diary")
    with pytest.raises(FileExistsError, match="there already"):
        cardlab.record("skyjo", ["Ana", "Leo"], file=file)
    assert file.read_text() == "dear diary"


# -- what cannot be judged


def test_what_cannot_be_judged_is_said_to_be_so(skyjo):
    replay = skyjo.replay
    assert list(replay.unjudged) == [1] and "skyjo.deck.composition" in replay.unjudged[1]
    why = replay.explain(1)
    assert not set(why.unjudged) & set(why.rules)
    assert "Not judged, as cards are not known: The pack has a fixed make-up" in why.text()
    assert "No se juzga" in why.text("es") and "Niet beoordeeld" in why.text("nl")
    told = []
    assert check_files([skyjo.path], told.append) == 0
    assert len(told) == 1 and "not wholly judged, as cards are not known: 1 ply (skyjo.deck.composition" in told[0]


def test_a_known_deal_is_judged(file):
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, seed=1):
        pass
    why = cardlab.load(file).explain(1)
    assert why.unjudged == () and "skyjo.deck.composition" in why.rules and cardlab.load(file).unjudged == {}


def test_whether_a_hidden_hand_had_to_play_on_is_not_judged(file):
    """Under `turn.must_play` a discard is right only where nothing can be laid, which a hand that is not known does not tell."""
    with cardlab.record("skipbo", ["Ana", "Leo"], file=file, options={"turn.must_play": True}, sees=[1]) as match:
        match.enter("7 12")
        match.enter("9 9")
        match.play("draw")
        ruling = match.position.ruling("H4>D1")
        assert ruling.legal and ruling.unjudged == ("skipbo.turn.discard_when_unable",)
        assert "skipbo.turn.discard_when_unable" not in ruling.rules
        match.play("H4>D1")
        match.play("draw")
        match.enter("1 5 6 7 8")
        with pytest.raises(IllegalAction, match=r"\[skipbo.turn.discard_when_unable\]"):
            match.play("H5>D1")
        match.play("H1>B1")
        assert match.position.ruling("H5>D1").unjudged == ()
    assert {ply for ply, rules in cardlab.load(file).unjudged.items() if "skipbo.turn.discard_when_unable" in rules} == {6}


# -- undo, resume


def test_undo_takes_back_what_was_entered_and_what_followed_by_itself(skyjo):
    match, plies = skyjo, skyjo.plies
    before = match.position
    match.play("draw")
    assert [str(a) for a in match.actions[plies:]] == ["draw", "reveal ?"]
    assert match.undo() == ["reveal ?", "draw"]
    assert (match.position, match.plies) == (before, plies)
    match.play("take")
    assert match.replay.problems == [] and len(match.replay) == plies + 1


def test_undo_down_to_the_start_and_no_further(skyjo):
    match = skyjo
    while match.actions != ["deal ?x150"]:
        match.undo()
    lines = match.path.read_bytes().count(b"\n")
    with pytest.raises(ReplayError, match="nothing has been done yet"):
        match.undo()
    assert match.path.read_bytes().count(b"\n") == lines and match.actions == ["deal ?x150"]
    match.enter("9")
    assert match.replay.problems == []


def test_undo_at_any_time_gives_the_position_that_was(file):
    """Undone and done again, at random: the position is always the one that the actions lead to."""
    random = Random(3)
    with cardlab.record("skyjo", ["Ana", "Leo", "Mia"], file=file, seed=2) as match:
        was = [match.position]
        for _ in range(400):
            if random.random() < 0.4 and len(was) > 1:
                match.undo()
                was.pop()
            elif match.legal():
                match.play(random.choice(match.legal()))
                was.append(match.position)
            assert match.position == was[-1]
    replay = cardlab.load(file)
    assert replay.problems == []
    assert replay.at(len(replay)) == match.position
    with cardlab.resume(file, seed=2) as again:
        while len(was) > 1:
            again.undo()
            was.pop()
            assert again.position == was[-1]


def test_notes_on_what_was_taken_back_stay_readable(skyjo):
    match, plies = skyjo, skyjo.plies
    match.play("take")
    match.note("too soon", glyph="mistake")
    match.undo()
    match.play("draw")
    match.note("better")
    replay = match.replay
    assert [(n.ply, n.text) for n in replay.notes] == [(plies + 2, "better")]
    (undone,) = replay.branches.values()
    assert undone.undone and [(n.ply, n.text, n.glyph) for n in undone.notes] == [(1, "too soon", "mistake")]


def test_a_finished_match_has_its_result_and_can_be_taken_back(file):
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, seed=1, options={"match.final_score": 50}) as match:
        while not match.over:
            match.play(match.legal()[0])
        with pytest.raises(IllegalAction, match=r"\[skyjo.match.end\]"):
            match.play("draw")
        scores = match.position.scores
    replay = cardlab.load(file)
    assert replay.problems == [] and replay.result.scores == list(scores)
    with cardlab.resume(file, seed=1) as match:
        assert match.over
        last = match.undo()[-1]
        assert not match.over and match.replay.result is None
        match.play(last)
        assert match.over and match.replay.problems == [] and match.replay.result.scores == list(scores)


def test_a_broken_off_match_resumes_where_it_stopped(skyjo):
    match = skyjo
    match.play("draw")
    replay = match.finish()
    assert match.closed and replay.problems == [] and match.path.read_text().splitlines()[-1].startswith('{"kind":"checkpoint"')
    with pytest.raises(ReplayError, match="the file is closed"):
        match.play("discard")
    with cardlab.resume(match.path) as again:
        assert (again.position, again.plies, again.actions) == (match.position, match.plies, match.actions)
        assert repr(again) == f"cardlab.resume({str(match.path)!r})"
        again.play("discard")
        assert again.asked.places == ((None, "discard"),)


def test_a_refused_action_writes_nothing(skyjo):
    match, before, position = skyjo, skyjo.path.read_bytes(), skyjo.position
    for call, error in [
        (lambda: match.play("swap r1c1"), IllegalAction),
        (lambda: match.play("dance"), InvalidAction),
        (lambda: match.play("draw", player=0), IllegalAction),
        (lambda: match.play("draw", player="Mia"), UnknownName),
        (lambda: match.chance("reveal 5"), IllegalAction),
        (lambda: match.referee("leave 7"), IllegalAction),
        (lambda: match.note("x", glyph="wow"), UnknownName),
        (lambda: match.note("x", rule="skyjo.nothing"), UnknownName),
        (lambda: match.note("x", ply=99), IndexError),
        (lambda: match.enter(""), InvalidAction),
    ]:
        with pytest.raises(error):
            call()
    assert (match.path.read_bytes(), match.position) == (before, position)


def test_actions_are_written_in_their_one_form(skyjo):
    skyjo.play("  DRAW ")
    assert skyjo.actions[-2] == "draw" and '"action":"draw"' in skyjo.path.read_text()


# -- the rest


def test_referee_leaving_and_clock(skyjo):
    match = skyjo
    match.play("take", clock=3.25)
    match.play("swap r1c1")
    match.enter("leave 1")
    assert match.actions[-1].player == REFEREE
    assert match.leave("Ana").explanation.action == "leave 0"
    frame = match.replay.to_frame()
    assert frame["clock"].dropna().tolist() == [3.25]
    assert match.replay.problems == []


def test_the_clock_runs_by_itself(file):
    with cardlab.record("skyjo", ["Ana", "Leo"], file=file, seed=1, clock=True) as match:
        match.play(match.legal()[0])
    last = json.loads(file.read_text().splitlines()[-1])
    assert last["kind"] == "action" and 0 <= last["clock"] < 60


def test_a_seat_leaves_where_the_rules_say_nothing_of_it(file):
    with cardlab.record("skipbo", ["Ana", "Leo", "Mia"], file=file, author="Ana") as match:
        match.enter("7 12 3")
        match.leave("Mia")
        assert match.plies == 2
    replay = cardlab.load(file)
    assert [(leave.seat, leave.ply, leave.author) for leave in replay.leaves] == [(2, 2, "Ana")]
    assert replay.problems == []
    bad = file.read_text() + '{"kind":"leave","seq":99,"seat":7,"ply":50}\n'
    assert [p.what for p in cardlab.loads(bad).problems][1:] == [
        "unknown seat 7; seats are 0 to 2",
        "a seat leaves on ply 50, beyond the end: the main line has 2 plies",
    ]


def test_skipbo_calls_are_recorded(file):
    with cardlab.record("skipbo", ["Ana", "Leo"], file=file, seed=4) as match:
        match.play("draw")
        match.referee("overdraw 1 2")
        assert match.actions[-2].player in (REFEREE, CHANCE)
    assert cardlab.load(file).problems == []


def test_listeners_are_told(skyjo):
    heard = []
    stop = skyjo.listen(lambda match: heard.append(match.plies))
    skyjo.play("draw")
    skyjo.note("x")
    skyjo.undo()
    stop()
    skyjo.play("take")
    assert len(heard) == 3


# -- the plain prompt

LINES = """# a round at the table
5
flip r1c1
flip r1c2

flip r1c1
flip r1c2
7 3 0 12
note two plus two
draw
undo
draw
discard
6
?
flip r3c3
4
"""


def run(*arguments, lines=""):
    return CliRunner().invoke(cli, [*map(str, arguments)], input=lines, catch_exceptions=True)


def test_a_list_of_actions_is_piped_in(file):
    done = run("record", "skyjo", "--seat", "Ana", "--seat", "Leo", "--sees", "Ana", "--title", "At the table", "-o", file, lines=LINES)
    assert done.exit_code == 0, done.output
    assert "Leo: draw" in done.output and "taken back: reveal ?, draw" in done.output
    replay = cardlab.load(file)
    assert replay.problems == [] and replay.title == "At the table" and replay.header.sees == [0]
    assert [note.text for note in replay.notes] == ["two plus two"]
    assert replay.at(len(replay)).player == 0
    more = run("record", "--resume", file, "--author", "Eva", lines="take\nswap r1c1\nnote hm\nquit\ndraw\n")
    assert more.exit_code == 0, more.output
    assert len(cardlab.load(file)) == len(replay) + 2 and cardlab.load(file).notes[-1].author == "Eva"


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_the_prompt_speaks_three_languages(file, lang):
    done = run("record", "skyjo", "-o", file, "--lang", lang, lines="5\n?\ntable\nquit\n")
    assert done.exit_code == 0, done.output
    assert {"en": "is to act", "es": "le toca", "nl": "is aan zet"}[lang] in done.output


def test_a_list_stops_at_what_cannot_be_done(file):
    done = subprocess.run(
        [sys.executable, "-m", "cardlab.cli", "record", "skyjo", "-o", file],
        input="5\nflip r1c1\nflip r1c1\nflip r1c2\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("line 3: illegal action 'flip r1c1' by seat 0: ")
    assert len(cardlab.load(file)) == 3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["skyjo"], "to begin: a game and -o FILE"),
        (["-o", "x.jsonl"], "to begin: a game and -o FILE"),
        (["--resume", "FILE", "skyjo", "--seat", "Ana"], "it takes no GAME and no --seat"),
        (["skyjo", "-o", "x.jsonl", "--set", "a"], "expected OPTION=VALUE, got 'a'"),
    ],
)
def test_wrong_usage(skyjo, arguments, why):
    done = run("record", *(skyjo.path if a == "FILE" else a for a in arguments))
    assert done.exit_code == 2 and why in done.output


def test_a_conversation(skyjo):
    """At a terminal what is refused is told and asked again."""
    from cardlab.replay.prompt import Prompt

    said, lines = [], iter(["dance", "draw", "swap r1c1", "99", "?", "4", "", "undo", "4", "leave Leo", "quit", "draw"])
    Prompt(skyjo, said.append, "en").converse(lambda: next(lines, None))
    text = "\n".join(said)
    assert "invalid action 'dance'" in text and "reveal: which card is it?" in text and "Leo r1c1" not in text.partition("dance")[0]
    assert "invalid action '99': expected a card of -2, -1, 0" in text
    assert "  -2 (5)  -1 (10)" in text and "taken back: reveal 4" in text
    assert next(lines) == "draw"
    assert skyjo.actions[-1] == "leave 1" and skyjo.replay.problems == []


def test_a_recorder_is_reading_what_others_wrote_before(skyjo):
    """Notes in the file by other programs do not disturb it, also of kinds that are not known here."""
    skyjo.close()
    seq = skyjo.path.read_bytes().count(b"\n")
    with open(skyjo.path, "a", encoding="utf-8") as file:
        file.write(f'{{"kind":"zebra","seq":{seq}}}\n')
    with Recorder(skyjo.path) as match:
        match.play("take")
    assert cardlab.load(skyjo.path).problems == []
