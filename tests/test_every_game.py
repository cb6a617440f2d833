"""What holds for every game and preset, asked of each unasked (as OpenSpiel's games_sim_test does)."""

from random import Random

import pytest

import cardlab
from cardlab.game import CHANCE, REFEREE
from cardlab.games import GAMES
from cardlab.lens import Lens
from cardlab.position import Position, start
from cardlab.rulebook import read_rulebook
from cardlab.table import difference
from cardlab.text import LANGUAGES, words

EVERY = [pytest.param(game, preset, id=f"{game.name}-{preset}") for game in GAMES for preset in game.presets]
PLIES = 400


def walk(game, preset, seats, seed, bot="random", plies=PLIES):
    """Positions of a game played by a bot, chance drawn evenly; the last is where it ended or the plies ran out."""
    random = Random(seed)
    position = start(game, seats, preset)
    yield position
    for _ in range(plies):
        if position.player is None:
            return
        if position.player == CHANCE:
            action = position.sample(random)
        else:
            state = position.state
            action = game.write(state, game.bots[bot](state, position.player, random))
        position = position.play(action)
        yield position


@pytest.mark.parametrize(("game", "preset"), EVERY)
@pytest.mark.parametrize("seats", [2, 3])
def test_legal_actions_are_exact(game, preset, seats):
    """Every action listed is ruled legal, none stands twice, and every candidate left out is refused by a known rule."""
    book = read_rulebook(game.name)
    for position in walk(game, preset, seats, 1, plies=150):
        legal = position.legal_actions()
        assert len(legal) == len(set(legal))
        if position.player is None or position.player < 0:
            assert legal == []
            continue
        assert legal, f"nobody can act at {position.text}"
        state = position.state
        for move in game.candidates(state):
            ruling = position.ruling(game.write(state, move))
            assert ruling.legal == (ruling.action in legal)
            assert ruling.rules, f"no rule for {ruling.action} at {position.text}"
            assert all(rule in book for rule in ruling.rules)
            assert ruling.legal or len(ruling.rules) == 1


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_refusal_and_error_are_one(game, preset):
    """`play` raises the very ruling that `ruling` returns, and leaves the position as it was."""
    refused = 0
    for position in walk(game, preset, 2, 2, plies=80):
        if position.player is None or position.player < 0:
            continue
        before = position.text
        state = position.state
        for move in game.candidates(state):
            action = game.write(state, move)
            if position.ruling(action):
                continue
            refused += 1
            with pytest.raises(cardlab.IllegalAction) as caught:
                position.play(action)
            assert caught.value.ruling == position.ruling(action)
            assert caught.value.rule == position.ruling(action).rules[0]
            assert str(caught.value).endswith(f"[{caught.value.rule}]")
            assert position.text == before
    assert refused > 0, "no candidate was ever refused: the list hides what it should ask about"


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_position_text_says_it_all(game, preset):
    """`cardlab.position(text).text == text`, and the read position allows the same actions and shows the same tables."""
    for position in walk(game, preset, 3, 3, plies=200):
        text = position.text
        assert "\n" not in text
        again = cardlab.position(text)
        assert again.text == text
        assert again.player == position.player
        assert again.legal_actions() == position.legal_actions()
        assert again.scores == position.scores
        for seat in (None, 0, 2):
            a, b = again.table(seat), position.table(seat)
            assert (a.cards, a.player, a.round, a.phase) == (b.cards, b.player, b.round, b.phase), text


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_play_copies(game, preset):
    """Playing from a position changes neither it nor its siblings."""
    random = Random(4)
    for position in walk(game, preset, 2, 4, plies=60):
        text = position.text
        for action in random.sample(position.legal_actions(), min(3, len(position.legal_actions()))):
            assert position.play(action).text != text
            assert position.text == text


@pytest.mark.parametrize(("game", "preset"), EVERY)
@pytest.mark.parametrize("bot", ["random", "first", "sensible"])
def test_bots_play_legally_and_sensible_ones_finish(game, preset, bot):
    """Every bot gives legal actions; the sensible one plays whole matches to their end."""
    cap = 20_000 if bot == "sensible" else 600
    random = Random(5)
    state = game.start(game.options(preset, {}), 3)
    plies = 0
    while state.player is not None and plies < cap:
        player = state.player
        move = game.sample(state, random) if player == CHANCE else game.bots[bot](state, player, random)
        assert game.forbids(state, player, move) is None
        game.apply(state, player, move)
        plies += 1
    if bot == "sensible":
        assert game.outcome(state) is not None, f"not over after {cap} plies"


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_actions_read_back(game, preset):
    """read(write(action)) is the action; nonsense is refused as unreadable, never taken for something else."""
    for position in walk(game, preset, 2, 6, plies=80):
        state = position.state
        for move in game.candidates(state) if (position.player or -1) >= 0 else []:
            assert game.read(state, game.write(state, move)) == move
        for nonsense in ("", "no such action", "draw draw", "S>B9", "swap r0c0", "deal x"):
            with pytest.raises(cardlab.InvalidAction):
                position.play(nonsense)


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_every_ply_is_explained(game, preset):
    """Each ply has a governing rule, and its sentence can be made in every language from the facts that are there."""
    book = read_rulebook(game.name)
    for position in walk(game, preset, 3, 7, bot="sensible", plies=800):
        if position.explanation is None:
            continue
        why = position.explanation
        assert why.rules, f"no rule governs {why.action} before {position.text}"
        assert all(rule in book for rule in why.rules)
        assert why.passages or why.rulings
        for lang in LANGUAGES:
            said = why.text(lang)
            assert said.endswith(".") and "{" not in said and "None" not in said


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_refusals_are_worded(game, preset):
    """Whatever is refused along random games can be said in every language."""
    for position in walk(game, preset, 2, 8, plies=80):
        if position.player is None or position.player < 0:
            continue
        state = position.state
        for move in game.candidates(state):
            ruling = position.ruling(game.write(state, move))
            for lang in LANGUAGES if not ruling else ():
                assert ruling.refusal(lang) and "{" not in ruling.refusal(lang)
                assert ruling.text(lang).endswith(".")


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_hidden_faces_do_not_show(game, preset):
    """Dealing the hidden cards anew changes nothing that a seat sees: not the table, not the facts of what was done."""
    random = Random(9)
    for position in walk(game, preset, 3, 9, plies=120):
        for seat in range(3):
            state = position.state
            hidden = game.hidden(state, seat)
            faces = [state.face[card] for card in hidden]
            random.shuffle(faces)
            for card, face in zip(hidden, faces, strict=True):
                state.face[card] = face
            seen = Position(game, state, position.names).table(seat)
            assert seen.cards == position.table(seat).cards
            assert seen.seats == position.table(seat).seats


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_a_seat_sees_no_more_than_all(game, preset):
    """What a seat sees open, everybody's view shows as well; a lens without spoilers shows no more than one with."""
    for position in walk(game, preset, 2, 10, plies=100):
        whole, careful = position.table(), position.table(lens=Lens(spoilers=False))
        for zone, everything, less in zip(whole.zones, whole.cards, careful.cards, strict=True):
            assert everything.count == less.count, zone.id
            for a, b in zip(everything.codes, less.codes, strict=True):
                assert b in (a, "?") or b.rstrip("!") == "?", zone.id


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_cards_are_conserved(game, preset):
    """All zones together hold exactly the pack, once it has been dealt."""
    sizes = {
        sum(cards.count for cards in position.table().cards)
        for position in walk(game, preset, 2, 11, plies=300)
        if position.turn > 0
    }
    assert len(sizes) == 1, sizes


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_zones_and_words_agree(game, preset):
    """Zones stay the same and have unique names; every kind, mark, phase, phrase and reason has its word in every language."""
    texts = words(game.name)
    for position in walk(game, preset, 3, 12, bot="sensible", plies=500):
        table = position.table()
        assert len({zone.id for zone in table.zones}) == len(table.zones) == len(table.cards)
        for kind in {zone.kind for zone in table.zones}:
            assert set(texts["zones"][kind]) >= set(LANGUAGES)
        assert position.phase in texts["phases"]
        for info in table.seats:
            assert all(key in texts["marks"] for key, _ in info.marks)
        for event in position.events:
            assert event.kind not in game.marks or event.kind in texts["marks"]
    assert set(game.presets) <= set(texts["presets"])
    assert set(game.preset_sources) == set(game.presets)


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_differences_add_up(game, preset):
    """Applying the difference of two tables to the first gives the second."""
    before = None
    for position in walk(game, preset, 2, 13, plies=200):
        after = list(position.table().cards)
        if before is not None:
            patched = [(list(c.codes), c.count) for c in before]
            for change in difference(before, after):
                zone = change[0]
                if isinstance(change[1], int):
                    patched[zone][0][change[1]] = change[2]
                else:
                    patched[zone] = (change[1], change[2])
            assert patched == [(list(c.codes), c.count) for c in after]
        before = after


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_nobody_else_may_act(game, preset):
    """An ordinary action by a seat that is not to act is refused, and so is one by chance or the referee that is not theirs."""
    for position in walk(game, preset, 3, 14, plies=60):
        if position.player is None or position.player < 0:
            continue
        action = position.legal_actions()[0]
        for other in {0, 1, 2} - {position.player}:
            assert not position.ruling(str(action), player=other)
        for nobody in (CHANCE, REFEREE):
            assert not position.ruling(str(action), player=nobody)


def test_unknown_game_lists_the_known():
    with pytest.raises(cardlab.UnknownName, match="unknown game 'skyjoo'; known: skipbo, skyjo"):
        cardlab.game("skyjoo")


@pytest.mark.parametrize("name", ["skipbo", "skip-bo", "Skip-Bo", "SKYJO"])
def test_games_are_found_by_alias(name):
    assert cardlab.game(name).name == name.lower().replace("-", "")


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_what_chance_is_asked_for(game, preset):
    """In every state in which CHANCE is to act the game says what has to be told, and what is told so is legal. Nothing is left
    unjudged where all cards are known."""
    for position in walk(game, preset, 3, 2):
        state = position.state
        if position.player != CHANCE:
            assert all(not game.unjudged(state, position.player, move) for move in game.candidates(state))
            continue
        asked, (word, numbers) = game.asked(state), game.sample(state, Random(1))
        if asked.word == "dealer":
            assert word in ("dealer", "dealer_draw") and asked.seats
            continue
        assert (asked.word, asked.number) == (word, len(numbers))
        assert bool(asked.seats) != bool(asked.left)
        assert asked.owner is None or asked.open
        if asked.seats:
            assert set(numbers) <= set(asked.seats)
        elif not asked.open:
            unknown = game.read(state, f"{word} ?x{asked.number}" if asked.number > 1 else f"{word} ?")
            assert game.forbids(state, CHANCE, unknown) is None
        assert not game.unjudged(state, CHANCE, (word, numbers))


def dim_walk(game, preset, seats, seed, plies=PLIES):
    """As `walk`, with nothing known that chance need not tell: the deck and the hands of all seats but the first."""
    random = Random(seed)
    position = start(game, seats, preset)
    for _ in range(plies):
        yield position
        if position.player is None:
            return
        if position.player != CHANCE:
            position = position.play(random.choice(position.legal_actions()))
            continue
        asked = game.asked(position.state)
        if asked.seats or (asked.open and asked.owner in (None, 0)):
            position = position.play(position.sample(random))
        else:
            position = position.play(f"{asked.word} ?x{asked.number}" if asked.number > 1 else f"{asked.word} ?")


def spot_cards(game, position, spot):
    """What lies in a spot's zone: the cards themselves, and as they show."""
    return game.pile(position.state, spot.zone), position.table()[spot.zone]


@pytest.mark.parametrize("walked", [walk, dim_walk])
@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_places_are_where_cards_move(game, preset, walked):
    """A legal action's zones are on the table, its places hold cards, and playing it (with the chance that it waits for) changes
    what lies there; two actions between the same spots differ by a face that is not known. What can be tried holds every
    candidate, and each can be written, read back and ruled upon."""
    random = Random(15)
    pointed = 0
    for position in walked(game, preset, 4, 15, plies=120):
        state, player = position.state, position.player
        if player is None or player < 0:
            assert game.tries(state) == []
            continue
        tries, zones = game.tries(state), {zone.id for zone in position.table().zones}
        assert len(tries) == len(set(tries)) and set(game.candidates(state)) <= set(tries)
        legal = {}
        for move in tries:
            assert game.read(state, game.write(state, move)) == move
            spots = game.places(state, player, move)
            for spot in filter(None, spots[:2]):
                assert spot.zone in zones
                cards = game.pile(state, spot.zone)
                assert all(0 <= place < len(cards) for place in spot.places), (game.write(state, move), position.text)
            if game.forbids(state, player, move) is None:
                legal.setdefault(spots, []).append(move)
                assert spots.source is None or all(game.pile(state, spots.source.zone)[place] >= 0 for place in spots.source.places)
        for (source, target, face), moves in legal.items():
            if source is None:
                assert target is face is None
                continue
            assert (face is None) or all(position.table()[source.zone].codes[place] == "?" for place in source.places)
            assert len(moves) == 1, (list(map(game.write, [state] * len(moves), moves)), position.text)
            action = game.write(state, random.choice(moves))
            after = position.play(action)
            if after.player == CHANCE and game.asked(after.state).word == "reshuffle":
                after = after.play(after.sample(random))
            for spot in filter(None, (source, target)):
                assert spot_cards(game, after, spot) != spot_cards(game, position, spot), (action, spot, position.text)
            pointed += 1
    assert pointed > 100


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_what_moves_no_card_has_no_place(game, preset):
    """Chance, the referee and whatever else moves no card of its own begin and end nowhere."""
    for position in walk(game, preset, 2, 16, plies=60):
        if position.player == CHANCE:
            assert game.places(position.state, CHANCE, game.sample(position.state, Random(1))) == (None, None, None)


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_calls_are_the_referees_and_legal(game, preset):
    """Each call that a menu offers is the referee's, legal, without a place, written and read back, and told in a sentence."""
    known, called = words(game.name)["phrases"], set()
    for position in dim_walk(game, preset, 4, 17, plies=80):
        state = position.state
        calls = game.calls(state)
        assert len(calls) == len(set(calls))
        for move in calls:
            text = game.write(state, move)
            assert game.read(state, text) == move and game.is_referee(move)
            assert position.ruling(text).legal, (text, position.text)
            assert game.places(state, REFEREE, move) == (None, None, None)
            assert game.phrase(state, REFEREE, move) in known
            called.add(text.partition(" ")[0])
    assert len(called) > 1, called
