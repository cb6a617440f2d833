"""A try on the scratch table: may it be done, by which rules, and which source says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cardlab.errors import OptionsError, UnknownName
from cardlab.explain import Ruling, rule
from cardlab.game import Move
from cardlab.position import Position
from cardlab.replay.carry import carrier
from cardlab.replay.under import other_options
from cardlab.rulebook import Passage, Source, read_rulebook
from cardlab.text import fill, word


@dataclass(frozen=True)
class Otherwise:
    """The same try under another preset."""

    preset: str
    source: Source
    """The source that the preset follows."""
    ruling: Ruling
    """May it be done there, by which rules and facts."""

    @property
    def legal(self) -> bool:
        return self.ruling.legal

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Where that source states the rules of the ruling; empty where it takes no stand."""
        return tuple(p for p in self.ruling.passages if p.source == self.source)

    def text(self, lang: str = "en") -> str:
        """What the other source says of it, in a sentence."""
        key = "otherwise_legal" if self.legal else "otherwise_illegal"
        facts = {"preset": word("presets", self.preset, lang, self.ruling.game), "why": self.ruling.refusal(lang)}
        return fill(word("scratch", key, lang), facts)


@dataclass(frozen=True)
class Trial:
    """An action tried in a position, which it does not change. True when it may be done."""

    position: Position
    move: Move
    player: int
    ruling: Ruling

    @property
    def action(self) -> str:
        return self.ruling.action

    @property
    def legal(self) -> bool:
        return self.ruling.legal

    @property
    def rules(self) -> tuple[str, ...]:
        """The one that forbids it; those that allow it, where it may be done."""
        return self.ruling.rules

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.ruling.facts

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Where the sources state these rules; a ruling of ours has none."""
        return self.ruling.passages

    def __bool__(self) -> bool:
        return self.legal

    def under(self, preset: str, **options: Any) -> Otherwise:
        """The same try by that preset's rules; what the table chose apart from its own preset stays. UnknownName for the preset;
        OptionsError where so many seats cannot play by it."""
        game, state = self.position.game, self.position.state
        return _under(self, preset, other_options(game, state.options, state.seats, preset, options), state)

    @cached_property
    def others(self) -> tuple[Otherwise, ...]:
        """The same try under every other preset that so many seats can play by, in their order."""
        game, state = self.position.game, self.position.state
        found = []
        for preset in game.presets:
            if preset == state.options.preset:
                continue
            try:
                options = other_options(game, state.options, state.seats, preset, {})
            except OptionsError:
                continue
            found.append(_under(self, preset, options, state))
        return tuple(found)

    @property
    def otherwise(self) -> tuple[Otherwise, ...]:
        """Those that say otherwise: it may be done there and not here, or here and not there."""
        return tuple(other for other in self.others if other.legal != self.legal)

    def text(self, lang: str = "en") -> str:
        """The sentence that says what was tried and why not, or why it may be done."""
        return self.ruling.text(lang)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.action!r}: {'may be done' if self.legal else f'not allowed [{self.rules[0]}]'}>"


def try_action(position: Position, action: str, player: int | None) -> Trial:
    """The trial of an action; `player` is who takes it, by itself as `Position.ruling` has it. InvalidAction when it cannot be read."""
    who, move = position.read(action, player)
    return Trial(position, move, who, rule(position.game, position.names, position.state, who, move))


def _under(trial: Trial, preset: str, options: Any, state: Any) -> Otherwise:
    game, names = trial.position.game, trial.position.names
    there = carrier(game, options)
    carried = there.carry(state, trial.move)
    forbidden = there.forbids(carried, trial.player, trial.move)
    ruling = rule(game, names, carried, trial.player, trial.move)
    if forbidden is not None and ruling.rules != (forbidden,):  # these options never come to such a moment
        ruling = replace(ruling, legal=False, rules=(forbidden,), allowed=1)
    source = game.preset_sources.get(preset)
    if source is None:
        raise UnknownName("preset", preset, list(game.preset_sources))
    return Otherwise(preset, read_rulebook(game.name).source(source), ruling)
