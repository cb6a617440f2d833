/** Tables as plain data, and their differences. The types mirror `cardlab/table.py`. */

/** One card as a zone shows it: "7", "SB=4", "?", "?7", "" for an empty place; a trailing "!" marks a chosen card. */
export type Code = string;

export type Layout = "pile" | "fan" | "grid" | "cascade" | "place";

/** A place for cards; it stays the same through a match. */
export interface Zone {
  id: string;
  /** The key of its label in the words. */
  kind: string;
  /** The seat it lies before, or null for the middle. */
  owner: number | null;
  layout: Layout;
  /** Rows of a grid. */
  rows: number;
  /** What an empty place wants, shown in it. */
  hint: string;
}

/** What lies in a zone: the codes shown, and the number of all cards in it. */
export interface Cards {
  readonly codes: readonly Code[];
  readonly count: number;
}

/** What stands beside a seat's name: a score where one is kept, and words with a value put into them. */
export interface SeatInfo {
  readonly score: number | null;
  readonly marks: readonly (readonly [key: string, value: string])[];
}

export interface Table {
  readonly cards: readonly Cards[];
  readonly seats: readonly SeatInfo[];
  /** The seat to act, CHANCE, REFEREE, or null when the match is over. */
  readonly player: number | null;
  readonly round: number;
  readonly turn: number;
  readonly phase: string;
}

/** A whole table as it is sent. */
export interface RawTable {
  cards: [codes: Code[], count: number][];
  seats: [score: number | null, marks: [string, string][]][];
  at: [player: number | null, round: number, turn: number, phase: string];
}

export function makeTable({ cards, seats, at: [player, round, turn, phase] }: RawTable): Table {
  return { cards: cards.map(([codes, count]) => ({ codes, count })), seats: seats.map(([score, marks]) => ({ score, marks })), player, round, turn, phase };
}

export const CHANCE = -1;
export const REFEREE = -2;

export type Change = [zone: number, place: number, code: Code] | [zone: number, codes: Code[], count: number];
export type SeatChange = [seat: number, score: number | null, marks: [string, string][]];

/** The cards after some changes. Zones that did not change stay the same objects, so that drawing can tell by identity. */
export function applyChanges(cards: readonly Cards[], changes: readonly Change[]): Cards[] {
  const after = cards.slice();
  for (const change of changes) {
    const old = after[change[0]];
    if (!old) throw new RangeError(`no zone ${change[0]}`);
    if (typeof change[1] === "number") {
      const codes = old.codes.slice();
      codes[change[1]] = change[2] as Code;
      after[change[0]] = { codes, count: old.count };
    } else {
      after[change[0]] = { codes: change[1], count: change[2] as number };
    }
  }
  return after;
}

export function applySeatChanges(seats: readonly SeatInfo[], changes: readonly SeatChange[]): SeatInfo[] {
  const after = seats.slice();
  for (const [seat, score, marks] of changes) {
    if (!after[seat]) throw new RangeError(`no seat ${seat}`);
    after[seat] = { score, marks };
  }
  return after;
}

/** A code taken apart. */
export interface Face {
  /** The face, or "" where it is not known (or where nothing lies). */
  face: string;
  down: boolean;
  empty: boolean;
  /** What the card stands for, or "". */
  as: string;
  chosen: boolean;
}

export function readCode(code: Code): Face {
  const chosen = code.endsWith("!");
  const rest = chosen ? code.slice(0, -1) : code;
  const down = rest.startsWith("?");
  const shown = down ? rest.slice(1) : rest;
  const equals = shown.indexOf("=");
  return {
    face: equals < 0 ? shown : shown.slice(0, equals),
    as: equals < 0 ? "" : shown.slice(equals + 1),
    down,
    chosen,
    empty: rest === "",
  };
}
