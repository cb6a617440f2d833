/** Makes frames out of whole tables, as Python makes them: a mirror of `difference` in `cardlab/table.py`. */
import type { Book, Frames, Remark, Remarks, Step, Text, Words } from "../src/decode";
import type { Change, Layout, SeatChange } from "../src/table";

export type Pile = [codes: string[], count: number];
export type Seat = [score: number | null, marks: [string, string][]];

export interface Position {
  cards: Record<string, Pile>;
  seats: Seat[];
  at: [player: number | null, round: number, turn: number, phase: string];
}

export interface Told {
  a: string;
  w: number;
  phrase: string;
  rules: string[];
  allowed?: number;
  facts?: Record<string, string>;
}

export function difference(before: Pile[], after: Pile[]): Change[] {
  const changes: Change[] = [];
  after.forEach((now, i) => {
    const old = before[i]!;
    if (JSON.stringify(old) === JSON.stringify(now)) return;
    if (old[1] === now[1] && old[0].length === now[0].length) {
      const places = now[0].flatMap((code, k) => (code === old[0][k] ? [] : [k]));
      if (places.length === 1) {
        changes.push([i, places[0]!, now[0][places[0]!]!]);
        return;
      }
    }
    changes.push([i, [...now[0]], now[1]]);
  });
  return changes;
}

/** Records positions one after the other. */
export class Recorder {
  readonly positions: Position[];
  private readonly steps: Step[] = [];
  private readonly rules: string[] = [];
  private readonly phrases: string[] = [];
  readonly notes: Remark[] = [];
  readonly marks: [number, string][] = [];
  private who: number | undefined;

  constructor(
    private readonly zones: [id: string, kind: string, owner: number | null, layout: Layout, rows: number, hint: string][],
    start: Position,
  ) {
    this.positions = [structuredClone(start)];
  }

  get now(): Position {
    return structuredClone(this.positions[this.positions.length - 1]!);
  }

  step(told: Told, change: (position: Position) => void): this {
    const old = this.positions[this.positions.length - 1]!;
    const next = structuredClone(old);
    change(next);
    const list = (position: Position): Pile[] => this.zones.map(([id]) => position.cards[id]!);
    const step: Step = { a: told.a, p: place(this.phrases, told.phrase), r: told.rules.map((rule) => place(this.rules, rule)) };
    if (told.w !== this.who) step.w = this.who = told.w;
    if (told.allowed !== undefined) step.k = told.allowed;
    if (told.facts) step.f = told.facts;
    const z = difference(list(old), list(next));
    if (z.length) step.z = z;
    const s = next.seats.flatMap(([score, marks], k): SeatChange[] => (JSON.stringify(old.seats[k]) === JSON.stringify([score, marks]) ? [] : [[k, score, marks]]));
    if (s.length) step.s = s;
    const [n, o, t, h] = next.at;
    if (n !== old.at[0]) step.n = n;
    if (o !== old.at[1]) step.o = o;
    if (t !== old.at[2]) step.t = t;
    if (h !== old.at[3]) step.h = h;
    this.steps.push(step);
    this.positions.push(next);
    return this;
  }

  note(author: string, lang: string, text: string, glyph = "", rule = ""): this {
    const more = { ...(glyph && { glyph }), ...(rule && { rule }) };
    this.notes.push({ key: `note${this.notes.length}`, ply: this.steps.length, author, lang, text, ...more });
    return this;
  }

  get remarks(): Remarks {
    return { layers: [{ name: "", file: "game.jsonl" }], notes: this.notes, disputes: [], problems: [], desk: null };
  }

  mark(key: string): this {
    this.marks.push([this.steps.length, key]);
    return this;
  }

  frames(head: Pick<Frames, "game" | "title" | "preset" | "names" | "bands" | "result">): Frames {
    const start = this.positions[0]!;
    return {
      ...head,
      lens: { seat: null, spoilers: true, ply: null },
      zones: this.zones,
      cards: this.zones.map(([id]) => start.cards[id]!),
      seats: start.seats,
      at: start.at,
      rules: this.rules,
      phrases: this.phrases,
      steps: this.steps,
      marks: this.marks,
    };
  }
}

function place(list: string[], text: string): number {
  const k = list.indexOf(text);
  return k >= 0 ? k : list.push(text) - 1;
}

/** The same text in every language, */
export const text = (en: string, es = en, nl = en): Text => ({ en, es, nl });

export const bytes = (data: unknown): DataView => {
  const raw = new TextEncoder().encode(JSON.stringify(data));
  // a window into a longer buffer, as a kernel's bytes are
  const whole = new Uint8Array(raw.length + 7);
  whole.set(raw, 3);
  return new DataView(whole.buffer, 3, raw.length);
};

export interface Game {
  frames: Frames;
  book: Book;
  words: Words;
  remarks: Remarks;
  positions: Position[];
}
