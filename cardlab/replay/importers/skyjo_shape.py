"""The shape of a Skyjo simulator's game history: one JSON object with the match, its rounds and their turns (`replays/FORMAT.md`).

Names may be written in snake_case, camelCase or PascalCase; they are made one before the shape is looked at."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cardlab.replay.importers import ImportFault

Card = Annotated[int, Meta(ge=-2, le=12)]
Place = Annotated[int, Meta(ge=0, lt=150)]
Seat = Annotated[int, Meta(ge=0, lt=8)]
MOST_ROUNDS: Final = 1_000


class Clear(Struct):
    """A column that left a grid."""

    player_index: Seat
    column: Place
    card_value: Card
    displaced_card: Card | None = None


class DeckAction(Struct):
    """What was done with a drawn card: laid at a place, or discarded and a card turned at a place."""

    keep: Place | UnsetType = UNSET
    discard_and_flip: Place | UnsetType = UNSET


class Drew(Struct):
    """A card from the draw pile."""

    drawn_card: Card
    action: DeckAction
    displaced_card: Card | None = None


class Took(Struct):
    """A card from the discard pile."""

    drawn_card: Card
    placement: Place
    displaced_card: Card
    pile_index: int = 0


class TurnAction(Struct):
    """One of the two."""

    drew_from_deck: Drew | UnsetType = UNSET
    drew_from_discard: Took | UnsetType = UNSET


class Turn(Struct):
    player_index: Seat
    action: TurnAction
    column_clears: list[Clear] = []
    went_out: bool | None = None


class Round(Struct):
    initial_deck_order: list[Card]
    """Before the deal; the top is last."""
    dealt_hands: list[list[Card]]
    """By seat, column by column."""
    setup_flips: list[list[Place]]
    turns: list[Turn]
    round_number: int | None = None
    starting_player: Seat | None = None
    going_out_player: Seat | None = None
    end_of_round_clears: list[Clear] = []
    raw_round_scores: list[int] | None = None
    round_scores: list[int] | None = None
    """As credited."""
    cumulative_scores: list[int] | None = None
    truncated: bool = False


class History(Struct):
    rounds: Annotated[list[Round], Meta(min_length=1, max_length=MOST_ROUNDS)]
    seed: int | str | None = None
    num_players: int | None = None
    strategy_names: list[str] | None = None
    player_names: list[str] | None = None
    rules_name: str | None = None
    final_scores: list[int] | None = None
    winners: list[Seat] | None = None


Json: TypeAlias = Any
_TIDY: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    """One spelling of a name: "playerIndex", "PlayerIndex" and "player_index" are "player_index"."""
    return _TIDY.sub("_", name).lower()


def _tidy(value: Json) -> Json:
    """All names of the objects in one spelling."""
    if isinstance(value, dict):
        return {snake(key): _tidy(inner) for key, inner in value.items()}
    return [_tidy(inner) for inner in value] if isinstance(value, list) else value


def read_shape(data: bytes, path: str, number: int | None) -> tuple[History, list[str]]:
    """The history in the file, and the names of fields that mean nothing here, as paths. ImportFault where it is no JSON or no
    history; `number` chooses, from 1, among several."""
    try:
        value = _tidy(msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf")))
        found = _one(value, path, number)
        history = msgspec.convert(found, History)
    except msgspec.ValidationError as error:
        what, _, place = str(error).replace("`", "").partition(" - at ")
        raise ImportFault(path, None, f"no game history: {what[:1].lower()}{what[1:]}{f' at {place}' if place else ''}") from None
    except msgspec.DecodeError as error:
        line, column = _place(data, str(error))
        raise ImportFault(path, line, f"bad JSON: {error}", column) from None
    except RecursionError:
        raise ImportFault(path, None, "bad JSON: nested too deep") from None
    _check(history, path)
    return history, _unknown(found)


def _place(data: bytes, message: str) -> tuple[int | None, int | None]:
    """Line and column, from 1, of the byte that a decoder's message names."""
    match = re.search(r"byte (\d+)", message)
    if match is None:
        return None, None
    before = data[: int(match[1])]
    return before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1


def _one(value: Json, path: str, number: int | None) -> Json:
    """The history that is meant: the object itself, the one it holds as `history`, or one of its `histories`; an object with the
    fields of a single round is a match of one round."""
    if isinstance(value, dict) and isinstance(value.get("history"), dict):
        value = value["history"]
    several = value.get("histories") if isinstance(value, dict) else value
    if isinstance(several, list):
        if not several:
            raise ImportFault(path, None, "no game history: the list is empty")
        if number is None and len(several) > 1:
            raise ImportFault(path, None, f"the file has {len(several)} games; say which, from 1 to {len(several)}")
        if number is not None and not 1 <= number <= len(several):
            raise ImportFault(path, None, f"no game {number}: the file has {len(several)}")
        value = several[(number or 1) - 1]
    if not isinstance(value, dict):
        raise ImportFault(path, None, f"no game history: expected an object, got {type(value).__name__}")
    if "rounds" not in value and "turns" in value:
        outer = {name: value[name] for name in History.__struct_fields__ if name in value}
        return outer | {"rounds": [{name: inner for name, inner in value.items() if name not in outer}]}
    return value


def _check(history: History, path: str) -> None:
    """What the types do not say: one list a seat everywhere, and one kind of action a turn."""
    seats = len(history.rounds[0].dealt_hands)
    claims = {
        "num_players": history.num_players,
        "strategy_names": _len(history.strategy_names),
        "player_names": _len(history.player_names),
    }
    for name, claim in claims.items():
        if claim is not None and claim != seats:
            raise ImportFault(path, None, f"no game history: $.{name} says {claim} players, $.rounds[0].dealt_hands has {seats}")
    for i, played in enumerate(history.rounds):
        for name in ("dealt_hands", "setup_flips", "raw_round_scores", "round_scores", "cumulative_scores"):
            if (values := getattr(played, name)) is not None and len(values) != seats:
                raise ImportFault(path, None, f"no game history: expected {seats} values at $.rounds[{i}].{name}, got {len(values)}")
        for j, turn in enumerate(played.turns):
            action, place = turn.action, f"$.rounds[{i}].turns[{j}].action"
            if (action.drew_from_deck is UNSET) == (action.drew_from_discard is UNSET):
                raise ImportFault(path, None, f"no game history: expected one of DrewFromDeck and DrewFromDiscard at {place}")
            deck = action.drew_from_deck
            if deck is not UNSET and (deck.action.keep is UNSET) == (deck.action.discard_and_flip is UNSET):
                raise ImportFault(path, None, f"no game history: expected one of Keep and DiscardAndFlip at {place}.DrewFromDeck.action")


def _len(values: list[str] | None) -> int | None:
    return None if values is None else len(values)


def _unknown(value: Json) -> list[str]:
    """Fields that the shape does not know, each path once, list numbers left out."""
    shapes: list[tuple[str, type[Struct], Json]] = [("$", History, value)]
    inner: dict[str, type[Struct]] = {
        "rounds": Round, "turns": Turn, "action": TurnAction, "column_clears": Clear, "end_of_round_clears": Clear,
        "drew_from_deck": Drew, "drew_from_discard": Took,
    }  # fmt: skip
    found: dict[str, None] = {}
    while shapes:
        path, shape, part = shapes.pop()
        for name, held in part.items():
            if name not in shape.__struct_fields__:
                found[f"{path}.{name}"] = None
                continue
            kind: type[Struct] | None = DeckAction if (shape, name) == (Drew, "action") else inner.get(name)
            if kind is not None:
                within = held if isinstance(held, list) else [held]
                shapes += [(f"{path}.{name}", kind, each) for each in within if isinstance(each, dict)]
    return sorted(found)
