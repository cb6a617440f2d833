/** A match as tables by ply, made from the differences when they are asked for. */
import type { Branch, Frames } from "./decode";
import { applyChanges, applySeatChanges, makeTable, type Code, type Table, type Zone } from "./table";

/** Plies between two kept tables: what a jump has to apply at most. */
const BLOCK = 32;

/** A turn as the move list groups it: the steps taken in one round and turn. */
export interface Turn {
  round: number;
  turn: number;
  /** Whose turn it is; below 0 when nobody at the table. */
  seat: number;
  /** Its first and last ply. */
  first: number;
  last: number;
}

export interface Film {
  frames: Frames;
  zones: Zone[];
  /** Number of plies. */
  length: number;
  /** Number of plies once all of them are here. */
  whole: number;
  /** Who took the step that led to each ply; the place 0 means nothing. */
  actors: Int16Array;
  /** The turn (its place in `turns`) of the step that led to each ply. */
  turnOf: Int32Array;
  turns: Turn[];
  /** The plies at which a turn or a round begins, ascending, ply 0 first. */
  turnStarts: number[];
  roundStarts: number[];
  /** The most cards that zones of its kind ever hold, by zone: the room it takes, so that nothing shifts while stepping. */
  widest: number[];
  /** The table after that many plies. The same ply gives the same object as long as it is among those kept. */
  at(ply: number): Table;
}

export function makeFilm(frames: Frames, first = makeTable(frames)): Film {
  const zones = frames.zones.map(([id, kind, owner, layout, rows, hint]): Zone => ({ id, kind, owner, layout, rows, hint }));
  const { length } = frames.steps;
  return { frames, zones, length, whole: frames.whole ?? length, ...readTurns(frames), widest: widestOf(frames), at: tableReader(frames, first) };
}

/** The film of a branch that leaves the table of another film. */
export function branchFilm(from: Film, branch: Branch, { rules, phrases }: Pick<Frames, "rules" | "phrases">): Film {
  const table = from.at(branch.ply);
  const cards = branch.z ? applyChanges(table.cards, branch.z) : table.cards;
  const seats = branch.s ? applySeatChanges(table.seats, branch.s) : table.seats;
  const { at, steps, marks, result = null } = branch;
  const [player, round, turn, phase] = at;
  const film = makeFilm(
    {
      ...from.frames, whole: steps.length, rules, phrases, at, steps, marks, result,
      cards: cards.map(({ codes, count }) => [codes as Code[], count]),
      seats: seats.map(({ score, marks }) => [score, marks as [string, string][]]),
    },
    // zones that stay as they are stay the same objects, so that what changed can be told by identity
    { cards, seats, player, round, turn, phase },
  );
  // a zone takes the same room as on the line it leaves, and more only where it needs it
  film.widest = film.widest.map((most, zone) => Math.max(most, from.widest[zone]!));
  return film;
}

function nextTable(frames: Frames, table: Table, ply: number): Table {
  const step = frames.steps[ply - 1]!;
  return {
    cards: step.z ? applyChanges(table.cards, step.z) : table.cards,
    seats: step.s ? applySeatChanges(table.seats, step.s) : table.seats,
    player: step.n === undefined ? table.player : step.n,
    round: step.o ?? table.round,
    turn: step.t ?? table.turn,
    phase: step.h ?? table.phase,
  };
}

/** Keeps the table at the start of every block that was reached, and all tables of the two blocks asked for last. */
function tableReader(frames: Frames, first: Table): (ply: number) => Table {
  const starts: Table[] = [first];
  let recent: [block: number, tables: Table[]][] = [];

  const tablesOf = (block: number): Table[] => {
    const known = recent.find(([b]) => b === block);
    if (known) return known[1];
    const tables: Table[] = [starts[block]!];
    const last = Math.min(frames.steps.length, (block + 1) * BLOCK);
    for (let ply = block * BLOCK + 1; ply <= last; ply++) tables.push(nextTable(frames, tables[tables.length - 1]!, ply));
    if (tables.length > BLOCK) starts[block + 1] ??= tables[BLOCK]!;
    return tables;
  };

  return (ply) => {
    const block = Math.floor(ply / BLOCK);
    for (let b = starts.length - 1; b < block; b++) tablesOf(b);
    const tables = tablesOf(block);
    if (recent[0]?.[0] !== block) recent = [[block, tables], ...recent.filter(([b]) => b !== block)].slice(0, 2) as typeof recent;
    return tables[ply - block * BLOCK]!;
  };
}

/** The turns of a run of steps. */
export type Turns = Pick<Film, "actors" | "turnOf" | "turns" | "turnStarts" | "roundStarts">;

export function readTurns(frames: Pick<Frames, "at" | "steps">): Turns {
  const length = frames.steps.length;
  const actors = new Int16Array(length + 1);
  const turnOf = new Int32Array(length + 1);
  const turns: Turn[] = [];
  const turnStarts = [0];
  const roundStarts = [0];
  let [player, round, turn] = frames.at;
  let actor = -1;
  frames.steps.forEach((step, i) => {
    const ply = i + 1;
    actor = step.w ?? actor;
    actors[ply] = actor;
    let now = turns[turns.length - 1];
    // a step belongs to the turn in which it was taken, though it may begin the next one
    if (!now || now.round !== round || now.turn !== turn) {
      now = { round, turn, seat: turn > 0 ? (player ?? -1) : -1, first: ply, last: ply };
      turns.push(now);
    }
    if (now.seat < 0 && turn > 0 && actor >= 0) now.seat = actor;
    now.last = ply;
    turnOf[ply] = turns.length - 1;
    if (step.n !== undefined) player = step.n;
    if (step.o !== undefined && step.o !== round) roundStarts.push(ply);
    if ((step.o ?? round) !== round || (step.t ?? turn) !== turn) turnStarts.push(ply);
    round = step.o ?? round;
    turn = step.t ?? turn;
  });
  return { actors, turnOf, turns, turnStarts, roundStarts };
}

function widestOf(frames: Frames): number[] {
  const widest = frames.cards.map(([codes, count]) => Math.max(codes.length, count));
  for (const step of frames.steps) {
    for (const [zone, codes, count] of step.z ?? []) {
      if (widest[zone] === undefined) throw new RangeError(`no zone ${zone}`);
      if (typeof codes !== "number") widest[zone] = Math.max(widest[zone], codes.length, count as number);
    }
  }
  // zones of one kind take the same room before every seat
  const kinds = new Map<string, number>();
  frames.zones.forEach(([, kind], i) => kinds.set(kind, Math.max(kinds.get(kind) ?? 0, widest[i]!)));
  return frames.zones.map(([, kind]) => kinds.get(kind)!);
}

/** The first of the ascending plies after `ply`, or null. */
export function after(plies: readonly number[], ply: number): number | null {
  return plies.find((p) => p > ply) ?? null;
}

/** The last of the ascending plies before `ply`, or null. */
export function before(plies: readonly number[], ply: number): number | null {
  return plies.findLast((p) => p < ply) ?? null;
}
