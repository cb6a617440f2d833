"""Skip-Bo: what holds in every game, along random games under many options."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.game import CHANCE, REFEREE, Event
from cardlab.games.skipbo import SKIPBO, notation
from cardlab.games.skipbo.options import NUMBERS, WORDS
from cardlab.games.skipbo.state import COPIES, State
from cardlab.lens import Lens
from tests.games.skipbo_helpers import start

UNDER = [
    (2, {}),
    (3, {"score__enabled": True, "deal__stock_size": 5, "deal__rotation": "redraw"}),
    (2, {"turn__start_draw": "draw_5", "deal__stock_size": 9}),
    (2, {"turn__refill": "off", "deal__stock_size": 9}),
    (2, {"turn__refill_timing": "on_demand", "turn__must_play": True, "deal__stock_size": 9}),
    (3, {"wild__consecutive_max": 1, "wild__as_twelve": False, "deal__stock_size": 9}),
    (4, {"partners__mode": "pairs", "deal__stock_size": 4, "score__enabled": True, "deal__rotation": "winner"}),
    (4, {"partners__mode": "pairs", "deal__stock_size": 4, "partners__after_stock": "discards_only"}),
    (6, {"partners__mode": "pairs", "deal__stock_size": 3, "partners__after_stock": "sits_out", "irregular__oot_next": "original_order"}),
    (6, {"variant__short": True, "irregular__overdraw_mix": "whole_pile", "irregular__oot_trigger": "draw_and_play"}),
]


def zones(state: State) -> list[list[int]]:
    return [state.draw, state.completed, *state.builds, *state.hands, *state.stocks, *state.discards]


def calls(state: State, random: Random) -> list[str]:
    """What the referee might call."""
    seat = random.randrange(state.seats)
    play = random.choice([text for text, move in notation.NUMBER.items() if move < notation.DRAW])
    return [f"penalty {seat}", f"overdraw {seat} {random.randint(1, 3)}", f"out_of_turn {seat}", "noticed", f"take_back {play}"]


def walk(seats: int, changes: dict[str, object], seed: int, plies: int = 160, referee: float = 0.05, blind: float = 0.0):
    """States of a random game, with what was done: bots mixed, the referee calling now and then, faces left unknown at times."""
    random = Random(seed)
    state = start(seats, **changes)
    for _ in range(plies):
        yield state
        if state.player is None:
            return
        state = state.copy()
        if state.player == CHANCE:
            player, move = CHANCE, SKIPBO.sample(state, random)
            if move[0] in ("deal", "reshuffle") and random.random() < blind:
                move = (move[0], tuple(0 if random.random() < 0.5 else face for face in move[1]))
        else:
            player = state.player
            move = SKIPBO.bots[random.choice(("random", "sensible", "sensible"))](state, player, random)
            if random.random() < referee:
                call = SKIPBO.read(state, random.choice(calls(state, random)))
                if SKIPBO.forbids(state, REFEREE, call) is None:
                    player, move = REFEREE, call
        trace: list[str] = []
        assert SKIPBO.forbids(state, player, move, trace) is None
        log: list[Event] = []
        SKIPBO.facts(state, player, move)
        SKIPBO.apply(state, player, move, log)
        assert trace or any(event.rules for event in log), SKIPBO.write(state, move)


@pytest.mark.parametrize(("seats", "changes"), UNDER)
@pytest.mark.parametrize("blind", [0.0, 1.0])
def test_cards_are_conserved(seats, changes, blind):
    for state in walk(seats, changes, 1, blind=blind):
        assert sorted(card for zone in zones(state) for card in zone) == list(range(162))
        assert all(state.face.count(face) <= COPIES[face] for face in range(1, 14))
        assert all(len(pile) < 12 for pile in state.builds)
        for pile in state.builds:
            assert all(state.face[card] in (i, 13) for i, card in enumerate(pile, 1))


@pytest.mark.parametrize(("seats", "changes"), UNDER)
def test_legal_is_exactly_the_candidates_that_nothing_forbids(seats, changes):
    """No action at all is legal that is not a candidate, and the seat to act can always do something."""
    everything = sorted(notation.TEXT)
    for n, state in enumerate(walk(seats, changes, 2, plies=150, blind=0.5)):
        if state.player is None or state.player < 0:
            assert SKIPBO.candidates(state) == []
            continue
        legal = {move for move in SKIPBO.candidates(state) if SKIPBO.forbids(state, state.player, move) is None}
        assert legal
        if n % 10 == 0:
            for move in everything:
                if move >> 4 < notation.BURIED or move >= notation.DRAW:
                    assert (SKIPBO.forbids(state, state.player, move) is None) == (move in legal), notation.TEXT[move]


@pytest.mark.parametrize(("seats", "changes"), UNDER)
@pytest.mark.parametrize("blind", [0.0, 1.0])
def test_position_text_round_trip(seats, changes, blind):
    for state in walk(seats, changes, 3, blind=blind):
        text = SKIPBO.write_position(state)
        again = SKIPBO.read_position(text)
        assert SKIPBO.write_position(again) == text
        assert (again.player, again.phase, again.turn, again.round) == (state.player, state.phase, state.turn, state.round)
        assert sorted(SKIPBO.candidates(again)) == sorted(SKIPBO.candidates(state))
        for seat in (None, 0, seats - 1):
            assert SKIPBO.cards(again, Lens(seat)) == SKIPBO.cards(state, Lens(seat))
            assert SKIPBO.seat_infos(again, Lens(seat)) == SKIPBO.seat_infos(state, Lens(seat))


@pytest.mark.parametrize(("seats", "changes"), UNDER)
def test_a_read_position_plays_on_alike(seats, changes):
    """What is left out of the text does not matter later: the same actions lead to the same texts."""
    random = Random(4)
    for n, state in enumerate(walk(seats, changes, 4, plies=300)):
        if n % 25 != 7:
            continue
        one, other = state.copy(), SKIPBO.read_position(SKIPBO.write_position(state))
        for _ in range(30):
            if one.player is None:
                break
            player = one.player
            move = SKIPBO.sample(one, random) if player == CHANCE else SKIPBO.bots["random"](one, player, random)
            SKIPBO.apply(one, player, move)
            SKIPBO.apply(other, player, move)
            assert SKIPBO.write_position(one) == SKIPBO.write_position(other)


@pytest.mark.parametrize(("seats", "changes"), UNDER[:1] + UNDER[6:7])
def test_copies_are_independent(seats, changes):
    random = Random(5)
    for state in walk(seats, changes, 5, plies=150):
        text = SKIPBO.write_position(state)
        new = state.copy()
        assert SKIPBO.write_position(new) == text
        if new.player is not None:
            move = SKIPBO.sample(new, random) if new.player == CHANCE else SKIPBO.bots["random"](new, new.player, random)
            SKIPBO.apply(new, new.player, move)
        assert SKIPBO.write_position(state) == text
        assert all(a is not b for a, b in zip(zones(state), zones(new), strict=True))


@pytest.mark.parametrize(("seats", "changes"), UNDER[:1] + UNDER[6:7])
def test_hidden_faces_do_not_show(seats, changes):
    """Dealing anew what a seat cannot know changes nothing that it sees."""
    random = Random(6)
    for state in walk(seats, changes, 6, plies=200):
        for seat in range(seats):
            other = state.copy()
            cards = SKIPBO.hidden(other, seat)
            faces = [other.face[card] for card in cards]
            random.shuffle(faces)
            for card, face in zip(cards, faces, strict=True):
                other.face[card] = face
            assert SKIPBO.cards(other, Lens(seat)) == SKIPBO.cards(state, Lens(seat))


@pytest.mark.parametrize(("seats", "changes"), UNDER)
def test_games_end_or_run_on(seats, changes):
    """Nothing locks: single rounds end by themselves, gridlock included; with scores the rounds go on."""
    last = None
    for state in walk(seats, changes, 7, plies=6000, referee=0):
        last = state
    assert last is not None
    assert last.player is None or last.options.score_enabled


CHANGES = st.fixed_dictionaries({}, optional={name: st.sampled_from(words) for name, words in WORDS.items()})


@settings(max_examples=40)
@given(CHANGES, st.integers(0, 10**6), st.sampled_from([2, 4, 6]))
def test_any_options(changes, seed, seats):
    """Every combination of options plays: cards stay 162, texts read back, somebody can always act."""
    if changes.get("partners.mode") == "pairs" and seats == 2:
        seats = 4
    changed = {name.replace(".", "__"): value for name, value in changes.items()}
    size = {} if changes.get("variant.short") else {"deal__stock_size": 3}
    assert set(NUMBERS) | set(WORDS) == set(SKIPBO.options("official", {}).as_dict())
    for n, state in enumerate(walk(seats, {**changed, **size}, seed, plies=120, blind=0.2)):
        if n % 10 == 0:
            assert sum(map(len, zones(state))) == 162
            text = SKIPBO.write_position(state)
            assert SKIPBO.write_position(SKIPBO.read_position(text)) == text
