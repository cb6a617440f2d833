"""The command `cardlab smallest`."""

from __future__ import annotations

from collections.abc import Iterator

import click


@click.command()
@click.argument("rule", metavar="RULE-ID", required=False)
@click.option("--preset", help="Named options to play by; the first in which the rule can decide if left out.")
@click.option("--verdict", help="What the rule is to do: forbids, allows, follows or scores; the most telling if left out.")
@click.option("--list", "all_rules", is_flag=True, help="List all rules, what each does in which presets, and why some have no position.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the answer: en, es or nl.")
def smallest(rule: str | None, preset: str | None, verdict: str | None, all_rules: bool, lang: str) -> None:
    """Draw the smallest position that a rule decides.

    An action in it is forbidden or allowed by that rule, or something follows or scores by it: the sentence says so.
    """
    from cardlab import cases
    from cardlab.text import check_language

    check_language(lang)
    if all_rules == (rule is not None):
        raise click.UsageError("name a rule, or ask for the --list")
    if all_rules:
        for line in _list(preset, lang):
            click.echo(line)
    else:
        click.echo(str(cases.smallest(rule or "", preset, lang, verdict=verdict)))


def _list(preset: str | None, lang: str) -> Iterator[str]:
    """A line a rule: what it does and in which presets, or why there is no position; then how many there are."""
    from cardlab import cases, text
    from cardlab.errors import UnknownName
    from cardlab.games import GAMES
    from cardlab.rulebook import read_rulebook

    known = [name for game in GAMES for name in game.presets]
    if preset is not None and preset not in known:
        raise UnknownName("preset", preset, known)
    for game in GAMES:
        if preset is not None and preset not in game.presets:
            continue
        book = read_rulebook(game.name)
        wide = max(map(len, book))
        for rule in book:
            why = cases.why_none(rule, preset, lang)
            there = cases.chosen(rule, game.name)
            verdicts = ", ".join(text.word("smallest", verdict, lang) for verdict in dict.fromkeys(one.verdict for one in there.values()))
            told = f"{verdicts} ({', '.join(there)})" if why is None else f"– {why}"
            yield f"{rule:<{wide}}  {told}"
        yield text.fill(text.word("smallest", "list_count", lang), cases.counts(game.name))
