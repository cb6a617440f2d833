"""A sheet of paper: a position, an exercise or a quiz as HTML that prints well, with room to write; the answers on a page of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Final, TypeAlias

from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.quiz.criteria import about_rules
from cardlab.quiz.exercise import Exercise, place_of, rules_at
from cardlab.quiz.quiz import Quiz
from cardlab.quiz.verdict import told_answers
from cardlab.svg import draw_svg
from cardlab.table import Table
from cardlab.text import check_language, fill, word

Thing: TypeAlias = Position | Exercise | Quiz | Iterable[Exercise]
"""What a sheet is made of."""

WIDTH: Final = 680
"""Of the picture of a table, in its own units; on paper it is as wide as the text."""

STYLE: Final = """
.cardlab-sheet{font:11pt/1.45 system-ui,"Segoe UI",sans-serif;color:#111;background:#fff;max-width:180mm;margin:0 auto;padding:4mm}
.cardlab-sheet h1{font-size:16pt;margin:0 0 2mm}.cardlab-sheet h2{font-size:12pt;margin:0 0 1.5mm}
.cardlab-sheet svg{display:block;width:100%;height:auto;max-height:110mm;margin:2mm 0}
.cardlab-sheet .who{display:flex;gap:8mm;margin:0 0 5mm}.cardlab-sheet .who span{flex:1;border-bottom:.3mm solid #555}
.cardlab-sheet .task{break-inside:avoid;margin:0 0 7mm;padding:0 0 3mm;border-bottom:.2mm solid #bbb}
.cardlab-sheet .task:has(.long){break-inside:auto}.cardlab-sheet :is(.head,.choices li){break-inside:avoid}
.cardlab-sheet .head:has(+.long){break-after:avoid}
.cardlab-sheet .asked{font-weight:600;margin:0}.cardlab-sheet ol.choices{list-style:none;margin:1mm 0;padding:0}
.cardlab-sheet ol.choices li{margin:1mm 0;padding-left:12mm;text-indent:-12mm}
.cardlab-sheet ol.choices i{display:inline-block;width:12mm;text-indent:0;font-style:normal;font-size:11pt}
.cardlab-sheet ol.choices.long{columns:2;column-gap:8mm;font-size:9pt;line-height:1.35}
.cardlab-sheet ol.choices.long li{margin:0 0 2.5mm}
.cardlab-sheet .line{border-bottom:.3mm solid #777;height:8mm}.cardlab-sheet .key{break-before:page}
.cardlab-sheet .key li{margin:0 0 2mm}.cardlab-sheet small{color:#444}
@page{margin:15mm}@media print{.cardlab-sheet{max-width:none;padding:0}}
"""


LONG: Final = 160
"""Choices of more letters than this, such as whole passages, are set small in two columns, and the answers name them alone."""

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Sheet:
    """A page to print. In a notebook it shows itself."""

    title: str
    lang: str
    body: str
    """What stands in it, as HTML."""

    @property
    def html(self) -> str:
        """The whole page, in a file of its own: nothing else is needed to print it."""
        title = escape(self.title)
        head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        return f'<!doctype html>\n<html lang="{self.lang}"><head>{head}</head>\n<body>{self.body}</body></html>\n'

    def write(self, path: str | PathLike[str]) -> Path:
        """Write the page; a file that is there is replaced."""
        there = Path(path)
        there.write_text(self.html, encoding="utf-8", newline="\n")
        return there

    def _repr_html_(self) -> str:
        return f"<style>{STYLE}</style>{self.body}"

    def __str__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<cardlab sheet {self.title!r}, {self.lang}>"


def sheet(thing: Thing, lang: str | None = None, answers: bool = False, *, seat: int | None = None, title: str | None = None) -> Sheet:
    """See `cardlab.sheet`."""
    if lang is not None:
        check_language(lang)
    if isinstance(thing, Position):
        return _of_position(thing, lang or "en", seat, title)
    exercises: Sequence[Exercise] = [thing] if isinstance(thing, Exercise) else list(thing)
    language = lang or (thing.lang if isinstance(thing, Quiz) else "en")
    named = title or (thing.title if isinstance(thing, Quiz) else "") or (exercises[0].game.title if exercises else "cardlab")
    who = "".join(f"<span>{escape(word('quiz', key, language))}</span>" for key in ("sheet_name", "sheet_date"))
    tasks = "".join(_task(exercise, number, language) for number, exercise in enumerate(exercises, 1))
    key = _key(exercises, language) if answers else ""
    return Sheet(named, language, f'<main class="cardlab-sheet"><h1>{escape(named)}</h1><div class="who">{who}</div>{tasks}{key}</main>')


def _of_position(position: Position, lang: str, seat: int | None, title: str | None) -> Sheet:
    named = title or position.game.title
    picture = _picture(position.table(lens=Lens(seat, spoilers=False)), lang, position.game.name)
    told = f"<p>{escape(position.explanation.text(lang))}</p>" if position.explanation is not None else ""
    return Sheet(named, lang, f'<main class="cardlab-sheet"><h1>{escape(named)}</h1>{picture}{told}</main>')


def _picture(table: Table, lang: str, game: str) -> str:
    return draw_svg(table, lang, game=game, width=WIDTH)


def _task(exercise: Exercise, number: int, lang: str) -> str:
    """One exercise: its table, what is asked, and the choices or lines to write on."""
    choices = exercise.choices(lang)
    listed = "".join(
        f"<li><i>☐ {_letter(place)}</i>{_named(exercise, answer, lang)}{escape(text)}</li>" for place, (answer, text) in enumerate(choices)
    )
    shape = "choices long" if any(len(text) > LONG for _, text in choices) else "choices"
    room = f'<ol class="{shape}">{listed}</ol>' if choices else '<div class="line"></div><div class="line"></div>'
    asked = f'<p class="asked">{number}. {escape(exercise.prompt(lang))}</p>'
    head = f'<div class="head">{asked}{_picture(exercise.table, lang, exercise.game.name)}</div>'
    return f'<section class="task">{head}{room}</section>'


def _letter(place: int) -> str:
    return LETTERS[place] if place < len(LETTERS) else str(place + 1)


def _passage(exercise: Exercise, answer: str, lang: str) -> str:
    """The source and the line of a passage that is an answer; "" for any other answer, and for one with words of its own."""
    source, _, lines = answer.partition(":L")
    if not lines or exercise.record.choices.get(answer) or not rules_at(exercise.book, answer):
        return ""
    return f"{exercise.book.source(source).short[lang]}, {fill(word('ui', 'line', lang), {'line': lines})}"


def _named(exercise: Exercise, answer: str, lang: str) -> str:
    name = _passage(exercise, answer, lang)
    return f"<b>{escape(name)}.</b> " if name else ""


def _told(exercise: Exercise, lang: str) -> str:
    """The right answers: with the letter of each that is a choice, and passages and what is as long by their names alone."""
    letters = {answer: _letter(place) for place, (answer, _) in enumerate(exercise.choices(lang))}
    told = []
    for answer in told_answers(exercise):
        text, letter = exercise.answer_text(answer, lang), letters.get(answer, "")
        text = _passage(exercise, answer, lang) or (text if len(text) <= LONG or not letter else "")
        told.append(" – ".join(filter(None, (letter, text))))
    return "; ".join(told) or "–"


def _key(exercises: Sequence[Exercise], lang: str) -> str:
    """The right answers, each with its rules and where these stand."""
    lines = []
    for exercise in exercises:
        told = _told(exercise, lang)
        rules = [_rule(exercise, rule, lang) for rule in about_rules(exercise)]
        lines.append(f"<li>{escape(told)}{''.join(rules)}</li>")
    return f'<section class="key"><h2>{escape(word("quiz", "sheet_answers", lang))}</h2><ol>{"".join(lines)}</ol></section>'


def _rule(exercise: Exercise, name: str, lang: str) -> str:
    rule = exercise.book[name]
    places = ", ".join(map(place_of, rule.passages))
    return f"<br><small>{escape(rule.statement(lang))} [{escape(name)}] {escape(places)}</small>"
