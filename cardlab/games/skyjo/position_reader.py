"""Reads a position text into a state; the grammar stands in `position_text.py`."""

from __future__ import annotations

from typing import Final

from cardlab.errors import InvalidPosition
from cardlab.game import CHANCE
from cardlab.games.skyjo import lines
from cardlab.games.skyjo.options import DECK_SIZE, DOTTED, PRESETS, read_value
from cardlab.games.skyjo.state import (
    CHOSEN,
    COPIES,
    DEAL,
    FLIP,
    GAP,
    HIDDEN,
    OFFER,
    OFFER_OPENING,
    OFFER_REVEAL,
    OFFER_SEAT,
    OPEN,
    OPENING,
    OVER,
    PHASES,
    PLACE,
    REVEAL_DISCARD,
    REVEAL_DRAW,
    REVEAL_FINAL,
    REVEAL_FIRST,
    REVEAL_FLIP,
    REVEAL_OPENING,
    REVEAL_SWAP,
    ROW,
    STARTER,
    STRIDE,
    TEXT_FACE,
    TURN,
    UNKNOWN,
    State,
    is_empty,
    start,
)
from cardlab.line import SEATS, Fault, Field, Section, Watch, read_cards, read_sections

MIDDLE: Final = ("phase", "seat", "round", "turn", "starter", "finisher", "held", "taken", "at", "lots", "forced", "discard", "draw")
SEAT: Final = ("total", "scored", "sum", "left", "offers", "grid")
_SET_UP: Final = (OPENING, OFFER_OPENING, STARTER, REVEAL_FIRST, REVEAL_OPENING)
ACTORLESS: Final = (DEAL, STARTER, REVEAL_FIRST, REVEAL_OPENING, REVEAL_FINAL, OVER)
AT: Final = (REVEAL_SWAP, REVEAL_FLIP)
_BARE_TOP: Final = (REVEAL_FIRST, REVEAL_DISCARD, REVEAL_SWAP)
"""Phases in which the face of the top discard may still have to be named."""


def usual_turn(phase: int, dealt: bool) -> int:
    """The turn that a line means where it names none."""
    return 0 if phase in _SET_UP or not dealt else 1


_FACE_STEP: Final = 4
_FACE_BASE: Final = 10


def _read_code(code: str) -> int | None:
    """A grid card's text as one number: face and side packed, or GAP."""
    if code == "-":
        return GAP
    side = OPEN
    if code.endswith("!"):
        side, code = CHOSEN, code[:-1]
        if code != "?" and not code.startswith("h"):
            return None
    if code == "o?":
        face = UNKNOWN
    elif code == "?":
        face, side = UNKNOWN, CHOSEN if side == CHOSEN else HIDDEN
    elif code.startswith("h"):
        if code[1:] not in TEXT_FACE or code == "h?":
            return None
        face, side = TEXT_FACE[code[1:]], CHOSEN if side == CHOSEN else HIDDEN
    elif code in TEXT_FACE:
        face = TEXT_FACE[code]
    else:
        return None
    return (face + _FACE_BASE) * _FACE_STEP + side


class Reader:
    """Builds a state from the sections of a line, counting cards as they come."""

    def __init__(self, text: str, faults: list[Fault] | None = None) -> None:
        self.watch = Watch("skyjo", faults)
        sections = read_sections(text)
        if len(sections) < 3:
            raise InvalidPosition("expected a game, a middle and at least one seat, parted by |")
        self.middle = sections[1]
        self.seat_sections = sections[2:]
        self.state = self._header(sections[0])
        self.dealt = True
        self.counts = dict.fromkeys(COPIES, 0)

    def _header(self, section: Section) -> State:
        if len(section.words) != 2 or section.words[0] not in ("skyjo", "skyoo"):
            raise InvalidPosition("expected the game and a preset first, as in 'skyjo skyoo'", section.column)
        if (preset := section.words[1]) not in PRESETS:
            raise InvalidPosition(f"unknown preset {preset!r}; known: {', '.join(PRESETS)}", section.column)
        options = PRESETS[preset]
        changes = {}
        for name, field in section.fields.items():
            if name not in DOTTED:
                raise InvalidPosition(f"unknown option {name!r}; known: {', '.join(DOTTED)}", field.column - len(name) - 1)
            changes[name] = read_value(name, field.value)
        return start(options.changed(changes), len(self.seat_sections))

    def read(self) -> State:
        state, middle = self.state, self.middle
        for seat, section in enumerate(self.seat_sections):
            if section.words != [SEATS[seat]]:
                raise InvalidPosition(f"expected the letter {SEATS[seat]} and then key=value", section.column)
        if middle.words:
            raise InvalidPosition(f"expected key=value, got {middle.words[0]!r}", middle.column)
        field = middle.take("phase")
        state.phase = PHASES.index(field.word(PHASES)) if field else 1
        self.dealt = state.phase != DEAL or "discard" in middle.fields
        state.player = state.actor = self._seat("seat", 0)
        if state.phase > OFFER_REVEAL:
            state.player = None if state.phase == OVER else CHANCE
        state.round = field.number(1, 10_000) if (field := middle.take("round")) else 1
        state.turn = field.number(0, 1_000_000) if (field := middle.take("turn")) else usual_turn(state.phase, self.dealt)
        state.starter = self._seat("starter", -1)
        state.forced = self._seat("forced", -1)
        self._finisher()
        if field := middle.take("lots"):
            state.lots = [Field("lots", letter, field.column).seat(state.seats) for letter in field.value.split(",")]
        self._seats()
        if self.dealt:
            self._cards()
        middle.finish(MIDDLE)
        self._check()
        return state

    def _seat(self, key: str, default: int) -> int:
        field = self.middle.take(key)
        return field.seat(self.state.seats) if field else default

    def _finisher(self) -> None:
        state = self.state
        if field := self.middle.take("finisher"):
            state.finisher = field.seat(state.seats)
            if state.finisher == state.actor and state.phase not in ACTORLESS and state.phase != OFFER_REVEAL:
                self.watch.wrong("finisher_to_act", field, "skyjo.E08")

    def _seats(self) -> None:
        state = self.state
        for key, values in (("scored", state.gained), ("sum", state.sums)):
            given = [section.take(key) for section in self.seat_sections]
            if any(given):
                values += [field.number(-10_000, 10_000) if field else 0 for field in given]
        limit = state.options.match_final_score
        for seat, section in enumerate(self.seat_sections):
            if field := section.take("total"):
                state.totals[seat] = field.number(-1_000_000, 1_000_000)
                if state.totals[seat] >= limit and state.phase != OVER:
                    self.watch.wrong("total_ends", field, "skyjo.match.end", limit=limit, card=SEATS[seat])
            if field := section.take("left"):
                field.word(["yes"])
                state.left |= 1 << seat
        if state.phase == OVER and max(state.totals) < limit:
            self.watch.wrong("over_too_early", self.middle.column, "skyjo.match.end", limit=limit)

    # -- cards

    def _card(self, face: int, side: int, field: Field | None) -> int:
        """A new card with this face; refused where the deck has no more of them."""
        state = self.state
        if face != UNKNOWN:
            self.counts[face] += 1
            if field is not None and self.counts[face] > COPIES[face]:
                facts = {"count": self.counts[face], "card": face, "copies": COPIES[face]}
                self.watch.wrong("too_many", field, "skyjo.deck.composition", **facts)
        state.face.append(face)
        state.up.append(side)
        return len(state.face) - 1

    def _cards(self) -> None:
        state, middle = self.state, self.middle
        for seat, section in enumerate(self.seat_sections):
            self._grid(seat, section.take("grid"))
        taken = middle.take("taken")
        if taken and state.phase == REVEAL_SWAP:
            taken.word(["yes"])
            state.taken = True
            taken = None
        held = middle.take("held")
        if held and taken:
            raise taken.wrong("a card is drawn or taken, not both")
        state.held = -1
        if one := held or taken:
            if state.phase not in (PLACE, REVEAL_DRAW):
                self.watch.wrong("card_in_hand", one, "skyjo.turn.one_of_two")
            face = TEXT_FACE.get(one.value)
            if face is None or (taken and face == UNKNOWN):
                raise one.wrong("expected a card, -2 to 12")
            state.taken = taken is not None
            state.held = self._card(face, OPEN if taken else HIDDEN, one)
        elif state.phase == REVEAL_DRAW:
            state.held = self._card(UNKNOWN, HIDDEN, None)
        elif state.phase == PLACE:
            self.watch.wrong("no_card_in_hand", middle.column)
        self._discard(middle.take("discard"))
        self._draw(middle.take("draw"))
        self._at(middle.take("at"))

    def _grid(self, seat: int, field: Field | None) -> None:
        state = self.state
        options = state.options
        if field is None:
            state.rows[seat], state.cols[seat] = options.grid_rows, options.grid_cols
            state.grid[seat] = [self._card(UNKNOWN, HIDDEN, None) for _ in range(options.grid_rows * options.grid_cols)]
            return
        rows: list[list[int]] = []
        column = field.column
        for text in field.value.split("/") if field.value else []:
            rows.append(read_cards(Field("grid", text, column), _read_code))
            column += len(text) + 1
        state.rows[seat], state.cols[seat] = len(rows), len(rows[0]) if rows else 0
        if len({len(row) for row in rows}) > 1:
            raise field.wrong("the rows differ in length")
        if options.column_after_removal == "leave_gap":
            if (state.rows[seat], state.cols[seat]) != (options.grid_rows, options.grid_cols):
                self._size(seat, field, "grid_size")
            else:
                self._gaps(rows, field)
        else:
            if state.rows[seat] > options.grid_rows or state.cols[seat] > options.grid_cols:
                self._size(seat, field, "grid_size_most")
            if any(GAP in row for row in rows):
                self.watch.wrong("grid_closes_up", field, "skyjo.column.shrinks_grid")
        for row in rows:
            for code in row:
                face, side = divmod(code, _FACE_STEP)
                state.grid[seat].append(GAP if code == GAP else self._card(face - _FACE_BASE, side, field))

    def _size(self, seat: int, field: Field, key: str) -> None:
        """A grid that is smaller or wider than the options have it can be shown; one with more rows cannot."""
        options = self.state.options
        facts = {"rows": options.grid_rows, "cols": options.grid_cols, "card": SEATS[seat]}
        if self.state.rows[seat] > options.grid_rows:
            Watch("skyjo").wrong(key, field, "skyjo.deal.grid", **facts)
        self.watch.wrong(key, field, "skyjo.deal.grid", **facts)

    def _gaps(self, rows: list[list[int]], field: Field) -> None:
        """Only whole columns leave a grid, and whole rows where they are removed too."""
        emptied = {c for c in range(len(rows[0])) if all(row[c] == GAP for row in rows)}
        for row in rows:
            alone = [c for c, code in enumerate(row) if code == GAP and c not in emptied]
            if alone and (self.state.options.row_removal == "off" or any(code != GAP for code in row)):
                self.watch.wrong("gap", field, "skyjo.column.identical", col=alone[0] + 1)
                return

    def _discard(self, field: Field | None) -> None:
        state = self.state
        cards = read_cards(field, TEXT_FACE.get) if field else []
        if not cards and not (state.phase == PLACE and state.taken):
            self.watch.wrong("no_discard", field.column if field else None, "skyjo.E12")
        if field and cards and cards[-1] == UNKNOWN and state.phase not in _BARE_TOP:
            self.watch.wrong("top_unknown", field, "skyjo.discard.face_up")
        state.discard = [self._card(face, OPEN, field) for face in cards]

    def _draw(self, field: Field | None) -> None:
        """The draw pile is all the rest; cards not told are unknown and lie beneath those told."""
        state = self.state
        told = read_cards(field, TEXT_FACE.get) if field else []
        others = len(state.face)
        rest = DECK_SIZE - others
        if rest < len(told):
            if field:
                facts = {"others": others, "draw": len(told), "sum": others + len(told), "deck": DECK_SIZE}
                self.watch.wrong("deck_sum", field, "skyjo.deck.total", **facts)
            else:
                self.watch.wrong("deck_sum_open", None, "skyjo.deck.total", others=others, deck=DECK_SIZE)
        state.draw = [self._card(UNKNOWN, HIDDEN, None) for _ in range(rest - len(told))]
        state.draw += [self._card(face, HIDDEN, field) for face in told]

    def _at(self, field: Field | None) -> None:
        state = self.state
        if field is None:
            if state.phase in AT:
                raise InvalidPosition(f"phase={PHASES[state.phase]} wants at=PLACE, as in at=r1c2", self.middle.column)
            return
        row, _, col = field.value.removeprefix("r").partition("c")
        grid, cols = state.grid[state.actor], state.cols[state.actor]
        if not (row.isdigit() and col.isdigit() and 1 <= int(col) <= cols and 1 <= int(row) <= state.rows[state.actor]):
            raise field.wrong("expected a place of the grid, as in r1c2")
        state.at = (int(row) - 1) * cols + int(col) - 1
        if grid[state.at] == GAP or state.up[grid[state.at]] != OPEN:
            self.watch.wrong("no_open_card", field)

    # -- what has to fit together

    def _check(self) -> None:
        state = self.state
        if self.dealt:
            self._check_sides()
            self._check_turn()
            self._offers()
        for section in self.seat_sections:
            section.finish(SEAT)
        if state.phase == STARTER and len(state.lots) < 2:
            self.watch.wrong("no_lots", self.middle.column)
        if state.phase in (REVEAL_FIRST, REVEAL_DISCARD) and state.discard and state.face[state.discard[-1]] != UNKNOWN:
            self.watch.wrong("top_known", self.middle.column, phase=PHASES[state.phase])

    def _check_sides(self) -> None:
        """Cards are chosen in the set-up only, seat by seat; an open card without a face is the one just changed."""
        state = self.state
        flips = state.options.deal_initial_flips
        for seat, grid in enumerate(state.grid):
            column = self.seat_sections[seat].column
            sides = [state.up[card] for card in grid if card >= 0]
            picked = sides.count(CHOSEN)
            if state.phase == OPENING:
                low, high = (flips, flips) if seat < state.actor else (0, flips - 1) if seat == state.actor else (0, 0)
            else:
                low = high = flips if state.phase == REVEAL_OPENING else 0
            if not low <= picked <= high:
                key = "chosen" if low == high else "chosen_range"
                self.watch.wrong(key, column, "skyjo.deal.initial_flips", card=SEATS[seat], picked=picked, low=low, high=high)
            if state.phase == OFFER_REVEAL and HIDDEN in sides:
                self.watch.wrong("hidden_at_reveal", column, "skyjo.round.reveal", card=SEATS[seat])
            for place, card in enumerate(grid):
                bare = card >= 0 and state.up[card] == OPEN and state.face[card] == UNKNOWN
                if bare and not (state.phase in AT and seat == state.actor and place == state.at):
                    self.watch.wrong("open_unknown", column, card=SEATS[seat])

    def _check_turn(self) -> None:
        """Who is to act has something to do it with: an empty grid takes no turn, and a flip wants a hidden card."""
        state = self.state
        seat = state.actor
        column = self.seat_sections[seat].column
        if state.phase in (TURN, PLACE, REVEAL_DRAW) and is_empty(state, seat):
            facts = {"phase": PHASES[state.phase], "card": SEATS[seat]}
            self.watch.wrong("empty_grid_to_act", column, "skyjo.settled.empty_grid_passes", **facts)
        if state.phase == FLIP and not any(card >= 0 and state.up[card] == HIDDEN for card in state.grid[seat]):
            self.watch.wrong("nothing_to_turn", column, card=SEATS[seat])
        whole = state.options.grid_rows * state.options.grid_cols
        for grid, section in zip(state.grid, self.seat_sections, strict=True):
            if state.phase == OPENING and sum(card >= 0 and state.up[card] != OPEN for card in grid) != whole:
                self.watch.wrong("open_in_setup", section.column, "skyjo.deal.face_down")

    def _offers(self) -> None:
        """Pending offers; where none is told in phase=offer, all removable lines of the seat to act."""
        state = self.state
        if state.phase not in (OFFER, OFFER_OPENING, OFFER_REVEAL):
            return
        for seat, section in enumerate(self.seat_sections):
            if field := section.take("offers"):
                for text in field.value.split(","):
                    number = int(text[1:]) - 1 if text[1:].isdigit() and len(text) < 5 else -1
                    line = number + (ROW if text[:1] == "r" else 0)
                    if text[:1] not in ("r", "c") or not 0 <= number < STRIDE or not lines.exists(state, seat, line):
                        raise field.wrong("expected lines of the grid, as in c2,r1")
                    if all(state.grid[seat][place] == GAP for place in lines.places(state, seat, line)):
                        self.watch.wrong("empty_line_offered", field, line=text)
                    state.offers.append(seat * OFFER_SEAT + line)
        if not state.offers:
            found = lines.removable(state, state.actor)
            state.offers = [state.actor * OFFER_SEAT + line for line in found if not lines.is_automatic(state, line)]
        if not state.offers:
            self.watch.wrong("no_offer", self.middle.column, phase=PHASES[state.phase])
            return
        state.player = state.actor = state.offers[0] // OFFER_SEAT
