/** The tree of a scratch table: its nodes as they come, put into lines that a list can show. */
import { readJson, type Bytes } from "./decode";
import { treeOf, type Leaf, type Tree } from "./tree";

export interface Node {
  id: number;
  parent: number | null;
  kind: "origin" | "play" | "faces" | "edit";
  action?: string;
  player?: number;
  facts?: string[];
  name?: string;
  note?: string;
  /** The bot that played it, or "again". */
  by?: string;
  folded?: boolean;
  seed?: number;
  unchecked?: boolean;
}

/** Nodes that follow each other and are shown in rows. */
export interface Twig extends Leaf {
  nodes: readonly Node[];
  /** The nodes of its rows; the head of a branch is its first node and stands in none. */
  rowsOf: readonly (readonly Node[])[];
}

export interface Twigs {
  tree: Tree<Twig>;
  /** The place in `tree.rows` of a node. */
  placeOf(node: number): number;
  get(node: number): Node | undefined;
  /** How many nodes leave a node, and the place of a node among those that leave the same one. */
  leaving(node: number): number;
  size: number;
}

/** Nodes in one row. */
const IN_A_ROW = 6;

/** Keeps the nodes; `read` brings it up to date and gives the same object where nothing changed. */
export function twigReader(): (tree: Bytes, grown: Bytes) => Twigs {
  let version = -1;
  let seen: unknown[] = [];
  let nodes = new Map<number, Node>();
  let children = new Map<number, number[]>();
  let made: Twigs | undefined;
  const add = (node: Node): void => {
    const known = nodes.has(node.id);
    nodes.set(node.id, node);
    if (known || node.parent === null) return;
    const beside = children.get(node.parent);
    if (beside) beside.push(node.id);
    else children.set(node.parent, [node.id]);
  };
  return (tree, grown) => {
    if (made && seen[0] === tree && seen[1] === grown) return made;
    const more = (readJson(grown) ?? { version: -1, nodes: [] }) as { version: number; nodes: Node[] };
    if (seen[0] !== tree || !made) {
      const whole = (readJson(tree) ?? { version: -1, nodes: [{ id: 0, parent: null, kind: "origin" }] }) as { version: number; nodes: Node[] };
      version = whole.version;
      [nodes, children] = [new Map(), new Map()];
      whole.nodes.forEach(add);
    }
    if (more.version === version) more.nodes.forEach(add);
    seen = [tree, grown];
    return (made = twigsOf(nodes, children));
  };
}

function twigsOf(nodes: ReadonlyMap<number, Node>, children: ReadonlyMap<number, readonly number[]>): Twigs {
  const twigs = new Map<string | null, Twig>();
  const leaving = new Map<string | null, Twig[]>();
  const places = new Map<number, [Twig, number]>();
  const begun: [number, string | null, number][] = [[0, null, 0]];
  for (let next = begun.pop(); next; next = begun.pop()) {
    const [first, parent, fork] = next;
    const run: Node[] = [];
    const id = first === 0 ? null : String(first);
    for (let at: number | undefined = first; at !== undefined; ) {
      const node: Node = nodes.get(at)!;
      run.push(node);
      const after: readonly number[] = children.get(at) ?? [];
      const main: number | undefined = after[0];
      const others = after.slice(1);
      const place = run.length - 1;
      // what a bot played, and what is folded or named, is a branch of its own
      const apart: boolean = main !== undefined && startsBranch(nodes.get(main)!, node);
      // others are read behind the move in whose place they stand
      for (const one of [...others].reverse()) begun.push([one, id, apart ? place : place + 1]);
      if (apart) begun.push([main!, id, place]);
      at = apart ? undefined : main;
    }
    const twig = twigOf(id, parent, fork, run, (node) => (children.get(node.parent!)?.length ?? 0) > 1);
    twigs.set(id, twig);
    run.forEach((node, place) => places.set(node.id, [twig, place]));
    if (id !== null) {
      const beside = leaving.get(parent);
      if (beside) beside.push(twig);
      else leaving.set(parent, [twig]);
    }
  }
  for (const beside of leaving.values()) beside.sort((a, b) => a.fork - b.fork);
  const open = new Set([...twigs.values()].flatMap(({ id, nodes: [head] }) => (id !== null && !head!.folded ? [id] : [])));
  const tree = treeOf(twigs.get(null)!, ({ id }) => leaving.get(id) ?? [], (id) => twigs.get(id), open);
  return {
    tree,
    placeOf: (node) => {
      const found = places.get(node);
      return found ? tree.placeOf(found[0], found[0].rowOf(found[1])) : 0;
    },
    get: (node) => nodes.get(node),
    leaving: (node) => children.get(node)?.length ?? 0,
    size: nodes.size,
  };
}

const startsBranch = (node: Node, before: Node): boolean => !!node.folded || !!node.name || (node.by ?? "") !== (before.by ?? "");

function twigOf(id: string | null, parent: string | null, fork: number, nodes: readonly Node[], beside: (node: Node) => boolean): Twig {
  const rowsOf: Node[][] = [];
  const rows: number[] = [];
  let full = true;
  nodes.forEach((node, place) => {
    if (id !== null && place === 0) {
      rows.push(-1);
      return;
    }
    if (full) rowsOf.push([]);
    const row = rowsOf[rowsOf.length - 1]!;
    row.push(node);
    rows.push(rowsOf.length - 1);
    // a row ends with a move that others stand beside, so that they come right behind it
    full = row.length >= IN_A_ROW || !!node.note || beside(node);
  });
  return { id, parent, fork, nodes, rowsOf, rows: rowsOf.length, rowOf: (place) => rows[place] ?? -1 };
}
