"""What an action does: draws, plays, discards, the passing of the turn. What follows is logged as events with their rules."""

from typing import Any

from cardlab.game import CHANCE, Event, Log, Move
from cardlab.games.skipbo import referee, scoring, setup
from cardlab.games.skipbo.notation import ASK, DISCARD, DRAW, PARTNER_DISCARD, PARTNER_STOCK, PASS, TO_DISCARD
from cardlab.games.skipbo.rules import cards_due, limited, refill_due
from cardlab.games.skipbo.state import COMPLETED, FULL, PLAY, RESHUFFLE, REVEAL, TO_HAND, UNKNOWN, State, after_me, partner
from cardlab.games.skipbo.state import DRAW as DRAW_PHASE


def apply(state: State, player: int, move: Move, log: Log | None = None) -> None:
    """Carry out a legal action."""
    if not isinstance(move, int):
        if move[0] in referee.CHECKS:
            referee.apply(state, move, log)
        else:
            setup.apply(state, move, log)
    elif move < DRAW:
        if (move & 15) < TO_DISCARD:
            _lay(state, player, move >> 4, move & 15, log)
        else:
            _discard(state, player, move >> 4, (move & 15) - TO_DISCARD, log)
    elif move == DRAW:
        _draw(state, log)
    elif move == PASS:
        if not state.laid:
            state.idle |= 1 << player
        end_turn(state, log)
    elif log is not None:
        facts = {"partner": partner(state, player), "pile": f"B{((move - ASK) & 15) + 1}"}
        log.append(Event("request", ("skipbo.partners.requests_turn_player_only",), facts))


# -- drawing


def _draw(state: State, log: Log | None) -> None:
    """The cards due to the seat on turn."""
    state.task, state.target, state.due, state.took = TO_HAND, state.seat, cards_due(state), 0
    if log is not None and state.due > len(state.draw):
        rules = ("skipbo.E02",) if state.draw else ("skipbo.E03",)
        log.append(Event("short", rules if state.completed else ("skipbo.E01",), {"due": state.due, "draw_pile": len(state.draw)}))
    take(state, log)


def take(state: State, log: Log | None) -> None:
    """Take what is due for the task in hand. Where the pile is spent, CHANCE shuffles the completed piles and the rest follows;
    what nothing is left for lapses (E01, E02, E48)."""
    draw = state.draw
    number = min(state.due, len(draw))
    if number:
        cards = draw[-number:]
        cards.reverse()
        del draw[-number:]
        state.due -= number
        state.took += number
        if state.task == TO_HAND:
            state.hands[state.target] += cards
            state.pending += [card for card in cards if state.face[card] == UNKNOWN]
        else:
            cards.reverse()
            state.stocks[state.target][:0] = cards
    if state.due and state.completed:
        state.phase, state.player = RESHUFFLE, CHANCE
        if log is not None:
            facts = {"completed": len(state.completed), "due": state.due}
            log.append(Event("reshuffle_due", ("skipbo.draw.reshuffle", "skipbo.E05"), facts))
        return
    state.due = 0
    if state.task == TO_HAND:
        if state.opened:
            state.refills += 1
        state.opened = 1
        state.drew += state.took
        settle(state)
    else:
        referee.taken(state, log)


def settle(state: State) -> None:
    """Who is to act next within the turn: CHANCE tells faces that must be known, a draw that is due comes first, else the seat
    plays. A start draw that cannot be made at all is not made up later in the turn (settled)."""
    seat = state.seat
    if not state.pending:
        mate = partner(state, seat)
        for owner in (seat,) if mate < 0 else (seat, mate):
            stock = state.stocks[owner]
            if stock and state.face[stock[-1]] == UNKNOWN:
                state.pending.append(stock[-1])
    if state.pending:
        state.phase, state.player = REVEAL, CHANCE
        return
    state.player = seat
    if not state.opened and (not cards_due(state) or not (state.draw or state.completed) or limited(state, seat)):
        state.opened = 1
    due = not state.opened or (state.options.turn_refill_timing == "immediate" and refill_due(state))
    state.phase = DRAW_PHASE if due else PLAY


# -- laying and discarding


def take_card(state: State, player: int, source: int) -> int:
    """The id of the card that a source gives up. A hand card whose face was not known becomes the one that was named."""
    if source == 0:
        return state.stocks[player].pop()
    if source < DISCARD:
        hand, face = state.hands[player], state.face
        for i, card in enumerate(hand):
            if face[card] == source:
                return hand.pop(i)
        unknown = next(i for i, card in enumerate(hand) if face[card] == UNKNOWN)
        face[hand[unknown]] = source
        return hand.pop(unknown)
    if source < PARTNER_STOCK:
        return state.discards[4 * player + source - DISCARD].pop()
    mate = partner(state, player)
    if source == PARTNER_STOCK:
        return state.stocks[mate].pop()
    return state.discards[4 * mate + source - PARTNER_DISCARD].pop()


def _lay(state: State, player: int, source: int, target: int, log: Log | None) -> None:
    """A card goes on a building pile; a full pile is taken off before anything else (E25)."""
    card = take_card(state, player, source)
    if log is not None and source >= DISCARD and source != PARTNER_STOCK:
        _emptied(state, player, source, log)
    pile = state.builds[target]
    pile.append(card)
    state.laid += 1
    state.idle = 0
    if state.oot >= 0:
        state.undo.append(source * 8 + target)
    full = len(pile) == FULL
    if full:
        _complete(state, target, log)
    if source == 0 or source == PARTNER_STOCK:
        if _stock_played(state, player, player if source == 0 else partner(state, player), log):
            return
    elif source < DISCARD:
        state.hand_laid += 1
    if full and log is not None:
        log.append(Event("taken_off", ("skipbo.build.remove_immediate",), {"pile": f"B{target + 1}"}))
    if state.pending or not state.hands[player]:
        settle(state)
        if log is not None and state.phase == DRAW_PHASE:
            rules: tuple[str, ...] = ("skipbo.turn.refill", "skipbo.turn.empty_hand_no_end", "skipbo.turn.refill_immediate")
            if full:
                rules = ("skipbo.E25", *rules)
            log.append(Event("refill_due", rules if 0 < source < DISCARD else ("skipbo.E01", "skipbo.turn.refill"), {"seat": player}))


def _emptied(state: State, player: int, source: int, log: Log) -> None:
    """Whether the play has taken the last card of a discard pile, so that its place is free again."""
    mine = source < PARTNER_STOCK
    owner, pile = (player, source - DISCARD) if mine else (partner(state, player), source - PARTNER_DISCARD)
    if not state.discards[4 * owner + pile]:
        log.append(Event("emptied", ("skipbo.E17",), {"seat": owner, "pile": f"D{pile + 1}"}))


def _complete(state: State, target: int, log: Log | None) -> None:
    """A full pile waits, in the order it was laid, until somebody must draw and cannot (E03)."""
    state.completed += state.builds[target]
    state.builds[target] = []
    if state.oot >= 0:
        state.undo.append(COMPLETED * 8 + target)
    if log is not None:
        rules = ("skipbo.build.complete", "skipbo.build.remove", "skipbo.build.replace")
        log.append(Event("complete", rules, {"pile": f"B{target + 1}", "completed": len(state.completed)}))


def _stock_played(state: State, player: int, owner: int, log: Log | None) -> bool:
    """The next stock card is turned up, or the stock is gone; True when that ends the round."""
    stock = state.stocks[owner]
    if stock:
        state.flipped = 1
        known = state.face[stock[-1]] != UNKNOWN
        if not known:
            state.pending.append(stock[-1])
        if log is not None:
            rules = ("skipbo.stock.flip_next",) if owner == player else ("skipbo.stock.flip_next", "skipbo.E42")
            facts: dict[str, Any] = {"seat": owner, "left": len(stock)}
            log.append(Event("flip", rules, facts))
        return False
    if scoring.stock_gone(state, owner, log):
        scoring.round_won(state, owner, log)
        return True
    return False


def _discard(state: State, player: int, source: int, pile: int, log: Log | None) -> None:
    card = take_card(state, player, source)
    state.discards[4 * player + pile].append(card)
    state.idle = 0
    end_turn(state, log)


# -- from turn to turn


def end_turn(state: State, log: Log | None) -> None:
    """The turn passes on; a full circle of turns in which nobody laid or discarded ends the round (E04)."""
    seat = state.seat
    state.begun |= 1 << seat
    if all(state.idle >> s & 1 or sits_out(state, s) for s in range(state.seats)):
        scoring.round_void(state, log)
    elif state.oot >= 0:
        referee.unnoticed(state, log)
    else:
        begin_turn(state, next_seat(state, seat), log)


def sits_out(state: State, seat: int) -> bool:
    """Whether a seat takes no more turns, its stock being gone (partners.after_stock)."""
    options = state.options
    return options.partners_mode == "pairs" and options.partners_after_stock == "sits_out" and not state.stocks[seat]


def next_seat(state: State, seat: int) -> int:
    """Who is next in the direction of play among those who take turns."""
    seat = after_me(state, seat)
    while sits_out(state, seat):
        seat = after_me(state, seat)
    return seat


def begin_turn(state: State, seat: int, log: Log | None) -> None:
    """A seat's turn begins; where a fault has to be paid for, without a draw."""
    before = state.seat
    state.seat = seat
    state.turn += 1
    state.fresh_turn()
    rules: tuple[str, ...] = ("skipbo.turn.passes_on", "skipbo.turn.direction")
    if state.owes >> seat & 1:
        state.owes &= ~(1 << seat)
        state.opened = state.penal = 1
        rules = ("skipbo.turn.passes_on", "skipbo.irregular.out_of_turn_no_draw")
    settle(state)
    if log is None:
        return
    if after_me(state, before) != seat and before != seat:
        rules = (*rules, "skipbo.partners.continue_after_stock")
    elif not state.stocks[seat]:
        rules = (*rules, "skipbo.partners.continue_after_stock" if limited(state, seat) else "skipbo.E38")
    if state.turn > 1:
        log.append(Event("turn", rules, {"next": seat}))
    if state.phase == PLAY and len(state.hands[seat]) < 5 and not state.penal and not (state.draw or state.completed):
        log.append(Event("nothing_to_draw", ("skipbo.E01",), {"next": seat}))
