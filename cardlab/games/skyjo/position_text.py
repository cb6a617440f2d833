"""A position in one line, in the grammar of `cardlab/line.py`.

    skyjo skyoo | phase=place seat=A held=7 discard=1,2,3 | A grid=h9,5,h1,h4/h6,h0,3,8/11,h2,10,12 | B total=12 grid=?,?,5,…

In a grid `/` parts the rows; `5` is an open card, `?` a hidden one, `h9` a hidden one whose face is known to the record, `-` an
empty place; `!` behind a hidden card: chosen in the set-up; `o?`: turned just now, its face is still to be named.

Middle: phase (turn), seat (A), round (1), turn, starter, finisher, held (drawn) or taken, at (the place just changed), lots (seats
the first turn lies between), forced (its time is up), discard and draw (bottom to top). Seats: total (0), scored (credited by the
last round), sum (of the opening cards), left=yes, offers (c2,r1), grid (all hidden, unknown). The draw pile is always all the rest:
`draw=7` tells its top, and cards not told are unknown.
"""

from __future__ import annotations

from cardlab.games.skyjo.options import DECK_SIZE
from cardlab.games.skyjo.position_reader import ACTORLESS, AT, Reader, usual_turn
from cardlab.games.skyjo.state import CHOSEN, FACE_TEXT, GAP, OFFER_SEAT, OPEN, PHASES, REVEAL_SWAP, UNKNOWN, State, line_text, place_text
from cardlab.line import SEATS, Fault, write_cards


def write(state: State) -> str:
    """The whole state in one line; nothing that matters later is left out."""
    changes = state.options.changes()
    parts = [" ".join(["skyjo", state.options.preset, *(f"{name}={value}" for name, value in sorted(changes.items()))])]
    parts.append(" ".join(_write_middle(state)))
    parts += [" ".join(_write_seat(state, seat)) for seat in range(state.seats)]
    return " | ".join(parts)


def _write_middle(state: State) -> list[str]:
    phase, face = state.phase, state.face
    words = [f"phase={PHASES[phase]}"]
    if phase not in ACTORLESS:
        words.append(f"seat={SEATS[state.actor]}")
    if state.round != 1:
        words.append(f"round={state.round}")
    if state.turn != usual_turn(phase, bool(face)):
        words.append(f"turn={state.turn}")
    if state.starter >= 0:
        words.append(f"starter={SEATS[state.starter]}")
    if state.finisher >= 0:
        words.append(f"finisher={SEATS[state.finisher]}")
    if state.held >= 0:
        words.append(f"{'taken' if state.taken else 'held'}={FACE_TEXT[face[state.held]]}")
    if phase in AT:
        words.append(f"at={place_text(state, state.actor, state.at)}")
    if phase == REVEAL_SWAP and state.taken:
        words.append("taken=yes")
    if state.lots:
        words.append(f"lots={','.join(SEATS[seat] for seat in state.lots)}")
    if state.forced >= 0:
        words.append(f"forced={SEATS[state.forced]}")
    if face:
        words.append(f"discard={write_cards(FACE_TEXT[face[card]] for card in state.discard)}")
        told = list(state.draw)
        while told and face[told[0]] == UNKNOWN and len(face) == DECK_SIZE:  # else they are not all the rest
            told.pop(0)
        if told:
            words.append(f"draw={write_cards(FACE_TEXT[face[card]] for card in told)}")
    return words


def _write_seat(state: State, seat: int) -> list[str]:
    words = [SEATS[seat]]
    if state.totals[seat]:
        words.append(f"total={state.totals[seat]}")
    if state.gained:
        words.append(f"scored={state.gained[seat]}")
    if state.sums:
        words.append(f"sum={state.sums[seat]}")
    if state.left >> seat & 1:
        words.append("left=yes")
    if offers := [offer % OFFER_SEAT for offer in state.offers if offer // OFFER_SEAT == seat]:
        words.append(f"offers={','.join(map(line_text, offers))}")
    if state.face:
        cols = state.cols[seat]
        codes = [_code(state, card) for card in state.grid[seat]]
        words.append("grid=" + "/".join(write_cards(codes[row * cols : (row + 1) * cols]) for row in range(state.rows[seat])))
    return words


def _code(state: State, card: int) -> str:
    if card == GAP:
        return "-"
    face, side = state.face[card], state.up[card]
    if side == OPEN:
        return FACE_TEXT[face] if face != UNKNOWN else "o?"
    text = "?" if face == UNKNOWN else f"h{face}"
    return text + "!" if side == CHOSEN else text


def read(text: str, faults: list[Fault] | None = None) -> State:
    """The state that a line says; InvalidPosition points at the column, OptionsError names the option. `faults`: see
    `Game.read_position`."""
    return Reader(text, faults).read()
