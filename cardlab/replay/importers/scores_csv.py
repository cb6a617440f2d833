"""Score sheets as CSV: players in columns, rounds in rows, a star behind the number of who closed the round.

What may stand in such a file is said in `replays/FORMAT.md`."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any
from uuid import uuid5

from cardlab.game import Counted, Game, Outcome
from cardlab.games import find_game
from cardlab.replay.counting import SheetCounter
from cardlab.replay.importers import Imported, ImportFault, Loss
from cardlab.replay.importers.csv_rows import Reader, Row, text_of
from cardlab.replay.make import NAMESPACE, header
from cardlab.replay.records import Record, Result, RoundScores
from cardlab.replay.scores import ScoreSheet
from cardlab.replay.writer import write_file, write_lines


def read_csv(
    data: bytes, path: str, game: str, preset: str | None, options: Mapping[str, Any], names: Sequence[str] | None, credited: bool
) -> Imported:
    """See `import_file`."""
    engine = find_game(game)
    rows, columns, last = Reader(text_of(data, path), path, names).read()
    chosen = engine.options(preset or next(iter(engine.presets)), dict(options))
    sheet = ScoreSheet(engine, chosen, columns.names)
    counter = SheetCounter(sheet)
    losses: list[Loss] = []
    records: list[Record] = []
    for place, row in enumerate(rows):
        if sheet.outcome is not None:
            losses.append(_over(row, len(rows) - place, sheet, engine.forbids_count(counter.state, row.scores, row.finisher)))
            last = None
            break
        record = _record(row, counter, credited, path)
        if (fault := counter.add(record)) is not None:
            raise ImportFault(path, row.line, fault)
        records.append(record)
        losses += _told(row, sheet)
    if last is not None:
        losses += _last_totals(last, sheet, counter.comparer.carried)
    if sheet.outcome is not None:
        records.append(_result(sheet.outcome))
    first = header(
        engine, chosen, columns.names, source=f"score sheet {path.replace(chr(92), '/').rpartition('/')[2]}",
        id=str(uuid5(NAMESPACE, write_lines(records).decode() + repr((columns.names, sorted(chosen.as_dict().items()))))),
    )  # fmt: skip
    return Imported(write_lines([first, *records]).decode("utf-8"), tuple(losses), path)


# -- judging


def _record(row: Row, counter: SheetCounter, credited: bool, path: str) -> RoundScores:
    """The line of a round. Where the sheet has the points as credited, what the finisher's cards counted is found from the rules; where
    the rules would never credit that, the number itself is taken, and what is wrong shows as a difference."""
    said = [score if value is None else value for score, value in zip(row.scores, row.credited, strict=True)]
    stated = said if any(value is not None for value in row.credited) else None
    scores = row.scores[:]
    if credited:
        stated = row.scores
        if row.finisher is not None:
            game: Game = counter.sheet.game
            found = game.raw_of(counter.state, row.scores, row.finisher)
            if len(found) > 1:
                either = " or ".join(map(str, found[:4]))
                name, score = counter.sheet.names[row.finisher], row.scores[row.finisher]
                raise ImportFault(path, row.line, f"{name} may have had {either}: write which, as in {found[0]}*={score}")
            if len(found) == 1:
                scores[row.finisher] = found[0]
    sums = [total if total is not None else 0 for total in row.totals]
    return RoundScores(0, scores, row.finisher, stated, sums if all(total is not None for total in row.totals) else None)


def _told(row: Row, sheet: ScoreSheet) -> list[Loss]:
    """What is to be said of the round just counted."""
    played, where = sheet.rounds[-1], f"line {row.line}"
    losses = [Loss("differs", where, str(difference).rpartition(" [")[0], difference.rule) for difference in played.differences]
    if not played.judged:
        losses.append(Loss("unjudged", where, f"round {played.number}: nobody is marked as having closed it, so no penalty is judged"))
    if any(total is not None for total in row.totals) and None in row.totals:
        losses.append(Loss("lost", where, f"round {played.number}: totals of some players only"))
    return losses


def _over(row: Row, left: int, sheet: ScoreSheet, rule: str | None) -> Loss:
    """Rounds behind the end of the match, as the options have it."""
    rounds = "1 round is" if left == 1 else f"{left} rounds are"
    limit = "" if sheet.limit is None else f" at {sheet.limit} points (an option says so)"
    return Loss("stopped", f"line {row.line}", f"by the rules the match is over{limit}; {rounds} not carried over", rule)


def _last_totals(last: list[int], sheet: ScoreSheet, off: list[int]) -> list[Loss]:
    """The row of totals against what the rounds add up to; slips that were told with their round are not told again."""
    played = sheet.rounds[-1]
    counted = Counted(played.raw, played.finisher, played.credited, played.totals, played.explanation.events)
    return [
        Loss("differs", "totals", f"the sheet totals {name} {last[seat]}, its rounds add up to {sheet.totals[seat] + off[seat]}", rule)
        for seat, name in enumerate(sheet.names)
        if last[seat] != sheet.totals[seat] + off[seat]
        for rule in [sheet.game.score_rule(counted, "totals", seat)]
    ]


def _result(outcome: Outcome) -> Result:
    return Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores))


# -- writing


def write_csv(sheet: ScoreSheet, path: str | PathLike[str] | None, delimiter: str, full: bool) -> str:
    """See `ScoreSheet.to_csv`."""
    names = list(sheet.names)
    rows: list[list[object]] = [["round", *names, *(f"{name} {word}" for word in ("credited", "total") for name in names if full)]]
    for played in sheet.rounds:
        scores = [f"{score}*" if played.finisher == seat else score for seat, score in enumerate(played.raw)]
        rows.append([played.number, *scores, *(played.credited + played.totals if full else ())])
    rows.append(["total", *sheet.totals, *([""] * (len(rows[0]) - 1 - len(names)))])
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    if path is not None:
        write_file(path, out.getvalue().encode("utf-8"))
    return out.getvalue()
