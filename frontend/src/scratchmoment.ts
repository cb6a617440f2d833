/** What a scratch table sends (`cardlab/widgets/scratch_table.py`), and what it answers. */
import type { Quizzing } from "./asking";
import type { Text } from "./decode";
import type { Deciding, Desk } from "./desk";
import type { Now } from "./moment";
import type { Setting, Value } from "./playform";
import type { Twigs } from "./scratchtree";
import type { RawTable, Table } from "./table";

/** A position that is being edited. */
export interface Draft {
  text: string;
  /** What cannot be about it. */
  faults: Text[];
  /** How many cards lie where. */
  tally: Text;
  /** What can be set beside cards, options and whose turn it is; of a seat, or of the table (null). */
  fields: Field[];
  preset: string;
  presets: { value: string; label: Text }[];
  options: (Pick<Setting, "name" | "kind" | "label" | "choices" | "low" | "high"> & { value: Value })[];
}

export interface Field {
  key: string;
  seat: number | null;
  label: Text;
  /** Whether its value is a seat: null for none. */
  names_seat: boolean;
  value: string | number | null;
}

/** A moment of a scratch table. */
export interface Scratching extends Now {
  node: number;
  kind: "origin" | "play" | "faces" | "edit";
  /** False where the position was kept although something about it cannot be. */
  checked: boolean;
  banner: Text;
  /** Cards that were turned up here although the one who acted could not know them. */
  beyond: { place: string; face: string; how: "record" | "supposed" | "random" | "told" }[];
  /** The position as a line of text. */
  text: string;
  undo: boolean;
  redo: boolean;
  /** The record that the table leaves. */
  left: { title: string; ply: number; branch: string | null } | null;
  /** The file that every change is written to, or "". */
  file: string;
  problems: string[];
  draft: Draft | null;
  /** Whether a question is asked on this node. While it is open, and nothing may be tried out, the moment is closed. */
  asking?: boolean;
}

/** A try as the sources judge it. */
export interface Trial {
  legal: boolean;
  rules: string[];
  others: { preset: string; source: string; legal: boolean; rules: string[]; text: Text; differs: boolean }[];
}

export interface Hidden {
  places: string[];
  possible: Record<string, number>;
}

export interface Against {
  said: Text[];
  /** Whether it is the record, and not the place where the table began. */
  record: boolean;
  before: RawTable;
}

export interface Later {
  text: Text;
  mark: "legal" | "illegal" | "unknown";
  node: number | null;
}

/** The tools, and the key of each. */
export const TOOLS = ["hidden", "edit", "begin", "insert", "compare", "bots", "save"] as const;
export const TOOL_KEYS = ["H", "E", "T", "I", "C", "O", "S"];
export type Tool = (typeof TOOLS)[number];

/** What one view of a scratch table keeps for itself. */
export interface Own {
  tool: Tool | null;
  /** The table as it looks before the kernel has answered. */
  guess: Table | null;
  trial: Trial | null;
  /** The preset by which a refused try is looked at. */
  by: string | null;
  hidden: Hidden | null;
  /** The place whose card is spoken of: "draw:1", "grid0:r1c2". */
  place: string;
  /** Whether an edited card lies face down. */
  down: boolean;
  /** Whether the card that lay there goes to the draw pile for it. */
  trade: boolean;
  against: Against | null;
  /** What became of the later moves. */
  later: Later[] | null;
  said: Text[];
  bots: { value: string; label: Text }[];
  listed: [number, number];
  /** Whether the node's name and note are being written. */
  naming: boolean;
}

export interface ScratchDesk extends Desk, Own {
  now: Scratching;
  twigs: Twigs;
  /** Whether it is shown under a viewer. */
  beneath: boolean;
  /** The question that is asked on the node, or null. */
  quizzing: Quizzing | null;
}

export interface Doings extends Deciding {
  /** Has the kernel do something, by name. */
  deed(name: string, message?: object): void;
  redo(): void;
  leave(): void;
  tool(tool: Tool): void;
  pick(place: string): void;
  face(face: string): void;
  down(): void;
  trade(): void;
  /** Looks at a refused try by another preset; by none again. */
  by(preset: string | null): void;
  naming(): void;
  list(by: 1 | -1): void;
  picture(): void;
  copy(text: string): void;
  keep(name: "branch" | "tree" | "replay", message: object): void;
  /** Goes to the question by keyboard. */
  toQuestion(): false | void;
}
