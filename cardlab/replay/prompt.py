"""The plain prompt of `cardlab record`: it shows the table and what may be done, and takes one line after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cardlab.draw import draw_text
from cardlab.errors import CardlabError
from cardlab.game import CHANCE, REFEREE
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.replay.recorder import Recorder
from cardlab.text import fill, word, words

_SHOWN: Final = 60
"""Legal actions that are listed; of more, the rest is counted."""
COMMANDS: Final = ("undo", "note TEXT", "leave SEAT", "table", "?", "quit")


class Refused(CardlabError):
    """A line of a list of actions could not be done. `.line` counts from 1; what stands before it was recorded."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


class Prompt:
    """A conversation about one recording. `echo` gets what is shown, a text a call."""

    def __init__(self, recorder: Recorder, echo: Callable[[str], object], lang: str = "en") -> None:
        self.recorder, self.echo, self.lang = recorder, echo, lang

    def _say(self, key: str, **facts: object) -> str:
        return fill(word("record", key, self.lang), {name: str(fact) for name, fact in facts.items()})

    # -- what is shown

    def show(self) -> None:
        """The table as far as it is known, then what is due."""
        recorder = self.recorder
        self.echo("\n" + draw_text(recorder.position.table(lens=Lens(spoilers=False)), self.lang, game=recorder.game.name))
        self.echo(self.due())

    def due(self) -> str:
        """What is to be entered next."""
        recorder = self.recorder
        if recorder.over:
            outcome = recorder.position.outcome
            assert outcome is not None
            names = ", ".join(recorder.names[seat] for seat in outcome.winners) or "-"
            return self._say("over", winners=names, scores=", ".join(map(str, outcome.scores)))
        if (asked := recorder.asked) is not None:
            if asked.seats:
                return self._say("name_seat", word=asked.word, seats=", ".join(recorder.names[seat] for seat in asked.seats))
            key = "name_card" if asked.number == 1 else "name_cards"
            where = ", ".join(self._place(seat, place) for seat, place in asked.places)
            return self._say(key, word=asked.word, number=asked.number) + (f" {where}" if where else "")
        player = recorder.position.player
        return self._say("to_act", name=recorder.names[player] if player is not None and player >= 0 else self._who(REFEREE))

    def _place(self, seat: int | None, place: str) -> str:
        zones = words(self.recorder.game.name)["zones"]
        told = zones[place][self.lang] if place in zones else place
        return told if seat is None else f"{self.recorder.names[seat]} {told}"

    def help(self) -> str:
        """All that can be entered now."""
        recorder, lines = self.recorder, [self.due()]
        if (asked := recorder.asked) is not None and asked.left:
            lines.append("  " + "  ".join(f"{face} ({left})" for face, left in asked.left.items()))
        elif legal := recorder.legal():
            lines.append("  " + "  ".join(legal[:_SHOWN]) + (f"  … +{len(legal) - _SHOWN}" if len(legal) > _SHOWN else ""))
        return "\n".join([*lines, self._say("commands", commands=", ".join(COMMANDS))])

    def _who(self, player: int) -> str:
        return word("ui", {CHANCE: "chance", REFEREE: "referee"}[player], self.lang) if player < 0 else self.recorder.names[player]

    def told(self, before: int) -> None:
        """What has happened since ply `before`."""
        recorder = self.recorder
        for action in recorder.actions[before:-1]:
            self.echo(f"  {self._who(action.player)}: {_short(action)}")
        if recorder.plies > before and recorder.explanation is not None:
            self.echo(
                f"  {self._who(recorder.actions[-1].player)}: {_short(recorder.actions[-1])} – {recorder.explanation.text(self.lang)}"
            )

    # -- what is entered

    def take(self, line: str) -> bool:
        """Do what one line says; False where it ends the conversation. CardlabError or OSError where it cannot be done."""
        recorder = self.recorder
        command, _, rest = line.strip().partition(" ")
        if command in ("quit", "exit") and not rest:
            return False
        if command in ("?", "help") and not rest:
            self.echo(self.help())
        elif command == "table" and not rest:
            self.show()
        elif command == "undo" and not rest:
            self.echo(self._say("undone", actions=", ".join(_short(action) for action in recorder.undo())))
        elif command == "note" and rest.strip():
            note = recorder.note(rest.strip())
            self.echo(self._say("noted", ply=note.ply))
        else:
            before = recorder.plies
            self._enter(command, rest.strip(), line.strip())
            self.told(before)
        return True

    def _enter(self, command: str, rest: str, line: str) -> Position:
        if command == "leave" and rest:
            return self.recorder.leave(int(rest) if rest.isdigit() else rest)
        return self.recorder.enter(line)

    def converse(self, read: Callable[[], str | None]) -> None:
        """Ask until there is nothing more to read or the user quits; what is refused is told, and asked again."""
        self.show()
        self.echo(self._say("commands", commands=", ".join(COMMANDS)))
        while (line := read()) is not None:
            if not line.strip():
                continue
            try:
                if not self.take(line):
                    break
            except (CardlabError, IndexError) as error:
                self.echo(str(error))
                continue
            if line.strip().partition(" ")[0] not in ("note", "?", "help", "table"):
                self.show()

    def follow(self, lines: Iterable[str]) -> None:
        """Do a list of actions, one a line; empty lines and those that begin with # mean nothing. The first that cannot be done ends
        it (Refused), as those behind it were meant for another table."""
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                if not self.take(line):
                    return
            except CardlabError as error:
                raise Refused(number, str(error)) from None


def _short(action: str) -> str:
    return action if len(action) <= 60 else f"{action[:57]}…"
