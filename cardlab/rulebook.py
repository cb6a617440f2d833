"""The rules and their sources: reads `seeds/`, resolves locators, attaches the originals where a person has them.

The project holds no sentence of a source: a rule has a statement in our own words in three languages, and locators that say where
each source says it. The reading view of a source is its rules in line order under its sections. Where the originals lie in
`seeds/` or in the folder that `CARDLAB_SEEDS` names, and their sha256 is right, the true text can be shown with exact spans.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from cardlab import paths
from cardlab.errors import CardlabError, UnknownName
from cardlab.text import Text, check_language

BY: Final = ("outcome", "event", "check", "option", "none")
"""How an engine comes to name a rule; where several hold, the first of them."""


class LocatorError(CardlabError):
    """A locator that cannot be read, or that does not fit the original it points into."""


@dataclass(frozen=True, slots=True)
class Locator:
    """One place in a document: whole lines, or the part of one line between two pairs of words."""

    first: int
    last: int
    head: str = ""
    tail: str = ""

    @property
    def text(self) -> str:
        """`L12`, `L12-14` or `L12[head … tail]`."""
        lines = f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"
        return f"{lines}[{self.head} … {self.tail}]" if self.head else lines

    def span(self, line: str) -> tuple[int, int]:
        """Start and end of this place in its line: from the first `head` to the first `tail` that ends no earlier, both
        included (the two may share words). LocatorError where the line does not hold them."""
        if not self.head:
            return 0, len(line)
        start = line.find(self.head)
        at = -1 if start < 0 else start
        while at >= 0:
            at = line.find(self.tail, at)
            if at >= 0 and at + len(self.tail) >= start + len(self.head):
                return start, at + len(self.tail)
            at = at + 1 if at >= 0 else -1
        raise LocatorError(f"{self.text} does not fit its line")


def read_locators(text: str) -> tuple[Locator, ...]:
    """The places that a locator string names, in its order."""
    places = []
    for part in re.findall(r"L\d+(?:-\d+)?(?:\[[^\]]*\])?|[^;\s]+", text):
        match = re.fullmatch(r"L(\d+)(?:-(\d+))?(?:\[(.+?) … (.+?)\])?", part)
        if match is None:
            raise LocatorError(f"locator {part!r} is none; expected L12, L12-14 or L12[head … tail]")
        first = int(match[1])
        places.append(Locator(first, int(match[2] or first), match[3] or "", match[4] or ""))
    return tuple(places)


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a source under one heading (ours)."""

    first: int
    last: int
    title: Text


@dataclass(frozen=True, slots=True)
class Source:
    """A text that speaks with one voice: one tab of the rule panel. A document may hold several."""

    id: str
    document: str
    game: str
    language: str
    first: int
    last: int
    short: Text
    title: Text
    sections: tuple[Section, ...]
    file: str
    sha256: str

    def __repr__(self) -> str:
        return f"cardlab.rulebook({self.game!r}).source({self.id!r})"

    def holds(self, line: int) -> bool:
        return self.first <= line <= self.last


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a source states a rule."""

    rule: str
    source: Source
    locator: Locator


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, component, advice or ruling."""

    id: str
    kind: str
    """rule, component, advice (stated by a source) or ruling (the sources are silent: here it is ruled)."""
    text: Text
    passages: tuple[Passage, ...] = ()
    why: Text | None = None
    """A clause that gives this rule as a reason in a sentence; filled with facts."""
    refusal: Text | None = None
    """A clause that refuses an action by this rule; filled with facts."""
    question: Text | None = None
    """What a ruling answers."""
    near: tuple[str, ...] = ()
    """The ids of the rules closest to a ruling."""
    option: str | None = None
    voice: str = "plain"
    """How a sentence treats it: "loud" is said before others, "quiet" goes without saying (it is listed all the same)."""
    by: str = "none"
    """How the engine comes to name it: "outcome" (it decides or scores the end), "event" (what happens names it), "check" (a refusal
    names it, or the reasons of a legal action), "option" (it refuses an option), or "none" with a reason."""
    reason: Text | None = None
    """Why a program can neither enforce nor produce it, where `by` is "none"."""

    def statement(self, lang: str = "en") -> str:
        """What it says, so that it can be read alone: a ruling with the question that it answers."""
        return f"{self.question[lang]} {self.text[lang]}" if self.question is not None else self.text[lang]

    def __str__(self) -> str:
        return f"{self.id}: {self.text['en']}"


@dataclass(frozen=True, slots=True)
class Stand:
    """What one source says in a disagreement."""

    value: str
    text: Text
    locators: tuple[Locator, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A matter on which the sources differ."""

    id: str
    option: str
    rules: tuple[str, ...]
    topic: Text
    says: Mapping[str, Stand]
    """By source id; a source that is not here takes no stand."""
    presets: Mapping[str, str]


@dataclass(frozen=True)
class Rulebook(Mapping[str, Rule]):
    """The rules of one game by id, with its sources and their disagreements."""

    game: str
    sources: tuple[Source, ...]
    rules: Mapping[str, Rule]
    disagreements: tuple[Disagreement, ...]
    version: str
    _by_rule: dict[str, list[Disagreement]] = field(default_factory=dict, compare=False)

    def __getitem__(self, rule: str) -> Rule:
        """The rule of that id; UnknownName names close ids."""
        if rule not in self.rules:
            last = str(rule).rpartition(".")[2]
            close = [known for known in self.rules if last and last in known] or list(self.rules)
            raise UnknownName("rule", rule, close[:8])
        return self.rules[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __repr__(self) -> str:
        return f"cardlab.rulebook({self.game!r})"

    def source(self, name: str) -> Source:
        """The source of that id; UnknownName lists the known ones."""
        for source in self.sources:
            if source.id == name:
                return source
        raise UnknownName("source", name, [source.id for source in self.sources])

    def disagreements_on(self, rule: str) -> list[Disagreement]:
        """The disagreements in which that rule's application is in dispute."""
        if not self._by_rule:
            for disagreement in self.disagreements:
                for known in disagreement.rules:
                    self._by_rule.setdefault(known, []).append(disagreement)
        return self._by_rule.get(rule, [])

    def reading_view(self, source: str) -> list[tuple[Section, list[Passage]]]:
        """The passages of a source in line order under its sections; sections without a passage are left out."""
        tab = self.source(source)
        passages = [p for rule in self.rules.values() for p in rule.passages if p.source is tab]
        passages.sort(key=lambda p: p.locator.first)
        view = []
        for section in tab.sections:
            own = [p for p in passages if section.first <= p.locator.first <= section.last]
            if own:
                view.append((section, own))
        return view


def _text(table: Mapping[str, Any], where: str) -> Text:
    try:
        return {lang: str(table[lang]) for lang in ("en", "es", "nl")}
    except KeyError as missing:
        raise CardlabError(f"{where}: no text in {missing.args[0]!r}") from None


def _optional_text(table: Mapping[str, Any], key: str, where: str) -> Text | None:
    return _text(table[key], f"{where}.{key}") if key in table else None


def _read_sources(game: str, data: Mapping[str, Any]) -> tuple[Source, ...]:
    documents = {d["id"]: d for d in data["documents"]}
    sources = []
    for s in data["sources"]:
        document = documents[s["document"]]
        if document["game"] != game:
            continue
        sections = tuple(Section(c["lines"][0], c["lines"][1], _text(c["title"], s["id"])) for c in s["sections"])
        sources.append(
            Source(
                s["id"], s["document"], game, document["language"], s["lines"][0], s["lines"][1],
                short=_text(s["short"], s["id"]), title=_text(s["title"], s["id"]),
                sections=sections, file=document["file"], sha256=document["sha256"],
            )
        )  # fmt: skip
    return tuple(sources)


def _by(data: Mapping[str, Any], rule_id: str) -> str:
    by = data.get("by")
    if by not in BY:
        raise CardlabError(f"{rule_id}: by is {by!r}; known: {', '.join(BY)}")
    if by == "none" and "reason" not in data:
        raise CardlabError(f"{rule_id}: by is 'none', so a reason is needed")
    if by != "none" and "reason" in data:
        raise CardlabError(f"{rule_id}: by is {by!r}, so there is no reason to give")
    return str(by)


def _read_rule(rule_id: str, data: Mapping[str, Any], sources: tuple[Source, ...]) -> Rule:
    passages = []
    for document, text in data.get("at", {}).items():
        for locator in read_locators(text):
            source = next((s for s in sources if s.document == document and s.holds(locator.first)), None)
            if source is None:
                raise LocatorError(f"{rule_id}: {document} {locator.text} lies in no source")
            passages.append(Passage(rule_id, source, locator))
    return Rule(
        rule_id,
        data["kind"],
        _text(data, rule_id),
        tuple(passages),
        why=_optional_text(data, "why", rule_id),
        refusal=_optional_text(data, "refusal", rule_id),
        question=_optional_text(data, "question", rule_id),
        near=tuple(data.get("rules", ())),
        option=data.get("option"),
        voice=data.get("voice", "plain"),
        by=_by(data, rule_id),
        reason=_optional_text(data, "reason", rule_id),
    )


def _read_disagreement(data: Mapping[str, Any]) -> Disagreement:
    says = {
        source: Stand(s["value"], _text(s, f"{data['id']}.{source}"), read_locators(s.get("at", "")))
        for source, s in data.get("says", {}).items()
    }
    return Disagreement(data["id"], data["option"], tuple(data["rules"]), _text(data["topic"], data["id"]), says, data.get("presets", {}))


@lru_cache(maxsize=4)
def read_rulebook(game: str) -> Rulebook:
    """The rulebook of the game with that very name (`skipbo`, `skyjo`), read from `seeds/` once."""
    folder = paths.seeds()
    heads = tomllib.loads((folder / "sources.toml").read_text(encoding="utf-8"))
    data = tomllib.loads((folder / f"{game}.toml").read_text(encoding="utf-8"))
    sources = _read_sources(game, heads)
    rules = {rule_id: _read_rule(rule_id, table, sources) for rule_id, table in data["rules"].items()}
    disagreements = tuple(_read_disagreement(d) for d in data.get("disagreements", ()))
    return Rulebook(game, sources, rules, disagreements, heads["version"])


@dataclass(frozen=True, slots=True)
class Original:
    """The true text of a document, as far as a person has it."""

    lines: tuple[str, ...] | None
    """Its lines (line 1 first), or None where it is missing or not the document that the locators were made for."""
    problem: str = ""
    """Why a file that is there cannot be used, in plain words (English; empty when nothing is wrong)."""

    def spans(self, passage: Passage) -> list[tuple[int, int, int]]:
        """(line, start, end) for each line of the passage; LocatorError where it does not fit."""
        if self.lines is None:
            return []
        place = passage.locator
        if place.last > len(self.lines):
            raise LocatorError(f"{passage.source.id} {place.text}: the document has {len(self.lines)} lines")
        return [(n, *place.span(self.lines[n - 1])) for n in range(place.first, place.last + 1)]


def original(source: Source) -> Original:
    """The original of a source, looked for in `CARDLAB_SEEDS` and then in `seeds/`; its sha256 is checked."""
    folders = [Path(named)] if (named := os.environ.get("CARDLAB_SEEDS")) else []
    for folder in [*folders, paths.seeds()]:
        file = folder / source.file
        if not file.is_file():
            continue
        data = file.read_bytes()
        if hashlib.sha256(data).hexdigest() != source.sha256:
            return Original(None, f"{file.name} is not the document that these locators were made for (its sha256 differs)")
        return Original(tuple(data.decode("utf-8").split("\n")))
    return Original(None)


def explain_rule(rule: Rule, lang: str = "en") -> str:
    """A rule in words, for the command line: statement, question of a ruling, and where each source states it."""
    check_language(lang)
    lines = [f"{rule.id} ({rule.kind})"]
    if rule.question:
        lines.append(rule.question[lang])
    lines.append(rule.text[lang])
    by_source: dict[str, list[str]] = {}
    for passage in rule.passages:
        by_source.setdefault(passage.source.short[lang], []).append(passage.locator.text)
    lines += [f"  {short}: {'; '.join(places)}" for short, places in by_source.items()]
    if rule.near:
        lines.append("  near: " + ", ".join(rule.near))
    return "\n".join(lines)
