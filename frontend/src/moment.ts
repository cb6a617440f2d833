/** What may be done at one moment, as the kernel sends it (`cardlab/widgets/moment.py`). Nothing here decides what is legal. */
import { readJson, type Bytes } from "./decode";
import type { Facts } from "./sentence";

/** Some cards of a zone, or the zone as a whole where `places` is empty. */
export interface Spot {
  zone: number;
  places: readonly number[];
}

/** An action told in words: the key of its phrase, the facts put into it, and the rule that forbids it, or null. */
export interface Told {
  text: string;
  phrase: string;
  facts: Facts;
  rule: string | null;
}

/** An action that a person may try by pointing. */
export interface Try extends Told {
  source: Spot | null;
  target: Spot | null;
  /** The face that a card which is not known gets by it. */
  face: string | null;
}

/** What chance has to tell, because people saw it. */
export interface Asked {
  word: string;
  number: number;
  /** The faces that can be named, and how many of each are left. */
  left: Record<string, number>;
  /** Why the others cannot. */
  none: Record<string, Told>;
  seats: number[];
  owner: number | null;
  places: [seat: number | null, place: string][];
  /** Whether a face may stay unknown. */
  unknown: boolean;
}

export interface Moment {
  player: number | null;
  moves: Try[];
  asked: Asked | null;
  /** What the referee may call. */
  calls: Told[];
}

/** A moment that a view stands at. */
export interface Now extends Moment {
  /** Counts the changes: what was asked for at another moment is not done. */
  at: number;
  plies: number;
  /** Whether nothing more can be done. */
  closed: boolean;
}

/** A moment of a recording. */
export interface Recording extends Now {
  file: string;
  /** Lines in the file, and the last of them. */
  count: number;
  lines: [line: number, kind: string, who: number | null, text: string][];
  clock: boolean;
  /** Where a torn last line was put, or "". */
  torn: string;
}

type Row = [phrase: number, facts: Facts, rule: number];
type RawSpot = [zone: number, places: number[]] | null;
interface Names {
  rules: string[];
  phrases: string[];
}

const told = ({ rules, phrases }: Names, text: string, [phrase, facts, rule]: Row): Told => ({ text, phrase: phrases[phrase] ?? "", facts, rule: rules[rule] ?? null });
const spot = (raw: RawSpot): Spot | null => raw && { zone: raw[0], places: raw[1] };

/** A moment from its data. Throws where it is none. */
export function momentFrom(raw: any): Moment {
  const names: Names = { rules: raw.rules, phrases: raw.phrases };
  return {
    player: raw.player,
    moves: raw.moves.map(([text, source, target, face, ...row]: [string, RawSpot, RawSpot, string | null, ...Row]): Try => ({
      ...told(names, text, row), source: spot(source), target: spot(target), face,
    })),
    asked: raw.asked && { ...raw.asked, none: Object.fromEntries(Object.entries<Row>(raw.asked.none).map(([face, row]) => [face, told(names, face, row)])) },
    calls: raw.calls.map(([text, ...row]: [string, ...Row]) => told(names, text, row)),
  };
}

/** The moment in the bytes with what goes with it; null when there is none. */
export function readNow<N extends Now>(bytes: Bytes): N | null {
  const raw = readJson(bytes) as any;
  return raw && { ...raw, ...momentFrom(raw) };
}

/** Why something was refused that the kernel was asked for. */
export function refusalFrom(raw: any, text: string): Told {
  return told(raw, text, raw.refused);
}
