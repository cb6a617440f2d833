/** What can be chosen at the moment of a recording, as a list. */
import type { Choosing, Option } from "./desk";
import type { Spot, Told, Try } from "./moment";
import { facesOf, forks, isLegal, offersOf, sameSpot } from "./pointing";
import { fill, sentence } from "./sentence";
import { readCode } from "./table";
import { said, ui, word } from "./text";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const UNKNOWN = "?";

/** What an action does, or that it may not be done and why, in a sentence. */
export function toldOf(state: Choosing, told: Told): string {
  const { words, book } = state.session;
  const what = fill(words.phrases[told.phrase]?.[state.lang] ?? told.phrase, told.facts);
  if (told.rule === null) return sentence(what, [], []);
  const rule = book.rules[told.rule];
  const why = fill(said(rule?.refusal ?? rule?.text, state), told.facts).replace(/\.$/, "");
  return sentence(ui(state, "not_allowed", { what }), [["plain", "{why}", { why }]], []);
}

/** A spot by name: the zone, which of several it is, and the place or the card in it. */
export function spotName(state: Choosing, { zone, places }: Spot): string {
  const shape = state.film.zones[zone]!;
  const { codes } = state.table.cards[zone]!;
  const label = word(state, "zones", shape.kind);
  if (shape.layout === "grid" && places.length) return gridPlace(places, codes.length / shape.rows);
  const same = state.film.zones.flatMap((other, i) => (other.kind === shape.kind && other.owner === shape.owner ? [i] : []));
  const number = same.length > 1 ? ` ${same.indexOf(zone) + 1}` : "";
  const { face, down } = readCode(codes[places[0] ?? codes.length - 1] ?? "");
  return `${label}${number}${face || down ? `: ${down ? UNKNOWN : face}` : ""}`;
}

/** A place of a grid, or the row or column that some places make. */
function gridPlace(places: readonly number[], columns: number): string {
  const rows = [...new Set(places.map((place) => Math.floor(place / columns) + 1))];
  const across = [...new Set(places.map((place) => (place % columns) + 1))];
  return places.length === 1 ? `r${rows[0]}c${across[0]}` : across.length === 1 ? `c${across[0]}` : rows.length === 1 ? `r${rows[0]}` : "";
}

type Choose = (doing: { pick: Spot } | { act: Try[] } | { name: string } | { say: string }) => void;

/** The options in order, each with a letter as far as there are letters. */
export function optionsOf(state: Choosing, choose: Choose, letters = LETTERS): Option[] {
  const found = plainOptions(state, choose);
  let free = 0;
  return found.map((one) => ({ ...one, key: one.refused ? "" : (letters[free++] ?? "") }));
}

const PLAIN = { key: "", spot: null, face: null, left: null, refused: null };

function plainOptions(state: Choosing, choose: Choose): Option[] {
  const { now, choice } = state;
  if (choice) return facesOf(now.moves, choice).map((one) => ({ ...PLAIN, label: one.face!, told: toldOf(state, one), face: one.face, refused: one.rule ? one : null, choose: () => choose({ act: [one] }) }));
  if (now.asked?.seats.length) return now.asked.seats.map((seat) => ({ ...PLAIN, label: state.film.frames.names[seat]!, told: "", choose: () => choose({ say: `${now.asked!.word} ${seat}` }) }));
  if (now.asked) return faceOptions(state, choose);
  return [...offered(state, choose), ...shut(state)];
}

function offered(state: Choosing, choose: Choose): Option[] {
  return offersOf(state.now.moves, state.picked).map((offer) => {
    const [first] = offer.tries;
    const base = { ...PLAIN, spot: offer.spot };
    if (!state.picked && forks(offer.tries)) return { ...base, label: spotName(state, offer.spot!), told: ui(state, "take_up", { places: count(offer.tries) }), choose: () => choose({ pick: offer.spot! }) };
    if (offer.tries.length > 1) return { ...base, label: spotName(state, offer.spot!), told: ui(state, "say_which", { faces: offer.tries.length }), choose: () => choose({ act: offer.tries }) };
    return { ...base, label: first!.text, told: toldOf(state, first!), choose: () => choose({ act: [first!] }) };
  });
}

/** Where the card that somebody has taken up may not go, with the reason: once a place, where no action may. */
function shut(state: Choosing): Option[] {
  const { moves } = state.now;
  if (!state.taken) return [];
  const there = moves.filter((one) => one.target && sameSpot(one.source, state.picked));
  return there
    .filter((one, i) => !there.some((other, k) => sameSpot(other.target, one.target) && (isLegal(other) || k < i)))
    .map((one) => ({ ...PLAIN, label: one.text, told: toldOf(state, one), spot: one.target, refused: one, choose: () => {} }));
}

const count = (tries: readonly Try[]): number => new Set(tries.map(({ target }) => target?.zone + "." + target?.places)).size;

/** Every face, with how many are left when those named so far are counted; those of which none is left with the reason. */
function faceOptions(state: Choosing, choose: Choose): Option[] {
  const { asked } = state.now;
  const { left, none, unknown } = asked!;
  const faces: Option[] = Object.keys(state.film.frames.bands).map((face) => {
    const there = (left[face] ?? 0) - state.named.filter((one) => one === face).length;
    const used: Told = none[face] ?? { text: face, phrase: "", facts: {}, rule: "" };
    const told = there > 0 ? ui(state, "left_of_face", { face, left: there }) : face in none ? toldOf(state, used) : ui(state, "all_named", { face });
    return { ...PLAIN, label: face, told, face, left: Math.max(0, there), refused: there > 0 ? null : used, choose: () => choose({ name: face }) };
  });
  // numbers as keys of an object come in an order of their own
  const order = ({ face }: Option): number => (Number.isNaN(Number(face)) ? Infinity : Number(face));
  faces.sort((a, b) => order(a) - order(b) || 0);
  return unknown ? [...faces, { ...PLAIN, label: UNKNOWN, told: ui(state, "stays_unknown"), face: UNKNOWN, choose: () => choose({ name: UNKNOWN }) }] : faces;
}
