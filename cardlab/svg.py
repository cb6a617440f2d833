"""A table as a picture of its own (SVG): for pages, slides and print, in a light and a dark theme. Knows no game."""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from cardlab.draw import Words, seat_title, status
from cardlab.errors import UnknownName
from cardlab.table import Cards, Code, Table, Zone

W: Final = 34
H: Final = 46
GAP: Final = 6
MARGIN: Final = 16
LINE: Final = 20
FONT: Final = "system-ui, -apple-system, 'Segoe UI', sans-serif"


class Theme(NamedTuple):
    """The colours of a picture; text on each of them has a contrast of 4.5 and more."""

    paper: str
    ink: str
    faint: str
    felt: str
    frame: str
    card: str
    back: str
    back_ink: str
    bands: tuple[str, ...]
    """Beneath a card's number, by its band."""


THEMES: Final = {
    "light": Theme("#ffffff", "#1c2430", "#54606e", "#f3f6f8", "#1a6fb5", "#ffffff", "#5b6b7d", "#ffffff",
                   ("#2b4c9b", "#3b82c4", "#2e8b57", "#c79a00", "#c2402b", "#7a3fa0")),
    "dark": Theme("#12171d", "#e8edf2", "#aab6c2", "#1b232c", "#6cb6f5", "#26313c", "#4a5866", "#ffffff",
                  ("#7f9df0", "#6db1ec", "#64c48d", "#e2bf4a", "#f08a76", "#c39be6")),
}  # fmt: skip


class _Block(NamedTuple):
    """A group of cards under a heading, at a place of its own."""

    width: float
    height: float
    body: str


def draw_svg(table: Table, lang: str = "en", theme: str = "light", game: str | None = None, banner: str = "", width: int = 720) -> str:
    """The table as an SVG picture at most `width` wide where a single zone allows it; `banner` stands above it. `game` names the game, for
    its own words and the colours of its cards. UnknownName for a theme or a language."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, list(THEMES))
    say, look = Words(lang, game), THEMES[theme]
    bands = _bands(game)
    parts: list[str] = []
    y = float(MARGIN)
    for text, colour, weight in ((banner, look.frame, "600"), (status(table, say).strip(), look.ink, "600")):
        if text:
            y += LINE
            parts.append(_text(MARGIN, y - 5, text, colour, 14, weight))
    inside = width - 2 * MARGIN
    y += GAP
    boxes = [_box(say("ui", "table"), _owned(table, None, say, look, bands), inside, look, False)]
    boxes += [
        _box(seat_title(table, seat, say).strip("> "), _owned(table, seat, say, look, bands), inside, look, table.player == seat)
        for seat in range(len(table.names))
    ]
    middle, seats = boxes[0], _flow(boxes[1:], inside, 2 * GAP)
    parts.append(f'<g transform="translate({MARGIN} {y:g})">{middle.body}</g>')
    parts.append(f'<g transform="translate({MARGIN} {y + middle.height + 2 * GAP:g})">{seats.body}</g>')
    y += middle.height + seats.height + 2 * GAP
    head = 8.2 * max(len(banner), len(status(table, say)))
    size = f"{max(middle.width, seats.width, head) + 2 * MARGIN:g}", f"{y + MARGIN:g}"
    label = escape(" · ".join(filter(None, (banner, status(table, say).strip()))), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'lang="{lang}" aria-label="{label}" font-family="{escape(FONT, quote=True)}">'
        f'<rect width="100%" height="100%" fill="{look.paper}"/>'
        f"{''.join(parts)}</svg>"
    )


def _bands(game: str | None) -> dict[str, int]:
    if game is None:
        return {}
    from cardlab.games import find_game

    return dict(find_game(game).faces)


def _text(x: float, y: float, text: str, colour: str, size: int, weight: str = "400", anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" font-weight="{weight}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def _owned(table: Table, owner: int | None, say: Words, look: Theme, bands: dict[str, int]) -> list[_Block]:
    return [_zone(table, i, say, look, bands) for i, zone in enumerate(table.zones) if zone.owner == owner]


def _box(title: str, blocks: list[_Block], width: float, look: Theme, acting: bool) -> _Block:
    """What lies before a seat, or in the middle, on a felt of its own; framed where the seat is to act."""
    block = _flow(blocks, width - 2 * MARGIN, 3 * GAP)
    wide, high = max(block.width, 7.2 * len(title)) + 2 * MARGIN, block.height + LINE + MARGIN
    edge = look.frame if acting else look.felt
    rect = f'<rect width="{wide:g}" height="{high:g}" rx="8" fill="{look.felt}" stroke="{edge}" stroke-width="2"/>'
    head = _text(MARGIN, LINE, title, look.ink, 13, "600" if acting else "400")
    return _Block(wide, high, f'{rect}{head}<g transform="translate({MARGIN} {LINE + 4})">{block.body}</g>')


def _zone(table: Table, index: int, say: Words, look: Theme, bands: dict[str, int]) -> _Block:
    """A zone under its name."""
    zone, cards = table.zones[index], table.cards[index]
    alike = [z for z in table.zones if (z.kind, z.owner) == (zone.kind, zone.owner)]
    title = say("zones", zone.kind) + (f" {alike.index(zone) + 1}" if len(alike) > 1 else "")
    spots = _spots(zone, cards)
    body = [_text(0, 12, title, look.faint, 11)]
    for code, x, y in spots:
        body.append(_card(code, x, y + 18, zone, look, bands))
    wide = max([x + W for _, x, _ in spots] or [W])
    if zone.layout in ("pile", "cascade") and cards.count > 1:
        body.append(_text(wide + 4, 18 + H - 4, f"×{cards.count}", look.faint, 11))
        wide += 28
    return _Block(max(wide, 6.0 * len(title)), max([y for _, _, y in spots] or [0]) + H + 18, "".join(body))


def _spots(zone: Zone, cards: Cards) -> list[tuple[Code, float, float]]:
    """The cards with their places: a pile by its top, a cascade one above the other, a fan and a grid side by side."""
    codes = cards.codes
    if zone.layout == "grid" and codes:
        cols = max(1, len(codes) // zone.rows)
        return [(code, i % cols * (W + 4), i // cols * (H + 4)) for i, code in enumerate(codes)]
    if zone.layout == "fan":
        return [(code, i * (W + 3), 0.0) for i, code in enumerate(codes)] or [("", 0.0, 0.0)]
    if zone.layout == "cascade" and codes:
        return [(code, 0.0, i * 22.0) for i, code in enumerate(codes)]
    return [(codes[-1] if codes else "", 0.0, 0.0)]


def _card(code: Code, x: float, y: float, zone: Zone, look: Theme, bands: dict[str, int]) -> str:
    face, chosen = code.rstrip("!"), code.endswith("!")
    rect = f'<rect x="{x:g}" y="{y:g}" width="{W}" height="{H}" rx="5"'
    middle = x + W / 2
    if not face:
        hint = _text(middle, y + H / 2 + 5, zone.hint, look.faint, 13, anchor="middle") if zone.hint else ""
        return f'{rect} fill="none" stroke="{look.faint}" stroke-dasharray="3 3"/>{hint}'
    edge = f'stroke="{look.frame if chosen else look.faint}" stroke-width="{3 if chosen else 1}"'
    if face.startswith("?"):
        known = _text(middle, y + H / 2 + 5, face[1:], look.back_ink, 13, "400", "middle") if face != "?" else ""
        return f'{rect} fill="{look.back}" {edge}/>{known}'
    name, _, value = face.partition("=")
    band = look.bands[min(bands.get(name, 0), len(look.bands) - 1)]
    size = 16 if len(name) < 3 else 12
    shown = _text(middle, y + 20, name, look.ink, size, "700", "middle")
    strip = f'<rect x="{x + 5:g}" y="{y + H - 9:g}" width="{W - 10}" height="4" rx="2" fill="{band}"/>'
    stands = _text(middle, y + 34, f"= {value}", look.faint, 10, "400", "middle") if value else ""
    return f'{rect} fill="{look.card}" {edge}/>{shown}{stands}{strip}'


def _flow(blocks: list[_Block], width: float, gap: float) -> _Block:
    """Blocks side by side, as many as fit, the rest beneath them."""
    x = y = row = widest = 0.0
    parts = []
    for block in blocks:
        if x and x + block.width > width:
            x, y, row = 0.0, y + row + gap, 0.0
        parts.append(f'<g transform="translate({x:g} {y:g})">{block.body}</g>')
        x += block.width + gap
        widest, row = max(widest, x - gap), max(row, block.height)
    return _Block(widest, y + row, "".join(parts))
