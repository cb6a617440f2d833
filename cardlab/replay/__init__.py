"""Replay files (`replays/FORMAT.md`): reading, re-running, checking and writing them."""

from cardlab.replay.reader import Problem
from cardlab.replay.records import Note
from cardlab.replay.replay import Replay, dumps, load, loads
from cardlab.replay.tracks import Branch, Ply, Track

__all__ = ["Branch", "Note", "Ply", "Problem", "Replay", "Track", "dumps", "load", "loads"]
