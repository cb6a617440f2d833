/** The data as it arrives (JSON in bytes) and its reading. The types mirror what the widget sends. */
import type { Voice } from "./sentence";
import type { Change, Code, Layout, SeatChange } from "./table";

export type Lang = "en" | "es" | "nl";
export const LANGS: readonly Lang[] = ["en", "es", "nl"];
export type Text = Record<Lang, string>;

/** What happened at one ply, as differences from the ply before. */
export interface Step {
  /** The action's label in the move list. */
  a: string;
  /** Who acted: a seat, -1 chance, -2 referee; left out when the same as in the step before. */
  w?: number;
  /** The phrase that tells it, by its place in `phrases`. */
  p: number;
  /** The governing rules in order, by their places in `rules`. */
  r: number[];
  /** How many of them, from the first, allowed or forced it; the others made what followed. Left out when all did. */
  k?: number;
  /** Facts put into the phrase and the reasons. */
  f?: Record<string, string>;
  /** By the place of a rule in `r`: facts of its own event, where they are others. */
  g?: Record<string, Record<string, string>>;
  /** The rules that could not be checked, as cards are not known, by their places in `rules`. */
  u?: number[];
  /** What changed on the table. */
  z?: Change[];
  /** Seat infos that changed. */
  s?: SeatChange[];
  /** Who is to act afterwards, the round, the turn and the phase, each only if changed. */
  n?: number | null;
  o?: number;
  t?: number;
  h?: string;
}

/** What a note says, and where it stands. */
export interface Said {
  ply: number;
  /** What it speaks of, where that is not its ply. */
  on?: "turn" | "game";
  /** The branch it stands on; left out on the main line. */
  line?: string;
  /** The ply that was on the table when it was written, where it was a later one. */
  at?: number;
  text?: string;
  lang?: string;
  glyph?: string;
  rule?: string;
  /** The card or zone it speaks of. */
  card?: string;
  /** "hand0:2>B1 red": from place to place, and a colour. */
  arrows?: string[];
  marks?: string[];
  bookmark?: boolean;
  /** When it was written, ISO 8601. */
  time?: string;
}

/** A note as it stands. */
export interface Remark extends Said {
  /** Names it to the kernel. */
  key: string;
  author: string;
  /** Its layer, by its place in `layers`; left out in the game's own file. */
  layer?: number;
  /** Who else edited it, and how often it was. */
  editors?: string[];
  edits?: number;
  /** A settlement decided against it. */
  overruled?: boolean;
}

/** What people said differently about one thing. */
export interface Dispute {
  about: "glyph" | "rule" | "text";
  ply: number;
  line?: string;
  at?: number;
  sides: { author: string; keys: string[]; values: string[] }[];
  /** Left out while it is open. */
  settled?: { key: string; author: string; time: string; text: string; lang: string; keep: string[] };
}

/** A line of the history of notes. */
export interface PastLine extends Partial<Said> {
  key: string;
  kind: "note" | "edit" | "delete" | "withdraw" | "settle";
  author: string;
  file: string;
  /** Its number in the file. */
  number: number;
}

export interface Remarks {
  /** The game's own file, then the layers. */
  layers: { name: string; file: string }[];
  notes: Remark[];
  disputes: Dispute[];
  /** What is wrong with lines of the layers. */
  problems: string[];
  /** Where notes are written, and as whom; null where they are only read. */
  desk: null | { file: string; author: string; language: string };
}

export interface Frames {
  game: string;
  title: string;
  preset: string;
  /** Names by seat. */
  names: string[];
  /** `seats`: the hands shown, where each is shown by itself; null where `seat` says whose. */
  lens: { seat: number | null; spoilers: boolean; ply: number | null; seats?: number[] | null };
  /** Names the game in the code of a place; left out where there is none. */
  code?: string;
  zones: [id: string, kind: string, owner: number | null, layout: Layout, rows: number, hint: string][];
  /** Card face -> band 0..5 (a colour and a shape); 5 is the wild. */
  bands: Record<string, number>;
  /** The table at ply 0. */
  cards: [codes: Code[], count: number][];
  seats: [score: number | null, marks: [string, string][]][];
  at: [player: number | null, round: number, turn: number, phase: string];
  /** Rule ids and phrase keys that the steps index. */
  rules: string[];
  phrases: string[];
  steps: Step[];
  /** The plies of the whole line, where these are the first of them and the rest is on its way. */
  whole?: number;
  /** Special events, by the key of their label. */
  marks: [ply: number, key: string][];
  result: null | { reason: string; winners: number[]; scores: number[] };
}

/** A card that a branch supposes to be another one. */
export interface Supposed {
  /** Its zone, by its place on the table. */
  z: number;
  /** Its place from 1: from the top of a pile, from the left of a fan; row and column in a grid. */
  n?: number;
  r?: number;
  c?: number;
  face: string;
  /** The face it has, where that may be known. */
  was?: string;
}

/** A line that leaves another one, as differences from the table it leaves. */
export interface Branch {
  id: string;
  name: string;
  author: string;
  /** The branch it leaves, or null where it leaves the main line. */
  parent: string | null;
  /** The ply of that line which it leaves. */
  ply: number;
  facts?: Supposed[];
  /** Why it stops where it does, "" where that may not be known; left out where it holds whole. */
  problem?: string;
  /** Whether it was recorded and taken back. */
  undone?: boolean;
  /** Whether who annotates may go on with it. */
  own?: boolean;
  at: Frames["at"];
  /** What its supposed cards change on the table it leaves. */
  z?: Change[];
  s?: SeatChange[];
  steps: Step[];
  marks: Frames["marks"];
  result?: Frames["result"];
}

export interface BranchData {
  /** Rule ids and phrase keys that the steps index. */
  rules: string[];
  phrases: string[];
  /** Those that leave one ply in their order. */
  branches: Branch[];
}

export interface Words {
  ui: Record<string, Text>;
  zones: Record<string, Text>;
  marks: Record<string, Text>;
  phases: Record<string, Text>;
  reasons: Record<string, Text>;
  glyphs: Record<string, Text>;
  phrases: Record<string, Text>;
  presets: Record<string, Text>;
}

export interface Source {
  id: string;
  language: Lang;
  short: Text;
  title: Text;
  /** The reading view: rules in line order under their sections. */
  sections: { title: Text; lines: [number, number]; items: { rule: string; line: number }[] }[];
  /** The true text where it is attached; offsets in UTF-16 units, `line` a number in the document, lines[0] is line `first`. */
  original: null | { lines: string[]; first: number; spans: Span[] };
  /** Why an original cannot be used, or "". */
  problem: string;
}

export interface Span {
  rule: string;
  line: number;
  start: number;
  end: number;
}

export interface Rule {
  kind: "rule" | "component" | "advice" | "ruling";
  /** How a sentence treats it: "loud" is said before others, "quiet" goes without saying. */
  voice?: Voice;
  text: Text;
  why?: Text;
  refusal?: Text;
  question?: Text;
  near?: string[];
}

export interface Disagreement {
  id: string;
  topic: Text;
  rules: string[];
  /** Preset -> the value it stands for. */
  presets: Record<string, string>;
  /** Source id -> what it says. */
  says: Record<string, { value: string; text: Text }>;
}

export interface Book {
  sources: Source[];
  rules: Record<string, Rule>;
  disagreements: Disagreement[];
  /** Preset -> the source it follows. */
  presetSources: Record<string, string>;
}

/** One ply that the other rules see otherwise. */
export interface Verdict {
  /** The ply. */
  n: number;
  v: "illegal" | "different";
  /** What makes the difference, by its place in `matters`. */
  m: number;
  /** Why not, or what else follows, by its place in `texts`; left out where nothing is said of it. */
  t?: number;
}

/** One side of a difference: a source, its rules to mark, and the lines on which it takes its stand, by disagreement. */
export interface Side {
  source: string;
  rules: string[];
  lines: string[];
}

export interface Matter {
  /** Ids of disagreements. */
  disputes: string[];
  /** The side of the game and the other. */
  sides: [Side, Side];
}

/** The game judged by another preset. */
export interface Judged {
  preset: string;
  texts: Text[];
  matters: Matter[];
  plies: Verdict[];
  /** On the side of the game and on the other; null where it is not known. Null as a whole where the lens may not know it. */
  final: null | {
    scores: [number[] | null, number[] | null];
    ends: [End | null, End | null];
    /** What was assumed, and why something is not known, by round. */
    said: [round: number, texts: Text[]][];
  };
}

export interface End {
  round: number;
  winners: number[];
}

/** Bytes as they come: a DataView from a kernel, anything array-like elsewhere. */
export type Bytes = DataView | ArrayBuffer | Uint8Array | null | undefined;

/** The JSON in the bytes, or null when there are none. Throws where it cannot be read. */
export function readJson(bytes: Bytes): unknown {
  if (!bytes || bytes.byteLength === 0) return null;
  // a DataView may be a window into a longer buffer
  const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(view));
}

/** Frames from bytes, null when there are none. Throws where they are not frames, so that drawing never meets a half of them. */
export function readFrames(bytes: Bytes): Frames | null {
  const raw = readJson(bytes) as Partial<Frames> | null;
  if (raw === null) return null;
  const lists = [raw.names, raw.zones, raw.cards, raw.seats, raw.at, raw.rules, raw.phrases, raw.steps];
  if (!lists.every(Array.isArray)) throw new TypeError("not frames");
  const frames = {
    ...raw,
    lens: { seat: null, spoilers: true, ply: null, seats: null, ...raw.lens },
    bands: raw.bands ?? {},
    marks: raw.marks ?? [],
    result: raw.result ?? null,
  } as Frames;
  if (frames.zones.length !== frames.cards.length || frames.seats.length !== frames.names.length) throw new TypeError("not frames");
  return frames;
}

/** The branches from bytes, null when there are none. Throws where they are none. */
export function readBranches(bytes: Bytes): BranchData | null {
  const raw = readJson(bytes) as BranchData | null;
  if (raw && ![raw.rules, raw.phrases, raw.branches].every(Array.isArray)) throw new TypeError("no branches");
  return raw;
}

/** The notes; none of them from no bytes. Throws where they are none. */
export function readRemarks(bytes: Bytes): Remarks {
  const raw = (readJson(bytes) ?? {}) as Partial<Remarks>;
  const { layers = [], notes = [], disputes = [], problems = [], desk = null } = raw;
  if (![layers, notes, disputes, problems].every(Array.isArray)) throw new TypeError("no notes");
  return { layers, notes, disputes, problems, desk };
}

export function readBook(bytes: Bytes): Book {
  const raw = (readJson(bytes) ?? {}) as Partial<Book>;
  return {
    sources: raw.sources ?? [],
    rules: raw.rules ?? {},
    disagreements: raw.disagreements ?? [],
    presetSources: raw.presetSources ?? {},
  };
}

/** The judgement from bytes, null when there are none. Throws where they are none. */
export function readJudged(bytes: Bytes): Judged | null {
  const raw = readJson(bytes) as Judged | null;
  if (raw && ![raw.texts, raw.matters, raw.plies].every(Array.isArray)) throw new TypeError("no judgement");
  return raw;
}

const TABLES = ["ui", "zones", "marks", "phases", "reasons", "glyphs", "phrases", "presets"] as const;

export function readWords(bytes: Bytes): Words {
  const raw = (readJson(bytes) ?? {}) as Partial<Words>;
  return Object.fromEntries(TABLES.map((table) => [table, raw[table] ?? {}])) as unknown as Words;
}
