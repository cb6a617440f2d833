"""The class table in plain characters, and as an SVG picture: a bar a rule, the least known first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from cardlab.replay.chart import COLOURS
from cardlab.rulebook import Rule, read_rulebook
from cardlab.text import check_language, fill, word

if TYPE_CHECKING:
    from cardlab.quiz.class_table import ClassTable, Tally

WIDTH: Final = 760
ROW: Final = 34
TOP: Final = 34
LEFT: Final = 12
BARS: Final = 452
"""Where the bars begin; left of it stand the rules."""
RIGHT: Final = 64
LETTERS: Final = 66
"""So many letters of a rule fit left of its bar."""


def _say(key: str, lang: str, **facts: Any) -> str:
    return fill(word("quiz", key, lang), {name: str(value) for name, value in facts.items()})


def _rule(tally: Tally) -> Rule | None:
    game = tally.entry.game if tally.entry is not None else ""
    return read_rulebook(game)[tally.name] if game else None


def _percent(share: float) -> int:
    return round(100 * share)


# -- in plain characters


def class_text(table: ClassTable, lang: str) -> str:
    """Three tables, and what is not yet mastered."""
    check_language(lang)
    say = [_say(key, lang) for key in ("student", "right_word", "of_word", "share_word", "first_word", "answered_word", "asked", "kind")]
    student, right, of, share, first, answered, asked, kind = say
    rows = [[student, right, of, share]]
    rows += [[g.student, str(g.right), str(g.of), f"{_percent(g.share)} %"] for g in table.grades]
    parts = [_say("by_student", lang), _columns(rows), ""]
    rows = [[asked, kind, right, first, answered, of, _say("most", lang)]]
    for tally in table.questions:
        assert tally.entry is not None
        most = tally.wrong.most_common(1)
        wrong = f"{most[0][0]} ({most[0][1]})" if most else ""
        rows.append([tally.name, tally.entry.ask, *map(str, (tally.right, tally.at_once, tally.answered, tally.of)), wrong])
    parts += [_say("by_question", lang), _columns(rows), ""]
    rows = [[_say("rule_word", lang), right, of, share]]
    rows += [[t.name, str(t.right), str(t.of), f"{_percent(t.share)} %"] for t in table.rules]
    parts += [_say("by_rule", lang), _columns(rows), "", _summary(table, lang)]
    return "\n".join(parts)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows under each other: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = [all(cell.rstrip(" %").isdigit() for cell in column[1:]) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.rjust(w) if number else cell.ljust(w) for cell, w, number in zip(row, widths, numbers, strict=True)) for row in rows
    )
    return "\n".join(f"  {line.rstrip()}" for line in lines)


def _summary(table: ClassTable, lang: str) -> str:
    share = _percent(table.threshold)
    if not table.not_mastered:
        return _say("mastered", lang, share=share)
    told = []
    for tally in table.not_mastered:
        rule = _rule(tally)
        told.append(f"  {tally.name}: {rule.statement(lang)}" if rule is not None else f"  {tally.name}")
    return "\n".join([_say("not_mastered", lang, share=share, rules=len(told)), *told])


# -- the picture


def class_svg(table: ClassTable, lang: str) -> str:
    """A bar a rule, dashed where the class counts as knowing it; the pattern, not the colour alone, tells the two sorts apart."""
    check_language(lang)
    tallies = table.rules
    height = TOP + ROW * len(tallies) + 26
    told = "; ".join(f"{tally.name} {_percent(tally.share)} %" for tally in tallies)
    bottom = TOP + ROW * len(tallies)
    line = _x(table.threshold)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" style="width: 100%; max-width: {WIDTH}px; '
        f'height: auto; font: 12px sans-serif; display: block" fill="currentColor">',
        f"<title>{escape(_say('chart', lang))}</title><desc>{escape(told)}</desc>",
        '<defs><pattern id="cardlab-not-yet" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="6" height="6" fill="{COLOURS[1]}"/><line x1="0" y1="0" x2="0" y2="6" stroke="#fff" stroke-opacity="0.45" '
        'stroke-width="3"/></pattern></defs>',
        f'<text x="{LEFT}" y="16" font-weight="bold">{escape(_say("chart", lang))}</text>',
        *(part for row, tally in enumerate(tallies) for part in _bar(row, tally, table.threshold, lang)),
        f'<line x1="{line:.1f}" y1="{TOP - 6}" x2="{line:.1f}" y2="{bottom}" stroke="currentColor" stroke-dasharray="5 4"/>',
        *(f'<text x="{_x(share):.1f}" y="{bottom + 16}" text-anchor="middle">{_percent(share)}</text>' for share in (0, 0.5, 1)),
        f'<text x="{line:.1f}" y="{bottom + 16}" text-anchor="middle">{_percent(table.threshold)}</text>',
        "</svg>",
    ]
    return "".join(parts)


def _x(share: float) -> float:
    return BARS + (WIDTH - BARS - RIGHT) * share


def _bar(row: int, tally: Tally, threshold: float, lang: str) -> Iterator[str]:
    y = TOP + ROW * row
    rule = _rule(tally)
    words = rule.statement(lang) if rule is not None else ""
    short = words if len(words) <= LETTERS else words[: LETTERS - 1].rstrip() + "…"
    fill_ = COLOURS[0] if tally.share >= threshold else "url(#cardlab-not-yet)"
    width = max(_x(tally.share) - BARS, 1)
    yield f'<text x="{LEFT}" y="{y + 11}" font-family="monospace" font-size="11">{escape(tally.name)}</text>'
    yield f'<text x="{LEFT}" y="{y + 25}" fill-opacity="0.8">{escape(short)}<title>{escape(words)}</title></text>'
    yield f'<rect x="{BARS}" y="{y + 4}" width="{WIDTH - BARS - RIGHT}" height="18" fill="currentColor" fill-opacity="0.08"/>'
    yield f'<rect x="{BARS}" y="{y + 4}" width="{width:.1f}" height="18" fill="{fill_}"/>'
    yield f'<text x="{WIDTH - RIGHT + 8}" y="{y + 17}">{tally.right}/{tally.of}</text>'
