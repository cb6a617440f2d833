/** Arrows and highlights over the table. They are measured where the cards lie, and so drawn after the cards. */
import { elementAt, readMark, spotOf } from "./places";
import { remarksAt } from "./remarks";
import type { Shown } from "./state";

const SVG = "http://www.w3.org/2000/svg";
/** An arrow ends so far before the middle of its place, and is so thick, in card widths. */
const SHORT = 0.3;
const THICK = 0.11;

export interface Drawn {
  /** Arrows and marks as notes write them. */
  arrows: readonly string[];
  marks: readonly string[];
  /** Where the keys point at, as `data-at` has it, and where the arrow that they draw begins. */
  cursor: string;
  from: string;
}

/** What a view shows: of the notes that are read, and of the one that is written. */
export function drawnAt(state: Shown): Drawn {
  const notes = remarksAt(state.found, state.film, state.ply, state.hides);
  const draft = state.editing?.draft.ply === state.ply && state.editing.draft.line === state.line ? state.editing.draft : null;
  const others = notes.filter((note) => note.key !== draft?.of);
  const picking = draft && state.editing!.picking;
  const unique = (all: readonly string[]): string[] => [...new Set(all)];
  return {
    arrows: unique([...others.flatMap((note) => note.arrows ?? []), ...(draft?.arrows ?? [])]),
    marks: unique([...others.flatMap((note) => [...(note.marks ?? []), ...(note.card ? [note.card] : [])]), ...(draft?.marks ?? []), ...(draft?.card ? [draft.card] : [])]),
    cursor: picking?.at ?? "",
    from: picking?.from ?? "",
  };
}

/** Whether there is nothing to draw. */
export const isBare = ({ arrows, marks, cursor }: Drawn): boolean => !arrows.length && !marks.length && !cursor;

/** Takes all arrows and highlights away. */
export function clearOverlay(body: HTMLElement): void {
  body.querySelector(".cardlab-overlay")?.replaceChildren();
}

/** Draws them over the table. `pulled`: an arrow that is being pulled, to a point on the page. */
export function drawOverlay(body: HTMLElement, state: Shown, pulled?: { from: string; x: number; y: number; colour: string }): void {
  const table = body.querySelector<HTMLElement>(".cardlab-table");
  if (!table) return;
  const drawn = drawnAt(state);
  const { arrows, marks } = drawn;
  let layer = table.querySelector<SVGElement>(".cardlab-overlay");
  if (isBare(drawn) && !pulled) return layer?.replaceChildren();
  if (!layer) {
    layer = document.createElementNS(SVG, "svg");
    layer.setAttribute("class", "cardlab-overlay");
    layer.setAttribute("aria-hidden", "true"); // the notes say it in words
    table.append(layer);
  }
  const frame = table.getBoundingClientRect();
  const boxOf = (text: string): DOMRect | undefined => {
    const spot = spotOf(state.film, state.table, text);
    return (spot && elementAt(table, state.film, spot)?.getBoundingClientRect()) ?? undefined;
  };
  const width = table.querySelector(".cardlab-card, .cardlab-slot")?.getBoundingClientRect().width || 40;
  const shapes: SVGElement[] = [];
  const ring = (box: DOMRect | undefined, colour: string, text: string, out = 3): void => {
    if (box) shapes.push(shape("rect", colour, { x: box.left - frame.left - out, y: box.top - frame.top - out, width: box.width + 2 * out, height: box.height + 2 * out, rx: width * 0.16 }, text));
  };
  for (const text of marks) {
    const { ends, colour } = readMark(text);
    ring(boxOf(ends[0] ?? ""), colour, text);
  }
  for (const text of arrows) {
    const { ends, colour } = readMark(text);
    const [from, to] = [boxOf(ends[0] ?? ""), boxOf(ends[1] ?? "")];
    if (from && to) shapes.push(arrow(middle(from, frame), middle(to, frame), width, colour, text));
  }
  const from = pulled && boxOf(pulled.from);
  if (pulled && from) shapes.push(arrow(middle(from, frame), [pulled.x - frame.left, pulled.y - frame.top], width, pulled.colour, ""));
  if (drawn.from) ring(boxOf(drawn.from), state.editing!.colour, "from");
  if (drawn.cursor) ring(table.querySelector(`[data-at="${drawn.cursor}"]`)?.getBoundingClientRect(), "cursor", "", 6);
  layer.replaceChildren(...shapes);
}

const middle = (box: DOMRect, frame: DOMRect): [number, number] => [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];

function shape(name: string, colour: string, attributes: Record<string, string | number>, text: string): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, typeof value === "number" ? value.toFixed(1) : value);
  made.dataset.colour = colour;
  made.dataset.drawn = text;
  return made;
}

/** One closed path, shaft and head together, so that nothing shows through twice where they meet. */
function arrow([x1, y1]: [number, number], [x2, y2]: [number, number], width: number, colour: string, text: string): SVGElement {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const reach = Math.max(long - width * SHORT, long / 2);
  const head = Math.min(width * 0.42, reach * 0.6);
  const thick = (width * THICK) / 2;
  const at = (along: number, aside: number): string => `${(x1 + ux * along - uy * aside).toFixed(1)} ${(y1 + uy * along + ux * aside).toFixed(1)}`;
  const points = [at(0, thick), at(reach - head, thick), at(reach - head, thick * 3.2), at(reach, 0), at(reach - head, -thick * 3.2), at(reach - head, -thick), at(0, -thick)];
  return shape("path", colour, { d: `M${points.join("L")}Z` }, text);
}
