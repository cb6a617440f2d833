"""How a round ends, what it counts, and what follows: the next deal or the end of the match."""

from cardlab.game import CHANCE, Event, Log, Outcome
from cardlab.games.skipbo.state import DEAL, DEALER, OVER, State, after_me, partner


def stock_gone(state: State, owner: int, log: Log | None) -> bool:
    """Whether an emptied stock ends the round: always without partners; in pairs when both are gone, or as the option says."""
    mate = partner(state, owner)
    if mate < 0 or not state.stocks[mate] or state.options.partners_win == "first_stock":
        return True
    if log is not None:
        rules = ("skipbo.partners.win_needs_both", "skipbo.partners.continue_after_stock", "skipbo.partners.end")
        log.append(Event("stock_gone", (*rules, "skipbo.objective.partners"), {"seat": owner, "partner": mate}))
    return False


def round_won(state: State, winner: int, log: Log | None) -> None:
    """The round stops at once (E26); the winner alone scores (E44), a pair together (E43)."""
    both = partner(state, winner) >= 0 and state.options.partners_win == "both_stocks"
    _score(state, winner, log)
    if log is not None:
        aim = "skipbo.objective.partners" if both else "skipbo.objective.empty_stock"
        log.append(Event("aim", (aim, "skipbo.objective.number_order", "skipbo.win.only_by_stock"), {"winner": winner}))


def _score(state: State, winner: int, log: Log | None) -> None:
    options = state.options
    mate = partner(state, winner)
    pair = (winner,) if mate < 0 else tuple(sorted((winner, mate)))
    if log is not None:
        won = ("skipbo.partners.end",) if mate >= 0 and options.partners_win == "both_stocks" else ("skipbo.win.stock_empty",)
        log.append(Event("round_over", (*won, "skipbo.win.round_ends_at_once", "skipbo.E26"), {"winner": winner}))
    state.winner = winner
    state.oot, state.undo = -1, []
    if not options.score_enabled:
        if log is not None:
            log.append(Event("match_over", ("skipbo.match.single_rounds",), {"winner": winner}))
        _over(state, "stock_empty")
        return
    cards = sum(len(stock) for seat, stock in enumerate(state.stocks) if seat not in pair)
    points = options.score_bonus + options.score_per_card * cards
    for seat in pair:
        state.totals[seat] += points
    if log is not None:
        rules: tuple[str, ...] = ("skipbo.score.winner_bonus", "skipbo.score.per_card", "skipbo.score.winner_only")
        rules += ("skipbo.score.stock_cards_only", "skipbo.E45", "skipbo.score.official_option")
        rules += () if mate < 0 else ("skipbo.E43",)
        facts = {"winner": winner, "bonus": options.score_bonus, "per_card": options.score_per_card, "cards": cards}
        log.append(Event("score", rules, {**facts, "points": points, "totals": tuple(state.totals)}))
    if state.totals[winner] < options.score_target:
        _next_round(state, winner, log)
        return
    if log is not None:
        alone = ("skipbo.match.500", "skipbo.E44") if mate < 0 else ("skipbo.match.500",)
        log.append(Event("match_over", alone, {"winner": winner, "target": options.score_target, "totals": tuple(state.totals)}))
    _over(state, "match_score")


def round_void(state: State, log: Log | None) -> None:
    """Nobody can go on: no winner, no points (E04)."""
    if log is not None:
        log.append(Event("void", ("skipbo.E04",), {"turns": state.turn}))
    state.oot, state.undo = -1, []
    if state.options.score_enabled:
        _next_round(state, -1, log)
    else:
        _over(state, "void")


def _next_round(state: State, winner: int, log: Log | None) -> None:
    """The deal goes on as `deal.rotation` says (E35); after a void round, which nobody won, to the left in any case."""
    rotation = state.options.deal_rotation
    state.round += 1
    state.turn = 0
    state.winner = -1
    state.begun = state.owes = state.idle = 0
    state.fresh_turn()
    state.player = CHANCE
    state.phase = DEAL
    rules: tuple[str, ...] = ("skipbo.match.several_games",)
    if rotation == "redraw":
        state.phase = DEALER
        state.drawn = [0] * state.seats
        rules += ("skipbo.deal.dealer_draw",)
    elif rotation == "winner" and winner >= 0:
        state.dealer = winner
        rules += ("skipbo.deal.by_dealer",)
    else:
        state.dealer = after_me(state, state.dealer)
        rules += ("skipbo.deal.dealer_rotation", "skipbo.E35")
    if log is not None:
        facts = {} if state.phase == DEALER else {"dealer": state.dealer}
        log.append(Event("next_round", rules, {**facts, "round": state.round}))


def _over(state: State, reason: str) -> None:
    state.phase, state.player, state.reason = OVER, None, reason


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None."""
    if state.phase != OVER:
        return None
    if state.winner < 0:
        return Outcome(state.reason, (), tuple(state.totals))
    mate = partner(state, state.winner)
    pair = (state.winner,) if mate < 0 else tuple(sorted((state.winner, mate)))
    return Outcome(state.reason, pair, tuple(state.totals))
