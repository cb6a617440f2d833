/** What moved between two tables. It is found by comparing them, never told by the action. */
import { readCode, type Cards, type Table, type Zone } from "./table";

/** A place of a card on the table. In a pile and a cascade, `place` counts from the bottom. */
export interface Place {
  zone: number;
  place: number;
}

export interface Movement {
  from: Place;
  to: Place;
  /** The card as it is seen where it arrives, or where it left when it arrives unseen. */
  face: string;
}

export interface Motion {
  movements: Movement[];
  /** Cards that changed where they lie: turned over, chosen. */
  turned: Place[];
}

interface End extends Place {
  face: string;
}

/** More than this is a deal or a shuffle: marking every card of it would show nothing. */
export const MANY = 12;
/** Of many cards that go from pile to pile, so many are followed. */
const FOLLOWED = 5;

export function compare(zones: readonly Zone[], before: Table, after: Table): Motion {
  const left: End[] = [];
  const came: End[] = [];
  zones.forEach((zone, i) => {
    const old = before.cards[i]!;
    const now = after.cards[i]!;
    if (old === now) return;
    if (zone.layout === "grid") compareGrid(i, old, now, left, came);
    else if (zone.layout === "fan") compareFan(i, old, now, left, came);
    else comparePile(i, old, now, left, came);
  });
  return pair(left, came);
}

const known = (code: string | undefined): string => (code === undefined ? "" : readCode(code).face);

function compareGrid(zone: number, old: Cards, now: Cards, left: End[], came: End[]): void {
  const places = Math.max(old.codes.length, now.codes.length);
  for (let place = 0; place < places; place++) {
    const a = old.codes[place] ?? "";
    const b = now.codes[place] ?? "";
    if (a === b) continue;
    if (a !== "") left.push({ zone, place, face: known(a) });
    if (b !== "") came.push({ zone, place, face: known(b) });
  }
}

function compareFan(zone: number, old: Cards, now: Cards, left: End[], came: End[]): void {
  // the longest common sequence would be exact; for a hand it is enough that equal codes stay where they can
  const stayed = new Map<string, number>();
  for (const code of old.codes) stayed.set(code, (stayed.get(code) ?? 0) + 1);
  const extra: number[] = [];
  now.codes.forEach((code, place) => {
    const n = stayed.get(code) ?? 0;
    if (n > 0) stayed.set(code, n - 1);
    else extra.push(place);
  });
  for (let place = old.codes.length - 1; place >= 0; place--) {
    const code = old.codes[place]!;
    const n = stayed.get(code) ?? 0;
    if (n > 0) {
      stayed.set(code, n - 1);
      left.push({ zone, place, face: known(code) });
    }
  }
  for (const place of extra) came.push({ zone, place, face: known(now.codes[place]) });
}

function comparePile(zone: number, old: Cards, now: Cards, left: End[], came: End[]): void {
  const change = now.count - old.count;
  const topOf = (cards: Cards, below: number): string => known(cards.codes[cards.codes.length - 1 - below]);
  for (let k = 0; k < Math.min(-change, FOLLOWED); k++) left.push({ zone, place: old.count - 1 - k, face: topOf(old, k) });
  for (let k = 0; k < Math.min(change, FOLLOWED); k++) came.push({ zone, place: now.count - 1 - k, face: topOf(now, k) });
  if (change === 0 && now.count > 0) {
    left.push({ zone, place: old.count - 1, face: topOf(old, 0) });
    came.push({ zone, place: now.count - 1, face: topOf(now, 0) });
  }
}

/** Joins what came with what left: by the face first, then a card turned where it lies, then whatever may be the same card. */
function pair(left: End[], came: End[]): Motion {
  const movements: Movement[] = [];
  const turned: Place[] = [];
  const join = (fits: (from: End, to: End) => boolean): void => {
    came = came.filter((to) => {
      const from = left.find((end) => fits(end, to));
      if (!from) return true;
      left = left.filter((end) => end !== from);
      if (samePlace(from, to)) turned.push(placeOf(to));
      else movements.push({ from: placeOf(from), to: placeOf(to), face: to.face || from.face });
      return false;
    });
  };
  join((from, to) => from.zone !== to.zone && from.face !== "" && from.face === to.face);
  // a card that changed where it lies was turned, unless others came and left elsewhere at the same time: then it was exchanged
  const exchanged = came.some((to) => left.some((from) => from.zone !== to.zone)) && new Set([...came, ...left].map((end) => end.zone)).size > 2;
  if (!exchanged) join(samePlace);
  // one card from a hand tells more than five from under a pile
  const many = (end: End): number => left.filter((other) => other.zone === end.zone).length;
  left = left.map((end) => [many(end), end] as const).sort(([a], [b]) => a - b).map(([, end]) => end);
  join((from, to) => from.zone !== to.zone && (from.face === "" || to.face === ""));
  join(samePlace);
  return { movements, turned };
}

const samePlace = (a: Place, b: Place): boolean => a.zone === b.zone && a.place === b.place;
const placeOf = ({ zone, place }: Place): Place => ({ zone, place });
