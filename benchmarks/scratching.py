"""What a scratch table takes without a browser: a what-if move with everything that a page is sent, in a small tree and in one of 5,000
nodes, and opening such a tree again."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from figures import AT_MOST, GAMES, Figure, percentile

import cardlab
from cardlab.replay.make import play_match
from cardlab.scratch.table import Scratch
from cardlab.scratch.view import leaf_view

NODES = 5_000
MOVES = 100
"""What-if moves of a run."""
BOUND = 50.0
"""ms: a what-if move is to repaint within 100, and the way to the kernel and back takes about 50 of them."""


def scratch(runs: int) -> Iterator[Figure]:
    """ms of one what-if move in the kernel: going to a node, playing there, and making the data for the page."""
    for game in GAMES:
        small, large, opened = [], [], []
        for run in range(runs):
            replay = cardlab.loads(play_match(game, 3, seed=run, cap=160, tell=lambda _: None))
            table = cardlab.scratch(replay.at(60))
            small.append(percentile(_moves(table, Random(run)), 0.5))
            _grow(table)
            large.append(percentile(_moves(table, Random(run)), 0.5))
            with tempfile.TemporaryDirectory(prefix="cardlab-bench-", dir=Path.cwd()) as folder:
                file = Path(folder) / "tree.jsonl"
                table.save(file)
                table.close()
                before = time.perf_counter()
                cardlab.scratch(file).close()
                opened.append(time.perf_counter() - before)
        yield Figure(f"scratch.move.{game}", "ms", small, BOUND, AT_MOST)
        yield Figure(f"scratch.move.{game}.5000_nodes", "ms", large, BOUND, AT_MOST)
        yield Figure(f"scratch.open.{game}.5000_nodes", "s", opened)


def _grow(table: Scratch) -> None:
    while len(table.tree.nodes) < NODES:
        table.home()
        table.play_out(400, seed=len(table.tree.nodes), cap=400)


def _moves(table: Scratch, random: Random) -> list[float]:
    """ms of moves at random places of the tree."""
    ids, taken = [node.id for node in table.origin.below()], []
    while len(taken) < MOVES:
        table.go(random.choice(ids))
        if not (actions := table.legal_actions()):
            table.home()
            actions = table.legal_actions()
            if not actions:
                table.roll(0)
                continue
        action = random.choice(actions)
        before = time.perf_counter()
        node = table.attempt(action)
        msgspec.json.encode([table.view(), leaf_view(table, table.tree.node(table.node.id)), str(node)])
        taken.append(1000 * (time.perf_counter() - before))
    return taken
