"""PlayWidget without a browser: what it sends, the form, the clock, refusals, what the page never gets."""

import json
import re

import pytest

import cardlab
from cardlab.playing.match import NotOffered
from cardlab.replay.check import check_files
from cardlab.text import LANGUAGES, words
from cardlab.widgets.play import MOST_PLIES
from tests.play.conftest import stand_in

SKYOO = {"preset": "skyoo", "seat": 0, "players": 2, "bots": "sensible", "options": {}}


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def begin(tmp_path):
    """`begin("skyjo", preset="skyoo")` gives a match and its widget; all are closed in the end."""
    made = []

    def one(game="skyjo", file="match.jsonl", **more):
        made.append(cardlab.play(game, file=tmp_path / file, **{"seed": 7} | more))
        return made[-1], made[-1].show()

    yield one
    for match in made:
        match.close()


def now(widget):
    return json.loads(widget.moment)


def film(widget):
    return json.loads(widget.frames)


def enter(widget, text):
    """As the page does: what is entered at the moment that it shows."""
    return widget._enter({"text": text, "at": now(widget)["at"]}, [])[0]


def tell(widget, do, **more):
    return widget._tell({"do": do, **more}, [])[0]


def legal(widget):
    return [move[0] for move in now(widget)["moves"] if move[6] < 0]


# -- a match


@pytest.mark.parametrize(("game", "preset"), [("skyjo", "skyoo"), ("skipbo", "official")])
def test_the_page_gets_just_what_is_legal_and_all_that_happened(begin, game, preset):
    """After each action of the person the film ends at the present and reaches back before that action."""
    match, widget = begin(game, preset=preset, players=3, options={"match.final_score": 30} if game == "skyjo" else None)
    for _ in range(25):
        if match.ended:
            break
        told, steps = now(widget), film(widget)["steps"]
        assert legal(widget) == [str(action) for action in match.legal_actions()]
        assert told["first"] + len(steps) == told["plies"] == match.plies
        before = match.plies
        assert enter(widget, stand_in(match)) == {}
        told = now(widget)
        assert told["first"] <= before and told["watched"] == before
        assert [step["a"] for step in film(widget)["steps"]][before - told["first"] :] == [seen.why.action for seen in match.log[before:]]


def test_a_whole_match_ends_with_its_result_and_can_be_looked_back_at(begin):
    """The viewer shows what the person's seat saw; before the end it is refused in words."""
    match, widget = begin(preset="skyoo", options={"match.final_score": 15})
    at = now(widget)["at"]
    assert "holds what nobody may see yet" in widget._open({"at": at}, [])[0]["error"] and widget.viewer is None
    while not match.ended:
        assert enter(widget, stand_in(match)) == {}
    told, result = now(widget), film(widget)["result"]
    assert told["over"] and told["player"] is None and told["moves"] == [] and told["clock"] is None and not told["closed"]
    assert (result["winners"], result["scores"]) == (list(match.outcome.winners), list(match.outcome.scores))
    assert "you have left" not in str(enter(widget, "draw")) and "the match is over" in enter(widget, "draw")["error"]
    assert widget._open({"at": told["at"]}, [])[0] == {}
    assert widget.viewer.seat == match.seat and widget.viewer.ply == match.plies
    assert check_files([match.path], lambda _: None) == 0


def test_a_try_at_another_moment_is_not_done(begin):
    match, widget = begin(preset="skyoo")
    old = now(widget)["at"]
    match.play("flip r1c1")
    assert widget._enter({"text": "flip r1c2", "at": old}, [])[0] == {"error": "stale"}
    assert sum(seen.player == 0 for seen in match.log) == 1


def test_what_is_played_in_a_cell_shows(begin):
    match, widget = begin(preset="skyoo")
    plies = now(widget)["plies"]
    match.play("flip r1c1")
    assert now(widget)["plies"] > plies


def test_a_resumed_match_is_not_shown_again_from_its_beginning(begin):
    """What was seen before the kernel went stands; a new match is shown from ply 0."""
    match, widget = begin(preset="skyoo")
    assert now(widget)["watched"] == 0
    match.play("flip r1c1")
    match.close()
    with cardlab.play(resume=match.path) as again:
        told = now(again.show())
        assert (told["watched"], told["plies"]) == (again.plies, match.plies)
        assert not again.asks


def test_a_closed_match_offers_nothing_and_says_so(begin):
    match, widget = begin(preset="skyoo")
    match.close()
    told = now(widget)
    assert told["closed"] and told["moves"] == []


def test_the_film_has_a_bound(begin):
    """Who leaves has not acted for long: the page is told the last plies, not all of them."""
    match, widget = begin("skyjo", preset="skyoo", options={"match.final_score": 3000})
    enter(widget, "flip r1c1")
    widget._leave({"at": now(widget)["at"]}, [])
    told = now(widget)
    assert match.left and match.plies > MOST_PLIES >= told["plies"] - told["first"] == len(film(widget)["steps"])
    assert told["left"] and told["moves"] == []


# -- refusals


@pytest.mark.parametrize(
    ("game", "preset", "first", "text", "rule"),
    [
        ("skyjo", "skyoo", ["flip r1c1"], "flip r1c1", "skyjo.deal.initial_flips"),
        ("skipbo", "official", [], "pass", None),
    ],
)
def test_a_refusal_names_its_rule_and_writes_nothing(begin, game, preset, first, text, rule):
    match, widget = begin(game, preset=preset)
    for action in first:
        enter(widget, action)
    lines = match.path.read_bytes()
    answer = enter(widget, text)
    assert match.path.read_bytes() == lines
    ruling = match.ruling(text)
    assert answer["rules"] == [ruling.rules[0]]
    assert rule is None or answer["rules"] == [rule]


def test_a_refusal_teaches_what_other_sources_say(begin):
    """It is told in every language; a legal try teaches nothing."""
    _, widget = begin("skyjo", preset="skyoo", options={"deal.initial_flips": 0})
    told = tell(widget, "lesson", text="swap r1c1")
    assert set(told) == set(LANGUAGES)
    assert told["en"].keys() == {"otherwise", "others"}
    assert tell(widget, "lesson", text="draw") == {}
    assert "error" in tell(widget, "lesson", text="castle")


@pytest.mark.parametrize("message", [{}, {"do": "castle"}, {"do": "lesson"}, {"do": "seats", "preset": 3}])
def test_a_message_that_means_nothing_is_answered(begin, message):
    """A command that raises would leave the page waiting for ever."""
    _, widget = begin(preset="skyoo")
    assert widget._tell(message, [])[0]["error"]
    assert widget._enter(message, [])[0]["error"]


# -- the clock


def test_the_time_begins_when_the_page_has_shown_the_bots(begin):
    """skyjo.settings.turn_time: 10 s a turn, counted from when the person sees the table."""
    clock = Clock()
    match, widget = begin(preset="skyoo", options={"turn.time_limit_s": 10, "deal.initial_flips": 0, "start.player": "host"}, clock=clock)
    assert tell(widget, "ready") == {"remaining": 10.0}
    enter(widget, "draw")
    enter(widget, "swap r1c1")
    clock.now += 60
    assert match.remaining == 10.0, "the page still shows what Leo does"
    assert not match.tick()
    assert tell(widget, "ready") == {"remaining": 10.0}
    clock.now += 4
    assert tell(widget, "ready") == {"remaining": 6.0}, "it does not begin twice"
    plies = match.plies
    assert widget._tick({"at": now(widget)["at"]}, [])[0] == {} and match.plies == plies
    clock.now += 6
    assert widget._tick({"at": now(widget)["at"]}, [])[0] == {}
    assert match.log[plies].why.action == "timeout" and "skyjo.settings.turn_time" in match.log[plies].why.rules
    assert "timeout" in [step["a"] for step in film(widget)["steps"]]


def test_what_comes_too_late_is_refused_by_the_rule_of_time(begin):
    clock = Clock()
    _, widget = begin(preset="skyoo", options={"turn.time_limit_s": 10, "deal.initial_flips": 0, "start.player": "host"}, clock=clock)
    tell(widget, "ready")
    clock.now += 11
    answer = enter(widget, "draw")
    assert answer["rules"] == ["skyjo.settings.turn_time"]


# -- the form


def test_without_options_the_settings_are_asked_for_first(begin):
    """Nothing of the table is sent before they are chosen; labels come in every language."""
    match, widget = begin()
    assert match.asks and widget.moment == widget.frames == b""
    form = json.loads(widget.form)
    assert form["chosen"] == {"preset": "skyoo", "players": 2, "seat": 0, "bots": "sensible"}
    assert all(set(setting["label"]) == set(LANGUAGES) for setting in form["settings"])
    assert set(form["defaults"]) == {choice["value"] for choice in form["presets"]}
    assert {setting["name"] for setting in form["settings"] if setting["main"]} >= {"match.final_score", "turn.time_limit_s", "grid.rows"}


@pytest.mark.parametrize("more", [{"preset": "skyoo"}, {"options": {"grid.rows": 2}}])
def test_with_options_nothing_is_asked(begin, more):
    match, widget = begin(**more)
    assert not match.asks and widget.form == b"" and legal(widget)


def test_the_form_begins_the_match_by_what_was_chosen(begin):
    match, widget = begin()
    chosen = {**SKYOO, "preset": "skyjo-es", "players": 3, "seat": 2, "bots": "first", "options": {"grid.rows": 2}}
    assert widget._settle(chosen, [])[0] == {}
    assert widget.form == b"" and now(widget)["watched"] == 0
    assert (match.seat, len(match.names), match.bots) == (2, 3, ("first", "first", ""))
    assert (match.options.preset, match.options.grid_rows) == ("skyjo-es", 2)
    header = json.loads(match.path.read_text(encoding="utf-8").splitlines()[0])
    assert (header["seed"], header["options"]["grid.rows"]) == (7, 2)
    enter(widget, stand_in(match))
    assert check_files([match.path], lambda _: None) == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"options": {"grid.rows": 30}}, "[skyjo.E43]"),
        ({"players": 9}, "[skyjo.players.count]"),
        ({"bots": "clever"}, "unknown bot 'clever'"),
        ({"preset": "poker"}, "unknown preset 'poker'"),
        ({"seat": "two"}, "expected numbers for seat"),
        ({"options": {"turn.time": 3}}, "unknown option 'turn.time'"),
    ],
)
def test_settings_that_cannot_be_change_nothing(begin, change, says):
    match, widget = begin()
    before, form = match.path.read_bytes(), widget.form
    assert says in widget._settle({**SKYOO, **change}, [])[0]["error"]
    assert (match.path.read_bytes(), widget.form, match.asks) == (before, form, True)


def test_how_many_can_play_is_told_with_the_reason(begin):
    """skyjo.E42: one grid alone takes one seat; a grid too large takes nobody, and the reason is told (skyjo.E16)."""
    _, widget = begin()
    assert tell(widget, "seats", **SKYOO | {"options": {"solo.mode": "single_grid"}}) == {"seats": [1], "why": ""}
    nobody = tell(widget, "seats", **SKYOO | {"options": {"deal.initial_flips": 12}})
    assert nobody["seats"] == [] and "[skyjo.E16]" in nobody["why"]


def test_one_grid_alone_is_begun_by_the_form(begin):
    match, widget = begin()
    assert widget._settle({**SKYOO, "players": 1, "options": {"solo.mode": "single_grid"}}, [])[0] == {}
    assert match.bots == ("",) and now(widget)["bots"] == [None]


def test_once_something_is_played_the_settings_stay(begin):
    match, widget = begin()
    match.play("flip r1c1")
    assert widget.form == b"" and legal(widget)
    with pytest.raises(NotOffered, match="the match has begun"):
        match.settle("skyoo", players=3)
    assert "the match has begun" in widget._settle(SKYOO, [])[0]["error"]


def test_a_note_is_not_lost_to_other_settings(begin):
    match, _ = begin()
    match.note("keep this")
    with pytest.raises(NotOffered):
        match.settle("skyoo", players=3)


# -- without a browser


def test_it_stands_in_a_saved_notebook_as_text_and_table(begin):
    _, widget = begin(preset="skyoo")
    data, _ = widget._repr_mimebundle_()
    assert re.match(r"cardlab\.play\(resume='.*match\.jsonl'\)\.show\(lang='en'\)\n", data["text/plain"])
    assert "your turn, Ana" in data["text/plain"] and "<table" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_follower_that_fails_stops_no_match(begin, monkeypatch):
    match, widget = begin(preset="skyoo")
    monkeypatch.setattr(widget, "_look", lambda: 1 / 0)
    match.play("flip r1c1")
    assert "division" in widget.error


def test_the_words_of_the_table_are_those_that_it_uses(root):
    """Each word of the table is used by the front end, and each that is used stands in it or among those it is laid over."""
    folder = root / "frontend" / "src"
    shared = ("entry.ts", "options.ts", "view/due.ts", "view/why.ts", "view/keylist.ts")
    own = {path for pattern in ("play*.ts", "view/play*.ts") for path in folder.glob(pattern)}
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(own | {folder / name for name in shared}))
    table, under = words()["play"], words()["recorder"].keys() | words()["ui"].keys()
    used = set(re.findall(r'\bui\((?:state|entry\.desk\(\)!), "(\w+)"', code))
    assert used <= table.keys() | under
    assert set(table) == {key for key in table if f'"{key}"' in code}
    for text in table.values():
        assert set(text) == set(LANGUAGES) and len({tuple(sorted(re.findall(r"\{\w+\}", one))) for one in text.values()}) == 1
