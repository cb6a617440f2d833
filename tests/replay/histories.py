"""Our own games in the form of the simulator's game histories, so that importing them can be held against what they are.

python -m tests.replay.histories     # writes the samples in tests/replay/imports/ anew
"""

import json
import re
from pathlib import Path
from typing import Any

import cardlab
from cardlab.game import Event
from cardlab.replay import Replay
from cardlab.replay.importers.skyjo_json import STANDARD
from cardlab.replay.make import play_match

FOLDER = Path(__file__).parent / "imports"
OPTIONS = dict(STANDARD)


def history_of(replay: Replay) -> dict[str, Any]:
    """The history of a finished match of Skyjo, as the simulator would write it."""
    writer = _Writer(replay)
    state = replay.start_state()
    for player, move in replay.moves:
        events: list[Event] = []
        before = state.copy()
        replay.game.apply(state, player, move, events)
        writer.take(before, state, player, replay.game.write(before, move), events)
    outcome = replay.game.outcome(state)
    return {
        "seed": 42, "num_players": len(replay.names), "strategy_names": list(replay.names), "rules_name": "Standard",
        "rounds": writer.rounds, "final_scores": list(state.totals), "winners": list(outcome.winners if outcome else ()),
    }  # fmt: skip


class _Writer:
    def __init__(self, replay: Replay) -> None:
        self.game, self.seats = replay.game, len(replay.names)
        options = replay.at(0).options
        self.rows, self.cols = options.grid_rows, options.grid_cols
        self.rounds: list[dict[str, Any]] = []
        self.drawn: int | None = None

    def place(self, action: str) -> int:
        row, col = map(int, re.search(r"r(\d+)c(\d+)", action).groups())
        return (col - 1) * self.rows + row - 1

    def take(self, before: Any, state: Any, player: int, action: str, events: list[Event]) -> None:
        word = action.split()[0]
        if word == "deal":
            self.deal(state)
        elif word == "flip" and before.turn == 0:
            self.rounds[-1]["setup_flips"][player].append(self.place(action))
        elif word in ("swap", "flip"):
            self.turn(before, state, player, action, events)
        if (starter := next((event for event in events if event.kind == "starter"), None)) is not None:
            self.rounds[-1]["starting_player"] = starter.facts["starter"]
        if (counted := self.game.counted(state, events)) is not None:
            self.rounds[-1] |= {
                "going_out_player": counted.finisher, "end_of_round_clears": self.clears(events, True, None),
                "raw_round_scores": list(counted.raw), "round_scores": list(counted.credited), "cumulative_scores": list(counted.totals),
            }  # fmt: skip

    def deal(self, state: Any) -> None:
        hands = [[state.face[grid[row * self.cols + col]] for col in range(self.cols) for row in range(self.rows)] for grid in state.grid]
        rest = [state.face[card] for card in [*state.discard, *reversed(state.draw)]]
        self.rounds.append(
            {
                "round_number": len(self.rounds), "initial_deck_order": [card for hand in hands for card in hand] + rest,
                "dealt_hands": hands, "setup_flips": [[] for _ in range(self.seats)], "starting_player": 0, "turns": [],
                "going_out_player": None, "end_of_round_clears": [], "truncated": False,
            }
        )  # fmt: skip
        self.rounds[-1]["initial_deck_order"].reverse()  # the top is last

    def turn(self, before: Any, state: Any, player: int, action: str, events: list[Event]) -> None:
        place = self.place(action)
        displaced = next((int(event.facts["replaced"]) for event in events if event.kind == "swapped"), None)
        if before.held < 0:  # the drawn card lies on the discard pile already
            drawn = before.face[before.discard[-1]]
            done = {"DrewFromDeck": {"drawn_card": drawn, "action": {"DiscardAndFlip": place}, "displaced_card": None}}
        elif before.taken:
            drawn = before.face[before.held]
            took = {"pile_index": 0, "drawn_card": drawn, "placement": place, "displaced_card": displaced}
            done = {"DrewFromDiscard": took}
        else:
            drawn = before.face[before.held]
            done = {"DrewFromDeck": {"drawn_card": drawn, "action": {"Keep": place}, "displaced_card": displaced}}
        closed = any(event.kind in ("finisher", "second_out") for event in events)
        clears = self.clears(events, False, displaced)
        self.rounds[-1]["turns"].append({"player_index": player, "action": done, "column_clears": clears, "went_out": closed})

    def clears(self, events: list[Event], revealed: bool, displaced: int | None) -> list[dict[str, Any]]:
        return [
            {
                "player_index": event.facts["seat"], "column": int(event.facts["column"][1:]) - 1,
                "card_value": int(event.facts["value"]), "displaced_card": displaced,
            }
            for event in events
            if event.kind == "column" and ("skyjo.E04" in event.rules) == revealed
        ]  # fmt: skip


def match(players: int = 2, seed: int = 0, bots: str = "sensible", **options: Any) -> Replay:
    """A match by the simulator's rules."""
    return cardlab.loads(play_match("skyjo", players, seed=seed, bots=bots, options={**OPTIONS, **options}))


def camel(value: Any) -> Any:
    """The same with names as JavaScript writes them."""
    if isinstance(value, dict):
        return {re.sub(r"_(\w)", lambda m: m[1].upper(), key[:1].lower() + key[1:]): camel(inner) for key, inner in value.items()}
    return [camel(inner) for inner in value] if isinstance(value, list) else value


def main() -> None:
    samples = {"two-players": match(2, 1), "eight-players-reshuffled": match(8, 1, "random", **{"match.final_score": 60})}
    for name, replay in samples.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(history_of(replay), separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
