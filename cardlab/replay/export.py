"""Notes as a table or as a page, to be read without this program."""

from __future__ import annotations

import csv
import io

from cardlab.replay.notes import Notes
from cardlab.replay.remarks import Remark, place_text
from cardlab.replay.tracks import Branch

COLUMNS = (
    "ply", "branch", "on", "round", "turn", "name", "action", "author", "language", "glyph", "rule", "card", "bookmark", "text", "arrows",
    "marks", "written", "time", "layer", "edits", "disputed", "file", "line",
)  # fmt: skip


def to_csv(notes: Notes) -> str:
    """One row a note, with the move it stands on. Cells that a spreadsheet would take for a formula get an apostrophe before them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for remark in notes:
        note = remark.note
        round_, turn, name, action = _move(notes, remark)
        row = [
            note.ply, note.branch, note.on, round_, turn, name, action, remark.author, note.language, note.glyph, note.rule, note.card,
            "yes" if note.bookmark else "", note.text, " ".join(note.arrows), " ".join(note.marks), note.written, note.time, remark.layer,
            remark.edits, "yes" if remark.disputed else "", remark.path, remark.line,
        ]  # fmt: skip
        writer.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value[:1] else value


def _move(notes: Notes, remark: Remark) -> tuple[object, object, str, str]:
    """Round, turn, who acted and what was done in the ply that a note stands on."""
    track = None
    if notes.replay.playable:
        track = notes.replay.main if remark.branch is None else notes.branches.get(remark.branch)
    if track is None or not 1 <= remark.ply <= len(track):
        return "", "", "", ""
    before, action = track.at(remark.ply - 1), track.action(remark.ply)
    who = track.names[action.player] if action.player >= 0 else {-1: "chance", -2: "the referee"}[action.player]
    return before.round, before.turn, who, str(action)


def to_markdown(notes: Notes) -> str:
    """A page: the notes on the main line, then branch by branch, with what people disagree about. Text stays text, whatever it holds."""
    lines = [f"# {_plain(notes.replay.title)}", "", f"{len(notes)} notes by {_plain(', '.join(notes.authors) or 'nobody')}", ""]
    lines += _part(notes, None)
    for name, branch in notes.branches.items():
        if part := _part(notes, name):
            lines += [f"## {_plain(branch.name)}", "", _origin(branch), "", *part]
    if notes.disagreements:
        lines += ["## Disagreements", "", *(f"- {_plain(str(found))}" for found in notes.disagreements), ""]
    return "\n".join(lines)


def _origin(branch: Branch) -> str:
    there = "the main line" if branch.parent_id is None else f"branch `{branch.parent_id}`"
    facts = f", supposing {', '.join(branch.facts)}" if branch.facts else ""
    return f"A branch from ply {branch.fork} of {there}{facts}" + (f", by {_plain(branch.author)}" if branch.author else "")


def _part(notes: Notes, branch: str | None) -> list[str]:
    lines: list[str] = []
    for remark in notes:
        if remark.branch == branch:
            *_, who, action = _move(notes, remark)
            at = place_text(remark.note).partition(" of branch")[0] + (f" ({_plain(who)}: `{action}`)" if action else "")
            glyph = f" [{remark.glyph}]" if remark.glyph else ""
            rule = f" `{remark.rule}`" if remark.rule else ""
            lines += [f"- {at}, {_plain(remark.author)}:{glyph} {_plain(' '.join(remark.text.split()))}{rule}"]
    return [*lines, ""] if lines else []


def _plain(text: str) -> str:
    """A text in which Markdown and HTML see nothing of theirs."""
    html = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
    return "".join(html.get(c) or (f"\\{c}" if c in "\\`*_{}[]#|!~" else c) for c in text)
