"""What a page needs to show a node of a scratch table and to let a person point at cards, as plain data that JSON takes as it is.

Everything has gone through the lens. What cannot be done comes with the sentence that says why, so that choosing a card shows at once
where it may go and where not, without asking again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlab.errors import CardlabError
from cardlab.explain import Explanation, Ruling, rule
from cardlab.game import Asked, Game, Places, Spot
from cardlab.position import Position
from cardlab.rulebook import read_rulebook
from cardlab.scratch.tree import Node, ScratchError, asking_engine
from cardlab.text import LANGUAGES, Text

if TYPE_CHECKING:
    from cardlab.scratch.table import Scratch
    from cardlab.scratch.trial import Trial


def view(scratch: Scratch, node: Node) -> dict[str, Any]:
    """Everything about one node:

    node, unchecked, depth, name, note, kind; `zones`, `cards`, `seats`, `names`, `at` (player, round, turn, phase) as `Frames` has them;
    `why` (the explanation of the action that led here); `tries` (each with action, from, to, legal and, where it is not, `no`, a
    place in `refusals`); `asked`; `hidden` (places that may be given a face) and `possible` (face -> count); `beyond` (cards that were
    turned up here although the one who acted could not know them)."""
    position = scratch.at(node)
    table = position.table(lens=scratch.lens)
    tries, refusals = tries_of(position, node.checked)
    return {
        "node": node.id,
        "kind": node.kind,
        "depth": node.depth,
        "plies": node.plies,
        "checked": node.checked,
        "zones": table.zones,
        "cards": table.cards,
        "seats": table.seats,
        "names": table.names,
        "at": (table.player, table.round, table.turn, table.phase),
        "why": said(position.explanation) if position.explanation is not None else None,
        "tries": tries,
        "refusals": refusals,
        "asked": _asked(position, node.checked),
        "outcome": position.outcome,
        "beyond": beyond(scratch, node),
        "banner": {lang: scratch.banner(node, lang) for lang in LANGUAGES},
        "text": position.text,
    }


def hidden_view(scratch: Scratch) -> dict[str, Any]:
    """For the picker of faces on the node on the table: `places` and `possible` (face -> how many can still be there)."""
    return {"places": scratch.hidden_places(), "possible": dict(scratch.possible())}


def tree_view(scratch: Scratch) -> dict[str, Any]:
    """The tree: `at`, and `nodes` in the order in which they are shown, each [id, parent, depth, label, kind, flags…] as a dictionary
    without what is empty."""
    return {"at": scratch.node.id, "nodes": [leaf_view(scratch, node) for node in scratch.origin.below()]}


def leaf_view(scratch: Scratch, node: Node) -> dict[str, Any]:
    """One node of the tree, as `tree_view` has it: a page that has the tree needs only the new ones."""
    leaf: dict[str, Any] = {"id": node.id, "parent": node.parent.id if node.parent else None, "kind": node.kind}
    if node.action is not None:
        leaf |= {"action": label(scratch, node), "player": node.action.player}
    if node.facts:
        leaf["facts"] = list(node.facts)
    for key in ("name", "note", "by", "folded", "seed"):
        if getattr(node, key) not in ("", False, None):
            leaf[key] = getattr(node, key)
    if not node.checked:
        leaf["unchecked"] = True
    return leaf


def label(scratch: Scratch, node: Node) -> str:
    """The action that led to a node, as short as a list of moves has it; a deal names no faces."""
    action = node.action
    assert action is not None  # asked before
    word = action.partition(" ")[0]
    return word if len(action) > 60 else str(action)


def tries_of(position: Position, checked: bool = True) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What may be tried by pointing: every candidate with where it begins and ends, legal or not; and the refusals they share. What the
    engine cannot judge in a position that was kept unchecked is not offered."""
    game, state, player = position.game, position.state, position.player
    if player is None or player < 0:
        return [], []
    tries: list[dict[str, Any]] = []
    refusals: list[dict[str, Any]] = []
    known: dict[tuple[str, str], int] = {}
    for move in game.tries(state):
        try:
            with asking_engine(checked):
                ruling = rule(game, position.names, state, player, move)
                places = game.places(state, player, move)
        except ScratchError:
            continue
        one: dict[str, Any] = {"action": ruling.action, "legal": ruling.legal, **_places(places)}
        if not ruling.legal:
            key = ruling.rules[0], ruling.refusal("en")
            if key not in known:
                known[key] = len(refusals)
                refusals.append(_refusal(game, ruling))
            one["no"] = known[key]
        tries.append(one)
    return tries, refusals


def _places(places: Places) -> dict[str, Any]:
    return {key: _spot(spot) for key, spot in (("from", places.source), ("to", places.target)) if spot is not None}


def _spot(spot: Spot) -> dict[str, Any]:
    return {"zone": spot.zone, "places": list(spot.places)} if spot.places else {"zone": spot.zone}


def _refusal(game: Game, ruling: Ruling) -> dict[str, Any]:
    return {"rule": ruling.rules[0], "why": {lang: ruling.refusal(lang) for lang in LANGUAGES}}


def said(why: Explanation) -> dict[str, Any]:
    """An explanation: the sentence in every language, its rules, and how many of them allowed it."""
    return {"action": why.action, "text": in_all(why), "rules": list(why.rules), "allowed": why.allowed, "legal": why.legal}


def in_all(why: Explanation) -> Text:
    """The sentence in every language."""
    return {lang: why.text(lang) for lang in LANGUAGES}


def trial_view(trial: Trial) -> dict[str, Any]:
    """A try that was refused (or would be allowed): the sentence, the facts, the rules, where they stand, and what the other presets
    say of it."""
    book = read_rulebook(trial.position.game.name)
    return {
        **said(trial.ruling),
        "facts": {key: str(value) for key, value in trial.facts.items()},
        "passages": [{"rule": p.rule, "source": p.source.id, "line": p.locator.first} for p in trial.passages],
        "ruling": [rule for rule in trial.rules if book[rule].kind == "ruling"],
        "others": [
            {
                "preset": other.preset,
                "source": other.source.id,
                "legal": other.legal,
                "rules": list(other.ruling.rules),
                "text": {lang: other.text(lang) for lang in LANGUAGES},
                "differs": other.legal != trial.legal,
            }
            for other in trial.others
        ],
    }


def _asked(position: Position, checked: bool) -> dict[str, Any] | None:
    if position.player is None or position.player >= 0:
        return None
    try:
        with asking_engine(checked):
            asked: Asked = position.game.asked(position.state)
    except ScratchError:
        return None
    return {**asked._asdict(), "left": dict(asked.left)}


def beyond(scratch: Scratch, node: Node) -> list[dict[str, str]]:
    """The cards that this action turned up although the one who looks (by himself the one who acted) could not know them, each with its
    place before, its face and how it came to it: record, supposed, random or told."""
    from cardlab.scratch.hidden import UNKNOWN, face_text, places

    if node.action is None or node.parent is None:
        return []
    if node.action.startswith(("deal ", "reshuffle ")):
        return []
    before, after = scratch.at(node.parent), scratch.at(node)
    eyes = scratch.lens.seat if scratch.lens.seat is not None else before.player
    game, was, now = scratch.game, before.state, after.state
    if eyes is None or eyes < 0:
        eyes = getattr(was, "actor", getattr(was, "seat", 0))
    try:
        still = set(game.hidden(now, eyes)) if now.round == was.round else set()
        turned = [card for card in game.hidden(was, eyes) if card not in still]
        where = places(game, was)
    except CardlabError:
        return []
    found = []
    for card in turned:
        face = face_text(game, now, card) if now.round == was.round else face_text(game, was, card)
        if face != UNKNOWN and card in where:
            told = "told" if face_text(game, was, card) == UNKNOWN else node.parent.told.get(card, "record")
            found.append({"place": where[card], "face": face, "how": told})
    return found
