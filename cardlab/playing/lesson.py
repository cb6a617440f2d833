"""What a refusal teaches: the sentence, the facts, the rule, its passages, and which source says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlab.explain import Explanation
from cardlab.rulebook import LocatorError, Passage, original
from cardlab.text import check_language, fact_texts

if TYPE_CHECKING:
    from cardlab.scratch.trial import Trial


def lesson(ruling: Explanation, lang: str = "en", trial: Trial | None = None) -> dict[str, Any]:
    """A refused action as plain data.

    `sentence`, `why` (its clause alone), `rule` (the id), `states` (what the rule says, in our words), `facts` (as texts), `near` (the
    rules closest to a ruling of ours), `passages`: for each place in a source its `source` (id), `short` and `language`, the `place`
    ("L22"), the first `line`, and the `text`: the true text where the document is at hand, else None. `otherwise`: for each
    disagreement that bears on it, its `topic` and what each source `says`. `others`: for each other preset, where the `trial` is at hand,
    whether the same try would be `legal` by it, and the `text` that says so."""
    check_language(lang)
    book = ruling.rulebook
    rule = book[ruling.rules[0]]
    near = [] if rule.passages else [book[other] for other in rule.near]
    return {
        "sentence": ruling.text(lang),
        "why": ruling.refusal(lang),
        "rule": rule.id,
        "states": rule.text[lang],
        "facts": fact_texts(ruling.facts, ruling.names),
        "near": [{"rule": other.id, "states": other.text[lang]} for other in near],
        "passages": [_passage(passage, lang) for one in (rule, *near) for passage in one.passages],
        "otherwise": [
            {
                "id": disagreement.id,
                "option": disagreement.option,
                "topic": disagreement.topic[lang],
                "says": [
                    {"source": source, "short": book.source(source).short[lang], "value": stand.value, "text": stand.text[lang]}
                    for source, stand in disagreement.says.items()
                ],
            }
            for disagreement in book.disagreements_on(rule.id)
        ],
        "others": [
            {
                "preset": other.preset,
                "source": other.source.id,
                "legal": other.legal,
                "rules": list(other.ruling.rules),
                "text": other.text(lang),
            }
            for other in (trial.others if trial is not None else ())
        ],
    }


def _passage(passage: Passage, lang: str) -> dict[str, Any]:
    source = passage.source
    return {
        "rule": passage.rule,
        "source": source.id,
        "short": source.short[lang],
        "language": source.language,
        "place": passage.locator.text,
        "line": passage.locator.first,
        "text": passage_text(passage),
    }


def passage_text(passage: Passage) -> str | None:
    """The true text of a passage; None where the document is not at hand, or is another one."""
    true = original(passage.source)
    if true.lines is None:
        return None
    try:
        return "\n".join(true.lines[line - 1][start:end] for line, start, end in true.spans(passage))
    except LocatorError:
        return None
