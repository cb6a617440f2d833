/**
 * A tree of lines as the rows of a list, to be drawn where they are in view. It knows nothing of what a row shows: a line is a leaf of
 * rows of its own, and leaves another line behind one of them.
 */

export interface Leaf {
  /** Null for the line that leaves none; it has no head. */
  id: string | null;
  parent: string | null;
  /** What of the parent it leaves, as `rowOf` of the parent understands it. */
  fork: number;
  /** Rows of its own, besides its head. */
  readonly rows: number;
  /** The row behind which something at that place stands; -1 is before the first. */
  rowOf(place: number): number;
}

export interface Row<L extends Leaf> {
  line: L;
  /** A row of the line, or -1 for the head of a branch. */
  at: number;
  /** How deep in the tree. */
  depth: number;
}

export interface Tree<L extends Leaf> {
  rows: readonly Row<L>[];
  /** The place in `rows` of a row of a line, -1 being its head; where that is folded away, of the head it is folded into. */
  placeOf(line: L, at: number): number;
}

/** The rows of all lines that are not folded away, in the order in which they are read. */
export function treeOf<L extends Leaf>(root: L, leaving: (line: L) => readonly L[], get: (id: string | null) => L | undefined, open: ReadonlySet<string>): Tree<L> {
  const rows: Row<L>[] = [];
  const places = new Map<L, number>();
  // what is begun and waits for what leaves it; a tree may be deeper than calls may nest
  const waiting: { line: L; depth: number; at: number; next: number; below: readonly L[] }[] = [];
  const begin = (line: L, depth: number): void => {
    places.set(line, rows.length);
    if (line.id !== null) rows.push({ line, at: -1, depth });
    if (line.id === null || open.has(line.id)) waiting.push({ line, depth, at: -1, next: 0, below: leaving(line) });
  };
  begin(root, 0);
  while (waiting.length) {
    const now = waiting[waiting.length - 1]!;
    const branch = now.below[now.next];
    if (branch && now.line.rowOf(branch.fork) <= now.at) {
      now.next++;
      begin(branch, now.depth + 1);
    } else if (now.at + 1 < now.line.rows) {
      now.at++;
      rows.push({ line: now.line, at: now.at, depth: now.depth });
    } else waiting.pop();
  }
  const placeOf = (line: L, at: number): number => {
    let found = line;
    for (let above: L | undefined = line; above && above.id !== null; above = get(above.parent)) {
      // the topmost folded one hides all that is below it
      if (!open.has(above.id)) found = above;
    }
    const head = places.get(found) ?? 0;
    if (found !== line || at < 0 || (line.id !== null && !open.has(line.id))) return head;
    for (let place = head; place < rows.length; place++) if (rows[place]!.line === line && rows[place]!.at === at) return place;
    return head;
  };
  return { rows, placeOf };
}

/** Rows drawn on each side of the current one, and added when the list is scrolled to its end. */
export const SIDE = 10;
/** Rows drawn at most, so that a scrolled list stays quick. */
const MOST = 8 * SIDE;

/** The rows to draw: those drawn already as long as the current one is well within them, so that the list does not jump. */
export function listedRows(current: number, count: number, listed: readonly [number, number]): [number, number] {
  const [from, to] = listed;
  const within = current >= from && current < to && (current >= from + 3 || from === 0) && (current < to - 3 || to === count);
  if (within && to <= count) return [from, to];
  return [Math.max(0, current - SIDE), Math.min(count, current + SIDE + 1)];
}

/** The rows drawn after scrolling to an end of the list. */
export function widened(listed: readonly [number, number], by: 1 | -1, count: number): [number, number] {
  let [from, to] = listed;
  if (by < 0) {
    from = Math.max(0, from - SIDE);
    to = Math.min(to, from + MOST);
  } else {
    to = Math.min(count, to + SIDE);
    from = Math.max(from, to - MOST);
  }
  return [from, to];
}
