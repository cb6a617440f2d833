"""The games there are."""

from cardlab.errors import UnknownName
from cardlab.game import Game
from cardlab.games.skipbo import SKIPBO
from cardlab.games.skyjo import SKYJO

GAMES: tuple[Game, ...] = (SKIPBO, SKYJO)


def find_game(name: str) -> Game:
    """The game of that name or alias, in any case; UnknownName lists the known ones."""
    for game in GAMES:
        if isinstance(name, str) and name.lower() in (game.name, *game.aliases):
            return game
    raise UnknownName("game", name, [game.name for game in GAMES])
