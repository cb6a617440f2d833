/** Everything one view draws from. Drawing reads it and changes nothing; only `viewer.ts` writes it. */
import type { Lang, PastLine, Verdict } from "./decode";
import type { Film } from "./film";
import type { Line } from "./lines";
import type { Motion } from "./motion";
import type { Branching, BranchPen } from "./branchpen";
import type { Editing, Pen } from "./pen";
import type { Filter, Filtered } from "./remarks";
import type { Session } from "./session";
import type { Table } from "./table";
import type { Tree } from "./tree";

export const SPEEDS: readonly number[] = [0.5, 1, 1.5, 2, 3, 4];

export interface State {
  /** The model's part, shared with its other views. */
  session: Session;
  /** The branch on the table, by its id; null is the main line. */
  line: string | null;
  /** The ply shown, counted on that line. */
  ply: number;
  lang: Lang;
  /** Whether what comes later is hidden. */
  hides: boolean;
  /** The id of the chosen source, or null while none was chosen: then the one that the preset follows. */
  tab: string | null;
  /** Whether statements show in the viewer's language instead of the source's. */
  translated: boolean;
  playing: boolean;
  /** Factor of the speed of playing, one of SPEEDS. */
  speed: number;
  /** Where the view stood before the last jump, or null. */
  back: { line: string | null; ply: number } | null;
  /** Whether notes in other languages than the chosen one are shown beside those in it. */
  unfolded: boolean;
  /** Whether the list of keys is open. */
  help: boolean;
  /** Whether it is shown to a class: large, with few words. */
  projector: boolean;
  /** What became of the question that was written last: its id, or why it was not written; null before. */
  posed: null | { id: string; failure: string };
  /** How many rows the form has in which a question is asked. */
  posing: { answers: number; hints: number };
  /** The step on the table as text, and the code of its place and a link to it, while they are looked at; the text is null while it is
   *  asked for. */
  twin: null | { text: string | null; code: string; link: string; failure: string; copied: string };
  /** The branches that are unfolded in the move list, by their ids. */
  open: ReadonlySet<string>;
  /** Which notes are shown, and whether that can be seen and changed. */
  filter: Filter;
  filtering: boolean;
  /** Long notes that are shown whole, by their keys. */
  whole: ReadonlySet<string>;
  /** Whether notes on the whole game are shown. */
  onGame: boolean;
  /** What is being written, or null. */
  editing: Editing | null;
  /** What is being done to branches meanwhile. */
  branching: Branching;
  /** Whether it is told how notes can be written. */
  editHelp: boolean;
  /** The history that is looked at, of one note or of all; its lines are null while they are asked for. */
  past: null | { of: string | null; lines: PastLine[] | null; failure: string };
  /** The rows of the move list that are drawn: from, to (exclusive). */
  listed: [number, number];
  /** Whether the kernel can be asked for another view. */
  asks: boolean;
}

/** The part of the state that is there when a game is shown, and what drawing needs of it. */
export interface Shown extends State {
  film: Film;
  /** The lines that lead to the one on the table, the main line first; the last is that line itself. */
  path: readonly Line[];
  /** The rows of the move list, and the place among them of the one that is on the table. */
  tree: Tree<Line>;
  current: number;
  table: Table;
  /** What the table is called, where several stand in one view. */
  called?: string;
  /** What moved by the step that led to the ply. */
  motion: Motion;
  /** The ids of the rules that govern the step, in order. */
  governing: readonly string[];
  /** How many of them, from the first, allowed or forced it; the others made what followed. */
  allowed: number;
  /** What the other preset says of the step, where the game is judged by one that sees it otherwise. */
  verdict: Verdict | undefined;
  /** The notes of the line that are shown, those of other plies too; and of any line. */
  found: Filtered;
  notesOf: (line: Line) => Filtered;
}

/** Backwards or forwards. */
export type By = 1 | -1;

/** What a person can do with the view. False means that it meant nothing where the view stands. */
export interface Actions extends Pen {
  /** Writing branches; the keys for it. */
  branch: BranchPen;
  beginBranch(): false | void;
  renameBranch(): false | void;
  promoteBranch(): false | void;
  eraseBranch(): false | void;
  toAction(): false | void;
  go(ply: number): void;
  /** Goes to a ply further away; the way back is kept. */
  jump(ply: number): void;
  /** Goes to a ply of another line; the way back is kept. */
  visit(line: string | null, ply: number): void;
  /** Goes into the first branch that leaves here. */
  enter(): false | void;
  /** Goes to the next branch that leaves the same ply. */
  sibling(by: By): false | void;
  /** Goes out of the branch, to where it leaves. */
  out(): false | void;
  /** Goes to the next ply that a branch leaves. */
  fork(by: By): void;
  /** Folds a branch or unfolds it; none named: those that leave the turn on the table, else the one on the table. */
  fold(id?: string): false | void;
  step(by: By): void;
  turn(by: By): void;
  round(by: By): void;
  note(by: By): void;
  /** Goes to the next ply that the other preset sees otherwise. */
  differ(by: By): false | void;
  first(): void;
  last(): void;
  back(): void;
  play(): void;
  faster(by: By): void;
  /** Goes to the field that takes a ply. */
  type(): void;
  language(lang: Lang): void;
  nextLanguage(): void;
  seat(seat: number | null): void;
  nextSeat(): false | void;
  /** Has the game judged by a preset; by its own: not at all. */
  judge(preset: string): void;
  nextPreset(): false | void;
  /** Large and with few words, or back. */
  project(): void;
  /** Shows or hides the hand of a seat, where each is shown by itself. */
  hand(seat: number): false | void;
  /** The step as text, and the code of its place. */
  asText(): false | void;
  copy(what: string): void;
  /** Writes a question about the ply on the table. */
  pose(fields: Record<string, unknown>): Promise<boolean>;
  /** A further row in its form. */
  poseMore(what: "answers" | "hints"): void;
  /** Goes to the question that is asked here. */
  ask(): false | void;
  /** Hides what comes later, or shows it again. */
  hide(): void;
  tab(source: string): void;
  tabAt(place: number): false | void;
  translate(): void;
  /** Shows notes in other languages, or folds them away. */
  unfold(): void;
  /** Chooses which notes are shown. */
  filter(fields: Partial<Filter>): void;
  filters(): void;
  /** Shows a long note whole, or folds it again. */
  wholeNote(key: string): void;
  gameNotes(): void;
  /** Opens a scratch table at what is on the table, below the view. */
  whatIf(): false | void;
  /** Opens the list of keys, or closes it. */
  help(): void;
  close(): false | void;
  /** Scrolls the panel to the passage of a rule, in the source that is open or in another one. */
  reveal(rule: string | undefined, source?: string): void;
  /** Draws more of the move list before or after what is drawn. */
  list(by: By): void;
}
