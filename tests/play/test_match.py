"""A real game against the bots: turns, time, leaving, refusals, the file."""

from __future__ import annotations

import json

import pytest

import cardlab
from cardlab.errors import IllegalAction, InvalidAction, OptionsError, ReplayError, UnknownName
from cardlab.game import CHANCE, REFEREE
from cardlab.playing.match import Match, NotOffered
from cardlab.replay.lock import FileHeld
from cardlab.text import LANGUAGES
from tests.play.conftest import stand_in

ALONE = {"solo.mode": "single_grid"}
GAMES = [("skyjo", 2, 0, {}), ("skyjo", 3, 1, {}), ("skyjo", 1, 0, ALONE), ("skipbo", 2, 1, {}), ("skipbo", 4, 2, {})]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(("game", "players", "seat", "options"), GAMES)
def test_a_match_to_its_end(begin, game, players, seat, options):
    """It is always the person's turn; the file is clean, and holds who played and how it ended."""
    match = begin(game, players=players, seat=seat, options=options)
    while not match.ended:
        assert match.player == seat
        legal = match.legal_actions()
        action = stand_in(match)
        assert action in legal and all(one.player == seat for one in legal)
        log = match.play(action)
        assert log[0].player == seat and log[0].ply == match.plies - len(log) + 1
    assert match.over and match.closed and match.legal_actions() == []
    replay = cardlab.load(match.path)
    assert replay.problems == []
    assert replay.header.bots == ["" if one == seat else "sensible" for one in range(players)]
    assert replay.header.sees == [seat]
    assert (replay.result.reason, tuple(replay.result.winners), tuple(replay.result.scores)) == match.outcome
    assert match.replay.result == replay.result
    with pytest.raises(NotOffered, match="the match is over"):
        match.play("draw")
    with pytest.raises(NotOffered, match="the match is over"):
        match.leave()


@pytest.mark.parametrize(("game", "players", "seat", "options"), GAMES)
def test_the_same_seed_and_actions_give_the_same_match_resumed_or_not(begin, game, players, seat, options):
    """Closed and opened again after every few plies, it goes on as it would have."""
    whole, parts = begin(game, players=players, seat=seat, options=options), begin(game, players=players, seat=seat, options=options)
    for n in range(25):
        action = stand_in(whole)
        whole.play(action)
        parts.play(action)
        if n % 4 == 0:
            parts.close()
            parts = cardlab.play(resume=parts.path)
        assert parts.log == whole.log
        assert parts.view("en")["table"] == whole.view("en")["table"]
    parts.close()
    first, second = cardlab.load(whole.path), cardlab.load(parts.path)
    assert first.moves == second.moves
    assert first.header.seed == 7


def test_another_seed_is_another_match_and_none_is_one_of_its_own(begin):
    tables = [json.dumps(begin("skipbo", seed=seed).view()["table"]) for seed in (1, 1, 2, None, None)]
    assert tables[0] == tables[1]
    assert len(set(tables)) == 4


def test_nothing_is_taken_back(begin):
    match = begin()
    match.play("flip r1c1")
    before = match.path.read_bytes()
    with pytest.raises(NotOffered, match="takes nothing back"):
        match.undo()
    with pytest.raises(NotOffered, match="holds what nobody may see yet"):
        match.replay  # noqa: B018 - a property that refuses
    assert match.path.read_bytes() == before


def test_one_match_a_file(begin):
    match = begin()
    with pytest.raises(FileHeld):
        cardlab.play(resume=match.path)
    with pytest.raises(FileExistsError):
        cardlab.play("skyjo", file=match.path)


def test_a_file_of_another_kind_is_no_match(tmp_path):
    path = tmp_path / "recorded.jsonl"
    cardlab.record("skyjo", ["Ana", "Leo"], file=path, seed=1).close()
    before = path.read_bytes()
    with pytest.raises(ReplayError, match=r"no match of one person against bots; `cardlab\.resume` goes on"):
        cardlab.play(resume=path)
    assert path.read_bytes() == before


def test_a_file_of_its_own_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with cardlab.play("skyjo") as one, cardlab.play("skyjo") as two:
        assert one.path != two.path
        assert {path.name for path in tmp_path.glob("*.jsonl")} == {one.path.name, two.path.name}


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"seat": 2}, UnknownName, "unknown seat 2; known: 0 (Ana), 1 (Leo)"),
        ({"seat": "Eva"}, UnknownName, "unknown seat 'Eva'"),
        ({"bots": "clever"}, UnknownName, "unknown bot 'clever'; known: "),
        ({"bots": ["first", "first"]}, OptionsError, "expected one bot for all, or 1"),
        ({"preset": "skyoo", "options": {"grid.rows": 10, "grid.cols": 10}}, OptionsError, "[skyjo.E43]"),
        ({"options": {"deal.initial_flips": 12}}, OptionsError, "[skyjo.E16]"),
        ({"players": 1}, OptionsError, "[skyjo.E41]"),
        ({"players": 9}, OptionsError, "[skyjo.players.count]"),
        ({"options": {"solo.mode": "single_grid"}}, OptionsError, "[skyjo.settled.one_seat]"),
        ({"options": {"turn.time": 3}}, OptionsError, "unknown option 'turn.time'"),
    ],
)
def test_what_cannot_be_begun_leaves_no_file(tmp_path, given, error, says):
    with pytest.raises(error) as caught:
        cardlab.play("skyjo", file=tmp_path / "match.jsonl", **given)
    assert says in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_settings_stand_in_the_file(begin):
    match = begin("skyjo", players=4, options={"match.final_score": 20, "grid.rows": 4, "row.removal": "automatic"})
    while not match.ended:
        match.play(stand_in(match))
    options = cardlab.load(match.path).header.options
    assert (options["match.final_score"], options["grid.rows"], options["row.removal"]) == (20, 4, "automatic")
    assert max(match.outcome.scores) >= 20


# -- refusals


def test_an_illegal_action_moves_nothing_and_teaches(begin):
    match = begin()
    for action in ("flip r1c1", "flip r2c2"):
        match.play(action)
    before, view = match.path.read_bytes(), match.view()
    with pytest.raises(IllegalAction) as caught:
        match.play("swap r1c1")  # nothing was drawn or taken: one of two actions comes first
    assert caught.value.rule == "skyjo.turn.one_of_two"
    assert match.path.read_bytes() == before and match.view() == view
    told = {lang: match.lesson(caught.value, lang) for lang in LANGUAGES}
    assert told["en"]["rule"] == "skyjo.turn.one_of_two"
    assert len({told[lang]["sentence"] for lang in LANGUAGES}) == len(LANGUAGES)
    assert [passage["source"] for passage in told["es"]["passages"]] == ["002", "003"]
    assert told["es"]["facts"]["seat"] == "Ana"


def test_the_lesson_holds_the_true_text_where_it_is_at_hand(begin, originals):
    match = begin()
    with pytest.raises(IllegalAction) as caught:
        match.play("draw")
    passages = match.lesson(caught.value, "nl")["passages"]
    assert passages and all(passage["text"] for passage in passages)


def test_the_lesson_says_which_source_says_otherwise(begin):
    """skipbo.turn.discard_when_unable (D10): the other presets leave it to the player, as `turn.must_play` is an option of the table's own;
    and skyjo.round.ends_at_once against skyjo.round.last_turns (D01)."""
    match = begin("skipbo", options={"turn.must_play": True})
    told = None
    while told is None and not match.ended:
        tried = match.tries()
        for one in tried["tries"]:
            if not one["legal"] and tried["refusals"][one["no"]]["rule"] == "skipbo.turn.discard_when_unable":
                with pytest.raises(IllegalAction) as caught:
                    match.play(one["action"])
                told = match.lesson(caught.value)
                break
        else:
            match.play(stand_in(match))
    assert told is not None
    assert {dispute["option"] for dispute in told["otherwise"]} >= {"turn.must_play"}
    assert [other["preset"] for other in told["others"]] == ["machine-es", "nl", "guide", "faq"]
    assert all(other["text"].strip() for other in told["others"])


def test_what_cannot_be_read_moves_nothing(begin):
    match = begin()
    before = match.path.read_bytes()
    with pytest.raises(InvalidAction):
        match.play("dance")
    assert match.path.read_bytes() == before


@pytest.mark.parametrize("text", ["timeout", "leave 1", "leave 0", "deal ?x150", "starter 0", "reveal 5", "reshuffle 3"])
def test_a_person_is_neither_chance_nor_referee(begin, text):
    """Words of chance and of the referee are refused when they are played as one's own."""
    match = begin()
    before = match.path.read_bytes()
    with pytest.raises((IllegalAction, InvalidAction)):
        match.play(text)
    assert match.path.read_bytes() == before


# -- the time of a turn


def timed(begin, **more):
    clock = Clock()
    return begin(options={"turn.time_limit_s": 30} | more.pop("options", {}), clock=clock, **more), clock


def own_turn(match, clock):
    """Through the set-up, to the person's first turn."""
    while match.view()["table"]["at"][3] == "opening":
        match.play(match.legal_actions()[0])
    assert match.remaining == 30


def test_without_a_limit_no_time_runs(begin):
    match = begin("skipbo")
    assert (match.limit, match.remaining, match.view()["clock"]) == (None, None, None)
    assert not match.tick()


def test_the_time_runs_from_the_turn_and_not_from_the_action(begin):
    """skyjo.settings.turn_time: it is the turn that is limited, whatever is done in it; the next turn has all of it again."""
    match, clock = timed(begin)
    own_turn(match, clock)
    clock.now += 20
    assert match.remaining == 10
    match.play("draw")
    assert match.remaining == 10
    assert match.view()["clock"] == {"limit": 30, "remaining": 10.0}
    clock.now += 5
    match.play("swap r3c4")
    assert match.remaining == 30
    own = [record.clock for record in cardlab.load(match.path).main.records if record.player == 0]
    assert own[-2:] == [20.0, 5.0]


def test_time_up_before_anything_was_done(begin):
    """skyjo.E38: a card is drawn and discarded, and the first hidden card in reading order is turned up; then the bots play on."""
    match, clock = timed(begin)
    own_turn(match, clock)
    grid = match.table["grid0"].codes
    first = grid.index("?")
    clock.now += 30
    assert match.remaining == 0
    assert match.tick()
    why = next(seen.why for seen in match.log if seen.player == REFEREE)
    assert why.rules[:2] == ("skyjo.settings.turn_time", "skyjo.E38")
    after = match.table["grid0"].codes
    assert after[first] != "?" and sum(a != b for a, b in zip(grid, after, strict=True)) == 1
    assert match.player == 0 and match.remaining == 30
    assert not match.tick()


def test_time_up_with_a_taken_card(begin):
    """skyjo.E39: a card taken from the discard pile replaces the first hidden card."""
    match, clock = timed(begin)
    own_turn(match, clock)
    taken = match.table["discard"].codes[-1]
    first = match.table["grid0"].codes.index("?")
    match.play("take")
    clock.now += 31
    match.tick()
    assert match.table["grid0"].codes[first] == taken
    assert "skyjo.E39" in next(seen.why.rules for seen in match.log if seen.player == REFEREE)


def test_time_up_with_a_drawn_card(begin):
    """skyjo.E39: a drawn card is discarded and the first hidden card turned up, as in skyjo.E38."""
    match, clock = timed(begin)
    own_turn(match, clock)
    match.play("draw")
    grid = match.table["grid0"].codes
    clock.now += 31
    assert [action for action in match.legal_actions() if action.startswith("swap")] == []  # asking plays it: a new turn has begun
    assert match.table["grid0"].codes[grid.index("?")] != "?"


def test_time_up_in_the_set_up(begin):
    """skyjo.E38 in the opening: the first hidden cards are chosen."""
    match, clock = timed(begin)
    clock.now += 30
    assert match.tick()
    assert [code != "?" for code in match.table["grid0"].codes[:4]] == [True, True, False, False]


def test_an_action_that_comes_too_late_is_refused_and_told(begin):
    """The time-out action has been played by then; the late action is refused by the rule of the time, and is not played instead."""
    match, clock = timed(begin)
    own_turn(match, clock)
    plies = match.plies
    clock.now += 30
    with pytest.raises(IllegalAction, match=r"the time allowed for the turn is over \[skyjo\.settings\.turn_time\]") as caught:
        match.play("take")
    assert match.lesson(caught.value)["others"] == []
    assert match.plies > plies
    assert match.log[plies].player == REFEREE
    assert all(seen.why.action != "take" for seen in match.log[plies:] if seen.player == 0)
    assert cardlab.load(match.path).problems == []


def test_a_whole_match_of_time_outs(begin):
    """Nobody is at the keyboard: the match comes to its end all the same, and the file says why."""
    match, clock = timed(begin, options={"match.final_score": 40})
    while not match.ended:
        clock.now += 30
        assert match.tick()
    replay = cardlab.load(match.path)
    assert replay.problems == [] and replay.result is not None
    assert not any(who == 0 for who, _ in replay.moves)
    assert match.tick() is False and match.remaining is None


def test_one_grid_alone_has_a_clock_too(begin):
    """Without rivals the next turn is the person's again, with all its time."""
    match, clock = timed(begin, players=1, options=ALONE)
    own_turn(match, clock)
    clock.now += 29
    match.play("draw")
    match.play("swap r3c4")
    assert match.remaining == 30


# -- leaving


def test_leaving_skyjo_lets_the_seat_play_on_by_itself(begin):
    """skyjo.E55: the seat plays the time-out action when its turn comes, and its score counts until the match is over."""
    match = begin(options={"match.final_score": 40})
    match.play("flip r1c1")
    log = match.leave()
    assert (log[0].player, log[0].why.rules[0]) == (REFEREE, "skyjo.E55")
    assert match.left and match.over and match.closed
    assert all("skyjo.E55" in seen.why.rules for seen in log if seen.player == 0)
    assert cardlab.load(match.path).problems == []
    assert len(match.outcome.scores) == 2


def test_leaving_skipbo_leaves_the_match_without_a_result(begin):
    """No source says how a seat goes on that is left, so it does not."""
    match = begin("skipbo")
    match.play("draw")
    assert match.leave() == []
    assert (match.left, match.over, match.outcome, match.player) == (True, False, None, None)
    replay = cardlab.load(match.path)
    assert replay.problems == [] and replay.result is None and [leave.seat for leave in replay.leaves] == [0]
    again = cardlab.play(resume=match.path)
    assert again.left and again.closed
    with pytest.raises(NotOffered, match="you have left"):
        again.play("draw")


def test_a_match_left_and_broken_off_goes_on_by_itself(begin, monkeypatch):
    """Killed after `leave` was written: opened again, the seat that was left plays on to the end."""
    match = begin(options={"match.final_score": 20})
    match.play("flip r1c1")
    with monkeypatch.context() as patch:
        patch.setattr(Match, "_answer", lambda *_: None)
        match.leave()
    match.close()
    assert cardlab.load(match.path).result is None
    again = cardlab.play(resume=match.path)
    assert again.left and again.over
    assert cardlab.load(match.path).problems == []


# -- the log


def test_the_log_tells_every_ply_and_ones_own_cards(begin):
    match = begin("skipbo", players=3)
    before = match.plies
    log = match.play("draw")
    assert log[0].gained == tuple(match.table["hand0"].codes) and len(log[0].gained) == 5
    assert all(seen.gained == () for seen in match.log[:before])
    while not match.ended and match.plies < 60:
        match.play(stand_in(match))
    assert [seen.ply for seen in match.log] == list(range(1, match.plies + 1))
    assert all(seen.gained == () for seen in match.log if seen.player not in (0, CHANCE))
    told = match.view("es", since=40)["log"]
    assert [entry["ply"] for entry in told] == list(range(41, match.plies + 1))
    assert all(entry["text"].endswith(".") and entry["rules"] for entry in told)


@pytest.mark.parametrize(("game", "players", "seat", "options"), GAMES)
def test_the_changes_of_the_log_lead_to_the_table(begin, game, players, seat, options):
    """A front end that applies the changes ply by ply shows the table of the view."""
    match = begin(game, players=players, seat=seat, options=options)
    for _ in range(30):
        match.play(stand_in(match))
    cards = [([], 0)] * len(match.table.cards)
    cards = [(list(c.codes), c.count) for c in match._walked.game.cards(cardlab.load(match.path).start_state(), cardlab.lens.Lens(seat))]
    for seen in match.log:
        for change in seen.changes:
            zone = change[0]
            if isinstance(change[1], int):
                cards[zone][0][change[1]] = change[2]
            else:
                cards[zone] = (list(change[1]), change[2])
    assert [[codes, count] for codes, count in cards] == match.view()["table"]["cards"]


def test_what_can_be_tried_is_ruled_as_when_it_is_played(begin):
    """For each try of the view: legal ones are the legal actions, and the others are refused by the rule that is told beforehand."""
    match = begin("skipbo", players=2)
    for _ in range(6):
        view = match.view("nl")
        assert {one["action"] for one in view["tries"] if one["legal"]} <= {str(action) for action in match.legal_actions()}
        for one in [one for one in view["tries"] if not one["legal"]][::7]:
            with pytest.raises(IllegalAction) as caught:
                match.play(one["action"])
            assert caught.value.rule == view["refusals"][one["no"]]["rule"]
        match.play(stand_in(match))


def test_a_view_is_plain_data_in_every_language(begin):
    match = begin("skyjo", players=3, seat=2)
    views = [json.dumps(match.view(lang), ensure_ascii=False) for lang in LANGUAGES]
    assert len(set(views)) == 3
    with pytest.raises(UnknownName):
        match.view("fr")


def test_a_note_is_the_persons(begin):
    match = begin("skipbo", seat=1)
    match.note("een goede trekking")
    note = cardlab.load(match.path).all_notes[0]
    assert (note.author, note.text, note.ply) == ("Leo", "een goede trekking", match.plies)


def test_it_shows_itself_as_its_seat_sees_it(begin):
    match = begin("skipbo", seat=1)
    match.play("draw")
    shown, _ = match._repr_mimebundle_()
    assert str(match) in shown["text/plain"] and "<table" in shown["text/html"]
    assert shown["text/plain"].startswith(f"cardlab.play(resume={str(match.path)!r}).show(lang='en')")
    assert match._repr_mimebundle_()[0] == shown, "one widget for all cells"
    assert repr(match) == f"cardlab.play(resume={str(match.path)!r})"
