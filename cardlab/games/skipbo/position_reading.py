"""Reading the one-line position: every card gets an id of its own, impossible counts are refused with the arithmetic."""

from typing import Any

from cardlab.errors import InvalidPosition, OptionsError
from cardlab.games.skipbo import options as known_options
from cardlab.games.skipbo.notation import BUILD, PARTNER_STOCK, SOURCES
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.position_text import COUNTS, DONE, MIDDLE, PHASE_WORDS, SEAT_KEYS, begun_in_order, second_lap
from cardlab.games.skipbo.state import (
    COMPLETED,
    COPIES,
    DEAL,
    DEALER,
    DRAW,
    FACE,
    FACES,
    FULL,
    MIX,
    OVER,
    PHASES,
    PLAY,
    RESHUFFLE,
    REVEAL,
    TASKS,
    UNKNOWN,
    WILD,
    State,
)
from cardlab.games.skipbo.view import phase as phase_word
from cardlab.line import SEATS, Fault, Field, Section, Watch, read_cards, read_sections


def read(text: str, faults: list[Fault] | None = None) -> State:
    """The state that a line says; InvalidPosition points at the column. `faults`: see `Game.read_position`."""
    watch = Watch("skipbo", faults)
    sections = read_sections(text)
    if len(sections) < 4:
        raise InvalidPosition("expected: skipbo PRESET | middle | A … | B …", len(text) + 1)
    options = _read_options(sections[0])
    seats = len(sections) - 2
    try:
        options.check_seats(seats)
    except OptionsError as error:
        raise InvalidPosition(str(error), sections[2].column) from None
    state = State(options, seats)
    middle = sections[1]
    if middle.words:
        raise InvalidPosition(f"expected key=value, got {middle.words[0]!r}", middle.column)
    said = field.word(PHASE_WORDS) if (field := middle.take("phase")) else "play"
    state.phase = DRAW if said == "refill" else PHASES.index(said)
    _read_numbers(state, middle, said)
    _read_table(state, middle, sections[2:], text, watch)
    _read_turn(state, middle)
    _read_unfinished(state, middle, watch)
    middle.finish(MIDDLE)
    _check(state, said, text, watch)
    return state


def _read_options(section: Section) -> known_options.SkipBoOptions:
    if section.words[:1] not in (["skipbo"], ["skip-bo"]) or len(section.words) != 2:
        raise InvalidPosition("expected the game and a preset: skipbo official", section.column)
    changes = {}
    column = section.column
    for field in section.fields.values():
        value: Any = field.value
        changes[field.key] = {"true": True, "false": False}.get(value, int(value) if value.isdigit() and len(value) < 9 else value)
        column = field.column
    try:
        return known_options.make(section.words[1], changes)
    except OptionsError as error:
        at = section.fields[error.option].column if error.option in section.fields else column
        raise InvalidPosition(str(error), at) from None


def _read_numbers(state: State, middle: Section, said: str) -> None:
    seats = state.seats
    if field := middle.take("dealer"):
        state.dealer = field.seat(seats)
    if field := middle.take("seat"):
        state.seat = field.seat(seats)
    if field := middle.take("round"):
        state.round = field.number(1, 9999)
    state.player = {"over": None, "draw": state.seat, "refill": state.seat, "play": state.seat}.get(said, -1)
    setting_up = state.phase in (DEALER, DEAL)
    state.turn = 0 if setting_up else second_lap(state)
    if not setting_up and (field := middle.take("turn")):
        state.turn = field.number(1, 10**6)
    state.begun = 0 if setting_up else begun_in_order(state)
    if state.phase != DEALER:
        state.drawn = [0] * seats
    elif field := middle.take("drawn"):
        items = field.value.split(",")
        if len(items) != seats or not all(item in ("?", "-", *FACES[1:WILD]) for item in items):
            raise field.wrong(f"expected {seats} items, each a number, ? or -")
        state.drawn = [{"?": 0, "-": -1}.get(item) or FACE.get(item, 0) if item != "-" else -1 for item in items]


def _face(text: str) -> int | None:
    return FACE.get(text)


def _open_face(text: str) -> int | None:
    return FACE.get(text) or None


def _read_table(state: State, middle: Section, seats: list[Section], text: str, watch: Watch) -> None:
    """All cards, each with an id of its own; what is not listed is in the draw pile."""
    state.draw = []
    face: list[int] = []

    def place(faces: list[int]) -> list[int]:
        face.extend(faces)
        return list(range(len(face) - len(faces), len(face)))

    dealt = state.phase not in (DEALER, DEAL)
    for seat, section in enumerate(seats):
        if section.words != [SEATS[seat]]:
            raise InvalidPosition(f"expected seat {SEATS[seat]}", section.column)
        if field := section.take("total"):
            state.totals[seat] = field.number(0, 10**9)
        usual = [UNKNOWN] * (state.options.stock_size(state.seats) if dealt else 0)
        state.stocks[seat] = place(read_cards(field, _face) if (field := section.take("stock")) else usual)
        state.hands[seat] = place(read_cards(field, _face) if (field := section.take("hand")) else [])
        for i in range(4):
            if field := section.take(f"D{i + 1}"):
                state.discards[4 * seat + i] = place(read_cards(field, _open_face))
        section.finish(SEAT_KEYS)
    for i in range(4):
        if field := middle.take(f"B{i + 1}"):
            state.builds[i] = place(_read_build(field, watch))
    if field := middle.take("completed"):
        faces = read_cards(field, _face)
        if len(faces) % FULL:
            watch.wrong("completed_dozen", field, "skipbo.build.complete", full=FULL, count=len(faces))
        state.completed = place(faces)
    pile = middle.take("draw")
    elsewhere = len(face)
    state.draw = place(read_cards(pile, _face) if pile else [UNKNOWN] * max(0, PACK - elsewhere))
    if len(face) != PACK:
        facts = {"others": elsewhere, "draw": len(face) - elsewhere, "sum": len(face), "pack": PACK}
        watch.wrong("pack_sum", pile.column if pile else None, "skipbo.deck.full_pack", **facts)
    for number in range(1, WILD + 1):
        if face.count(number) > COPIES[number]:
            counted: dict[str, Any] = {"card": FACES[number], "count": face.count(number), "copies": COPIES[number]}
            watch.wrong("too_many", len(text) + 1, "skipbo.deck.composition", **counted)
    state.face = face


def _read_build(field: Field, watch: Watch) -> list[int]:
    """`4` is 1,2,3,4 in natural cards; a list runs from 1, wilds standing for what is missing."""
    if field.value.isdigit():
        return list(range(1, field.number(1, FULL - 1) + 1))
    faces = read_cards(field, _open_face)
    if not 0 < len(faces) < FULL:
        watch.wrong("build_size", field, "skipbo.build.complete", most=FULL - 1)
    for i, number in enumerate(faces):
        if number not in (i + 1, WILD):
            rule = "skipbo.build.sequence" if i else "skipbo.build.start"
            watch.wrong("misfit", field, rule, card=FACES[number], place=i + 1)
    return faces


def _bits(field: Field, seats: int) -> int:
    if not set(field.value) <= set(SEATS[:seats]):
        raise field.wrong(f"expected seats, out of {SEATS[:seats]}")
    return sum(1 << SEATS.index(letter) for letter in set(field.value))


def _read_turn(state: State, middle: Section) -> None:
    for key in ("begun", "owes", "idle"):
        if field := middle.take(key):
            setattr(state, key, _bits(field, state.seats))
    for key, name in COUNTS.items():
        if field := middle.take(key):
            setattr(state, name, field.number(0, 9999))
    if field := middle.take("done"):
        for word in field.value.split(","):
            if word not in DONE:
                raise field.wrong(f"expected some of {', '.join(DONE)}")
            setattr(state, DONE[word], 1)


def _read_unfinished(state: State, middle: Section, watch: Watch) -> None:
    seats = state.seats
    if state.phase in (RESHUFFLE, MIX):
        if field := middle.take("task"):
            state.task = TASKS.index(field.word(TASKS))
        state.target = field.seat(seats) if (field := middle.take("for")) else state.seat
        for key in ("due", "took", "mix"):
            if field := middle.take(key):
                setattr(state, key, field.number(0, PACK))
    if state.phase == REVEAL and (field := middle.take("reveal")):
        state.pending = _read_pending(state, field)
    if field := middle.take("oot"):
        state.oot = field.seat(seats)
        saved = middle.take("saved")
        numbers = tuple(int(n) for n in saved.value.split(",") if n.isdigit()) if saved else (1, 0, 0, 0, 0, 0, 0)
        if len(numbers) != 7:
            raise (saved or field).wrong("expected seven whole numbers")
        state.saved = numbers
        if field := middle.take("undo"):
            state.undo = [_read_undo(field, item) for item in field.value.split(",")]
            _check_undo(state, field, watch)
    if state.phase == OVER:
        if field := middle.take("winner"):
            state.winner = field.seat(seats)
        state.reason = field.word(("stock_empty", "match_score", "void")) if (field := middle.take("reason")) else "stock_empty"


def _read_pending(state: State, field: Field) -> list[int]:
    """Cards to be told: so many unknown ones at the end of the hand, or stock tops by seat."""
    if field.value.isdigit():
        unknown = [card for card in state.hands[state.seat] if state.face[card] == UNKNOWN]
        return unknown[-field.number(1, len(unknown)) :]
    if not field.value or not set(field.value) <= {SEATS[seat] for seat, stock in enumerate(state.stocks) if stock}:
        raise field.wrong("expected seats that have stock cards, or a number of cards in hand")
    return [state.stocks[SEATS.index(letter)][-1] for letter in field.value]


def _read_undo(field: Field, item: str) -> int:
    source, _, pile = item.partition(">")
    if pile not in ("B1", "B2", "B3", "B4") or source not in ("full", *SOURCES):
        raise field.wrong(f"{item!r} is no play on a building pile")
    return (COMPLETED if source == "full" else SOURCES.index(source)) * 8 + int(pile[1]) - 1


def _check_undo(state: State, field: Field, watch: Watch) -> None:
    """The plays of a turn out of turn can be taken back, the last one first."""
    heights, completed = [len(pile) for pile in state.builds], len(state.completed)
    for entry, item in zip(reversed(state.undo), reversed(field.value.split(",")), strict=True):
        source, pile = entry >> 3, entry & 7
        full = source == COMPLETED
        if (heights[pile] or completed < FULL) if full else not heights[pile]:
            watch.wrong("undo_gone", field, item=item, pile=f"B{pile + 1}", count=heights[pile], completed=completed)
        if not full and PARTNER_STOCK <= source < BUILD and state.options.partners_mode != "pairs":
            watch.wrong("undo_alone", field, item=item)
        if not full and source >= BUILD:
            raise field.wrong(f"{item} is no play on a building pile")
        heights[pile] += FULL if full else -1
        completed -= FULL if full else 0


def _check(state: State, said: str, text: str, watch: Watch) -> None:
    """The phase has to be what the cards make it; an own stock top that is not known is told first."""
    from cardlab.games.skipbo.turns import settle

    end = len(text) + 1
    if state.phase == REVEAL and not state.pending:
        raise InvalidPosition("phase=reveal wants reveal=… with the cards to be told", end)
    if state.phase == RESHUFFLE and (not state.completed or state.draw or not state.due):
        raise InvalidPosition("phase=reshuffle wants completed piles, an empty draw pile and due=…", end)
    if state.phase not in (DRAW, PLAY):
        return
    state.opened = int(said != "draw")
    settle(state)
    found = phase_word(state)
    if found not in (said, "reveal"):
        watch.wrong("wrong_phase", end, "skipbo.turn.phases", said=said, found=found)
        state.phase, state.player, state.opened = PLAY if said == "play" else DRAW, state.seat, int(said != "draw")
