/** The lines of a game: the main line and the branches that leave it, and each other, to any depth. */
import type { Branch, BranchData, Supposed } from "./decode";
import { branchFilm, readTurns, type Film, type Turns } from "./film";
import type { Leaf } from "./tree";

export interface Line extends Leaf {
  /** Null is the main line. */
  id: string | null;
  parent: string | null;
  /** The ply of the parent that it leaves. */
  fork: number;
  name: string;
  author: string;
  facts: readonly Supposed[];
  /** Why it stops where it does, "" where that may not be known, null where it holds whole. */
  problem: string | null;
  undone: boolean;
  /** Whether who annotates may go on with it. */
  own: boolean;
  /** Number of plies. */
  length: number;
  /** Its turns, read without making its film. */
  readonly turned: Turns;
  /** Made when it is asked for. */
  readonly film: Film;
}

export interface Lines {
  main: Line;
  /** All of them, the main line first. */
  all: readonly Line[];
  /** The line with that id, if it is there. */
  get(id: string | null): Line | undefined;
  /** The branches that leave a line, by their ply. */
  leaving(id: string | null): readonly Line[];
  /** The plies that branches leave, ascending. */
  forks(id: string | null): readonly number[];
}

export function makeLines(film: Film, data: BranchData | null): Lines {
  const main: Line = {
    id: null, parent: null, fork: 0, name: "", author: "", facts: [], problem: null, undone: false, own: false, length: film.length,
    film, turned: film,
    get rows() { return film.turns.length; },
    rowOf: (ply) => (ply > 0 ? film.turnOf[ply]! : -1),
  };
  const byId = new Map<string | null, Line>([[null, main]]);
  const children = new Map<string | null, Line[]>();
  const forks = new Map<string | null, number[]>();
  const branches = new Map<Line, Branch>();
  const films = new Map<Line, Film>([[main, film]]);
  const filmOf = (line: Line): Film => {
    // the films of what it leaves come first; a tree may be deeper than calls may nest
    const wanted: Line[] = [];
    for (let above = line; !films.has(above); above = byId.get(above.parent)!) wanted.push(above);
    for (let one = wanted.pop(); one; one = wanted.pop()) films.set(one, branchFilm(films.get(byId.get(one.parent)!)!, branches.get(one)!, data!));
    return films.get(line)!;
  };
  for (const branch of data?.branches ?? []) {
    const line = branchLine(branch, () => filmOf(line));
    byId.set(branch.id, line);
    branches.set(line, branch);
    const beside = children.get(branch.parent);
    if (beside) beside.push(line);
    else children.set(branch.parent, [line]);
  }
  return {
    main,
    all: [...byId.values()],
    get: (id) => byId.get(id),
    leaving: (id) => children.get(id) ?? [],
    forks(id) {
      if (!forks.has(id)) forks.set(id, [...new Set((children.get(id) ?? []).map(({ fork }) => fork))]);
      return forks.get(id)!;
    },
  };
}

function branchLine(branch: Branch, film: () => Film): Line {
  let turned: Turns | undefined;
  const line: Line = {
    id: branch.id, parent: branch.parent, fork: branch.ply, name: branch.name, author: branch.author, facts: branch.facts ?? [],
    problem: branch.problem ?? null, undone: branch.undone ?? false, own: branch.own ?? false, length: branch.steps.length,
    get turned() { return (turned ??= readTurns(branch)); },
    get film() { return film(); },
    get rows() { return line.turned.turns.length; },
    rowOf: (ply) => (ply > 0 ? line.turned.turnOf[ply]! : -1),
  };
  return line;
}

/** The lines that lead to one, the main line first; the last is itself. */
export function pathTo(lines: Lines, id: string | null): Line[] {
  const path: Line[] = [];
  for (let line = lines.get(id); line; line = line.id === null ? undefined : lines.get(line.parent)) path.push(line);
  return path.reverse();
}

/** Where later things are hidden: how far a line may be known, standing at `ply` of the last line of the path. */
export function reach(path: readonly Line[], line: Line, ply: number): number {
  const k = path.indexOf(line);
  return k < 0 ? 0 : (path[k + 1]?.fork ?? ply);
}
