"""The end of a round: the reveal, the removals it earns, the count, the penalty, and the end of the match.

All of it belongs to the ply that ends the round, except where CHANCE has to name unknown faces or an owner has to answer an offer.
"""

from __future__ import annotations

from cardlab.game import Event, Log
from cardlab.games.skyjo import lines
from cardlab.games.skyjo.state import (
    DEAL,
    OFFER_REVEAL,
    OFFER_SEAT,
    OPEN,
    OVER,
    REVEAL_FINAL,
    State,
    await_chance,
    unseen_to_turn,
)  # fmt: skip


def end_round(state: State, log: Log | None) -> None:
    """Nobody has a turn left: turn up what is hidden (skyjo.round.reveal) and count (skyjo.round.count)."""
    state.forced = -1
    state.offers = []
    state.phase = REVEAL_FINAL
    if unseen_to_turn(state):
        await_chance(state, REVEAL_FINAL)
    else:
        reveal(state, log)


def reveal(state: State, log: Log | None) -> None:
    """Turn up all hidden cards; lines they complete go, or are offered, seat by seat, before anything is counted (E04, E56)."""
    before = lines.turned_now(state)
    up = state.up
    for cards in before:
        for card in cards:
            up[card] = OPEN
    if log is not None:
        facts = {"finisher": state.finisher, "hidden": sum(map(len, before))} if state.finisher >= 0 else {"hidden": sum(map(len, before))}
        log.append(Event("reveal", ("skyjo.round.reveal",), facts))
    if state.options.column_at_reveal == "as_in_play":
        _remove_at_reveal(state, before, log)
    if state.offers:
        state.phase = OFFER_REVEAL
        state.player = state.actor = state.offers[0] // OFFER_SEAT
    else:
        count(state, log)


def _remove_at_reveal(state: State, before: list[set[int]], log: Log | None) -> None:
    options = state.options
    lapsed = options.column_removal_window != "until_round_end"
    why: tuple[str, ...] = ("skyjo.E04",) if options.round_last_turns == "one_each" else ("skyjo.E04", "skyjo.E56")
    first = True
    for seat in range(state.seats):
        found = lines.removable(state, seat, before[seat] if lapsed else None)
        going = [line for line in found if lines.is_automatic(state, line)]
        # A line offered in an earlier moment is offered again only where the window says so; automatic ones never wait.
        state.offers += [seat * OFFER_SEAT + line for line in found if line not in going]
        if going:
            lines.remove(state, seat, going, log, why if first else (*why, "skyjo.settled.reveal_by_seat"))
            first = False


def raw_scores(state: State) -> list[int]:
    """The sum of each grid (skyjo.score.sum); an empty one scores 0 (E06)."""
    face = state.face
    return [sum(face[card] for card in grid if card >= 0) for grid in state.grid]


def count(state: State, log: Log | None) -> None:
    """Score the round, and end the match where a total has reached the final score (skyjo.match.end_after_round)."""
    raw = raw_scores(state)
    if log is not None:
        log.append(Event("count", _count_rules(state), {"scores": raw[:]}))
    credited = penalised(state, raw, log)
    state.gained = credited
    state.totals = [total + score for total, score in zip(state.totals, credited, strict=True)]
    if log is not None:
        rules = ["skyjo.score.cumulative", "skyjo.score.record"]
        if min(credited) < 0:
            rules.append("skyjo.score.signed")
        if min(state.totals) < 0:
            rules.append("skyjo.E50")
        log.append(Event("credit", tuple(rules), {"scores": credited[:], "totals": state.totals[:]}))
    state.lots = _next_starters(state)
    state.offers = []
    limit = state.options.match_final_score
    if max(state.totals) >= limit:
        state.phase = OVER
        state.player = None
        if log is not None:
            log.append(_match_over(state, raw))
    else:
        await_chance(state, DEAL)
        if log is not None:
            facts = {"totals": state.totals[:], "limit": limit}
            log.append(Event("next_round", ("skyjo.match.rounds", "skyjo.match.end_after_round"), facts))


def _count_rules(state: State) -> tuple[str, ...]:
    rules = ("skyjo.round.count", "skyjo.score.sum", "skyjo.objective.grid")
    return (*rules, "skyjo.settings.show_round_score", "skyjo.E52") if state.options.ui_round_score == "live" else rules


def penalised(state: State, raw: list[int], log: Log | None) -> list[int]:
    """The round scores as credited. The finisher's alone can change (skyjo.score.others_unchanged); raw scores are compared (E44)."""
    credited, finisher, options = raw[:], state.finisher, state.options
    if finisher < 0:
        return credited
    if state.seats == 1:
        if log is not None:
            log.append(Event("no_penalty", ("skyjo.E42", "skyjo.solo"), {"finisher": finisher, "raw": raw[0], "credited": raw[0]}))
        return credited
    own = raw[finisher]
    best = min(score for seat, score in enumerate(raw) if seat != finisher)
    strict = options.score_finisher_tie == "penalised"
    compared = "skyjo.score.finisher_strict" if strict else "skyjo.score.finisher_no_one_lower"
    if own < best or (own == best and not strict):
        kind, rules = "no_penalty", [compared, "skyjo.score.finisher"]
    elif options.score_finisher_penalty == "none":
        kind, rules = "no_penalty", ["skyjo.settings.finisher_penalty", compared]
    elif own <= 0 and options.score_finisher_exempt == "zero_or_negative":
        kind, rules = "exempt", ["skyjo.score.finisher_exempt", compared]
        if options.score_finisher_penalty != "factor":
            rules.append("skyjo.settled.exempt_all_kinds")
        if own == 0:
            rules.append("skyjo.E45")
    else:
        kind = "penalty"
        credited[finisher] = _penalty(state, own)
        rules = _penalty_rules(state, own, best, compared)
    if log is not None:
        facts = {"finisher": finisher, "raw": own, "credited": credited[finisher], "lowest": best, "scores": credited[:]}
        log.append(Event(kind, tuple(rules), facts))
    return credited


def _penalty(state: State, score: int) -> int:
    options = state.options
    factor, flat = options.score_finisher_factor, options.score_finisher_flat
    kind = options.score_finisher_penalty
    if kind == "factor":
        return score * factor
    if kind == "flat":
        return score + flat
    if kind == "factor_then_flat":
        return score * factor + flat
    return (score + flat) * factor


def _penalty_rules(state: State, own: int, best: int, compared: str) -> list[str]:
    options = state.options
    kind = options.score_finisher_penalty
    doubled = kind == "factor" and options.score_finisher_factor == 2
    if doubled:
        rules = ["skyjo.score.finisher_double", compared]
    elif kind == "factor":
        rules = ["skyjo.settled.factor_penalty", compared, "skyjo.settings.finisher_penalty"]
    elif kind == "flat":
        rules = ["skyjo.settled.flat_penalty", compared, "skyjo.settings.finisher_penalty"]
    else:
        rules = ["skyjo.settled.penalty_kinds", compared, "skyjo.settings.finisher_penalty"]
    rules += ["skyjo.score.others_unchanged", "skyjo.E44"]
    if doubled and own == best:
        rules.append("skyjo.score.example")
    if kind == "factor" and own <= 0:
        rules.append("skyjo.E45" if own == 0 else "skyjo.E46")
    return rules


def _next_starters(state: State) -> list[int]:
    """The seats between which the first turn of the next round lies; empty where the opening sums will decide (E19)."""
    options = state.options
    if options.start_next_rounds == "finisher" and state.finisher >= 0:
        return [state.finisher]
    if options.start_next_rounds == "rotate":
        # A position from a text may not say who began.
        return [(state.starter + 1) % state.seats] if state.starter >= 0 else list(range(state.seats))
    if options.start_next_rounds == "winner":
        low = min(state.gained)
        tied = [seat for seat in range(state.seats) if state.gained[seat] == low]
        return tied[:1] if options.start_tie_break == "seat_order" else tied
    return []


def winners(state: State) -> tuple[int, ...]:
    """The seats with the lowest total (skyjo.match.winner); equals share the win (E48)."""
    low = min(state.totals)
    return tuple(seat for seat in range(state.seats) if state.totals[seat] == low)


def _match_over(state: State, raw: list[int]) -> Event:
    options, totals = state.options, state.totals
    limit, won = options.match_final_score, winners(state)
    rules = ["skyjo.match.end", "skyjo.match.winner", "skyjo.match.end_after_round", "skyjo.objective.match"]
    if max(totals) > limit:
        rules.append("skyjo.match.end_or_more")
    if limit != 100:
        rules.append("skyjo.settings.final_score")
    unpenalised = [total - gain + score for total, gain, score in zip(totals, state.gained, raw, strict=True)]
    if max(unpenalised) < limit:
        rules.append("skyjo.E47")
    if len(won) > 1:
        rules.append("skyjo.E48")
    if sum(total >= limit for total in totals) > 1:
        rules.append("skyjo.E49")
    return Event("match_over", tuple(rules), {"totals": totals[:], "limit": limit, "winners": won})
