"""What a page may ask of a scratch table, by name: what changes it (`DO`) and what only tells (`TELL`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardlab.errors import CardlabError
from cardlab.line import SEATS
from cardlab.playing.settings import form
from cardlab.position import Position
from cardlab.scratch.draft import Draft
from cardlab.scratch.table import Scratch
from cardlab.scratch.tree import ScratchError
from cardlab.scratch.view import hidden_view, trial_view
from cardlab.text import LANGUAGES, Text, words

Message = Mapping[str, Any]


def in_all(say: Callable[[str], str]) -> Text:
    """What is said, in every language."""
    return {lang: say(lang) for lang in LANGUAGES}


class Deeds:
    """A scratch table as a page works on it, with the draft that is being edited."""

    def __init__(self, scratch: Scratch) -> None:
        self.scratch = scratch
        self.draft: Draft | None = None
        self.drafted: Position = scratch.position
        """The draft's position as it could last be read."""

    # -- playing

    def play(self, msg: Message) -> dict[str, Any]:
        """Plays an action of whoever is to act; a node that is there already is gone to."""
        return {"node": self.scratch.play(_text(msg, "text")).id}

    def do(self, msg: Message) -> dict[str, Any] | None:
        """Carries out one deed of `DO`. ScratchError for a name that is none, or for what is wrong about it."""
        answer: dict[str, Any] | None = _named(DO, msg)(self, msg)
        return answer

    def tell(self, msg: Message) -> dict[str, Any] | None:
        """Answers one question of `TELL`."""
        answer: dict[str, Any] | None = _named(TELL, msg)(self, msg)
        return answer

    def _node(self, msg: Message) -> int | None:
        node = msg.get("node")
        return None if node is None else _number(msg, "node")

    # -- moving about, and the tree

    def go(self, msg: Message) -> None:
        self.scratch.go(_number(msg, "node"))

    def step(self, msg: Message) -> None:
        by = _number(msg, "by")
        if by < 0:
            self.scratch.back()
        else:
            self.scratch.forth()

    def sibling(self, msg: Message) -> None:
        self.scratch.sibling(_number(msg, "by"))

    def home(self, msg: Message) -> None:
        self.scratch.home()

    def was(self, msg: Message) -> None:
        self.scratch.where_i_was()

    def undo(self, msg: Message) -> None:
        if self.scratch.undo() is None:
            raise ScratchError("nothing to take back")

    def redo(self, msg: Message) -> None:
        if self.scratch.redo() is None:
            raise ScratchError("nothing to bring back")

    def name(self, msg: Message) -> None:
        self.scratch.name(_text(msg, "text"), self._node(msg))

    def note(self, msg: Message) -> None:
        self.scratch.note(_text(msg, "text"), self._node(msg), str(msg.get("lang") or self.scratch.language))

    def promote(self, msg: Message) -> None:
        self.scratch.promote(self._node(msg))

    def delete(self, msg: Message) -> None:
        self.scratch.delete(self._node(msg))

    def fold(self, msg: Message) -> None:
        self.scratch.fold(bool(msg.get("on")), self._node(msg))

    # -- hidden cards, chance, bots, playing again

    def suppose(self, msg: Message) -> None:
        self.scratch.suppose(*_texts(msg, "facts"))

    def random(self, msg: Message) -> None:
        self.scratch.rest_at_random(_number(msg, "seed"))

    def forget(self, msg: Message) -> None:
        self.scratch.forget()

    def roll(self, msg: Message) -> None:
        self.scratch.roll(_number(msg, "seed"))

    def play_out(self, msg: Message) -> dict[str, Any]:
        plies = None if msg.get("plies") is None else _number(msg, "plies")
        made = self.scratch.play_out(plies, _text(msg, "bots"), _number(msg, "seed"))
        return {"said": [in_all(made.text)]}

    def insert(self, msg: Message) -> dict[str, Any]:
        """Plays actions here and again what followed, and goes to the end of what came of it."""
        made = self.scratch.insert(*_text(msg, "text").split(), replace=bool(msg.get("replace")))
        self.scratch.go(made.end)
        moves = [{"text": in_all(move.text), "mark": move.verdict, "node": move.node and move.node.id} for move in made.moves]
        counts = in_all(lambda lang: made.text(lang).partition("\n")[0])
        return {"said": [counts], "moves": moves}

    # -- editing

    def edit(self, msg: Message) -> None:
        """Begins a draft: of the position on the table; of an empty table (`empty`), a deal (`seed`) or a position text (`text`), by the
        options and with the names of this one."""
        scratch, old = self.scratch, self.draft
        by = (self.drafted if old is not None else scratch.position).options
        if msg.get("empty"):
            self.draft = Draft.empty(scratch.game, by.preset, scratch.names, by.changes())
        elif msg.get("seed") is not None:
            self.draft = Draft.deal(scratch.game, _number(msg, "seed"), by.preset, scratch.names, by.changes())
        elif msg.get("text") is not None:
            self.draft = self._of_text(_text(msg, "text"))
        else:
            self.draft = scratch.draft()
        try:
            self._read()
        except CardlabError:
            self.draft = old
            raise

    def drop(self, msg: Message) -> None:
        """Leaves the draft, and the table as it was."""
        self.draft = None

    def keep(self, msg: Message) -> None:
        """Puts the draft on the table: checked, or as it is."""
        self.scratch.edit(self._drafting(), checked=not msg.get("unchecked"))
        self.draft = None

    def paste(self, msg: Message) -> None:
        """A position text as the draft."""
        draft = self._of_text(_text(msg, "text"))
        self._change(lambda _draft: draft)

    def _of_text(self, text: str) -> Draft:
        draft = Draft(text.strip(), self.scratch.names, self.scratch.lens)
        if draft.game is not self.scratch.game or len(draft.seats) != self.scratch.position.seats:
            raise ScratchError(
                f"this table is of {self.scratch.game.title} with {self.scratch.position.seats} seats: "
                "cardlab.scratch(text) opens another one"
            )
        return draft

    def put(self, msg: Message) -> None:
        self._change(lambda draft: draft.put(_text(msg, "place"), _text(msg, "face"), trade=bool(msg.get("trade"))))

    def add(self, msg: Message) -> None:
        """Lays a card on a zone; with `trade` it comes out of the draw pile, where one of that face is there."""
        zone, face = _text(msg, "zone"), _text(msg, "face")

        def add(draft: Draft) -> None:
            pile = draft.cards("draw")
            if msg.get("trade") and zone != "draw" and face in pile:
                draft.take(f"draw:{len(pile) - pile.index(face)}")
            draft.add(zone, face)

        self._change(add)

    def take(self, msg: Message) -> None:
        """Takes a card away; with `trade` it goes beneath the draw pile."""
        place = _text(msg, "place")

        def take(draft: Draft) -> None:
            face = draft.take(place).strip("!").removeprefix("h")
            if msg.get("trade") and face not in ("-", "?") and not place.startswith("draw:"):
                # the draw pile is all the rest: an unknown card has come beneath it meanwhile
                draft.put(f"draw:{len(draft.cards('draw'))}", face)

        self._change(take)

    def move(self, msg: Message) -> None:
        self._change(lambda draft: draft.move(_text(msg, "place"), _text(msg, "to")))

    def size(self, msg: Message) -> None:
        self._change(lambda draft: draft.size(_text(msg, "zone"), _number(msg, "count")))

    def act(self, msg: Message) -> None:
        self._change(lambda draft: draft.to_act(_number(msg, "seat")))

    def set(self, msg: Message) -> None:
        seat = None if msg.get("seat") is None else _number(msg, "seat")
        self._change(lambda draft: draft.set(_text(msg, "key"), msg.get("value"), seat))

    def _drafting(self) -> Draft:
        if self.draft is None:
            raise ScratchError("nothing is being edited")
        return self.draft

    def _change(self, change: Callable[[Draft], Any]) -> None:
        """A change of the draft; where it can be done but not be read any more, it is not done."""
        old = self._drafting()
        work = Draft(old.text, old.names, old.lens)
        made = change(work)
        self.draft = made if isinstance(made, Draft) else work
        try:
            self._read()
        except CardlabError:
            self.draft = old
            raise

    def _read(self) -> None:
        self.drafted = self._drafting().position(checked=False)

    def draft_view(self) -> dict[str, Any] | None:
        """The draft for the page: its text, what cannot be about it, and what can be set."""
        draft = self.draft
        if draft is None:
            return None
        told = form(draft.game, draft.preset)
        options = self.drafted.options.as_dict()
        return {
            "text": draft.text,
            "faults": [dict(zip(LANGUAGES, lines, strict=True)) for lines in zip(*map(draft.check, LANGUAGES), strict=True)],
            "tally": in_all(draft.tally),
            "fields": self._fields_view(draft),
            "preset": draft.preset,
            "presets": told["presets"],
            "options": [
                {**{key: setting[key] for key in ("name", "kind", "label", "choices", "low", "high")}, "value": options[setting["name"]]}
                for setting in told["settings"]
            ],
        }

    def _fields_view(self, draft: Draft) -> list[dict[str, Any]]:
        """The fields with their labels; the value of a seat is its number."""
        table, labels = self.drafted.table(), words(draft.game.name)["fields"]
        found = []
        for field, seat, told in draft.fields():
            value: Any = told or (table.turn if field.key == "turn" else "")
            if field.names_seat:
                value = SEATS.index(told) if told else None
            found.append({"key": field.key, "seat": seat, "label": dict(labels[field.key]), "names_seat": field.names_seat, "value": value})
        return found

    # -- keeping

    def branch(self, msg: Message) -> dict[str, Any]:
        """Saves the way here as a branch of the record, or of a note layer."""
        target = str(msg.get("file") or "").strip() or None
        id = self.scratch.to_branch(_text(msg, "name"), target, author=_text(msg, "author"))
        where = target or str(self.scratch.left.replay.path if self.scratch.left else "")
        return {"saved": where, "id": id}

    def tree(self, msg: Message) -> dict[str, Any]:
        """Saves the tree in a file of its own; from then on every change is written at once."""
        file = _path(msg, ".jsonl")
        self.scratch.save(file)
        return {"saved": str(file)}

    def replay(self, msg: Message) -> dict[str, Any]:
        """Saves the way here as a game file."""
        file = _path(msg, ".jsonl")
        self.scratch.to_replay(file, title=str(msg.get("name") or "") or self.scratch.game.title)
        return {"saved": str(file)}

    # -- telling

    def trial(self, msg: Message) -> dict[str, Any]:
        """A try as every source judges it."""
        return trial_view(self.scratch.ruling(_text(msg, "text")))

    def hidden(self, msg: Message) -> dict[str, Any]:
        """The places that may be given a face, and the faces that can still be there."""
        return hidden_view(self.scratch)

    def compare(self, msg: Message) -> dict[str, Any]:
        """The node on the table beside the record, or beside the origin where it leaves none."""
        scratch = self.scratch
        with_record = scratch.left is not None and not msg.get("origin")
        made = scratch.compare_record() if with_record else scratch.compare()
        before = made.before
        return {
            "said": made.said(),
            "record": with_record,
            "before": {
                "cards": before.cards,
                "seats": before.seats,
                "at": (before.player, before.round, before.turn, before.phase),
            },
            "scores": made.scores,
        }

    def picture(self, msg: Message) -> dict[str, Any]:
        """The table as SVG."""
        return {"svg": self.scratch.svg(lang=str(msg.get("lang") or "en"), theme="dark" if msg.get("dark") else "light")}

    def bots(self, msg: Message) -> dict[str, Any]:
        """The bots that can play on, by name and label."""
        return {"bots": form(self.scratch.game, self.scratch.position.options.preset)["bots"]}


def _names(*deeds: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    return {deed.__name__: deed for deed in deeds}


DO = _names(
    Deeds.go, Deeds.step, Deeds.sibling, Deeds.home, Deeds.was, Deeds.undo, Deeds.redo, Deeds.name, Deeds.note, Deeds.promote,
    Deeds.delete, Deeds.fold, Deeds.suppose, Deeds.random, Deeds.forget, Deeds.roll, Deeds.play_out, Deeds.insert, Deeds.edit, Deeds.drop,
    Deeds.keep, Deeds.paste, Deeds.put, Deeds.add, Deeds.take, Deeds.move, Deeds.size, Deeds.act, Deeds.set, Deeds.branch, Deeds.tree,
    Deeds.replay,
)  # fmt: skip
"""What changes the table, the draft or a file."""
TELL = _names(Deeds.trial, Deeds.hidden, Deeds.compare, Deeds.picture, Deeds.bots)
"""What only tells."""


def _named(deeds: Mapping[str, Callable[..., Any]], msg: Message) -> Callable[..., Any]:
    name = msg.get("do")
    if not isinstance(name, str) or name not in deeds:
        raise ScratchError(f"nothing is called {name!r} here; known: {', '.join(deeds)}")
    return deeds[name]


def _text(msg: Message, key: str) -> str:
    text = msg.get(key)
    if not isinstance(text, str):
        raise ScratchError(f"expected a text for {key}, got {text!r}")
    return text


def _texts(msg: Message, key: str) -> list[str]:
    texts = msg.get(key)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts) or not texts:
        raise ScratchError(f"expected texts for {key}, got {texts!r}")
    return texts


def _number(msg: Message, key: str) -> int:
    number = msg.get(key)
    if isinstance(number, bool) or not isinstance(number, int):
        raise ScratchError(f"expected a whole number for {key}, got {number!r}")
    return number


def _path(msg: Message, ending: str) -> Path:
    text = _text(msg, "file").strip()
    if not text:
        raise ScratchError("a file needs a name")
    return Path(text if text.endswith(ending) else text + ending)
