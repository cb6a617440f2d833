"""The smallest position for a rule: a position and an action in it that the rule decides, for every rule that is enforced.

The positions stand in `games/*/smallest.toml`; `scripts/smallest.py` finds and shrinks them (`cardlab/shrink.py`). Nothing that
they show is taken on trust: the engine rules on the action whenever a case is opened."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from cardlab import draw, text
from cardlab.errors import CardlabError, UnknownName
from cardlab.explain import Explanation, Ruling
from cardlab.game import CHANCE, REFEREE, Action
from cardlab.games import GAMES, find_game
from cardlab.position import Position, read_position
from cardlab.rulebook import Rule, read_rulebook

FIRST = {"check": ("forbids", "allows", "follows", "scores"), None: ("scores", "follows", "forbids", "allows")}
"""Which verdict a rule is shown by where several are known: one that the engine checks by what it refuses, another one by what it
brings about (`Rule.by`)."""


class Kept(NamedTuple):
    """One case of the file: a rule, what it decides, and in what position."""

    rule: str
    verdict: str
    preset: str
    options: str
    """The options that differ from the preset, as the text has them."""
    text: str
    action: str
    player: int | None
    """Who acts, where it is not who acts by itself."""


@dataclass(frozen=True, repr=False)
class Smallest:
    """A position and an action in it that one rule decides; no step of `cardlab.shrink` makes it smaller.

    It shows itself in a notebook as the rule, the table and what comes of the action."""

    rule: str
    """The id of the rule."""
    preset: str
    position: Position
    action: Action
    verdict: str
    """What the rule does: `forbids` the action, `allows` (or forces) it, or is why something `follows` or why it `scores` as it does."""
    lang: str = field(default="en", compare=False)
    asked: str | None = field(default=None, compare=False)
    """The verdict that was asked for."""

    @property
    def game(self) -> str:
        return self.position.game.name

    @property
    def player(self) -> int:
        """Who acts: a seat, CHANCE or REFEREE."""
        return self.action.player

    @property
    def text(self) -> str:
        """The position in one line."""
        return self.position.text

    @cached_property
    def ruling(self) -> Ruling:
        """What the engine says of the action before it is taken."""
        return self.position.ruling(self.action, self.player)

    @cached_property
    def after(self) -> Position | None:
        """The position after the action; None where the rule forbids it."""
        return self.position.play(self.action, self.player) if self.ruling.legal else None

    @property
    def explanation(self) -> Explanation:
        """Why the action could be taken and what followed; the ruling where it is forbidden."""
        after = self.after
        return self.ruling if after is None or after.explanation is None else after.explanation

    def _lines(self) -> tuple[str, str, str]:
        """The rule and its verdict; what it says; the action and what comes of it."""
        lang, book = self.lang, read_rulebook(self.game)
        who = {CHANCE: text.word("ui", "chance", lang), REFEREE: text.word("ui", "referee", lang)}
        facts = {
            "rule": self.rule,
            "preset": text.word("presets", self.preset, lang, self.game),
            "verdict": text.word("smallest", self.verdict, lang),
            "who": who.get(self.player) or self.position.names[self.player],
            "action": str(self.action),
            "sentence": self.explanation.text(lang),
        }
        title, what = (text.fill(text.word("smallest", key, lang), facts) for key in ("title", "what"))
        return title, book[self.rule].text[lang], what

    def __str__(self) -> str:
        title, says, what = self._lines()
        table = draw.draw_text(self.position.table(), self.lang, game=self.game)
        return f"{title}\n{says}\n\n{table}\n\n{what}\n{self.text}"

    def __repr__(self) -> str:
        more = f", verdict={self.asked!r}" if self.asked else ""
        more += f", lang={self.lang!r}" if self.lang != "en" else ""
        return f"cardlab.smallest({self.rule!r}, {self.preset!r}{more})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        title, says, what = map(escape, self._lines())
        table = draw.draw_html(self.position.table(), self.lang, game=self.game)
        page = f"<div><p><strong>{title}</strong><br>{says}</p>{table}<p>{what}<br><code>{escape(self.text)}</code></p></div>"
        return {"text/plain": str(self), "text/html": page}


@lru_cache(maxsize=4)
def kept_cases(game: str) -> tuple[Kept, ...]:
    """The cases that are kept for that game, rule by rule, presets in the game's order."""
    told = _read(game)["cases"]
    order = list(find_game(game).presets)
    found = [
        Kept(
            one["rule"], one["verdict"], preset, one.get("options", ""),
            f"{' '.join(filter(None, (game, preset, one.get('options'))))} | {one['position']}", one["action"], one.get("player"),
        )
        for one in told
        for preset in one["presets"]
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: (one.rule, one.verdict, order.index(one.preset))))


@lru_cache(maxsize=4)
def _read(game: str) -> Mapping[str, Any]:
    file = Path(__file__).parent / "games" / game / "smallest.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _count(options: str) -> int:
    return len(options.split())


def chosen(rule: str, game: str, verdict: str | None = None) -> dict[str, Kept]:
    """By preset the case that shows the rule, for the presets in which it can decide: those in which it takes the fewest changed
    options. Empty where there is none."""
    told = [one for one in kept_cases(game) if one.rule == rule and verdict in (None, one.verdict)]
    least = min((_count(one.options) for one in told), default=0)
    order = FIRST.get(read_rulebook(game)[rule].by, FIRST[None])
    told.sort(key=lambda one: order.index(one.verdict), reverse=True)
    by_preset = {one.preset: one for one in told if _count(one.options) == least}
    return {preset: by_preset[preset] for preset in find_game(game).presets if preset in by_preset}


def why_none(rule: str, preset: str | None = None, lang: str = "en") -> str | None:
    """Why no position shows the rule, or none under that preset; None where one does."""
    found = _rule(rule)
    game = rule.partition(".")[0]
    if found.by == "none" and found.reason:
        return found.reason[text.check_language(lang)]
    if found.by == "option":
        return text.word("smallest", "by_options", lang)
    if (why := _read(game).get("without", {}).get(rule)) is not None:
        return text.word("smallest", why, lang)
    there = chosen(rule, game)
    if not there:
        return text.word("smallest", "not_found", lang)
    if preset is None or preset in there:
        return None
    takes = sorted({one.options for one in kept_cases(game) if one.rule == rule and one.preset == preset}, key=lambda o: (_count(o), o))
    facts = {"options": takes[0].replace(" ", ", ") if takes else "-", "presets": ", ".join(there)}
    return text.fill(text.word("smallest", "needs" if takes else "never", lang), facts)


def counts(game: str) -> dict[str, str]:
    """How many rules have a position, by preset too, how many are enforced, and how many have none, as words to fill a sentence."""
    book = read_rulebook(game)
    shown = {rule: chosen(rule, game) for rule in book}
    by_preset = {preset: sum(preset in there for there in shown.values()) for preset in find_game(game).presets}
    return {
        "game": game,
        "count": str(sum(map(bool, shown.values()))),
        "enforced": str(sum(rule.by != "none" for rule in book.values())),
        "presets": ", ".join(f"{preset} {number}" for preset, number in by_preset.items()),
        "without": str(sum(not there for there in shown.values())),
    }


def _rule(rule: str) -> Rule:
    """The rule of that id; UnknownName lists those with names like it."""
    rules = {known: found for game in GAMES for known, found in read_rulebook(game.name).items()}
    if rule not in rules:
        raise UnknownName("rule", rule, get_close_matches(str(rule), rules, 8, 0.5) or list(rules)[:8])
    return rules[rule]


def smallest(rule: str, preset: str | None = None, lang: str | None = None, *, verdict: str | None = None) -> Smallest:
    """A small position, and an action in it that the rule decides.

    `preset`: by itself the first in which the rule can decide. An option differs from the preset only where the rule comes up in no
    preset without. `verdict`: forbids, allows, follows or scores, where the rule does several; by itself the most telling one.
    UnknownName for a rule, preset, language or verdict that is not known; CardlabError (a ValueError) with the reason where the rule
    decides nothing, or nothing under that preset."""
    _rule(rule)
    game = rule.partition(".")[0]
    engine = find_game(game)
    lang = text.check_language(lang or "en")
    if preset is not None and preset not in engine.presets:
        raise UnknownName("preset", preset, list(engine.presets))
    known = sorted({one.verdict for one in kept_cases(game) if one.rule == rule})
    if verdict is not None and known and verdict not in known:
        raise UnknownName(f"verdict of {rule}", verdict, known)
    there = chosen(rule, game, verdict)
    found = next(iter(there.values()), None) if preset is None else there.get(preset)
    if found is None:
        why = why_none(rule, preset, lang) or text.fill(text.word("smallest", "other_verdict", lang), {"presets": ", ".join(there)})
        raise CardlabError(f"{text.fill(text.word('smallest', 'none', lang), {'preset': preset or '-'})}: {why} [{rule}]")
    position = read_position(found.text)
    player = position.ruling(found.action).player if found.player is None else found.player
    assert player is not None
    return Smallest(rule, found.preset, position, Action(found.action, player), found.verdict, lang, verdict)
