"""How a score sheet looks: a chart of the totals, a table of the rounds, plain characters. No script, no style element: it lives in a
saved notebook, in light and dark, and without a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardlab.game import Counted
from cardlab.text import check_language, fill, words

if TYPE_CHECKING:
    from cardlab.replay.scores import ScoreSheet, SheetRound

COLOURS: Final = ("#2f7fd1", "#d0542b", "#2f8f57", "#a45fc0", "#a97b16", "#c8487f", "#1f8f97", "#7d7d7d")
"""One a seat, from the ninth on again from the first; each is told from white and from black by at least 3 to 1."""
MARKS: Final = ("circle", "square", "up", "diamond", "down")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 320, 44, 120, 16, 34
LEAST_GAP: Final = 15
"""Between two names at the right, so that they do not lie on one another."""
CELL: Final = "border: 1px solid #8888; padding: 2px 8px; text-align: right; white-space: nowrap"
PROSE: Final = "border: 1px solid #8888; padding: 2px 8px; text-align: left"


class _Words:
    def __init__(self, sheet: ScoreSheet, lang: str) -> None:
        self.lang, self.tables = check_language(lang), words(sheet.game.name)

    def __call__(self, table: str, key: str, **facts: object) -> str:
        return fill(self.tables[table][key][self.lang], {name: str(fact) for name, fact in facts.items()})


class SheetView:
    """A score sheet as a notebook shows it: the chart, the table, and the rule behind each round. `.lang` is its language."""

    def __init__(self, sheet: ScoreSheet, lang: str | None = None) -> None:
        self.sheet = sheet
        self.lang = check_language(lang or sheet.language)

    def _repr_html_(self) -> str:
        return f'<div style="max-width: 60em">{sheet_svg(self.sheet, self.lang)}{sheet_html(self.sheet, self.lang)}</div>'

    def __repr__(self) -> str:
        return f"SheetView({self.sheet!r}, lang={self.lang!r})"

    def __str__(self) -> str:
        return sheet_text(self.sheet, self.lang)


# -- the table


def cell(played: SheetRound, seat: int) -> str:
    """What a sheet shows of a seat's round: "25", "25*" for who closed it, "25* → 50" where another number is credited."""
    mark = "*" if played.finisher == seat else ""
    raw, credited = played.raw[seat], played.credited[seat]
    return f"{raw}{mark}" if raw == credited else f"{raw}{mark} → {credited}"


def _why(sheet: ScoreSheet, played: SheetRound, say: _Words) -> tuple[str, str]:
    """The sentence that explains a round, and the id of the rule by which its finisher's score stands (empty where it has none)."""
    sentence = played.explanation.text(say.lang)
    differences = "".join(f" {_differs(difference, say)}" for difference in played.differences)
    if played.finisher is None:
        return sentence + differences, ""
    counted = Counted(played.raw, played.finisher, played.credited, played.totals, played.explanation.events)
    return sentence + differences, sheet.game.score_rule(counted, "credited", played.finisher)


def _differs(difference: Any, say: _Words) -> str:
    facts = {"name": difference.name, "said": difference.said, "counted": difference.counted, "rule": difference.rule}
    return say("sheet", f"differs_{difference.what}", **facts)


def _result(sheet: ScoreSheet, say: _Words) -> str:
    """Who has won, or at which total the match ends."""
    if sheet.outcome is not None:
        names = ", ".join(sheet.names[seat] for seat in sheet.outcome.winners)
        return say("ui", "winner", names=names) if names else say("ui", "no_winner")
    return say("sheet", "goes_on", limit=sheet.limit) if sheet.limit is not None else ""


def sheet_html(sheet: ScoreSheet, lang: str) -> str:
    """The sheet as an HTML table with inline styles and nothing else."""
    say = _Words(sheet, lang)
    head = "".join(f'<th scope="col" style="{CELL}">{escape(name)}</th>' for name in sheet.names)
    rows = []
    for played in sheet.rounds:
        cells = "".join(f'<td style="{CELL}">{escape(cell(played, seat))}</td>' for seat in range(len(sheet.names)))
        sentence, rule = _why(sheet, played, say)
        told = f"{escape(sentence)} {f'<code>{rule}</code>' if rule else ''}"
        rows.append(
            f'<tr><th scope="row" style="{CELL}">{played.number}</th>{cells}<td style="{PROSE}">{told.strip()}</td></tr>'
        )
    best = sheet.outcome.winners if sheet.outcome else ()
    totals = "".join(
        f'<td style="{CELL}; font-weight: {"bold" if seat in best else "normal"}">{total}</td>' for seat, total in enumerate(sheet.totals)
    )
    last = f'<tr><th scope="row" style="{CELL}">{say("sheet", "total")}</th>{totals}<td style="{PROSE}">'
    title = escape(sheet.title or sheet.game.title)
    return (
        f'<table style="border-collapse: collapse; color: inherit">'
        f'<caption style="text-align: left">{title} · {say("sheet", "mark")}</caption>'
        f'<thead><tr><th scope="col" style="{CELL}">{say("ui", "round_word")}</th>{head}'
        f'<th scope="col" style="{PROSE}">{say("sheet", "why")}</th></tr></thead>'
        f"<tbody>{''.join(rows)}{last}{escape(_result(sheet, say))}</td></tr></tbody></table>"
    )


def sheet_text(sheet: ScoreSheet, lang: str) -> str:
    """The sheet in plain characters: a table, and below it a sentence for each round."""
    say = _Words(sheet, lang)
    rows = [[say("ui", "round_word"), *sheet.names]]
    rows += [[str(played.number), *(cell(played, seat) for seat in range(len(sheet.names)))] for played in sheet.rounds]
    rows.append([say("sheet", "total"), *map(str, sheet.totals)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    told = []
    for played in sheet.rounds:
        sentence, rule = _why(sheet, played, say)
        told.append(f"{sentence} [{rule}]" if rule else sentence)
    return "\n".join(filter(None, [*lines, say("sheet", "mark"), _result(sheet, say), *told]))


# -- the chart


class _Scale(NamedTuple):
    """From rounds and points to places in the picture."""

    rounds: int
    low: int
    high: int
    step: int

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / max(self.rounds, 1)

    def y(self, points: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / (self.high - self.low)


def _scale(data: dict[str, Any]) -> _Scale:
    values = [total for series in data["series"] for total in series["totals"]] + [0]
    if data["limit"] is not None:
        values.append(data["limit"])
    low, high = min(values), max(max(values), min(values) + 10)
    step = next(size * 10**power for power in range(12) for size in (1, 2, 5) if (high - low) / (size * 10**power) <= 8)
    return _Scale(len(data["rounds"]) - 1, step * (low // step), step * -(-high // step), step)


def sheet_svg(sheet: ScoreSheet, lang: str) -> str:
    """The totals after each round as an SVG picture: a line a seat, a ring where it closed a round, the total that ends the match."""
    say, data = _Words(sheet, lang), sheet.plot_data()
    scale = _scale(data)
    told = "; ".join(f"{series['name']}: {', '.join(map(str, series['totals'][1:]))}" for series in data["series"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" style="width: 100%; max-width: {WIDTH}px; '
        f'height: auto; font: 12px sans-serif; display: block" fill="currentColor">',
        f"<title>{escape(say('sheet', 'chart', title=sheet.title or sheet.game.title))}</title><desc>{escape(told)}</desc>",
        *_axes(scale, data, say),
        *(part for seat, series in enumerate(data["series"]) for part in _line(scale, seat, series)),
        *_names(scale, data),
        "</svg>",
    ]
    return "".join(parts)


def _axes(scale: _Scale, data: dict[str, Any], say: _Words) -> Iterator[str]:
    right = WIDTH - RIGHT
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(points)
        faint = 0.5 if points == 0 else 0.18
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="currentColor" stroke-opacity="{faint}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{points}</text>'
    every = -(-(scale.rounds + 1) // 16)
    for number in data["rounds"][::every]:
        yield f'<text x="{scale.x(number):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{number}</text>'
    middle = (LEFT + right) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 3}" text-anchor="middle">{escape(say("ui", "round_word"))}</text>'
    if data["limit"] is not None:
        y = scale.y(data["limit"])
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="currentColor" stroke-dasharray="6 4"/>'


def _line(scale: _Scale, seat: int, series: dict[str, Any]) -> Iterator[str]:
    colour = COLOURS[seat % len(COLOURS)]
    points = [(scale.x(number), scale.y(total)) for number, total in enumerate(series["totals"])]
    dash = "" if seat < len(COLOURS) else ' stroke-dasharray="3 3"'
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
    for number, (x, y) in enumerate(points):
        yield _mark(MARKS[seat % len(MARKS)], x, y, colour)
        if number in series["finished"]:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="none" stroke="{colour}" stroke-width="1.5"/>'


def _mark(shape: str, x: float, y: float, colour: str) -> str:
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    corners = {
        "square": ((-3, -3), (3, -3), (3, 3), (-3, 3)), "up": ((0, -4), (4, 3), (-4, 3)),
        "diamond": ((0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0)), "down": ((0, 4), (4, -3), (-4, -3)),
    }[shape]  # fmt: skip
    path = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{path}" fill="{colour}"/>'


def _names(scale: _Scale, data: dict[str, Any]) -> Iterator[str]:
    """Each seat's name and total at the end of its line."""
    wanted = [scale.y(series["totals"][-1]) for series in data["series"]]
    x = WIDTH - RIGHT + 18
    for seat, y in enumerate(_spread(wanted)):
        series = data["series"][seat]
        name = series["name"] if len(series["name"]) <= 12 else series["name"][:11] + "…"
        yield _mark(MARKS[seat % len(MARKS)], x, y, COLOURS[seat % len(COLOURS)])
        yield f'<text x="{x + 8}" y="{y + 4:.1f}">{escape(name)} {series["totals"][-1]}</text>'


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights near those wanted, in their order, no two nearer than LEAST_GAP and none below the picture where that can be."""
    order = sorted(range(len(wanted)), key=lambda seat: wanted[seat])
    placed = [0.0] * len(wanted)
    lowest = HEIGHT - BOTTOM + LEAST_GAP * 1.0
    floor = float(TOP)
    for rank, seat in enumerate(order):
        room = lowest - LEAST_GAP * (len(order) - rank)
        placed[seat] = max(floor, min(wanted[seat], room))
        floor = placed[seat] + LEAST_GAP
    return placed
