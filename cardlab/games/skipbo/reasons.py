"""The rules that a legal action rests on, the most telling first: what `forbids` appends to a trace."""

from cardlab.games.skipbo.notation import ASK, DISCARD, DRAW, PARTNER_DISCARD, PARTNER_STOCK, PASS, TO_DISCARD, face_named
from cardlab.games.skipbo.state import WILD, State


def tell(state: State, player: int, move: int, trace: list[str]) -> None:
    """Append what allows this legal action."""
    if move == DRAW:
        trace += (*draw_rules(state), "skipbo.pile.draw.purpose")
    elif move == PASS:
        trace += _passes(state)
    elif move >= ASK:
        trace += ("skipbo.partners.requests", "skipbo.partners.request_names_card", "skipbo.E41")
    elif (move & 15) >= TO_DISCARD:
        _discards(state, player, move, trace)
    else:
        _plays(state, player, move, trace)


def draw_rules(state: State) -> tuple[str, ...]:
    """Why these cards are due: a refill in mid-turn, five at each turn, five at the first turn, as many as make five."""
    if state.opened:
        often = "skipbo.turn.refill_repeat" if state.refills else "skipbo.turn.empty_hand_no_end"
        full = "skipbo.E12" if state.hand_laid - 5 * state.refills < 5 else "skipbo.E11"
        return ("skipbo.turn.refill", often, full)
    if state.options.turn_start_draw == "draw_5":
        return ("skipbo.turn.draw_five_every_turn", "skipbo.turn.draw_first", "skipbo.E61")
    # cards kept from a turn that lapsed are filled up, even in the first turn that is played
    if not state.begun >> state.seat & 1 and not state.hands[state.seat]:
        return ("skipbo.turn.first_draw_five", "skipbo.turn.draw_first")
    return ("skipbo.turn.draw_to_five", "skipbo.turn.draw_first", "skipbo.turn.hand_kept")


def _passes(state: State) -> tuple[str, ...]:
    if state.penal and not state.hand_laid:
        return ("skipbo.E56", "skipbo.irregular.out_of_turn_no_draw")
    if state.draw or state.completed:
        return ("skipbo.E06", "skipbo.turn.end_by_discard")
    return ("skipbo.E06", "skipbo.E01", "skipbo.turn.end_by_discard")


def _discards(state: State, player: int, move: int, trace: list[str]) -> None:
    from cardlab.games.skipbo.rules import could_lay

    trace.append("skipbo.turn.end_by_discard")
    # Not by what the hand holds: the reason given would tell the others whether a card of it fits. Everybody sees the stock's top.
    fits = False
    if state.options.turn_must_play:
        if not could_lay(state, player):
            trace += ("skipbo.turn.discard_when_unable", "skipbo.settled.must_play_counts")
    else:
        trace.append("skipbo.turn.optional_play")
        if fits := _stock_fits(state, player):
            trace.append("skipbo.E13")
    trace.append("skipbo.E08" if len(state.hands[player]) == 1 else "skipbo.turn.discard_exactly_one")
    pile = state.discards[4 * player + (move & 15) - TO_DISCARD]
    if move >> 4 == WILD:
        trace.append("skipbo.E20")
    elif pile:
        trace.append("skipbo.discard.any_order")
    else:
        trace.append("skipbo.discard.max_four")
    if pile:
        trace.append("skipbo.discard.any_height")
        if all(state.discards[4 * player : 4 * player + 4]):
            trace.append("skipbo.E16")
    else:
        trace += ("skipbo.setup.discards_arise_in_play", "skipbo.pile.discard.personal")
    if not state.laid:
        trace.append("skipbo.E07")
    if state.stocks[player] and not fits:
        trace.append("skipbo.E14")


def _stock_fits(state: State, player: int) -> bool:
    """Whether the open stock card could be laid on a building pile (E13); where not, it cannot be got rid of (E14)."""
    from cardlab.games.skipbo.rules import misfit

    stock = state.stocks[player]
    return bool(stock) and any(misfit(state, state.face[stock[-1]], pile) is None for pile in range(4))


def _plays(state: State, player: int, move: int, trace: list[str]) -> None:
    source, target = move >> 4, move & 15
    pile = state.builds[target]
    wild = face_named(state, player, source) == WILD
    trace += _wild_fits(state, pile) if wild else ("skipbo.build.sequence",) if pile else ("skipbo.build.start",)
    if source == 0:
        trace.append("skipbo.play.source_stock")
        if wild and len(trace) < 4:
            trace.append("skipbo.E28")
        elif state.flipped:
            trace.append("skipbo.stock.next_same_turn")
        elif not pile:
            trace.append("skipbo.build.start_from_stock_or_hand")
    elif source < DISCARD:
        trace.append("skipbo.play.source_hand")
        if not pile and not wild:
            trace.append("skipbo.build.start_from_stock_or_hand")
    elif source < PARTNER_STOCK:
        trace += ("skipbo.play.source_discard", "skipbo.discard.playable_later" if pile else "skipbo.E19")
    else:
        stock = source < PARTNER_DISCARD
        trace += ("skipbo.partners.partner_stock" if stock else "skipbo.partners.partner_discards", "skipbo.partners.own_turn_only")
    if state.laid and len(trace) < 4:
        trace.append("skipbo.turn.multiple_plays")
    _plays_too(state, source, pile, wild, trace)


def _plays_too(state: State, source: int, pile: list[int], wild: bool, trace: list[str]) -> None:
    """What holds of a play besides, after the reasons that tell this one from others."""
    if not pile:
        trace += ("skipbo.build.start_if_fewer", "skipbo.setup.builds_arise_in_play")
    elif not state.laid:
        # What lies there was laid in earlier turns, whoever took them.
        trace.append("skipbo.pile.build.shared")
    if source == 0:
        trace.append("skipbo.stock.top_only")
        if state.flipped and pile:
            trace.append("skipbo.build.continue_from_stock")
    if not wild:
        return
    if not pile:
        trace.append("skipbo.E22")
    elif len(pile) < 11:
        trace.append("skipbo.wild.continue_pile")
    else:
        trace.append("skipbo.wild.range")
    trace += ("skipbo.wild.joker", "skipbo.wild.any_moment")
    if state.options.wild_consecutive_max != "unlimited":
        trace.append("skipbo.settled.wilds_counted")


def _wild_fits(state: State, pile: list[int]) -> tuple[str, ...]:
    if not pile:
        return ("skipbo.wild.start_pile", "skipbo.wild.start_counts_one")
    if len(pile) == 11:
        return ("skipbo.wild.finish_pile", "skipbo.E24")
    second = state.face[pile[-1]] == WILD
    if second and len(pile) > 1 and state.face[pile[-2]] == WILD:
        return ("skipbo.wild.any_number", "skipbo.wild.value_by_position", "skipbo.E23")
    if second:
        return ("skipbo.wild.any_number", "skipbo.wild.value_by_position", "skipbo.wild.consecutive")
    return ("skipbo.wild.any_number", "skipbo.wild.value_by_position")
