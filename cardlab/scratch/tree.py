"""The tree of a scratch table: nodes, what is done to them line by line, and how each line is taken back.

Everything that changes the tree is one line (`lines.py`), carried out by `Tree.take` alike when it is done and when a file is read again,
so that what was kept and what is on the table cannot differ."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from cardlab.errors import CardlabError, InvalidAction
from cardlab.game import Action, Game
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.scratch.hidden import UNKNOWN, assign
from cardlab.scratch.lines import MAX_NODES, Again, Back, Drop, Edit, Faces, First, Fold, Grown, Here, Line, Name, Play, Remark

EVERY: Final = 32
"""Positions at depths that this number divides are kept for good; of the others the last KEPT that were asked for."""
KEPT: Final = 512


class ScratchError(CardlabError):
    """Something that cannot be done on a scratch table; the sentence says why."""


class Node:
    """A position of the tree, and what led to it. It changes only through the table it belongs to."""

    __slots__ = ("action", "by", "checked", "children", "deleted", "depth", "facts", "folded", "id", "name", "note", "note_language",
                 "parent", "plies", "position_text", "seed", "told")  # fmt: skip

    def __init__(self, id: int, parent: Node | None) -> None:
        self.id = id
        """Nodes are counted in the order in which they were made; 0 is the origin."""
        self.parent = parent
        """None for the origin."""
        self.children: list[Node] = []
        """In the order in which they are shown, the first being the main one; deleted ones are not among them."""
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.action: Action | None = None
        """What was played; None for the origin, for faces and for an edit."""
        self.facts: tuple[str, ...] = ()
        """What hidden cards were given as faces, as the parent shows their places."""
        self.seed: int | None = None
        """The seed that these faces were drawn from."""
        self.position_text: str | None = None
        """The edited position."""
        self.checked: bool = True if parent is None else parent.checked
        """False where the position, or one that led to it, was kept although something about it cannot be."""
        self.by = ""
        """Who played it, where that was no person: the name of a bot, or "again"."""
        self.name = ""
        self.note = ""
        self.note_language = ""
        self.folded = False
        self.deleted = False
        """Whether it was deleted by itself; what stands behind a deleted node is gone with it."""
        self.told: Mapping[int, str] = {} if parent is None else parent.told
        """By id of a card that was given a face on the way here: supposed, random or unknown."""
        self.plies: int = 0 if parent is None else parent.plies
        """Actions since the origin."""

    @property
    def kind(self) -> str:
        """origin, play, faces or edit."""
        if self.parent is None:
            return "origin"
        return "play" if self.action is not None else "edit" if self.position_text is not None else "faces"

    @property
    def path(self) -> list[Node]:
        """The nodes from the origin to this one, both included."""
        found: list[Node] = [self]
        while (above := found[-1].parent) is not None:
            found.append(above)
        return found[::-1]

    @property
    def end(self) -> Node:
        """The last node of the main line behind this one."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    @property
    def size(self) -> int:
        """How many nodes there are behind it."""
        return sum(1 for _ in self.below()) - 1

    def below(self) -> Iterator[Node]:
        """This node and all behind it, each branch whole before the next."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    @property
    def stands(self) -> bool:
        """Whether neither it nor a node before it was deleted."""
        node: Node | None = self
        while node is not None:
            if node.deleted:
                return False
            node = node.parent
        return True

    def __repr__(self) -> str:
        return f"<node {self.id}: {self.action or self.kind}>"


class Tree:
    """Nodes over a position. `take` is the only thing that changes it."""

    def __init__(self, origin: Position, lens: Lens, checked: bool = True) -> None:
        self.origin, self.lens = origin, lens
        self.nodes: list[Node] = [Node(0, None)]
        self.nodes[0].checked = checked
        self.current = self.nodes[0]
        self.lines: list[Line] = []
        """Everything that was done to it, in order."""
        self._undo: list[tuple[Line, Callable[[], None]]] = []
        self._redo: list[Line] = []
        self._kept: dict[int, Position] = {0: origin}
        self._recent: OrderedDict[int, Position] = OrderedDict()

    @property
    def game(self) -> Game:
        return self.origin.game

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def last(self) -> Line | None:
        """The last line that stands and can be taken back."""
        return self._undo[-1][0] if self._undo else None

    @property
    def again(self) -> Line | None:
        """The line that a redo would bring back."""
        return self._redo[-1] if self._redo else None

    def node(self, id: int) -> Node:
        """The node of that number. ScratchError where there is none, or where it was deleted."""
        if isinstance(id, bool) or not isinstance(id, int) or not 0 <= id < len(self.nodes):
            raise ScratchError(f"no node {id!r}: there are 0 to {len(self.nodes) - 1}")
        if not self.nodes[id].stands:
            raise ScratchError(f"node {id} was deleted: undo brings it back")
        return self.nodes[id]

    # -- positions

    def position(self, node: Node) -> Position:
        """The position of a node, the same object as long as it is remembered."""
        way: list[Node] = []
        there: Node = node
        while (found := self._known(there.id)) is None:
            way.append(there)
            assert there.parent is not None  # the origin is kept for good
            there = there.parent
        for step in reversed(way):
            found = self._next(found, step)
            self._remember(step, found)
        return found

    def _known(self, id: int) -> Position | None:
        if id in self._recent:
            self._recent.move_to_end(id)
            return self._recent[id]
        return self._kept.get(id)

    def _remember(self, node: Node, position: Position) -> None:
        if node.depth % EVERY == 0:
            self._kept[node.id] = position
            return
        self._recent[node.id] = position
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)

    def _next(self, before: Position, node: Node) -> Position:
        if node.action is not None:
            return play(before, node.action, node.action.player, node.checked)
        if node.position_text is not None:
            return edited(before, node.position_text, node.checked)
        return supposed(before, node.facts, self.lens, node.parent.told if node.parent else {})

    # -- lines

    def take(self, line: Line) -> None:
        """Carry out a line. CardlabError where it cannot be; nothing has changed then."""
        self._take(line)
        self.lines.append(line)

    def fill(self, line: Line) -> None:
        """Before a line of a file is taken whose nodes are not the next ones, as lines before it could not be read: leave their places
        empty, so that what stands elsewhere keeps its numbers."""
        if isinstance(line, (Play, Faces, Edit)) and len(self.nodes) < line.id < MAX_NODES:
            for id in range(len(self.nodes), line.id):
                empty = Node(id, self.root)
                empty.deleted = True
                self.nodes.append(empty)

    def _take(self, line: Line) -> None:
        if isinstance(line, Here):
            self.current = self.node(line.of)
            return
        if isinstance(line, Back):
            if not self._undo:
                raise ScratchError("nothing to take back")
            done, undo = self._undo.pop()
            undo()
            self._redo.append(done)
            return
        if isinstance(line, Again):
            if not self._redo:
                raise ScratchError("nothing to bring back")
            line, redo = self._redo.pop(), self._redo
            self._redo = []
            self._take(line)
            self._redo = redo
            return
        undo = self._grow(line) if isinstance(line, (Play, Faces, Edit)) else self._change(line)
        self._undo.append((line, undo))
        self._redo = []

    def withdraw(self, line: Line) -> None:
        """Make the line that was carried out last as if it had never been; what it was behind an undo is not brought back."""
        self.lines.pop()
        if isinstance(line, Back):
            self._take(Again(0))
        elif not isinstance(line, Here):
            done, undo = self._undo.pop()
            undo()
            if isinstance(done, (Play, Faces, Edit)) and not isinstance(line, Again):
                for node in self.nodes[done.id :]:
                    self._recent.pop(node.id, None)
                    self._kept.pop(node.id, None)
                del self.nodes[done.id :]
            if isinstance(line, Again):
                self._redo.append(done)

    def _grow(self, line: Grown) -> Callable[[], None]:
        parent, was = self.node(line.parent), self.current
        if line.id < len(self.nodes):  # brought back
            new = self.nodes[line.id : line.id + (len(line.plies) if isinstance(line, Play) else 1)]
            new[0].deleted = False
            parent.children.append(new[0])
        else:
            new = self._new(line, parent)
        first, self.current = new[0], new[-1]

        def undo() -> None:
            first.deleted = True
            parent.children.remove(first)
            self.current = was if was.stands else parent

        return undo

    def _new(self, line: Grown, parent: Node) -> list[Node]:
        if line.id != len(self.nodes):
            raise ScratchError(f"the next node is {len(self.nodes)}, not {line.id}")
        count = len(line.plies) if isinstance(line, Play) else 1
        if not count:
            raise ScratchError("no ply is named")
        if len(self.nodes) + count > MAX_NODES:
            raise ScratchError(f"the tree would have {len(self.nodes) + count} nodes, and at most {MAX_NODES} are kept: begin another")
        before, above, new = self.position(parent), parent, []
        for i in range(count):
            node = Node(line.id + i, above)
            if isinstance(line, Play):
                player, text = line.plies[i]
                node.action, node.by = Action(text, player), line.by
                node.plies += 1
                if text.startswith("deal "):
                    node.told = {}  # other cards lie there now
            elif isinstance(line, Edit):
                node.position_text, node.checked, node.told = line.position, line.checked, {}
            else:
                node.facts, node.seed = tuple(line.facts), line.seed
                state = before.state
                told = assign(self.game, state, node.facts, self.lens, _fixed(above.told))
                how = "supposed" if line.seed is None else "random"
                node.told = {**above.told, **{one.card: "unknown" if one.face == UNKNOWN else how for one in told}}
            after = self._next(before, node)
            new.append((node, after))
            before, above = after, node
        for (node, after), behind in zip(new, [*new[1:], None], strict=True):
            self.nodes.append(node)
            self._remember(node, after)
            if behind is not None:
                node.children.append(behind[0])
        first = new[0][0]
        first.folded = isinstance(line, Play) and line.folded
        parent.children.append(first)
        return [node for node, _ in new]

    def _change(self, line: Name | Remark | First | Fold | Drop) -> Callable[[], None]:
        node = self.node(line.of)
        if isinstance(line, Name):
            old, node.name = node.name, line.name
            return lambda: setattr(node, "name", old)
        if isinstance(line, Remark):
            said = node.note, node.note_language
            node.note, node.note_language = line.text, line.language

            def unsay() -> None:
                node.note, node.note_language = said

            return unsay
        if isinstance(line, Fold):
            folded, node.folded = node.folded, line.folded
            return lambda: setattr(node, "folded", folded)
        parent, was = node.parent, self.current
        if parent is None:
            raise ScratchError("the origin cannot be deleted, and has nothing to be put before")
        place = parent.children.index(node)
        parent.children.remove(node)
        if isinstance(line, First):
            parent.children.insert(0, node)

            def demote() -> None:
                parent.children.remove(node)
                parent.children.insert(place, node)

            return demote
        node.deleted = True
        if not self.current.stands:
            self.current = parent

        def restore() -> None:
            node.deleted = False
            parent.children.insert(place, node)
            self.current = was

        return restore


def _fixed(told: Mapping[int, str]) -> list[int]:
    """The cards that somebody has named, and that keep their faces when others are dealt."""
    return [card for card, how in told.items() if how == "supposed"]


@contextmanager
def asking_engine(checked: bool) -> Iterator[None]:
    """Around whatever asks the engine. One that cannot go on from a position that cannot be is no fault of anybody's: ScratchError says
    so. From a checked position it is one, and is not hidden."""
    try:
        yield
    except CardlabError:
        raise
    except (AssertionError, LookupError, ValueError, TypeError) as error:
        if checked:
            raise
        raise ScratchError(f"nothing can be done in this position, which cannot be ({type(error).__name__}: {error})") from None


def play(before: Position, action: str, player: int | None, checked: bool) -> Position:
    """The position after an action; IllegalAction and InvalidAction as `Position.play`."""
    with asking_engine(checked):
        return before.play(action, player)


def edited(before: Position, text: str, checked: bool) -> Position:
    """The position that an edited text says."""
    from cardlab.position import read_position

    after = read_position(text, checked=checked)
    if after.game is not before.game:
        raise ScratchError(f"this table plays {before.game.title}: {text.split()[0]!r} wants a table of its own")
    names = before.names if len(before.names) == after.seats else after.names
    return Position(after.game, after.state, names, plies=before.plies)


def supposed(before: Position, facts: tuple[str, ...], lens: Lens, told: Mapping[int, str]) -> Position:
    """The position in which hidden cards have these faces. FactError where they cannot."""
    if not facts:
        raise InvalidAction("", "no card is given a face")
    state = before.state
    assign(before.game, state, facts, lens, _fixed(told))
    return Position(before.game, state, before.names, plies=before.plies)
