# ruff: noqa: E501 (tables: a row a case)
"""Skip-Bo: what is refused and by which rule, what is legal and by which rules. Values come from the rule texts."""

import re
from pathlib import Path

import pytest

from cardlab.games import skipbo
from cardlab.rulebook import read_rulebook
from tests.games.skipbo_helpers import at, do, forbidden

FULL = "hand=2,5,6,9,11"
PAIRS = "official partners.mode=pairs"
FOUR = "| B | C stock=?x29,2 | D"
SPENT = "| A stock=1 hand=3x3 | B hand=?x88 stock=?x57,3"
"""Two seats that hold all cards but twelve."""

# (rule, preset and options, middle and seats, action): refused by exactly that rule
REFUSED = [
    # whose turn, phase
    ("skipbo.turn.play_on_turn", "official", f"| seat=A B1=4 | A stock=3 {FULL} | B hand=5", "H5>B1/1"),
    ("skipbo.turn.passes_on", "official", f"| seat=A | A stock=3 {FULL} | B hand=5", "H5>D1/1"),
    ("skipbo.turn.passes_on", "official", f"| seat=A | A stock=3 {FULL} | B", "draw/1"),
    ("skipbo.turn.draw_first", "official", "| phase=draw seat=A | A stock=?x29,1 hand=1 | B", "S>B1"),
    ("skipbo.turn.draw_first", "official", "| phase=draw seat=A | A stock=?x29,1 hand=1 | B", "H1>D1"),
    ("skipbo.turn.draw_first", "official", "| phase=draw seat=A | A stock=?x29,1 | B", "pass"),
    ("skipbo.E09", "official", "| phase=refill seat=A B1=3 | A stock=?x29,4 | B", "S>B1"),
    ("skipbo.E10", "official", "| phase=refill seat=A | A stock=?x29,4 | B", "pass"),
    ("skipbo.E10", "official turn.refill_timing=on_demand", "| seat=A | A stock=?x29,4 | B", "pass"),
    ("skipbo.E26", "official", "| phase=over seat=A winner=A reason=stock_empty | A stock= | B", "draw"),
    ("skipbo.E04", "official", "| phase=over seat=A reason=void | A | B", "draw"),
    ("skipbo.match.500", "official score.enabled=true", "| phase=over reason=match_score winner=A | A total=510 stock= | B", "draw"),
    ("skipbo.deal.dealer_draw", "official", "| phase=dealer | A | B", "draw"),
    ("skipbo.deal.by_dealer", "official", "| phase=deal | A | B", "draw"),
    ("skipbo.settled.reshuffle_committed", "official", f"| phase=reshuffle seat=A draw= completed=?x12 due=2 {SPENT}", "draw"),
    ("skipbo.settled.draw_is_a_ply", "official", "| phase=reveal seat=A reveal=2 | A stock=?x29,1 hand=3,?x2 | B", "H3>D1"),
    ("skipbo.E27", "official", "| phase=reveal seat=A reveal=A | A hand=3 | B", "H3>D1"),
    # source
    ("skipbo.play.source_hand", "official", f"| seat=A B1=6 | A stock=?x29,1 {FULL} | B", "H7>B1"),
    ("skipbo.turn.discard_from_hand", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "H7>D1"),
    ("skipbo.turn.discard_from_hand", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "S>D1"),
    ("skipbo.play.source_discard", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "D1>B1"),
    ("skipbo.discard.top_only", "official", f"| seat=A B2=7 | A stock=?x29,1 {FULL} D1=5,8,4 | B", "D1:8>B2"),
    ("skipbo.play.sources", "official", f"| seat=A B1=1 B2=1 | A stock=?x29,1 {FULL} | B", "B1>B2"),
    ("skipbo.E21", "official", f"| seat=A B1=1,SB B2=1 | A stock=?x29,1 {FULL} | B", "B1>B2"),
    ("skipbo.E21", "official", f"| seat=A B1=1,SB | A stock=?x29,1 {FULL} | B", "B1>H"),
    ("skipbo.play.sources", "official", f"| seat=A B1=SB,2 B2=1 | A stock=?x29,1 {FULL} | B", "B1>B2"),
    ("skipbo.E15", "official", f"| seat=A | A stock=?x29,1 {FULL} D1=8 | B", "D1>D2"),
    ("skipbo.E15", "official", f"| seat=A | A stock=?x29,1 {FULL} D1=8 | B", "D1>H"),
    ("skipbo.play.target", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "S>H"),
    ("skipbo.pile.stock.one_each", "official", f"| seat=A B1=3 | A stock=?x29,1 {FULL} | B stock=?x29,4", "P.S>B1"),
    ("skipbo.play.own_discards_only", "official", f"| seat=A B1=3 | A stock=?x29,1 {FULL} | B D1=4", "P.D1>B1"),
    ("skipbo.E33", "official", "| seat=A B1=6 | A stock=?x29,1 hand=?x5 D1=7x12 | B", "H7>B1"),
    # target
    ("skipbo.build.max_four", "official", f"| seat=A B1=3 B2=7 B3=1 B4=9 | A stock=?x29,1 {FULL} | B", "S>B5"),
    ("skipbo.discard.max_four", "official", f"| seat=A | A stock=?x29,1 {FULL} D1=2 D2=5 D3=9 D4=11 | B", "H5>D5"),
    ("skipbo.setup.reserve_space", "official", f"| seat=A B1=3 B2=7 | A stock=?x29,1 {FULL} | B", "S>B5"),
    ("skipbo.E40", PAIRS, f"| seat=A | A stock=?x29,1 {FULL} {FOUR}", "H9>P.D1"),
    ("skipbo.turn.discard_own_pile", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "H9>P.D1"),
    ("skipbo.turn.discard_mandatory", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "pass"),
    # fit
    ("skipbo.build.start", "official", f"| seat=A | A stock=?x29,4 {FULL} | B", "H2>B1"),
    ("skipbo.build.start", "official", "| seat=A | A stock=?x29,12 hand=3 | B", "S>B1"),
    ("skipbo.build.sequence", "official", f"| seat=A B1=5 | A stock=?x29,4 {FULL} | B", "H5>B1"),
    ("skipbo.build.sequence", "official", "| seat=A B1=5 | A stock=?x29,4 hand=1 | B", "H1>B1"),
    ("skipbo.wild.consecutive", "official wild.consecutive_max=1", "| seat=A B1=1,SB | A stock=?x29,4 hand=SB | B", "HSB>B1"),
    ("skipbo.wild.consecutive", "official wild.consecutive_max=2", "| seat=A B1=SB,SB | A stock=?x29,SB hand=1 | B", "S>B1"),
    ("skipbo.wild.finish_pile", "official wild.as_twelve=false", "| seat=A B2=11 | A stock=?x29,4 hand=SB | B", "HSB>B2"),
    ("skipbo.turn.discard_when_unable", "official turn.must_play=true", "| seat=A B1=3 | A stock=?x29,4 hand=9 | B", "H9>D1"),
    # draws that are not due
    ("skipbo.turn.draw_to_five", "official", f"| seat=A | A stock=?x29,4 {FULL} | B", "draw"),
    ("skipbo.turn.draw_five_every_turn", "official turn.start_draw=draw_5", f"| seat=A | A stock=?x29,4 {FULL} | B", "draw"),
    ("skipbo.turn.refill", "official turn.refill=off", "| seat=A | A stock=?x29,4 | B", "draw"),
    ("skipbo.E01", "official", "| seat=A draw= | A stock=?x29,4 | B stock=?x131,5", "draw"),
    ("skipbo.irregular.out_of_turn_no_draw", "official", "| seat=A done=no_draw | A stock=?x29,4 hand=2 | B", "draw"),
    ("skipbo.E56", "official", "| seat=A done=no_draw | A stock=?x29,4 | B", "draw"),
    # partners
    ("skipbo.partners.partner_stock", PAIRS, f"| seat=A B1=3 | A stock=?x29,1 {FULL} | B | C stock= | D", "P.S>B1"),
    ("skipbo.partners.partner_stock", f"{PAIRS} partners.piles=discards_only", f"| seat=A B1=3 | A stock=?x9,1 {FULL} | B | C stock=4 | D", "P.S>B1"),
    ("skipbo.partners.partner_discards", PAIRS, f"| seat=A B1=3 | A stock=?x29,1 {FULL} | B | C stock=4 | D", "P.D1>B1"),
    ("skipbo.partners.partner_discards", f"{PAIRS} partners.piles=stock_only", f"| seat=A B1=3 | A stock=1 {FULL} | B | C stock=4 D1=4 | D", "P.D1>B1"),
    ("skipbo.partners.continue_after_stock", f"{PAIRS} partners.after_stock=discards_only", "| seat=A B1=3 | A stock= hand=4 | B | C stock=4 | D", "H4>B1"),
    ("skipbo.partners.continue_after_stock", f"{PAIRS} partners.after_stock=discards_only", "| seat=A B1=3 | A stock= hand=4 | B | C stock=4 | D", "P.S>B1"),
    ("skipbo.partners.continue_after_stock", f"{PAIRS} partners.after_stock=discards_only", "| seat=A | A stock= | B | C stock=4 | D", "draw"),
    ("skipbo.play.source_stock", PAIRS, "| seat=A B1=3 | A stock= hand=4 | B | C stock=4 | D", "S>B1"),
    ("skipbo.partners.requests", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "ask P.S>B1"),
    ("skipbo.partners.requests", f"{PAIRS} partners.requests=forbidden", f"| seat=A B1=3 | A stock=1 {FULL} | B | C stock=4 | D", "ask P.S>B1"),
    ("skipbo.partners.no_communication", "faq partners.mode=pairs", f"| seat=A B1=3 | A stock=1 {FULL} | B | C stock=4 | D", "ask P.S>B1"),
    ("skipbo.partners.no_strategy_talk", "nl partners.mode=pairs", f"| seat=A B1=3 | A stock=1 {FULL} | B | C stock=4 | D", "ask P.S>B1"),
    ("skipbo.E41", PAIRS, f"| seat=A B1=2 | A stock=1 {FULL} | B | C stock=4 | D", "ask P.S>B1"),
    ("skipbo.partners.no_advice", PAIRS, f"| seat=A B1=3 | A stock=4 {FULL} {FOUR}", "ask P.S>B1/2"),
    ("skipbo.partners.partner_silent", "machine-es partners.mode=pairs", f"| seat=A B1=3 | A stock=4 {FULL} {FOUR}", "ask P.S>B1/2"),
    ("skipbo.partners.requests_turn_player_only", PAIRS, f"| seat=A B1=3 | A stock=4 {FULL} {FOUR}", "ask P.S>B1/1"),
    # chance
    ("skipbo.deal.dealer_draw", "official", "| phase=dealer | A | B", "dealer_draw 3"),
    ("skipbo.deal.dealer_draw", "official", "| phase=dealer | A | B", "dealer 1"),
    ("skipbo.deal.dealer", "nl", "| phase=dealer | A | B", "dealer 2"),
    ("skipbo.E31", "official", "| phase=dealer drawn=-,?,12 | A | B | C", "dealer_draw 3 4"),
    ("skipbo.deck.full_pack", "official", "| phase=deal | A | B", "deal 1 2 3"),
    ("skipbo.E33", "official", "| phase=deal | A | B", "deal 1x13 ?x149"),
    ("skipbo.deck.composition", "official", "| phase=deal | A | B", "deal SBx19 ?x143"),
    ("skipbo.deal.forms_stock", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "deal ?x162"),
    ("skipbo.E03", "official", f"| seat=A completed=?x12 | A stock=?x29,1 {FULL} | B", "reshuffle ?x12"),
    ("skipbo.E05", "official", f"| phase=reshuffle seat=A draw= completed=?x12 due=2 {SPENT}", "reshuffle ?x11"),
    ("skipbo.E05", "official", f"| phase=reshuffle seat=A draw= completed=1,2x11 due=2 {SPENT}", "reshuffle 1x2 2x10"),
    ("skipbo.E33", "official", "| phase=mix for=A mix=2 took=2 seat=A | A stock=?x2,7x12 hand=1 | B", "reshuffle 7 ?"),
    ("skipbo.irregular.overdraw_mixed", "official", "| phase=mix for=A mix=2 took=2 seat=A | A stock=?x2,7x12 hand=1 | B", "reshuffle ?"),
    ("skipbo.pile.stock.no_peeking", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "reveal 3"),
    ("skipbo.pile.stock.top_always_open", "official", "| phase=reveal seat=A reveal=A | A hand=3 | B", "reveal ?"),
    ("skipbo.E27", "official", "| phase=reveal seat=A reveal=A | A hand=3 | B", "reveal 3 4"),
    ("skipbo.E33", "official", "| phase=reveal seat=A reveal=A | A hand=3x12 | B", "reveal 3"),
    # referee
    ("skipbo.penalty.cheating", "nl", f"| seat=A | A stock=?x29,1 {FULL} | B", "penalty 1"),
    ("skipbo.penalty.cheating", "guide", f"| seat=A | A stock=?x29,1 {FULL} | B", "penalty 1"),
    ("skipbo.penalty.cheating", "faq", f"| seat=A | A stock=?x29,1 {FULL} | B", "penalty 1"),
    ("skipbo.penalty.cheating", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "penalty 2"),
    ("skipbo.E47", "official penalty.cheating_scope=partners_only", f"| seat=A | A stock=?x29,1 {FULL} | B", "penalty 1"),
    ("skipbo.settled.surplus", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "overdraw 0 0"),
    ("skipbo.settled.surplus", "official", f"| seat=A draw= | A stock=?x29,1 {FULL} | B stock=?x126,2", "overdraw 0 1"),
    ("skipbo.irregular.out_of_turn_trigger", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "out_of_turn 0"),
    ("skipbo.irregular.out_of_turn_trigger", "official", "| seat=B oot=A phase=draw | A | B stock=?x29,1", "noticed"),
    ("skipbo.irregular.out_of_turn_noticed_by", "official", "| seat=B oot=A drew=5 | A stock=?x29,1 | B stock=?x28,1 hand=?x5", "noticed/1"),
    ("skipbo.E57", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "noticed"),
    ("skipbo.irregular.out_of_turn_noticed", "official", "| phase=draw seat=A turn=1 | A stock=?x29,1 | B", "noticed"),
    ("skipbo.E30", "official", "| seat=A B1=5 | A stock=?x29,6 hand=3 | B", "take_back S>B1"),
]

# (rules, preset and options, middle and seats, action): legal, with these rules among those that govern it
LEGAL = [
    # S01, S03, S05: opening a pile, wilds
    ("skipbo.build.start skipbo.build.start_from_stock_or_hand skipbo.play.source_stock skipbo.stock.flip_next", "official", "| seat=A | A stock=?x28,2,1 hand=3 | B", "S>B1"),
    ("skipbo.build.start skipbo.play.source_hand skipbo.build.start_from_stock_or_hand", "official", "| seat=A | A stock=?x29,4 hand=1,5 | B", "H1>B3"),
    ("skipbo.wild.start_pile skipbo.wild.start_counts_one", "official", "| seat=A | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.wild.any_number skipbo.wild.value_by_position", "official", "| seat=A B1=4 | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.wild.consecutive", "official", "| seat=A B1=1,2,3,4,SB | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.wild.consecutive", "official wild.consecutive_max=2", "| seat=A B1=1,SB | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.E23", "official", "| seat=A B1=SB,SB,SB | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.E28 skipbo.play.source_stock", "official", "| seat=A B1=2 | A stock=?x28,9,SB hand=5 | B", "S>B1"),
    ("skipbo.wild.finish_pile skipbo.E24 skipbo.build.complete skipbo.build.remove skipbo.build.replace", "official", "| seat=A B2=11 | A stock=?x29,4 hand=3,SB | B", "HSB>B2"),
    # sources
    ("skipbo.build.sequence skipbo.play.source_discard skipbo.discard.playable_later", "official", "| seat=A B1=3 | A stock=?x29,9 hand=1 D1=8,4 | B", "D1>B1"),
    ("skipbo.build.sequence", "official", "| seat=A B2=7 | A stock=?x29,9 hand=1 D1=5,8 | B", "D1:8>B2"),
    ("skipbo.E19 skipbo.build.start", "official", "| seat=A | A stock=?x29,9 hand=2 D1=8,1 | B", "D1>B1"),
    ("skipbo.stock.next_same_turn skipbo.turn.multiple_plays", "official", "| seat=A B1=6 laid=1 done=flip | A stock=?x3,7 hand=2 | B", "S>B1"),
    ("skipbo.build.sequence skipbo.partners.partner_stock skipbo.partners.own_turn_only skipbo.E42", PAIRS, "| seat=A B1=8 | A stock=?x3,7 hand=2 | B | C stock=?x3,2,9 | D", "P.S>B1"),
    ("skipbo.partners.partner_discards skipbo.partners.own_turn_only", PAIRS, "| seat=A B2=6 | A stock=?x3,4 hand=2 | B | C stock=3 D1=3,7 | D", "P.D1>B2"),
    # draws
    ("skipbo.turn.first_draw_five skipbo.turn.draw_first", "official", "| phase=draw seat=A turn=1 | A stock=?x29,9 | B", "draw"),
    ("skipbo.turn.draw_to_five skipbo.turn.draw_first skipbo.turn.hand_kept", "official", "| phase=draw seat=A | A stock=?x29,9 hand=4,10 | B", "draw"),
    ("skipbo.turn.draw_five_every_turn skipbo.E61", "official turn.start_draw=draw_5", "| phase=draw seat=A | A stock=?x29,9 hand=4,10 | B", "draw"),
    ("skipbo.turn.refill skipbo.turn.empty_hand_no_end skipbo.E11", "official", "| phase=refill seat=A laid=5 from_hand=5 | A stock=?x29,9 | B", "draw"),
    ("skipbo.turn.refill skipbo.E12", "official", "| phase=refill seat=A laid=2 from_hand=2 | A stock=?x29,9 | B", "draw"),
    ("skipbo.turn.refill skipbo.turn.refill_repeat", "official", "| phase=refill seat=A laid=10 from_hand=10 refills=1 | A stock=?x29,9 | B", "draw"),
    ("skipbo.turn.refill", "official turn.refill_timing=on_demand", "| seat=A laid=5 from_hand=5 | A stock=?x29,9 | B", "draw"),
    ("skipbo.build.sequence", "official turn.refill_timing=on_demand", "| seat=A B1=3 laid=5 from_hand=5 | A stock=?x28,9,4 | B", "S>B1"),
    ("skipbo.turn.refill skipbo.turn.empty_hand_no_end skipbo.turn.refill_immediate", "official", "| seat=A B1=5 | A stock=?x29,9 hand=6 | B", "H6>B1"),
    ("skipbo.build.complete skipbo.E25 skipbo.turn.refill", "official", "| seat=A B1=11 | A stock=?x29,9 hand=12 | B", "H12>B1"),
    ("skipbo.E03 skipbo.draw.reshuffle skipbo.E05", "official", "| phase=draw seat=A draw= completed=?x12 | A stock=1 hand=3 | B hand=?x90 stock=?x57,3", "draw"),
    ("skipbo.E02 skipbo.draw.reshuffle", "official", "| phase=draw seat=A draw=?x2 completed=?x12 | A stock=1 hand=3 | B hand=?x90 stock=?x55,3", "draw"),
    ("skipbo.E01 skipbo.turn.draw_to_five", "official", "| phase=draw seat=A draw=?x2 | A stock=1 hand=3 | B hand=?x90 stock=?x67,3", "draw"),
    # discards and passes
    ("skipbo.turn.end_by_discard skipbo.turn.optional_play skipbo.discard.any_order skipbo.turn.passes_on skipbo.turn.direction", "official", "| seat=A B1=5 | A stock=?x5,6 hand=3,8,8,9,10 D2=2 | B", "H9>D2"),
    ("skipbo.turn.optional_play", "official", "| seat=A | A stock=?x5,6 hand=3,8,8,9,10 D2=2 | B", "H9>D2"),
    ("skipbo.turn.discard_when_unable", "official turn.must_play=true", "| seat=A | A stock=?x5,6 hand=3,8,8,9,10 | B", "H9>D2"),
    ("skipbo.E08 skipbo.turn.end_by_discard", "official", "| seat=A B1=5 | A stock=?x5,4 hand=6 D1=2 | B", "H6>D1"),
    ("skipbo.E20", "official", "| seat=A | A stock=?x5,6 hand=3,SB | B", "HSB>D1"),
    ("skipbo.discard.max_four", "official", "| seat=A turn=1 | A stock=?x5,6 hand=3,8 | B", "H8>D1"),
    ("skipbo.E06 skipbo.E01 skipbo.turn.end_by_discard", "official", "| seat=A draw= | A stock=?x29,4 | B stock=?x131,5", "pass"),
    ("skipbo.E06", "official turn.refill=off", "| seat=A | A stock=?x29,4 | B", "pass"),
    ("skipbo.E56 skipbo.irregular.out_of_turn_no_draw", "official", "| seat=A done=no_draw | A stock=?x29,4 | B", "pass"),
    ("skipbo.E38", PAIRS, "| seat=A | A stock=?x5,6 hand=3,8 | B stock= | C stock=2 | D stock=1", "H8>D1"),
    ("skipbo.partners.continue_after_stock", f"{PAIRS} partners.after_stock=sits_out", "| seat=A | A stock=?x5,6 hand=3,8 | B stock= | C stock=2 | D stock=1", "H8>D1"),
    # winning
    ("skipbo.build.complete skipbo.win.stock_empty skipbo.win.round_ends_at_once skipbo.E26 skipbo.match.single_rounds", "official", "| seat=A B3=11 | A stock=12 hand=2,2,3 | B", "S>B3"),
    ("skipbo.partners.win_needs_both skipbo.partners.continue_after_stock skipbo.partners.end", PAIRS, "| seat=A B1=4 | A stock=5 hand=2 | B | C stock=?x5,2 | D", "S>B1"),
    ("skipbo.partners.end", PAIRS, "| seat=A B1=4 | A stock=5 hand=2 | B | C stock= | D", "S>B1"),
    ("skipbo.win.stock_empty", f"{PAIRS} partners.win=first_stock", "| seat=A B1=4 | A stock=5 hand=2 | B | C stock=?x5,2 | D", "S>B1"),
    ("skipbo.score.winner_bonus skipbo.score.per_card skipbo.score.winner_only skipbo.score.stock_cards_only", "official score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 | B", "S>B1"),
    ("skipbo.match.several_games skipbo.deal.dealer_rotation skipbo.E35", "official score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 | B", "S>B1"),
    ("skipbo.deal.by_dealer", "official score.enabled=true deal.rotation=winner", "| seat=A B1=4 | A stock=5 hand=2 | B", "S>B1"),
    ("skipbo.deal.dealer_draw", "official score.enabled=true deal.rotation=redraw", "| seat=A B1=4 | A stock=5 hand=2 | B", "S>B1"),
    ("skipbo.match.500", "official score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 total=400 | B", "S>B1"),
    ("skipbo.E43", f"{PAIRS} score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 | B | C stock= | D", "S>B1"),
    # requests
    ("skipbo.partners.requests skipbo.partners.request_names_card skipbo.E41 skipbo.partners.requests_turn_player_only", PAIRS, "| seat=A B2=6 | A stock=?x3,4 hand=2 | B | C stock=3 D1=3,7 | D", "ask P.D1>B2"),
    ("skipbo.partners.requests", "machine-es partners.mode=pairs", "| seat=A B2=6 | A stock=?x3,4 hand=2 | B | C stock=3 D1=3,7 | D", "ask P.D1>B2"),
    # chance
    ("skipbo.deal.dealer_draw skipbo.deal.dealer skipbo.E32", "official", "| phase=dealer | A | B", "dealer_draw 3 9"),
    ("skipbo.E31 skipbo.deal.dealer_draw", "official", "| phase=dealer | A | B", "dealer_draw 9 9"),
    ("skipbo.E31 skipbo.deal.dealer_wild_excluded", "official", "| phase=dealer | A | B", "dealer_draw SB 9"),
    ("skipbo.deal.dealer_method_free", "nl", "| phase=dealer | A | B", "dealer 1"),
    ("skipbo.deal.stock_size.two_to_four skipbo.deal.forms_stock skipbo.deal.face_down skipbo.deal.stock_top_open skipbo.deal.draw_pile skipbo.turn.first_player", "official", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.deal.stock_size.five_plus", "official", "| phase=deal | A | B | C | D | E", "deal ?x162"),
    ("skipbo.deal.stock_size", "official deal.stock_size=12", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.variant.short skipbo.variant.short_replaces", "official variant.short=true", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.variant.short_house_size skipbo.variant.short_replaces", "nl variant.short=true", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.draw.reshuffle skipbo.draw.play_continues skipbo.settled.one_draw_mechanism skipbo.turn.draw_to_five", "official", f"| phase=reshuffle seat=A draw= completed=?x12 due=2 {SPENT}", "reshuffle ?x12"),
    ("skipbo.pile.stock.top_always_open skipbo.E27", "official", "| phase=reveal seat=A reveal=A | A hand=3 | B", "reveal 4"),
    ("skipbo.turn.hand_kept", "official", "| phase=reveal seat=A reveal=2 | A stock=?x29,1 hand=3,?x2 | B", "reveal ? 4"),
    # what the pack, the table and the number of players come to
    ("skipbo.deal.shuffle skipbo.deal.dealer", "official", "| phase=dealer | A | B", "dealer_draw 3 9"),
    ("skipbo.deck.full_pack skipbo.deck.total", "official", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.deck.full_pack skipbo.deck.composition skipbo.deck.blanks_removed", "official", "| phase=deal | A | B", f"deal {' '.join(f'{n}x12' for n in range(1, 13))} SBx18"),
    ("skipbo.pile.stock.face_down skipbo.pile.draw.single_central skipbo.pile.draw.face_down skipbo.deal.draw_pile_by_dealer", "official", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.turn.phases skipbo.setup.piles_empty_at_start", "official", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.players.five_plus_open", "official", "| phase=deal | A | B | C | D | E", "deal ?x162"),
    ("skipbo.players.five_or_six", "nl", "| phase=deal | A | B | C | D | E", "deal ?x162"),
    ("skipbo.E34 skipbo.settled.seven_players", "machine-es variant.short=true", "| phase=deal | A | B | C | D | E | F | G", "deal ?x162"),
    ("skipbo.variant.short_rest_same", "official variant.short=true", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.variant.short_rest_same skipbo.variant.short_unofficial", "nl variant.short=true", "| phase=deal | A | B", "deal ?x162"),
    ("skipbo.partners.teams skipbo.partners.official_variant skipbo.partners.base_rules skipbo.E37 skipbo.settled.partner_seat", PAIRS, "| phase=deal | A | B | C | D", "deal ?x162"),
    ("skipbo.E36 skipbo.E37", PAIRS, "| phase=deal | A | B | C | D | E | F", "deal ?x162"),
    # what holds of a play, a draw and a discard besides
    ("skipbo.pile.draw.purpose", "official", "| phase=draw seat=A | A stock=?x29,1 hand=1 | B", "draw"),
    ("skipbo.build.start_if_fewer skipbo.setup.builds_arise_in_play skipbo.stock.top_only", "official", "| seat=A B1=3 B2=7 B3=4 | A stock=?x28,2,1 hand=3 | B", "S>B4"),
    ("skipbo.pile.build.shared", "official", "| seat=A B1=3 | A stock=?x29,1 hand=4,5 | B", "H4>B1"),
    ("skipbo.build.continue_from_stock skipbo.stock.next_same_turn", "official", "| seat=A B1=1 laid=1 done=flip | A stock=?x28,9,2 hand=3 | B", "S>B1"),
    ("skipbo.E22 skipbo.wild.joker skipbo.wild.any_moment", "official", "| seat=A | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.wild.continue_pile skipbo.wild.joker skipbo.wild.any_moment", "official", "| seat=A B1=4 | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.wild.range skipbo.wild.finish_pile", "official", "| seat=A B2=11 | A stock=?x29,4 hand=SB,5 | B", "HSB>B2"),
    ("skipbo.settled.wilds_counted", "official wild.consecutive_max=2", "| seat=A B1=1,SB | A stock=?x29,4 hand=SB,5 | B", "HSB>B1"),
    ("skipbo.build.remove_immediate", "official", "| seat=A B2=11 | A stock=?x29,4 hand=12,5 | B", "H12>B2"),
    ("skipbo.E25 skipbo.turn.refill", "official", "| seat=A B2=11 | A stock=?x29,4 hand=12 | B", "H12>B2"),
    ("skipbo.E17", "official", "| seat=A B1=3 | A stock=?x29,1 hand=9 D2=4 | B", "D2>B1"),
    ("skipbo.E17", PAIRS, "| seat=A B1=3 | A stock=?x29,1 hand=9 | B | C stock=7 D2=4 | D", "P.D2>B1"),
    ("skipbo.E13 skipbo.turn.discard_exactly_one skipbo.E07", "official", "| seat=A B1=5 | A stock=?x5,6 hand=3,8,8,9,10 | B", "H9>D2"),
    ("skipbo.E14 skipbo.discard.any_height", "official", "| seat=A B1=5 | A stock=?x5,9 hand=3,8,8,9,10 D2=2 | B", "H9>D2"),
    ("skipbo.E16", "official", "| seat=A | A stock=?x5,6 hand=3,8 D1=2 D2=5 D3=9 D4=11 | B", "H8>D3"),
    ("skipbo.setup.discards_arise_in_play skipbo.pile.discard.personal", "official", "| seat=A turn=1 | A stock=?x5,6 hand=3,8 | B", "H8>D1"),
    ("skipbo.settled.must_play_counts", "official turn.must_play=true", "| seat=A | A stock=?x5,6 hand=3,8,8,9,10 | B", "H9>D2"),
    # what a round was about
    ("skipbo.objective.empty_stock skipbo.objective.number_order skipbo.win.only_by_stock", "official", "| seat=A B3=11 | A stock=12 hand=2,2,3 | B", "S>B3"),
    ("skipbo.objective.partners", PAIRS, "| seat=A B1=4 | A stock=5 hand=2 | B | C stock= | D", "S>B1"),
    ("skipbo.objective.empty_stock", f"{PAIRS} partners.win=first_stock", "| seat=A B1=4 | A stock=5 hand=2 | B | C stock=?x5,2 | D", "S>B1"),
    ("skipbo.E45 skipbo.score.official_option", "official score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 | B", "S>B1"),
    ("skipbo.match.500 skipbo.E44", "official score.enabled=true", "| seat=A B1=4 | A stock=5 hand=2 total=480 | B total=480", "S>B1"),
    # referee
    ("skipbo.penalty.cheating skipbo.E46", "official", f"| seat=A | A stock=?x29,1 {FULL} | B stock=?x7,3", "penalty 1"),
    ("skipbo.irregular.out_of_turn_noticed_by", "official", "| seat=B oot=A drew=5 | A stock=?x29,1 | B stock=?x28,1 hand=?x5", "noticed"),
    ("skipbo.settled.left_of_offender", "official", "| seat=B oot=A drew=5 | A stock=?x29,1 hand=2 | B stock=?x28,1 hand=?x5", "H7>D1"),
    ("skipbo.penalty.cheating skipbo.penalty.cheating_to_stock skipbo.penalty.cheating_unseen skipbo.E49", "official", f"| seat=A | A stock=?x29,1 {FULL} | B stock=?x7,3", "penalty 1"),
    ("skipbo.penalty.cheating skipbo.E48", "machine-es", f"| seat=A draw=? | A stock=?x29,1 {FULL} | B stock=?x125,3", "penalty 1"),
    ("skipbo.irregular.overdraw skipbo.irregular.overdraw_accidental skipbo.irregular.overdraw_limit skipbo.irregular.overdraw_mixed skipbo.E50 skipbo.E51", "official", f"| seat=A | A stock=?x10,1 {FULL} | B", "overdraw 0 2"),
    ("skipbo.irregular.overdraw skipbo.E52", "official", f"| seat=A laid=1 B1=1 | A stock=?x10,1 {FULL} | B", "overdraw 0 1"),
    ("skipbo.irregular.overdraw_limit skipbo.E50", "nl", f"| seat=A | A stock=?x10,1 {FULL} | B", "overdraw 0 2"),
    ("skipbo.irregular.overdraw_mixed", "official", "| phase=mix for=A mix=2 took=2 seat=A | A stock=?x2,7x12 hand=1 | B", "reshuffle ?x2"),
    ("skipbo.irregular.out_of_turn_trigger", "official", f"| seat=A | A stock=?x29,1 {FULL} | B", "out_of_turn 1"),
    ("skipbo.irregular.out_of_turn_noticed skipbo.irregular.out_of_turn_restore skipbo.irregular.out_of_turn_no_draw skipbo.E55 skipbo.E54", "official", "| seat=B oot=A drew=5 laid=1 undo=S>B1 B1=4 | A stock=?x29,1 | B stock=?x28,1 hand=?x5", "noticed"),
    ("skipbo.irregular.out_of_turn_unnoticed skipbo.irregular.out_of_turn_resume_left skipbo.E58", "official", "| seat=B oot=A drew=5 | A stock=?x29,1 hand=2 | B stock=?x28,1 hand=?x5", "H7>D1"),
    ("skipbo.irregular.out_of_turn_unnoticed skipbo.irregular.out_of_turn_game_goes_on", "official irregular.oot_next=original_order", "| seat=B oot=A drew=5 | A stock=?x29,1 hand=2 | B stock=?x28,1 hand=?x5", "H7>D1"),
    ("skipbo.irregular.out_of_turn_no_draw", "official", "| seat=A owes=B | A stock=?x29,1 hand=2 | B stock=?x28,1 hand=?x4", "H2>D1"),
    ("skipbo.E29", "official", "| seat=A B1=5 | A stock=?x29,4 hand=3 | B", "take_back S>B1"),
]


@pytest.mark.parametrize(("rule", "preset", "text", "action"), REFUSED)
def test_refused(rule, preset, text, action):
    state = at(text, preset)
    action, _, player = action.partition("/")
    assert forbidden(state, action, int(player) if player else None) == rule


@pytest.mark.parametrize(("rules", "preset", "text", "action"), LEGAL)
def test_legal(rules, preset, text, action):
    done = do(at(text, preset), action)
    assert set(rules.split()) <= set(done.rules)


def test_gridlock_names_its_rules():
    """E04 ends a round in which every seat of a full circle has passed without laying or discarding."""
    done = do(at("| seat=B idle=A draw= | A stock=?x80,4 | B stock=?x80,5"), "pass")
    assert "skipbo.E04" in done.rules


def test_every_rule_that_the_engine_names_is_known_and_shown():
    """Each id in the engine's code stands in the rulebook, and in a row of these tables or in another test of the game."""
    ids = re.compile(r"skipbo\.[a-z_A-Z0-9]+(?:\.[a-z_0-9]+)*")
    named = set()
    for path in Path(skipbo.__file__).parent.glob("*.py"):
        named |= set(re.findall(r'"(skipbo\.[\w.]+)"', path.read_text(encoding="utf-8")))
    book = read_rulebook("skipbo")
    assert [i for i in sorted(named) if i not in book] == []
    shown = set()
    for path in Path(__file__).parent.glob("test_skipbo_*.py"):
        shown |= set(ids.findall(path.read_text(encoding="utf-8")))
    assert sorted(named - shown) == []
