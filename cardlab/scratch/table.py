"""Scratch: play on from any position, as often and as otherwise as wanted, and never touch the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from random import Random
from typing import TYPE_CHECKING, Any

from cardlab.errors import IllegalAction, InvalidPosition
from cardlab.game import CHANCE, Action, Asked, Game
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.scratch import hidden
from cardlab.scratch.lines import Again, Back, Drop, Edit, Faces, First, Fold, Grown, Line, Name, Play, Remark
from cardlab.scratch.tree import Node, ScratchError, Tree, asking_engine
from cardlab.scratch.trial import Trial, try_action
from cardlab.table import Table
from cardlab.text import check_language, word

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.scratch.again import Reapplied
    from cardlab.scratch.compare import Comparison
    from cardlab.scratch.draft import Draft
    from cardlab.scratch.keep import Keeper
    from cardlab.scratch.origin import Origin
    from cardlab.scratch.play_out import PlayedOut
    from cardlab.widgets.scratch_table import ScratchTable


class Scratch:
    """A tree of what could have been, over one position. Nothing here can change the record it leaves.

        table = cardlab.scratch(replay.at(12))
        table.play("draw")                 # a Node, or IllegalAction
        table.attempt("swap r9c9")         # a Node, or the Trial that refuses it
        table.back(); table.suppose("draw:1=7"); table.undo()

    Through a lens that does not see a card (`seat`, `spoilers`) that card has no face on this table: it is asked for when it is turned.
    Every change is one line; with a file (`save`) each is written at once. Methods that add a node go to it and return it."""

    def __init__(
        self,
        origin: Position,
        *,
        seat: int | None = None,
        spoilers: bool = True,
        language: str = "en",
        left: Origin | None = None,
        checked: bool = True,
        lens: Lens | None = None,
    ) -> None:
        """`lens` says more than `seat` and `spoilers`, and goes before them."""
        if seat is not None and not 0 <= seat < origin.seats:
            raise ScratchError(f"no seat {seat!r}; seats are 0 to {origin.seats - 1}")
        self.lens = lens or Lens(seat, spoilers=spoilers)
        self.language = check_language(language)
        self.left = left
        """The record that it leaves, and where; None where it leaves none."""
        state = hidden.forget(origin.game, origin.state, self.lens)
        start = Position(origin.game, state, origin.names, plies=origin.plies)
        self.tree = Tree(start, self.lens, checked)
        self.keeper: Keeper | None = None
        """The file that every change is written into at once."""
        self.problems: list[Any] = []
        """What was wrong with single lines of the file it was opened from."""
        self._visits: list[int] = [0]
        self._ears: list[Callable[[Line | None], None]] = []
        self._widget: Any = None
        self.quiz: Any = None
        """The quiz (`cardlab.quiz`) whose questions on this position its widget asks; None asks nothing."""

    def listen(self, ear: Callable[[Line | None], None]) -> Callable[[], None]:
        """Calls `ear` after every change with its line, and with None where only another node was put on the table. Ends with a call of
        what comes back."""
        self._ears.append(ear)
        return lambda: self._ears.remove(ear) if ear in self._ears else None

    def _say(self, line: Line | None) -> None:
        for ear in tuple(self._ears):
            ear(line)

    # -- where we are

    @property
    def game(self) -> Game:
        return self.tree.game

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.position.names

    @property
    def node(self) -> Node:
        """The node that is on the table."""
        return self.tree.current

    @property
    def origin(self) -> Node:
        """The node that everything leaves."""
        return self.tree.root

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.at(self.node)

    def at(self, node: Node | int) -> Position:
        """The position of a node."""
        return self.tree.position(self._node(node))

    @property
    def text(self) -> str:
        """The position on the table in one line; `cardlab.position` and `cardlab.scratch` read it back."""
        return self.position.text

    def table(self, node: Node | int | None = None) -> Table:
        """The table of a node as this scratch table's reader may see it."""
        return self.at(self.node if node is None else node).table(lens=self.lens)

    @property
    def asked(self) -> Asked | None:
        """What chance has to tell now, with the faces that can still be; None where a seat is to act, or the match is over."""
        position = self.position
        with asking_engine(self.node.checked):
            return self.game.asked(position.state) if position.player == CHANCE else None

    def __len__(self) -> int:
        """How many nodes stand, the origin included."""
        return sum(1 for _ in self.origin.below())

    def __bool__(self) -> bool:
        return True

    def _node(self, node: Node | int) -> Node:
        id = node.id if isinstance(node, Node) else node
        found = self.tree.node(id)
        if isinstance(node, Node) and found is not node:
            raise ScratchError(f"node {id} is of another table")
        return found

    # -- playing

    def legal_actions(self) -> list[Action]:
        """What the seat to act may do; empty when chance is to act or the match is over."""
        with asking_engine(self.node.checked):
            return self.position.legal_actions()

    def ruling(self, action: str, player: int | None = None) -> Trial:
        """Whether that may be done, by which rules, and what the other sources say; nothing moves. InvalidAction when it cannot be
        read."""
        with asking_engine(self.node.checked):
            return try_action(self.position, action, player)

    def attempt(self, action: str, player: int | None = None) -> Node | Trial:
        """Play it: the new node; or, where a rule forbids it, the trial that says so, and nothing has moved."""
        try:
            return self.play(action, player)
        except IllegalAction:
            return self.ruling(action, player)

    def play(self, action: str, player: int | None = None) -> Node:
        """Play an action, by itself of the seat to act (or of chance or the referee, where the words are theirs). A node that was there
        already is gone to. IllegalAction carries the ruling; InvalidAction says what cannot be read."""
        position = self.position
        who, _ = position.read(action, player)
        for child in self.node.children:
            if child.action == action and child.action.player == who:
                return self.go(child)
        return self.grow(Play(0, len(self.tree.nodes), self.node.id, [(who, str(action))]))

    def line(self, actions: Sequence[str]) -> Node:
        """Play actions in order; IllegalAction and InvalidAction at the first that cannot be, those before it are then played."""
        for action in actions:
            self.play(action, action.player if isinstance(action, Action) else None)
        return self.node

    def roll(self, seed: int) -> Node:
        """Let chance act as long as it is due, drawn evenly from what can still be; the same seed gives the same."""
        while (position := self.position).player == CHANCE:
            with asking_engine(self.node.checked):
                action = position.sample(Random(f"{seed}/{self.node.plies}"))
            self.play(action, CHANCE)
        return self.node

    def play_out(self, plies: int | None = None, bots: str = "sensible", seed: int = 0, cap: int = 2_000) -> PlayedOut:
        """Let bots play on from here, so many plies or to the end of the match, as one folded branch; see `play_out.play_out`."""
        from cardlab.scratch.play_out import play_out

        return play_out(self, plies, bots, seed, cap)

    def insert(self, *actions: str, player: int | None = None, replace: bool = False, line: Sequence[Action] | None = None) -> Reapplied:
        """Play actions here, and then again what followed here (in the branch, or in the record), each move marked as still legal, now
        illegal or never possible to know. `replace`: in the place of the next ones. See `again.insert`."""
        from cardlab.scratch.again import insert

        return insert(self, actions, player, replace, line)

    # -- hidden cards

    def possible(self) -> Mapping[str, int]:
        """The faces that a card which cannot be seen here can have, with how many of each can still be there."""
        state = self.position.state
        return hidden.possible(self.game, state, self.lens, [c for c, how in self.node.told.items() if how == "supposed"])

    def hidden_places(self) -> list[str]:
        """Where the cards lie that may be given a face: "draw:1", "grid0:r1c2"."""
        state = self.position.state
        where = hidden.places(self.game, state)
        return sorted((where[card] for card in hidden.unseen(self.game, state, self.lens) if card in where), key=_natural)

    def suppose(self, *facts: str) -> Node:
        """Give hidden cards faces: "draw:1=7", "hand1:2=SB", "grid0:r1c2=-2"; "draw:1=?" leaves one unknown, so that the table asks when
        it is turned. FactError where a card can be seen, or where no such face is left."""
        return self.grow(Faces(0, len(self.tree.nodes), self.node.id, list(facts)))

    def rest_at_random(self, seed: int) -> Node:
        """Deal all hidden cards anew among themselves, but for those that were supposed; unknown ones get what can still be. The same
        seed gives the same."""
        told = [card for card, how in self.node.told.items() if how == "supposed"]
        facts = hidden.rest_at_random(self.game, self.position.state, seed, self.lens, told)
        if not facts:
            raise ScratchError("no card is hidden here")
        return self.grow(Faces(0, len(self.tree.nodes), self.node.id, facts, seed))

    def forget(self) -> Node:
        """Leave every hidden card unknown: each is asked for when it is turned."""
        places = self.hidden_places()
        if not places:
            raise ScratchError("no card is hidden here")
        return self.suppose(*(f"{place}=?" for place in places))

    # -- editing

    def draft(self) -> Draft:
        """The position on the table, taken apart so that it can be edited; see `Draft`."""
        from cardlab.scratch.draft import Draft

        return Draft.of(self.position, self.lens)

    def edit(self, to: Draft | Position | str, checked: bool = True) -> Node:
        """Put an edited position on the table: a draft, a position or a position text. InvalidPosition where something about it cannot be
        and `checked` is left as it is; with `checked=False` it is kept, and the node says so."""
        from cardlab.position import faults_of

        text = to if isinstance(to, str) else to.text
        faults = faults_of(text)
        if checked and faults:
            raise InvalidPosition("; ".join(fault.text() for fault in faults), faults[0].column)
        return self.grow(Edit(0, len(self.tree.nodes), self.node.id, text, not faults and self.node.checked))

    # -- moving about

    def go(self, node: Node | int) -> Node:
        """Put a node on the table."""
        found = self._node(node)
        if found is not self.node:
            self._visits.append(self.node.id)
            del self._visits[:-100]
            self.tree.current = found
            self._say(None)
        return found

    def back(self) -> Node:
        """The node before this one; at the origin it stays, so that stepping back never leaves the table."""
        return self.go(self.node.parent or self.node)

    def forth(self, child: int = 0) -> Node:
        """The main node behind this one, or the child of that number; where there is none it stays."""
        children = self.node.children
        return self.go(children[child]) if 0 <= child < len(children) else self.node

    def sibling(self, by: int = 1) -> Node:
        """The next node that leaves the same node, round and round."""
        if self.node.parent is None:
            return self.node
        row = self.node.parent.children
        return self.go(row[(row.index(self.node) + by) % len(row)])

    def home(self) -> Node:
        """Return to the origin."""
        return self.go(self.origin)

    def where_i_was(self) -> Node:
        """The node that was on the table before this one."""
        while self._visits:
            id = self._visits.pop()
            if self.tree.nodes[id].stands and id != self.node.id:
                self.tree.current = self.tree.nodes[id]
                self._say(None)
                break
        return self.node

    def visited(self) -> None:
        """Forget which nodes were looked at before this one."""
        self._visits = []

    # -- the tree

    def name(self, name: str, node: Node | int | None = None) -> Node:
        """Name a node, and so the branch that begins with it; an empty name takes it away."""
        return self._change(node, lambda id: Name(0, id, name))

    def note(self, text: str, node: Node | int | None = None, language: str | None = None) -> Node:
        """Say something about a node; an empty text takes it away."""
        return self._change(node, lambda id: Remark(0, id, text, self.language if language is None else language))

    def promote(self, node: Node | int | None = None) -> Node:
        """Put a node before the others that leave the same node."""
        return self._change(node, lambda id: First(0, id))

    def fold(self, folded: bool = True, node: Node | int | None = None) -> Node:
        """Fold the branch that begins with a node, or unfold it."""
        return self._change(node, lambda id: Fold(0, id, folded))

    def delete(self, node: Node | int | None = None) -> Node:
        """Delete a node and all behind it; `undo` brings them back. The node now on the table."""
        self._change(node, lambda id: Drop(0, id))
        return self.node

    def undo(self) -> Line | None:
        """Take back the last change, whatever it was; None where there is none. It never leaves the table."""
        return self._again_or_back(self.tree.last, Back(0))

    def redo(self) -> Line | None:
        """Bring back what the last undo took; None where something was done since."""
        return self._again_or_back(self.tree.again, Again(0))

    def _again_or_back(self, what: Line | None, line: Line) -> Line | None:
        if what is not None:
            self._take(line)
        return what

    def _change(self, node: Node | int | None, line: Any) -> Node:
        found = self._node(self.node if node is None else node)
        self._take(line(found.id))
        return found

    def grow(self, line: Grown) -> Node:
        """Carry out a line that makes nodes, and go to the last of them."""
        was = self.node.id
        self._take(line)
        self._visits.append(was)
        return self.node

    def _take(self, line: Line) -> None:
        self.tree.take(line)
        if self.keeper is not None:
            try:
                self.keeper.write(line)
            except BaseException:  # what could not be kept has not been done
                self.tree.withdraw(line)
                raise
        self._say(line)

    # -- side by side

    def compare(self, one: Node | int | None = None, other: Node | int | None = None) -> Comparison:
        """Two nodes side by side, by themselves the origin and the one on the table: tables, scores, what changed."""
        from cardlab.scratch.compare import compare

        before, after = self._node(0 if one is None else one), self._node(self.node if other is None else other)
        return compare(self.at(before), self.at(after), self.lens)

    def compare_record(self, ply: int | None = None, node: Node | int | None = None) -> Comparison:
        """The record and a node side by side; by itself the record after as many actions as led to the node (its end, where it has no
        more). ScratchError where this table leaves no record, or where that ply may not be known here."""
        from cardlab.scratch.compare import compare

        found = self._node(self.node if node is None else node)
        if self.left is None:
            raise ScratchError("this table leaves no recorded game, so that there is nothing to compare it with")
        return compare(self.left.at(ply, found.plies, self.lens), self.at(found), self.lens)

    # -- keeping

    def save(self, path: str | PathLike[str]) -> None:
        """Keep the tree in a file of its own; from now on every change is added to it at once. FileExistsError where there is one.
        `cardlab.scratch(path)` opens it again."""
        from cardlab.scratch.keep import Keeper

        self.close()
        self.keeper = Keeper.begin(path, self)

    def close(self) -> None:
        """Let go of the file, remembering which node is on the table."""
        if self.keeper is not None:
            self.keeper.close(self.node)
            self.keeper = None

    def to_branch(self, name: str, target: Any = None, *, node: Node | int | None = None, **more: Any) -> str:
        """Save the way to a node as a branch of the recorded game, into its file, or into the note layer `target`; the id it got. `more`
        as in `Replay.annotate`. ScratchError where the way was edited, or where it cannot be told as a branch."""
        from cardlab.scratch.keep import to_branch

        return to_branch(self, name, target, self._node(self.node if node is None else node), more)

    def to_replay(self, path: str | PathLike[str] | None = None, *, node: Node | int | None = None, **more: Any) -> Replay:
        """The way to a node as a replay of its own, written to `path` where one is given (FileExistsError where there is a file). It begins
        with the match where that can be told, else with the position in which cards were last changed. `more`: title, language, tags,
        date. ScratchError where the position was kept unchecked."""
        from cardlab.scratch.keep import to_replay

        return to_replay(self, path, self._node(self.node if node is None else node), more)

    def svg(self, node: Node | int | None = None, lang: str | None = None, theme: str = "light") -> str:
        """A picture of the table of a node."""
        from cardlab.svg import draw_svg

        found = self._node(self.node if node is None else node)
        return draw_svg(self.table(found), lang or self.language, theme, self.game.name, self.banner(found, lang))

    def banner(self, node: Node | int | None = None, lang: str | None = None) -> str:
        """What has to be said of a node before anything else: that it is not the record, and whether it was kept unchecked."""
        found = self._node(self.node if node is None else node)
        said = [word("scratch", "not_the_record", lang or self.language)]
        if not found.checked:
            said.append(word("scratch", "unchecked", lang or self.language))
        return " · ".join(said)

    # -- for a page

    def view(self, node: Node | int | None = None) -> dict[str, Any]:
        """A node as plain data for a page; see `view.view`."""
        from cardlab.scratch.view import view

        return view(self, self._node(self.node if node is None else node))

    def tree_view(self) -> dict[str, Any]:
        """The whole tree as plain data; see `view.tree_view`."""
        from cardlab.scratch.view import tree_view

        return tree_view(self)

    # -- how it shows itself

    def __repr__(self) -> str:
        return f"<cardlab.scratch of {self.game.title}: {len(self)} nodes, at node {self.node.id}>"

    def __str__(self) -> str:
        from cardlab.draw import draw_text

        return f"{self.banner()}\n{draw_text(self.table(), self.language, game=self.game.name)}"

    def show(self, lang: str | None = None, theme: str = "auto") -> ScratchTable:
        """The widget on which to play on by click, drag, key and typed text; it follows what is done from Python. `lang`: by itself the
        table's. `theme`: auto, light or dark. With a quiz it asks, and lets nothing be tried out that a question waits for."""
        from cardlab.widgets.scratch_table import ScratchTable

        if self.quiz is not None:
            from cardlab.widgets.asking_table import AskingTable

            return AskingTable(self, self.quiz, lang=lang, theme=theme)
        return ScratchTable(self, lang=lang, theme=theme)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """As its widget; one for all cells that show it so."""
        if self._widget is None:
            self._widget = self.show()
        return self._widget._repr_mimebundle_(**kwargs)


def _natural(place: str) -> list[tuple[int, str]]:
    """Sorts "draw:2" before "draw:10"."""
    return [(int(part or 0), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", place)]
