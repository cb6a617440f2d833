"""The plain prompt of `cardlab play --seat`: the table as the person's seat sees it, one line after the other, refusals that teach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cardlab.draw import draw_text
from cardlab.errors import CardlabError, IllegalAction
from cardlab.game import CHANCE, REFEREE
from cardlab.playing.match import Match, NotOffered
from cardlab.playing.view import says
from cardlab.replay.prompt import Refused
from cardlab.text import fill, word

COMMANDS: Final = ("why [PLY]", "table", "note TEXT", "leave", "?", "quit")
FOR_GOOD: Final = "leave for good"
_WIDE: Final = 30
"""Columns for an action in the list of what may be done."""


class TimeUp(Exception):
    """Raised by whatever reads a line: the time of the turn was over first."""


class MatchPrompt:
    """A conversation about one match. `echo` gets what is shown, a text a call."""

    def __init__(self, match: Match, echo: Callable[[str], object], lang: str = "en") -> None:
        self.match, self.echo, self.lang = match, echo, lang
        self._told = max((seen.ply for seen in match.log if seen.player == match.seat), default=0)
        """Plies that have been told; to begin with, those up to the person's own last action."""

    def say(self, key: str, **facts: object) -> str:
        """Words about the match, in the language of the conversation."""
        return fill(word("match", key, self.lang), {name: str(fact) for name, fact in facts.items()})

    # -- what is shown

    def greet(self) -> None:
        """Who plays whom, and where it is written."""
        match = self.match
        others = [
            self.say("bot", name=name, bot=word("bots", bot, self.lang)) for name, bot in zip(match.names, match.bots, strict=True) if bot
        ]
        key = "you_are" if others else "you_alone"
        self.echo(self.say(key, name=match.names[match.seat], others=", ".join(others), file=match.path))
        self.echo(self.say("commands", commands=", ".join(COMMANDS)))
        self.tell()

    def show(self) -> None:
        """The table, then what is due."""
        self.echo("\n" + draw_text(self.match.table, self.lang, game=self.match.game.name))
        self.echo(self.due())

    def due(self) -> str:
        """What is to be done next, or how it ended."""
        match = self.match
        if match.outcome is not None:
            return self._result()
        if match.left:
            return self.say("left", file=match.path)
        name = match.names[match.seat]
        if (left := match.remaining) is not None:
            return self.say("your_turn_timed", name=name, seconds=round(left))
        return self.say("your_turn", name=name)

    def _result(self) -> str:
        match, outcome = self.match, self.match.outcome
        assert outcome is not None
        kept = match.game.score_limit(match.options) is not None
        scores = ", ".join(f"{name} {score}" for name, score in zip(match.names, outcome.scores, strict=True)) if kept else ""
        winners = ", ".join(match.names[seat] for seat in outcome.winners)
        mine = match.seat in outcome.winners
        key = "nobody" if not winners else "lost" if not mine else "won" if len(outcome.winners) == 1 else "shared"
        return self.say(key, winners=winners, scores=scores).strip()

    def help(self) -> None:
        """All that may be done now, each in words."""
        if legal := self.match.legal_actions():
            self.echo(self.say("may"))
            width = min(_WIDE, max(map(len, legal)))
            for action in legal:
                self.echo(f"  {action:<{width}}  {says(self.match, action, self.lang)}")
        else:
            self.echo(self.due())
        self.echo(self.say("commands", commands=", ".join(COMMANDS)))

    def tell(self) -> None:
        """What has happened since it was told last, a line a ply with its number and without its reasons, which `why` tells; the cards
        that came into one's own hand behind it."""
        log, self._told = self.match.log[self._told :], self.match.plies
        for seen in log:
            who = {CHANCE: word("ui", "chance", self.lang), REFEREE: word("ui", "referee", self.lang)}.get(seen.player)
            brief = replace(seen.why, rules=seen.why.rules[seen.why.allowed :], allowed=0)
            self.echo(f"  {seen.ply} {who or self.match.names[seen.player]}: {seen.why.action} – {brief.text(self.lang)}")
            if seen.gained:
                self.echo(f"    {self.say('gained', cards=', '.join(seen.gained))}")

    def why(self, ply: int | None = None) -> None:
        """A ply again, the last by itself, with every rule that governed it. IndexError for a ply that is not there."""
        log = self.match.log
        number = len(log) if ply is None else ply
        if not 1 <= number <= len(log):
            raise IndexError(f"ply {number} is not there: the match has the plies 1 to {len(log)}")
        why = log[number - 1].why
        self.echo(f"  {number} {why.text(self.lang)}")
        for rule in why.rules:
            self.echo(f"    {rule}: {why.rulebook[rule].text[self.lang]}")

    def refuse(self, error: CardlabError) -> None:
        """Why something was not done: for an illegal action the sentence, the rule, its passages, and what other sources say. What
        happened before (the time was over) is told first."""
        self.tell()
        if not isinstance(error, IllegalAction) or error.ruling is None:
            self.echo(self.say("no_undo") if isinstance(error, NotOffered) and not self.match.ended else str(error))
            return
        told = self.match.lesson(error, self.lang)
        self.echo(self.say("refused", why=told["sentence"]))
        self.echo(f"  {told['rule']}: {told['states']}")
        if told["near"]:
            self.echo(f"  {self.say('near')}")
        for near in told["near"]:
            self.echo(f"    {near['rule']}: {near['states']}")
        for passage in told["passages"]:
            quote = f" «{' '.join(passage['text'].split())}»" if passage["text"] else ""
            self.echo(f"    {passage['short']}, {passage['place']}:{quote}" if quote else f"    {passage['short']}, {passage['place']}")
        for dispute in told["otherwise"]:
            self.echo(f"  {self.say('otherwise', topic=dispute['topic'])}")
            for stand in dispute["says"]:
                self.echo(f"    {stand['short']}: {stand['text']}")
        for other in told["others"]:
            if other["legal"]:
                self.echo(f"  {other['text']}")

    # -- what is entered

    def take(self, line: str) -> bool:
        """Do what one line says; False where it ends the conversation. CardlabError where it cannot be done."""
        command, _, rest = line.strip().partition(" ")
        if command in ("quit", "exit") and not rest:
            return False
        if command in ("?", "help") and not rest:
            self.help()
        elif command == "table" and not rest:
            self.show()
        elif command == "why" and (not rest or rest.strip().isdecimal()):
            self.why(int(rest) if rest else None)
        elif command == "undo" and not rest:
            self.match.undo()
        elif command == "note" and rest.strip():
            self.match.note(rest.strip())
        elif line.strip() == "leave":
            self.echo(self.say("confirm_leave"))
        elif line.strip() == FOR_GOOD:
            self.match.leave()
        else:
            self.match.play(line.strip())
        self.tell()
        return not self.match.ended

    def converse(self, read: Callable[[float | None], str | None]) -> None:
        """Ask until the match has ended, there is nothing more to read, or the person quits; what is refused is told, and asked again.
        `read` gets the seconds that are left, None where nothing limits them, and gives a line, or None at the end; TimeUp where the
        time was over before there was one."""
        self.greet()
        self.show()
        while not self.match.ended:
            seen = self.match.plies
            try:
                line = read(self.match.remaining)
            except TimeUp:
                line = ""
            if line is None:
                break
            if self.match.tick():
                self.tell()
            elif not line.strip():
                continue
            elif not self._try(line):
                break
            if self.match.plies > seen:
                self.show()

    def _try(self, line: str) -> bool:
        try:
            return self.take(line) or self.match.ended
        except CardlabError as error:
            self.refuse(error)
        except IndexError as error:
            self.echo(str(error))
        return True

    def follow(self, lines: Iterable[str]) -> None:
        """Do a list of actions, one a line; empty lines and those that begin with # mean nothing. The first that cannot be done ends it
        (Refused), as those behind it were meant for another table."""
        self.greet()
        self.show()
        for number, line in enumerate(lines, 1):
            if self.match.ended:
                return
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                if not self.take(line):
                    break
            except CardlabError as error:
                self.refuse(error)
                raise Refused(number, str(error)) from None
            except IndexError as error:
                raise Refused(number, str(error)) from None
        if self.match.ended:
            self.show()
