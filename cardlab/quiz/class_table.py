"""What a whole class has understood: by student, by question and by rule."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.quiz import grading
from cardlab.quiz.grading import MASTERED, Entry, Grade, KeyLike, Result, read_key

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Tally:
    """Right answers of all that were asked, to a question or about a rule."""

    name: str
    right: int
    of: int
    at_once: int = 0
    answered: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """Wrong answers, by how many students gave them."""
    entry: Entry | None = None

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0


@dataclass(frozen=True)
class ClassTable:
    """What a class has understood."""

    grades: tuple[Grade, ...]
    threshold: float = MASTERED

    @property
    def students(self) -> tuple[str, ...]:
        return tuple(grade.student for grade in self.grades)

    @property
    def questions(self) -> tuple[Tally, ...]:
        """One tally a question, in the order of the key."""
        by_id: dict[str, list[Result]] = {}
        for result in (result for grade in self.grades for result in grade.results):
            by_id.setdefault(result.entry.id, []).append(result)
        return tuple(_tally(name, results) for name, results in by_id.items())

    @property
    def rules(self) -> tuple[Tally, ...]:
        """One tally a rule, the least known first."""
        by_rule: dict[str, list[Result]] = {}
        for result in (result for grade in self.grades for result in grade.results):
            for rule in result.entry.rules:
                by_rule.setdefault(rule, []).append(result)
        return tuple(sorted((_tally(rule, results) for rule, results in by_rule.items()), key=lambda tally: (tally.share, tally.name)))

    @property
    def not_mastered(self) -> tuple[Tally, ...]:
        """The rules that the class does not yet master, the least known first."""
        return tuple(tally for tally in self.rules if tally.share < self.threshold)

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(problem for grade in self.grades for problem in grade.problems)

    # -- other forms

    def students_frame(self) -> pandas.DataFrame:
        """One row a student, one column a question (True, False; missing where nothing was answered), then right and share."""
        import pandas

        rows = []
        for one in self.grades:
            answered = {r.entry.id: r.right if r.answer is not None else None for r in one.results}
            rows.append({"student": one.student, **answered, "right": one.right, "share": one.share})
        return pandas.DataFrame(rows)

    def rules_frame(self) -> pandas.DataFrame:
        """One row a rule, the least known first: rule, right, of and share."""
        import pandas

        return pandas.DataFrame([(t.name, t.right, t.of, t.share) for t in self.rules], columns=["rule", "right", "of", "share"])

    def csv(self) -> dict[str, str]:
        """The three tables as CSV, by file name: students.csv, questions.csv and rules.csv."""
        ids = [tally.name for tally in self.questions]
        students = [["student", *ids, "right", "of", "share"]]
        for grade in self.grades:
            cells = ["" if r.answer is None else "1" if r.right else "0" for r in grade.results]
            students.append([grade.student, *cells, str(grade.right), str(grade.of), f"{grade.share:.2f}"])
        questions = [["question", "ask", "rules", "right", "at_once", "answered", "of", "share", "common_wrong_answer"]]
        for tally in self.questions:
            assert tally.entry is not None
            most = tally.wrong.most_common(1)
            questions.append([
                tally.name, tally.entry.ask, " ".join(tally.entry.rules), *map(str, (tally.right, tally.at_once, tally.answered, tally.of)),
                f"{tally.share:.2f}", most[0][0] if most else "",
            ])  # fmt: skip
        rules = [["rule", "right", "of", "share", "mastered"]]
        rules += [[t.name, str(t.right), str(t.of), f"{t.share:.2f}", "yes" if t.share >= self.threshold else "no"] for t in self.rules]
        return {"students.csv": _csv(students), "questions.csv": _csv(questions), "rules.csv": _csv(rules)}

    def text(self, lang: str = "en") -> str:
        """The tables in plain characters, and the rules that are not yet mastered."""
        from cardlab.quiz.picture import class_text

        return class_text(self, lang)

    def svg(self, lang: str = "en") -> str:
        """The rules by how well the class knows them, as a picture."""
        from cardlab.quiz.picture import class_svg

        return class_svg(self, lang)

    def write(self, folder: str | PathLike[str], lang: str = "en") -> list[Path]:
        """Write the three tables, `rules.svg` and `class.txt` into a folder, which is made where it is not there; the files."""
        from cardlab.replay.writer import write_file

        there = Path(folder)
        there.mkdir(parents=True, exist_ok=True)
        files = self.csv() | {"rules.svg": self.svg(lang), "class.txt": self.text(lang) + "\n"}
        for name, text in files.items():
            write_file(there / name, text.encode("utf-8"))
        return [there / name for name in files]

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}


def _tally(name: str, results: Sequence[Result]) -> Tally:
    wrong = Counter(answer for result in results for answer in dict.fromkeys(result.wrong))
    return Tally(
        name, sum(r.right for r in results), len(results), sum(r.at_once for r in results), sum(r.answer is not None for r in results),
        wrong, results[0].entry,
    )  # fmt: skip


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A text that a spreadsheet takes for a formula is marked as text; a number with a sign stays a number."""
    number = cell.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") and not number else cell


def grade_class(paths: Sequence[str | PathLike[str]], key: KeyLike, threshold: float = MASTERED) -> ClassTable:
    """The answers of a class against one key. Students of one name are told apart by their files. ReplayError for a file that holds no
    answers; FileNotFoundError for one that is not there."""
    entries = read_key(key)
    grades = [grading.grade(path, entries) for path in paths]
    names = Counter(one.student for one in grades)
    told = []
    for one, path in zip(grades, paths, strict=True):
        name = one.student or Path(path).stem
        told.append(Grade(f"{name} ({Path(path).name})" if one.student and names[one.student] > 1 else name, one.results, one.problems))
    return ClassTable(tuple(told), threshold)
