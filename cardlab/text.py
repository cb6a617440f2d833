"""Every word a person reads, in English, Spanish and Dutch.

The words stand in `words.toml` beside this file (labels) and in each game's own `words.toml` (phrases that tell its actions, names
of its zones); rule prose stands in `seeds/`. The front end gets these same words, and fills them in the same way (`fill`).
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from cardlab.errors import UnknownName
from cardlab.game import PER_SEAT_FACTS, SEAT_FACTS, SEAT_LIST_FACTS

LANGUAGES = ("en", "es", "nl")

Text = Mapping[str, str]
"""One thing said in every language."""

MOST_WHYS, MOST_FOLLOWS = 2, 4
"""A sentence gives at most this many reasons, and tells at most this many things that followed; the rules themselves are all
listed beside it."""


def check_language(lang: str) -> str:
    """The language itself; UnknownName lists the known ones."""
    if lang not in LANGUAGES:
        raise UnknownName("language", lang, list(LANGUAGES))
    return lang


@lru_cache(maxsize=8)
def words(game: str | None = None) -> Mapping[str, Mapping[str, Text]]:
    """The tables of words of a game laid over the common ones: ui, zones, marks, phases, reasons, phrases, presets."""
    here = Path(__file__).parent
    common: dict[str, dict[str, Text]] = tomllib.loads((here / "words.toml").read_text(encoding="utf-8"))
    own = tomllib.loads((here / "games" / game / "words.toml").read_text(encoding="utf-8")) if game else {}
    return {table: {**common.get(table, {}), **own.get(table, {})} for table in {**common, **own}}


def word(table: str, key: str, lang: str, game: str | None = None) -> str:
    """One word or phrase; UnknownName lists the keys of that table."""
    texts = words(game).get(table, {})
    if key not in texts:
        raise UnknownName(f"word in {table}", key, sorted(texts))
    return texts[key][check_language(lang)]


def fact_texts(facts: Mapping[str, object], names: tuple[str, ...]) -> dict[str, str]:
    """Facts as a sentence shows them: seats by name, lists by seat as "Ana 10, Leo 24", everything else as it is."""
    shown = {}
    for key, value in facts.items():
        if key in SEAT_FACTS and isinstance(value, int):
            shown[key] = names[value] if 0 <= value < len(names) else "-"
        elif key in SEAT_LIST_FACTS and isinstance(value, Iterable):
            shown[key] = ", ".join(names[seat] for seat in value)
        elif key in PER_SEAT_FACTS and isinstance(value, Iterable):
            shown[key] = ", ".join(f"{name} {n}" for name, n in zip(names, value, strict=False) if n is not None)
        else:
            shown[key] = str(value)
    return shown


@lru_cache(maxsize=4096)
def names_in(template: str) -> frozenset[str]:
    """The facts that a template shows."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def fill(template: str, facts: Mapping[str, str]) -> str:
    """The template with `{name}` replaced by facts; KeyError where a fact is missing."""
    return template.format_map(facts)


class Clause(NamedTuple):
    """What a sentence may say of a rule."""

    voice: str
    """loud, plain or quiet."""
    template: str
    facts: Mapping[str, str]


def _said(clauses: Sequence[Clause], most: int) -> str:
    """What is worth saying, at most so many clauses, in their order: loud ones before plain ones, never a quiet one."""
    loud = [i for i, clause in enumerate(clauses) if clause.voice == "loud"]
    plain = [i for i, clause in enumerate(clauses) if clause.voice == "plain"]
    return "; ".join(fill(clauses[i].template, clauses[i].facts) for i in sorted((loud + plain)[:most]))


def sentence(told: str, whys: Sequence[Clause], follows: Sequence[Clause]) -> str:
    """What was done, up to MOST_WHYS reasons, and in a sentence of its own up to MOST_FOLLOWS things that followed."""
    parts = [": ".join(filter(None, (told, _said(whys, MOST_WHYS)))), _said(follows, MOST_FOLLOWS)]
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts if part)
