"""What is told of a deal: the rules that its sizes, its pack and the players round the table rest on."""

from cardlab.game import Event, Log
from cardlab.games.skipbo.options import SkipBoOptions
from cardlab.games.skipbo.state import UNKNOWN, State, partner


def tell_deal(state: State, size: int, first: int, log: Log) -> None:
    """What a deal is told with: the stocks, their tops, the draw pile, who begins; then the pack, and what holds of this table."""
    options = state.options
    if options.variant_short:
        official = options.variant_short_label == "official"
        size_rule = "skipbo.variant.short" if official else "skipbo.variant.short_house_size"
        rules: tuple[str, ...] = (size_rule, "skipbo.variant.short_replaces")
    elif isinstance(options.deal_stock_size, int):
        rules = ("skipbo.deal.stock_size",)
    else:
        rules = ("skipbo.deal.stock_size.two_to_four" if state.seats <= 4 else "skipbo.deal.stock_size.five_plus",)
    facts = {"dealer": state.dealer, "stock_size": size}
    log.append(Event("dealt", (*rules, "skipbo.deal.forms_stock", "skipbo.deal.face_down"), facts))
    log.append(Event("stock_open", ("skipbo.deal.stock_top_open", "skipbo.pile.stock.face_down"), {}))
    pile = ("skipbo.deal.draw_pile", "skipbo.deal.draw_pile_by_dealer", "skipbo.pile.draw.single_central", "skipbo.pile.draw.face_down")
    log.append(Event("draw_pile", pile, {"draw_pile": len(state.draw)}))
    begins = ("skipbo.turn.first_player", "skipbo.turn.phases", "skipbo.setup.piles_empty_at_start")
    log.append(Event("starter", begins, {"starter": first}))
    whole = ("skipbo.deck.full_pack", "skipbo.deck.total", "skipbo.deck.composition", "skipbo.deck.blanks_removed")
    log.append(Event("pack", whole[:2] if UNKNOWN in state.face else whole, {}))
    if rules := (*_group(state), *_teams(state), *_short(options)):
        log.append(Event("table", rules, {}))


def _group(state: State) -> tuple[str, ...]:
    """What the number of players rests on, from five up: a limit of six or none (D01); from seven up the pack decides (E34)."""
    if state.seats < 5:
        return ()
    if state.options.players_max != "none":
        return ("skipbo.players.five_or_six",) if state.options.players_max == 6 else ()
    return ("skipbo.players.five_plus_open", "skipbo.E34", "skipbo.settled.seven_players")[: 3 if state.seats > 6 else 1]


def _teams(state: State) -> tuple[str, ...]:
    """Who plays together, where pairs play."""
    if partner(state, 0) < 0:
        return ()
    rules = ("skipbo.partners.teams", "skipbo.partners.official_variant", "skipbo.partners.base_rules")
    seated = ("skipbo.E37", "skipbo.settled.partner_seat")
    return (*rules, *seated, "skipbo.E36") if state.seats == 6 else (*rules, *seated)


def _short(options: SkipBoOptions) -> tuple[str, ...]:
    """What is said of the short game besides its size: nothing else changes; whether it is a house rule (D38)."""
    if not options.variant_short:
        return ()
    house = options.variant_short_label == "house"
    return ("skipbo.variant.short_rest_same", "skipbo.variant.short_unofficial")[: 2 if house else 1]
