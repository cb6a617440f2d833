/** Cards that fly from where they were to where they are. */
import { MANY, type Motion, type Place } from "./motion";

const DURATION = 130;

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

/**
 * Lets the cards fly in from those places; to be called after drawing. The key's own frame shows them gone from where they were, and
 * the flight begins in the next one: measuring and the layers that flights need would make the first frame late. Returns what ends the
 * waiting, for a step that comes before the flight.
 */
export function flyFrom(root: HTMLElement, motion: Motion, boxes: Boxes): () => void {
  const waiting = new Map<HTMLElement, DOMRect>();
  for (const { from, to } of motion.movements) {
    const box = boxes.get(key(from));
    const card = cardAt(root, to);
    if (!box || !card?.animate || waiting.has(card)) continue;
    waiting.set(card, box);
    card.style.visibility = "hidden";
  }
  if (!waiting.size) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = true;
  // not in a frame asked for by the key's own: that one would go before whatever waits for the paint
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      waits = false;
      fly(waiting);
    });
  });
  return () => {
    if (!waits) return;
    waits = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const card of waiting.keys()) card.style.visibility = "";
  };
}

function fly(waiting: ReadonlyMap<HTMLElement, DOMRect>): void {
  // all boxes are read before anything is written, so that the page is laid out once
  const flights = [...waiting].map(([card, from]) => [card, from, card.getBoundingClientRect()] as const);
  for (const [card, from, to] of flights) {
    card.style.visibility = "";
    // nothing but the transform, so that the frames between are made without the page's own thread
    card.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: DURATION, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}
