"""Legality: what a seat might do (`candidates`) and the one rule that forbids it (`forbids`).

Order of the refusals (settled): the phase of the match, whose turn it is, the phase of the turn, the source of the card, its
target, whether it fits."""

from typing import Final

from cardlab.game import Move
from cardlab.games.skipbo import referee, setup
from cardlab.games.skipbo.notation import (
    ASK,
    BUILD,
    BURIED,
    DISCARD,
    DRAW,
    PARTNER_DISCARD,
    PARTNER_STOCK,
    PASS,
    TO_DISCARD,
    TO_HAND,
    TO_PARTNER,
)
from cardlab.games.skipbo.reasons import tell
from cardlab.games.skipbo.state import DEAL, DEALER, MIX, PLAY, RESHUFFLE, REVEAL, UNKNOWN, WILD, State, partner, unseen
from cardlab.games.skipbo.state import DRAW as DRAW_PHASE

WAITS: Final = {
    DEALER: "skipbo.deal.dealer_draw",
    DEAL: "skipbo.deal.by_dealer",
    MIX: "skipbo.settled.reshuffle_committed",
    RESHUFFLE: "skipbo.settled.reshuffle_committed",
}
"""What a seat has to wait for while CHANCE is to act."""

NO_TALK: Final = {
    "no_advice": "skipbo.partners.no_advice",
    "partner_silent": "skipbo.partners.partner_silent",
    "no_strategy_aloud": "skipbo.partners.no_strategy_talk",
    "none": "skipbo.partners.no_communication",
}
"""What the partner of the player on turn breaks by speaking (D23)."""

NO_REQUEST: Final = {**NO_TALK, "no_advice": "skipbo.partners.requests", "partner_silent": "skipbo.partners.requests"}
"""What a request breaks where requests are forbidden (D24)."""


def forbids(state: State, player: int, move: Move, trace: list[str] | None = None) -> str | None:
    """The one rule that forbids the action, or None; with `trace`, the rules that matter to a reader are appended."""
    if not isinstance(move, int):
        if move[0] in referee.CHECKS:
            return referee.forbids(state, player, move, trace)
        return setup.forbids(state, player, move, trace)
    phase = state.phase
    if phase != PLAY and phase != DRAW_PHASE:
        return _waits(state)
    if player != state.seat:
        return _not_on_turn(state, player, move)
    if move >= DRAW:
        rule = _draw_pass_ask(state, player, move)
    elif phase == DRAW_PHASE:
        rule = "skipbo.E09" if state.opened else "skipbo.turn.draw_first"
    else:
        rule = _play(state, player, move)
    if trace is not None and rule is None:
        tell(state, player, move, trace)
    return rule


def _waits(state: State) -> str:
    """The phase of the match lets no seat act."""
    if state.phase == REVEAL:
        hand = state.hands[state.seat]
        return "skipbo.settled.draw_is_a_ply" if state.pending[0] in hand else "skipbo.E27"
    if state.phase in WAITS:
        return WAITS[state.phase]
    if state.reason == "match_score":
        return "skipbo.match.500"
    return "skipbo.E26" if state.reason == "stock_empty" else "skipbo.E04"


def _not_on_turn(state: State, player: int, move: int) -> str:
    """Somebody else is on turn; the partner speaking up breaks a rule of its own (D23)."""
    if move >= ASK:
        if player >= 0 and partner(state, state.seat) == player:
            return NO_TALK[state.options.partners_communication]
        return "skipbo.partners.requests_turn_player_only"
    return "skipbo.turn.play_on_turn" if move < DRAW and (move & 15) < TO_DISCARD else "skipbo.turn.passes_on"


def refill_due(state: State) -> bool:
    """Whether an empty hand gets five new cards (E01, E09-E12, E56); there must be something to draw."""
    seat = state.seat
    return (
        not state.hands[seat]
        and state.options.turn_refill == "on_empty"
        and (state.hand_laid > 0 or not state.penal)
        and bool(state.draw or state.completed)
        and not limited(state, seat)
    )


def limited(state: State, seat: int) -> bool:
    """Whether a seat plays from discard piles alone, its stock being gone (partners.after_stock, E38)."""
    options = state.options
    return options.partners_mode == "pairs" and options.partners_after_stock == "discards_only" and not state.stocks[seat]


def cards_due(state: State) -> int:
    """How many cards the draw of the seat on turn asks for; 0 where none is due."""
    if state.opened:
        return 5 if refill_due(state) else 0
    if state.options.turn_start_draw == "draw_5":
        return 5
    return max(0, 5 - len(state.hands[state.seat]))


def _draw_pass_ask(state: State, player: int, move: int) -> str | None:
    if move == DRAW:
        return None if state.phase == DRAW_PHASE or refill_due(state) else _no_draw(state)
    if move >= ASK:
        return _ask(state, player, move - ASK)
    if state.phase == DRAW_PHASE:
        return "skipbo.E10" if state.opened else "skipbo.turn.draw_first"
    if state.hands[player]:
        return "skipbo.turn.discard_mandatory"
    if refill_due(state):
        return "skipbo.E10"
    return _must_play(state, player)


def _no_draw(state: State) -> str:
    """Why no draw is due."""
    hand = state.hands[state.seat]
    if state.penal and not state.hand_laid:
        return "skipbo.E56" if not hand else "skipbo.irregular.out_of_turn_no_draw"
    if limited(state, state.seat):
        return "skipbo.partners.continue_after_stock"
    if not state.draw and not state.completed and len(hand) < 5:
        return "skipbo.E01"
    if not hand:
        return "skipbo.turn.refill"
    return "skipbo.turn.draw_five_every_turn" if state.options.turn_start_draw == "draw_5" else "skipbo.turn.draw_to_five"


def _ask(state: State, player: int, play: int) -> str | None:
    """A request to the partner (D24); it has to name a legal play (E41)."""
    if partner(state, player) < 0:
        return "skipbo.partners.requests"
    if state.options.partners_requests == "forbidden":
        return NO_REQUEST[state.options.partners_communication]
    if state.phase == DRAW_PHASE or _play(state, player, play) is not None:
        return "skipbo.E41"
    return None


def _play(state: State, player: int, move: int) -> str | None:
    """A card laid on a building pile or discarded: its source, its target, whether it fits."""
    source, target = move >> 4, move & 15
    face = _source(state, player, source, target)
    if isinstance(face, str):
        return face
    if target >= TO_DISCARD:
        return _discard(state, player, target)
    if target > 3:
        return "skipbo.build.max_four" if all(state.builds) else "skipbo.setup.reserve_space"
    return misfit(state, face, target)


def _source(state: State, player: int, source: int, target: int) -> int | str:
    """The face of the card that the source offers, or the rule that keeps it back."""
    if 0 < source < DISCARD:
        if target < TO_DISCARD and limited(state, player):
            return "skipbo.partners.continue_after_stock"
        face = state.face
        hand = state.hands[player]
        for card in hand:
            if face[card] == source:
                return source
        return _unknown_card(state, hand, source, target)
    if source >= BUILD:
        return "skipbo.discard.top_only" if source >= BURIED else _laid_card(state, source)
    if target >= TO_DISCARD:
        return _no_hand_card(source, target)
    if source == 0:
        pile = state.stocks[player]
        return state.face[pile[-1]] if pile else "skipbo.play.source_stock"
    if source < PARTNER_STOCK:
        pile = state.discards[4 * player + source - DISCARD]
        return state.face[pile[-1]] if pile else "skipbo.play.source_discard"
    return _partner_card(state, player, source)


def _unknown_card(state: State, hand: list[int], face: int, target: int) -> int | str:
    """A hand card whose face is not known may be any that can still be there (E33)."""
    if any(state.face[card] == UNKNOWN for card in hand):
        return face if unseen(state)[face] > 0 else "skipbo.E33"
    return "skipbo.play.source_hand" if target < TO_DISCARD else "skipbo.turn.discard_from_hand"


def _laid_card(state: State, source: int) -> str:
    """A card stays on its building pile; a wild cannot be moved, swapped or made another number either (E21)."""
    pile = state.builds[source - BUILD]
    return "skipbo.E21" if pile and state.face[pile[-1]] == WILD else "skipbo.play.sources"


def _no_hand_card(source: int, target: int) -> str:
    """A card that is not in the hand goes to building piles only (E14, E15)."""
    if DISCARD <= source < PARTNER_STOCK or source >= PARTNER_DISCARD:
        return "skipbo.E15"
    return "skipbo.turn.discard_from_hand" if target < 14 else "skipbo.play.target"


def _partner_card(state: State, player: int, source: int) -> int | str:
    """A card of the partner's piles, where they are open (D25)."""
    mate = partner(state, player)
    piles = state.options.partners_piles
    if source == PARTNER_STOCK:
        if mate < 0:
            return "skipbo.pile.stock.one_each"
        if piles == "discards_only" or not state.stocks[mate]:
            return "skipbo.partners.partner_stock"
        return "skipbo.partners.continue_after_stock" if limited(state, player) else state.face[state.stocks[mate][-1]]
    if mate < 0:
        return "skipbo.play.own_discards_only"
    pile = state.discards[4 * mate + source - PARTNER_DISCARD]
    if piles == "stock_only" or not pile:
        return "skipbo.partners.partner_discards"
    return state.face[pile[-1]]


def _discard(state: State, player: int, target: int) -> str | None:
    """A hand card for a discard pile."""
    if target >= TO_PARTNER:
        if target == TO_HAND:
            return "skipbo.play.target"
        return "skipbo.turn.discard_own_pile" if partner(state, player) < 0 else "skipbo.E40"
    if target == 9:
        return "skipbo.discard.max_four"
    return _must_play(state, player)


def misfit(state: State, face: int, pile: int) -> str | None:
    """The rule by which that face does not fit on a building pile, or None."""
    cards = state.builds[pile]
    if face != WILD:
        if len(cards) + 1 == face:
            return None
        return "skipbo.build.sequence" if cards else "skipbo.build.start"
    options = state.options
    if not options.wild_as_twelve and len(cards) == 11:
        return "skipbo.wild.finish_pile"
    most = options.wild_consecutive_max
    if isinstance(most, int) and len(cards) >= most and all(state.face[card] == WILD for card in cards[-most:]):
        return "skipbo.wild.consecutive"
    return None


def _must_play(state: State, player: int) -> str | None:
    """Under `turn.must_play` a card that may be laid has to be, before the turn is closed (settled). Cards whose faces are not known
    force nothing: see `asked.unjudged`."""
    if not state.options.turn_must_play or not can_lay(state, player):
        return None
    return "skipbo.turn.discard_when_unable"


def sources(state: State, player: int) -> list[int]:
    """Where that seat might take a card from: sources with a card, each hand face once (all that can be, for unknown cards)."""
    face = state.face
    faces = {face[card] for card in state.hands[player]}
    if UNKNOWN in faces:
        faces.discard(UNKNOWN)
        faces.update(f for f, left in enumerate(unseen(state)) if left)
    found = sorted(faces)
    if state.stocks[player]:
        found.append(0)
    found += [DISCARD + i for i in range(4) if state.discards[4 * player + i]]
    mate = partner(state, player)
    if mate >= 0:
        if state.stocks[mate]:
            found.append(PARTNER_STOCK)
        found += [PARTNER_DISCARD + i for i in range(4) if state.discards[4 * mate + i]]
    return found


def can_lay(state: State, player: int) -> bool:
    """Whether that seat could lay a card on a building pile now that is known to be there."""
    hand = {state.face[card] for card in state.hands[player]}
    return _lays(state, player, [source for source in sources(state, player) if source == 0 or source >= DISCARD or source in hand])


def could_lay(state: State, player: int) -> bool:
    """Whether a card of its hand whose face is not known might be one that it could lay."""
    return any(state.face[card] == UNKNOWN for card in state.hands[player]) and _lays(state, player, sources(state, player))


def _lays(state: State, player: int, reach: list[int]) -> bool:
    offered = {_source(state, player, source, 0) for source in reach}
    return any(isinstance(face, int) and misfit(state, face, pile) is None for face in offered for pile in range(4))


def candidates(state: State) -> list[int]:
    """Actions of the seat to act that are worth asking about: every card it can reach on every building pile, each hand card on
    each discard pile, the draw, the pass, and requests between partners."""
    if state.player is None or state.player < 0:
        return []
    player = state.player
    reach = sources(state, player)
    found = [DRAW]
    found += [source * 16 + pile for source in reach for pile in range(4)]
    found += [source * 16 + target for source in reach if 0 < source < DISCARD for target in range(TO_DISCARD, TO_DISCARD + 4)]
    found.append(PASS)
    found += [ASK + source * 16 + pile for source in reach if source >= PARTNER_STOCK for pile in range(4)]
    return found
