"""cardlab: step move by move through annotated card games, with the passage of the rules that governs each move.

    replay = cardlab.load("replays/skipbo/first-turn.jsonl")
    replay.show()                                     # in a notebook: arrow keys step

This file is a table of contents; what a name does is said where it is defined.
"""

# game, position, quiz, rulebook and scratch are modules and, in public, functions of the same names: the modules are imported first,
# so that importing them later does not lay the module over the function.
import cardlab.position  # noqa: I001
import cardlab.quiz
import cardlab.scratch  # noqa: F401
from cardlab.api import (
    ask, game, grade, handout, load, load_all, loads, play, position, questions, quiz, record, resume, rulebook, scratch, search, sheet,
    smallest,
)  # fmt: skip
from cardlab.errors import (
    CardlabError, IllegalAction, InvalidAction, InvalidPosition, OptionsError, ReplayError, UnknownName,
)  # fmt: skip
from cardlab.game import CHANCE, REFEREE

__version__ = "0.1.0"

__all__ = [
    "CHANCE", "REFEREE", "CardlabError", "IllegalAction", "InvalidAction", "InvalidPosition", "OptionsError", "ReplayError",
    "UnknownName", "ask", "game", "grade", "handout", "load", "load_all", "loads", "play", "position", "questions", "quiz", "record",
    "resume", "rulebook", "scratch", "search", "sheet", "smallest",
]  # fmt: skip
