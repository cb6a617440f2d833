/** Notes as a view shows them: those that a filter lets through, by ply, and the marks they leave in lists. */
import type { Dispute, Remark, Remarks } from "./decode";
import type { Film } from "./film";
import type { Line } from "./lines";

/** Glyphs by their word in the file, as annotators of board games write them; in the order of their keys 1 to 9. */
export const GLYPHS: Readonly<Record<string, string>> = {
  good: "!", mistake: "?", blunder: "??", brilliant: "!!", dubious: "?!", interesting: "!?", forced: "□", unclear: "∞", question: "(?)",
};

export const KINDS = ["text", "glyph", "rule", "card", "arrow", "mark", "bookmark"] as const;
export type Kind = (typeof KINDS)[number];

/** What is asked of the notes to be shown; "" asks nothing. */
export interface Filter {
  author: string;
  kind: "" | Kind;
  lang: string;
  layer: string;
}

export const ALL: Filter = { author: "", kind: "", lang: "", layer: "" };

/** What the notes of a ply leave in the move list and on the timeline. */
export interface Sign {
  glyphs: string[];
  bookmark: boolean;
  /** People disagree about the ply. */
  disputed: boolean;
}

/** The notes that a filter lets through, on one line of play. */
export interface Filtered {
  all: readonly Remark[];
  byPly: ReadonlyMap<number, readonly Remark[]>;
  /** Notes on a whole turn, by its place in the film. */
  byTurn: ReadonlyMap<number, readonly Remark[]>;
  onGame: readonly Remark[];
  /** The plies that have a note, ascending; those on the whole game leave no mark. */
  noted: readonly number[];
  signs: ReadonlyMap<number, Sign>;
  disputes: ReadonlyMap<number, readonly Dispute[]>;
}

export function kindsOf(note: Remark): Kind[] {
  const held = [note.text && !note.bookmark, note.glyph, note.rule, note.card, note.arrows?.length, note.marks?.length, note.bookmark];
  return KINDS.filter((_, k) => held[k]);
}

function passes({ author, kind, lang, layer }: Filter, note: Remark, remarks: Remarks): boolean {
  return (
    (!author || note.author === author) &&
    (!kind || kindsOf(note).includes(kind)) &&
    (!lang || note.lang === lang) &&
    (!layer || layerKey(remarks, note) === layer)
  );
}

/** Names the layer of a note among all of them. */
export const layerKey = (remarks: Remarks, note: Remark): string => remarks.layers[note.layer ?? 0]?.file ?? "";

/** Of one line of play. `hides`: without what was written when a later ply lay on the table. */
export function filtered(remarks: Remarks, line: Line, filter: Filter, hides: boolean): Filtered {
  const own = (one: { line?: string }): boolean => (one.line ?? null) === line.id;
  const all = remarks.notes.filter((note) => own(note) && passes(filter, note, remarks));
  const byPly = new Map<number, Remark[]>();
  const byTurn = new Map<number, Remark[]>();
  const signs = new Map<number, Sign>();
  const disputes = new Map<number, Dispute[]>();
  const signOf = (ply: number): Sign => put(signs, ply, () => ({ glyphs: [], bookmark: false, disputed: false }));
  for (const note of all) {
    if (note.on === "game") continue;
    if (note.on === "turn") put(byTurn, line.turned.turnOf[note.ply] ?? 0, () => []).push(note);
    else put(byPly, note.ply, () => []).push(note);
    if (hides && note.at !== undefined) continue;
    const sign = signOf(note.ply);
    if (note.glyph && !note.overruled && !sign.glyphs.includes(note.glyph)) sign.glyphs.push(note.glyph);
    sign.bookmark ||= !!note.bookmark;
  }
  const kept = new Set(all.map((note) => note.key));
  for (const dispute of remarks.disputes) {
    const keys = dispute.sides.flatMap((side) => side.keys);
    if (!own(dispute) || !keys.some((key) => kept.has(key))) continue;
    put(disputes, dispute.ply, () => []).push(dispute);
    if (!dispute.settled && !(hides && dispute.at !== undefined)) signOf(dispute.ply).disputed = true;
  }
  // what is said of the whole game is read on every line
  const onGame = remarks.notes.filter((note) => note.on === "game" && passes(filter, note, remarks));
  const noted = [...signs.keys()].filter((ply) => ply >= 0 && ply <= line.length).sort((a, b) => a - b);
  return { all, byPly, byTurn, onGame, noted, signs, disputes };
}

function put<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key)!;
}

/** The notes that are read at a ply: those on it and on its turn. `hides`: only those that tell of nothing later. */
export function remarksAt(found: Filtered, film: Film, ply: number, hides: boolean): Remark[] {
  const here = [...(found.byPly.get(ply) ?? []), ...(found.byTurn.get(film.turnOf[ply] ?? 0) ?? [])];
  return hides ? here.filter((note) => knownAt(note) <= ply) : here;
}

export const knownAt = (note: { ply: number; at?: number }): number => Math.max(note.ply, note.at ?? 0);

/** What may be chosen in each filter, in the order in which it comes up. */
export function choices(remarks: Remarks, known: (note: Remark) => boolean): { authors: string[]; kinds: Kind[]; langs: string[]; layers: string[] } {
  const { layers } = remarks;
  const notes = remarks.notes.filter(known);
  const each = (of: (note: Remark) => string | undefined): string[] => [...new Set(notes.flatMap((note) => of(note) || []))];
  const kinds = new Set(notes.flatMap(kindsOf));
  return { authors: each((note) => note.author), kinds: KINDS.filter((kind) => kinds.has(kind)), langs: each((note) => note.lang), layers: layers.map(({ file }) => file) };
}

/** Whether a filter lets everything through. */
export const isAll = (filter: Filter): boolean => Object.values(filter).every((value) => value === "");
