"""Search over the moves, the notes and the rules of games: in one file, in a folder, in note layers too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardlab.errors import CardlabError, UnknownName
from cardlab.explain import Explanation, take
from cardlab.replay.coverage import governed
from cardlab.replay.layers import is_layer, layers_beside
from cardlab.replay.remarks import KINDS, Remark
from cardlab.replay.replay import Replay, load
from cardlab.replay.tracks import Branch, Track
from cardlab.rulebook import read_rulebook
from cardlab.text import LANGUAGES

if TYPE_CHECKING:
    import pandas

WHAT: Final = ("move", "note", "rule")
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found, and where."""

    path: str
    line: int
    """Counted from 1."""
    ply: int
    """The ply of the main line, or of the branch; 0 for what is said of the whole game before it."""
    branch: str | None
    what: str
    """move, note or rule (a rule that governed that ply)."""
    text: str
    """The action, the note, or the rule's id and words."""
    author: str = ""
    rule: str = ""

    def __str__(self) -> str:
        at = f"ply {self.ply}" + (f" of {self.branch}" if self.branch is not None else "")
        text = " ".join(self.text.split())
        who = f"{self.author}: " if self.author else ""
        tail = f" [{self.rule}]" if self.rule and self.what != "rule" else ""
        return f"{self.path}:{self.line}: {at}: {self.what}: {who}{text if len(text) <= _LONGEST else text[:_LONGEST] + ' …'}{tail}"


@dataclass
class Found:
    """The hits of a search, in the order of the files and their lines."""

    hits: list[Hit]
    problems: list[str]
    """Files that could not be opened, and layers of other games."""
    files: int = 0

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def __getitem__(self, index: int) -> Hit:
        return self.hits[index]

    def to_frame(self) -> pandas.DataFrame:
        """One row a hit: file, line, ply, branch, what, author, rule, text."""
        import pandas

        columns = ["file", "line", "ply", "branch", "what", "author", "rule", "text"]
        rows = [(h.path, h.line, h.ply, h.branch, h.what, h.author, h.rule, h.text) for h in self.hits]
        return pandas.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        return f"<{len(self)} hit{'s' if len(self) != 1 else ''} in {self.files} file{'s' if self.files != 1 else ''}>"


@dataclass(frozen=True)
class Query:
    """What is looked for; all that is given must hold."""

    text: str = ""
    """Words in a note, in an action or its sentence, or in a rule's words; in any case."""
    author: str = ""
    rule: str = ""
    """A rule id, `*` and `?` standing for anything: notes that link it, moves that it governed."""
    action: str = ""
    """An action as text, `*` and `?` standing for anything: "swap r1c*"."""
    language: str = ""
    """Language of the notes; and in which the sentences of moves and rules are read (else in all)."""
    kind: str = ""
    """What the notes hold, of `cardlab.replay.notes.KINDS`."""
    what: str = ""
    """move, note or rule alone."""

    def check(self) -> None:
        """UnknownName for a kind that is none; CardlabError where nothing is looked for."""
        for value, known, name in ((self.kind, KINDS, "kind of note"), (self.what, WHAT, "kind of hit")):
            if value and value not in known:
                raise UnknownName(name, value, list(known))
        if not any((self.text, self.author, self.rule, self.action, self.language, self.kind)):
            raise CardlabError("nothing to look for: name a text, an author, a rule, an action, a language or a kind of note")

    def wants(self, what: str) -> bool:
        """Whether such hits can be: authors, languages and kinds are those of notes, actions those of moves."""
        if self.what and self.what != what:
            return False
        if what == "note":
            return not self.action
        if self.author or self.kind or (self.language and not (self.text or self.rule or self.action)):
            return False
        return bool(self.text or self.rule or self.action) if what == "move" else bool((self.text or self.rule) and not self.action)

    @property
    def languages(self) -> tuple[str, ...]:
        return (self.language,) if self.language in LANGUAGES else LANGUAGES

    def in_text(self, *texts: str) -> bool:
        words = self.text.casefold()
        return not words or any(words in text.casefold() for text in texts)

    def is_rule(self, rule: str | None) -> bool:
        return not self.rule or (rule is not None and fnmatchcase(rule, self.rule))


def search(paths: str | PathLike[str] | Iterable[str | PathLike[str]], text: str = "", **more: str) -> Found:
    """Look through games and their note layers. `paths`: files, or folders, which stand for all `.jsonl` files in them; a layer is read
    with its game. `more`: `author`, `rule`, `action`, `language`, `kind`, `what`; see `Query`. What cannot be opened is told in
    `problems`, and the rest is searched all the same."""
    query = Query(text, **more)
    query.check()
    found = Found([], [])
    for path in _files([paths] if isinstance(paths, (str, PathLike)) else paths):
        found.files += 1
        try:
            replay = load(path)
        except (CardlabError, OSError) as error:
            found.problems.append(str(error))
            continue
        found.hits += sorted(_in_game(replay, query, found.problems), key=lambda hit: (hit.path != replay.path, hit.path, hit.line))
    return found


def _files(paths: Iterable[str | PathLike[str]]) -> Iterator[Path]:
    """The games among the files; layers come with them."""
    from cardlab.replay.layers import game_of

    seen: set[Path] = set()
    for name in paths:
        path = Path(name)
        for one in sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]:
            game = game_of(one) if is_layer(one) and game_of(one).exists() else one
            if game not in seen:
                seen.add(game)
                yield game


def _in_game(replay: Replay, query: Query, problems: list[str]) -> Iterator[Hit]:
    if query.wants("note"):
        for remark in _remarks(replay, problems):
            if _fits(remark, query):
                text = remark.text or _marks(remark)
                yield Hit(remark.path, remark.line, remark.ply, remark.branch, "note", text, remark.author, remark.rule or "")
    if not replay.playable:
        return
    lines = {id(record): line for line, record in replay.document.records}
    tracks: list[Track] = [replay.main, *replay.branches.values()]
    if query.wants("move"):
        for track in tracks:
            yield from _moves(replay, track, query, lines)
    if query.wants("rule"):
        yield from _rules(replay, query, lines)


def _remarks(replay: Replay, problems: list[str]) -> Iterator[Remark]:
    from cardlab.replay.layers import read_layer

    layers = []
    for path in layers_beside(replay.path) if Path(replay.path).exists() else []:
        try:
            layers.append(read_layer(path, replay))
        except (CardlabError, OSError) as error:
            problems.append(str(error))
    yield from replay.annotations(*layers)


def _fits(remark: Remark, query: Query) -> bool:
    note = remark.note
    return (
        query.in_text(note.text)
        and (not query.author or remark.author.casefold() == query.author.casefold())
        and query.is_rule(note.rule)
        and (not query.language or note.language == query.language)
        and (not query.kind or query.kind in remark.kinds)
    )


def _marks(remark: Remark) -> str:
    note = remark.note
    first = [f"[{note.glyph}]" if note.glyph else "", "(bookmark)" if note.bookmark else "", note.card or ""]
    return " ".join(filter(None, [*first, *note.arrows, *note.marks]))


def _moves(replay: Replay, track: Track, query: Query, lines: dict[int, int]) -> Iterator[Hit]:
    """Moves by their text, by a word in it or in the sentence that explains it, by a rule that governed it."""
    branch = track.id if isinstance(track, Branch) else None
    state = track.state_at(0)
    needs_why = bool(query.text or query.rule)
    for n, (record, (player, move)) in enumerate(zip(track.records, track.moves, strict=True), 1):
        fits = not query.action or fnmatchcase(record.action, query.action)
        why: Explanation | None = None
        if fits and needs_why:
            why = take(track.game, track.names, state, player, move)
            fits = not query.rule or any(map(query.is_rule, why.rules))
            fits = fits and query.in_text(record.action, *(why.text(lang) for lang in query.languages))
        else:
            track.game.apply(state, player, move)
        if fits:
            who = track.names[player] if player >= 0 else {-1: "chance", -2: "the referee"}[player]
            text = record.action if why is None else f"{record.action} - {why.text(query.languages[0])}"
            yield Hit(replay.path, lines.get(id(record), 0), n, branch, "move", text, who, "")


def _rules(replay: Replay, query: Query, lines: dict[int, int]) -> Iterator[Hit]:
    """Rules whose id or words fit, at the first ply of the main line that each governed."""
    book = read_rulebook(replay.game.name)
    for rule, plies in governed(replay).items():
        if rule in book and query.is_rule(rule) and query.in_text(rule, *(book[rule].text[lang] for lang in query.languages)):
            first = plies[0]
            count = f"{len(plies)} plies" if len(plies) > 1 else "1 ply"
            text = f"{rule} ({count}): {book[rule].text[query.languages[0]]}"
            yield Hit(replay.path, lines.get(id(replay.main.records[first - 1]), 0), first, None, "rule", text, "", rule)
