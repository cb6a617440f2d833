"""The data that reaches the browser: whole, small, and without what the lens hides."""

import json
from random import Random

import pytest

import cardlab
from cardlab.explain import take
from cardlab.games import GAMES
from cardlab.lens import Lens
from cardlab.replay.make import play_match
from cardlab.text import LANGUAGES, Clause, fact_texts, fill, sentence, words
from cardlab.widgets.frames import book_data, frames, words_data

GAME_NAMES = [game.name for game in GAMES]


@pytest.fixture(scope="module", params=GAME_NAMES)
def replay(request):
    """A whole match by the sensible bots, with everything that comes up in one."""
    return cardlab.loads(play_match(request.param, 3, seed=2))


def tables(data):
    """The cards at every ply, the differences applied one after the other as the browser does."""
    now = [(list(codes), count) for codes, count in data["cards"]]
    yield [(codes[:], count) for codes, count in now]
    for step in data["steps"]:
        for zone, *change in step.get("z", ()):
            if isinstance(change[0], int):
                now[zone][0][change[0]] = change[1]
            else:
                now[zone] = (change[0][:], change[1])
        yield [(codes[:], count) for codes, count in now]


@pytest.mark.parametrize("lens", [Lens(), Lens(1), Lens(spoilers=False)], ids=["all", "seat", "no-spoilers"])
def test_tables_are_those_of_the_positions(replay, lens):
    """Stepping through the differences shows at every ply the table that the position has."""
    data = json.loads(frames(replay, lens))
    assert len(data["steps"]) == len(replay)
    for ply, shown in enumerate(tables(data)):
        if ply % 17 and ply != len(replay):
            continue
        table = replay.at(ply).table(lens=lens)
        assert shown == [(list(cards.codes), cards.count) for cards in table.cards], f"ply {ply}"


def test_who_and_when_are_those_of_the_positions(replay):
    data = json.loads(frames(replay, Lens()))
    player, round_, turn, phase = data["at"]
    seats, who = [tuple(s) for s in data["seats"]], None
    for ply, step in enumerate(data["steps"], 1):
        player, round_ = step.get("n", player), step.get("o", round_)
        turn, phase, who = step.get("t", turn), step.get("h", phase), step.get("w", who)
        for seat, score, marks in step.get("s", ()):
            seats[seat] = (score, marks)
        if ply % 23 and ply != len(replay):
            continue
        position = replay.at(ply)
        assert (player, round_, turn, phase) == (position.player, position.round, position.turn, position.phase)
        assert [score for score, _ in seats] == [info.score for info in position.table().seats]
        assert who == replay.action(ply).player


def test_sentences_and_rules_are_those_of_the_engine(replay):
    """The rules of a step are what the engine's checks and events gave, and the sentence made of the data is Python's."""
    data, book = json.loads(frames(replay, Lens())), cardlab.rulebook(replay.game.name)
    phrases = words(replay.game.name)["phrases"]
    state = replay.start_state()
    for ply, (step, (who, move)) in enumerate(zip(data["steps"], replay.moves, strict=True), 1):
        why = take(replay.game, replay.names, state, who, move)
        rules = [data["rules"][r] for r in step["r"]]
        assert tuple(rules) == why.rules == replay.explain(ply).rules
        allowed = step.get("k", len(rules))
        for lang in LANGUAGES:
            facts, own = step.get("f", {}), step.get("g", {})
            clauses = [
                Clause(book[rule].voice, text[lang], facts | own.get(str(i), {})) if (text := book[rule].why) else None
                for i, rule in enumerate(rules)
            ]
            told = fill(phrases[data["phrases"][step["p"]]][lang], facts)
            assert sentence(told, [c for c in clauses[:allowed] if c], [c for c in clauses[allowed:] if c]) == why.text(lang)


def test_facts_travel_only_where_a_sentence_shows_them(replay):
    data = json.loads(frames(replay, Lens()))
    shown = sum(len(step.get("f", {})) for step in data["steps"])
    whole = sum(len(fact_texts(replay.explain(ply).facts, replay.names)) for ply in range(1, len(replay) + 1))
    assert 0 < shown < whole


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_hidden_faces_are_not_in_the_bytes(name, seat, seed):
    """Dealing anew the cards that a seat never came to see changes not one byte of what its view gets: no card, no reason, no fact."""
    text = play_match(name, 3, seed=seed)
    replay = cardlab.loads(text)
    plies = range(1, len(replay) + 1)
    upto = next(n for n in plies if replay.action(n).startswith("reshuffle") or replay.at(n).round > 1 or n == 60) - 1
    hidden = replay.game.hidden(replay.at(upto).state, seat)
    assert len(hidden) > 20
    deal = next(n for n in range(1, upto) if replay.action(n).startswith("deal "))
    faces = replay.action(deal).split()[1:]
    picked = [faces[card] for card in hidden]
    Random(1).shuffle(picked)
    for card, face in zip(hidden, picked, strict=True):
        faces[card] = face
    other = cardlab.loads(text.replace(str(replay.action(deal)), f"deal {' '.join(faces)}", 1))
    assert frames(other, Lens(seat, upto)) == frames(replay, Lens(seat, upto))
    assert frames(other, Lens(None, upto)) != frames(replay, Lens(None, upto))


def test_what_lies_behind_the_last_ply_is_not_there(replay):
    """`upto` leaves out later steps, marks and the result, and with them the length."""
    half = len(replay) // 2
    data = json.loads(frames(replay, Lens(ply=half)))
    assert len(data["steps"]) == half
    assert data["result"] is None and json.loads(frames(replay, Lens()))["result"] is not None
    assert all(ply <= half for ply, _ in data["marks"])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_book_holds_no_original_unless_attached(name, monkeypatch, tmp_path):
    """Without the documents the panel gets the reading view alone; every passage of the rulebook is in it."""
    from cardlab import paths

    monkeypatch.setenv("CARDLAB_SEEDS", str(tmp_path))
    game = next(game for game in GAMES if game.name == name)
    book = cardlab.rulebook(name)
    monkeypatch.setattr(paths, "seeds", lambda: tmp_path)
    data = json.loads(book_data(game))
    assert all(source["original"] is None and source["problem"] == "" for source in data["sources"])
    items = [item["rule"] for source in data["sources"] for section in source["sections"] for item in section["items"]]
    assert len(items) == sum(len(rule.passages) for rule in book.values())
    assert set(data["rules"]) == set(book)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_spans_mark_the_original(name, originals):
    """Where the documents are attached, each span cuts out of the true line what its locator names, counted as JavaScript does."""
    game = next(game for game in GAMES if game.name == name)
    data = json.loads(book_data(game))
    for source in data["sources"]:
        true = source["original"]
        assert true is not None and source["problem"] == ""
        for span in true["spans"]:
            line = true["lines"][span["line"] - true["first"]].encode("utf-16-le")
            marked = line[2 * span["start"] : 2 * span["end"]].decode("utf-16-le")
            places = [p.locator for p in cardlab.rulebook(name)[span["rule"]].passages if p.source.id == source["id"]]
            assert any(marked.startswith(place.head) and marked.endswith(place.tail) for place in places)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_words_are_whole(name):
    for table in json.loads(words_data(name)).values():
        assert all(set(text) == set(LANGUAGES) for text in table.values())


def test_what_cannot_be_judged_travels_with_its_step(root):
    """A deal that nobody knows is held against no count of the pack: its step names these rules, and no other step of this game does."""
    replay = cardlab.load(root / "tests" / "replay" / "versions" / "v1.1-recorded.jsonl")
    sent = json.loads(frames(replay, Lens()))
    told = {ply: [sent["rules"][rule] for rule in step["u"]] for ply, step in enumerate(sent["steps"], 1) if "u" in step}
    assert told == {ply: list(replay.explain(ply).unjudged) for ply in range(1, len(replay) + 1) if replay.explain(ply).unjudged}
    assert told
