"""Names in texts: found as whole words in every form, and replaced."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Change:
    """What became of one name."""

    name: str
    alias: str
    fields: int = 0
    """How often it stood alone in a field: a seat, an author."""
    words: int = 0
    """How often it stood in a text."""
    forms: set[str] = field(default_factory=set)
    """How it was written."""


class Names:
    """Replaces the forms of names by aliases: whole words, in whichever way their accents are encoded."""

    def __init__(self, aliases: Mapping[str, str]) -> None:
        self.changes = {name: Change(name, alias) for name, alias in aliases.items()}
        self._by_form: dict[str, Change] = {}
        for name, change in self.changes.items():
            for form in _forms(name):
                self._by_form.setdefault(form, change)
        forms = sorted(self._by_form, key=len, reverse=True)
        either = "|".join(map(re.escape, forms)) or r"(?!)"
        self._words = re.compile(rf"(?<![\w\u0300-\u036f])(?:{either})(?![\w\u0300-\u036f])")
        self._folded = re.compile(self._words.pattern, re.IGNORECASE)

    def alone(self, text: str) -> str:
        """A field that holds a name and nothing else."""
        change = self._by_form.get(text) or self._by_form.get(text.strip())
        if change is None:
            return self.within(text)
        change.fields += 1
        change.forms.add(text)
        return change.alias

    def within(self, text: str) -> str:
        """A text in which names may stand as words."""
        return self._words.sub(self._word, text)

    def _word(self, match: re.Match[str]) -> str:
        change = self._by_form[match[0]]
        change.words += 1
        change.forms.add(match[0])
        return change.alias

    def id(self, text: str) -> str:
        """An id made of words: names in it in any case, parted by anything but letters and digits."""
        folded = {form.casefold(): change.alias for form, change in self._by_form.items()}
        either = "|".join(map(re.escape, sorted(folded, key=len, reverse=True))) or r"(?!)"
        return re.sub(
            rf"(?<![^\W_])(?:{either})(?![^\W_])",
            lambda m: re.sub(r"[^a-z0-9]+", "-", folded[m[0].casefold()].casefold()).strip("-"),
            text,
            flags=re.IGNORECASE,
        )

    def left_in(self, text: str) -> list[str]:
        """Words that are names but for their case ("leo" is a word in Spanish, and may be a person)."""
        aliases = {change.alias for change in self.changes.values()}
        return [found for found in dict.fromkeys(self._folded.findall(text)) if found not in aliases]


def _forms(name: str) -> set[str]:
    """A name as it may be written: as given and in capitals, composed and decomposed."""
    plain = " ".join(name.split())
    return {unicodedata.normalize(form, one) for one in (plain, plain.upper(), name) for form in ("NFC", "NFD") if one}
