"""Actions as text: `flip r1c2`, `draw`, `take`, `swap r2c3`, `discard`, `clear c2`, `keep r1`; chance and referee by their words."""

from __future__ import annotations

import re
from typing import Final

from cardlab.errors import InvalidAction
from cardlab.game import Move
from cardlab.games.skyjo.options import DECK_SIZE
from cardlab.games.skyjo.state import (
    CLEAR,
    DISCARD,
    DRAW,
    FACE_TEXT,
    FLIP_AT,
    KEEP,
    ROW,
    SPAN,
    STRIDE,
    SWAP_AT,
    TAKE,
    TEXT_FACE,
    UNKNOWN,
)  # fmt: skip

READABLE: Final = (
    "draw, take, discard, flip r1c2, swap r1c2, clear c2, keep c2 (r2 for a row), deal FACE…, reveal FACE…, reshuffle FACE…, "
    "starter SEAT, leave SEAT, timeout"
)
_KINDS: Final = {"flip": FLIP_AT, "swap": SWAP_AT, "clear": CLEAR, "keep": KEEP}
_WORDS: Final = {base: word for word, base in _KINDS.items()}


def _write(move: int) -> str:
    base, about = move - move % SPAN, move % SPAN
    if base == 0:
        return ("draw", "take", "discard")[about]
    if base <= SWAP_AT:
        row, col = divmod(about, STRIDE)
        return f"{_WORDS[base]} r{row + 1}c{col + 1}"
    return f"{_WORDS[base]} r{about - ROW + 1}" if about >= ROW else f"{_WORDS[base]} c{about + 1}"


_COMMON: Final = 12
"""Rows and columns whose actions are looked up; larger grids are spelled out."""
_TEXTS: Final[dict[int, str]] = {
    move: _write(move)
    for move in (
        DRAW, TAKE, DISCARD,
        *(base + row * STRIDE + col for base in (FLIP_AT, SWAP_AT) for row in range(_COMMON) for col in range(_COMMON)),
        *(base + first + line for base in (CLEAR, KEEP) for first in (0, ROW) for line in range(_COMMON)),
    )
}  # fmt: skip
_MOVES: Final[dict[str, int]] = {text: move for move, text in _TEXTS.items()}
_PLACE: Final = re.compile(r"(flip|swap) r([1-9]\d{0,2})c([1-9]\d{0,2})")
_LINE: Final = re.compile(r"(clear|keep) ([rc])([1-9]\d{0,2})")
_RUN: Final = re.compile(r"(\?|-?\d{1,2})(?:x([1-9]\d{0,2}))?")


def write(move: Move) -> str:
    """The action as text."""
    if isinstance(move, int):
        return _TEXTS.get(move) or _write(move)
    word, numbers = move
    if word in ("deal", "reveal", "reshuffle"):
        return f"{word} {_faces(numbers)}".rstrip()
    return " ".join([word, *map(str, numbers)])


def _faces(faces: tuple[int, ...]) -> str:
    """Faces in a row; only runs of unknown ones are shortened, so that a deal can be read card by card."""
    texts: list[str] = []
    unknown = 0
    for face in (*faces, None):
        if face == UNKNOWN:
            unknown += 1
            continue
        if unknown:
            texts.append("?" if unknown == 1 else f"?x{unknown}")
            unknown = 0
        if face is not None:
            texts.append(FACE_TEXT[face])
    return " ".join(texts)


def read(text: str) -> Move:
    """The action that `text` says; InvalidAction tells what can be read."""
    move = _MOVES.get(text)
    if move is not None:
        return move
    if not isinstance(text, str):
        raise InvalidAction(text, f"expected a text, one of: {READABLE}")
    words = text.lower().split()
    plain = " ".join(words)
    if plain in _MOVES:
        return _MOVES[plain]
    if match := _PLACE.fullmatch(plain):
        row, col = int(match[2]) - 1, int(match[3]) - 1
        if row < STRIDE and col < STRIDE:
            return _KINDS[match[1]] + row * STRIDE + col
    elif match := _LINE.fullmatch(plain):
        if (line := int(match[3]) - 1) < STRIDE:
            return _KINDS[match[1]] + line + (ROW if match[2] == "r" else 0)
    elif words and words[0] in ("deal", "reveal", "reshuffle"):
        return words[0], _read_faces(text, words[1:])
    elif words and words[0] in ("starter", "leave"):
        if len(words) == 2 and re.fullmatch(r"\d{1,2}", words[1]):
            return words[0], (int(words[1]),)
        raise InvalidAction(text, f"{words[0]} takes one seat, counted from 0")
    elif plain == "timeout":
        return "timeout", ()
    raise InvalidAction(text, f"expected one of: {READABLE}")


def _read_faces(text: str, words: list[str]) -> tuple[int, ...]:
    faces: list[int] = []
    for word in words:
        match = _RUN.fullmatch(word)
        if match is None or match[1] not in TEXT_FACE:
            raise InvalidAction(text, f"{word!r} is no card; cards are -2 to 12, ? where the face is not known, ?x3 for three of them")
        faces += [TEXT_FACE[match[1]]] * int(match[2] or 1)
        if len(faces) > DECK_SIZE:
            raise InvalidAction(text, f"more than the {DECK_SIZE} cards of the deck")
    return tuple(faces)


def read_face(text: str) -> int:
    """A face of a deck: -2 to 12, or ? where it is not known."""
    if text not in TEXT_FACE:
        raise InvalidAction(text, "no card; cards are -2 to 12, or ? where the face is not known")
    return TEXT_FACE[text]
