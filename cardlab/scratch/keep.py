"""Keeping what was tried: the tree in a file of its own, a branch in the record or in a layer, a way through it as a new replay."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.errors import CardlabError, InvalidPosition, ReplayError
from cardlab.game import CHANCE, Action, Game
from cardlab.lens import Lens
from cardlab.position import Position, read_position
from cardlab.replay import load, loads
from cardlab.replay.facts import suppose
from cardlab.replay.judge import state_hash
from cardlab.replay.layers import game_hash
from cardlab.replay.make import EVERY, header, ply_record
from cardlab.replay.reader import BOM, MAX_BYTES, Problem, version_of
from cardlab.replay.records import Checkpoint, Record, Result
from cardlab.replay.writer import create_file, write_lines
from cardlab.scratch.hidden import UNKNOWN, face_text, places, unseen
from cardlab.scratch.lines import FORMAT, VERSION, BadLine, Begin, Here, Line, ScratchAppender, decode, encode
from cardlab.scratch.tree import Node, ScratchError

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.scratch.table import Scratch


class Keeper:
    """The file that a tree is kept in; one writer at a time (FileHeld)."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._lines = ScratchAppender(path)

    @classmethod
    def begin(cls, path: str | PathLike[str], scratch: Scratch) -> Keeper:
        """Make the file, with all that was done so far. FileExistsError where there is one."""
        records = [_begin(scratch), *scratch.tree.lines, Here(0, scratch.node.id)]
        create_file(path, b"".join(_encoded(msgspec.structs.replace(record, seq=seq)) for seq, record in enumerate(records)))
        return cls(path)

    def write(self, line: Line) -> None:
        """Add a line, at once and for good."""
        _encoded(line)
        self._lines.append(line)  # type: ignore[arg-type]  # any line that can be encoded

    def close(self, node: Node) -> None:
        """Remember where the reader is, and let others write the file."""
        if not self._lines.closed:
            try:
                self.write(Here(0, node.id))
            finally:
                self._lines.close()


def _encoded(record: Begin | Line) -> bytes:
    try:
        return encode(record)  # type: ignore[arg-type]  # any line that can be encoded
    except UnicodeEncodeError:
        raise ScratchError("a text holds half of a surrogate pair, which is no character") from None


def _begin(scratch: Scratch) -> Begin:
    start, left, lens = scratch.tree.origin, scratch.left, scratch.lens
    more: dict[str, Any] = {}
    if left is not None:
        more = {"game": left.replay.header.id, "hash": _hash_of(left.replay, left.ply, left.branch), "ply": left.ply}
        more |= {"branch": left.branch, "title": left.replay.title, "file": Path(left.replay.path).name}
    return Begin(
        0, FORMAT, f"{VERSION[0]}.{VERSION[1]}", start.text, list(start.names), scratch.language, lens.seat, lens.spoilers,
        scratch.origin.checked, **more,
    )  # fmt: skip


def _hash_of(replay: Replay, ply: int, branch: str | None) -> str:
    """The hash of a recorded game up to the place that is left: of its main line, or of all of it behind which the branch begins."""
    return game_hash(replay.document, ply if branch is None else None)[1]


# -- opening


def reopen(path: str | PathLike[str], language: str | None = None, record: Replay | None = None) -> Scratch:
    """The tree that a file holds, which goes on being written. What is wrong with single lines stands in `problems`. ReplayError where the
    file is no scratch file; FileHeld where another writes it. `record`: the game that it leaves, by itself the file of that name beside
    it, where it is still the same."""
    name = str(path)
    keeper = Keeper.__new__(Keeper)
    data = Path(path).read_bytes()
    if len(data) > MAX_BYTES:
        raise ReplayError(name, None, f"the file is larger than {MAX_BYTES} bytes, the most that is read")
    lines = [(n, line) for n, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1) if line.strip()]
    begin = _header(name, lines)
    scratch = _table(name, begin, language, record)
    tree, problems = scratch.tree, scratch.problems
    for number, line in lines[1:]:
        try:
            read = decode(line)
            if isinstance(read, Begin):
                raise ScratchError("a second header; only the first counts")
            tree.fill(read)
            tree.take(read)
        except (BadLine, CardlabError) as error:
            problems.append(Problem(name, number, str(error)))
    scratch.visited()
    keeper.__init__(path)  # type: ignore[misc]  # behind the reading: it mends a torn end
    scratch.keeper = keeper
    return scratch


def _header(name: str, lines: Sequence[tuple[int, bytes]]) -> Begin:
    if not lines:
        raise ReplayError(name, None, "no header: the file holds no line")
    number, line = lines[0]
    try:
        begin = decode(line)
    except BadLine as error:
        raise ReplayError(name, number, f"no header of a scratch table: {error}") from None
    if not isinstance(begin, Begin) or begin.format != FORMAT:
        raise ReplayError(name, number, "no header of a scratch table: expected the kind 'scratch' in the first line")
    version = version_of(begin.version)
    if version is None or version[0] > VERSION[0]:
        known = f"this cardlab reads versions {VERSION[0]}.x: install a newer cardlab (pip install --upgrade cardlab)"
        raise ReplayError(name, number, f"written in version {begin.version} of the format, and {known}")
    return begin


def _table(name: str, begin: Begin, language: str | None, record: Replay | None) -> Scratch:
    from cardlab.scratch.table import Scratch

    try:
        start = read_position(begin.position, begin.names, checked=begin.checked)
    except (InvalidPosition, CardlabError) as error:
        raise ReplayError(name, 1, str(error)) from None
    look: dict[str, Any] = {"seat": begin.seat, "spoilers": begin.spoilers, "language": language or begin.language}
    scratch = Scratch(start, **look, checked=begin.checked)
    if begin.ply is not None:
        _relink(scratch, name, begin, record)
    return scratch


def _relink(scratch: Scratch, name: str, begin: Begin, record: Replay | None) -> None:
    """Find the recorded game again. Where it is not there, or has changed before the place that is left, the table stands alone."""
    from cardlab.scratch.origin import Origin

    beside = Path(name).with_name(begin.file) if begin.file else None
    why = f"the recorded game {begin.title!r} ({begin.file}) is not beside this file"
    if record is None and beside is not None and beside.is_file():
        try:
            record = load(beside)
        except ReplayError as error:
            why = str(error)
    assert begin.ply is not None  # asked before
    if record is not None:
        if _hash_of(record, begin.ply, begin.branch) == begin.hash and (begin.branch is None or begin.branch in record.all_branches):
            scratch.left = Origin(record, begin.ply, begin.branch)
            return
        why = f"{record.path} is not the game that this table leaves ({begin.title!r}), or was changed"
    scratch.problems.append(Problem(name, 1, f"{why}: nothing can be compared with it or saved into it"))


# -- a branch of the record


def to_branch(scratch: Scratch, name: str, target: Any, node: Node, more: dict[str, Any]) -> str:
    """See `Scratch.to_branch`."""
    left = scratch.left
    if left is None:
        raise ScratchError("this table leaves no recorded game: save it as a tree, or as a replay of its own")
    facts, actions = as_branch(scratch, node)
    if not actions and not facts:
        raise ScratchError("nothing was played on the way here")
    # a branch that came into the file after it was read is known to who reads it again
    record = left.replay if left.branch is None or left.branch in left.replay.all_branches else load(left.replay.path)
    pen = record.annotate(target, **more)
    id = pen.branch(name, left.ply, left.branch, facts)
    for action in actions:
        pen.play(id, action, player=action.player)
    if node.note:
        pen.add(node.note, ply=len(actions), branch=id, language=node.note_language)
    left.replay.saved(pen.path)
    return id


def as_branch(scratch: Scratch, node: Node) -> tuple[list[str], list[Action]]:
    """The way from the origin to a node as the record tells it: what has to be supposed about its hidden cards, and the actions. A card
    that was told when it was turned is supposed beforehand. ScratchError where that cannot be told so."""
    left, game = scratch.left, scratch.game
    assert left is not None  # asked before
    if any(n.kind == "edit" for n in node.path):
        raise ScratchError("the position was edited on the way here, and a branch of a record cannot tell that: save the tree")
    before = left.track.at(left.ply)
    facts = _facts(game, before.state, _told_by(scratch, node))
    run = Position(game, suppose(game, before.state, facts), before.names, plies=before.plies)
    actions: list[Action] = []
    for step in node.path[1:]:
        if step.action is None or (step.action.player == CHANCE and run.player != CHANCE):
            continue  # faces are supposed at the start, and then nothing has to be told when the card is turned
        try:
            run = run.play(step.action, step.action.player)
        except CardlabError as error:
            raise ScratchError(f"this way cannot be told as a branch of the record: {error}") from None
        actions.append(step.action)
    if run.table(lens=scratch.lens) != scratch.table(node):
        raise ScratchError("this way cannot be told as a branch of the record: the same actions lead to another table there")
    return facts, actions


def _told_by(scratch: Scratch, node: Node) -> Any:
    """The last state on the way to a node in which the cards are still those of the origin: before new ones are dealt."""
    for before, after in zip(node.path, node.path[1:], strict=False):
        if after.action is not None and after.action.startswith("deal "):
            return scratch.at(before).state
    return scratch.at(node).state


def _facts(game: Game, state: Any, told: Any) -> list[str]:
    """What has to be supposed in `state` so that its hidden cards are those of `told`, in the order in which it is to be read."""
    facts: list[str] = []
    work, done = state.copy(), set[int]()
    for card in unseen(game, state, Lens()):
        wanted = face_text(game, told, card)
        if wanted in (UNKNOWN, face_text(game, work, card)):
            continue
        fact = f"{places(game, work)[card]}={wanted}"
        suppose(game, work, [fact], done)
        facts.append(fact)
    return facts


# -- a replay of its own


def to_replay(scratch: Scratch, path: str | PathLike[str] | None, node: Node, more: dict[str, Any]) -> Replay:
    """See `Scratch.to_replay`."""
    unknown = set(more) - {"title", "language", "tags", "date"}
    if unknown:
        raise ScratchError(f"unknown: {', '.join(sorted(unknown))}; known: title, language, tags, date")
    position, actions = _from_the_start(scratch, node)
    game, begun = scratch.game, position.text if position.text != _beginning(position).text else None
    records: list[Record] = []
    for ply, action in enumerate(actions, 1):
        position = position.play(action, action.player)
        records.append(ply_record(action.player, action))
        if ply % EVERY == 0 or ply == len(actions):
            records.append(Checkpoint(seq=0, ply=ply, state=state_hash(game, position.state)))
    if (outcome := position.outcome) is not None:
        records.append(Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores)))
    source = "from a scratch table" + (f", leaving {scratch.left.replay.title!r} after ply {scratch.left.ply}" if scratch.left else "")
    told = {"title": node.name, "language": scratch.language, **more}
    first = header(game, position.options, position.names, source=source, id=_new_id(), position=begun, **told)
    data = write_lines([first, *records])
    made = loads(data)
    if made.problems:
        raise ScratchError(f"no replay can be made of this: {made.problems[0].what}")
    if path is None:
        return made
    create_file(path, data)
    return load(path)


def _new_id() -> str:
    from uuid import uuid4

    return str(uuid4())


def _beginning(position: Position) -> Position:
    """The beginning of a match by the same options with as many seats."""
    return Position(position.game, position.game.start(position.options, position.seats), position.names)


def _from_the_start(scratch: Scratch, node: Node) -> tuple[Position, list[Action]]:
    """Where a replay of the way to a node begins, and its actions. Where the recorded game can be told with it, that is the beginning of
    the match: hidden cards that were supposed were dealt so, so that the last deal before the place that is left names other faces. Else,
    and through eyes that do not see what was dealt, it is the last node in which cards were changed, or the origin."""
    if not node.checked:
        raise ScratchError("the position was kept although something about it cannot be, and no match can come of it")
    if scratch.left is not None and scratch.lens.sees_unseen and all(n.kind != "edit" for n in node.path):
        try:
            return _from_the_deal(scratch, node)
        except ScratchError:
            pass  # the origin is as good a beginning
    way = node.path
    changed = max(i for i, n in enumerate(way) if n.kind != "play")
    return scratch.at(way[changed]), [n.action for n in way[changed + 1 :] if n.action is not None]


def _from_the_deal(scratch: Scratch, node: Node) -> tuple[Position, list[Action]]:
    left = scratch.left
    assert left is not None  # asked before
    facts, actions = as_branch(scratch, node)
    track, way = left.track, [left.track.action(n) for n in range(1, left.ply + 1)]
    fork: Any = track
    while (parent := fork.parent) is not None:
        if fork.facts:
            raise ScratchError("the branch that this table leaves supposes other cards itself")
        way = [parent.action(n) for n in range(1, fork.fork + 1)] + way
        fork = parent
    if facts:
        deals = [i for i, action in enumerate(way) if action.startswith("deal ")]
        if not deals:
            raise ScratchError("no deal leads to this place")
        state = suppose(scratch.game, track.at(left.ply).state, facts)
        way[deals[-1]] = Action(scratch.game.write(state, ("deal", tuple(state.face))), CHANCE)
    position = start = fork.at(0)
    for action in way:
        try:
            position = position.play(action, action.player)
        except CardlabError as error:
            raise ScratchError(str(error)) from None
    return start, way + actions
