"""Note layers: bound to their game, laid side by side, and merged without losing a word."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.replay.check import check_files
from cardlab.replay.coding import decode, encode
from cardlab.replay.keys import statements
from cardlab.replay.layers import game_of, is_layer, layer_path, layers_beside, read_layer
from cardlab.replay.merge import merge
from cardlab.replay.reader import read_bytes
from cardlab.replay.writer import write_lines

# -- the file


@pytest.mark.parametrize(("name", "file"), [
    ("Ana", "match.notes.ana.jsonl"), ("Zoë van Dijk", "match.notes.zoe-van-dijk.jsonl"), ("../../etc", "match.notes.etc.jsonl"),
])  # fmt: skip
def test_names_of_layers(name, file):
    path = layer_path("there/match.jsonl", name)
    assert path == Path("there") / file
    assert is_layer(path)
    assert game_of(path) == Path("there/match.jsonl")


def test_names_that_leave_no_letter_get_a_file_of_their_own():
    assert layer_path("m.jsonl", "日本") != layer_path("m.jsonl", "中国")


def test_a_layer_is_begun_once_and_found_beside_its_game(pen, game):
    pen("Ana").add("one", 1)
    again = pen("Ana")
    again.add("two", 2)
    pen("Leo")
    assert layers_beside(game) == [layer_path(game, "Ana"), layer_path(game, "Leo")]
    header = json.loads(layer_path(game, "Ana").read_text().splitlines()[0])
    assert header["kind"] == "layer"
    assert header["game"] == cardlab.load(game).header.id
    assert [remark.text for remark in cardlab.load(game).annotations(beside=True)] == ["one", "two"]


def test_a_layer_is_no_game_and_a_game_no_layer(pen, game):
    ana = pen("Ana")
    with pytest.raises(cardlab.ReplayError, match=r"notes\.ana\.jsonl:1: a note layer \(notes on a game\), and no game: open the game"):
        cardlab.load(ana.path)
    with pytest.raises(cardlab.ReplayError, match=r"match\.jsonl:1: a game, and no note layer"):
        cardlab.load(game).annotations(game)


def change_header(path, **fields):
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(encode(msgspec.structs.replace(decode(first), **fields)) + rest)


def test_a_layer_of_another_game_is_refused(pen, game):
    ana = pen("Ana")
    change_header(game, id="another", title="Another one")
    told = r"ana\.jsonl:1: this layer is about .*, and .*match\.jsonl is 'Another one' \(id another\)$"
    with pytest.raises(cardlab.ReplayError, match=told):
        cardlab.load(game).annotations(ana.path)


def test_without_ids_the_plies_bind(pen, game):
    change_header(game, id="")
    ana = pen("Ana")
    ana.add("one", 1)
    assert cardlab.load(game).annotations(ana.path).problems == []
    lines = game.read_bytes().splitlines(keepends=True)
    game.write_bytes(b"".join(lines[:20]))
    with pytest.raises(cardlab.ReplayError, match=r"this layer is about another game than .*: neither an id nor its plies bind them"):
        cardlab.load(game).annotations(ana.path)


def test_a_game_that_was_changed_or_cut_opens_with_a_warning(pen, game):
    ana = pen("Ana")
    ana.add("late", len(ana.replay))
    lines = game.read_bytes().splitlines(keepends=True)
    plies = ana.replay.document
    count = sum(record.__struct_config__.tag in ("action", "chance") for _, record in plies.records)
    game.write_bytes(b"".join(lines[:20]))
    told = [str(problem).partition(".jsonl:")[2] for problem in cardlab.load(game).annotations(ana.path).problems]
    assert told[0].startswith(f"1: the game is not as it was: it was begun when the game had {count} plies, and ")
    assert told[0].endswith("has 19: a shorter copy")
    assert told[1].startswith("2: note on ply ")
    change_header(game, options={})
    game.write_bytes(game.read_bytes() + b"".join(lines[20:]))
    told = [problem.what for problem in cardlab.load(game).annotations(ana.path).problems]
    assert told == [
        f"the game is not as it was: its first {count} plies, or its options, are not those that the layer was begun for: notes may "
        "speak of other moves"
    ]


def test_a_game_that_was_annotated_renamed_or_goes_on_is_the_same_game(pen, game, match):
    ana = pen("Ana")
    ana.add("one", 1)
    pen("Leo", own=True).add("in the file", 1)
    change_header(game, seats=["Player 1", "Player 2", "Player 3"], title="?")
    n = game.read_bytes().count(b"\n")
    more = match.splitlines()[50:60]
    with open(game, "a", encoding="utf-8") as file:
        for k, line in enumerate(more):
            file.write(json.dumps(json.loads(line) | {"seq": n + k}) + "\n")
    assert cardlab.load(game).annotations(ana.path).problems == []


def test_what_is_no_note_is_kept_and_told(pen, game):
    ana = pen("Ana")
    with open(ana.path, "a", encoding="utf-8") as file:
        file.write('{"kind":"action","seq":1,"seat":0,"action":"draw"}\n{"kind":"zebra","seq":2}\n{"kind":"note","seq":3,"ply":"x"}\n{"kind')
    told = [str(problem).partition(".jsonl:")[2] for problem in cardlab.load(game).annotations(ana.path).problems]
    assert told[0].startswith("4: missing field $.author") or told[0].startswith("4: expected int")
    assert [one[:30] for one in told[1:]] == ["5: torn last line: bad JSON: u", "2: a layer holds notes and bra"]
    assert check_files([ana.path], told.append) == 3
    assert cardlab.load(game).problems == []


# -- several side by side


def test_different_glyphs_and_rules_are_an_open_disagreement_until_a_third_line_settles_it(pen, game):
    skipbo = cardlab.load(game).header.game == "skipbo"
    one, two = ("skipbo.build.start", "skipbo.turn.play_on_turn") if skipbo else ("skyjo.turn.take_discard", "skyjo.turn.swap_reveals")
    ana, leo = pen("Ana"), pen("Leo")
    ana.add("fine", 5, glyph="good", rule=one)
    leo.add("not at all", 5, glyph="blunder", rule=two)
    leo.add("elsewhere", 6, glyph="dubious")
    mia = pen("Mia", others=["Ana", "Leo"])
    glyphs, rules = mia.notes.disagreements
    assert [found.about for found in mia.notes.open_disagreements] == ["glyph", "rule"]
    assert glyphs.values == {"Ana": ("good",), "Leo": ("blunder",)}
    assert str(rules) == f"ply 5, rule: Ana says {one}; Leo says {two} (open)"
    assert all(remark.disputed == (remark.ply == 5) for remark in mia.notes if remark.layer)
    mia.settle(glyphs, "Leo", "he counted")
    glyphs, rules = mia.notes.disagreements
    assert (glyphs.open, rules.open) == (False, True)
    assert str(glyphs) == "ply 5, glyph: Ana says good; Leo says blunder (settled by Mia: he counted)"
    assert [remark.text for remark in mia.notes if remark.overruled] == ["fine"]  # and still read
    with pytest.raises(cardlab.UnknownName, match="unknown side 'Zoe'; known: Ana, Leo"):
        mia.settle(rules, "Zoe")
    leo.add("and another", 5, glyph="mistake")
    assert [found.about for found in mia.notes.open_disagreements] == ["glyph", "rule"]
    mia.undo()
    assert [found.about for found in mia.notes.open_disagreements] == ["glyph", "rule"]


def test_who_says_less_or_the_same_does_not_disagree(pen):
    ana, leo = pen("Ana"), pen("Leo", others=["Ana"])
    ana.add("", 5, glyph="good")
    ana.add("", 5, glyph="interesting")
    leo.add("", 5, glyph="good")
    leo.add("no glyph", 5)
    leo.add("of the game", 5, glyph="blunder", on="game")
    assert leo.notes.disagreements == ()


def test_two_edits_of_one_note_stand_side_by_side(pen):
    ana, leo = pen("Ana"), pen("Leo", others=["Ana"])
    note = ana.add("one", 5)
    (remark,) = leo.notes.filter(author="Ana")
    leo.edit(remark, text="his")
    ana.edit(note, text="hers")
    assert [r.text for r in leo.notes] .count("his") == [r.text for r in leo.notes].count("hers") == 1
    (found,) = leo.notes.open_disagreements
    assert found.about == "text"
    assert found.values == {"Leo": ("his",), "Ana": ("hers",)}
    leo.settle(found, "Ana")
    assert [r.text for r in leo.notes.filter(author="Ana")] == ["hers"]
    assert len(leo.notes.history(remark)) == 4


def test_a_deletion_does_not_take_an_edit_with_it(pen):
    ana, leo = pen("Ana"), pen("Leo", others=["Ana"])
    note = ana.add("one", 5)
    leo.edit(leo.notes.filter(author="Ana")[0], text="his")
    ana.delete(note)
    assert [r.text for r in leo.notes.filter(author="Ana")] == ["his"]
    (found,) = leo.notes.open_disagreements
    assert found.values == {"Leo": ("his",), "Ana": ("deleted",)}


def test_a_copy_of_a_layer_adds_nothing(pen, game, tmp_path):
    ana = pen("Ana")
    ana.edit(ana.add("one", 1), text="two")
    branch = ana.branch("b", 3)
    copy = tmp_path / "copy.notes.x.jsonl"
    copy.write_bytes(Path(ana.path).read_bytes())
    notes = cardlab.load(game).annotations(ana.path, copy)
    assert [remark.text for remark in notes] == ["two"]
    assert list(notes.branches) == [branch]
    assert notes.disagreements == ()


# -- merging


def texts_of(notes) -> list[tuple]:
    return sorted((r.text, r.author, r.ply, r.glyph or "", r.edits) for r in notes)


def test_merging_keeps_copies_that_went_apart(pen, game, tmp_path):
    """A layer is copied to another computer, and both go on."""
    ana = pen("Ana")
    branch = ana.branch("b", 3)
    ana.play(branch, *map(str, ana.notes.branches[branch].at(0).legal_actions()[:1]))
    note = ana.add("one", 1)
    there = tmp_path / "match.notes.there.jsonl"
    there.write_bytes(Path(ana.path).read_bytes())
    other = cardlab.load(game).annotate(there, "Ana", clock=ana._clock)
    other.edit(note, text="there")
    ana.edit(note, text="here")
    for one, which in ((ana, 0), (other, -1)):
        position = one.notes.branches[branch].at(1)
        if position.player is not None and position.player >= 0:
            one.play(branch, str(position.legal_actions()[which]))
            one.add(f"after my own, {which}", 2, branch=branch)
    out = tmp_path / "match.notes.all.jsonl"
    out.write_bytes(merge([ana.path, there]).data)
    merged = cardlab.load(game).annotations(out)
    both = cardlab.load(game).annotations(ana.path, there)
    assert merged.problems == []
    assert both.problems == []
    assert texts_of(merged) == texts_of(both)
    assert sorted([r.text for r in merged if r.text in ("here", "there")]) == ["here", "there"]

    def moves(notes) -> set[tuple]:
        return {tuple(ply.action for ply in found.records) for found in notes.branches.values()}

    assert moves(merged) == moves(both)
    assert merge([out, there]).data == out.read_bytes()
    for remark in merged:
        if remark.text.startswith("after my own"):
            assert merged.branches[remark.branch].records[1].action  # each stands on the branch that it was written on


WORDS = st.sampled_from(["yes", "no", "</script>", "😀", ""])
TIMES = st.sampled_from([None, "2026-11-01T00:00:01Z", "2026-11-01T00:00:02Z"])
HEADER = {"format": "cardlab-notes", "version": "1.1", "game": "g", "plies": 3, "hash": "0" * 16}


@st.composite
def more_lines(draw, before: list[dict], author: str) -> list[dict]:
    """Some lines that may follow those, saying something about them."""
    lines = list(before)
    for _ in range(draw(st.integers(0, 6))):
        seq = len(lines)
        old = [line for line in lines if line["kind"] not in ("layer", "action", "undo")]
        branches = [line["id"] for line in lines if line["kind"] == "branch"]
        kinds = ["note", "branch", "zebra"] + (["edit", "delete", "withdraw", "settle", "rename"] if old else [])
        kind = draw(st.sampled_from(kinds + ["action", "action", "undo"] * bool(branches)))
        line = {"kind": kind, "seq": seq, "author": author, "time": draw(TIMES)}
        of = draw(st.sampled_from(old))["seq"] if old else 0
        if kind in ("note", "edit"):
            glyph = draw(st.sampled_from(["good", "forced"]))
            line |= {"kind": "note", "ply": draw(st.integers(0, 2)), "text": draw(WORDS), "glyph": glyph}
            line |= {"of": of} if kind == "edit" else {}
            line |= {"branch": draw(st.sampled_from(branches))} if branches and draw(st.booleans()) else {}
        elif kind == "branch":
            parent = draw(st.sampled_from([None, *branches]))
            line |= {"id": draw(st.sampled_from(["a", "b", "c"])) + str(len(branches)), "from": draw(st.integers(0, 1)), "parent": parent}
        elif kind == "action":
            line = {"kind": "action", "seq": seq, "seat": 0, "action": draw(WORDS), "branch": draw(st.sampled_from(branches))}
        elif kind == "undo":
            plies = [line["seq"] for line in lines if line["kind"] == "action"]
            if not plies:
                continue
            line |= {"of": draw(st.sampled_from(plies))}
        elif kind == "settle":
            line |= {"about": "glyph", "of": [of], "keep": [of] * draw(st.integers(0, 1))}
        elif kind == "zebra":
            line |= {"x-stripes": draw(st.integers(0, 2)), "of": of}
        else:
            line |= {"of": of} | ({"name": draw(WORDS)} if kind == "rename" else {})
        lines.append({name: value for name, value in line.items() if value is not None})
    return lines


@st.composite
def some_layers(draw) -> list[bytes]:
    """Layers of several authors, some of them copies that went apart."""
    layers: list[list[dict]] = []
    for author in ("Ana", "Leo", "Mia")[: draw(st.integers(1, 3))]:
        if layers and draw(st.booleans()):
            layers.append(draw(more_lines(draw(st.sampled_from(layers)), author)))
        else:
            layers.append(draw(more_lines([{"kind": "layer", "seq": 0, "author": author} | HEADER], author)))
    return ["".join(json.dumps(line) + "\n" for line in lines).encode() for lines in layers]


@pytest.fixture(scope="module")
def merged(tmp_path_factory):
    """Merges layers that are given as bytes."""
    folder = tmp_path_factory.mktemp("merging")

    def of(*layers: bytes) -> bytes:
        paths = []
        for n, layer in enumerate(layers):
            paths.append(folder / f"{n}.notes.x.jsonl")
            paths[-1].write_bytes(layer)
        found = merge(paths)
        assert found.problems == []
        return found.data

    return of


def said(layer: bytes) -> set[str]:
    """The keys of all that a layer says."""
    return {statement.key for statement in statements(read_bytes(layer, "x"))}


def runs(layer: bytes) -> set[tuple[str, ...]]:
    """The plies and undos of each branch, in their order."""
    found: dict[str, list[str]] = {}
    of: dict[int, str] = {}
    for raw in map(json.loads, layer.splitlines()):
        if raw["kind"] == "action":
            found.setdefault(raw["branch"], []).append(raw["action"])
            of[raw["seq"]] = raw["branch"]
        elif raw["kind"] == "undo":
            found[of[raw["of"]]].append("undo")
    return {tuple(run) for run in found.values()}


many = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@many
@given(layers=some_layers(), data=st.data())
def test_merging_does_not_depend_on_the_order_and_changes_nothing_when_done_again(layers, data, merged):
    once = merged(*layers)
    assert merged(*data.draw(st.permutations(layers))) == once
    assert merged(once) == once
    assert merged(once, once) == once
    for layer in layers:
        assert merged(once, layer) == merged(layer, once)
        assert said(merged(once, layer)) == said(once)


@many
@given(layers=some_layers())
def test_merging_loses_nothing_and_adds_nothing(layers, merged):
    once = merged(*layers)
    assert said(once) == set().union(*map(said, layers))
    for layer in layers:
        for run in runs(layer):
            assert any(other[: len(run)] == run for other in runs(once))
    document = read_bytes(once, "x")
    assert document.problems == []
    stripes = [raw for layer in layers for raw in map(json.loads, layer.splitlines()) if raw["kind"] == "zebra"]
    kept = [json.loads(line)["x-stripes"] for line in once.splitlines() if json.loads(line)["kind"] == "zebra"]
    assert set(kept) == {raw["x-stripes"] for raw in stripes}


@many
@given(layers=some_layers())
def test_it_does_not_matter_what_is_merged_first(layers, merged):
    first, *rest = layers
    step = merged(first)
    for layer in rest:
        step = merged(step, layer)
    assert said(step) == said(merged(*layers))


def test_layers_of_different_games_are_not_merged(tmp_path):
    ana, leo = tmp_path / "a.notes.ana.jsonl", tmp_path / "b.notes.leo.jsonl"
    ana.write_text(json.dumps({"kind": "layer", "seq": 0} | HEADER) + "\n")
    leo.write_text(json.dumps({"kind": "layer", "seq": 0} | HEADER | {"game": "other"}) + "\n")
    with pytest.raises(cardlab.ReplayError, match=r"leo\.jsonl:1: this layer is about the game 'other' \(\), and .* about 'g' \(\)"):
        merge([ana, leo])
    leo.write_text(json.dumps({"kind": "layer", "seq": 0} | HEADER | {"game": "", "plies": 4}) + "\n")
    with pytest.raises(cardlab.ReplayError, match=r"nothing tells whether this layer and .* are about one game: name the game too$"):
        merge([ana, leo])


def test_what_cannot_be_read_is_told_and_not_carried_over(tmp_path):
    ana = tmp_path / "a.notes.ana.jsonl"
    note = '{"kind":"note","seq":2,"ply":"x"}'  # cannot be understood, and is carried over all the same
    ana.write_text(json.dumps({"kind": "layer", "seq": 0} | HEADER) + '\n{"kind":"note"\n' + note + "\n")
    found = merge([ana])
    assert [problem.line for problem in found.problems] == [2]
    assert found.problems[0].what.startswith("not carried over: bad JSON")
    assert b'"ply":"x"' in found.data


def test_the_commands(pen, game, capsys, tmp_path):
    from cardlab.cli import main

    ana, leo = pen("Ana"), pen("Leo")
    ana.add("</script> uno", 1, glyph="good")
    leo.add("=cmd|' /C calc'!A0", 1, glyph="blunder")

    def run(*arguments) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        return (stop.value.code, *capsys.readouterr())

    code, out, err = run("notes", "list", game)
    assert (code, err) == (0, "")
    assert [line.partition(".jsonl:")[2] for line in out.splitlines()[:2]] == [
        "2: ply 1: Ana: [good] </script> uno", "2: ply 1: Leo: [blunder] =cmd|' /C calc'!A0",
    ]  # fmt: skip
    assert out.splitlines()[2] == "disagreement: ply 1, glyph: Ana says good; Leo says blunder (open)"
    assert run("notes", "list", game, "--author", "Leo", "--kind", "glyph")[1].count("\n") == 2
    assert "note by Ana at 2026-" in run("notes", "list", game, "--history")[1]
    out = tmp_path / "match.notes.all.jsonl"
    code, told, _ = run("notes", "merge", ana.path, leo.path, "-o", out, "--game", game)
    assert (code, told) == (0, f"{out}: 2 lines from 2 layers, 0 of them in more than one\n")
    assert run("notes", "merge", ana.path, "-o", out)[0] == 2
    assert run("check", game.parent)[0] == 0
    csv = run("notes", "export", game, out)[1]
    assert "'=cmd|" in csv  # no formula for a spreadsheet
    page = run("notes", "export", game, out, "--form", "md")[1]
    assert "&lt;/script&gt; uno" in page
    assert run("notes", "list", game, game)[0] == 1


def test_writing_a_note_takes_the_file_for_that_line_only(pen):
    ana = pen("Ana")
    ana.add("one", 1)
    again = pen("Ana")
    again.add("two", 1)
    ana.add("three", 1)
    assert [remark.text for remark in ana.notes] == ["one", "two", "three"]
    assert read_layer(ana.path, ana.replay).document.problems == []


def test_layers_that_no_one_began_are_written_by_hand(game):
    """FORMAT.md says enough to write one without this program."""
    replay = cardlab.load(game)
    path = game.with_name("match.notes.hand.jsonl")
    from cardlab.replay.layers import game_hash
    from cardlab.replay.records import LayerHeader, Note

    plies, hash = game_hash(replay.document)
    header = LayerHeader(seq=0, format="cardlab-notes", version="1.1", game=replay.header.id, plies=plies, hash=hash)
    path.write_bytes(write_lines([header, Note(seq=0, ply=1, author="Eva", text="een")]))
    assert [remark.text for remark in replay.annotations(path)] == ["een"]


# -- what the format page says, by other means


def test_the_hash_and_the_keys_are_as_the_page_says(pen, game):
    from hashlib import blake2b

    def hashed(*texts: str) -> str:
        return blake2b("\0".join(texts).encode("utf-8"), digest_size=8).hexdigest()

    ana = pen("Ana")
    ana.edit(ana.add("one 😀", 1), text="two")
    ana.add("again", 1, time=None)
    ana.add("again", 1, time=None)
    head, *lines = (json.loads(line) for line in Path(ana.path).read_text(encoding="utf-8").splitlines())
    first, *played = (json.loads(line) for line in game.read_text(encoding="utf-8").splitlines())
    plies = [line for line in played if line["kind"] in ("action", "chance")]
    texts = [first["game"], first["preset"], json.dumps(first["options"], sort_keys=True), str(len(first["seats"]))]
    texts += [f"{line.get('seat', -1)} {line['action']}" for line in plies]
    assert (head["plies"], head["hash"]) == (len(plies), hashed(*texts))
    for line in lines:
        del line["seq"]
    keys = [hashed(json.dumps(lines[0], sort_keys=True))]
    keys.append(hashed(json.dumps(lines[1] | {"of": keys[0]}, sort_keys=True)))
    again = json.dumps(lines[2], sort_keys=True)
    keys += [hashed(again), hashed(again, "1")]
    assert [s.key for s in statements(read_layer(ana.path, ana.replay).document)] == keys


LAYERS = Path(__file__).parent / "versions" / "layers"


@pytest.mark.parametrize("game_file", sorted(path for path in LAYERS.glob("*.jsonl") if not is_layer(path)), ids=lambda path: path.stem)
def test_layers_of_every_version_open(game_file):
    """One game with its layers for each version that was ever written; they are never changed."""
    replay = cardlab.load(game_file)
    notes = replay.annotations(beside=True)
    assert [str(problem) for problem in [*replay.problems, *notes.problems]] == []
    assert len(notes.layers) > 1
    for layer in notes.layers:
        assert layer.header.version == replay.header.version == game_file.stem.removeprefix("v")
    assert len(notes) > 0
    assert merge([layer.path for layer in notes.layers], replay).problems == []


def test_the_first_layers_say_what_they_said():
    notes = cardlab.load(LAYERS / "v1.1.jsonl").annotations(beside=True)
    assert [(r.ply, r.author, r.text) for r in notes] == [
        (0, "Ana", "The first turn of the evening"), (7, "Eva", "Leo shows 20 and Ana 14: Leo begins."), (8, "Ana", "Leo's whole turn"),
        (9, "Sol", "Un 12 por un 6: seis puntos menos."), (9, "Ana", "Why not in place of the 8, Leo?"), (9, "Leo", "Goed zo"),
        (1, "Eva", "Four points dearer."), (1, "Ana", "It would be thrown away"),
    ]  # fmt: skip
    assert [(track.id, track.name, track.facts) for track in notes.tree()] == [
        ("twelve", "Stel: een 12", ("draw:1=12",)), ("first-card", "and if the 8 had gone?", ()),
    ]  # fmt: skip
    assert [(found.about, found.open) for found in notes.disagreements] == [("glyph", False), ("rule", True)]


# -- files from anywhere

HOSTILE = {
    "many authors on one move": lambda k: {"kind": "note", "ply": 3, "author": f"a{k}", "text": "x", "glyph": ["good", "forced"][k % 2]},
    "a chain of edits": lambda k: {"kind": "note", "ply": 3, "author": "a", "text": "x"} | ({"of": k - 1} if k > 1 else {}),
    "many edits of one": lambda k: {"kind": "note", "ply": 3, "author": f"a{k}", "text": "x"} | ({"of": 1} if k > 1 else {}),
    "a chain of withdrawals": lambda k: (
        {"kind": "withdraw", "of": k - 1} if k > 1 else {"kind": "note", "ply": 3, "author": "a", "text": ""}
    ),
    "many settlements": lambda k: (
        {"kind": "settle", "about": "glyph", "of": [1, 2], "keep": []}
        if k > 2
        else {"kind": "note", "ply": 3, "author": f"a{k}", "text": "", "glyph": ["good", "forced"][k - 1]}
    ),
    "many names": lambda k: {"kind": "rename", "of": 1, "name": "x"} if k > 1 else {"kind": "branch", "id": "b", "from": 3},
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_layers_open_and_merge_in_bounded_time(pen, game, kind):
    import time

    ana = pen("Ana")
    with open(ana.path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps({"seq": k} | HOSTILE[kind](k)) + "\n" for k in range(1, 5_001))
    began = time.process_time()
    notes = ana.notes
    if len(notes):
        notes.history(notes[-1])
    merge([ana.path])
    assert time.process_time() - began < 20


def test_too_many_branches_in_layers_are_refused(pen):
    ana = pen("Ana")
    with open(ana.path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps({"kind": "branch", "seq": k, "id": str(k), "from": 0}) + "\n" for k in range(1, 5_002))
    with pytest.raises(cardlab.ReplayError, match="there are more than 5000 branches in the game and its layers"):
        ana.replay.annotations(ana.path)


@pytest.mark.parametrize("own", [True, False], ids=["game file", "layer"])
def test_writing_many_notes_does_not_run_the_game_again(pen, own, monkeypatch):
    from cardlab.replay import replay as module

    ana = pen("Ana", own=own)
    ana.notes  # noqa: B018
    runs = []
    monkeypatch.setattr(module, "judge", lambda *arguments, real=module.judge: (runs.append(1), real(*arguments))[1])
    for n in range(10):
        ana.add(f"note {n}", n)
    assert runs == []
    assert [remark.text for remark in ana.notes.filter(author="Ana")] == [f"note {n}" for n in range(10)]
    assert len(runs) == own
