/** A move of a card that is seen, drawn before the kernel has said what comes of it. Nothing here knows a game: a card leaves one place and lies at another. */
import type { Spot, Try } from "./moment";
import { readCode, type Cards, type Code, type Table, type Zone } from "./table";

/** The table with the card at its goal, or null where the card is not seen or does not go from one place to one other. */
export function guessOf(zones: readonly Zone[], table: Table, { source, target, face }: Try): Table | null {
  if (!source || !target || source.zone === target.zone || source.places.length > 1 || target.places.length > 1) return null;
  const taken = takeFrom(zones[source.zone]!, table.cards[source.zone]!, source);
  if (!taken) return null;
  const [code, left] = taken;
  const { down, empty } = readCode(code);
  if ((down && face === null) || empty) return null;
  const laid = layOn(zones[target.zone]!, table.cards[target.zone]!, target, face ?? code.replace(/!$/, ""));
  if (!laid) return null;
  const cards = table.cards.slice();
  cards[source.zone] = left;
  cards[target.zone] = laid;
  return { ...table, cards };
}

function takeFrom(zone: Zone, { codes, count }: Cards, { places }: Spot): [Code, Cards] | null {
  const at = zone.layout === "fan" || zone.layout === "grid" ? places[0] ?? (codes.length === 1 ? 0 : -1) : codes.length - 1;
  const code = codes[at];
  if (code === undefined) return null;
  if (zone.layout === "grid") return [code, { codes: codes.map((one, i) => (i === at ? "" : one)), count: count - 1 }];
  const rest = codes.filter((_, i) => i !== at);
  // of a pile the page may know the topmost card alone
  return [code, { codes: rest.length || count === 1 ? rest : ["?"], count: count - 1 }];
}

function layOn(zone: Zone, { codes, count }: Cards, { places }: Spot, code: Code): Cards | null {
  if (zone.layout !== "grid") return { codes: zone.layout === "pile" || zone.layout === "place" ? [code] : [...codes, code], count: count + 1 };
  const at = places[0];
  if (at === undefined) return null;
  return { codes: codes.map((one, i) => (i === at ? code : one)), count: count + (codes[at] ? 0 : 1) };
}
