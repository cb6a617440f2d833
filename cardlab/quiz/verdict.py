"""What is said to an answer: right or not, why, by which rules, and how many tries are left."""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.explain import Explanation
from cardlab.quiz.criteria import right_answers
from cardlab.quiz.exercise import Exercise, in_language, rules_at
from cardlab.rulebook import Passage
from cardlab.text import fill, word


@dataclass(frozen=True)
class Verdict:
    """What became of one answer. True when it was right."""

    exercise: Exercise
    answer: str
    """In its one form."""
    right: bool | None
    """None where it cannot be judged here: it is kept, and judged with the key."""
    number: int
    """Which try it was, counted from 1; the same answer again is no new one."""
    left: int | None
    """Tries that are left; None where any number may be made."""
    counts: bool = True
    """Whether it counts: not where the question was answered rightly before, or no try was left."""
    closed: bool = False
    """Whether the question is done: answered rightly, or without a try left. Only then is the right answer told."""
    solved: bool = False
    """Whether the question is answered rightly, by this answer or before."""
    why: Explanation | None = None
    """The engine's ruling or explanation that bears on it; None where telling it would give the answer away."""

    def __bool__(self) -> bool:
        return bool(self.right)

    @property
    def question(self) -> str:
        return self.exercise.id

    @property
    def undone(self) -> bool:
        """Whether it was a play that the rules refuse: the card goes back, and the sentence says why."""
        return self.exercise.ask == "play" and self.why is not None and not self.why.legal

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules behind it: those of the ruling, or the rule that was answered."""
        if self.why is not None:
            return self.why.rules
        if self.exercise.ask in ("rule", "next"):
            return (self.answer,) if self.answer in self.exercise.book else tuple(rules_at(self.exercise.book, self.answer))
        return ()

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Where the sources state these rules."""
        return tuple(passage for rule in self.rules for passage in self.exercise.book[rule].passages)

    def text(self, lang: str = "en") -> str:
        """What is said to it: the verdict, what was written for this answer or else the reason by the rules, and the tries left."""
        parts = [word("quiz", "noted" if self.right is None else "right" if self.right else "wrong", lang)]
        parts += [self.feedback(lang) or self.reason(lang)]
        if self.undone:
            parts.append(word("quiz", "undone", lang))
        if not self.counts:
            parts.append(word("quiz", "already_right" if self.solved else "too_late", lang))
        elif self.right is False:
            parts.append(self._tries(lang))
        return " ".join(filter(None, parts))

    def _tries(self, lang: str) -> str:
        if not self.closed:
            return "" if self.left is None else fill(word("quiz", "tries_left", lang), {"left": str(self.left)})
        if self.exercise.ask == "legal":  # the ruling has said it
            return ""
        told = [word("quiz", "no_tries_left", lang)]
        if answers := told_answers(self.exercise):
            answers_told = "; ".join(self.exercise.answer_text(answer, lang).rstrip(".") for answer in answers)
            told.append(fill(word("quiz", "solution", lang), {"answers": answers_told}))
        return " ".join(told)

    def feedback(self, lang: str = "en") -> str:
        """What was written for this answer; empty where nothing was."""
        texts = self.exercise.record.feedback
        written = texts.get(self.answer) or (texts.get("*") if self.right is False else None)
        return in_language(written, lang) if written else ""

    def reason(self, lang: str = "en") -> str:
        """The reason by the rules, in a sentence; empty where there is none to give, or where it would give the answer away."""
        ask, exercise = self.exercise.ask, self.exercise
        if self.why is not None:
            told = self.why.text(lang)
            return f"{word('quiz', 'allowed_but', lang)} {told}" if ask == "play" and self.right is False and self.why.legal else told
        if self.right is not False:
            return ""
        if ask == "rule" and self.rules:
            told = " ".join(exercise.book[rule].statement(lang) for rule in self.rules)
            return fill(word("quiz", "not_governing", lang), {"rule": told})
        return word("quiz", "not_following", lang) if ask == "next" else ""

    def __str__(self) -> str:
        return self.text()


def told_answers(exercise: Exercise) -> list[str]:
    """The right answers as they are told in the end: a few of them, and rules before the places where they stand."""
    answers = right_answers(exercise) if exercise.keyed and not exercise.record.hashes else ()
    rules = [answer for answer in answers if answer in exercise.book]
    return list(rules[:1] if exercise.ask == "rule" and rules else answers[:3])


def explanation_of(exercise: Exercise, answer: str, right: bool | None, closed: bool) -> Explanation | None:
    """The ruling or the explanation to show beside a verdict, where that does not give away what is still asked."""
    if exercise.record.choices.get(answer) and exercise.ask == "play":
        return None
    if exercise.ask == "play":
        ruling = exercise.ruling(answer)
        outcome = any("=" in text for text in exercise.record.accept)
        return exercise.taken(answer).explanation if ruling.legal and outcome and exercise.carried is None else ruling
    if right is None or not exercise.keyed or not (right or closed):
        return None
    if exercise.ask == "score":
        return (exercise.position if exercise.record.action is None else exercise.taken()).explanation
    if exercise.record.action is None:
        return None
    return exercise.ruling() if exercise.ask == "legal" else exercise.why
