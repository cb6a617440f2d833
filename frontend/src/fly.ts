/** Cards that fly from where they were to where they are. */
import { MANY, type Motion, type Place } from "./motion";

const DURATION = 170;

type Boxes = Map<string, DOMRect>;

const key = ({ zone, place }: Place): string => `${zone}.${place}`;

function cardAt(root: HTMLElement, place: Place): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-at="${key(place)}"]`);
}

export function wantsMotion(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where the cards lie that are about to leave; to be called before the table is drawn anew. */
export function boxesBefore(root: HTMLElement, motion: Motion): Boxes {
  const boxes: Boxes = new Map();
  if (motion.movements.length > MANY) return boxes;
  for (const { from } of motion.movements) {
    const card = cardAt(root, from);
    if (card) boxes.set(key(from), card.getBoundingClientRect());
  }
  return boxes;
}

/** Lets the cards fly in from those places; to be called after drawing. */
export function flyFrom(root: HTMLElement, motion: Motion, boxes: Boxes): void {
  const flights: [HTMLElement, DOMRect, DOMRect][] = [];
  const taken = new Set<string>();
  for (const { from, to } of motion.movements) {
    const box = boxes.get(key(from));
    const card = cardAt(root, to);
    if (!box || !card || taken.has(key(to))) continue;
    taken.add(key(to));
    flights.push([card, box, card.getBoundingClientRect()]);
  }
  // all boxes are read before anything is written, so that the page is laid out once
  for (const [card, from, to] of flights) {
    // nothing but the transform, so that the frames between are made without the page's own thread
    card.animate?.([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: DURATION, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}
